//! What controllers have in common about pods.

use super::{Hands, hands::controller_uid};
use crate::{
    failure::Failure,
    json::{self, int, items, text},
};
use serde_json::{Value, json};
use std::sync::Arc;
use time::OffsetDateTime;

/// Whether the pod's condition is true.
pub fn is_ready(pod: &Value) -> bool {
    ready_since(pod).is_some()
}

fn ready_since(pod: &Value) -> Option<OffsetDateTime> {
    let ready = items(pod, "/status/conditions")
        .iter()
        .find(|c| text(c, "/type") == "Ready" && text(c, "/status") == "True")?;
    Some(json::time(text(ready, "/lastTransitionTime")).unwrap_or(OffsetDateTime::UNIX_EPOCH))
}

/// Whether the pod has been ready long enough.
pub fn is_available(hands: &mut Hands<'_>, pod: &Value, seconds: i64) -> bool {
    let Some(since) = ready_since(pod) else { return false };
    #[expect(clippy::cast_precision_loss, reason = "seconds of a setting")]
    let due = hands.after(since, seconds as f64);
    if seconds > 0 && due > hands.now {
        hands.wake(due);
        return false;
    }
    true
}

/// Neither ended nor on its way out.
pub fn is_active(pod: &Value) -> bool {
    !json::is_ending(pod) && !matches!(text(pod, "/status/phase"), "Succeeded" | "Failed")
}

/// A pod out of a template.
pub fn of_template(
    hands: &Hands<'_>,
    owner_kind: &str,
    owner: &Value,
    template: &Value,
    labels: &[(&str, &str)],
) -> Value {
    let mut pod = json!({"metadata": template.get("metadata").cloned().unwrap_or_else(|| json!({})), "spec": template.get("spec")});
    for (key, value) in labels {
        json::set(&mut pod, &["metadata", "labels", key], *value);
    }
    json::set(&mut pod, &["metadata", "ownerReferences"], hands.reference(owner_kind, owner));
    pod
}

/// Creates a pod and tells about it, or why it could not be.
pub fn create(hands: &mut Hands<'_>, owner: &Value, component: &str, pod: Value) -> Result<Arc<Value>, Failure> {
    match hands.create("Pod", pod) {
        Ok(pod) => {
            hands.event(owner, component, false, "SuccessfulCreate", &format!("Created pod: {}", json::name(&pod)));
            Ok(pod)
        }
        Err(failure) => {
            hands.event(owner, component, true, "FailedCreate", &format!("Error creating: {}", failure.message));
            Err(failure)
        }
    }
}

/// Pods of an owner, all of them.
pub fn of(hands: &Hands<'_>, owner: &Value) -> Vec<Arc<Value>> {
    let uid = json::uid(owner);
    hands.list("Pod").into_iter().filter(|pod| controller_uid(pod) == uid).collect()
}

/// A short name of a template: the same for the same text.
pub fn revision(template: &Value) -> String {
    json::suffix(json::hash(&template.to_string()), 10)
}

/// `25%` or `1` of so many; percents of a surge are rounded up, of what may be missing down.
pub fn share(value: Option<&Value>, of: i64, up: bool) -> i64 {
    match value {
        Some(Value::Number(n)) => n.as_i64().unwrap_or(0),
        Some(Value::String(text)) => {
            let percent: i64 = text.trim_end_matches('%').parse().unwrap_or(0);
            if up { (of * percent + 99) / 100 } else { of * percent / 100 }
        }
        _ => 0,
    }
}

/// A status' number.
pub fn count(object: &Value, field: &str) -> i64 {
    int(object, &format!("/status/{field}")).unwrap_or(0)
}
