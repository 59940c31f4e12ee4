//! Deletions: preconditions, finalizers, time to end.

use super::{FOREGROUND, ORPHAN, World, has_generation};
use crate::{catalogue::Kind, failure::Failure, json, store::Store};
use serde_json::Value;
use std::sync::Arc;

/// What a deletion requires and wants.
#[derive(Debug, Clone, Default)]
pub struct Deletion {
    pub uid: Option<String>,
    pub version: Option<String>,
    /// `Foreground`, `Orphan`, or what happens otherwise.
    pub propagation: String,
    /// Seconds; `Some(0)` at once.
    pub grace: Option<i64>,
    pub dry_run: bool,
}

/// What became of a deletion.
pub enum Deleted {
    /// It is gone; its last state.
    Gone(Arc<Value>),
    /// Finalizers or a grace period hold it.
    Ending(Arc<Value>),
}

impl World {
    /// Deletes an object, or marks it when something holds it.
    ///
    /// # Errors
    /// A precondition that does not hold.
    pub fn delete(
        &self,
        store: &mut Store,
        kind: &Kind,
        old: &Arc<Value>,
        deletion: &Deletion,
    ) -> Result<Deleted, Failure> {
        let name = json::name(old).to_owned();
        if let Some(uid) = &deletion.uid
            && uid != json::uid(old)
        {
            let why = format!(
                "the UID in the precondition ({uid}) does not match the UID in record ({}). The object might have been deleted and then recreated",
                json::uid(old)
            );
            return Err(Failure::precondition(kind, &name, &why));
        }
        let version = json::text(old, "/metadata/resourceVersion");
        if let Some(wanted) = &deletion.version
            && wanted != version
        {
            let why = format!(
                "the ResourceVersion in the precondition ({wanted}) does not match the ResourceVersion in record ({version}). The object might have been modified"
            );
            return Err(Failure::precondition(kind, &name, &why));
        }
        let mut object = Value::clone(old);
        finalizers(&mut object, &deletion.propagation);
        let grace = grace(kind, &object, deletion.grace);
        let shortened = json::int(old, "/metadata/deletionGracePeriodSeconds").is_some_and(|was| grace < was);
        if !json::is_ending(&object) {
            let at = self.clock.now() + time::Duration::seconds(grace);
            json::set(&mut object, &["metadata", "deletionTimestamp"], json::stamp(at));
            if kind.kind != "Namespace" {
                json::set(&mut object, &["metadata", "deletionGracePeriodSeconds"], grace);
            }
            if has_generation(kind) {
                let generation = json::int(&object, "/metadata/generation").unwrap_or(0) + 1;
                json::set(&mut object, &["metadata", "generation"], generation);
            }
            if kind.kind == "Namespace" {
                json::set(&mut object, &["status", "phase"], "Terminating");
            }
        } else if shortened {
            json::set(&mut object, &["metadata", "deletionGracePeriodSeconds"], grace);
        }
        let free = is_free(kind, &object);
        if deletion.dry_run {
            let object = Arc::new(object);
            return Ok(if free { Deleted::Gone(object) } else { Deleted::Ending(object) });
        }
        if free && let Some(gone) = store.remove(&kind.kind, json::namespace(old), &name) {
            return Ok(Deleted::Gone(gone));
        }
        if object == **old {
            return Ok(Deleted::Ending(Arc::clone(old)));
        }
        Ok(Deleted::Ending(store.put(&kind.kind, object)))
    }
}

/// Adds or removes the finalizers that say what becomes of dependents.
fn finalizers(object: &mut Value, propagation: &str) {
    let mut list: Vec<Value> = json::items(object, "/metadata/finalizers").to_vec();
    let had = list.clone();
    let wanted = match propagation {
        "Foreground" => Some(FOREGROUND),
        "Orphan" => Some(ORPHAN),
        "Background" => None,
        _ => return,
    };
    list.retain(|f| f != FOREGROUND && f != ORPHAN || f.as_str() == wanted);
    if let Some(wanted) = wanted
        && !list.iter().any(|f| f == wanted)
    {
        list.push(wanted.into());
    }
    if list == had {
        return;
    }
    if list.is_empty() {
        json::remove(object, "/metadata", "finalizers");
    } else {
        json::set(object, &["metadata", "finalizers"], list);
    }
}

fn grace(kind: &Kind, object: &Value, wanted: Option<i64>) -> i64 {
    let over = matches!(json::text(object, "/status/phase"), "Succeeded" | "Failed");
    if kind.kind != "Pod" || over || json::text(object, "/spec/nodeName").is_empty() {
        return 0;
    }
    wanted.or_else(|| json::int(object, "/spec/terminationGracePeriodSeconds")).unwrap_or(30).max(0)
}

/// Whether nothing holds an object that is on its way out.
pub(super) fn is_free(kind: &Kind, object: &Value) -> bool {
    let held = !json::items(object, "/metadata/finalizers").is_empty()
        || (kind.kind == "Namespace" && !json::items(object, "/spec/finalizers").is_empty());
    !held && json::int(object, "/metadata/deletionGracePeriodSeconds").unwrap_or(0) == 0
}
