//! Label selectors (of objects and of requests) and field selectors.

use crate::{failure::Failure, json};
use serde_json::Value;

/// Whether an object's selector (`matchLabels`, `matchExpressions`) takes the labels. An empty one takes all.
pub fn matches(selector: &Value, labels: &Value) -> bool {
    let plain =
        json::map(selector, "/matchLabels").into_iter().flatten().all(|(key, value)| labels.get(key) == Some(value));
    plain
        && json::items(selector, "/matchExpressions").iter().all(|rule| {
            let key = json::text(rule, "/key");
            let values = json::items(rule, "/values");
            match json::text(rule, "/operator") {
                "In" => labels.get(key).is_some_and(|value| values.contains(value)),
                "NotIn" => labels.get(key).is_none_or(|value| !values.contains(value)),
                "Exists" => labels.get(key).is_some(),
                "DoesNotExist" => labels.get(key).is_none(),
                _ => false,
            }
        })
}

/// One requirement of a request's label selector.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Rule {
    In(String, Vec<String>),
    NotIn(String, Vec<String>),
    Exists(String),
    Missing(String),
}

/// What a list or a watch is limited to.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    labels: Vec<Rule>,
    /// (field, value, whether it must be equal)
    fields: Vec<(String, String, bool)>,
}

impl Filter {
    /// Reads `labelSelector` and `fieldSelector`.
    ///
    /// # Errors
    /// 400 when one cannot be read, or names a field that cannot be selected by.
    pub fn read(kind: &str, labels: &str, fields: &str) -> Result<Self, Failure> {
        Ok(Self { labels: label_rules(labels)?, fields: field_rules(kind, fields)? })
    }

    /// Whether every object is wanted.
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty() && self.fields.is_empty()
    }

    /// Whether the object is wanted.
    pub fn takes(&self, object: &Value) -> bool {
        let label =
            |key: &str| object.pointer("/metadata/labels").and_then(|labels| labels.get(key)).and_then(Value::as_str);
        let labels = self.labels.iter().all(|rule| match rule {
            Rule::In(key, values) => label(key).is_some_and(|value| values.iter().any(|v| v == value)),
            Rule::NotIn(key, values) => label(key).is_none_or(|value| values.iter().all(|v| v != value)),
            Rule::Exists(key) => label(key).is_some(),
            Rule::Missing(key) => label(key).is_none(),
        });
        labels && self.fields.iter().all(|(field, value, equal)| (field_of(object, field) == *value) == *equal)
    }
}

fn field_of(object: &Value, field: &str) -> String {
    let pointer = format!("/{}", field.replace('.', "/"));
    match object.pointer(&pointer) {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Bool(truth)) => truth.to_string(),
        Some(Value::Number(number)) => number.to_string(),
        _ if field == "spec.unschedulable" => "false".into(),
        _ if field == "source" => json::text(object, "/source/component").to_owned(),
        _ => String::new(),
    }
}

fn field_rules(kind: &str, text: &str) -> Result<Vec<(String, String, bool)>, Failure> {
    let mut rules = Vec::new();
    for part in text.split(',').filter(|part| !part.is_empty()) {
        let (field, value, equal) = if let Some((field, value)) = part.split_once("!=") {
            (field, value, false)
        } else if let Some((field, value)) = part.split_once("==").or_else(|| part.split_once('=')) {
            (field, value, true)
        } else {
            return Err(Failure::bad_request(format!("invalid selector: '{text}'; can't understand '{part}'")));
        };
        if !is_selectable(kind, field) {
            return Err(Failure::bad_request(format!("field label not supported: {field}")));
        }
        rules.push((field.to_owned(), value.to_owned(), equal));
    }
    Ok(rules)
}

