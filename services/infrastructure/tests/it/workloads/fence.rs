//! A worker that was stopped between its check and its request, and overtaken, changes nothing.

use super::{
    charts::{CONFIG, chart, deployment},
    stage::{Stage, from, task},
};
use infrastructure::kubernetes::pause::Pause;
use proto::infrastructure::{self as pb, workload_service_server::WorkloadService};
use std::sync::Arc;
use tokio::sync::Notify;

/// Stops at the first request of that verb and kind; says that it stands, and goes on when told.
#[derive(Clone, Default)]
pub struct Gate {
    stands: Arc<Notify>,
    go: Arc<Notify>,
}

impl Gate {
    pub fn at(verb: &'static str, kind: &'static str) -> (Self, Pause) {
        let gate = Self::default();
        let (inner, once) = (gate.clone(), Arc::new(std::sync::atomic::AtomicBool::new(true)));
        let pause = Pause::at(move |moment| {
            let (gate, once) = (inner.clone(), Arc::clone(&once));
            Box::pin(async move {
                if moment.verb == verb && moment.kind == kind && once.swap(false, std::sync::atomic::Ordering::SeqCst) {
                    gate.stands.notify_one();
                    gate.go.notified().await;
                }
            })
        });
        (gate, pause)
    }

    /// Waits until a request stands here.
    pub async fn stands(&self) {
        self.stands.notified().await;
    }

    /// Lets it go on.
    pub fn go(&self) {
        self.go.notify_one();
    }
}

pub fn is_fenced(error: &tonic::Status) -> bool {
    error.message() == "Another worker has taken over this deployment."
}

#[tokio::test]
async fn a_late_apply_to_an_existing_object_changes_nothing() {
    let stage = Stage::set("late-apply").await;
    let (first, second) = (task(), task());
    stage.installed(first, &chart(&stage.release, &[("web", &deployment("demo:1", 1))])).await;
    let (gate, pause) = Gate::at("apply", "Deployment");
    let rpc = stage.pausing(pause);
    let old = chart(&stage.release, &[("web", &deployment("demo:old", 3))]);
    let new = chart(&stage.release, &[("web", &deployment("demo:new", 2))]);
    let late = stage.apply(&rpc, second, 2, &old);
    let take_over = async {
        gate.stands.notified().await;
        // The same task, taken up by another worker.
        stage.applied(second, 3, &new).await;
        let seen = stage.object("apps/v1", "Deployment", &format!("{}-web", stage.release)).await;
        gate.go.notify_one();
        seen
    };
    let (late, seen) = tokio::join!(late, take_over);
    assert!(is_fenced(&late.unwrap_err()));
    let after = stage.object("apps/v1", "Deployment", &format!("{}-web", stage.release)).await;
    assert_eq!(after["metadata"]["annotations"]["canopy.internal/fence"], format!("{second}.3"));
    assert_eq!(after["metadata"]["generation"], seen["metadata"]["generation"]);
    assert_eq!(after.pointer("/spec/template/spec/containers/0/image").and_then(|v| v.as_str()), Some("demo:new"));
}

#[tokio::test]
async fn a_late_apply_changes_nothing_even_when_the_next_worker_applied_the_very_same() {
    let stage = Stage::set("late-same").await;
    let (first, second) = (task(), task());
    let same = chart(&stage.release, &[("config", CONFIG)]);
    stage.installed(first, &same).await;
    let (gate, pause) = Gate::at("apply", "ConfigMap");
    let rpc = stage.pausing(pause);
    let different = chart(&stage.release, &[("config", &CONFIG.replace("quote", "upper | quote"))]);
    let late = stage.apply(&rpc, second, 2, &different);
    let take_over = async {
        gate.stands.notified().await;
        stage.applied(second, 3, &same).await;
        gate.go.notify_one();
    };
    let (late, ()) = tokio::join!(late, take_over);
    assert!(is_fenced(&late.unwrap_err()));
    assert_eq!(
        stage.object("v1", "ConfigMap", &format!("{}-config", stage.release)).await["data"]["greeting"],
        "welcome"
    );
}

#[tokio::test]
async fn a_late_first_creation_does_not_overwrite_what_the_next_worker_created() {
    let stage = Stage::set("late-create").await;
    let first = task();
    stage.namespace(first, 1).await;
    let (gate, pause) = Gate::at("apply", "ConfigMap");
    let rpc = stage.pausing(pause);
    let different = chart(&stage.release, &[("config", &CONFIG.replace("quote", "upper | quote"))]);
    let late = stage.apply(&rpc, first, 1, &different);
    let take_over = async {
        gate.stands.notified().await;
        stage.applied(first, 2, &chart(&stage.release, &[("config", CONFIG)])).await;
        gate.go.notify_one();
    };
    let (late, ()) = tokio::join!(late, take_over);
    assert!(is_fenced(&late.unwrap_err()));
    let object = stage.object("v1", "ConfigMap", &format!("{}-config", stage.release)).await;
    assert_eq!(object["data"]["greeting"], "welcome");
    assert_eq!(object["metadata"]["annotations"]["canopy.internal/fence"], format!("{first}.2"));
}

