//! Applying one object so that a worker that was overtaken changes nothing.
//!
//! The order is the point: read the object, then look at the fence, then send an apply that carries the uid and the
//! resourceVersion that were read. If another worker takes over before the look, the look stops us; if it takes over after
//! the look and applies, the object has moved (every worker writes its own stamp) and our request is refused. An object
//! that does not exist is sent with a resourceVersion that no object has: the API server ignores it when it creates, and
//! refuses when somebody was faster. So one that should not exist need not be read at all. What remains is an object that
//! a later worker deleted meanwhile; see [`Change::still_mine`] about the clock.

use crate::kubernetes::{
    change::Change,
    failure::{self, Fault},
    hands,
    kinds::{self, Kind},
    managed_fields,
};
use k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta;
use kit::{Error, Message, Result, message};
use kube::{
    ResourceExt as _,
    api::{DynamicObject, Patch},
};
use serde_json::{Value, json};

/// Set by every apply, never part of a manifest.
pub const FENCE_ANNOTATION: &str = "canopy.internal/fence";
/// Owner of a release's fields: the same as the Helm CLI's, so that both prune and none conflicts.
pub const HELM: &str = "helm";
/// How often an object that moved is read again. Fixed: the caller repeats the whole call.
pub const ATTEMPTS: usize = 5;
/// No object has it; see above.
const NONE_YET: &str = "1";

/// Who may own an object that exists already.
pub type Ours<'a> = &'a (dyn Fn(&DynamicObject) -> Result<()> + Send + Sync);

/// What is known and asked of an object that may be there already.
#[derive(Clone, Copy)]
pub struct Existing<'a> {
    ours: Ours<'a>,
    is_done: &'a (dyn Fn(&DynamicObject) -> bool + Send + Sync),
    unexpected: bool,
}

impl<'a> Existing<'a> {
    /// It may be there, and what this very worker applied before is enough.
    #[must_use]
    pub fn of(ours: Ours<'a>) -> Self {
        Self { ours, is_done: &|_| true, unexpected: false }
    }

    /// For a worker that applies an object more than once: what it applied before is enough when this says so.
    #[must_use]
    pub fn until(self, is_done: &'a (dyn Fn(&DynamicObject) -> bool + Send + Sync)) -> Self {
        Self { is_done, ..self }
    }

    /// With true it should not be there: the apply is sent at once, and the object is read only when it is.
    #[must_use]
    pub fn unexpected(self, unexpected: bool) -> Self {
        Self { unexpected, ..self }
    }
}

/// Applies `body` (without uid, version and stamp), unless this very worker did already.
///
/// # Errors
/// What is asked of an object that exists, `FENCED`, the cluster's refusal, or `Unavailable` while the object is being deleted.
pub async fn apply(
    change: &Change,
    kind: Kind,
    manager: &str,
    body: &Value,
    existing: Existing<'_>,
) -> Result<DynamicObject> {
    let name = body.pointer("/metadata/name").and_then(Value::as_str).unwrap_or_default().to_owned();
    let doing = change.space.doing("apply", kind, &name);
    for attempt in 0..ATTEMPTS {
        let unread = existing.unexpected && attempt == 0;
        let mut live = if unread { None } else { change.space.get(kind, &name).await? };
        if let Some(object) = &live {
            (existing.ours)(object)?;
            // It would take the change along with it when it goes; once it has gone, the next attempt makes its successor.
            if object.metadata.deletion_timestamp.is_some() {
                return Err(failure::going(&doing.object()));
            }
            let stamped = object.annotations().get(FENCE_ANNOTATION) == Some(&change.fence.stamp());
            if stamped && is_owned(object, manager) && (existing.is_done)(object) {
                return Ok(live.take().unwrap_or_else(|| DynamicObject::new(&name, &kind.api())));
            }
            if manager == HELM && adopt_fields(change, kind, object).await? {
                continue;
            }
        }
        change.still_mine("apply", kind.kind, &name).await?;
        match change.space.send_apply(kind, &name, manager, &addressed(change, body, live.as_ref())).await {
            Ok(object) => return Ok(object),
            Err(Fault::Stale | Fault::Exists | Fault::Missing) => {}
            // what is there against expectation is looked at: whose it is says more than why it does not go together
            Err(Fault::Other(Error::Conflict(_) | Error::Invalid { .. }))
                if unread && change.space.get(kind, &name).await?.is_some() => {}
            Err(fault) => return Err(doing.error(fault)),
        }
    }
    Err(failure::changing(&doing.object()))
}