fn is_selectable(kind: &str, field: &str) -> bool {
    let more: &[&str] = match kind {
        "Pod" => &[
            "spec.nodeName",
            "spec.restartPolicy",
            "spec.schedulerName",
            "spec.serviceAccountName",
            "spec.hostNetwork",
            "status.phase",
            "status.podIP",
            "status.nominatedNodeName",
        ],
        "Event" => &[
            "involvedObject.kind",
            "involvedObject.namespace",
            "involvedObject.name",
            "involvedObject.uid",
            "involvedObject.apiVersion",
            "involvedObject.resourceVersion",
            "involvedObject.fieldPath",
            "reason",
            "reportingComponent",
            "source",
            "type",
        ],
        "Secret" => &["type"],
        "Namespace" => &["status.phase"],
        "Node" => &["spec.unschedulable"],
        "Job" => &["status.successful"],
        "ReplicaSet" => &["status.replicas"],
        "Service" => &["spec.clusterIP", "spec.type"],
        _ => &[],
    };
    matches!(field, "metadata.name" | "metadata.namespace") || more.contains(&field)
}

fn label_rules(text: &str) -> Result<Vec<Rule>, Failure> {
    split(text).into_iter().filter(|part| !part.is_empty()).map(label_rule).collect()
}

/// At commas outside of parentheses.
fn split(text: &str) -> Vec<&str> {
    let (mut parts, mut from, mut depth) = (Vec::new(), 0, 0);
    for (i, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(text[from..i].trim());
                from = i + 1;
            }
            _ => {}
        }
    }
    parts.push(text[from..].trim());
    parts
}

fn label_rule(part: &str) -> Result<Rule, Failure> {
    let unreadable = || Failure::bad_request(format!("unable to parse requirement: {part:?}"));
    let word = |text: &str| -> Result<String, Failure> {
        let good = |b: u8| b.is_ascii_alphanumeric() || b"-_./".contains(&b);
        let text = text.trim();
        if text.bytes().all(good) { Ok(text.to_owned()) } else { Err(unreadable()) }
    };
    let key = |text: &str| word(text).and_then(|text| if text.is_empty() { Err(unreadable()) } else { Ok(text) });
    if let Some(rest) = part.strip_suffix(')') {
        let (head, values) = rest.split_once('(').ok_or_else(unreadable)?;
        let values = values.split(',').map(word).collect::<Result<Vec<_>, _>>()?;
        let (name, operator) = head.trim().rsplit_once(char::is_whitespace).ok_or_else(unreadable)?;
        return match operator {
            "in" => Ok(Rule::In(key(name)?, values)),
            "notin" => Ok(Rule::NotIn(key(name)?, values)),
            _ => Err(unreadable()),
        };
    }
    if let Some((name, value)) = part.split_once("!=") {
        return Ok(Rule::NotIn(key(name)?, vec![word(value)?]));
    }
    if let Some((name, value)) = part.split_once("==").or_else(|| part.split_once('=')) {
        return Ok(Rule::In(key(name)?, vec![word(value)?]));
    }
    match part.strip_prefix('!') {
        Some(name) => Ok(Rule::Missing(key(name)?)),
        None => Ok(Rule::Exists(key(part)?)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn labels_and_fields_are_selected_as_kubectl_writes_them() {
        let object = json!({"metadata": {"name": "a", "labels": {"app": "x", "tier": "web"}}, "type": "Opaque"});
        let takes = |labels: &str, fields: &str| Filter::read("Secret", labels, fields).unwrap().takes(&object);
        for yes in ["app=x", "app==x,tier", "app in (x, y),tier notin (db)", "!other", "app!=y", ""] {
            assert!(takes(yes, ""), "{yes}");
        }
        for no in ["app=y", "app in (y)", "!app", "other", "tier notin (web)"] {
            assert!(!takes(no, ""), "{no}");
        }
        assert!(takes("", "type=Opaque,metadata.name!=b") && !takes("", "type!=Opaque"));
        assert!(Filter::read("Pod", "", "foo=bar").is_err());
        for bad in ["!!", "a b", "a in x", "=x"] {
            assert!(Filter::read("Pod", bad, "").is_err(), "{bad}");
        }
    }
}
