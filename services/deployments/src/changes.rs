//! What an edit changes, for the history: field by field, without a secret.

use crate::{deployment::Row, update::Next};
use history::Changes;
use serde_json::Value;
use std::collections::BTreeMap;

/// Name and description.
pub fn words(before: &Row, name: &str, description: &str) -> Changes {
    Changes::new().field("name", &before.name, name).field("description", &before.description, description)
}

/// All that another revision has otherwise.
pub fn of(before: &Row, name: &str, description: &str, next: &Next) -> Changes {
    let (was, is) = (fields(&before.spec), fields(&next.spec));
    let none = String::new();
    let mut changes = words(before, name, description);
    for field in was.keys().chain(is.keys().filter(|field| !was.contains_key(*field))) {
        changes = changes.field(field, was.get(field).unwrap_or(&none), is.get(field).unwrap_or(&none));
    }
    next.secrets.keys().fold(changes, |changes, name| changes.secret(name))
}

/// The leaves of what is asked for, by their way.
fn fields(spec: &crate::spec::Spec) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    // what is stored as JSON can be written as JSON
    leaves("", &serde_json::to_value(spec).unwrap_or_default(), &mut found);
    found
}

fn leaves(way: &str, value: &Value, found: &mut BTreeMap<String, String>) {
    let text = match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                let way = if way.is_empty() { name.clone() } else { format!("{way}.{name}") };
                leaves(&way, value, found);
            }
            return;
        }
        Value::Array(all) => all.iter().map(plain).collect::<Vec<_>>().join(", "),
        value => plain(value),
    };
    found.insert(way.to_owned(), text);
}

fn plain(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn leaves_are_found_by_their_way() {
        let mut found = BTreeMap::new();
        leaves(
            "",
            &json!({"domain": "a.example.com", "php": {"version": "8.3", "extensions": ["gd", "intl"]}, "source": null}),
            &mut found,
        );
        let found: Vec<_> = found.iter().map(|(way, text)| (way.as_str(), text.as_str())).collect();
        assert_eq!(
            found,
            [("domain", "a.example.com"), ("php.extensions", "gd, intl"), ("php.version", "8.3"), ("source", "")]
        );
    }
}
