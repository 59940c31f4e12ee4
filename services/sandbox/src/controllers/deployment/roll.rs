//! The steps from old replica sets to the newest.

use super::{scale, wanted};
use crate::controllers::{
    Hands,
    pods::{self, count},
};
use serde_json::Value;
use std::sync::Arc;

/// For Recreate: everything old must be gone first. True while it is not.
pub(super) fn scale_down_all(hands: &mut Hands<'_>, deployment: &Value, old: &[Arc<Value>]) -> bool {
    for set in old {
        scale(hands, deployment, set, 0);
    }
    old.iter().any(|set| !pods::of(hands, set).is_empty())
}

/// One step of a rolling update.
pub(super) fn roll(hands: &mut Hands<'_>, deployment: &Value, newest: &Value, old: &[Arc<Value>]) {
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
    let available: i64 =
        old.iter().map(|set| count(set, "availableReplicas")).sum::<i64>() + count(newest, "availableReplicas");
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
