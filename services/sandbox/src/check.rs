//! What Kubernetes refuses: unknown fields, missing ones, values that are not allowed, changes to what never changes.

use crate::{
    catalogue::Kind,
    failure::Problem,
    json::{self, items, text},
    quantity,
    schema::{Id, Scalar, Schema, Shape},
    selector,
    typed::type_name,
};
use serde_json::Value;

const SUBDOMAIN: &str = "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const LABEL: &str = "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
const STATEFUL: &str = "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden";
const CLAIM: &str = "spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims";
const POD: &str = "pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)";
/// The server puts an object's metadata, kind and so on under this many bytes of annotations.
const MOST_ANNOTATIONS: usize = 256 * 1024;
/// A Secret's or ConfigMap's content.
const MOST_DATA: usize = 1024 * 1024;

/// Fields that the kind does not have, each as `spec.foo`; a value of the wrong type is the error.
///
/// # Errors
/// A sentence about the value that does not fit.
pub fn unknown_fields(schema: &Schema, id: Id, value: &Value) -> Result<Vec<String>, String> {
    let mut found = Vec::new();
    fields(schema, id, value, &mut String::new(), &mut found)?;
    Ok(found)
}

fn fields(schema: &Schema, id: Id, value: &Value, path: &mut String, found: &mut Vec<String>) -> Result<(), String> {
    let length = path.len();
    let misfit = |wanted: &str, path: &str| Err(format!("json: cannot unmarshal {} into Go struct field .{path} of type {wanted}", go_name(value)));
    match (schema.shape(id), value) {
        (Shape::Any, _) | (_, Value::Null) => {}
        (Shape::Scalar(scalar), _) => {
            let (fits, name) = match scalar {
                Scalar::Text => (value.is_string(), "string"),
                Scalar::Whole => (value.is_i64() || value.is_u64(), "int32"),
                Scalar::Number => (value.is_number(), "float64"),
                Scalar::Truth => (value.is_boolean(), "bool"),
                Scalar::WholeOrText => (value.is_string() || value.is_i64(), "intstr.IntOrString"),
                Scalar::Quantity => {
                    let said = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                    if quantity::nanos(&said).is_none() {
                        return Err("quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'".into());
                    }
                    (true, "")
                }
            };
            if !fits {
                return misfit(name, path);
            }
        }
        (Shape::List { items, .. }, Value::Array(list)) => {
            for (i, item) in list.iter().enumerate() {
                path.push_str(&format!("[{i}]"));
                fields(schema, *items, item, path, found)?;
                path.truncate(length);
            }
        }
        (shape @ (Shape::Struct { .. } | Shape::Map { .. }), Value::Object(map)) => {
            for (key, value) in map {
                if !path.is_empty() {
                    path.push('.');
                }
                path.push_str(key);
                match schema.field(id, key) {
                    Some(field) => fields(schema, field, value, path, found)?,
                    None if matches!(shape, Shape::Struct { .. }) => found.push(path.clone()),
                    None => {}
                }
                path.truncate(length);
            }
        }
        (Shape::List { .. }, _) => return misfit("list", path),
        _ => return misfit("map", path),
    }
    Ok(())
}

fn go_name(value: &Value) -> &'static str {
    match value {
        Value::Number(_) => "number",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
        Value::Bool(_) => "bool",
        other => type_name(other),
    }
}

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
        "Service" if items(object, "/spec/ports").is_empty() && text(object, "/spec/clusterIP") != "None" && text(object, "/spec/type") != "ExternalName" => {
            found.push(Problem::required("spec.ports"));
        }
        _ => {}
    }
    found
}

fn metadata(kind: &Kind, object: &Value, found: &mut Vec<Problem>) {
    let name = json::name(object);
    if name.is_empty() {
        found.push(Problem { reason: "FieldValueRequired", field: "metadata.name".into(), message: "Required value: name or generateName is required".into() });
    } else if !is_subdomain(name) {
        found.push(Problem::invalid("metadata.name", &name.into(), SUBDOMAIN));
    } else if name.len() > 63 && matches!(kind.kind.as_str(), "Namespace" | "Service" | "Job") {
        found.push(Problem::invalid("metadata.name", &name.into(), "must be no more than 63 characters"));
    }
    for (place, labels) in [("metadata.labels", "/metadata/labels"), ("spec.template.metadata.labels", "/spec/template/metadata/labels")] {
        for (key, value) in json::map(object, labels).into_iter().flatten() {
            if !is_label_key(key) {
                found.push(Problem::invalid(place, &key.as_str().into(), "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character"));
            }
            if !value.as_str().is_some_and(is_label_value) {
                found.push(Problem::invalid(place, value, LABEL));
            }
        }
    }
    let annotations: usize = json::map(object, "/metadata/annotations").into_iter().flatten().map(|(k, v)| k.len() + v.as_str().map_or(0, str::len)).sum();
    if annotations > MOST_ANNOTATIONS {
        found.push(Problem { reason: "FieldValueTooLong", field: "metadata.annotations".into(), message: format!("Too long: may not be more than {MOST_ANNOTATIONS} bytes") });
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
                let known = allowed.iter().filter(|a| !a.is_empty()).map(|a| format!("{a:?}")).collect::<Vec<_>>().join(", ");
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
        found.push(Problem::invalid("spec.template.metadata.labels", &labels, "`selector` does not match template `labels`"));
    }
    if json::int(object, "/spec/replicas").is_some_and(|n| n < 0) {
        let said = object.pointer("/spec/replicas").cloned().unwrap_or_default();
        found.push(Problem::invalid("spec.replicas", &said, "must be greater than or equal to 0"));
    }
    if text(object, "/spec/template/spec/restartPolicy") != "Always" {
        let said = text(object, "/spec/template/spec/restartPolicy");
        let message = format!("Unsupported value: {said:?}: supported values: \"Always\"");
        found.push(Problem { reason: "FieldValueNotSupported", field: "spec.template.spec.restartPolicy".into(), message });
    }
}

