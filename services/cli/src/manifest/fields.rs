//! The fields of a deployment's file: those of the API's payload, cluster and team by name beside it.

use super::problems::{Problems, kind_of};
use crate::nearest::nearest;
use serde_json::{Map, Value};

/// What a field holds.
#[derive(Clone, Copy)]
pub enum Field {
    Text,
    Number,
    Flag,
    /// A list of texts.
    Texts,
    /// Never in the file: `fromEnv` or `fromFile` says where it is.
    Secret,
    /// Names to yes or no.
    Flags,
    /// Names to texts or to where a secret is.
    Variables,
    Object(&'static [(&'static str, Field)]),
}

use Field::{Flag, Flags, Number, Object, Secret, Text, Texts, Variables};

/// Where a secret is.
pub const SOURCES: [&str; 2] = ["fromEnv", "fromFile"];

/// The file.
pub const DEPLOYMENT: &[(&str, Field)] = &[
    ("kind", Text),
    ("name", Text),
    ("description", Text),
    ("type", Text),
    ("team", Text),
    ("cluster", Text),
    ("location", Text),
    ("baseParameters", Object(BASE)),
    ("services", Flags),
    ("phpParameters", Object(PHP)),
    ("databaseParameters", Object(DATABASE)),
    ("source", Object(SOURCE)),
    ("env", Variables),
    ("domains", Texts),
    ("resources", Object(RESOURCES)),
    ("replicas", Number),
];

const BASE: &[(&str, Field)] = &[("domain", Text), ("appUser", Text), ("appPass", Secret), ("cloudflareToken", Secret)];

const PHP: &[(&str, Field)] = &[
    ("phpVersion", Text),
    ("phpExtensions", Texts),
    ("phpMemoryLimit", Number),
    ("phpMaxExecutionTime", Number),
    ("phpPoolSize", Number),
    ("phpMaxRequestsPerChild", Number),
    ("phpUploadMaxFilesize", Number),
];

const DATABASE: &[(&str, Field)] = &[
    ("databaseUser", Text),
    ("databasePass", Secret),
    ("databaseName", Text),
    ("databaseRootPass", Secret),
    ("databaseHost", Text),
    ("databasePort", Number),
];

const SOURCE: &[(&str, Field)] = &[
    ("kind", Text),
    ("image", Text),
    ("git", Object(&[("url", Text), ("ref", Text), ("subdir", Text)])),
    ("build", Text),
    ("start", Text),
    ("port", Number),
    ("version", Text),
];

const RESOURCES: &[(&str, Field)] = &[("cpu", Text), ("memory", Text), ("storage", Text)];

/// Checks an object against its fields; what is null is left out, as the API takes it for absent.
pub fn check(
    object: Map<String, Value>,
    known: &[(&str, Field)],
    path: &str,
    problems: &mut Problems,
) -> Map<String, Value> {
    let mut checked = Map::new();
    for (name, value) in object {
        let place = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        let Some((_, field)) = known.iter().find(|(known, _)| *known == name) else {
            let guess = nearest(&name, known.iter().map(|(name, _)| *name));
            let guess = guess.map(|guess| format!(": do you mean {guess}?")).unwrap_or_default();
            problems.add(&place, &format!("there is no such field{guess}"));
            continue;
        };
        if value.is_null() {
            continue;
        }
        if let Some(value) = value_of(value, *field, &place, problems) {
            checked.insert(name, value);
        }
    }
    checked
}

fn value_of(value: Value, field: Field, place: &str, problems: &mut Problems) -> Option<Value> {
    match (field, value) {
        (Text, Value::String(text)) => Some(Value::String(text)),
        (Text, Value::Number(_) | Value::Bool(_)) => problems.none(place, "must be a text: put it in quotes"),
        (Number, Value::Number(number)) if number.is_i64() => Some(Value::Number(number)),
        (Flag, Value::Bool(flag)) => Some(Value::Bool(flag)),
        (Texts, Value::Array(items)) => {
            let each = items.into_iter().enumerate();
            let texts = each.map(|(at, item)| value_of(item, Text, &format!("{place}[{at}]"), problems));
            Some(Value::Array(texts.collect::<Vec<_>>().into_iter().collect::<Option<_>>()?))
        }
        (Flags, Value::Object(map)) => map_of(map, Flag, place, problems),
        (Variables, Value::Object(map)) => {
            let values = map.into_iter().map(|(name, value)| {
                let place = format!("{place}.{name}");
                let field = if value.is_object() { Secret } else { Text };
                Some((name, value_of(value, field, &place, problems)?))
            });
            Some(Value::Object(values.collect::<Vec<_>>().into_iter().collect::<Option<_>>()?))
        }
        (Object(known), Value::Object(map)) => Some(Value::Object(check(map, known, place, problems))),
        (Secret, Value::Object(map)) => problems.secret(&map, place).map(Value::String),
        (Secret, _) => problems.none(
            place,
            "is a secret, which no file holds: write {fromEnv: NAME} for a variable of the environment, or {fromFile: path}",
        ),
        (field, other) => problems.none(place, &format!("must be {}, not {}", wanted(field), kind_of(&other))),
    }
}

fn map_of(map: Map<String, Value>, field: Field, place: &str, problems: &mut Problems) -> Option<Value> {
    let values = map.into_iter().map(|(name, value)| {
        let place = format!("{place}.{name}");
        Some((name, value_of(value, field, &place, problems)?))
    });
    Some(Value::Object(values.collect::<Vec<_>>().into_iter().collect::<Option<_>>()?))
}

fn wanted(field: Field) -> &'static str {
    match field {
        Text | Secret => "a text",
        Number => "a whole number",
        Flag => "true or false",
        Texts => "a list",
        Flags | Variables | Object(_) => "an object",
    }
}

/// Every field as the API's payload calls it, `a.b` for those of objects: for the test that none is forgotten.
pub fn names() -> Vec<String> {
    fn all(fields: &[(&str, Field)], path: &str, names: &mut Vec<String>) {
        for (name, field) in fields {
            let place = format!("{path}{name}");
            if let Object(inner) = field {
                all(inner, &format!("{place}."), names);
            }
            names.push(place);
        }
    }
    let mut names = Vec::new();
    all(DEPLOYMENT, "", &mut names);
    names
}
