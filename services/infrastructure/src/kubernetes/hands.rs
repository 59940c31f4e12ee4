//! What others than Canopy changed of an object, by what the API server books about it (`managedFields`). No I/O.

use crate::kubernetes::{apply::HELM, difference, managed_fields::union};
use k8s_openapi::apimachinery::pkg::apis::meta::v1::{FieldsV1, ManagedFieldsEntry};
use serde_json::{Map, Value};

/// Annotations that are notes of tools and controllers: nobody asked for them, and a restart is one.
const NOTES: [&str; 4] =
    ["kubectl.kubernetes.io/", "deployment.kubernetes.io/", "pv.kubernetes.io/", "canopy.internal/"];
/// Names of what changes objects by right, or of nobody in particular.
const CONTROLLERS: [&str; 7] =
    ["kube-", "kubelet", "kwok", "cert-manager", "before-first-apply", "ancient-changes", "cluster-autoscaler"];

/// Whose an entry is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Whose {
    /// Canopy's own, and that of the Helm CLI, which writes under the same name.
    Ours,
    /// It changes objects by right.
    Controllers,
    /// Somebody's.
    Hand,
}

/// Who changed a field to what it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Changed {
    /// Somebody, at that time (seconds since 1970), if it is known.
    By(String, Option<i64>),
    /// What changes it by right.
    ByRight,
    /// It is as Canopy left it, or nobody's.
    Unknown,
}

fn whose(entry: &ManagedFieldsEntry) -> Whose {
    let manager = entry.manager.as_deref().unwrap_or_default();
    let controls = manager.contains("controller")
        || manager.contains("operator")
        || CONTROLLERS.iter().any(|name| manager.starts_with(name));
    if manager == HELM || manager.starts_with("canopy") {
        Whose::Ours
    } else if controls || manager.is_empty() || entry.subresource.as_deref() == Some("status") {
        Whose::Controllers
    } else {
        Whose::Hand
    }
}

fn at(entry: &ManagedFieldsEntry) -> Option<i64> {
    entry.time.as_ref().map(|at| at.0.as_second())
}

fn fields(entry: &ManagedFieldsEntry) -> Option<&Value> {
    entry.fields_v1.as_ref().map(|FieldsV1(fields)| fields)
}

/// Who made the field at `path` (as [`difference::fields`] writes it) what it is: somebody goes first.
#[must_use]
pub fn changed(entries: &[ManagedFieldsEntry], path: &str) -> Changed {
    let owning = |of: Whose| {
        let owns = move |entry: &&ManagedFieldsEntry| fields(entry).is_some_and(|fields| owns(fields, path));
        entries.iter().filter(move |entry| whose(entry) == of).filter(owns)
    };
    if let Some(entry) = owning(Whose::Hand).max_by_key(|entry| at(entry)) {
        return Changed::By(entry.manager.clone().unwrap_or_default(), at(entry));
    }
    if owning(Whose::Controllers).next().is_some() { Changed::ByRight } else { Changed::Unknown }
}

/// What somebody put into the object that an apply of ours neither sets nor removes: path, value, who and when. `entries`
/// and `object` are those after such an apply.
#[must_use]
pub fn additions(entries: &[ManagedFieldsEntry], object: &Value) -> Vec<(String, Value, Changed)> {
    let ours = entries.iter().find(|entry| is_applied(entry)).and_then(fields);
    let mut found: Vec<(String, Value, Changed)> = Vec::new();
    for entry in entries.iter().filter(|entry| whose(entry) == Whose::Hand) {
        let (counted, _) = parted(entry);
        let mut all = Vec::new();
        beyond(&counted, ours, Some(object), String::new(), &mut all);
        for (path, value) in all {
            if !found.iter().any(|(known, _, _)| *known == path) {
                let who = Changed::By(entry.manager.clone().unwrap_or_default(), at(entry));
                found.push((path, value, who));
            }
        }
    }
    found
}

/// The entries with what somebody's hand owns made ours, so that the next apply sets it or takes it away; `None` when
/// there is nothing to do.
#[must_use]
pub fn taken_back(entries: &[ManagedFieldsEntry]) -> Option<Vec<ManagedFieldsEntry>> {
    let mut owned = Value::Object(Map::new());
    let mut others = Vec::new();
    let mut form = None;
    for entry in entries {
        if whose(entry) != Whose::Hand {
            others.push(entry.clone());
            continue;
        }
        let (counted, rest) = parted(entry);
        if !is_empty(&counted) {
            union(&mut owned, &counted);
            form.get_or_insert(entry);
        }
        if !is_empty(&rest) {
            others.push(ManagedFieldsEntry { fields_v1: Some(FieldsV1(rest)), ..entry.clone() });
        }
    }
    let form = form?;
    if let Some(ours) = others.iter_mut().find(|entry| is_applied(entry)) {
        if let Some(FieldsV1(fields)) = &mut ours.fields_v1 {
            union(fields, &owned);
        }
    } else {
        others.push(ManagedFieldsEntry {
            manager: Some(HELM.to_owned()),
            operation: Some("Apply".to_owned()),
            subresource: None,
            fields_v1: Some(FieldsV1(owned)),
            ..form.clone()
        });
    }
    Some(others)
}

fn is_applied(entry: &ManagedFieldsEntry) -> bool {
    entry.manager.as_deref() == Some(HELM) && entry.operation.as_deref() == Some("Apply")
}

