//! Deployments: a replica set per template, and the way from one to the next.

use super::{
    Hands, MANAGER,
    hands::condition,
    pods::{self, count},
};
use crate::json::{self, int, text};
use serde_json::{Value, json};
use std::sync::Arc;

const COMPONENT: &str = "deployment-controller";
const REVISION: &str = "deployment.kubernetes.io/revision";
const HASH: &str = "pod-template-hash";

pub fn run(hands: &mut Hands<'_>) {
    for deployment in hands.list("Deployment") {
        if !json::is_ending(&deployment) && hands.is_open() {
            one(hands, &deployment);
        }
    }
}

fn one(hands: &mut Hands<'_>, deployment: &Value) {
    let all = hands.owned("ReplicaSet", deployment);
    let template = deployment.pointer("/spec/template").cloned().unwrap_or_default();
    let mut newest = all.iter().find(|set| without_hash(set.pointer("/spec/template")) == template).cloned();
    let paused = json::yes(deployment, "/spec/paused");
    let old: Vec<Arc<Value>> = all.iter().filter(|set| newest.as_ref().is_none_or(|new| json::uid(new) != json::uid(set))).cloned().collect();
    if !paused {
        let recreate = text(deployment, "/spec/strategy/type") == "Recreate";
        if recreate && scale_down_all(hands, deployment, &old) {
            status(hands, deployment, newest.as_deref());
            return;
        }
        newest = make_newest(hands, deployment, newest, &old, &template);
        if let Some(newest) = &newest {
            if recreate {
                scale(hands, deployment, newest, wanted(deployment));
            } else {
                roll(hands, deployment, newest, &old);
            }
            clean(hands, deployment, &old);
        }
    } else if let Some(newest) = &newest {
        // A paused one is still scaled.
        if old.iter().all(|set| wanted(set) == 0) {
            scale(hands, deployment, newest, wanted(deployment));
        }
    }
    status(hands, deployment, newest.as_deref());
}

fn wanted(object: &Value) -> i64 {
    int(object, "/spec/replicas").unwrap_or(1)
}

fn without_hash(template: Option<&Value>) -> Value {
    let mut template = template.cloned().unwrap_or_default();
    json::remove(&mut template, "/metadata/labels", HASH);
    template
}

fn revision(object: &Value) -> i64 {
    object.pointer("/metadata/annotations").and_then(|notes| notes.get(REVISION)).and_then(Value::as_str).and_then(|text| text.parse().ok()).unwrap_or(0)
}

/// The replica set of the present template, with the highest revision.
fn make_newest(hands: &mut Hands<'_>, deployment: &Value, newest: Option<Arc<Value>>, old: &[Arc<Value>], template: &Value) -> Option<Arc<Value>> {
    let highest = old.iter().map(|set| revision(set)).max().unwrap_or(0);
    let set = match newest {
        Some(set) if revision(&set) > highest => set,
        Some(set) => {
            let next = (highest + 1).to_string();
            hands.edit("ReplicaSet", &set, MANAGER, |set| json::set(set, &["metadata", "annotations", REVISION], next))?
        }
        None => create(hands, deployment, template, highest + 1)?,
    };
    let number = revision(&set).to_string();
    if deployment.pointer("/metadata/annotations").and_then(|notes| notes.get(REVISION)).and_then(Value::as_str) != Some(&number) {
        // The server counts a Deployment's annotations into its generation; the controller's own note goes by the status.
        let mut intent = crate::world::Intent::status(MANAGER);
        intent.dry_run = false;
        if let Some(live) = hands.get("Deployment", json::name(deployment)) {
            let mut noted = Value::clone(&live);
            json::set(&mut noted, &["metadata", "annotations", REVISION], number);
            let kind = hands.world.kind("Deployment");
            if let Err(failure) = hands.world.update(hands.store, &kind, &live, noted, &intent) {
                tracing::warn!(failure = failure.message, "a revision could not be noted");
            }
        }
    }
    Some(set)
}

fn create(hands: &mut Hands<'_>, deployment: &Value, template: &Value, number: i64) -> Option<Arc<Value>> {
    let hash = pods::revision(template);
    let name = format!("{}-{hash}", json::name(deployment));
    let mut template = template.clone();
    json::set(&mut template, &["metadata", "labels", HASH], hash.clone());
    let mut selector = deployment.pointer("/spec/selector").cloned().unwrap_or_default();
    json::set(&mut selector, &["matchLabels", HASH], hash);
    let mut annotations = json::map(deployment, "/metadata/annotations").cloned().unwrap_or_default();
    annotations.remove("kubectl.kubernetes.io/last-applied-configuration");
    annotations.insert(REVISION.into(), number.to_string().into());
    let set = json!({
        "metadata": {"name": name, "labels": template.pointer("/metadata/labels"), "annotations": annotations,
            "ownerReferences": hands.reference("Deployment", deployment)},
        "spec": {"replicas": 0, "selector": selector, "template": template, "minReadySeconds": deployment.pointer("/spec/minReadySeconds")},
    });
    match hands.create("ReplicaSet", set) {
        Ok(set) => Some(set),
        Err(failure) => {
            hands.event(deployment, COMPONENT, true, "ReplicaSetCreateError", &failure.message);
            None
        }
    }
}