fn pod(object: &Value, path: &str, found: &mut Vec<Problem>) {
    let Some(spec) = object.pointer(&format!("/{}", path.replace('.', "/"))) else { return };
    if path.ends_with("template.spec") && path != "spec.template.spec" || object.get("kind").is_some_and(|k| k == "Job") {
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
                    found.push(Problem { reason: "FieldValueNotFound", field, message: format!("Not found: {name:?}") });
                }
            }
        }
    }
}

fn size(object: &Value, found: &mut Vec<Problem>) {
    let total: usize = ["/data", "/binaryData"].iter().flat_map(|p| json::map(object, p).into_iter().flatten()).map(|(_, v)| v.as_str().map_or(0, str::len)).sum();
    // Of a Secret the decoded bytes count.
    let total = if text(object, "/kind") == "Secret" { total / 4 * 3 } else { total };
    if total > MOST_DATA {
        found.push(Problem { reason: "FieldValueTooLong", field: "data".into(), message: format!("Too long: may not be more than {MOST_DATA} bytes") });
    }
}

/// Changes to what never changes.
pub fn change(kind: &Kind, old: &Value, new: &Value) -> Vec<Problem> {
    let mut found = Vec::new();
    let mut fixed = |field: &str| {
        let pointer = format!("/{}", field.replace('.', "/"));
        let (before, after) = (old.pointer(&pointer), new.pointer(&pointer));
        if before != after {
            found.push(Problem::invalid(field, after.unwrap_or(&Value::Null), "field is immutable"));
        }
    };
    match kind.kind.as_str() {
        "Deployment" | "ReplicaSet" => fixed("spec.selector"),
        "Job" => {
            fixed("spec.selector");
            fixed("spec.completions");
            if !json::yes(old, "/spec/suspend") || old.pointer("/status/startTime").is_some() {
                fixed("spec.template");
            }
        }
        "Secret" => fixed("type"),
        "StorageClass" => ["provisioner", "parameters", "reclaimPolicy"].into_iter().for_each(fixed),
        "Service" if !matches!(text(old, "/spec/clusterIP"), "") && text(new, "/spec/type") != "ExternalName" => fixed("spec.clusterIP"),
        "StatefulSet" => {
            const MAY: [&str; 7] =
                ["replicas", "ordinals", "template", "updateStrategy", "revisionHistoryLimit", "persistentVolumeClaimRetentionPolicy", "minReadySeconds"];
            if differs(old, new, &MAY) {
                found.push(Problem::forbidden("spec", STATEFUL));
            }
        }
        "PersistentVolumeClaim" => claim(old, new, &mut found),
        "Pod" => {
            const MAY: [&str; 5] = ["containers", "initContainers", "activeDeadlineSeconds", "tolerations", "terminationGracePeriodSeconds"];
            if differs(old, new, &MAY) && !text(old, "/spec/nodeName").is_empty() {
                found.push(Problem::forbidden("spec", POD));
            }
        }
        _ => {}
    }
    if json::yes(old, "/immutable") && (old.get("data") != new.get("data") || !json::yes(new, "/immutable")) {
        found.push(Problem::forbidden("data", "field is immutable when `immutable` is set"));
    }
    found
}

fn differs(old: &Value, new: &Value, but: &[&str]) -> bool {
    let rest = |object: &Value| {
        let mut spec = object.get("spec").and_then(Value::as_object).cloned().unwrap_or_default();
        but.iter().for_each(|field| {
            spec.remove(*field);
        });
        // The status in a template is of no interest.
        for claim in spec.get_mut("volumeClaimTemplates").and_then(Value::as_array_mut).into_iter().flatten() {
            json::remove(claim, "", "status");
        }
        spec
    };
    rest(old) != rest(new)
}

fn claim(old: &Value, new: &Value, found: &mut Vec<Problem>) {
    let bound = !text(old, "/spec/volumeName").is_empty();
    let may: &[&str] = if bound { &["resources", "volumeAttributesClassName"] } else { &["volumeName", "storageClassName", "resources"] };
    let size = |object: &Value| quantity::nanos(text(object, "/spec/resources/requests/storage")).unwrap_or(0);
    if differs(old, new, may) || (!bound && size(old) != size(new)) {
        found.push(Problem::forbidden("spec", CLAIM));
    } else if size(new) < size(old) {
        found.push(Problem::forbidden("spec.resources.requests.storage", "field can not be less than status.capacity"));
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
    edge(text.chars().next()) && edge(text.chars().last()) && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b))
}
