//! How long things take, in seconds of a real cluster: believable, and always the same for the same name.

use crate::{
    json::{self, text},
    world::FAULT,
};
use serde_json::Value;

/// What a pod was asked to do wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// Its image does not exist.
    Image,
    /// It ends with an error, again and again.
    Crash,
    /// It uses too much memory, again and again.
    Memory,
    /// It runs and never gets ready.
    NotReady,
    /// Everything takes ten times as long.
    Slow,
}

impl Fault {
    /// The pod's annotation.
    pub fn of(pod: &Value) -> Option<Self> {
        match pod.pointer("/metadata/annotations")?.get(FAULT)?.as_str()? {
            "image" => Some(Self::Image),
            "crash" => Some(Self::Crash),
            "oom" => Some(Self::Memory),
            "notready" => Some(Self::NotReady),
            "slow" => Some(Self::Slow),
            _ => None,
        }
    }
}

/// Between the two, by the hash of a text.
fn between(low: f64, high: f64, seed: &str) -> f64 {
    let part = u32::try_from(json::hash(seed) % 1_000).unwrap_or(0);
    low + (high - low) * f64::from(part) / 1_000.0
}

fn slowed(pod: &Value, seconds: f64) -> f64 {
    if Fault::of(pod) == Some(Fault::Slow) { seconds * 10.0 } else { seconds }
}

fn is_database(image: &str) -> bool {
    ["mysql", "mariadb", "postgres"].iter().any(|name| image.contains(name))
}

/// Of an image that the node does not have.
pub fn pulling(pod: &Value, image: &str) -> f64 {
    slowed(pod, between(2.0, if is_database(image) { 6.0 } else { 5.0 }, image))
}

/// From the start of a container until it is ready.
pub fn starting(pod: &Value, container: &Value) -> f64 {
    let image = text(container, "/image");
    let seed = format!("{} {}", json::name(pod), text(container, "/name"));
    let probed = container.get("readinessProbe").is_some() || container.get("startupProbe").is_some();
    let (low, high) = if is_database(image) { (5.0, 8.0) } else { (1.0, 3.0) };
    slowed(pod, if probed { between(low, high, &seed) } else { between(0.1, 0.4, &seed) })
}

/// How long a container runs that is meant to end.
pub fn working(pod: &Value, container: &Value) -> f64 {
    slowed(pod, between(1.0, 3.5, &format!("work {} {}", json::name(pod), text(container, "/name"))))
}

/// Until a container that fails has failed.
pub fn failing(pod: &Value) -> f64 {
    between(1.0, 2.0, &format!("fail {}", json::name(pod)))
}

/// Until a container that failed so often is started again.
pub fn back_off(restarts: i64) -> f64 {
    let doubled = i32::try_from(restarts.clamp(0, 5)).unwrap_or(5);
    (10.0 * 2.0_f64.powi(doubled)).min(300.0)
}

/// From the wish to end until the end.
pub fn ending(pod: &Value) -> f64 {
    between(0.4, 1.5, &format!("end {}", json::name(pod)))
}
