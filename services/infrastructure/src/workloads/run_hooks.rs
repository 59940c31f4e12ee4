//! `RunHooks`: the Jobs of one moment of the release, by weight, one after the other. Each call moves things one step and
//! says how they stand.
//!
//! A hook's Job keeps the chart's name; the annotation `canopy.internal/task` says whose it is: ours is adopted, another's
//! is deleted by its uid first. That a hook succeeded is noted in the release record before its Job is deleted.

use crate::{
    kubernetes::{
        apply::{self, Existing, HELM},
        change::Change,
        delete, kinds,
        mask::Mask,
        release::{self, Stored},
    },
    workloads::{
        Workloads, masked,
        rollout::{self, Patience, tail},
    },
};
use helm::release::{HookRecord, LastRun};
use k8s_openapi::api::batch::v1::Job;
use kit::{Error, Message, Result, message, message::as_is};
use kube::{
    ResourceExt as _,
    api::{DynamicObject, ListParams},
};
use proto::infrastructure as pb;
use serde_json::{Value, json};
use std::time::Duration;
use time::OffsetDateTime;

/// Says whose task made a hook's Job.
pub(super) const TASK_ANNOTATION: &str = "canopy.internal/task";
const BEFORE: &str = "before-hook-creation";
const SUCCEEDED: &str = "hook-succeeded";
const FAILED: &str = "hook-failed";

/// How one hook stands.
enum State {
    /// It has succeeded, in this call or an earlier one.
    Succeeded,
    /// It is on its way: one line.
    Running(Message),
    /// It failed: a sentence and lines.
    Failed(Message),
}

pub(super) async fn run_hooks(app: &Workloads, request: pb::RunHooksRequest) -> Result<pb::RunHooksResponse> {
    let change = app.change(request.ticket.clone()).await?;
    let now = app.cx.clock.now();
    masked(&change.space, run(app, &change, &request, now)).await
}

async fn run(
    app: &Workloads,
    change: &Change,
    request: &pb::RunHooksRequest,
    now: OffsetDateTime,
) -> Result<pb::RunHooksResponse> {
    change.space.belongs_to(change.ticket.deployment).await?;
    let version = u32::try_from(request.helm_revision).ok().filter(|version| *version > 0);
    let version = version.ok_or_else(|| Error::invalid_field("helm_revision", message!(AT_LEAST, least = 1)))?;
    let Some(Stored { record, .. }) = release::read(&change.space, &change.ticket.release, version).await? else {
        return Err(Error::conflict(message!(REVISION_GONE, release = &change.ticket.release, revision = version)));
    };
    let hooks = ordered(&record.hooks, &request.event);
    let total = hooks.len();
    for (i, hook) in hooks.into_iter().enumerate() {
        change.in_time()?;
        let message = |said: Message| message!(HookState, hook = &hook.name, n = i + 1, total = total, said = said);
        match step(app, change, hook, version, now).await? {
            State::Succeeded => {}
            State::Running(how) => return Ok(answer(&message(how))),
            State::Failed(error) => {
                let shown = message(message!(HookFailed));
                let (error, said) = (error.to_string(), error.packed());
                return Ok(pb::RunHooksResponse { failed: true, error, said, ..answer(&shown) });
            }
        }
    }
    let message = if total == 0 { message!(NothingToSetUp) } else { message!(SiteSetUp) };
    Ok(pb::RunHooksResponse { done: true, ..answer(&message) })
}

fn answer(message: &Message) -> pb::RunHooksResponse {
    pb::RunHooksResponse { message: message.to_string(), said: message.packed(), ..pb::RunHooksResponse::default() }
}

/// Helm's order: by weight, then by name; only Jobs of this moment.
fn ordered<'a>(hooks: &'a [HookRecord], event: &str) -> Vec<&'a HookRecord> {
    let mut found: Vec<_> = hooks.iter().filter(|hook| hook.events.iter().any(|e| e == event)).collect();
    found.sort_by(|a, b| (a.weight, &a.name).cmp(&(b.weight, &b.name)));
    found
}

