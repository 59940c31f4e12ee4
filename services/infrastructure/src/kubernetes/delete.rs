//! Deleting one object so that a worker that was overtaken deletes nothing: the same order as in applying, with uid and
//! resourceVersion as preconditions.

use crate::kubernetes::{
    apply::ATTEMPTS,
    change::Change,
    failure::{self, Fault},
    kinds::{self, Kind},
};
use kit::Result;
use kube::api::{DeleteParams, DynamicObject, Preconditions};

/// What became of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deleted {
    /// It was not there.
    Gone,
    /// It goes away; finalizers or a grace period may hold it.
    Going,
    /// It is not ours to delete, and stays.
    Kept,
}

/// Deletes the object when `ours` says so of what is there now.
///
/// # Errors
/// `FENCED`, or the cluster's refusal.
pub async fn delete(
    change: &Change,
    kind: Kind,
    name: &str,
    ours: &(dyn Fn(&DynamicObject) -> bool + Send + Sync),
) -> Result<Deleted> {
    let doing = change.space.doing("delete", kind, name);
    for _ in 0..ATTEMPTS {
        let Some(object) = change.space.get(kind, name).await? else { return Ok(Deleted::Gone) };
        if !ours(&object) {
            return Ok(Deleted::Kept);
        }
        if object.metadata.deletion_timestamp.is_some() {
            return Ok(Deleted::Going);
        }
        change.still_mine("delete", kind.kind, name).await?;
        match change.space.send_delete(kind, name, &params(kind, &object)).await {
            Ok(()) => return Ok(Deleted::Going),
            Err(Fault::Missing) => return Ok(Deleted::Gone),
            Err(Fault::Stale | Fault::Exists) => {}
            Err(fault) => return Err(doing.error(fault)),
        }
    }
    Err(failure::changing(&doing.object()))
}

fn params(kind: Kind, object: &DynamicObject) -> DeleteParams {
    // Pods of a database end before its StatefulSet counts as gone; everything else may follow in the background.
    let base = if kind == kinds::STATEFUL_SET { DeleteParams::foreground() } else { DeleteParams::background() };
    base.preconditions(Preconditions {
        uid: object.metadata.uid.clone(),
        resource_version: object.metadata.resource_version.clone(),
    })
}
