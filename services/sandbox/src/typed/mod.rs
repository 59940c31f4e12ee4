//! Merging, comparing and pruning objects by their schema: what Kubernetes' structured-merge-diff does.

mod compare;
mod merge;
mod misfit;

use crate::{
    fields::{self, Set},
    schema::{Id, Keys, Schema, Shape},
};
pub use misfit::type_name;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// What is not there.
static NOTHING: Value = Value::Null;

impl Schema {
    /// What tells an item from its neighbours; `None` when a key is missing.
    pub fn element(&self, list: Id, item: &Value) -> Option<String> {
        let Shape::List { items, keys } = self.shape(list) else { return None };
        match keys {
            Keys::Atomic => None,
            Keys::Set => Some(fields::value_element(item)),
            Keys::Fields(keys) => {
                let mut found = BTreeMap::new();
                for key in keys {
                    let default = || self.field(*items, key).and_then(|id| self.node(id).default.clone());
                    match item.get(key).cloned().or_else(default) {
                        Some(value) if !value.is_null() => {
                            found.insert(key.clone(), value);
                        }
                        _ => {}
                    }
                }
                (!found.is_empty()).then(|| fields::key_element(&found))
            }
        }
    }

    /// The places that an applied object names.
    pub fn set_of(&self, id: Id, value: &Value) -> Set {
        if self.is_atomic(id) {
            return Set::member();
        }
        let mut set = Set::default();
        match (self.shape(id), value) {
            (Shape::List { items, .. }, Value::Array(list)) => {
                for item in list {
                    let Some(element) = self.element(id, item) else { continue };
                    let mut child = self.set_of(*items, item);
                    child.here = true;
                    set.put(element, child);
                }
            }
            (shape, Value::Object(map)) => {
                for (key, value) in map {
                    let Some(field) = self.field(id, key) else { continue };
                    let mut child = self.set_of(field, value);
                    let empty = value.is_null() || value.as_object().is_some_and(Map::is_empty);
                    child.here |= empty || matches!(shape, Shape::Map { .. });
                    set.put(fields::field_element(key), child);
                }
            }
            _ => {}
        }
        set
    }

    /// The object without the places of the set; `None` when nothing is left.
    pub fn without(&self, id: Id, value: &Value, gone: &Set) -> Option<Value> {
        match (self.shape(id), value) {
            _ if gone.under.is_empty() => Some(value.clone()),
            (Shape::List { items, .. }, Value::Array(list)) => {
                let mut kept = Vec::new();
                for item in list {
                    match self.element(id, item).and_then(|element| gone.under.get(&element)) {
                        Some(set) if set.here => {}
                        Some(set) => {
                            kept.push(self.without(*items, item, set).unwrap_or_else(|| Value::Object(Map::new())))
                        }
                        None => kept.push(item.clone()),
                    }
                }
                (!kept.is_empty()).then_some(Value::Array(kept))
            }
            (_, Value::Object(map)) => {
                let mut kept = Map::new();
                for (key, value) in map {
                    match gone.under.get(&fields::field_element(key)) {
                        Some(set) if set.here => {}
                        Some(set) => {
                            let field = self.field(id, key).unwrap_or(id);
                            if let Some(value) = self.without(field, value, set) {
                                kept.insert(key.clone(), value);
                            }
                        }
                        None => {
                            kept.insert(key.clone(), value.clone());
                        }
                    }
                }
                (!kept.is_empty()).then_some(Value::Object(kept))
            }
            _ => Some(value.clone()),
        }
    }

    /// The set with every known field on the way to a member as a member too.
    pub fn named(&self, id: Id, set: &Set) -> Set {
        let mut all = Set { here: set.here, under: BTreeMap::new() };
        let is_struct = matches!(self.shape(id), Shape::Struct { .. });
        for (element, below) in &set.under {
            let next = match element.strip_prefix("f:") {
                Some(name) => self.field(id, name),
                None => self.items(id),
            };
            let mut below = next.map_or_else(|| below.clone(), |next| self.named(next, below));
            below.here |= is_struct && element.starts_with("f:");
            all.put(element.clone(), below);
        }
        all
    }
}
