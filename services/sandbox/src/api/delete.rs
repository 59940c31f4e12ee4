//! DELETE of one object or many, and evictions.

use super::{
    Answer, json, list, read,
    request::{Call, Target},
};
use crate::{
    catalogue::Kind,
    failure::Failure,
    json as place,
    world::{Deleted, Deletion, World},
};
use http::StatusCode;
use serde_json::{Value, json as object};

pub(super) fn one(world: &World, target: &Target, call: &Call) -> Answer {
    let deletion = deletion(call)?;
    let mut store = world.lock();
    let old = store.get(&target.kind.kind, target.space(), target.name());
    let old = old.ok_or_else(|| Failure::not_found(&target.kind, target.name()))?;
    let deleted = world.delete(&mut store, &target.kind, &old, &deletion)?;
    drop(store);
    Ok(json(StatusCode::OK, &answered(&target.kind, &deleted, call)))
}

/// A success where the object is gone, the object where it is not. A pod is always shown.
fn answered(kind: &Kind, deleted: &Deleted, call: &Call) -> Value {
    match deleted {
        Deleted::Gone(last) if kind.kind != "Pod" => {
            let mut details = object!({"name": place::name(last), "kind": kind.plural, "uid": place::uid(last)});
            if !kind.group.is_empty() {
                details["group"] = object!(kind.group);
            }
            object!({"kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Success", "details": details})
        }
        Deleted::Gone(last) => read::shown(last, call),
        Deleted::Ending(object) => read::shown(object, call),
    }
}

pub(super) fn all(world: &World, target: &Target, call: &Call) -> Answer {
    let filter = list::filter(target, call)?;
    let deletion = deletion(call)?;
    let mut store = world.lock();
    let found = store.list(&target.kind.kind, target.namespace.as_deref());
    let mut items: Vec<Value> = Vec::new();
    for object in found.iter().filter(|object| filter.takes(object)) {
        world.delete(&mut store, &target.kind, object, &deletion)?;
        items.push(Value::clone(object));
    }
    let metadata = object!({"resourceVersion": store.version().to_string()});
    let kind = format!("{}List", target.kind.kind);
    Ok(json(
        StatusCode::OK,
        &object!({"kind": kind, "apiVersion": target.kind.api_version(), "metadata": metadata, "items": items}),
    ))
}

/// An eviction is a deletion here: the budgets of a simulated cluster refuse nobody.
pub(super) fn evict(world: &World, target: &Target, call: &Call) -> Answer {
    let mut store = world.lock();
    let old = store
        .get("Pod", target.space(), target.name())
        .ok_or_else(|| Failure::not_found(&target.kind, target.name()))?;
    let body = call.json().unwrap_or_default();
    let grace = place::int(&body, "/deleteOptions/gracePeriodSeconds");
    world.delete(
        &mut store,
        &target.kind,
        &old,
        &Deletion { grace, dry_run: call.dry_run()?, ..Deletion::default() },
    )?;
    Ok(json(StatusCode::CREATED, &object!({"kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Success"})))
}

/// Options stand in the body or in the parameters.
fn deletion(call: &Call) -> Result<Deletion, Failure> {
    let body = if call.body.trim_ascii().is_empty() { Value::Null } else { call.json()? };
    let text = |pointer: &str| Some(place::text(&body, pointer).to_owned()).filter(|text| !text.is_empty());
    let orphan = place::yes(&body, "/orphanDependents") || call.is("orphanDependents");
    let propagation = match text("/propagationPolicy") {
        Some(said) => said,
        None if orphan => "Orphan".into(),
        None => call.query("propagationPolicy").to_owned(),
    };
    if !matches!(propagation.as_str(), "" | "Foreground" | "Background" | "Orphan") {
        return Err(Failure::bad_request(format!("propagationPolicy: Unsupported value: {propagation:?}")));
    }
    let dry = place::items(&body, "/dryRun").iter().any(|said| said == "All");
    Ok(Deletion {
        uid: text("/preconditions/uid"),
        version: text("/preconditions/resourceVersion"),
        propagation,
        grace: match place::int(&body, "/gracePeriodSeconds") {
            Some(seconds) => Some(seconds),
            None => call.number("gracePeriodSeconds")?,
        },
        dry_run: dry || call.dry_run()?,
    })
}