/// What counts of an entry, and the rest. Metadata counts where it was changed by people: controllers of many names leave
/// labels and annotations.
fn parted(entry: &ManagedFieldsEntry) -> (Value, Value) {
    let by_people = entry.manager.as_deref().is_some_and(|manager| manager.starts_with("kubectl"));
    let (mut counted, mut rest) = (Map::new(), Map::new());
    for (key, below) in fields(entry).and_then(Value::as_object).into_iter().flatten() {
        match key.as_str() {
            "f:spec" | "f:data" | "f:binaryData" => part(key, below, &mut counted, &mut rest),
            "f:metadata" if by_people => {
                let (mut of_counted, mut of_rest) = (Map::new(), Map::new());
                for (key, below) in below.as_object().into_iter().flatten() {
                    if matches!(key.as_str(), "f:labels" | "f:annotations") {
                        part(key, below, &mut of_counted, &mut of_rest);
                    } else {
                        of_rest.insert(key.clone(), below.clone());
                    }
                }
                put(key, of_counted, &mut counted);
                put(key, of_rest, &mut rest);
            }
            _ => {
                rest.insert(key.clone(), below.clone());
            }
        }
    }
    (Value::Object(counted), Value::Object(rest))
}

/// Notes of tools go to the rest, everything else counts.
fn part(key: &str, below: &Value, counted: &mut Map<String, Value>, rest: &mut Map<String, Value>) {
    if is_note(key) {
        rest.insert(key.to_owned(), below.clone());
        return;
    }
    let Some(children) = below.as_object().filter(|children| !children.is_empty()) else {
        counted.insert(key.to_owned(), below.clone());
        return;
    };
    let (mut of_counted, mut of_rest) = (Map::new(), Map::new());
    for (child, below) in children {
        part(child, below, &mut of_counted, &mut of_rest);
    }
    // what stands only for the map that holds a note goes with the note
    if !of_rest.is_empty() && of_counted.keys().all(|child| child == ".") {
        of_rest.append(&mut of_counted);
    }
    put(key, of_counted, counted);
    put(key, of_rest, rest);
}

fn put(key: &str, children: Map<String, Value>, into: &mut Map<String, Value>) {
    if !children.is_empty() {
        into.insert(key.to_owned(), Value::Object(children));
    }
}

fn is_note(key: &str) -> bool {
    key.strip_prefix("f:").is_some_and(|name| NOTES.iter().any(|note| name.starts_with(note)))
}

fn is_empty(fields: &Value) -> bool {
    fields.as_object().is_none_or(Map::is_empty)
}

/// What of `theirs` is there and not in `ours`: a member of a list as a whole, else field by field.
fn beyond(theirs: &Value, ours: Option<&Value>, live: Option<&Value>, path: String, found: &mut Vec<(String, Value)>) {
    for (key, below) in theirs.as_object().into_iter().flatten() {
        let Some((path, there)) = member(key, live, &path) else { continue };
        let known = ours.and_then(|ours| ours.get(key));
        let whole = below.as_object().is_none_or(|below| below.keys().all(|key| key == "."));
        let is_member = !key.starts_with("f:");
        if known.is_none() && (whole || is_member) {
            found.extend(there.map(|value| (path, value.clone())));
        } else {
            beyond(below, known, there, path, found);
        }
    }
}

/// Where a key of a field set leads, and what is there; `None` for what is no place.
fn member<'a>(key: &str, live: Option<&'a Value>, path: &str) -> Option<(String, Option<&'a Value>)> {
    let list = || live.and_then(Value::as_array).into_iter().flatten();
    match key.split_at_checked(2)? {
        ("f:", name) => Some((difference::below(path, name), live.and_then(|live| live.get(name)))),
        ("k:", keys) => {
            let keys: Map<String, Value> = serde_json::from_str(keys).ok()?;
            let there = list().find(|item| keys.iter().all(|(key, value)| item.get(key) == Some(value)));
            Some((format!("{path}[{}]", named(&keys, there)), there))
        }
        ("v:", value) => {
            let value: Value = serde_json::from_str(value).ok()?;
            let there = list().find(|item| **item == value);
            Some((format!("{path}[{}]", text(&value)), there))
        }
        _ => None,
    }
}

/// The name of a member, or what else tells it from others.
fn named(keys: &Map<String, Value>, member: Option<&Value>) -> String {
    let name = keys.get("name").or_else(|| member.and_then(|member| member.get("name")));
    match name {
        Some(name) => text(name),
        None => keys.values().map(text).collect::<Vec<_>>().join("/"),
    }
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Whether a field set has the path, something in it, or the whole that it is in.
fn owns(fields: &Value, path: &str) -> bool {
    let mut all = Vec::new();
    leaves(fields, String::new(), &mut all);
    let within = |outer: &str, inner: &str| {
        inner.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
    };
    all.iter().any(|leaf| !leaf.is_empty() && (within(leaf, path) || within(path, leaf)))
}

/// The places in a field set, as far as they have names.
fn leaves(fields: &Value, path: String, all: &mut Vec<String>) {
    let Some(fields) = fields.as_object().filter(|fields| fields.keys().any(|key| key != ".")) else {
        return all.push(path);
    };
    for (key, below) in fields.iter().filter(|(key, _)| *key != ".") {
        let named = match key.split_at_checked(2) {
            Some(("f:", name)) => Some(difference::below(&path, name)),
            Some(("k:", keys)) => {
                let keys: Option<Map<String, Value>> = serde_json::from_str(keys).ok();
                keys.and_then(|keys| Some(format!("{path}[{}]", keys.get("name")?.as_str()?)))
            }
            _ => None,
        };
        match named {
            Some(path) => leaves(below, path, all),
            None => all.push(path.clone()),
        }
    }
}

#[cfg(test)]
mod tests;