fn scale(hands: &mut Hands<'_>, deployment: &Value, set: &Value, to: i64) {
    let from = wanted(set);
    if from == to {
        return;
    }
    hands.edit("ReplicaSet", set, MANAGER, |set| json::set(set, &["spec", "replicas"], to));
    let way = if to > from { "up" } else { "down" };
    let message = format!("Scaled {way} replica set {} from {from} to {to}", json::name(set));
    hands.event(deployment, COMPONENT, false, "ScalingReplicaSet", &message);
}

/// For Recreate: everything old must be gone first. True while it is not.
fn scale_down_all(hands: &mut Hands<'_>, deployment: &Value, old: &[Arc<Value>]) -> bool {
    for set in old {
        scale(hands, deployment, set, 0);
    }
    old.iter().any(|set| !pods::of(hands, set).is_empty())
}

/// One step of a rolling update.
fn roll(hands: &mut Hands<'_>, deployment: &Value, newest: &Value, old: &[Arc<Value>]) {
    let replicas = wanted(deployment);
    let limit = |field: &str| deployment.pointer(&format!("/spec/strategy/rollingUpdate/{field}")).cloned();
    let surge = pods::share(limit("maxSurge").as_ref(), replicas, true);
    let missing = pods::share(limit("maxUnavailable").as_ref(), replicas, false).min(replicas);
    // Both zero would never move.
    let missing = if surge == 0 && missing == 0 { 1 } else { missing };
    let old_wanted: i64 = old.iter().map(|set| wanted(set)).sum();
    let room = replicas + surge - old_wanted - wanted(newest);
    if wanted(newest) > replicas {
        scale(hands, deployment, newest, replicas);
        return;
    }
    if wanted(newest) < replicas && room > 0 {
        let to = (wanted(newest) + room).min(replicas);
        scale(hands, deployment, newest, to);
        return;
    }
    let available: i64 = old.iter().map(|set| count(set, "availableReplicas")).sum::<i64>() + count(newest, "availableReplicas");
    let newest_missing = wanted(newest) - count(newest, "availableReplicas");
    let may_go = old_wanted + wanted(newest) - (replicas - missing) - newest_missing;
    // Old pods that do not serve go first, they are missed by nobody.
    for set in old {
        let dead = (wanted(set) - count(set, "availableReplicas")).min(may_go).max(0);
        if dead > 0 && count(set, "replicas") == wanted(set) {
            scale(hands, deployment, set, wanted(set) - dead);
            return;
        }
    }
    let mut may_go = available - (replicas - missing);
    for set in old.iter().filter(|set| wanted(set) > 0) {
        let down = wanted(set).min(may_go);
        if down > 0 {
            scale(hands, deployment, set, wanted(set) - down);
            may_go -= down;
        }
    }
}

/// Replica sets beyond the history limit.
fn clean(hands: &mut Hands<'_>, deployment: &Value, old: &[Arc<Value>]) {
    let limit = usize::try_from(int(deployment, "/spec/revisionHistoryLimit").unwrap_or(10)).unwrap_or(10);
    let mut idle: Vec<&Arc<Value>> = old.iter().filter(|set| wanted(set) == 0 && count(set, "replicas") == 0).collect();
    idle.sort_by_key(|set| revision(set));
    for set in idle.iter().take(idle.len().saturating_sub(limit)) {
        hands.delete("ReplicaSet", set, None);
    }
}

fn status(hands: &mut Hands<'_>, deployment: &Value, newest: Option<&Value>) {
    let Some(deployment) = hands.get("Deployment", json::name(deployment)) else { return };
    let all = hands.owned("ReplicaSet", &deployment);
    let newest = newest.and_then(|set| hands.get("ReplicaSet", json::name(set)));
    let total = |field: &str| all.iter().map(|set| count(set, field)).sum::<i64>();
    let (replicas, available) = (total("replicas"), total("availableReplicas"));
    let updated = newest.as_ref().map_or(0, |set| count(set, "replicas"));
    let mut status = json!({"observedGeneration": deployment.pointer("/metadata/generation")});
    for (field, number) in [
        ("replicas", replicas),
        ("updatedReplicas", updated),
        ("readyReplicas", total("readyReplicas")),
        ("availableReplicas", available),
        ("unavailableReplicas", (all.iter().map(|set| wanted(set)).sum::<i64>() - available).max(0)),
    ] {
        if number > 0 {
            status[field] = number.into();
        }
    }
    status["terminatingReplicas"] = total("terminatingReplicas").into();
    status["conditions"] = conditions(hands, &deployment, &all, newest.as_deref(), &status).into();
    hands.set_status("Deployment", &deployment, MANAGER, status);
}

