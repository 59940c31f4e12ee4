//! Namespaces: each has a service account and the cluster's authority; one that ends takes everything in it along.

use super::{Hands, MANAGER, hands::condition};
use crate::json;
use serde_json::{Value, json};

const OURS: &str = "kubernetes";
/// Seconds that a namespace takes to end at least.
const SHORTEST: f64 = 3.0;

pub fn run(hands: &mut Hands<'_>) {
    let Some(namespace) = hands.store.get("Namespace", "", &hands.namespace) else { return };
    if json::is_ending(&namespace) {
        end(hands, &namespace);
        return;
    }
    if hands.get("ServiceAccount", "default").is_none() {
        let _ = hands.create("ServiceAccount", json!({"metadata": {"name": "default"}}));
    }
    if hands.get("ConfigMap", "kube-root-ca.crt").is_none() {
        let _ = hands.create("ConfigMap", json!({"metadata": {"name": "kube-root-ca.crt"}, "data": {"ca.crt": ""}}));
    }
}

fn end(hands: &mut Hands<'_>, namespace: &Value) {
    let name = hands.namespace.clone();
    for kind in hands.store.kinds_in(&name) {
        for object in hands.list(&kind) {
            // Pods are given the time they ask for; everything else goes as far as its finalizers let it.
            if !json::is_ending(&object) {
                hands.delete(&kind, &object, None);
            }
        }
    }
    let left = hands.store.kinds_in(&name);
    let asked = json::time(json::text(namespace, "/metadata/deletionTimestamp")).unwrap_or(hands.now);
    let gone = hands.after(asked, SHORTEST);
    if gone > hands.now {
        hands.wake(gone);
    } else if left.is_empty() {
        hands.edit("Namespace", namespace, MANAGER, |namespace| {
            let kept: Vec<Value> =
                json::items(namespace, "/spec/finalizers").iter().filter(|f| *f != OURS).cloned().collect();
            json::set(namespace, &["spec", "finalizers"], kept);
        });
        return;
    }
    let mut remaining = Vec::new();
    let mut finalizers = std::collections::BTreeMap::<String, usize>::new();
    for kind in &left {
        let objects = hands.list(kind);
        let resource = hands.world.kind(kind).resource();
        remaining.push(format!("{resource} has {} resource instances", objects.len()));
        for finalizer in objects.iter().flat_map(|object| json::items(object, "/metadata/finalizers")) {
            *finalizers.entry(finalizer.as_str().unwrap_or_default().to_owned()).or_default() += 1;
        }
    }
    let finalizers: Vec<String> =
        finalizers.iter().map(|(name, count)| format!("{name} in {count} resource instances")).collect();
    let mut conditions = json::items(namespace, "/status/conditions").to_vec();
    let stamp = hands.stamp();
    let content = format!("Some resources are remaining: {}", remaining.join(", "));
    condition(&mut conditions, &stamp, false, ("NamespaceContentRemaining", true, "SomeResourcesRemain", &content));
    let held = format!("Some content in the namespace has finalizers remaining: {}", finalizers.join(", "));
    condition(
        &mut conditions,
        &stamp,
        false,
        ("NamespaceFinalizersRemaining", !finalizers.is_empty(), "SomeFinalizersRemain", &held),
    );
    hands.set_status("Namespace", namespace, MANAGER, json!({"phase": "Terminating", "conditions": conditions}));
}
