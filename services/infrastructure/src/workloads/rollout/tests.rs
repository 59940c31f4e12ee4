//! The table of failures, row by row; beside it the rules of readiness.

mod readiness;

use super::{Judge, Judgement, Patience, Snapshot, Wanted, ready::progress, signals::signals};
use k8s_openapi::api::{
    apps::v1::{Deployment, ReplicaSet, StatefulSet},
    core::v1::{Event, PersistentVolumeClaim, Pod},
};
use kit::Message;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::time::Duration;
use time::macros::datetime;

fn of<K: DeserializeOwned>(value: Value) -> K {
    serde_json::from_value(value).expect("an object")
}

fn seconds(n: u64) -> Duration {
    Duration::from_secs(n)
}

/// A Deployment `web` with two wanted pods whose status is given.
fn deployment(status: Value) -> Deployment {
    of(json!({
        "metadata": {"name": "shop-web", "uid": "d", "generation": 2, "labels": {"app.kubernetes.io/component": "web"},
                     "annotations": {"deployment.kubernetes.io/revision": "2"}},
        "spec": {"replicas": 2, "selector": {}, "template": {}}, "status": status}))
}

/// Not ready, with a new replica set `r2` and an old one `r1`.
fn snapshot(pod: Value, events: Vec<Value>) -> Snapshot {
    let mut snapshot = Snapshot::default();
    let waiting = json!({"observedGeneration": 2, "replicas": 2, "updatedReplicas": 2, "availableReplicas": 0});
    snapshot.deployments.insert("shop-web", deployment(waiting));
    for (name, revision) in [("r1", "1"), ("r2", "2")] {
        let set: ReplicaSet = of(
            json!({"metadata": {"name": name, "uid": name, "annotations": {"deployment.kubernetes.io/revision": revision},
            "ownerReferences": [{"apiVersion": "apps/v1", "kind": "Deployment", "name": "shop-web", "uid": "d"}]}, "spec": {"selector": {}}}),
        );
        snapshot.replica_sets.insert(name, set);
    }
    if !pod.is_null() {
        let pod: Pod = of(pod);
        snapshot.pods.insert("p", pod);
    }
    for (i, event) in events.into_iter().enumerate() {
        let event: Event = of(event);
        snapshot.events.insert(format!("e{i}"), event);
    }
    snapshot
}

fn pod_of(set: &str, status: Value) -> Value {
    json!({"metadata": {"name": "p", "uid": "p", "ownerReferences": [{"apiVersion": "apps/v1", "kind": "ReplicaSet", "name": set, "uid": set}]},
        "spec": {"containers": [{"name": "php", "image": "wordpress:6-php8.9-fpm", "resources": {"limits": {"memory": "256Mi"}}}],
                 "initContainers": [{"name": "clone", "image": "alpine/git"}]},
        "status": status})
}

fn container(more: Value) -> Value {
    let mut status = json!({"name": "php", "image": "sha256:1", "imageID": "", "ready": false, "restartCount": 0});
    for (key, value) in more.as_object().expect("a map") {
        status[key] = value.clone();
    }
    status
}

fn event(kind: &str, uid: &str, reason: &str, message: &str, severity: &str) -> Value {
    json!({"metadata": {"name": reason}, "type": severity, "reason": reason, "message": message, "count": 3,
        "involvedObject": {"kind": kind, "name": format!("the-{uid}"), "uid": uid}, "lastTimestamp": "2026-11-21T08:00:00Z"})
}

fn lines(waiting: &[Message]) -> String {
    waiting.iter().map(Message::sentence).collect::<Vec<_>>().join("; ")
}

fn wanted() -> Wanted {
    Wanted { deployments: vec!["shop-web".into()], ..Wanted::default() }
}

/// The first line of the error, and after how long it comes (the second before it does not).
fn fails(snapshot: &Snapshot, wanted: &Wanted, after: u64) -> String {
    let patience = Patience::default();
    let mut judge = Judge::default();
    let mut now = 0;
    loop {
        match judge.judge(snapshot, wanted, &patience, seconds(now)) {
            Judgement::Failed { signal, .. } => {
                assert_eq!(now, after, "{}", signal.message);
                return signal.message.to_string();
            }
            Judgement::Going { .. } => now += 1,
            Judgement::Ready { .. } => panic!("ready"),
        }
    }
}

fn waits(reason: &str, message: &str) -> Value {
    pod_of(
        "r2",
        json!({"phase": "Pending", "containerStatuses": [container(json!({"state": {"waiting": {"reason": reason, "message": message}}}))]}),
    )
}