async fn step(app: &Workloads, change: &Change, hook: &HookRecord, version: u32, now: OffsetDateTime) -> Result<State> {
    if hook.last_run.phase == "Succeeded" {
        drop_job(change, hook, SUCCEEDED).await?;
        return Ok(State::Succeeded);
    }
    let Some(object) = change.space.get(kinds::JOB, &hook.name).await? else {
        // Its Job may have been deleted by its policy: a failure stays one.
        if hook.last_run.phase == "Failed" {
            return Ok(State::Failed(message!(HookStepFailed, hook = &hook.name)));
        }
        create(change, hook, version, now).await?;
        return Ok(State::Running(message!(HookStarted)));
    };
    if !is_mine(change, &object) {
        return clear(change, &object).await;
    }
    if object.metadata.deletion_timestamp.is_some() {
        return Ok(State::Running(message!(HookClearing)));
    }
    let job: Job = object.try_parse().map_err(Error::internal)?;
    if condition(&job, "Complete").is_some() {
        note(change, hook, version, now, "Succeeded").await?;
        drop_job(change, hook, SUCCEEDED).await?;
        return Ok(State::Succeeded);
    }
    judge(app, change, hook, version, now, &job).await
}

/// Failed, about to fail, or still at work.
async fn judge(
    app: &Workloads,
    change: &Change,
    hook: &HookRecord,
    version: u32,
    now: OffsetDateTime,
    job: &Job,
) -> Result<State> {
    let mask = change.space.mask().await?;
    let (failed, reason) = match condition(job, "Failed") {
        Some(said) => (true, Message::said(said)),
        None => match overdue(job, now, &app.patience).or(fault(change, job, now, &app.patience).await?) {
            Some(text) => (true, text),
            None => (false, Message::said("")),
        },
    };
    if !failed {
        let active = job.status.as_ref().and_then(|status| status.active).unwrap_or(0);
        let tries = job.status.as_ref().and_then(|status| status.failed).unwrap_or(0);
        return Ok(State::Running(match (tries, active) {
            (1.., _) => message!(HookAttempt, n = tries + 1),
            (_, 1..) => message!(HookRunning),
            _ => message!(HookStarting),
        }));
    }
    let lines = log_of(change, &hook.name, &mask).await;
    note(change, hook, version, now, "Failed").await?;
    drop_job(change, hook, FAILED).await?;
    let failed = message!(HookStepFailedBecause, hook = &hook.name, said = reason).with_texts(&|text| mask.text(text));
    Ok(State::Failed(if lines.is_empty() {
        failed
    } else {
        message!(WithLastLines, said = failed, lines = as_is(lines))
    }))
}

/// The reason and message of a condition that is true.
fn condition(job: &Job, kind: &str) -> Option<String> {
    let conditions = job.status.as_ref()?.conditions.as_deref()?;
    let found = conditions.iter().find(|condition| condition.type_ == kind && condition.status == "True")?;
    let reason = found.reason.as_deref().unwrap_or(kind);
    let message = found.message.as_deref().unwrap_or_default();
    Some(crate::fault::clean(&format!("{reason}: {message}"), 500))
}

/// A Job that names no deadline of its own has ours.
fn overdue(job: &Job, now: OffsetDateTime, patience: &Patience) -> Option<Message> {
    let started = job.metadata.creation_timestamp.as_ref()?.0.as_second();
    let own = job.spec.as_ref().and_then(|spec| spec.active_deadline_seconds).is_some();
    let age = Duration::from_secs(u64::try_from(now.unix_timestamp() - started).unwrap_or(0));
    (!own && age > patience.hook).then(|| message!(HookOverdue, minutes = patience.hook.as_secs() / 60))
}

/// A pod of the Job that cannot start never makes the Job fail by itself.
async fn fault(change: &Change, job: &Job, now: OffsetDateTime, patience: &Patience) -> Result<Option<Message>> {
    let labels = format!("batch.kubernetes.io/job-name={}", job.name_any());
    rollout::cannot_start(&change.space, &labels, now, patience).await
}

async fn log_of(change: &Change, job: &str, mask: &Mask) -> String {
    let params = ListParams::default().labels(&format!("batch.kubernetes.io/job-name={job}")).limit(20);
    let Ok(mut pods) = change.space.list_metadata(kinds::POD, &params).await else { return String::new() };
    pods.sort_by(|a, b| a.metadata.creation_timestamp.cmp(&b.metadata.creation_timestamp));
    let Some(pod) = pods.pop().and_then(|pod| pod.metadata.name) else { return String::new() };
    tail(&change.space, &pod, None, false, mask).await
}

