//! What is not ours is not touched, and what may not be done is said in a sentence.

use super::{
    charts::{CONFIG, chart},
    stage::{Stage, from, task},
};
use kube::api::Patch;
use proto::infrastructure::{self as pb, workload_service_server::WorkloadService};
use serde_json::{Value, json};
use std::collections::BTreeMap;

#[tokio::test]
async fn an_object_of_another_release_is_not_overwritten() {
    let stage = Stage::set("foreign-object").await;
    let task = task();
    stage.namespace(task, 1).await;
    let name = format!("{}-config", stage.release);
    let make = |owner: Option<&str>| {
        let mut object = json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name}, "data": {"greeting": "theirs"}});
        if let Some(owner) = owner {
            object = helm::owned(&object, owner, &stage.release);
        }
        serde_json::from_value(object).unwrap()
    };
    let objects = stage.objects("v1", "ConfigMap");
    objects.create(&Default::default(), &make(Some("other"))).await.unwrap();
    let config = chart(&stage.release, &[("config", CONFIG)]);
    let error = stage.apply(&stage.rpc(), task, 1, &config).await.unwrap_err();
    assert_eq!(error.message(), format!("ConfigMap {name} exists and belongs to release other."));
    objects.delete(&name, &Default::default()).await.unwrap();
    objects.create(&Default::default(), &make(None)).await.unwrap();
    let error = stage.apply(&stage.rpc(), task, 1, &config).await.unwrap_err();
    assert_eq!(error.message(), format!("ConfigMap {name} exists and belongs to no release."));
    assert_eq!(stage.object("v1", "ConfigMap", &name).await["data"]["greeting"], "theirs");
}

#[tokio::test]
async fn a_field_that_somebody_else_changed_is_named_with_its_author() {
    let stage = Stage::set("author").await;
    stage.installed(task(), &chart(&stage.release, &[("config", CONFIG)])).await;
    let name = format!("{}-config", stage.release);
    let params = kube::api::PatchParams { field_manager: Some("kubectl-edit".into()), ..Default::default() };
    let patch = kube::api::Patch::Merge(json!({"data": {"greeting": "edited"}}));
    stage.objects("v1", "ConfigMap").patch(&name, &params, &patch).await.unwrap();
    let error = stage.apply(&stage.rpc(), task(), 2, &chart(&stage.release, &[("config", CONFIG)])).await.unwrap_err();
    assert!(error.message().contains("kubectl-edit") && error.message().contains(".data.greeting"), "{error:?}");
    assert_eq!(stage.object("v1", "ConfigMap", &name).await["data"]["greeting"], "edited");
}

#[tokio::test]
async fn a_field_that_kubernetes_does_not_know_is_refused_with_its_name() {
    let stage = Stage::set("unknown-field").await;
    let task = task();
    stage.namespace(task, 1).await;
    let wrong = format!("{CONFIG}dta: {{a: b}}\n");
    let error = stage.apply(&stage.rpc(), task, 1, &chart(&stage.release, &[("config", &wrong)])).await.unwrap_err();
    assert_eq!(error.code(), tonic::Code::InvalidArgument);
    assert!(error.message().contains("dta"), "{error:?}");
}

#[tokio::test]
async fn a_secret_is_written_replaced_and_never_taken_over_from_others() {
    let stage = Stage::set("secrets").await;
    let first = task();
    stage.namespace(first, 1).await;
    let put = async |fence: i64, name: String, data: &[(&str, &str)]| {
        let data = data.iter().map(|(key, value)| ((*key).to_owned(), value.as_bytes().to_vec())).collect();
        let secrets = vec![pb::SecretObject { name, data, labels: BTreeMap::new() }];
        stage
            .rpc()
            .put_secrets(from(
                "deployments",
                pb::PutSecretsRequest { ticket: Some(stage.ticket(first, fence)), secrets },
            ))
            .await
    };
    let name = format!("{}-app", stage.release);
    put(1, name.clone(), &[("a", "one"), ("b", "two")]).await.unwrap();
    put(2, name.clone(), &[("a", "three")]).await.unwrap();
    let object = stage.object("v1", "Secret", &name).await;
    assert_eq!(object["data"], json!({"a": "dGhyZWU="}), "a key that left is gone");
    assert_eq!(object["metadata"]["managedFields"][0]["manager"], "canopy-secrets");
    assert!(put(3, "sh.helm.release.v1.x.v1".into(), &[]).await.is_err());
    let theirs = format!("{}-theirs", stage.release);
    let made = serde_json::from_value(json!({"metadata": {"name": theirs}, "stringData": {"x": "y"}})).unwrap();
    stage.objects("v1", "Secret").create(&Default::default(), &made).await.unwrap();
    let error = put(4, theirs.clone(), &[("x", "ours")]).await.unwrap_err();
    assert_eq!(error.message(), format!("Secret {theirs} exists and was not made by Canopy."));
}

