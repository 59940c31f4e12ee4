//! What Kubernetes refuses: unknown fields, missing ones, values that are not allowed, changes to what never changes.

mod change;
mod unknown;

use crate::{
    catalogue::Kind,
    failure::Problem,
    json::{self, items, text},
    schema::{Id, Scalar, Schema, Shape},
    selector,
};
pub use change::change;
use serde_json::Value;
pub use unknown::unknown_fields;

const SUBDOMAIN: &str = "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const LABEL: &str = "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
/// The server puts an object's metadata, kind and so on under this many bytes of annotations.
const MOST_ANNOTATIONS: usize = 256 * 1024;
/// A Secret's or ConfigMap's content.
const MOST_DATA: usize = 1024 * 1024;

/// Everything that is wrong with an object by itself.
pub fn object(schema: &Schema, kind: &Kind, object: &Value) -> Vec<Problem> {
    let mut found = Vec::new();
    metadata(kind, object, &mut found);
    for field in ["spec", "data", "rules", "involvedObject"] {
        if let (Some(id), Some(value)) = (schema.field(kind.schema, field), object.get(field)) {
            required(schema, id, value, field, &mut found);
        }
    }
    if let (Some(id), None) = (schema.field(kind.schema, "spec"), object.get("spec"))
        && matches!(schema.shape(id), Shape::Struct { required, .. } if !required.is_empty())
    {
        required(schema, id, &Value::Object(serde_json::Map::new()), "spec", &mut found);
    }
    workload(kind, object, &mut found);
    match kind.kind.as_str() {
        "Pod" => pod(object, "spec", &mut found),
        "Deployment" | "StatefulSet" | "ReplicaSet" | "Job" => pod(object, "spec.template.spec", &mut found),
        "CronJob" => pod(object, "spec.jobTemplate.spec.template.spec", &mut found),
        "Secret" | "ConfigMap" => size(object, &mut found),
        "PersistentVolumeClaim" if text(object, "/spec/resources/requests/storage").is_empty() => {
            found.push(Problem::required("spec.resources[storage]"));
        }
        "Service"
            if items(object, "/spec/ports").is_empty()
                && text(object, "/spec/clusterIP") != "None"
                && text(object, "/spec/type") != "ExternalName" =>
        {
            found.push(Problem::required("spec.ports"));
        }
        _ => {}
    }
    found
}

fn metadata(kind: &Kind, object: &Value, found: &mut Vec<Problem>) {
    let name = json::name(object);
    if name.is_empty() {
        found.push(Problem {
            reason: "FieldValueRequired",
            field: "metadata.name".into(),
            message: "Required value: name or generateName is required".into(),
        });
    } else if !is_subdomain(name) {
        found.push(Problem::invalid("metadata.name", &name.into(), SUBDOMAIN));
    } else if name.len() > 63 && matches!(kind.kind.as_str(), "Namespace" | "Service" | "Job") {
        found.push(Problem::invalid("metadata.name", &name.into(), "must be no more than 63 characters"));
    }
    for (place, labels) in
        [("metadata.labels", "/metadata/labels"), ("spec.template.metadata.labels", "/spec/template/metadata/labels")]
    {
        for (key, value) in json::map(object, labels).into_iter().flatten() {
            if !is_label_key(key) {
                found.push(Problem::invalid(place, &key.as_str().into(), "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character"));
            }
            if !value.as_str().is_some_and(is_label_value) {
                found.push(Problem::invalid(place, value, LABEL));
            }
        }
    }
    let annotations: usize = json::map(object, "/metadata/annotations")
        .into_iter()
        .flatten()
        .map(|(k, v)| k.len() + v.as_str().map_or(0, str::len))
        .sum();
    if annotations > MOST_ANNOTATIONS {
        found.push(Problem {
            reason: "FieldValueTooLong",
            field: "metadata.annotations".into(),
            message: format!("Too long: may not be more than {MOST_ANNOTATIONS} bytes"),
        });
    }
}

/// Fields that must be there, and texts out of a list.
fn required(schema: &Schema, id: Id, value: &Value, path: &str, found: &mut Vec<Problem>) {
    match (schema.shape(id), value) {
        (Shape::Struct { fields, required: needed, .. }, Value::Object(map)) => {
            for name in needed {
                // A zero is a value; an empty name is none.
                let there = map.get(name).is_some_and(|value| !value.is_null() && value.as_str() != Some(""));
                if !there && !ALLOWED_EMPTY.contains(&name.as_str()) {
                    found.push(Problem::required(format!("{path}.{name}")));
                }
            }
            for (name, value) in map {
                if let Some(field) = fields.get(name) {
                    required(schema, *field, value, &format!("{path}.{name}"), found);
                }
            }
        }
        (Shape::Map { values, .. }, Value::Object(map)) => {
            for (name, value) in map {
                required(schema, *values, value, &format!("{path}[{name}]"), found);
            }
        }
        (Shape::List { items, .. }, Value::Array(list)) => {
            for (i, value) in list.iter().enumerate() {
                required(schema, *items, value, &format!("{path}[{i}]"), found);
            }
        }
        (Shape::Scalar(Scalar::Text), Value::String(said)) => {
            let allowed = &schema.node(id).allowed;
            if !allowed.is_empty() && !said.is_empty() && !allowed.contains(said) {
                let known =
                    allowed.iter().filter(|a| !a.is_empty()).map(|a| format!("{a:?}")).collect::<Vec<_>>().join(", ");
                let message = format!("Unsupported value: {said:?}: supported values: {known}");
                found.push(Problem { reason: "FieldValueNotSupported", field: path.to_owned(), message });
            }
        }
        _ => {}
    }
}

