//! Volume claims are bound shortly after they are made, and kept while a pod uses them.

use super::{Hands, MANAGER};
use crate::{
    json::{self, items, text},
    world::CLAIM_GUARD,
};
use serde_json::{Value, json};

const PROVISIONER: &str = "sandbox.canopy.internal/volume";
/// Seconds until a volume is there.
const PROVISION: f64 = 0.8;

pub fn run(hands: &mut Hands<'_>) {
    let pods = hands.list("Pod");
    for claim in hands.list("PersistentVolumeClaim") {
        let name = json::name(&claim);
        if json::is_ending(&claim) {
            let used =
                pods.iter().any(|pod| uses(pod, name) && !matches!(text(pod, "/status/phase"), "Succeeded" | "Failed"));
            if !used {
                remove_volume(hands, &claim);
                hands.release("PersistentVolumeClaim", &claim, CLAIM_GUARD);
            }
        } else if text(&claim, "/status/phase") == "Bound" {
            grow(hands, &claim);
        } else {
            provision(hands, &claim);
        }
    }
}

/// Whether a pod mounts the claim.
pub fn uses(pod: &Value, claim: &str) -> bool {
    items(pod, "/spec/volumes").iter().any(|volume| text(volume, "/persistentVolumeClaim/claimName") == claim)
}

fn provision(hands: &mut Hands<'_>, claim: &Value) {
    let class = text(claim, "/spec/storageClassName");
    if hands.store.get("StorageClass", "", class).is_none() {
        let message = format!("storageclass.storage.k8s.io {class:?} not found");
        if !said(hands, claim, "ProvisioningFailed") {
            hands.event(claim, "persistentvolume-controller", true, "ProvisioningFailed", &message);
        }
        return;
    }
    let made = json::time(text(claim, "/metadata/creationTimestamp")).unwrap_or(hands.now);
    let ready = hands.after(made, PROVISION);
    if ready > hands.now {
        hands.wake(ready);
        return;
    }
    let volume = format!("pvc-{}", json::uid(claim));
    let size = claim.pointer("/spec/resources/requests/storage").cloned().unwrap_or_default();
    let modes = claim.pointer("/spec/accessModes").cloned().unwrap_or_default();
    if hands.store.get("PersistentVolume", "", &volume).is_none() {
        let object = json!({"metadata": {"name": volume, "annotations": {"pv.kubernetes.io/provisioned-by": PROVISIONER}},
            "spec": {"capacity": {"storage": size}, "accessModes": modes, "storageClassName": class, "volumeMode": "Filesystem",
                "persistentVolumeReclaimPolicy": "Delete", "hostPath": {"path": "/sandbox", "type": ""},
                "claimRef": {"apiVersion": "v1", "kind": "PersistentVolumeClaim", "namespace": json::namespace(claim), "name": json::name(claim), "uid": json::uid(claim)}},
            "status": {"phase": "Bound"}});
        if let Err(failure) = hands.create("PersistentVolume", object) {
            tracing::warn!(failure = failure.message, "a volume could not be made");
        }
    }
    let bound = hands.edit("PersistentVolumeClaim", claim, MANAGER, |claim| {
        json::set(claim, &["spec", "volumeName"], volume.clone());
        for note in ["bind-completed", "bound-by-controller"] {
            json::set(claim, &["metadata", "annotations", &format!("pv.kubernetes.io/{note}")], "yes");
        }
        json::set(claim, &["metadata", "annotations", "volume.kubernetes.io/storage-provisioner"], PROVISIONER);
    });
    if let Some(claim) = bound {
        let status = json!({"phase": "Bound", "accessModes": modes, "capacity": {"storage": size}});
        hands.set_status("PersistentVolumeClaim", &claim, MANAGER, status);
        hands.event(
            &claim,
            PROVISIONER,
            false,
            "ProvisioningSucceeded",
            &format!("Successfully provisioned volume {volume}"),
        );
    }
}

fn said(hands: &Hands<'_>, about: &Value, reason: &str) -> bool {
    hands
        .list("Event")
        .iter()
        .any(|event| text(event, "/involvedObject/uid") == json::uid(about) && text(event, "/reason") == reason)
}

/// A claim that asks for more gets more.
fn grow(hands: &mut Hands<'_>, claim: &Value) {
    let size = claim.pointer("/spec/resources/requests/storage").cloned().unwrap_or_default();
    if claim.pointer("/status/capacity/storage") != Some(&size) {
        let mut status = claim.get("status").cloned().unwrap_or_default();
        json::set(&mut status, &["capacity", "storage"], size);
        hands.set_status("PersistentVolumeClaim", claim, MANAGER, status);
    }
}

fn remove_volume(hands: &mut Hands<'_>, claim: &Value) {
    let volume = hands.store.get("PersistentVolume", "", text(claim, "/spec/volumeName"));
    if let Some(volume) = volume.filter(|volume| text(volume, "/spec/persistentVolumeReclaimPolicy") != "Retain") {
        hands.delete("PersistentVolume", &volume, None);
    }
}
