//! Values laid over defaults, by Helm's rules.

use crate::chart::Library;
use serde_json::{Map, Value, json};

/// Lays the user's values over the chart's defaults: maps are merged key by key, anything else replaces, and a null
/// takes the default away. Where one side has a map and the other does not, the user's side stays, as in Helm.
#[must_use]
pub fn coalesce(defaults: &Value, user: &Value) -> Value {
    let mut out = match user {
        Value::Object(map) => Value::Object(map.clone()),
        _ => Value::Object(Map::new()),
    };
    over(&mut out, defaults);
    out
}

fn over(user: &mut Value, defaults: &Value) {
    let (Value::Object(user), Value::Object(defaults)) = (user, defaults) else { return };
    for (key, default) in defaults {
        match user.get_mut(key) {
            None => {
                user.insert(key.clone(), default.clone());
            }
            Some(Value::Null) => {
                user.remove(key);
            }
            Some(given) => over(given, default),
        }
    }
}

/// Helm gives every chart below `charts/` a section of the values: its own defaults and the shared `global`.
pub(crate) fn with_libraries(mut values: Value, libraries: &[Library]) -> Value {
    for library in libraries {
        let own = values.get(&library.metadata.name).cloned().unwrap_or_else(|| json!({}));
        let mut section = coalesce(&library.values, &own);
        let global = values.get("global").cloned().unwrap_or_else(|| json!({}));
        if let Value::Object(map) = &mut section {
            map.entry("global").or_insert(global);
        }
        if let Value::Object(map) = &mut values {
            map.insert(library.metadata.name.clone(), section);
        }
    }
    values
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test stops where something is wrong")]
mod tests {
    use super::*;

    #[test]
    fn maps_are_merged_lists_are_replaced_and_null_removes() {
        let defaults = json!({"a": {"x": 1, "y": 2}, "list": [1, 2], "gone": {"z": 1}, "kept": "d"});
        let user = json!({"a": {"y": 3}, "list": [9], "gone": null, "extra": true});
        assert_eq!(coalesce(&defaults, &user), json!({"a": {"x": 1, "y": 3}, "list": [9], "kept": "d", "extra": true}));
    }

    #[test]
    fn a_scalar_in_place_of_a_map_stays_for_the_schema_to_refuse() {
        assert_eq!(coalesce(&json!({"a": {"x": 1}}), &json!({"a": "s"})), json!({"a": "s"}));
        assert_eq!(coalesce(&json!({"a": 1}), &json!({"a": {"x": 1}})), json!({"a": {"x": 1}}));
    }
}
