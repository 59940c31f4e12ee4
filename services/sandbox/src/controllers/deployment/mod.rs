//! Deployments: a replica set per template, and the way from one to the next.

mod roll;
mod status;

use super::{
    Hands, MANAGER,
    pods::{self, count},
};
use crate::json::{self, int, text};
use roll::{roll, scale_down_all};
use serde_json::{Value, json};
use status::status;
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
    let old: Vec<Arc<Value>> =
        all.iter().filter(|set| newest.as_ref().is_none_or(|new| json::uid(new) != json::uid(set))).cloned().collect();
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
    object
        .pointer("/metadata/annotations")
        .and_then(|notes| notes.get(REVISION))
        .and_then(Value::as_str)
        .and_then(|text| text.parse().ok())
        .unwrap_or(0)
}

/// The replica set of the present template, with the highest revision.
fn make_newest(
    hands: &mut Hands<'_>,
    deployment: &Value,
    newest: Option<Arc<Value>>,
    old: &[Arc<Value>],
    template: &Value,
) -> Option<Arc<Value>> {
    let highest = old.iter().map(|set| revision(set)).max().unwrap_or(0);
    let set = match newest {
        Some(set) if revision(&set) > highest => set,
        Some(set) => {
            let next = (highest + 1).to_string();
            hands
                .edit("ReplicaSet", &set, MANAGER, |set| json::set(set, &["metadata", "annotations", REVISION], next))?
        }
        None => create(hands, deployment, template, highest + 1)?,
    };
    let number = revision(&set).to_string();
    if deployment.pointer("/metadata/annotations").and_then(|notes| notes.get(REVISION)).and_then(Value::as_str)
        != Some(&number)
    {
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

/// Replica sets beyond the history limit.
fn clean(hands: &mut Hands<'_>, deployment: &Value, old: &[Arc<Value>]) {
    let limit = usize::try_from(int(deployment, "/spec/revisionHistoryLimit").unwrap_or(10)).unwrap_or(10);
    let mut idle: Vec<&Arc<Value>> = old.iter().filter(|set| wanted(set) == 0 && count(set, "replicas") == 0).collect();
    idle.sort_by_key(|set| revision(set));
    for set in idle.iter().take(idle.len().saturating_sub(limit)) {
        hands.delete("ReplicaSet", set, None);
    }
}
