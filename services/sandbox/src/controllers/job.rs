//! Jobs: pods until one has succeeded, or too many have failed.

use super::{Hands, MANAGER, hands::condition, pods};
use crate::json::{self, int, text};
use serde_json::{Value, json};
use std::sync::Arc;

const COMPONENT: &str = "job-controller";

pub fn run(hands: &mut Hands<'_>) {
    for job in hands.list("Job") {
        if json::is_ending(&job) {
            continue;
        }
        if is_over(&job) {
            forget(hands, &job);
        } else if hands.is_open() {
            one(hands, &job);
        }
    }
}

/// Whether it is complete or failed.
pub fn is_over(job: &Value) -> bool {
    json::items(job, "/status/conditions")
        .iter()
        .any(|c| matches!(text(c, "/type"), "Complete" | "Failed") && text(c, "/status") == "True")
}

fn forget(hands: &mut Hands<'_>, job: &Value) {
    let Some(seconds) = int(job, "/spec/ttlSecondsAfterFinished") else { return };
    let ends =
        json::items(job, "/status/conditions").iter().filter_map(|c| json::time(text(c, "/lastTransitionTime"))).max();
    #[expect(clippy::cast_precision_loss, reason = "seconds of a setting")]
    let due = hands.after(ends.unwrap_or(hands.now), seconds as f64);
    if due <= hands.now {
        hands.delete("Job", job, None);
    } else {
        hands.wake(due);
    }
}

fn one(hands: &mut Hands<'_>, job: &Value) {
    let all = pods::of(hands, job);
    let phase = |wanted: &str| all.iter().filter(|pod| text(pod, "/status/phase") == wanted).count();
    let (succeeded, failed) = (phase("Succeeded"), phase("Failed"));
    let active: Vec<Arc<Value>> = all.iter().filter(|pod| pods::is_active(pod)).cloned().collect();
    let completions = usize::try_from(int(job, "/spec/completions").unwrap_or(1)).unwrap_or(1);
    let parallelism = usize::try_from(int(job, "/spec/parallelism").unwrap_or(1)).unwrap_or(1);
    // Restarts in place count as failures, too.
    let restarts: i64 = active
        .iter()
        .flat_map(|pod| json::items(pod, "/status/containerStatuses"))
        .filter_map(|c| int(c, "/restartCount"))
        .sum();
    let tries = i64::try_from(failed).unwrap_or(0) + restarts;
    let limit = int(job, "/spec/backoffLimit").unwrap_or(6);
    let started = json::time(text(job, "/status/startTime")).unwrap_or(hands.now);
    #[expect(clippy::cast_precision_loss, reason = "seconds of a setting")]
    let deadline = int(job, "/spec/activeDeadlineSeconds").map(|seconds| hands.after(started, seconds as f64));
    let verdict = if succeeded >= completions {
        Some(("Complete", "CompletionsReached", "Reached expected number of succeeded pods"))
    } else if tries > limit {
        Some(("Failed", "BackoffLimitExceeded", "Job has reached the specified backoff limit"))
    } else if deadline.is_some_and(|at| at <= hands.now) {
        Some(("Failed", "DeadlineExceeded", "Job was active longer than specified deadline"))
    } else {
        None
    };
    if let Some(at) = deadline {
        hands.wake(at);
    }
    let suspended = json::yes(job, "/spec/suspend");
    let mut running = active.len();
    if verdict.is_some() || suspended {
        for pod in &active {
            hands.delete("Pod", pod, None);
        }
        running = 0;
    } else {
        running +=
            start(hands, job, completions.saturating_sub(succeeded).min(parallelism).saturating_sub(running), &all);
    }
    let ready = active.iter().filter(|pod| pods::is_ready(pod)).count();
    let mut status =
        json!({"startTime": json::stamp(started), "ready": ready, "terminating": 0, "uncountedTerminatedPods": {}});
    for (field, number) in [("active", running), ("succeeded", succeeded), ("failed", failed)] {
        if number > 0 {
            status[field] = number.into();
        }
    }
    if let Some((kind, reason, message)) = verdict {
        let mut conditions = Vec::new();
        let stamp = hands.stamp();
        let first = if kind == "Complete" { "SuccessCriteriaMet" } else { "FailureTarget" };
        for kind in [first, kind] {
            condition(&mut conditions, &stamp, false, (kind, true, reason, message));
        }
        conditions.iter_mut().for_each(|c| c["lastProbeTime"] = stamp.clone().into());
        status["conditions"] = conditions.into();
        if kind == "Complete" {
            status["completionTime"] = stamp.into();
            hands.event(job, COMPONENT, false, "Completed", "Job completed");
        } else {
            hands.event(job, COMPONENT, true, reason, message);
        }
    }
    hands.set_status("Job", job, MANAGER, status);
}

/// Starts pods; each failure before makes it wait longer.
fn start(hands: &mut Hands<'_>, job: &Value, wanted: usize, all: &[Arc<Value>]) -> usize {
    let failed: Vec<&Arc<Value>> = all.iter().filter(|pod| text(pod, "/status/phase") == "Failed").collect();
    let ended = failed
        .iter()
        .filter_map(|pod| json::time(text(pod, "/status/containerStatuses/0/state/terminated/finishedAt")))
        .max();
    if let Some(ended) = ended {
        let pause = 10.0 * 2.0_f64.powi(i32::try_from(failed.len().min(6)).unwrap_or(6) - 1);
        let again = hands.after(ended, pause);
        if again > hands.now {
            hands.wake(again);
            return 0;
        }
    }
    let template = job.pointer("/spec/template").cloned().unwrap_or_default();
    let mut made = 0;
    if wanted == 0 || hands.is_patient(job) {
        return 0;
    }
    for _ in 0..wanted {
        let mut pod = pods::of_template(hands, "Job", job, &template, &[]);
        json::set(&mut pod, &["metadata", "generateName"], format!("{}-", json::name(job)));
        if pods::create(hands, job, COMPONENT, pod).is_err() {
            hands.be_patient(job);
            break;
        }
        made += 1;
    }
    made
}
