//! Merging, comparing and pruning objects by their schema: what Kubernetes' structured-merge-diff does.

use crate::{
    fields::{self, Set},
    schema::{Id, Keys, Scalar, Schema, Shape},
};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// How two objects differ.
#[derive(Debug, Default)]
pub struct Comparison {
    pub removed: Set,
    pub modified: Set,
    pub added: Set,
}

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

    /// How `new` differs from `old`.
    pub fn compare(&self, id: Id, old: &Value, new: &Value) -> Comparison {
        let mut found = Comparison::default();
        self.compare_at(id, Some(old), Some(new), &mut found);
        found
    }

    fn compare_at(&self, id: Id, old: Option<&Value>, new: Option<&Value>, found: &mut Comparison) {
        let empty = |v: Option<&Value>| v.is_none_or(|v| v.as_object().is_some_and(Map::is_empty) || v.as_array().is_some_and(Vec::is_empty));
        let leaf = self.is_atomic(id) || (empty(old) && empty(new));
        match (old, new) {
            (None, Some(_)) => found.added.here = true,
            (Some(_), None) => found.removed.here = true,
            (Some(old), Some(new)) if leaf && old != new => found.modified.here = true,
            _ => {}
        }
        if leaf {
            return;
        }
        let mut below = |element: String, id: Id, old: Option<&Value>, new: Option<&Value>| {
            let mut child = Comparison::default();
            self.compare_at(id, old, new, &mut child);
            found.removed.put(element.clone(), child.removed);
            found.modified.put(element.clone(), child.modified);
            found.added.put(element, child.added);
        };
        match self.shape(id) {
            Shape::List { items, .. } => {
                let (old, new) = (self.indexed(id, old), self.indexed(id, new));
                for (element, item) in &old {
                    below(element.clone(), *items, Some(item), new.get(element).copied());
                }
                for (element, item) in new.iter().filter(|(element, _)| !old.contains_key(*element)) {
                    below(element.clone(), *items, None, Some(item));
                }
            }
            _ => {
                let (none, blank) = (Map::new(), Value::Object(Map::new()));
                let before = old.and_then(Value::as_object).unwrap_or(&none);
                let after = new.and_then(Value::as_object).unwrap_or(&none);
                for key in before.keys().chain(after.keys().filter(|key| !before.contains_key(*key))) {
                    let Some(field) = self.field(id, key) else { continue };
                    // What Kubernetes' own types always have is neither added to nor removed from what is there.
                    let fill = self.always(id, key, field).map(|is_list| if is_list { &NOTHING } else { &blank });
                    let filled = |whole: Option<&Value>| whole.and(fill);
                    below(fields::field_element(key), field, before.get(key).or(filled(old)), after.get(key).or(filled(new)));
                }
            }
        }
    }

    fn indexed<'a>(&self, id: Id, list: Option<&'a Value>) -> BTreeMap<String, &'a Value> {
        let items = list.and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        items.iter().filter_map(|item| Some((self.element(id, item)?, item))).collect()
    }

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

    /// The object without the places of the set; `None` when nothing is left.
    pub fn without(&self, id: Id, value: &Value, gone: &Set) -> Option<Value> {
        match (self.shape(id), value) {
            _ if gone.under.is_empty() => Some(value.clone()),
            (Shape::List { items, .. }, Value::Array(list)) => {
                let mut kept = Vec::new();
                for item in list {
                    match self.element(id, item).and_then(|element| gone.under.get(&element)) {
                        Some(set) if set.here => {}
                        Some(set) => kept.push(self.without(*items, item, set).unwrap_or_else(|| Value::Object(Map::new()))),
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

    /// What an applied object has that its kind does not: the first problem, as a part of a sentence.
    pub fn misfit(&self, id: Id, value: &Value, path: &mut String) -> Option<String> {
        let (length, here) = (path.len(), path.clone());
        let mut at = |element: &str, id: Id, value: &Value| {
            fields::spell(element, path);
            let found = self.misfit(id, value, path);
            path.truncate(length);
            found
        };
        match (self.shape(id), value) {
            (Shape::Any, _) | (_, Value::Null) => None,
            (Shape::Scalar(scalar), value) => wrong_scalar(*scalar, value).map(|text| format!("{here}: {text}")),
            (Shape::List { items, keys }, Value::Array(list)) => {
                let mut seen = std::collections::BTreeSet::new();
                for (i, item) in list.iter().enumerate() {
                    let element = self.element(id, item);
                    if let Some(element) = &element
                        && !seen.insert(element.clone())
                    {
                        let mut key = String::new();
                        fields::spell(element, &mut key);
                        return Some(format!("{here}: duplicate entries for key {key}"));
                    }
                    if let (None, Keys::Fields(keys)) = (&element, keys) {
                        return Some(format!("{here}: element {i}: associative list with keys has an element that omits key field {:?} (and doesn't have default value)", keys.first()?));
                    }
                    let element = element.unwrap_or_else(|| format!("v:{i}"));
                    if let Some(problem) = at(&element, *items, item) {
                        return Some(problem);
                    }
                }
                None
            }
            (Shape::Struct { fields, .. }, Value::Object(map)) => map.iter().find_map(|(key, value)| match fields.get(key) {
                Some(field) => at(&fields::field_element(key), *field, value),
                None => Some(format!("{here}.{key}: field not declared in schema")),
            }),
            (Shape::Map { values, .. }, Value::Object(map)) => {
                map.iter().find_map(|(key, value)| at(&fields::field_element(key), *values, value))
            }
            (Shape::List { .. }, other) => Some(format!("{here}: expected list, got {}", type_name(other))),
            (_, other) => Some(format!("{here}: expected map, got {}", type_name(other))),
        }
    }
}

fn wrong_scalar(scalar: Scalar, value: &Value) -> Option<String> {
    let wanted = match (scalar, value) {
        (Scalar::Text, Value::String(_))
        | (Scalar::Whole | Scalar::Number | Scalar::Quantity | Scalar::WholeOrText, Value::Number(_))
        | (Scalar::Truth, Value::Bool(_))
        | (Scalar::Quantity | Scalar::WholeOrText, Value::String(_)) => return None,
        (Scalar::Text, _) => "string",
        (Scalar::Truth, _) => "boolean",
        (Scalar::Whole | Scalar::Number, _) => "numeric (int or float)",
        (Scalar::Quantity | Scalar::WholeOrText, _) => "string or number",
    };
    Some(format!("expected {wanted}, got {}", type_name(value)))
}

/// What Go's typed values call it.
pub fn type_name(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(n) if n.is_f64() => "float",
        Value::Number(_) => "int",
        Value::String(_) => "string",
        Value::Array(_) => "list",
        Value::Object(_) => "map",
    }
}
