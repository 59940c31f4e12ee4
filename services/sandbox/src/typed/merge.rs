//! An object laid over another.

use super::NOTHING;
use crate::schema::{Id, Schema, Shape};
use serde_json::Value;
use std::collections::BTreeMap;

impl Schema {
    /// The live object with what is applied laid over it.
    pub fn merge(&self, id: Id, live: Option<&Value>, applied: Option<&Value>) -> Value {
        let (live, applied) = match (live, applied) {
            (None, None) => return Value::Null,
            (Some(live), None) => return live.clone(),
            (_, Some(applied)) if self.is_atomic(id) => return applied.clone(),
            (live, Some(applied)) => (live.unwrap_or(&NOTHING), applied),
        };
        match (self.shape(id), applied) {
            (Shape::List { .. }, Value::Array(applied)) => {
                Value::Array(self.merge_list(id, live.as_array().map_or(&[], Vec::as_slice), applied))
            }
            (_, Value::Object(applied)) => {
                let mut merged = live.as_object().cloned().unwrap_or_default();
                for (key, value) in applied {
                    let below = match self.field(id, key) {
                        Some(field) => self.merge(field, merged.get(key), Some(value)),
                        None => value.clone(),
                    };
                    merged.insert(key.clone(), below);
                }
                Value::Object(merged)
            }
            _ => applied.clone(),
        }
    }

    /// Items of both, in the applied order, with the live ones that were not applied where they stood.
    fn merge_list(&self, id: Id, live: &[Value], applied: &[Value]) -> Vec<Value> {
        let item_id = self.items(id).unwrap_or(id);
        let keyed = |list: &[Value]| -> Vec<(String, Value)> {
            list.iter().filter_map(|item| Some((self.element(id, item)?, item.clone()))).collect()
        };
        let (live, applied) = (keyed(live), keyed(applied));
        let old: BTreeMap<&str, &Value> = live.iter().map(|(e, v)| (e.as_str(), v)).collect();
        let wanted: BTreeMap<&str, &Value> = applied.iter().map(|(e, v)| (e.as_str(), v)).collect();
        let mut shared = applied.iter().map(|(e, _)| e.as_str()).filter(|e| old.contains_key(e)).peekable();
        let mut done: Vec<&str> = Vec::new();
        let mut out = Vec::new();
        let (mut l, mut r) = (0, 0);
        while l < live.len() || r < applied.len() {
            if l < live.len() && r < applied.len() {
                let element = live[l].0.as_str();
                if element == applied[r].0 {
                    done.push(element);
                    out.push(self.merge(item_id, Some(&live[l].1), Some(&applied[r].1)));
                    (l, r) = (l + 1, r + 1);
                    shared.next();
                    continue;
                }
                if wanted.contains_key(element) && shared.peek().is_some_and(|next| *next != element) {
                    l += 1;
                    continue;
                }
            }
            if l < live.len() {
                let element = live[l].0.as_str();
                if !wanted.contains_key(element) {
                    out.push(live[l].1.clone());
                    l += 1;
                    continue;
                }
                if done.contains(&element) {
                    l += 1;
                }
            }
            if r < applied.len() {
                let element = applied[r].0.as_str();
                done.push(element);
                out.push(self.merge(item_id, old.get(element).copied(), Some(&applied[r].1)));
                r += 1;
                if shared.peek() == Some(&element) {
                    shared.next();
                }
            }
        }
        out
    }
}
