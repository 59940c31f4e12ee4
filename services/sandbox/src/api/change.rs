//! POST and PUT: objects, their status, their scale.

use super::{
    Answer, json, read,
    request::{Call, Target},
};
use crate::{
    check,
    failure::Failure,
    json as place,
    world::{Intent, World},
};
use http::{Method, StatusCode};
use serde_json::{Value, json as object};

pub(super) fn create(world: &World, target: &Target, call: &Call) -> Answer {
    if target.kind.namespaced && target.namespace.is_none() {
        return Err(Failure::no_method());
    }
    let mut object = call.json()?;
    target.fits(&mut object)?;
    known(world, target, call, &object)?;
    let mut store = world.lock();
    let created = world.create(&mut store, &target.kind, object, &intent(target, call)?)?;
    drop(store);
    Ok(json(StatusCode::CREATED, &read::shown(&created, call)))
}

pub(super) fn replace(world: &World, target: &Target, call: &Call) -> Answer {
    let mut object = call.json()?;
    target.fits(&mut object)?;
    known(world, target, call, &object)?;
    let mut store = world.lock();
    let old = store.get(&target.kind.kind, target.space(), target.name());
    let old = old.ok_or_else(|| Failure::not_found(&target.kind, target.name()))?;
    let uid = place::uid(&object);
    if !uid.is_empty() && uid != place::uid(&old) {
        let key = format!("/registry/{}/{}/{}", target.kind.plural, target.space(), target.name());
        let why = format!(
            "StorageError: invalid object, Code: 4, Key: {key}, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: {uid}, UID in object meta: {}",
            place::uid(&old)
        );
        return Err(Failure::conflict(&target.kind, target.name(), &why));
    }
    let replaced = world.update(&mut store, &target.kind, &old, object, &intent(target, call)?)?;
    drop(store);
    Ok(json(StatusCode::OK, &read::shown(&replaced, call)))
}

/// How the request's write is meant.
pub(super) fn intent(target: &Target, call: &Call) -> Result<Intent, Failure> {
    Ok(Intent { manager: call.manager(), subresource: target.part.clone(), dry_run: call.dry_run()? })
}

/// Refuses a body that does not fit its kind; unknown fields where the request is strict about them (elsewhere they are
/// left out, as the real server does).
pub(super) fn known(world: &World, target: &Target, call: &Call, body: &Value) -> Result<(), Failure> {
    let kind = &target.kind;
    let place = || format!("{} in version {:?} cannot be handled as a {}", kind.kind, kind.version, kind.kind);
    match check::unknown_fields(&world.catalogue.schema, kind.schema, body) {
        Err(problem) => Err(Failure::bad_request(format!("{}: {problem}", place()))),
        Ok(unknown) if !unknown.is_empty() && call.query("fieldValidation") == "Strict" => {
            let fields: Vec<String> = unknown.iter().map(|field| format!("unknown field {field:?}")).collect();
            Err(Failure::bad_request(format!("{}: strict decoding error: {}", place(), fields.join(", "))))
        }
        Ok(_) => Ok(()),
    }
}

/// GET, PUT and PATCH of how many replicas there should be.
pub(super) fn scale(world: &World, target: &Target, call: &Call) -> Answer {
    let mut store = world.lock();
    let old = store.get(&target.kind.kind, target.space(), target.name());
    let mut shown = old.ok_or_else(|| Failure::not_found(&target.kind, target.name()))?;
    if call.method == Method::PUT || call.method == Method::PATCH {
        let body = call.json()?;
        let mut wanted = scale_of(&shown);
        if call.method == Method::PUT {
            wanted = body
        } else {
            crate::patch::merge(&mut wanted, &body)
        }
        let mut new = Value::clone(&shown);
        place::set(&mut new, &["spec", "replicas"], place::int(&wanted, "/spec/replicas").unwrap_or(0));
        let version = place::text(&wanted, "/metadata/resourceVersion");
        if !version.is_empty() {
            place::set(&mut new, &["metadata", "resourceVersion"], version);
        }
        // The scale is a way to the spec: the generation counts it.
        let mut intent = intent(target, call)?;
        intent.subresource = String::new();
        shown = world.update(&mut store, &target.kind, &shown, new, &intent)?;
    } else if call.method != Method::GET {
        return Err(Failure::no_method());
    }
    Ok(json(StatusCode::OK, &scale_of(&shown)))
}

fn scale_of(workload: &Value) -> Value {
    let selector = place::map(workload, "/spec/selector/matchLabels").into_iter().flatten();
    let selector: Vec<String> =
        selector.map(|(key, value)| format!("{key}={}", value.as_str().unwrap_or_default())).collect();
    let metadata = workload.get("metadata").cloned().unwrap_or_default();
    object!({"kind": "Scale", "apiVersion": "autoscaling/v1",
        "metadata": {"name": metadata["name"], "namespace": metadata["namespace"], "uid": metadata["uid"],
            "resourceVersion": metadata["resourceVersion"], "creationTimestamp": metadata["creationTimestamp"]},
        "spec": {"replicas": place::int(workload, "/spec/replicas").unwrap_or(0)},
        "status": {"replicas": place::int(workload, "/status/replicas").unwrap_or(0), "selector": selector.join(",")}})
}

/// PUT of a namespace's own finalizers.
pub(super) fn finalize(world: &World, target: &Target, call: &Call) -> Answer {
    let body = call.json()?;
    let mut store = world.lock();
    let old = store
        .get(&target.kind.kind, "", target.name())
        .ok_or_else(|| Failure::not_found(&target.kind, target.name()))?;
    let mut new = Value::clone(&old);
    let wanted = body.pointer("/spec/finalizers").cloned().unwrap_or_else(|| object!([]));
    place::set(&mut new, &["spec", "finalizers"], wanted);
    let mut intent = intent(target, call)?;
    intent.subresource = String::new();
    let done = world.update(&mut store, &target.kind, &old, new, &intent)?;
    Ok(json(StatusCode::OK, &done))
}
