//! What differs between two states of one object, field by field. No I/O.

use crate::kubernetes::apply::FENCE_ANNOTATION;
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// Fields of one object that are told. Fixed: nobody reads more.
const MOST: usize = 200;
/// Characters of a value that are told. Fixed: a longer one is cut, and says so.
const LONGEST: usize = 500;

/// Annotations that are no part of what anybody asked for.
pub(crate) const NOTES: [&str; 2] = [FENCE_ANNOTATION, "deployment.kubernetes.io/revision"];
/// What the API server keeps about an object.
const KEPT_BY_SERVER: [&str; 6] =
    ["managedFields", "resourceVersion", "generation", "uid", "creationTimestamp", "selfLink"];

/// One field.
#[derive(Debug, PartialEq, Eq)]
pub struct Field {
    /// `spec.template.spec.containers[web].image`
    pub path: String,
    /// `None`: it is not there.
    pub before: Option<String>,
    /// `None`: it will not be there.
    pub after: Option<String>,
}

/// The object without its status and without what changes by itself.
#[must_use]
pub fn essence(object: &Value) -> Value {
    let mut essence = object.clone();
    if let Some(map) = essence.as_object_mut() {
        map.remove("status");
    }
    if let Some(metadata) = essence.get_mut("metadata").and_then(Value::as_object_mut) {
        metadata.retain(|key, _| !KEPT_BY_SERVER.contains(&key.as_str()));
        if let Some(notes) = metadata.get_mut("annotations").and_then(Value::as_object_mut) {
            notes.retain(|key, _| !NOTES.contains(&key.as_str()));
        }
    }
    essence
}

/// What differs between two essences. Lists whose members have names are compared member by member, other lists as a
/// whole.
#[must_use]
pub fn fields(before: &Value, after: &Value) -> Vec<Field> {
    let mut fields = Vec::new();
    compare(String::new(), Some(before), Some(after), &mut fields);
    fields
}

fn compare(path: String, before: Option<&Value>, after: Option<&Value>, fields: &mut Vec<Field>) {
    if before == after || fields.len() >= MOST {
        return;
    }
    match (before, after) {
        (Some(Value::Object(old)), Some(Value::Object(new))) => {
            let keys: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
            for key in keys {
                compare(below(&path, key), old.get(key), new.get(key), fields);
            }
        }
        (Some(Value::Array(old)), Some(Value::Array(new))) => {
            let (Some(old), Some(new)) = (by_name(old), by_name(new)) else {
                return fields.push(field(path, before, after));
            };
            let names: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
            for name in names {
                compare(format!("{path}[{name}]"), old.get(name), new.get(name), fields);
            }
        }
        _ => fields.push(field(path, before, after)),
    }
}

/// A key with a dot or a slash stands in brackets.
pub(super) fn below(path: &str, key: &str) -> String {
    match (path, key.contains(['.', '/'])) {
        (_, true) => format!("{path}[{key}]"),
        ("", false) => key.to_owned(),
        (_, false) => format!("{path}.{key}"),
    }
}

/// The members by their names, if each has one of its own.
fn by_name(list: &[Value]) -> Option<Map<String, Value>> {
    let mut named = Map::new();
    for member in list {
        let name = member.get("name").and_then(Value::as_str)?;
        if named.insert(name.to_owned(), member.clone()).is_some() {
            return None;
        }
    }
    Some(named)
}

fn field(path: String, before: Option<&Value>, after: Option<&Value>) -> Field {
    Field { path, before: before.map(text), after: after.map(text) }
}

/// As it is told: texts as they are, anything else as JSON, cut.
pub(crate) fn text(value: &Value) -> String {
    let text = match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn told(before: &Value, after: &Value) -> Vec<(String, Option<String>, Option<String>)> {
        fields(before, after).into_iter().map(|f| (f.path, f.before, f.after)).collect()
    }

    #[test]
    fn members_of_lists_are_compared_by_their_names_and_other_lists_as_a_whole() {
        let before = json!({"spec": {"replicas": 1, "args": ["a", "b"], "containers": [
            {"name": "web", "image": "x:1", "env": [{"name": "A", "value": "1"}]}, {"name": "cron"}]}});
        let after = json!({"spec": {"replicas": 2, "args": ["a"], "containers": [
            {"name": "metrics"}, {"name": "web", "image": "x:2", "env": [{"name": "A", "value": "1"}]}]}});
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(
            told(&before, &after),
            [
                ("spec.args".to_owned(), some(r#"["a","b"]"#), some(r#"["a"]"#)),
                ("spec.containers[cron]".to_owned(), some(r#"{"name":"cron"}"#), None),
                ("spec.containers[metrics]".to_owned(), None, some(r#"{"name":"metrics"}"#)),
                ("spec.containers[web].image".to_owned(), some("x:1"), some("x:2")),
                ("spec.replicas".to_owned(), some("1"), some("2")),
            ]
        );
        assert_eq!(told(&before, &before), []);
        let labels = told(&json!({"labels": {"a.b/c": "1"}}), &json!({"labels": {"a.b/c": "2"}}));
        assert_eq!(labels[0].0, "labels[a.b/c]");
        let twice = told(&json!([{"name": "a"}, {"name": "a"}]), &json!([{"name": "a"}]));
        assert_eq!(twice.len(), 1);
    }

    #[test]
    fn what_the_server_keeps_is_no_difference() {
        let one = json!({"metadata": {"name": "web", "uid": "1", "resourceVersion": "7", "generation": 3,
            "managedFields": [{"manager": "helm"}], "creationTimestamp": "2026-01-01T00:00:00Z",
            "annotations": {FENCE_ANNOTATION: "t:1", "deployment.kubernetes.io/revision": "4", "a": "b"}},
            "status": {"replicas": 1}});
        let other = json!({"metadata": {"name": "web", "annotations": {"a": "b"}}});
        assert_eq!(essence(&one), other);
    }

    #[test]
    fn much_is_cut() {
        let many = |value: i32| Value::Object((0..300).map(|i| (format!("k{i}"), json!(value))).collect());
        assert_eq!(fields(&many(1), &many(2)).len(), MOST);
        let long = &told(&json!({"a": "x"}), &json!({"a": "ä".repeat(600)}))[0].2;
        assert_eq!(long.as_ref().map(|text| text.chars().count()), Some(LONGEST + 1));
    }
}
