//! PATCH in its four forms.

use super::{
    Answer, change, json, read,
    request::{Call, Target},
};
use crate::{failure::Failure, patch, world::World};
use http::StatusCode;
use serde_json::Value;

pub(super) fn answer(world: &World, target: &Target, call: &Call) -> Answer {
    if call.content_type == "application/apply-patch+yaml" {
        return apply(world, target, call);
    }
    let patch = call.json()?;
    let mut store = world.lock();
    let old = store.get(&target.kind.kind, target.space(), target.name());
    let old = old.ok_or_else(|| Failure::not_found(&target.kind, target.name()))?;
    let mut new = Value::clone(&old);
    let version = new.pointer("/metadata/resourceVersion").cloned();
    // Only what the patch itself says is a precondition.
    crate::json::remove(&mut new, "/metadata", "resourceVersion");
    match call.content_type.as_str() {
        "application/json-patch+json" => {
            if let Some(version) = version {
                crate::json::set(&mut new, &["metadata", "resourceVersion"], version);
            }
            patch::json(&mut new, &patch)?;
        }
        "application/merge-patch+json" => patch::merge(&mut new, &patch),
        "application/strategic-merge-patch+json" => {
            patch::strategic::merge(&world.catalogue.schema, Some(target.kind.schema), &mut new, &patch)?;
        }
        other => return Err(Failure::unsupported_media(other)),
    }
    target.fits(&mut new)?;
    change::known(world, target, call, &new)?;
    let patched = world.update(&mut store, &target.kind, &old, new, &change::intent(target, call)?)?;
    drop(store);
    Ok(json(StatusCode::OK, &read::shown(&patched, call)))
}

fn apply(world: &World, target: &Target, call: &Call) -> Answer {
    if call.query("fieldManager").is_empty() {
        return Err(Failure::no_manager());
    }
    let mut applied = call.json()?;
    if applied.get("apiVersion").is_none() || applied.get("kind").is_none() {
        return Err(Failure::bad_request("error decoding: Object 'Kind' is missing in the applied configuration"));
    }
    let said = crate::json::namespace(&applied).to_owned();
    target.fits(&mut applied)?;
    if said.is_empty() {
        crate::json::remove(&mut applied, "/metadata", "namespace");
    }
    if applied.pointer("/metadata/managedFields").is_some() {
        return Err(Failure::bad_request("metadata.managedFields must be nil"));
    }
    let place = (target.space(), target.name());
    let mut store = world.lock();
    let (object, created) =
        world.apply(&mut store, &target.kind, place, &applied, &change::intent(target, call)?, call.is("force"))?;
    drop(store);
    Ok(json(if created { StatusCode::CREATED } else { StatusCode::OK }, &read::shown(&object, call)))
}