async fn create(change: &Change, hook: &HookRecord, version: u32, now: OffsetDateTime) -> Result<()> {
    let document = helm::documents(&hook.manifest).ok().and_then(|mut all| all.pop());
    let Some(document) = document.filter(|document| document.kind == "Job" && document.name == hook.name) else {
        return Err(Error::invalid(message!(HOOK_NO_JOB, hook = &hook.name)));
    };
    let mut body = helm::owned(&document.object, &change.ticket.release, &change.ticket.namespace);
    mark(&mut body, &change.ticket.task.to_string());
    note(change, hook, version, now, "Running").await?;
    let ours = |object: &DynamicObject| {
        if is_mine(change, object) {
            Ok(())
        } else {
            Err(apply::foreign(kinds::JOB, &object.name_any(), message!(OfOtherTask)))
        }
    };
    apply::apply(change, kinds::JOB, HELM, &body, Existing::of(&ours)).await?;
    Ok(())
}

fn mark(body: &mut Value, task: &str) {
    if !body["metadata"]["annotations"].is_object() {
        body["metadata"]["annotations"] = json!({});
    }
    body["metadata"]["annotations"][TASK_ANNOTATION] = json!(task);
}

/// Deletes another task's Job of the same name, by its uid.
async fn clear(change: &Change, object: &DynamicObject) -> Result<State> {
    let (release, namespace) = (&change.ticket.release, &change.ticket.namespace);
    let uid = object.metadata.uid.clone();
    let ours = |seen: &DynamicObject| {
        let known = seen.annotations().contains_key(TASK_ANNOTATION)
            || apply::owned_by_release(seen, kinds::JOB, release, namespace).is_ok();
        seen.metadata.uid == uid && known
    };
    match delete::delete(change, kinds::JOB, &object.name_any(), &ours).await? {
        delete::Deleted::Kept => Err(apply::foreign(kinds::JOB, &object.name_any(), message!(OfNoRelease))),
        delete::Deleted::Gone | delete::Deleted::Going => Ok(State::Running(message!(HookClearing))),
    }
}

/// Deletes our Job when its policy says so.
async fn drop_job(change: &Change, hook: &HookRecord, policy: &str) -> Result<()> {
    if !policies(hook).contains(&policy) {
        return Ok(());
    }
    delete::delete(change, kinds::JOB, &hook.name, &|object| is_mine(change, object)).await?;
    Ok(())
}

/// Helm's default is to delete a leftover before the next run.
fn policies(hook: &HookRecord) -> Vec<&str> {
    if hook.delete_policies.is_empty() {
        vec![BEFORE]
    } else {
        hook.delete_policies.iter().map(String::as_str).collect()
    }
}

fn is_mine(change: &Change, object: &DynamicObject) -> bool {
    object.annotations().get(TASK_ANNOTATION) == Some(&change.ticket.task.to_string())
}

/// Notes in the record how the hook goes, as Helm does.
async fn note(change: &Change, hook: &HookRecord, version: u32, now: OffsetDateTime, phase: &str) -> Result<()> {
    release::rewrite(change, version, now, |mut record| {
        let entry = record.hooks.iter_mut().find(|entry| entry.name == hook.name && entry.path == hook.path)?;
        if entry.last_run.phase == phase {
            return None;
        }
        let ended = (phase != "Running").then_some(now);
        entry.last_run = LastRun {
            started_at: entry.last_run.started_at.or(Some(now)),
            completed_at: ended,
            phase: phase.to_owned(),
        };
        Some(record)
    })
    .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hook(name: &str, weight: i32, events: &[&str]) -> HookRecord {
        serde_json::from_value(json!({"name": name, "kind": "Job", "weight": weight, "events": events})).unwrap()
    }

    #[test]
    fn hooks_run_by_weight_then_by_name_and_only_at_their_moment() {
        let hooks = [
            hook("c", 5, &["post-install"]),
            hook("b", 5, &["post-install", "post-upgrade"]),
            hook("x", 1, &["pre-delete"]),
            hook("a", -1, &["post-install"]),
        ];
        let names: Vec<_> = ordered(&hooks, "post-install").iter().map(|h| h.name.clone()).collect();
        assert_eq!(names, ["a", "b", "c"]);
        assert_eq!(ordered(&hooks, "post-upgrade").len(), 1);
        assert!(ordered(&hooks, "test").is_empty());
    }

    #[test]
    fn without_a_policy_a_leftover_is_deleted_before_the_next_run() {
        assert_eq!(policies(&hook("a", 0, &[])), [BEFORE]);
    }
}