/// The body with the stamp and with what the object must still be.
fn addressed(change: &Change, body: &Value, live: Option<&DynamicObject>) -> Value {
    let mut body = body.clone();
    let metadata = &mut body["metadata"];
    match live {
        Some(object) => {
            metadata["uid"] = json!(object.metadata.uid);
            metadata["resourceVersion"] = json!(object.metadata.resource_version);
        }
        None => metadata["resourceVersion"] = json!(NONE_YET),
    }
    if !metadata["annotations"].is_object() {
        metadata["annotations"] = json!({});
    }
    metadata["annotations"][FENCE_ANNOTATION] = json!(change.fence.stamp());
    body
}

/// Whether the manager has applied the object at all: a stamp copied by somebody else proves nothing.
fn is_owned(object: &DynamicObject, manager: &str) -> bool {
    let entries = object.metadata.managed_fields.as_deref().unwrap_or_default();
    entries.iter().any(|entry| entry.manager.as_deref() == Some(manager) && entry.operation.as_deref() == Some("Apply"))
}

/// Turns what Helm 3 wrote by update into what is owned by apply; without it a removed field stays for ever. A change that
/// takes back does so with what others changed by hand, too. True when the object was changed and must be read again.
async fn adopt_fields(change: &Change, kind: Kind, object: &DynamicObject) -> Result<bool> {
    let entries = object.metadata.managed_fields.as_deref().unwrap_or_default();
    let upgraded = managed_fields::upgraded(entries, HELM);
    let taken = change.takes_back.then(|| hands::taken_back(upgraded.as_deref().unwrap_or(entries))).flatten();
    let Some(entries) = taken.or(upgraded) else { return Ok(false) };
    let name = object.name_any();
    // A merge patch replaces the list; uid and resourceVersion in it are preconditions.
    let patch = Patch::Merge(json!({"metadata": {
        "uid": object.metadata.uid, "resourceVersion": object.metadata.resource_version, "managedFields": entries}}));
    change.still_mine("patch", kind.kind, &name).await?;
    match change.space.send_patch(kind, &name, None, &patch).await {
        Ok(_) | Err(Fault::Stale | Fault::Missing) => Ok(true),
        Err(fault) => Err(change.space.doing("patch", kind, &name).error(fault)),
    }
}

/// Applies a document of the release, with Helm's ownership; `unexpected` as of [`Existing`].
///
/// # Errors
/// Conflict `FOREIGN_OBJECT` when an object of that name is not this release's; else as [`apply`].
pub async fn document(change: &Change, document: &Value, unexpected: bool) -> Result<DynamicObject> {
    let kind = kinds::of_document(document).ok_or_else(|| not_allowed(document))?;
    let (release, namespace) = (&change.ticket.release, &change.ticket.namespace);
    let body = helm::owned(document, release, namespace);
    let ours = |object: &DynamicObject| owned_by_release(object, kind, release, namespace);
    apply(change, kind, HELM, &body, Existing::of(&ours).unexpected(unexpected)).await
}

/// That an object that exists is this release's.
///
/// # Errors
/// Conflict `FOREIGN_OBJECT`.
pub fn owned_by_release(object: &DynamicObject, kind: Kind, release: &str, namespace: &str) -> Result<()> {
    let whose = owner(object);
    match &whose {
        Some((name, place)) if name == release && place == namespace => Ok(()),
        Some((other, _)) => {
            Err(foreign(kind, &object.name_any(), message!(OfRelease, release = failure::plain(other))))
        }
        None => Err(foreign(kind, &object.name_any(), message!(OfNoRelease))),
    }
}

/// Which release a live object says it belongs to, as (release, namespace).
#[must_use]
pub fn owner(object: &DynamicObject) -> Option<(String, String)> {
    owner_in(&object.metadata)
}

/// As [`owner`], by metadata alone.
#[must_use]
pub fn owner_in(metadata: &ObjectMeta) -> Option<(String, String)> {
    helm::owner(&json!({"metadata": {"labels": metadata.labels, "annotations": metadata.annotations}}))
}

/// The refusal to overwrite what is not ours.
#[must_use]
pub fn foreign(kind: Kind, name: &str, whose: Message) -> Error {
    Error::conflict(message!(FOREIGN_OBJECT, object = format!("{} {name}", kind.kind), whose = whose))
}

/// The refusal of a document that is not in the table.
#[must_use]
pub fn not_allowed(document: &Value) -> Error {
    let text = |key: &str| failure::plain(document.get(key).and_then(Value::as_str).unwrap_or("?"));
    Error::invalid(message!(KIND_NOT_ALLOWED, version = text("apiVersion"), kind = text("kind")))
}