#[tokio::test]
async fn a_late_delete_deletes_nothing() {
    let stage = Stage::set("late-delete").await;
    let (first, second) = (task(), task());
    let config = chart(&stage.release, &[("config", CONFIG)]);
    stage.installed(first, &config).await;
    let (gate, pause) = Gate::at("delete", "ConfigMap");
    let rpc = stage.pausing(pause);
    // The late worker applies a chart without the ConfigMap, so it is about to prune it.
    let without = chart(&stage.release, &[("web", &deployment("demo:1", 1))]);
    let late = stage.apply(&rpc, second, 2, &without);
    let take_over = async {
        gate.stands.notified().await;
        stage.applied(second, 3, &config).await;
        gate.go.notify_one();
    };
    let (late, ()) = tokio::join!(late, take_over);
    assert!(is_fenced(&late.unwrap_err()));
    assert!(!stage.object("v1", "ConfigMap", &format!("{}-config", stage.release)).await.is_null());
}

#[tokio::test]
async fn a_late_end_of_the_release_does_not_undo_the_next_workers() {
    let stage = Stage::set("late-finish").await;
    let first = task();
    stage.namespace(first, 1).await;
    let revision = stage.applied(first, 1, &chart(&stage.release, &[("config", CONFIG)])).await;
    let (gate, pause) = Gate::at("update", "Secret");
    let rpc = stage.pausing(pause);
    let request = pb::FinishReleaseRequest {
        ticket: Some(stage.ticket(first, 1)),
        helm_revision: revision,
        succeeded: false,
        description: "too slow".into(),
    };
    let late = rpc.finish_release(from("tasks", request));
    let take_over = async {
        gate.stands.notified().await;
        assert_eq!(stage.finish(first, 2, revision, true, "").await.unwrap(), "deployed");
        gate.go.notify_one();
    };
    let (late, ()) = tokio::join!(late, take_over);
    // It finds the record ended; whatever it answers, the record stays.
    if let Ok(answer) = late {
        assert_eq!(answer.into_inner().status, "deployed");
    }
    let secret = stage.object("v1", "Secret", &helm::release::secret_name(&stage.release, 1)).await;
    assert_eq!(secret["metadata"]["labels"]["status"], "deployed");
}

#[tokio::test]
async fn a_late_end_of_a_release_that_the_next_worker_adopted_is_refused() {
    let stage = Stage::set("late-end").await;
    let first = task();
    stage.namespace(first, 1).await;
    let config = chart(&stage.release, &[("config", CONFIG)]);
    let revision = stage.applied(first, 1, &config).await;
    let (gate, pause) = Gate::at("update", "Secret");
    let rpc = stage.pausing(pause);
    let request = pb::FinishReleaseRequest {
        ticket: Some(stage.ticket(first, 1)),
        helm_revision: revision,
        succeeded: false,
        description: "too slow".into(),
    };
    let late = rpc.finish_release(from("tasks", request));
    let take_over = async {
        gate.stands.notified().await;
        assert_eq!(stage.applied(first, 2, &config).await, revision);
        gate.go.notify_one();
    };
    let (late, ()) = tokio::join!(late, take_over);
    assert!(is_fenced(&late.unwrap_err()));
    let secret = stage.object("v1", "Secret", &helm::release::secret_name(&stage.release, 1)).await;
    assert_eq!(secret["metadata"]["labels"]["status"], "pending-install");
}

#[tokio::test]
async fn a_lower_number_is_refused_at_the_door() {
    let stage = Stage::set("lower").await;
    let first = task();
    stage.namespace(first, 5).await;
    let request = pb::EnsureNamespaceRequest { ticket: Some(stage.ticket(first, 4)), labels: Default::default() };
    assert!(is_fenced(&stage.rpc().ensure_namespace(from("tasks", request)).await.unwrap_err()));
    // The same number of another task is nobody's.
    let request = pb::EnsureNamespaceRequest { ticket: Some(stage.ticket(task(), 5)), labels: Default::default() };
    assert!(is_fenced(&stage.rpc().ensure_namespace(from("tasks", request)).await.unwrap_err()));
}
