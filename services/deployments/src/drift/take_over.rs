//! What of a drift can be taken over: fields that a setting of the site would make what they are now. Whether it would is
//! found by rendering the site with that setting.

use crate::{
    App,
    applications::{self, Application},
    chart::{self, Versions},
    deployment::Row,
    spec::{SourceKind, Spec},
};
use kit::{Problems, Result, message, message::as_is};
use proto::{
    deployments::Taken,
    infrastructure::{PlannedAction, PlannedField, PlannedObject},
};
use serde_json::Value;

/// Sites that are rendered for one answer. Fixed: it bounds what a question costs.
const MOST: usize = 40;

/// A setting, and the site with it.
struct Candidate {
    field: &'static str,
    value: String,
    spec: Spec,
}

/// One for each field of objects that are changed, in their order.
///
/// # Errors
/// A kind of site that is not known.
pub fn of(app: &App, row: &Row, objects: &[PlannedObject]) -> Result<Vec<Taken>> {
    let application = applications::of(&row.application)?;
    let mut left = MOST;
    let mut taken = Vec::new();
    for object in objects.iter().filter(|object| object.action() == PlannedAction::Change) {
        for field in &object.fields {
            taken.push(one(app, row, application, object, field, &mut left));
        }
    }
    Ok(taken)
}

fn one(
    app: &App,
    row: &Row,
    application: &Application,
    object: &PlannedObject,
    field: &PlannedField,
    left: &mut usize,
) -> Taken {
    let taken =
        Taken { kind: object.kind.clone(), name: object.name.clone(), path: field.path.clone(), ..Taken::default() };
    let live = field.before.as_deref().unwrap_or_default();
    let candidates = candidates(application, &row.spec, object, &field.path, live);
    let tried = !candidates.is_empty();
    for candidate in candidates {
        if *left == 0 {
            break;
        }
        *left -= 1;
        if makes(app, row, application, &candidate.spec, object, &field.path).as_deref() == Some(live) {
            return Taken { field: candidate.field.to_owned(), value: candidate.value, ..taken };
        }
    }
    let problem = if tried { message!(NotTakenSo, value = as_is(live)) } else { message!(NoSetting) };
    Taken { problem: problem.to_string(), said: problem.packed(), ..taken }
}

/// Settings that may make the field what it is now.
fn candidates(
    application: &Application,
    spec: &Spec,
    object: &PlannedObject,
    path: &str,
    live: &str,
) -> Vec<Candidate> {
    let with = |field: &'static str, change: &dyn Fn(&mut Spec)| {
        let mut spec = spec.clone();
        change(&mut spec);
        Candidate { field, value: live.to_owned(), spec }
    };
    if live.is_empty() {
        return Vec::new();
    }
    if object.kind == "PersistentVolumeClaim" {
        let storage = path == "spec.resources.requests.storage";
        return if storage {
            vec![with("resources.storage", &|spec| live.clone_into(&mut spec.resources.storage))]
        } else {
            Vec::new()
        };
    }
    if path == "spec.replicas" {
        let Ok(replicas) = live.parse::<i32>() else { return Vec::new() };
        let most = (application.most_replicas)(spec);
        return (1..=most)
            .contains(&replicas)
            .then(|| with("replicas", &|spec| spec.replicas = replicas))
            .into_iter()
            .collect();
    }
    if path.ends_with(".resources.requests.cpu") {
        return vec![with("resources.cpu", &|spec| live.clone_into(&mut spec.resources.cpu))];
    }
    if path.ends_with(".resources.requests.memory") || path.ends_with(".resources.limits.memory") {
        return vec![with("resources.memory", &|spec| live.clone_into(&mut spec.resources.memory))];
    }
    if path.ends_with(".image") {
        return of_image(application, spec, live);
    }
    Vec::new()
}

/// An image of its own, or another version of what the site runs on.
fn of_image(application: &Application, spec: &Spec, live: &str) -> Vec<Candidate> {
    if let Some(source) = spec.source.as_ref().filter(|source| source.kind == SourceKind::Image) {
        let mut source = source.clone();
        live.clone_into(&mut source.image);
        let spec = Spec { source: Some(source), ..spec.clone() };
        return vec![Candidate { field: "source.image", value: live.to_owned(), spec }];
    }
    let versions = application.runtime.versions.iter().map(|version| version.id);
    versions
        .map(|version| {
            let mut spec = spec.clone();
            let field = match (&mut spec.php, &mut spec.source) {
                (Some(php), _) => {
                    version.clone_into(&mut php.version);
                    "php.version"
                }
                (None, Some(source)) => {
                    version.clone_into(&mut source.version);
                    "source.version"
                }
                (None, None) => "",
            };
            Candidate { field, value: version.to_owned(), spec }
        })
        .filter(|candidate| !candidate.field.is_empty())
        .collect()
}

/// What the site would have at that place; `None` where it would have nothing, or cannot be such a site.
fn makes(
    app: &App,
    row: &Row,
    application: &Application,
    spec: &Spec,
    object: &PlannedObject,
    path: &str,
) -> Option<String> {
    // versions of secrets are annotations, which no setting makes
    let values = chart::values(application, spec, &row.release_name, &row.name, &Versions::first());
    let mut problems = Problems::new();
    app.charts.check(application.id, &values, &mut problems).ok()?;
    problems.is_empty().then_some(())?;
    let built = app.charts.build(application.id, &values, &row.release_name, None).ok()?;
    let bundle: chart::Bundle = serde_json::from_slice(&built.bundle).ok()?;
    let documents: Vec<Value> = serde_json::from_str(&bundle.documents).ok()?;
    let is =
        |document: &Value, pointer: &str, text: &str| document.pointer(pointer).and_then(Value::as_str) == Some(text);
    let document =
        documents.iter().find(|it| is(it, "/kind", &object.kind) && is(it, "/metadata/name", &object.name))?;
    Some(match at(document, path)? {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    })
}

/// What stands at a path as infrastructure writes it: keys after dots or in brackets, members of lists by their names.
fn at<'a>(document: &'a Value, path: &str) -> Option<&'a Value> {
    let mut here = document;
    let mut rest = path;
    while !rest.is_empty() {
        let key;
        if let Some(inner) = rest.strip_prefix('[') {
            (key, rest) = inner.split_once(']')?;
        } else {
            let bare = rest.strip_prefix('.').unwrap_or(rest);
            let end = bare.find(['.', '[']).unwrap_or(bare.len());
            (key, rest) = bare.split_at(end);
        }
        here = match here {
            Value::Array(list) => list.iter().find(|item| item.get("name").and_then(Value::as_str) == Some(key))?,
            other => other.get(key)?,
        };
    }
    Some(here)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_path_leads_to_what_it_names() {
        let document = json!({"metadata": {"annotations": {"a.b/c": "1"}}, "spec": {"replicas": 2,
            "containers": [{"name": "nginx"}, {"name": "web", "image": "x:1"}]}});
        assert_eq!(at(&document, "spec.replicas"), Some(&json!(2)));
        assert_eq!(at(&document, "spec.containers[web].image"), Some(&json!("x:1")));
        assert_eq!(at(&document, "metadata.annotations[a.b/c]"), Some(&json!("1")));
        assert_eq!(at(&document, "spec.containers[cron].image"), None);
        assert_eq!(at(&document, "spec.replicas.x"), None);
    }
}