#[tokio::test]
async fn an_object_that_is_being_deleted_takes_no_change_and_gets_a_successor_when_it_has_gone() {
    let stage = Stage::set("going").await;
    let config = chart(&stage.release, &[("config", CONFIG)]);
    stage.installed(task(), &config).await;
    let name = format!("{}-config", stage.release);
    let (objects, second) = (stage.objects("v1", "ConfigMap"), task());
    let finalizers = |list: Value| Patch::Merge(json!({"metadata": {"finalizers": list}}));
    objects.patch(&name, &Default::default(), &finalizers(json!(["example.com/guard"]))).await.unwrap();
    objects.delete(&name, &Default::default()).await.unwrap();
    let going = stage.object("v1", "ConfigMap", &name).await;
    let error = stage.apply(&stage.rpc(), second, 2, &config).await.unwrap_err();
    assert_eq!(error.code(), tonic::Code::Unavailable, "{error:?}");
    assert_eq!(error.message(), kit::message!(OBJECT_GOING, object = format!("ConfigMap {name}")).to_string());
    assert_eq!(stage.object("v1", "ConfigMap", &name).await, going, "it is as it was");
    objects.patch(&name, &Default::default(), &finalizers(Value::Null)).await.unwrap();
    stage.until("v1", "ConfigMap", &name, Value::is_null).await;
    stage.applied(second, 2, &config).await;
    let successor = stage.object("v1", "ConfigMap", &name).await;
    assert!(successor.is_object() && successor["metadata"]["uid"] != going["metadata"]["uid"], "{successor:#}");
}

/// Only on a real control plane.
mod real {
    use super::*;

    #[tokio::test]
    async fn a_kubeconfig_without_rights_is_told_each_of_them() {
        let stage = Stage::with("rights", |plane| plane.own().restricted_kubeconfig.clone()).await;
        let request = pb::CheckClusterRequest { cluster_id: stage.cluster.clone(), namespace: stage.release.clone() };
        let answer = stage.rpc().check_cluster(from("tasks", request)).await.unwrap().into_inner();
        assert!(answer.missing.contains(&"The kubeconfig may not create deployments.apps.".to_owned()), "{answer:?}");
        assert!(answer.missing.contains(&"The kubeconfig may not create namespaces.".to_owned()), "{answer:?}");
        let request = pb::EnsureNamespaceRequest { ticket: Some(stage.ticket(task(), 1)), labels: BTreeMap::new() };
        let error = stage.rpc().ensure_namespace(from("tasks", request)).await.unwrap_err();
        assert_eq!(
            (error.code(), error.message()),
            (tonic::Code::PermissionDenied, "The kubeconfig may not get namespaces.")
        );
    }

    #[tokio::test]
    async fn a_kubeconfig_that_may_do_everything_misses_nothing() {
        let stage = Stage::with("all-rights", |plane| plane.own().token_kubeconfig.clone()).await;
        let request = pb::CheckClusterRequest { cluster_id: stage.cluster.clone(), namespace: stage.release.clone() };
        let answer = stage.rpc().check_cluster(from("tasks", request)).await.unwrap().into_inner();
        assert!(answer.missing.is_empty(), "{answer:?}");
        assert!(answer.version.starts_with("v1."), "{answer:?}");
        assert!(
            ["v1", "apps/v1", "batch/v1"].iter().all(|known| answer.api_versions.iter().any(|v| v == known)),
            "{answer:?}"
        );
    }
}
