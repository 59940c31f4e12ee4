//! `Plan` of an uninstall: everything that goes is named before, and what becomes of its data.

use super::{
    charts::{CONFIG, chart, deployment},
    stage::{Stage, from, task},
};
use k8s_openapi::api::core::v1::PersistentVolume;
use kube::{
    Api,
    api::{Patch, PatchParams, PostParams},
};
use proto::infrastructure::{self as pb, PlannedAction, VolumeEnd, workload_service_server::WorkloadService as _};
use serde_json::json;

/// A claim of that volume, which may not exist.
fn claim(name: &str, volume: &str) -> String {
    format!(
        "apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata:\n  name: {{{{ .Release.Name }}}}-{name}\nspec:\n  storageClassName: \"\"\n  volumeName: {volume}\n  accessModes: [ReadWriteOnce]\n  resources:\n    requests:\n      storage: 1Gi\n"
    )
}

async fn planned(stage: &Stage, state_only: bool) -> Result<pb::PlanResponse, tonic::Status> {
    stage.plan(pb::PlanRequest { state_only, uninstall: true, ..Default::default() }).await
}

fn names(plan: &pb::PlanResponse) -> Vec<String> {
    plan.objects.iter().map(|object| format!("{} {}", object.kind, object.name)).collect()
}

#[tokio::test]
async fn everything_that_an_uninstall_deletes_is_named_before_and_the_end_of_each_volume() {
    let stage = Stage::set("plan-gone").await;
    assert_eq!(planned(&stage, false).await.unwrap().objects, [], "nothing is there");
    let release = &stage.release;
    let (volume, missing) = (format!("{release}-volume"), format!("{release}-missing"));
    let volumes: Api<PersistentVolume> = Api::all(stage.client.clone());
    let made = json!({"metadata": {"name": volume}, "spec": {
        "capacity": {"storage": "1Gi"}, "accessModes": ["ReadWriteOnce"], "storageClassName": "",
        "persistentVolumeReclaimPolicy": "Delete", "hostPath": {"path": "/nowhere"}}});
    volumes.create(&PostParams::default(), &serde_json::from_value(made).unwrap()).await.unwrap();
    let (web, data, lost) = (deployment("demo:1", 1), claim("data", &volume), claim("lost", &missing));
    let site = [("config", CONFIG), ("web", &web), ("data", &data), ("lost", &lost)];
    // no rollout is waited for: nobody makes a volume for these claims
    let task = task();
    stage.namespace(task, 1).await;
    let revision = stage.applied(task, 1, &chart(release, &site)).await;
    stage.finish(task, 1, revision, true, "").await.unwrap();
    let plan = planned(&stage, false).await.unwrap();
    assert_eq!(
        names(&plan),
        [
            format!("PersistentVolumeClaim {release}-data"),
            format!("PersistentVolumeClaim {release}-lost"),
            format!("ConfigMap {release}-config"),
            format!("Deployment {release}-web"),
            format!("Namespace {release}"),
        ]
    );
    assert!(plan.objects.iter().all(|object| object.action() == PlannedAction::Delete && !object.foreign), "{plan:?}");
    let data = &plan.objects[0];
    let said = data.volume.clone().expect("its volume");
    assert_eq!((said.name.as_str(), said.size.as_str(), said.end()), (volume.as_str(), "1Gi", VolumeEnd::Deleted));
    let lost = &plan.objects[1];
    assert_eq!(lost.volume.as_ref().map(pb::PlannedVolume::end), Some(VolumeEnd::Unspecified));
    assert!(data.loses_data && lost.loses_data, "what cannot be seen may be lost");
    assert!(plan.objects[2..].iter().all(|object| !object.loses_data && object.volume.is_none()));
    let alone = planned(&stage, true).await.unwrap();
    assert_eq!((alone.state.as_str(), alone.objects.len()), (plan.state.as_str(), 0), "asked for alone, the same");

    // what somebody else put there goes too, and is another state
    let stranger = serde_json::from_value(json!({"metadata": {"name": "mine"}, "data": {"a": "b"}})).unwrap();
    stage.objects("v1", "ConfigMap").create(&PostParams::default(), &with_type(stranger)).await.unwrap();
    let moved = planned(&stage, false).await.unwrap();
    let foreign: Vec<_> = moved.objects.iter().filter(|object| object.foreign).map(|object| &object.name).collect();
    assert_eq!(foreign, ["mine"]);
    assert_ne!(moved.state, plan.state);

    // a volume that the cluster keeps is no loss
    let keep = Patch::Merge(json!({"spec": {"persistentVolumeReclaimPolicy": "Retain"}}));
    volumes.patch(&volume, &PatchParams::default(), &keep).await.unwrap();
    let kept = planned(&stage, false).await.unwrap();
    let data = &kept.objects[0];
    assert_eq!(data.volume.as_ref().map(pb::PlannedVolume::end), Some(VolumeEnd::Kept));
    assert!(!data.loses_data);
    assert_ne!(kept.state, moved.state);
}

fn with_type(mut object: kube::api::DynamicObject) -> kube::api::DynamicObject {
    object.types = Some(kube::api::TypeMeta { api_version: "v1".into(), kind: "ConfigMap".into() });
    object
}

#[tokio::test]
async fn somebody_elses_namespace_of_that_name_is_no_part_of_it() {
    let stage = Stage::set("plan-others").await;
    let namespace = serde_json::from_value(json!({"metadata": {"name": stage.release}})).unwrap();
    stage.namespaces().create(&PostParams::default(), &namespace).await.unwrap();
    assert_eq!(planned(&stage, false).await.unwrap().objects, []);
}

#[tokio::test]
async fn an_uninstall_does_not_begin_where_it_would_lose_more_than_was_shown() {
    let stage = Stage::set("gone-bound").await;
    let release = stage.release.clone();
    let made = task();
    stage.installed(made, &chart(&release, &[("config", CONFIG)])).await;
    let map =
        |name: &str| json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name}, "data": {"a": "b"}});
    let params = PatchParams::apply("somebody");
    let maps = stage.objects("v1", "ConfigMap");
    maps.patch("before", &params, &Patch::Apply(&map("before"))).await.unwrap();
    let shown = planned(&stage, false).await.unwrap();
    assert_eq!(shown.parts.len(), shown.objects.len());
    assert_eq!(planned(&stage, true).await.unwrap().parts, shown.parts, "as when only the state is asked for");
    maps.patch("theirs", &params, &Patch::Apply(&map("theirs"))).await.unwrap();
    let uninstall = task();
    let pass = |fence: i64, planned: &[String]| {
        let request = pb::UninstallRequest { ticket: Some(stage.ticket(uninstall, fence)), planned: planned.to_vec() };
        let rpc = stage.rpc();
        async move { rpc.uninstall(from("tasks", request)).await.map(tonic::Response::into_inner) }
    };
    let refused = pass(2, &shown.parts).await.unwrap_err();
    assert!(refused.message().contains("ConfigMap theirs"), "{refused:?}");
    assert!(!stage.object("v1", "ConfigMap", &format!("{release}-config")).await.is_null(), "nothing was begun");
    // that there is less does not matter; and what it has begun it ends, although that changes what there is
    let shown = planned(&stage, false).await.unwrap();
    maps.delete("before", &kube::api::DeleteParams::default()).await.unwrap();
    for fence in 3..2000 {
        if pass(fence, &shown.parts).await.unwrap().done {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    panic!("the uninstall does not end");
}
