//! Replica sets: as many pods as wanted.

use super::{Hands, MANAGER, hands::condition, pods};
use crate::json::{self, int};
use serde_json::{Value, json};
use std::sync::Arc;

const COMPONENT: &str = "replicaset-controller";

pub fn run(hands: &mut Hands<'_>) {
    for set in hands.list("ReplicaSet") {
        if !json::is_ending(&set) {
            one(hands, &set);
        }
    }
}

fn one(hands: &mut Hands<'_>, set: &Value) {
    let wanted = int(set, "/spec/replicas").unwrap_or(1);
    let mut active: Vec<Arc<Value>> = pods::of(hands, set).into_iter().filter(|pod| pods::is_active(pod)).collect();
    let have = i64::try_from(active.len()).unwrap_or(i64::MAX);
    let mut failure = None;
    let patient = have < wanted && hands.is_patient(set);
    if have < wanted && !patient && hands.is_open() {
        let template = set.pointer("/spec/template").cloned().unwrap_or_default();
        for _ in have..wanted {
            let mut pod = pods::of_template(hands, "ReplicaSet", set, &template, &[]);
            let prefix = format!("{}-", json::name(set));
            json::set(&mut pod, &["metadata", "generateName"], prefix);
            match pods::create(hands, set, COMPONENT, pod) {
                Ok(pod) => active.push(pod),
                Err(refused) => {
                    // Tried again soon: a quota may have been raised.
                    failure = Some(refused.message);
                    hands.be_patient(set);
                    break;
                }
            }
        }
    } else if have > wanted {
        // Those that are not ready go first, then the youngest.
        active.sort_by_key(|pod| {
            (pods::is_ready(pod), std::cmp::Reverse(json::text(pod, "/metadata/creationTimestamp").to_owned()))
        });
        for pod in active.drain(..usize::try_from(have - wanted).unwrap_or(0)) {
            hands.event(set, COMPONENT, false, "SuccessfulDelete", &format!("Deleted pod: {}", json::name(&pod)));
            hands.delete("Pod", &pod, None);
        }
    }
    let min = int(set, "/spec/minReadySeconds").unwrap_or(0);
    let ready = active.iter().filter(|pod| pods::is_ready(pod)).count();
    let available = active.iter().filter(|pod| pods::is_available(hands, pod, min)).count();
    let ending = pods::of(hands, set).iter().filter(|pod| json::is_ending(pod)).count();
    let mut conditions = json::items(set, "/status/conditions").to_vec();
    match failure {
        Some(message) => {
            condition(&mut conditions, &hands.stamp(), false, ("ReplicaFailure", true, "FailedCreate", &message))
        }
        None if i64::try_from(active.len()).unwrap_or(0) >= wanted || !hands.is_open() => conditions.clear(),
        None => {}
    }
    let mut status = json!({"replicas": active.len(), "fullyLabeledReplicas": active.len(), "readyReplicas": ready,
        "availableReplicas": available, "terminatingReplicas": ending, "observedGeneration": set.pointer("/metadata/generation")});
    if !conditions.is_empty() {
        status["conditions"] = conditions.into();
    }
    hands.set_status("ReplicaSet", set, MANAGER, status);
}
