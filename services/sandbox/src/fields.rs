//! Sets of fields, the way `managedFields` writes them: a tree of `f:name`, `k:{"name":"c"}` and `v:"text"`.

use serde_json::{Map, Value};
use std::{collections::BTreeMap, fmt::Write as _};

/// A set of places in an object.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Set {
    /// Whether this place itself is in the set.
    pub here: bool,
    /// Places below.
    pub under: BTreeMap<String, Set>,
}

impl Set {
    /// This place alone.
    pub fn member() -> Self {
        Self { here: true, under: BTreeMap::new() }
    }

    /// Whether no place is in it.
    pub fn is_empty(&self) -> bool {
        !self.here && self.under.values().all(Self::is_empty)
    }

    /// Puts a subtree in, unless it is empty.
    pub fn put(&mut self, element: String, set: Self) {
        if !set.is_empty() {
            self.under.insert(element, set);
        }
    }

    /// What is in either.
    pub fn union(&self, other: &Self) -> Self {
        let mut all = self.clone();
        all.add(other);
        all
    }

    fn add(&mut self, other: &Self) {
        self.here |= other.here;
        for (element, set) in &other.under {
            self.under.entry(element.clone()).or_default().add(set);
        }
    }

    /// What is in both.
    pub fn intersection(&self, other: &Self) -> Self {
        let mut both = Self { here: self.here && other.here, under: BTreeMap::new() };
        for (element, set) in &self.under {
            if let Some(theirs) = other.under.get(element) {
                both.put(element.clone(), set.intersection(theirs));
            }
        }
        both
    }

    /// What is in this and not, exactly, in the other.
    pub fn difference(&self, other: &Self) -> Self {
        let mut rest = Self { here: self.here && !other.here, under: BTreeMap::new() };
        for (element, set) in &self.under {
            let set = other.under.get(element).map_or_else(|| set.clone(), |theirs| set.difference(theirs));
            rest.put(element.clone(), set);
        }
        rest
    }

    /// Removes a place and everything below it.
    pub fn cut(&mut self, path: &[&str]) {
        match path {
            [] => *self = Self::default(),
            [last] => {
                self.under.remove(*last);
            }
            [first, rest @ ..] => {
                if let Some(set) = self.under.get_mut(*first) {
                    set.cut(rest);
                    if set.is_empty() {
                        self.under.remove(*first);
                    }
                }
            }
        }
    }

    /// As `fieldsV1`.
    pub fn to_json(&self) -> Value {
        let mut map = Map::new();
        for (element, set) in &self.under {
            let mut below = set.to_json();
            if set.here && !set.under.is_empty() {
                below["."] = Value::Object(Map::new());
            }
            map.insert(element.clone(), below);
        }
        Value::Object(map)
    }

    /// From `fieldsV1`; what cannot be read is left out.
    pub fn of_json(value: &Value) -> Self {
        let mut set = Self::default();
        for (element, below) in value.as_object().into_iter().flatten() {
            if element == "." {
                set.here = true;
                continue;
            }
            let mut child = Self::of_json(below);
            if below.as_object().is_none_or(Map::is_empty) {
                child.here = true;
            }
            set.under.insert(canonical(element), child);
        }
        set
    }

    /// The places as people read them: `.spec.containers[name="c"].image`
    pub fn paths(&self) -> Vec<String> {
        let mut found = Vec::new();
        self.collect(&mut String::new(), &mut found);
        found
    }

    fn collect(&self, path: &mut String, found: &mut Vec<String>) {
        if self.here {
            found.push(path.clone());
        }
        for (element, set) in &self.under {
            let length = path.len();
            spell(element, path);
            set.collect(path, found);
            path.truncate(length);
        }
    }
}

/// The same key always reads the same, however a client sorted its parts.
fn canonical(element: &str) -> String {
    match element.strip_prefix("k:").and_then(|text| serde_json::from_str::<BTreeMap<String, Value>>(text).ok()) {
        Some(key) => key_element(&key),
        None => element.to_owned(),
    }
}

/// `k:{"name":"c"}`
pub fn key_element(key: &BTreeMap<String, Value>) -> String {
    format!("k:{}", serde_json::to_string(key).unwrap_or_default())
}

/// `v:"text"`
pub fn value_element(value: &Value) -> String {
    format!("v:{value}")
}

/// `f:name`
pub fn field_element(name: &str) -> String {
    format!("f:{name}")
}

/// Appends an element as people read it.
pub fn spell(element: &str, path: &mut String) {
    let (form, text) = element.split_at(element.len().min(2));
    match form {
        "k:" => {
            let key: BTreeMap<String, Value> = serde_json::from_str(text).unwrap_or_default();
            let parts: Vec<String> = key.iter().map(|(name, value)| format!("{name}={value}")).collect();
            let _ = write!(path, "[{}]", parts.join(","));
        }
        "v:" => {
            let _ = write!(path, "[={text}]");
        }
        _ => {
            let _ = write!(path, ".{text}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_set_reads_and_writes_what_managed_fields_hold() {
        let fields = json!({"f:metadata": {"f:labels": {".": {}, "f:a": {}}},
            "f:spec": {"f:ports": {"k:{\"port\":80,\"protocol\":\"TCP\"}": {".": {}, "f:port": {}}}, "f:x": {"v:\"one\"": {}}}});
        let set = Set::of_json(&fields);
        assert_eq!(set.to_json(), fields);
        assert_eq!(
            set.paths(),
            [
                ".metadata.labels",
                ".metadata.labels.a",
                ".spec.ports[port=80,protocol=\"TCP\"]",
                ".spec.ports[port=80,protocol=\"TCP\"].port",
                ".spec.x[=\"one\"]"
            ]
        );
        let turned = json!({"f:spec": {"f:ports": {"k:{\"protocol\":\"TCP\",\"port\":80}": {".": {}}}}});
        assert!(!Set::of_json(&turned).intersection(&set).is_empty());
    }
}
