//! What a change makes of a deployment, for the history: field by field, as the REST contract calls them, without a secret.

use crate::{deployment::Row, secrets, secrets::Named, spec::Spec};
use history::Changes;
use serde_json::Value;
use std::collections::BTreeMap;

/// Where a setting is, by the beginning of its way in the stored form.
const PLACES: [(&str, &str); 24] = [
    ("domain", "baseParameters.domain"),
    ("app_user", "baseParameters.appUser"),
    ("php.version", "phpParameters.phpVersion"),
    ("php.extensions", "phpParameters.phpExtensions"),
    ("php.memory_limit", "phpParameters.phpMemoryLimit"),
    ("php.max_execution_time", "phpParameters.phpMaxExecutionTime"),
    ("php.pool_size", "phpParameters.phpPoolSize"),
    ("php.max_requests_per_child", "phpParameters.phpMaxRequestsPerChild"),
    ("php.upload_max_filesize", "phpParameters.phpUploadMaxFilesize"),
    ("database.host", "databaseParameters.databaseHost"),
    ("database.port", "databaseParameters.databasePort"),
    ("database.name", "databaseParameters.databaseName"),
    ("database.user", "databaseParameters.databaseUser"),
    ("source.url", "source.git.url"),
    ("source.reference", "source.git.ref"),
    ("source.folder", "source.git.subdir"),
    ("source", "source"),
    ("services", "services"),
    ("env", "env"),
    ("domains", "domains"),
    ("resources", "resources"),
    ("replicas", "replicas"),
    ("php", "phpParameters"),
    ("database", "databaseParameters"),
];

/// Name and description.
pub fn words(before: &Row, name: &str, description: &str) -> Changes {
    Changes::new().field("name", &before.name, name).field("description", &before.description, description)
}

/// All that an edit makes another one.
pub fn of(before: &Row, name: &str, description: &str, spec: &Spec, replaced: &Named) -> Changes {
    let changes = settings(words(before, name, description), &before.spec, spec);
    replaced.keys().fold(changes, |changes, name| changes.secret(&secret(name)))
}

/// What one revision has otherwise than another one. Secrets are of no revision.
pub fn between(before: &Spec, after: &Spec) -> Changes {
    settings(Changes::new(), before, after)
}

fn settings(mut changes: Changes, before: &Spec, after: &Spec) -> Changes {
    let (was, is) = (fields(before), fields(after));
    let none = String::new();
    for field in was.keys().chain(is.keys().filter(|field| !was.contains_key(*field))) {
        changes = changes.field(&place(field), was.get(field).unwrap_or(&none), is.get(field).unwrap_or(&none));
    }
    changes
}

/// As the contract calls a setting.
fn place(way: &str) -> String {
    let inside = |start: &str| way.strip_prefix(start).filter(|rest| rest.is_empty() || rest.starts_with('.'));
    let found = PLACES.iter().find_map(|(start, place)| inside(start).map(|rest| format!("{place}{rest}")));
    found.unwrap_or_else(|| way.to_owned())
}

/// As the contract calls a secret; a variable of the environment has its own name.
fn secret(name: &str) -> String {
    match name {
        secrets::APP_PASS => "baseParameters.appPass".to_owned(),
        secrets::DATABASE_PASS => "databaseParameters.databasePass".to_owned(),
        secrets::DATABASE_ROOT_PASS => "databaseParameters.databaseRootPass".to_owned(),
        secrets::CLOUDFLARE_TOKEN => "baseParameters.cloudflareToken".to_owned(),
        name => name.to_owned(),
    }
}

/// The leaves of what is asked for, by their way.
fn fields(spec: &Spec) -> BTreeMap<String, String> {
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

    #[test]
    fn settings_and_secrets_have_the_names_of_the_contract() {
        assert_eq!(place("php.memory_limit"), "phpParameters.phpMemoryLimit");
        assert_eq!(place("services.redis"), "services.redis");
        assert_eq!(place("source.build"), "source.build");
        assert_eq!(place("domains"), "domains");
        assert_eq!(secret(secrets::APP_PASS), "baseParameters.appPass");
        assert_eq!(secret("env.API_KEY"), "env.API_KEY");
    }
}