#[test]
fn a_container_that_cannot_be_made_fails_after_twenty_seconds() {
    for reason in ["InvalidImageName", "CreateContainerConfigError", "CreateContainerError", "RunContainerError"] {
        let text = fails(&snapshot(waits(reason, "secret \"x\" not found"), vec![]), &wanted(), 20);
        assert_eq!(text, "Container php cannot start: secret \"x\" not found");
    }
}

#[test]
fn an_image_that_cannot_be_pulled_fails_after_ninety_seconds_with_the_registrys_reason() {
    let said = event(
        "Pod",
        "p",
        "Failed",
        "Failed to pull image \"wordpress:6-php8.9-fpm\": rpc error: code = NotFound desc = failed to resolve: docker.io/library/wordpress:6-php8.9-fpm: not found",
        "Warning",
    );
    // Newer, and without the reason.
    let mut second = event("Pod", "p", "Failed", "Error: ErrImagePull", "Warning");
    second["lastTimestamp"] = json!("2026-11-21T08:00:01Z");
    for reason in ["ErrImagePull", "ImagePullBackOff"] {
        let events = vec![said.clone(), second.clone()];
        let text = fails(&snapshot(waits(reason, "Back-off pulling image"), events), &wanted(), 90);
        assert_eq!(text, "Image wordpress:6-php8.9-fpm could not be pulled: not found");
    }
}

#[test]
fn a_pull_that_is_tried_again_keeps_its_age() {
    let (patience, wanted) = (Patience::default(), wanted());
    let mut judge = Judge::default();
    let faulty = snapshot(waits("ErrImagePull", "x"), vec![]);
    let pulling = snapshot(waits("ContainerCreating", ""), vec![]);
    for now in 0..90 {
        let shown = if now % 20 < 3 { &faulty } else { &pulling };
        assert!(matches!(judge.judge(shown, &wanted, &patience, seconds(now)), Judgement::Going { .. }), "{now}");
    }
    assert!(matches!(judge.judge(&faulty, &wanted, &patience, seconds(100)), Judgement::Failed { .. }));
    // Trouble that went away for good starts anew.
    let mut judge = Judge::default();
    judge.judge(&faulty, &wanted, &patience, seconds(0));
    judge.judge(&pulling, &wanted, &patience, seconds(40));
    assert!(matches!(judge.judge(&faulty, &wanted, &patience, seconds(95)), Judgement::Going { .. }));
}

#[test]
fn a_crash_loop_fails_at_once_from_the_third_restart_and_brings_the_log() {
    let crash = |restarts: i32| {
        let last = json!({"terminated": {"exitCode": 1, "reason": "Error"}});
        let status = container(
            json!({"restartCount": restarts, "state": {"waiting": {"reason": "CrashLoopBackOff"}}, "lastState": last}),
        );
        snapshot(pod_of("r2", json!({"phase": "Running", "containerStatuses": [status]})), vec![])
    };
    assert!(signals(&crash(2), &wanted(), &Patience::default()).is_empty());
    assert_eq!(fails(&crash(3), &wanted(), 0), "Container php keeps crashing (exit code 1, 3 restarts).");
    let tail = signals(&crash(3), &wanted(), &Patience::default()).remove(0).tail.expect("a log");
    assert_eq!((tail.pod.as_str(), tail.container.as_str(), tail.previous), ("p", "php", true));
}

#[test]
fn a_second_kill_for_memory_names_the_limit() {
    let killed = |restarts: i32, now: bool| {
        let end = json!({"terminated": {"exitCode": 137, "reason": "OOMKilled"}});
        let (state, last) = if now { (end.clone(), json!({})) } else { (json!({"running": {}}), end) };
        let status = container(json!({"restartCount": restarts, "state": state, "lastState": last}));
        snapshot(pod_of("r2", json!({"phase": "Running", "containerStatuses": [status]})), vec![])
    };
    assert!(signals(&killed(1, false), &wanted(), &Patience::default()).is_empty(), "once is borne");
    let text = "Container php was killed for using more than its 256Mi memory limit.";
    assert_eq!(fails(&killed(2, false), &wanted(), 0), text);
    assert_eq!(fails(&killed(1, true), &wanted(), 0), text);
}

#[test]
fn an_init_step_that_fails_three_times_is_named() {
    let init = |restarts: i32| {
        let mut status =
            container(json!({"restartCount": restarts, "state": {"terminated": {"exitCode": 128, "reason": "Error"}}}));
        status["name"] = json!("clone");
        snapshot(pod_of("r2", json!({"phase": "Pending", "initContainerStatuses": [status]})), vec![])
    };
    assert!(signals(&init(1), &wanted(), &Patience::default()).is_empty());
    assert_eq!(fails(&init(2), &wanted(), 0), "Init step clone of pod p failed (exit code 128, 3 tries).");
}

