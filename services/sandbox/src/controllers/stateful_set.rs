//! Stateful sets: pods with a number, each with its own volumes, updated from the last to the first.

use super::{Hands, MANAGER, pods};
use crate::json::{self, int, items, text};
use serde_json::{Value, json};
use std::sync::Arc;

const COMPONENT: &str = "statefulset-controller";
const HASH: &str = "controller-revision-hash";
/// A longer name than this has no room for the hash in a label.
const MOST_NAME: usize = 52;

pub fn run(hands: &mut Hands<'_>) {
    for set in hands.list("StatefulSet") {
        if !json::is_ending(&set) && hands.is_open() {
            one(hands, &set);
        }
    }
}

fn one(hands: &mut Hands<'_>, set: &Value) {
    let template = set.pointer("/spec/template").cloned().unwrap_or_default();
    let update = format!("{}-{}", json::name(set), pods::revision(&template));
    let all = pods::of(hands, set);
    let replicas = int(set, "/spec/replicas").unwrap_or(1);
    let parallel = text(set, "/spec/podManagementPolicy") == "Parallel";
    let current = match text(set, "/status/currentRevision") {
        "" => update.clone(),
        known => known.to_owned(),
    };
    let mut busy = false;
    for ordinal in 0..replicas {
        let name = format!("{}-{ordinal}", json::name(set));
        match all.iter().find(|pod| json::name(pod) == name) {
            None if hands.is_patient(set) => busy = true,
            None => {
                busy |= !make(hands, set, &template, &update, ordinal);
                busy |= !parallel;
            }
            Some(pod) if json::is_ending(pod) => busy |= !parallel,
            Some(pod) if matches!(text(pod, "/status/phase"), "Succeeded" | "Failed") => {
                hands.delete("Pod", pod, None);
                busy = true;
            }
            Some(pod) => busy |= !parallel && !pods::is_ready(pod),
        }
        if busy {
            break;
        }
    }
    // A pod that cannot get ready must not keep its repair from coming.
    if !all.iter().any(|pod| json::is_ending(pod)) {
        scale_down(hands, set, &all, replicas);
        roll(hands, set, &all, &update, replicas, busy);
    }
    status(hands, set, &update, &current, replicas);
}

fn ordinal(pod: &Value) -> i64 {
    json::name(pod).rsplit('-').next().and_then(|text| text.parse().ok()).unwrap_or(-1)
}

/// The pod and its claims; false when it could not be made.
fn make(hands: &mut Hands<'_>, set: &Value, template: &Value, revision: &str, ordinal: i64) -> bool {
    let name = format!("{}-{ordinal}", json::name(set));
    let number = ordinal.to_string();
    if json::name(set).len() > MOST_NAME {
        let message = format!(
            "create Pod {name} in StatefulSet {} failed error: Pod {name:?} is invalid: metadata.labels: Invalid value: must be no more than 63 bytes",
            json::name(set)
        );
        return refused_as(hands, set, &message);
    }
    let labels =
        [(HASH, revision), ("statefulset.kubernetes.io/pod-name", &name), ("apps.kubernetes.io/pod-index", &number)];
    let mut pod = pods::of_template(hands, "StatefulSet", set, template, &labels);
    json::set(&mut pod, &["metadata", "name"], name.clone());
    json::set(&mut pod, &["spec", "hostname"], name.clone());
    if let Some(service) = set.pointer("/spec/serviceName") {
        json::set(&mut pod, &["spec", "subdomain"], service.clone());
    }
    let mut volumes = items(&pod, "/spec/volumes").to_vec();
    for claim in items(set, "/spec/volumeClaimTemplates") {
        let volume = json::name(claim);
        let claim_name = format!("{volume}-{name}");
        volumes.retain(|known| text(known, "/name") != volume);
        volumes.push(json!({"name": volume, "persistentVolumeClaim": {"claimName": claim_name}}));
        if hands.get("PersistentVolumeClaim", &claim_name).is_none() {
            let mut object = json!({"metadata": claim.get("metadata"), "spec": claim.get("spec")});
            json::set(&mut object, &["metadata", "name"], claim_name.clone());
            for (key, value) in json::map(set, "/spec/selector/matchLabels").into_iter().flatten() {
                json::default(&mut object, &["metadata", "labels", key], value.clone());
            }
            match hands.create("PersistentVolumeClaim", object) {
                Ok(_) => {
                    let message =
                        format!("create Claim {claim_name} Pod {name} in StatefulSet {} success", json::name(set));
                    hands.event(set, COMPONENT, false, "SuccessfulCreate", &message);
                }
                Err(failure) => return refused(hands, set, &name, &failure.message),
            }
        }
    }
    if !volumes.is_empty() {
        json::set(&mut pod, &["spec", "volumes"], volumes);
    }
    match hands.create("Pod", pod) {
        Ok(_) => {
            let message = format!("create Pod {name} in StatefulSet {} successful", json::name(set));
            hands.event(set, COMPONENT, false, "SuccessfulCreate", &message);
            true
        }
        Err(failure) => refused(hands, set, &name, &failure.message),
    }
}

