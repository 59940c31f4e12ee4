//! Figures that others read: what a quota has left, what a budget allows.

use super::{Hands, MANAGER, pods};
use crate::{
    admission::{used, written},
    json::{self, int},
    selector,
};
use serde_json::{Map, Value, json};

pub fn run(hands: &mut Hands<'_>) {
    for quota in hands.list("ResourceQuota") {
        let hard = json::map(&quota, "/spec/hard").cloned().unwrap_or_default();
        let names: Vec<&str> = hard.keys().map(String::as_str).collect();
        let used: Map<String, Value> = used(hands.store, &hands.namespace, &names)
            .iter()
            .map(|(name, amount)| (name.clone(), written(name, *amount).into()))
            .collect();
        hands.set_status("ResourceQuota", &quota, MANAGER, json!({"hard": hard, "used": used}));
    }
    for budget in hands.list("PodDisruptionBudget") {
        let Some(wanted) = budget.pointer("/spec/selector") else { continue };
        let no_labels = json!({});
        let chosen: Vec<_> = hands
            .list("Pod")
            .into_iter()
            .filter(|pod| selector::matches(wanted, pod.pointer("/metadata/labels").unwrap_or(&no_labels)))
            .collect();
        let expected = i64::try_from(chosen.len()).unwrap_or(0);
        let healthy = i64::try_from(chosen.iter().filter(|pod| pods::is_ready(pod)).count()).unwrap_or(0);
        let desired = match budget.pointer("/spec/minAvailable") {
            Some(min) => pods::share(Some(min), expected, true),
            None => expected - pods::share(budget.pointer("/spec/maxUnavailable"), expected, true),
        };
        let status = json!({"observedGeneration": int(&budget, "/metadata/generation"), "currentHealthy": healthy, "desiredHealthy": desired,
            "expectedPods": expected, "disruptionsAllowed": (healthy - desired).max(0)});
        hands.set_status("PodDisruptionBudget", &budget, MANAGER, status);
    }
}
