//! Owners and what they own: what belonged to something that is gone goes, too.

use super::{Hands, MANAGER};
use crate::{
    json,
    world::{Deletion, FOREGROUND, ORPHAN},
};
use serde_json::Value;
use std::{collections::BTreeSet, sync::Arc};

pub fn run(hands: &mut Hands<'_>) {
    let kinds = hands.store.kinds_in(&hands.namespace.clone());
    let all: Vec<(String, Arc<Value>)> =
        kinds.iter().flat_map(|kind| hands.list(kind).into_iter().map(move |object| (kind.clone(), object))).collect();
    let uids: BTreeSet<&str> = all.iter().map(|(_, object)| json::uid(object)).collect();
    let owners = |object: &Value| -> Vec<String> {
        json::items(object, "/metadata/ownerReferences")
            .iter()
            .map(|owner| json::text(owner, "/uid").to_owned())
            .collect()
    };
    for (kind, object) in &all {
        let ending = json::is_ending(object);
        let has = |finalizer: &str| json::items(object, "/metadata/finalizers").iter().any(|f| f == finalizer);
        let uid = json::uid(object);
        let dependents = || all.iter().filter(|(_, other)| owners(other).iter().any(|owner| owner == uid));
        if ending && has(ORPHAN) {
            for (kind, dependent) in dependents() {
                disown(hands, kind, dependent, uid);
            }
            hands.release(kind, object, ORPHAN);
        } else if ending && has(FOREGROUND) {
            let mut waits = false;
            for (kind, dependent) in dependents() {
                waits |= blocks(dependent, uid);
                if !json::is_ending(dependent) {
                    hands.delete_as(
                        kind,
                        dependent,
                        Deletion { propagation: "Foreground".into(), ..Deletion::default() },
                    );
                }
            }
            if !waits {
                hands.release(kind, object, FOREGROUND);
            }
        }
        let owners = owners(object);
        if !ending
            && !owners.is_empty()
            && owners.iter().all(|owner| !uids.contains(owner.as_str()) && !is_cluster_wide(hands, owner))
        {
            hands.delete_as(kind, object, Deletion { propagation: "Background".into(), ..Deletion::default() });
        }
    }
}

fn blocks(dependent: &Value, uid: &str) -> bool {
    json::items(dependent, "/metadata/ownerReferences")
        .iter()
        .any(|owner| json::text(owner, "/uid") == uid && json::yes(owner, "/blockOwnerDeletion"))
}

fn is_cluster_wide(hands: &Hands<'_>, uid: &str) -> bool {
    ["Namespace", "Node", "PersistentVolume"]
        .iter()
        .any(|kind| hands.store.list(kind, None).iter().any(|object| json::uid(object) == uid))
}

fn disown(hands: &mut Hands<'_>, kind: &str, dependent: &Value, uid: &str) {
    hands.edit(kind, dependent, MANAGER, |object| {
        let kept: Vec<Value> = json::items(object, "/metadata/ownerReferences")
            .iter()
            .filter(|owner| json::text(owner, "/uid") != uid)
            .cloned()
            .collect();
        if kept.is_empty() {
            json::remove(object, "/metadata", "ownerReferences");
        } else {
            json::set(object, &["metadata", "ownerReferences"], kept);
        }
    });
}