fn refused(hands: &mut Hands<'_>, set: &Value, pod: &str, why: &str) -> bool {
    refused_as(hands, set, &format!("create Pod {pod} in StatefulSet {} failed error: {why}", json::name(set)))
}

fn refused_as(hands: &mut Hands<'_>, set: &Value, message: &str) -> bool {
    hands.event(set, COMPONENT, true, "FailedCreate", message);
    hands.be_patient(set);
    false
}

fn scale_down(hands: &mut Hands<'_>, set: &Value, all: &[Arc<Value>], replicas: i64) {
    let last = all.iter().filter(|pod| ordinal(pod) >= replicas).max_by_key(|pod| ordinal(pod));
    if let Some(pod) = last {
        let message = format!("delete Pod {} in StatefulSet {} successful", json::name(pod), json::name(set));
        hands.event(set, COMPONENT, false, "SuccessfulDelete", &message);
        hands.delete("Pod", pod, None);
    }
}

/// Deletes the last pod of an older revision, when all after it are ready.
fn roll(hands: &mut Hands<'_>, set: &Value, all: &[Arc<Value>], update: &str, replicas: i64, busy: bool) {
    if text(set, "/spec/updateStrategy/type") == "OnDelete" {
        return;
    }
    let partition = int(set, "/spec/updateStrategy/rollingUpdate/partition").unwrap_or(0);
    let revision = |pod: &Value| {
        pod.pointer("/metadata/labels")
            .and_then(|labels| labels.get(HASH))
            .and_then(Value::as_str)
            .unwrap_or_default()
            .to_owned()
    };
    let mut mine: Vec<&Arc<Value>> = all.iter().filter(|pod| (partition..replicas).contains(&ordinal(pod))).collect();
    mine.sort_by_key(|pod| std::cmp::Reverse(ordinal(pod)));
    for pod in mine {
        if revision(pod) != update {
            // Only one at a time, but one that is broken may always be replaced.
            if !busy || !pods::is_ready(pod) {
                let message = format!("delete Pod {} in StatefulSet {} successful", json::name(pod), json::name(set));
                hands.event(set, COMPONENT, false, "SuccessfulDelete", &message);
                hands.delete("Pod", pod, None);
            }
            return;
        }
        if !pods::is_ready(pod) {
            return;
        }
    }
}

fn status(hands: &mut Hands<'_>, set: &Value, update: &str, current: &str, replicas: i64) {
    let Some(set) = hands.get("StatefulSet", json::name(set)) else { return };
    let all: Vec<Arc<Value>> = pods::of(hands, &set).into_iter().filter(|pod| !json::is_ending(pod)).collect();
    let of = |revision: &str| {
        all.iter()
            .filter(|pod| {
                pod.pointer("/metadata/labels").and_then(|l| l.get(HASH)).and_then(Value::as_str) == Some(revision)
            })
            .count()
    };
    let ready = all.iter().filter(|pod| pods::is_ready(pod)).count();
    let min = int(&set, "/spec/minReadySeconds").unwrap_or(0);
    let available = all.iter().filter(|pod| pods::is_available(hands, pod, min)).count();
    let updated = of(update);
    let whole = usize::try_from(replicas).unwrap_or(0);
    let partition = int(&set, "/spec/updateStrategy/rollingUpdate/partition").unwrap_or(0);
    let current = if updated == whole && ready == whole && partition == 0 { update } else { current };
    let mut status = json!({"observedGeneration": set.pointer("/metadata/generation"), "replicas": all.len(), "availableReplicas": available,
        "currentRevision": current, "updateRevision": update, "collisionCount": 0});
    for (field, number) in [("readyReplicas", ready), ("currentReplicas", of(current)), ("updatedReplicas", updated)] {
        if number > 0 {
            status[field] = number.into();
        }
    }
    hands.set_status("StatefulSet", &set, MANAGER, status);
}
