//! GET of one object, and the form in which objects are answered.

use super::{
    Answer, json,
    request::{Call, Target},
};
use crate::{failure::Failure, world::World};
use http::StatusCode;
use serde_json::{Value, json as object};

pub(super) fn answer(world: &World, target: &Target, call: &Call) -> Answer {
    let store = world.lock();
    let found = store.get(&target.kind.kind, target.space(), target.name());
    let found = found.ok_or_else(|| Failure::not_found(&target.kind, target.name()))?;
    Ok(json(StatusCode::OK, &shown(&found, call)))
}

/// The object, or only its metadata where that is asked for.
pub(super) fn shown(object: &Value, call: &Call) -> Value {
    if call.wants_metadata() { metadata(object) } else { object.clone() }
}

/// As `PartialObjectMetadata`.
pub(super) fn metadata(object: &Value) -> Value {
    object!({"kind": "PartialObjectMetadata", "apiVersion": "meta.k8s.io/v1", "metadata": object.get("metadata")})
}
