//! Finding a node for a pod.

use crate::{
    controllers::{Hands, condition},
    json::{self, items, text},
    quantity,
};
use serde_json::{Value, json};
use std::sync::Arc;

const COMPONENT: &str = "default-scheduler";
/// Seconds between two attempts, besides those that a change brings.
const AGAIN: f64 = 10.0;

/// Puts a pod on a node, or says why none can take it.
pub fn place(hands: &mut Hands<'_>, pod: &Value) {
    let nodes = hands.store.list("Node", None);
    let refusal = waits_for_volume(hands, pod).or_else(|| {
        let why: Vec<&str> = nodes.iter().filter_map(|node| unfit(hands, node, pod)).collect();
        (why.len() == nodes.len()).then(|| summary(nodes.len(), &why))
    });
    match refusal {
        None => {
            if let Some(node) = nodes.iter().find(|node| unfit(hands, node, pod).is_none()) {
                bind(hands, pod, node);
            }
        }
        Some(message) => wait(hands, pod, &message),
    }
}

fn bind(hands: &mut Hands<'_>, pod: &Value, node: &Arc<Value>) {
    let name = json::name(node).to_owned();
    let placed = hands.edit("Pod", pod, COMPONENT, |pod| json::set(pod, &["spec", "nodeName"], name.clone()));
    if let Some(pod) = placed {
        let stamp = hands.stamp();
        let mut status = pod.get("status").cloned().unwrap_or_default();
        json::set(
            &mut status,
            &["conditions"],
            json!([{"type": "PodScheduled", "status": "True", "lastProbeTime": null, "lastTransitionTime": stamp}]),
        );
        json::without_nulls(&mut status);
        hands.set_status("Pod", &pod, COMPONENT, status);
        let message = format!("Successfully assigned {}/{} to {name}", json::namespace(&pod), json::name(&pod));
        hands.event(&pod, COMPONENT, false, "Scheduled", &message);
    }
}

fn wait(hands: &mut Hands<'_>, pod: &Value, message: &str) {
    let mut status = pod.get("status").cloned().unwrap_or_default();
    let mut conditions = items(&status, "/conditions").to_vec();
    let fresh = !conditions.iter().any(|c| text(c, "/message") == message);
    condition(&mut conditions, &hands.stamp(), false, ("PodScheduled", false, "Unschedulable", message));
    json::set(&mut status, &["conditions"], conditions);
    hands.set_status("Pod", pod, COMPONENT, status);
    if fresh {
        hands.event(pod, COMPONENT, true, "FailedScheduling", message);
    }
    let again = hands.after(hands.now, AGAIN);
    hands.wake(again);
}

fn waits_for_volume(hands: &Hands<'_>, pod: &Value) -> Option<String> {
    let nodes = hands.store.list("Node", None).len();
    for volume in items(pod, "/spec/volumes") {
        let claim = text(volume, "/persistentVolumeClaim/claimName");
        if claim.is_empty() {
            continue;
        }
        match hands.get("PersistentVolumeClaim", claim) {
            None => {
                return Some(format!(
                    "0/{nodes} nodes are available: persistentvolumeclaim {claim:?} not found. not found"
                ));
            }
            Some(claim) if text(&claim, "/status/phase") != "Bound" => {
                return Some(format!(
                    "0/{nodes} nodes are available: pod has unbound immediate PersistentVolumeClaims. not found"
                ));
            }
            Some(_) => {}
        }
    }
    None
}

/// Why the node can't take the pod.
fn unfit(hands: &Hands<'_>, node: &Value, pod: &Value) -> Option<&'static str> {
    let wanted = json::map(pod, "/spec/nodeSelector").cloned().unwrap_or_default();
    if wanted
        .iter()
        .any(|(key, value)| node.pointer("/metadata/labels").and_then(|labels| labels.get(key)) != Some(value))
    {
        return Some("node(s) didn't match Pod's node affinity/selector");
    }
    if json::yes(node, "/spec/unschedulable") {
        return Some("node(s) were unschedulable");
    }
    let name = json::name(node);
    let there: Vec<Arc<Value>> = hands
        .store
        .list("Pod", None)
        .into_iter()
        .filter(|other| {
            text(other, "/spec/nodeName") == name && !matches!(text(other, "/status/phase"), "Succeeded" | "Failed")
        })
        .collect();
    for (resource, word) in [("cpu", "Insufficient cpu"), ("memory", "Insufficient memory")] {
        let all = quantity::nanos(text(node, &format!("/status/allocatable/{resource}"))).unwrap_or(0);
        let used: i128 = there.iter().map(|other| requested(other, resource)).sum();
        if used + requested(pod, resource) > all {
            return Some(word);
        }
    }
    let most: i128 = quantity::units(text(node, "/status/allocatable/pods")).unwrap_or(110);
    (i128::try_from(there.len()).unwrap_or(0) >= most).then_some("Too many pods")
}

fn requested(pod: &Value, resource: &str) -> i128 {
    let amount = |c: &Value| quantity::nanos(text(c, &format!("/resources/requests/{resource}"))).unwrap_or(0);
    let all: i128 = items(pod, "/spec/containers").iter().map(amount).sum();
    all.max(items(pod, "/spec/initContainers").iter().map(amount).max().unwrap_or(0))
}

fn summary(nodes: usize, why: &[&str]) -> String {
    if nodes == 0 {
        return "no nodes available to schedule pods".into();
    }
    let mut counted: Vec<(&str, usize)> = Vec::new();
    for reason in why {
        match counted.iter_mut().find(|(known, _)| known == reason) {
            Some((_, count)) => *count += 1,
            None => counted.push((reason, 1)),
        }
    }
    let parts: Vec<String> = counted.iter().map(|(reason, count)| format!("{count} {reason}")).collect();
    format!(
        "0/{nodes} nodes are available: {}. preemption: 0/{nodes} nodes are available: {nodes} Preemption is not helpful for scheduling.",
        parts.join(", ")
    )
}
