//! Volumes that are kept when what used them goes: shown, used again, or deleted by the change that says so.

use super::{
    charts::{CONFIG, Rendered, chart, workload},
    fence::{Gate, is_fenced},
    stage::{Stage, from, task},
};
use proto::infrastructure::{
    self as pb, PlannedAction, VolumeEnd, VolumeOutcome, workload_service_server::WorkloadService as _,
};
use serde_json::Value;
use std::time::Duration;
use tonic::Status;
use uuid::Uuid;

/// A StatefulSet of one pod with a volume.
fn with_set(release: &str) -> Rendered {
    let labels = "app.kubernetes.io/instance: {{ .Release.Name }}\n          app.kubernetes.io/component: web";
    let claims = format!(
        "  replicas: 1\n  serviceName: web\n  volumeClaimTemplates:\n    - metadata:\n        name: data\n        labels:\n          {labels}\n\
         \x20     spec:\n        accessModes: [ReadWriteOnce]\n        resources:\n          requests:\n            storage: 1Gi\n"
    );
    chart(release, &[("config", CONFIG), ("set", &workload("apps/v1", "StatefulSet", &claims, "demo:1"))])
}

fn without_set(release: &str) -> Rendered {
    chart(release, &[("config", CONFIG)])
}

impl Stage {
    fn claim(&self) -> String {
        format!("data-{}-web-0", self.release)
    }

    async fn volumes(&self) -> Vec<pb::VolumeClaim> {
        let request = pb::ListVolumesRequest {
            cluster_id: self.cluster.clone(),
            deployment_id: self.deployment.to_string(),
            namespace: self.release.clone(),
            release_name: self.release.clone(),
            classes: true,
        };
        self.rpc().list_volumes(from("deployments", request)).await.expect("volumes").into_inner().volumes
    }

    async fn planned_with(&self, chart: &Rendered, delete: &[&str], state_only: bool) -> pb::PlanResponse {
        let asked = pb::PlanRequest {
            documents: chart.documents.clone(),
            state_only,
            delete_volumes: delete.iter().map(|&name| name.to_owned()).collect(),
            ..Default::default()
        };
        self.plan(asked).await.expect("a plan")
    }

    fn deletion(&self, task: Uuid, fence: i64, uid: &str) -> pb::DeleteVolumesRequest {
        let volumes = vec![pb::VolumeToDelete { name: self.claim(), uid: uid.to_owned() }];
        pb::DeleteVolumesRequest { ticket: Some(self.ticket(task, fence)), volumes }
    }

    /// What became of the claim.
    async fn delete(&self, task: Uuid, fence: i64, uid: &str) -> Result<(VolumeOutcome, String), Status> {
        let request = from("deployments", self.deletion(task, fence, uid));
        let answer = self.rpc().delete_volumes(request).await?.into_inner().volumes.remove(0);
        assert_eq!(answer.name, self.claim());
        Ok((answer.outcome(), answer.message))
    }

    /// A change that is applied and deployed.
    async fn upgraded(&self, task: Uuid, fence: i64, chart: &Rendered) {
        let revision = self.applied(task, fence, chart).await;
        self.ready(None).await;
        assert_eq!(self.finish(task, fence, revision, true, "").await.expect("finished"), "deployed");
    }

    /// Until the set and its pod have gone.
    async fn set_is_gone(&self) {
        self.until("apps/v1", "StatefulSet", &format!("{}-web", self.release), Value::is_null).await;
        self.until("v1", "Pod", &format!("{}-web-0", self.release), Value::is_null).await;
    }
}

fn claims(plan: &pb::PlanResponse) -> Vec<(String, PlannedAction, VolumeEnd, bool)> {
    let claims = plan.objects.iter().filter(|object| object.kind == "PersistentVolumeClaim");
    let end = |object: &pb::PlannedObject| object.volume.as_ref().expect("its volume").end();
    claims.map(|object| (object.name.clone(), object.action(), end(object), object.loses_data)).collect()
}

