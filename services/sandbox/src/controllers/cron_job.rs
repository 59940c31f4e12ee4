//! Cron jobs make Jobs when their time has come. Their clock is the real one: only what they start is quicker.

use super::{Hands, MANAGER, job, schedule::Schedule};
use crate::json::{self, int, text};
use serde_json::{Value, json};
use std::sync::Arc;

const COMPONENT: &str = "cronjob-controller";

pub fn run(hands: &mut Hands<'_>) {
    for cron in hands.list("CronJob") {
        if !json::is_ending(&cron) && hands.is_open() {
            one(hands, &cron);
        }
    }
}

fn one(hands: &mut Hands<'_>, cron: &Value) {
    let jobs = hands.owned("Job", cron);
    let active: Vec<&Arc<Value>> = jobs.iter().filter(|job| !job::is_over(job)).collect();
    let since = [text(cron, "/status/lastScheduleTime"), text(cron, "/metadata/creationTimestamp")];
    let since = since.into_iter().find_map(json::time).unwrap_or(hands.now);
    let schedule = Schedule::read(text(cron, "/spec/schedule"));
    let due = schedule.as_ref().and_then(|schedule| schedule.last(since, hands.now));
    let mut status = cron.get("status").cloned().unwrap_or_else(|| json!({}));
    if let Some(due) = due.filter(|_| !json::yes(cron, "/spec/suspend")) {
        let policy = text(cron, "/spec/concurrencyPolicy");
        if policy == "Replace" {
            active.iter().for_each(|job| hands.delete("Job", job, None));
        }
        if policy != "Forbid" || active.is_empty() {
            let template = cron.pointer("/spec/jobTemplate").cloned().unwrap_or_default();
            let mut metadata = template.get("metadata").cloned().unwrap_or_else(|| json!({}));
            metadata["name"] = format!("{}-{}", json::name(cron), due.unix_timestamp() / 60).into();
            metadata["ownerReferences"] = hands.reference("CronJob", cron);
            json::set(
                &mut metadata,
                &["annotations", "batch.kubernetes.io/cronjob-scheduled-timestamp"],
                json::stamp(due),
            );
            match hands.create("Job", json!({"metadata": metadata, "spec": template.get("spec")})) {
                Ok(job) => hands.event(
                    cron,
                    COMPONENT,
                    false,
                    "SuccessfulCreate",
                    &format!("Created job {}", json::name(&job)),
                ),
                Err(failure) if failure.reason == "AlreadyExists" => {}
                Err(failure) => hands.event(
                    cron,
                    COMPONENT,
                    true,
                    "FailedCreate",
                    &format!("Error creating job: {}", failure.message),
                ),
            }
        }
        status["lastScheduleTime"] = json::stamp(due).into();
    }
    let jobs = hands.owned("Job", cron);
    let reference = |job: &Arc<Value>| json!({"apiVersion": "batch/v1", "kind": "Job", "name": json::name(job), "namespace": json::namespace(job), "uid": json::uid(job)});
    let running: Vec<Value> = jobs.iter().filter(|job| !job::is_over(job)).map(reference).collect();
    if running.is_empty() {
        json::remove(&mut status, "", "active");
    } else {
        status["active"] = running.into();
    }
    if let Some(last) = jobs.iter().map(|job| text(job, "/status/completionTime")).max().filter(|at| !at.is_empty()) {
        status["lastSuccessfulTime"] = last.into();
    }
    hands.set_status("CronJob", cron, MANAGER, status);
    for (state, limit) in [("Complete", "successfulJobsHistoryLimit"), ("Failed", "failedJobsHistoryLimit")] {
        let is = |job: &Value| json::items(job, "/status/conditions").iter().any(|c| text(c, "/type") == state);
        let mut over: Vec<&Arc<Value>> = jobs.iter().filter(|job| is(job)).collect();
        over.sort_by_key(|job| text(job, "/metadata/creationTimestamp").to_owned());
        let keep = usize::try_from(int(cron, &format!("/spec/{limit}")).unwrap_or(3)).unwrap_or(3);
        let old: Vec<Arc<Value>> =
            over.iter().take(over.len().saturating_sub(keep)).map(|job| Arc::clone(job)).collect();
        old.iter().for_each(|job| hands.delete("Job", job, None));
    }
    if let Some(schedule) = schedule {
        hands.wake(schedule.next(hands.now));
    }
}
