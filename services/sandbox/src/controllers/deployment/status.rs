//! What a Deployment says about itself.

use super::wanted;
use crate::{
    controllers::{
        Hands, MANAGER, condition,
        pods::{self, count},
    },
    json::{self, int, text},
};
use serde_json::{Value, json};
use std::sync::Arc;

pub(super) fn status(hands: &mut Hands<'_>, deployment: &Value, newest: Option<&Value>) {
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

fn conditions(
    hands: &mut Hands<'_>,
    deployment: &Value,
    all: &[Arc<Value>],
    newest: Option<&Value>,
    status: &Value,
) -> Vec<Value> {
    let mut conditions = json::items(deployment, "/status/conditions").to_vec();
    let stamp = hands.stamp();
    let number = |field: &str| status.get(field).and_then(Value::as_i64).unwrap_or(0);
    let replicas = wanted(deployment);
    let missing = pods::share(deployment.pointer("/spec/strategy/rollingUpdate/maxUnavailable"), replicas, false);
    if number("availableReplicas") >= replicas - missing {
        condition(
            &mut conditions,
            &stamp,
            true,
            ("Available", true, "MinimumReplicasAvailable", "Deployment has minimum availability."),
        );
    } else {
        condition(
            &mut conditions,
            &stamp,
            true,
            ("Available", false, "MinimumReplicasUnavailable", "Deployment does not have minimum availability."),
        );
    }
    let failed = all
        .iter()
        .flat_map(|set| json::items(set, "/status/conditions"))
        .find(|c| text(c, "/type") == "ReplicaFailure");
    conditions.retain(|c| text(c, "/type") != "ReplicaFailure" || failed.is_some());
    if let Some(failed) = failed {
        condition(&mut conditions, &stamp, true, ("ReplicaFailure", true, "FailedCreate", text(failed, "/message")));
    }
    if !json::yes(deployment, "/spec/paused") {
        progress(hands, deployment, newest, status, &mut conditions);
    }
    conditions
}

fn progress(
    hands: &mut Hands<'_>,
    deployment: &Value,
    newest: Option<&Value>,
    status: &Value,
    conditions: &mut Vec<Value>,
) {
    let stamp = hands.stamp();
    let number = |of: &Value, field: &str| of.get(field).and_then(Value::as_i64).unwrap_or(0);
    let replicas = wanted(deployment);
    let name = newest.map_or("", json::name).to_owned();
    let complete = number(status, "updatedReplicas") == replicas
        && number(status, "replicas") == replicas
        && number(status, "availableReplicas") >= replicas;
    let before =
        json::items(deployment, "/status/conditions").iter().find(|c| text(c, "/type") == "Progressing").cloned();
    let was = |reason: &str| {
        before.as_ref().is_some_and(|c| text(c, "/reason") == reason && text(c, "/message").contains(&name))
    };
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
    let moved = ["updatedReplicas", "readyReplicas", "availableReplicas"]
        .iter()
        .any(|field| number(status, field) > number(&old, field))
        || number(status, "replicas") - number(status, "updatedReplicas")
            < number(&old, "replicas") - number(&old, "updatedReplicas");
    let new = !was("ReplicaSetUpdated") && !was("NewReplicaSetCreated") && !was("ProgressDeadlineExceeded");
    if new || moved {
        let message = format!("ReplicaSet {name:?} is progressing.");
        conditions.retain(|c| text(c, "/type") != "Progressing" || !moved);
        let (reason, message) = if new {
            ("NewReplicaSetCreated", format!("Created new replica set {name:?}"))
        } else {
            ("ReplicaSetUpdated", message)
        };
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