#[tokio::test]
async fn a_kept_volume_is_used_again_or_goes_with_the_change_that_says_so() {
    let stage = Stage::set("volumes").await;
    let (with, without, claim) = (with_set(&stage.release), without_set(&stage.release), stage.claim());
    let (first, second, third, fourth) = (task(), task(), task(), task());
    stage.installed(first, &with).await;
    let seen = stage.volumes().await.remove(0);
    assert_eq!((seen.name.as_str(), seen.component.as_str(), seen.size.as_str()), (claim.as_str(), "web", "1Gi"));
    assert!(!seen.foreign && !seen.ending && seen.created_at.is_some(), "{seen:?}");
    let (outcome, why) = stage.delete(first, 1, &seen.uid).await.unwrap();
    assert_eq!((outcome, why), (VolumeOutcome::Stays, kit::message!(VolumeUsed).to_string()));
    assert!(claims(&stage.planned_with(&with, &[&claim], false).await).is_empty(), "what is used is no part of it");

    // switched off: it stays
    stage.upgraded(second, 2, &without).await;
    stage.set_is_gone().await;
    assert_eq!(stage.volumes().await.remove(0).uid, seen.uid);
    let again = stage.planned_with(&with, &[], false).await;
    assert_eq!(claims(&again), [(claim.clone(), PlannedAction::None, VolumeEnd::Reused, false)]);
    assert_eq!(stage.planned_with(&with, &[], true).await.state, again.state, "asked for alone, the same");
    assert!(claims(&stage.planned_with(&without, &[], false).await).is_empty());

    // switched on again: the same volume
    stage.upgraded(third, 3, &with).await;
    assert_eq!(stage.volumes().await.remove(0).uid, seen.uid);
    let stamp = stage.object("v1", "PersistentVolumeClaim", &claim).await;
    assert_eq!(stamp["metadata"]["annotations"]["canopy.internal/fence"], format!("{third}.3"));

    // switched off, and its data with it
    let plan = stage.planned_with(&without, &[&claim], false).await;
    let deleted = claims(&plan);
    assert_eq!((deleted[0].0.as_str(), deleted[0].1), (claim.as_str(), PlannedAction::Delete));
    assert_eq!(stage.planned_with(&without, &[&claim], true).await.state, plan.state, "asked for alone, the same");
    assert_ne!(stage.planned_with(&without, &[], true).await.state, plan.state);
    let bound = Rendered { planned: plan.state, delete_volumes: vec![claim.clone()], ..without };
    let revision = stage.applied(fourth, 4, &bound).await;
    let moved = kit::message!(VolumeReleaseMoved).to_string();
    assert_eq!(stage.delete(fourth, 4, &seen.uid).await.unwrap(), (VolumeOutcome::Stays, moved), "not deployed yet");
    assert_eq!(stage.finish(fourth, 4, revision, true, "").await.unwrap(), "deployed");
    stage.set_is_gone().await;
    let replaced = kit::message!(VolumeReplaced).to_string();
    let other = Uuid::from_u128(7).to_string();
    assert_eq!(stage.delete(fourth, 4, &other).await.unwrap(), (VolumeOutcome::Stays, replaced));
    gone(&stage, fourth, 4, &seen.uid).await;
    assert!(stage.object("v1", "PersistentVolumeClaim", &claim).await.is_null());
    assert_eq!(stage.delete(fourth, 4, &seen.uid).await.unwrap().0, VolumeOutcome::Gone, "a repeat finds it done");
    assert_eq!(stage.volumes().await, []);
}

/// Repeats the deletion until the claim is gone.
async fn gone(stage: &Stage, task: Uuid, fence: i64, uid: &str) {
    let until = tokio::time::Instant::now() + Duration::from_secs(90);
    loop {
        let (outcome, why) = stage.delete(task, fence, uid).await.expect("an answer");
        match outcome {
            VolumeOutcome::Gone => return,
            VolumeOutcome::Going => assert!(tokio::time::Instant::now() < until, "it does not go: {why}"),
            _ => panic!("it stays: {why}"),
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

#[tokio::test]
async fn after_a_change_that_failed_the_volume_stays() {
    let stage = Stage::set("volumes-failed").await;
    let (first, second) = (task(), task());
    stage.installed(first, &with_set(&stage.release)).await;
    let seen = stage.volumes().await.remove(0);
    let revision = stage.applied(second, 2, &without_set(&stage.release)).await;
    assert_eq!(stage.finish(second, 2, revision, false, "it did not come about").await.unwrap(), "failed");
    stage.set_is_gone().await;
    let moved = kit::message!(VolumeReleaseMoved).to_string();
    assert_eq!(stage.delete(second, 2, &seen.uid).await.unwrap(), (VolumeOutcome::Stays, moved));
    assert_eq!(stage.volumes().await.remove(0).uid, seen.uid);
}

#[tokio::test]
async fn a_late_deletion_spares_a_volume_that_a_later_change_uses_again() {
    let stage = Stage::set("volumes-late").await;
    let (with, without) = (with_set(&stage.release), without_set(&stage.release));
    let (first, second, third) = (task(), task(), task());
    stage.installed(first, &with).await;
    let seen = stage.volumes().await.remove(0);
    stage.upgraded(second, 2, &without).await;
    stage.set_is_gone().await;
    let (gate, pause) = Gate::at("delete", "PersistentVolumeClaim");
    let rpc = stage.pausing(pause);
    let late = rpc.delete_volumes(from("deployments", stage.deletion(second, 2, &seen.uid)));
    let take_over = async {
        gate.stands().await;
        stage.applied(third, 3, &with).await;
        gate.go();
    };
    let (late, ()) = tokio::join!(late, take_over);
    assert!(is_fenced(&late.unwrap_err()));
    let claim = stage.object("v1", "PersistentVolumeClaim", &stage.claim()).await;
    assert_eq!(claim["metadata"]["uid"], seen.uid.as_str());
    assert!(claim["metadata"]["deletionTimestamp"].is_null(), "{claim:#}");
    stage.ready(None).await;
}