#[test]
fn a_pod_that_no_node_takes_fails_after_two_minutes_in_the_schedulers_words() {
    let condition = json!({"type": "PodScheduled", "status": "False", "reason": "Unschedulable", "message": "0/3 nodes are available: 3 Insufficient memory."});
    let text =
        fails(&snapshot(pod_of("r2", json!({"phase": "Pending", "conditions": [condition]})), vec![]), &wanted(), 120);
    assert_eq!(text, "No node can take pod p: 0/3 nodes are available: 3 Insufficient memory.");
}

#[test]
fn a_quota_fails_after_ten_seconds_although_progressing_stays_true() {
    let said = "pods \"web-1\" is forbidden: exceeded quota: q, requested: pods=1, used: pods=1, limited: pods=0";
    let mut shown = snapshot(Value::Null, vec![]);
    let conditions = json!([{"type": "Progressing", "status": "True", "reason": "NewReplicaSetCreated"},
        {"type": "ReplicaFailure", "status": "True", "reason": "FailedCreate", "message": said}]);
    shown.deployments.insert("shop-web", deployment(json!({"observedGeneration": 2, "conditions": conditions})));
    assert_eq!(fails(&shown, &wanted(), 10), format!("No pod of web can be created: {said}"));
}

#[test]
fn a_statefulset_says_it_by_an_event_only_as_long_as_pods_are_missing() {
    let set = |replicas: i32| -> StatefulSet {
        of(
            json!({"metadata": {"name": "shop-mysql", "uid": "s", "generation": 1, "labels": {"app.kubernetes.io/component": "mysql"}},
            "spec": {"replicas": 1, "selector": {}, "serviceName": "x", "template": {}}, "status": {"observedGeneration": 1, "replicas": replicas}}),
        )
    };
    let wanted = Wanted { stateful_sets: vec!["shop-mysql".into()], ..Wanted::default() };
    let mut shown =
        snapshot(Value::Null, vec![event("StatefulSet", "s", "FailedCreate", "exceeded quota: q", "Warning")]);
    shown.stateful_sets.insert("shop-mysql", set(0));
    assert_eq!(fails(&shown, &wanted, 10), "No pod of mysql can be created: exceeded quota: q");
    shown.stateful_sets.insert("shop-mysql", set(1));
    assert!(signals(&shown, &wanted, &Patience::default()).is_empty());
}

#[test]
fn a_volume_that_is_not_bound_fails_after_a_minute_and_one_that_waits_for_a_pod_does_not() {
    let claim = |phase: &str| -> PersistentVolumeClaim {
        of(json!({"metadata": {"name": "shop-data", "uid": "c"}, "status": {"phase": phase}}))
    };
    let said = "no persistent volumes available for this claim and no storage class is set";
    let mut shown = snapshot(Value::Null, vec![event("PersistentVolumeClaim", "c", "FailedBinding", said, "Normal")]);
    shown.claims.insert("shop-data", claim("Pending"));
    assert_eq!(fails(&shown, &wanted(), 60), format!("Volume shop-data is not there: {said}"));
    shown.claims.insert("shop-data", claim("Lost"));
    assert_eq!(fails(&shown, &wanted(), 60), "Volume shop-data is not there: its volume was lost");

    let waiting = event("PersistentVolumeClaim", "c", "WaitForFirstConsumer", "waiting for first consumer", "Normal");
    let mut shown = snapshot(Value::Null, vec![waiting]);
    shown.claims.insert("shop-data", claim("Pending"));
    assert!(signals(&shown, &wanted(), &Patience::default()).is_empty());
    let claims = Wanted { claims: vec!["shop-data".into()], ..Wanted::default() };
    assert!(progress(&shown, &claims).waiting.is_empty(), "it says nothing by itself");
}