/// Required by the schema, and yet often empty in good objects.
const ALLOWED_EMPTY: [&str; 1] = ["serviceName"];

fn workload(kind: &Kind, object: &Value, found: &mut Vec<Problem>) {
    if !matches!(kind.kind.as_str(), "Deployment" | "StatefulSet" | "ReplicaSet") {
        return;
    }
    let labels = object.pointer("/spec/template/metadata/labels").cloned().unwrap_or_default();
    if !object.pointer("/spec/selector").is_some_and(|wanted| selector::matches(wanted, &labels)) {
        found.push(Problem::invalid(
            "spec.template.metadata.labels",
            &labels,
            "`selector` does not match template `labels`",
        ));
    }
    if json::int(object, "/spec/replicas").is_some_and(|n| n < 0) {
        let said = object.pointer("/spec/replicas").cloned().unwrap_or_default();
        found.push(Problem::invalid("spec.replicas", &said, "must be greater than or equal to 0"));
    }
    if text(object, "/spec/template/spec/restartPolicy") != "Always" {
        let said = text(object, "/spec/template/spec/restartPolicy");
        let message = format!("Unsupported value: {said:?}: supported values: \"Always\"");
        found.push(Problem {
            reason: "FieldValueNotSupported",
            field: "spec.template.spec.restartPolicy".into(),
            message,
        });
    }
}

fn pod(object: &Value, path: &str, found: &mut Vec<Problem>) {
    let Some(spec) = object.pointer(&format!("/{}", path.replace('.', "/"))) else { return };
    if path.ends_with("template.spec") && path != "spec.template.spec" || object.get("kind").is_some_and(|k| k == "Job")
    {
        let policy = text(spec, "/restartPolicy");
        if policy == "Always" {
            let message = "Required value: valid values: \"OnFailure\", \"Never\"".into();
            found.push(Problem { reason: "FieldValueRequired", field: format!("{path}.restartPolicy"), message });
        }
    }
    if items(spec, "/containers").is_empty() && spec.get("containers").is_some() {
        found.push(Problem::required(format!("{path}.containers")));
    }
    let volumes: Vec<&str> = items(spec, "/volumes").iter().map(|volume| text(volume, "/name")).collect();
    let claims: Vec<&str> = items(object, "/spec/volumeClaimTemplates").iter().map(json::name).collect();
    for list in ["initContainers", "containers"] {
        for (i, container) in items(spec, &format!("/{list}")).iter().enumerate() {
            if text(container, "/image").is_empty() {
                found.push(Problem::required(format!("{path}.{list}[{i}].image")));
            }
            for (j, mount) in items(container, "/volumeMounts").iter().enumerate() {
                let name = text(mount, "/name");
                if !volumes.contains(&name) && !claims.contains(&name) {
                    let field = format!("{path}.{list}[{i}].volumeMounts[{j}].name");
                    found.push(Problem {
                        reason: "FieldValueNotFound",
                        field,
                        message: format!("Not found: {name:?}"),
                    });
                }
            }
        }
    }
}

fn size(object: &Value, found: &mut Vec<Problem>) {
    let total: usize = ["/data", "/binaryData"]
        .iter()
        .flat_map(|p| json::map(object, p).into_iter().flatten())
        .map(|(_, v)| v.as_str().map_or(0, str::len))
        .sum();
    // Of a Secret the decoded bytes count.
    let total = if text(object, "/kind") == "Secret" { total / 4 * 3 } else { total };
    if total > MOST_DATA {
        found.push(Problem {
            reason: "FieldValueTooLong",
            field: "data".into(),
            message: format!("Too long: may not be more than {MOST_DATA} bytes"),
        });
    }
}

fn is_subdomain(name: &str) -> bool {
    let part = |part: &str| {
        let good = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
        !part.is_empty() && part.bytes().all(good) && !part.starts_with('-') && !part.ends_with('-')
    };
    name.len() <= 253 && name.split('.').all(part)
}

fn is_label_value(value: &str) -> bool {
    value.is_empty() || (value.len() <= 63 && is_word(value))
}

fn is_label_key(key: &str) -> bool {
    match key.split_once('/') {
        Some((prefix, name)) => is_subdomain(prefix) && name.len() <= 63 && is_word(name),
        None => key.len() <= 63 && is_word(key),
    }
}

fn is_word(text: &str) -> bool {
    let edge = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    edge(text.chars().next())
        && edge(text.chars().last())
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b))
}