fn conditions(hands: &mut Hands<'_>, deployment: &Value, all: &[Arc<Value>], newest: Option<&Value>, status: &Value) -> Vec<Value> {
    let mut conditions = json::items(deployment, "/status/conditions").to_vec();
    let stamp = hands.stamp();
    let number = |field: &str| status.get(field).and_then(Value::as_i64).unwrap_or(0);
    let replicas = wanted(deployment);
    let missing = pods::share(deployment.pointer("/spec/strategy/rollingUpdate/maxUnavailable"), replicas, false);
    if number("availableReplicas") >= replicas - missing {
        condition(&mut conditions, &stamp, true, ("Available", true, "MinimumReplicasAvailable", "Deployment has minimum availability."));
    } else {
        condition(&mut conditions, &stamp, true, ("Available", false, "MinimumReplicasUnavailable", "Deployment does not have minimum availability."));
    }
    let failed = all.iter().flat_map(|set| json::items(set, "/status/conditions")).find(|c| text(c, "/type") == "ReplicaFailure");
    conditions.retain(|c| text(c, "/type") != "ReplicaFailure" || failed.is_some());
    if let Some(failed) = failed {
        condition(&mut conditions, &stamp, true, ("ReplicaFailure", true, "FailedCreate", text(failed, "/message")));
    }
    if !json::yes(deployment, "/spec/paused") {
        progress(hands, deployment, newest, status, &mut conditions);
    }
    conditions
}

fn progress(hands: &mut Hands<'_>, deployment: &Value, newest: Option<&Value>, status: &Value, conditions: &mut Vec<Value>) {
    let stamp = hands.stamp();
    let number = |of: &Value, field: &str| of.get(field).and_then(Value::as_i64).unwrap_or(0);
    let replicas = wanted(deployment);
    let name = newest.map_or("", json::name).to_owned();
    let complete = number(status, "updatedReplicas") == replicas && number(status, "replicas") == replicas && number(status, "availableReplicas") >= replicas;
    let before = json::items(deployment, "/status/conditions").iter().find(|c| text(c, "/type") == "Progressing").cloned();
    let was = |reason: &str| before.as_ref().is_some_and(|c| text(c, "/reason") == reason && text(c, "/message").contains(&name));
    if complete {
        let message = format!("ReplicaSet {name:?} has successfully progressed.");
        condition(conditions, &stamp, true, ("Progressing", true, "NewReplicaSetAvailable", &message));
        return;
    }
    if was("NewReplicaSetAvailable") {
        // A pod that fails later is no rollout.
        return;
    }
    let old = deployment.get("status").cloned().unwrap_or_default();
    let moved = ["updatedReplicas", "readyReplicas", "availableReplicas"].iter().any(|field| number(status, field) > number(&old, field))
        || number(status, "replicas") - number(status, "updatedReplicas") < number(&old, "replicas") - number(&old, "updatedReplicas");
    let new = !was("ReplicaSetUpdated") && !was("NewReplicaSetCreated") && !was("ProgressDeadlineExceeded");
    if new || moved {
        let message = format!("ReplicaSet {name:?} is progressing.");
        conditions.retain(|c| text(c, "/type") != "Progressing" || !moved);
        let (reason, message) = if new { ("NewReplicaSetCreated", format!("Created new replica set {name:?}")) } else { ("ReplicaSetUpdated", message) };
        condition(conditions, &stamp, true, ("Progressing", true, reason, &message));
        if let (Some(before), Some(now)) = (&before, conditions.iter_mut().find(|c| text(c, "/type") == "Progressing"))
            && text(before, "/status") == "True"
        {
            now["lastTransitionTime"] = before["lastTransitionTime"].clone();
        }
    }
    let Some(now) = conditions.iter().find(|c| text(c, "/type") == "Progressing") else { return };
    #[expect(clippy::cast_precision_loss, reason = "seconds of a setting")]
    let patience = int(deployment, "/spec/progressDeadlineSeconds").unwrap_or(600) as f64;
    let since = json::time(text(now, "/lastUpdateTime")).unwrap_or(hands.now);
    let deadline = hands.after(since, patience);
    if text(now, "/reason") != "ProgressDeadlineExceeded" {
        if deadline > hands.now {
            hands.wake(deadline);
        } else {
            let message = format!("ReplicaSet {name:?} has timed out progressing.");
            condition(conditions, &stamp, true, ("Progressing", false, "ProgressDeadlineExceeded", &message));
        }
    }
}
