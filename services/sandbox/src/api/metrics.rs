//! metrics.k8s.io: what nodes and pods use. The figures follow what the containers ask for and sway a little.

use super::{
    Answer, json,
    request::{Call, Target},
};
use crate::{failure::Failure, json as place, json::text, quantity, selector::Filter, world::World};
use http::{Method, StatusCode};
use serde_json::{Value, json as object};
use time::OffsetDateTime;

/// Seconds over which a figure is measured.
const WINDOW: i64 = 30;

pub(super) fn answer(world: &World, target: &Target, call: &Call) -> Answer {
    if call.method != Method::GET {
        return Err(Failure::no_method());
    }
    let now = world.clock.now();
    let pods = world.lock().list_once("Pod", target.namespace.as_deref());
    let running = pods.iter().filter(|pod| text(pod, "/status/phase") == "Running");
    let filter = Filter::read(&target.kind.kind, call.query("labelSelector"), "")?;
    let (kind, items): (&str, Vec<Value>) = if target.kind.kind == "Pod" {
        ("PodMetrics", running.filter(|pod| filter.takes(pod)).map(|pod| pod_metrics(pod, now)).collect())
    } else {
        let used = running.fold((0, 0), |sum, pod| {
            let (cpu, memory) = pod_usage(pod, now);
            (sum.0 + cpu, sum.1 + memory)
        });
        let nodes = world.lock().list_once("Node", None);
        (
            "NodeMetrics",
            nodes.iter().filter(|node| filter.takes(node)).map(|node| node_metrics(node, used, now)).collect(),
        )
    };
    match &target.name {
        Some(name) => {
            let found =
                items.into_iter().find(|item| place::name(item) == name && place::namespace(item) == target.space());
            found.map(|item| json(StatusCode::OK, &item)).ok_or_else(|| Failure::not_found(&target.kind, name))
        }
        None => {
            let list = object!({"kind": format!("{kind}List"), "apiVersion": "metrics.k8s.io/v1beta1", "metadata": {}, "items": items});
            Ok(json(StatusCode::OK, &list))
        }
    }
}

fn head(kind: &str, source: &Value, now: OffsetDateTime) -> Value {
    let mut metadata = object!({"name": place::name(source), "creationTimestamp": place::stamp(now), "labels": source.pointer("/metadata/labels")});
    if !place::namespace(source).is_empty() {
        metadata["namespace"] = place::namespace(source).into();
    }
    object!({"kind": kind, "apiVersion": "metrics.k8s.io/v1beta1", "metadata": metadata, "timestamp": place::stamp(now), "window": format!("{WINDOW}s")})
}

fn pod_metrics(pod: &Value, now: OffsetDateTime) -> Value {
    let mut metrics = head("PodMetrics", pod, now);
    let containers: Vec<Value> = place::items(pod, "/spec/containers")
        .iter()
        .map(|container| {
            let (cpu, memory) = usage(pod, container, now);
            object!({"name": text(container, "/name"), "usage": written(cpu, memory)})
        })
        .collect();
    metrics["containers"] = containers.into();
    metrics
}

fn node_metrics(node: &Value, (cpu, memory): (i128, i128), now: OffsetDateTime) -> Value {
    let mut metrics = head("NodeMetrics", node, now);
    // The system itself wants something, too.
    metrics["usage"] = written(cpu + 180_000_000, memory + (900 << 20));
    metrics
}

fn written(nano_cpu: i128, bytes: i128) -> Value {
    object!({"cpu": format!("{nano_cpu}n"), "memory": format!("{}Ki", bytes / 1024)})
}

fn pod_usage(pod: &Value, now: OffsetDateTime) -> (i128, i128) {
    place::items(pod, "/spec/containers")
        .iter()
        .map(|container| usage(pod, container, now))
        .fold((0, 0), |sum, (c, m)| (sum.0 + c, sum.1 + m))
}

/// Billionths of a core, and bytes.
fn usage(pod: &Value, container: &Value, now: OffsetDateTime) -> (i128, i128) {
    let asked = |resource: &str| {
        quantity::nanos(text(container, &format!("/resources/requests/{resource}"))).filter(|n| *n > 0)
    };
    // A new value each quarter of a minute, on a course over the day: between 12 and 67 percent of the cores and 50 and 75 of
    // the memory.
    let moment = now.unix_timestamp() / 15;
    let sway = |what: &str, moment: i64, range: u64| {
        i128::from(
            crate::json::hash(&format!("{what} {} {} {moment}", place::name(pod), text(container, "/name"))) % range,
        )
    };
    let course = i128::from(course(now, place::namespace(pod)));
    let cpu = asked("cpu").unwrap_or(50_000_000) * (12 + course * 40 / 100 + sway("cpu", moment, 16)) / 100;
    let memory = asked("memory").map_or(64 << 20, |nanos| nanos / 1_000_000_000);
    let memory = memory * (50 + course * 15 / 100 + sway("memory", moment / 8, 11)) / 100;
    (cpu, memory)
}

/// How much there is to do at that time of the day, 0 to 100: most in the afternoon of those who use the site.
fn course(now: OffsetDateTime, namespace: &str) -> i64 {
    const DAY: i64 = 86_400;
    let hours = i64::try_from(crate::json::hash(namespace) % 7).unwrap_or_default() + 11;
    let apart = (now.unix_timestamp() - hours * 3_600).rem_euclid(DAY);
    100 - 200 * apart.min(DAY - apart) / DAY
}