#[test]
fn a_passed_progress_deadline_says_what_the_probe_said_and_that_the_old_version_serves() {
    let mut shown = snapshot(
        pod_of("r2", json!({"phase": "Running", "conditions": [{"type": "Ready", "status": "False"}]})),
        vec![event(
            "Pod",
            "p",
            "Unhealthy",
            "Readiness probe failed: HTTP probe failed with statuscode: 502",
            "Warning",
        )],
    );
    let late = json!([{"type": "Progressing", "status": "False", "reason": "ProgressDeadlineExceeded"}]);
    let status = json!({"observedGeneration": 2, "replicas": 3, "updatedReplicas": 2, "availableReplicas": 1, "conditions": late});
    shown.deployments.insert("shop-web", deployment(status));
    let judged = Judge::default().judge(&shown, &wanted(), &Patience::default(), seconds(0));
    let Judgement::Failed { signal, lines, serving, previous } = judged else { panic!("{judged:?}") };
    assert_eq!(
        signal.message.to_string(),
        "web did not become ready within 600 seconds: pod p is running but not ready: Readiness probe failed: HTTP probe failed with statuscode: 502"
    );
    assert!(serving && previous);
    assert_eq!(lines, ["Pod/the-p · Unhealthy · 3"]);
    // An old condition of the generation before says nothing.
    shown.deployments.insert("shop-web", deployment(json!({"observedGeneration": 1, "conditions": [{"type": "Progressing", "status": "False", "reason": "ProgressDeadlineExceeded"}]})));
    assert!(signals(&shown, &wanted(), &Patience::default()).is_empty());
}

#[test]
fn the_overall_deadline_never_says_only_that_time_is_up() {
    let quiet = snapshot(Value::Null, vec![]);
    assert_eq!(
        fails(&quiet, &wanted(), 600),
        "The application was not ready after 10 minutes: web: 0 of 2 pods are ready"
    );
    let unhealthy = snapshot(
        pod_of("r2", json!({"phase": "Running", "conditions": [{"type": "Ready", "status": "False"}]})),
        vec![event("Pod", "p", "Unhealthy", "Readiness probe failed: connection refused", "Warning")],
    );
    assert_eq!(
        fails(&unhealthy, &wanted(), 600),
        "The application was not ready after 10 minutes: pod p is running but not ready: Readiness probe failed: connection refused"
    );
}

#[test]
fn a_pod_that_stays_at_an_init_step_is_told_with_the_steps_log() {
    let steps = json!([{"name": "clone", "image": "", "imageID": "", "ready": false, "restartCount": 0, "state": {"running": {}}}]);
    let pod = pod_of("r2", json!({"phase": "Pending", "initContainerStatuses": steps}));
    let shown = snapshot(pod, vec![]);
    let text = "The application was not ready after 10 minutes: pod p is still at its init step clone";
    assert_eq!(fails(&shown, &wanted(), 600), text);
    let judged = Judge::default().judge(&shown, &wanted(), &Patience::default(), seconds(600));
    let Judgement::Failed { signal, .. } = judged else { panic!("{judged:?}") };
    let tail = signal.tail.expect("a log");
    assert_eq!((tail.pod.as_str(), tail.container.as_str(), tail.previous), ("p", "clone", false));
}

#[test]
fn a_volume_that_a_provisioner_does_not_bring_is_told_rather_than_the_pod_that_waits_for_it() {
    let condition = json!({"type": "PodScheduled", "status": "False", "reason": "Unschedulable", "message": "0/1 nodes are available: pod has unbound immediate PersistentVolumeClaims."});
    let said = "Waiting for a volume to be created either by the external provisioner 'folders' or manually by the system administrator.";
    let mut shown = snapshot(
        pod_of("r2", json!({"phase": "Pending", "conditions": [condition]})),
        vec![event("PersistentVolumeClaim", "c", "ExternalProvisioning", said, "Normal")],
    );
    let claim = json!({"metadata": {"name": "shop-data", "uid": "c"}, "status": {"phase": "Pending"}});
    shown.claims.insert("shop-data", of(claim));
    assert_eq!(fails(&shown, &wanted(), 120), format!("Volume shop-data is not there: {said}"));
}

#[test]
fn trouble_of_the_previous_versions_pods_does_not_count() {
    let mut pod = waits("CreateContainerConfigError", "x");
    pod["metadata"]["ownerReferences"][0]["uid"] = json!("r1");
    assert!(signals(&snapshot(pod, vec![]), &wanted(), &Patience::default()).is_empty());
}

#[test]
fn a_failed_job_of_the_manifest_fails_at_once() {
    let mut shown = snapshot(Value::Null, vec![]);
    let job = json!({"metadata": {"name": "j"}, "status": {"conditions": [{"type": "Failed", "status": "True", "reason": "BackoffLimitExceeded", "message": "Job has reached the specified backoff limit"}]}});
    shown.jobs.insert("j", of(job));
    let wanted = Wanted { jobs: vec!["j".into()], ..Wanted::default() };
    assert_eq!(
        fails(&shown, &wanted, 0),
        "Job j failed: BackoffLimitExceeded: Job has reached the specified backoff limit"
    );
}
