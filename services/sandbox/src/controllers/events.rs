//! Kubernetes events: recorded, counted when they repeat, forgotten after an hour.

use super::Hands;
use crate::json;
use serde_json::{Value, json};

/// As long as a real cluster keeps them.
const KEPT: time::Duration = time::Duration::hours(1);

impl Hands<'_> {
    /// Records that something happened to an object.
    pub fn event(&mut self, about: &Value, component: &str, warning: bool, reason: &str, message: &str) {
        let stamp = self.stamp();
        let uid = json::uid(about).to_owned();
        let same = self.list("Event").into_iter().find(|event| {
            json::text(event, "/involvedObject/uid") == uid
                && json::text(event, "/reason") == reason
                && json::text(event, "/message") == message
        });
        if let Some(event) = same {
            let count = json::int(&event, "/count").unwrap_or(1) + 1;
            self.edit("Event", &event, component, |event| {
                event["count"] = count.into();
                event["lastTimestamp"] = stamp.into();
            });
            return;
        }
        let number = self.world.ids.bytes(8).iter().fold(0_u64, |n, byte| n << 8 | u64::from(*byte));
        let host = if component == "kubelet" { json::text(about, "/spec/nodeName") } else { "" };
        let namespace = if json::namespace(about).is_empty() { "default" } else { json::namespace(about) };
        let event = json!({
            "metadata": {"name": format!("{}.{number:016x}", json::name(about)), "namespace": namespace},
            "involvedObject": {"kind": about.get("kind"), "namespace": json::namespace(about), "name": json::name(about), "uid": uid,
                "apiVersion": about.get("apiVersion"), "resourceVersion": about.pointer("/metadata/resourceVersion")},
            "reason": reason, "message": message, "type": if warning { "Warning" } else { "Normal" },
            "source": if host.is_empty() { json!({"component": component}) } else { json!({"component": component, "host": host}) },
            "firstTimestamp": stamp, "lastTimestamp": stamp, "count": 1,
            "reportingComponent": component, "reportingInstance": host,
        });
        // A namespace on its way out still takes events; one that is gone does not, and nobody misses them.
        let _ = self.create("Event", event);
    }
}

/// Deletes what is older than an hour.
pub fn forget(hands: &mut Hands<'_>) {
    let oldest = hands.now - KEPT;
    for event in hands.list("Event") {
        let seen = json::text(&event, "/lastTimestamp");
        let seen = if seen.is_empty() { json::text(&event, "/metadata/creationTimestamp") } else { seen };
        match json::time(seen) {
            Some(at) if at <= oldest => hands.delete("Event", &event, None),
            Some(at) => hands.wake(at + KEPT),
            None => {}
        }
    }
}
