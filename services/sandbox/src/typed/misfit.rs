//! What does not fit a kind, in the words of structured-merge-diff.

use crate::{
    fields,
    schema::{Id, Keys, Scalar, Schema, Shape},
};
use serde_json::Value;

impl Schema {
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
                        return Some(format!(
                            "{here}: element {i}: associative list with keys has an element that omits key field {:?} (and doesn't have default value)",
                            keys.first()?
                        ));
                    }
                    let element = element.unwrap_or_else(|| format!("v:{i}"));
                    if let Some(problem) = at(&element, *items, item) {
                        return Some(problem);
                    }
                }
                None
            }
            (Shape::Struct { fields, .. }, Value::Object(map)) => {
                map.iter().find_map(|(key, value)| match fields.get(key) {
                    Some(field) => at(&fields::field_element(key), *field, value),
                    None => Some(format!("{here}.{key}: field not declared in schema")),
                })
            }
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
