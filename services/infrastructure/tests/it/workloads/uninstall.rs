//! After an uninstall nothing is left, and nothing of anybody else is touched.

use super::{
    charts::{CONFIG, chart, deployment},
    stage::{Stage, from, task},
};
use kube::api::{Patch, PatchParams};
use proto::infrastructure::{self as pb, workload_service_server::WorkloadService};
use serde_json::{Value, json};
use std::{collections::BTreeMap, time::Duration};
use uuid::Uuid;

async fn pass(stage: &Stage, task: Uuid, fence: i64) -> pb::UninstallResponse {
    let request = pb::UninstallRequest { ticket: Some(stage.ticket(task, fence)), planned: Vec::new() };
    stage.rpc().uninstall(from("tasks", request)).await.expect("a pass").into_inner()
}

async fn until_done(stage: &Stage, task: Uuid, fence: i64) -> Vec<pb::UninstallResponse> {
    let mut all = Vec::new();
    for _ in 0..600 {
        all.push(pass(stage, task, fence).await);
        if all.last().is_some_and(|last| last.done) {
            return all;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("never done: {:?}", all.last())
}

#[tokio::test]
async fn an_uninstall_leaves_nothing_volumes_and_secrets_included() {
    let stage = Stage::set("gone").await;
    let first = task();
    let kept = "apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata:\n  name: {{ .Release.Name }}-data\n  annotations:\n    helm.sh/resource-policy: keep\nspec:\n  accessModes: [ReadWriteOnce]\n  resources:\n    requests:\n      storage: 1Gi\n";
    stage.namespace(first, 1).await;
    let secret = pb::SecretObject {
        name: format!("{}-db", stage.release),
        data: BTreeMap::from([("p".to_owned(), b"12345678".to_vec())]),
        labels: BTreeMap::new(),
    };
    let request = pb::PutSecretsRequest { ticket: Some(stage.ticket(first, 1)), secrets: vec![secret] };
    stage.rpc().put_secrets(from("deployments", request)).await.unwrap();
    stage
        .installed(
            first,
            &chart(&stage.release, &[("config", CONFIG), ("web", &deployment("demo:1", 2)), ("data", kept)]),
        )
        .await;
    let all = until_done(&stage, task(), 2).await;
    assert!(all.iter().any(|pass| !pass.done && !pass.remaining.is_empty()), "{all:?}");
    assert!(stage.namespaces().get_opt(&stage.release).await.unwrap().is_none());
    // Again, when nothing is there any more.
    assert!(pass(&stage, task(), 3).await.done);
}

#[tokio::test]
async fn what_was_never_installed_is_uninstalled_at_once() {
    let stage = Stage::set("never").await;
    assert!(pass(&stage, task(), 1).await.done);
    drop(stage);
    let stage = Stage::set("prepared").await;
    stage.namespace(task(), 1).await;
    until_done(&stage, task(), 2).await;
    assert!(stage.namespaces().get_opt(&stage.release).await.unwrap().is_none());
}

#[tokio::test]
async fn a_finalizer_that_blocks_is_named_until_it_is_gone() {
    let stage = Stage::set("blocked").await;
    stage.installed(task(), &chart(&stage.release, &[("config", CONFIG)])).await;
    let name = format!("{}-config", stage.release);
    let finalizers = |list: Value| Patch::Merge(json!({"metadata": {"finalizers": list}}));
    let objects = stage.objects("v1", "ConfigMap");
    objects.patch(&name, &PatchParams::default(), &finalizers(json!(["example.com/guard"]))).await.unwrap();
    let second = task();
    for _ in 0..3 {
        let said = pass(&stage, second, 2).await;
        assert_eq!(said.remaining, [format!("ConfigMap/{name} (finalizers: example.com/guard)")], "{said:?}");
    }
    let secret = stage.object("v1", "Secret", &helm::release::secret_name(&stage.release, 1)).await;
    assert_eq!(secret["metadata"]["labels"]["status"], "uninstalling", "the record stays as long as something does");
    objects.patch(&name, &PatchParams::default(), &finalizers(Value::Null)).await.unwrap();
    until_done(&stage, second, 2).await;
}

#[tokio::test]
async fn somebody_elses_namespace_of_that_name_is_left_alone() {
    let stage = Stage::set("others").await;
    let namespace = serde_json::from_value(json!({"metadata": {"name": stage.release}})).unwrap();
    stage.namespaces().create(&Default::default(), &namespace).await.unwrap();
    let request = pb::EnsureNamespaceRequest { ticket: Some(stage.ticket(task(), 1)), labels: BTreeMap::new() };
    let error = stage.rpc().ensure_namespace(from("tasks", request)).await.unwrap_err();
    assert_eq!(error.message(), format!("Namespace {} exists and does not belong to this deployment.", stage.release));
    let error = stage.apply(&stage.rpc(), task(), 2, &chart(&stage.release, &[("config", CONFIG)])).await.unwrap_err();
    assert!(error.message().contains("does not belong to this deployment"), "{error:?}");
    assert!(pass(&stage, task(), 3).await.done);
    assert!(stage.namespaces().get_opt(&stage.release).await.unwrap().is_some());
}
