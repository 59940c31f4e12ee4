//! What is on the volumes here: one line, kept as an annotation of the PersistentVolume. It names the volume that it was
//! written on first, so that a copy can be told from a volume that nobody has written to.

use crate::{
    json::{items, text},
    store::Store,
    world::{Intent, World},
};
use serde_json::{Value, json};
use std::sync::Arc;

/// The names by which Canopy runs what packs a volume and what unpacks it.
pub const PACK: &str = "canopy-pack";
pub const UNPACK: &str = "canopy-unpack";
/// That by which it asks whether it can.
pub const PROBE: &str = "canopy-probe";
const CONTENT: &str = "sandbox.canopy.internal/content";
const KIND: &str = "PersistentVolume";

/// The claim that a pod mounts first; empty: none.
pub fn mounted(pod: &Value) -> String {
    let claims = items(pod, "/spec/volumes").iter().map(|volume| text(volume, "/persistentVolumeClaim/claimName"));
    claims.into_iter().find(|claim| !claim.is_empty()).unwrap_or_default().to_owned()
}

/// What is on the volume of a claim.
pub fn packed(world: &World, namespace: &str, claim: &str) -> String {
    let Some(volume) = volume(&world.lock(), namespace, claim) else { return String::new() };
    let kept = volume["metadata"]["annotations"][CONTENT].as_str().map(str::to_owned);
    kept.unwrap_or_else(|| {
        format!("First written on {} {}", text(&volume, "/metadata/name"), text(&volume, "/metadata/uid"))
    })
}

/// Puts something else on it; false when that cannot be.
pub fn unpack(world: &World, namespace: &str, claim: &str, content: &[u8]) -> bool {
    let mut store = world.lock();
    let Some(old) = volume(&store, namespace, claim) else { return false };
    let mut new = Value::clone(&old);
    if !new["metadata"]["annotations"].is_object() {
        new["metadata"]["annotations"] = json!({});
    }
    new["metadata"]["annotations"][CONTENT] = json!(String::from_utf8_lossy(content));
    world.update(&mut store, &world.kind(KIND), &old, new, &Intent::of("kubelet")).is_ok()
}

fn volume(store: &Store, namespace: &str, claim: &str) -> Option<Arc<Value>> {
    let claim = store.get("PersistentVolumeClaim", namespace, claim)?;
    store.get(KIND, "", text(&claim, "/spec/volumeName"))
}
