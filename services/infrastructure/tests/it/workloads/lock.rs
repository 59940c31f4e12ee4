//! Whose pending release is it: the four answers, on a real release Secret.

use super::{
    charts::{CONFIG, chart},
    stage::{Stage, task},
};
use helm::release::{LOCK_LABEL, Record, Written};
use k8s_openapi::{ByteString, api::core::v1::Secret};
use kube::{Api, api::PostParams};
use proto::tasks::TaskStatus;
use std::collections::BTreeMap;
use uuid::Uuid;

/// A pending first revision as somebody left it, with that lock label.
async fn pending(stage: &Stage, lock: Option<String>) {
    let content = serde_json::from_slice(&chart(&stage.release, &[("config", CONFIG)]).release).expect("content");
    let labels: BTreeMap<String, String> = lock.into_iter().map(|holder| (LOCK_LABEL.to_owned(), holder)).collect();
    let now = stage.bench.cx.clock.now();
    let record: Record =
        helm::release::install(&stage.release, &stage.release, content, labels, &[], now).expect("a record");
    let mut secret = Secret { type_: Some(helm::release::SECRET_TYPE.into()), ..Secret::default() };
    secret.metadata.name = Some(helm::release::secret_name(&stage.release, 1));
    secret.metadata.labels = Some(helm::release::labels(&record, Written::Created(now)));
    let data = helm::release::encode(&record).expect("encoded").into_bytes();
    secret.data = Some(BTreeMap::from([("release".to_owned(), ByteString(data))]));
    let api: Api<Secret> = Api::namespaced(stage.client.clone(), &stage.release);
    api.create(&PostParams::default(), &secret).await.expect("a Secret");
}

async fn label(stage: &Stage, version: u32) -> String {
    let secret = stage.object("v1", "Secret", &helm::release::secret_name(&stage.release, version)).await;
    secret["metadata"]["labels"]["status"].as_str().unwrap_or("absent").to_owned()
}

#[tokio::test]
async fn a_foreign_operation_is_waited_for_and_nothing_changes() {
    let stage = Stage::set("foreign").await;
    let mine = task();
    stage.namespace(mine, 1).await;
    pending(&stage, None).await;
    let all = stage.apply(&stage.rpc(), mine, 1, &chart(&stage.release, &[("config", CONFIG)])).await.unwrap();
    assert!(all.len() == 1 && all[0].waiting && !all[0].done && all[0].locked_since.is_some(), "{all:?}");
    assert!(all[0].message.starts_with("Another Helm operation has held the release since "), "{all:?}");
    assert!(stage.object("v1", "ConfigMap", &format!("{}-config", stage.release)).await.is_null());
    assert_eq!(label(&stage, 1).await, "pending-install");
}

#[tokio::test]
async fn a_label_that_helm_copied_to_its_next_revision_is_foreign() {
    let stage = Stage::set("copied").await;
    let mine = task();
    stage.namespace(mine, 1).await;
    pending(&stage, Some(format!("{}.v7", task()))).await;
    let all = stage.apply(&stage.rpc(), mine, 1, &chart(&stage.release, &[("config", CONFIG)])).await.unwrap();
    assert!(all[0].waiting, "{all:?}");
}

#[tokio::test]
async fn a_task_that_is_at_work_is_waited_for() {
    let stage = Stage::set("at-work").await;
    let (mine, other) = (task(), task());
    stage.namespace(mine, 1).await;
    stage.knows(other, TaskStatus::Running);
    pending(&stage, Some(format!("{other}.v1"))).await;
    let all = stage.apply(&stage.rpc(), mine, 1, &chart(&stage.release, &[("config", CONFIG)])).await.unwrap();
    assert!(all[0].waiting && all[0].message.starts_with("Another task of Canopy"), "{all:?}");
}

#[tokio::test]
async fn what_a_finished_or_unknown_task_left_is_marked_failed_and_the_next_number_is_taken() {
    for (name, status) in [("finished", Some(TaskStatus::Failed)), ("unknown", None)] {
        let stage = Stage::set(name).await;
        let (mine, other) = (task(), task());
        stage.namespace(mine, 1).await;
        if let Some(status) = status {
            stage.knows(other, status);
        }
        pending(&stage, Some(format!("{other}.v1"))).await;
        assert_eq!(stage.applied(mine, 1, &chart(&stage.release, &[("config", CONFIG)])).await, 2, "{name}");
        assert_eq!((label(&stage, 1).await.as_str(), label(&stage, 2).await.as_str()), ("failed", "pending-install"));
        let said = stage.plane.helm("helm", &["history", &stage.release, "-n", &stage.release, "-o", "json"]);
        assert!(said.contains("interrupted"), "{said}");
    }
}

#[tokio::test]
async fn a_worker_that_takes_over_goes_on_with_the_revision_of_its_task() {
    let stage = Stage::set("adopt").await;
    let mine = task();
    stage.namespace(mine, 1).await;
    pending(&stage, Some(format!("{mine}.v1"))).await;
    assert_eq!(stage.applied(mine, 2, &chart(&stage.release, &[("config", CONFIG)])).await, 1);
    let saved: (Uuid, Option<i32>) =
        sqlx::query_as("select task_id, helm_revision from infrastructure.fence where deployment_id = $1")
            .bind(stage.deployment)
            .fetch_one(&stage.bench.cx.db)
            .await
            .unwrap();
    assert_eq!(saved, (mine, Some(1)));
    assert_eq!(stage.finish(mine, 2, 0, true, "").await.unwrap(), "deployed", "the saved revision is found");
}

#[tokio::test]
async fn of_canopy_and_the_cli_exactly_one_gets_the_lock() {
    let stage = Stage::set("race").await;
    let mine = task();
    stage.installed(mine, &chart(&stage.release, &[("config", CONFIG)])).await;
    let second = task();
    stage.applied(second, 2, &chart(&stage.release, &[("config", CONFIG)])).await;
    let (ok, said) = stage.plane.try_helm("helm", &["upgrade", &stage.release, "/nonexistent", "-n", &stage.release]);
    assert!(!ok, "{said}");
    let folder = stage.plane.kubeconfig.with_file_name(format!("race-{}", stage.release));
    std::fs::create_dir_all(folder.join("templates")).unwrap();
    std::fs::write(folder.join("Chart.yaml"), "apiVersion: v2\nname: demo\nversion: 1.2.4\n").unwrap();
    for program in ["helm", "helm3"] {
        let (ok, said) = stage
            .plane
            .try_helm(program, &["upgrade", &stage.release, &folder.to_string_lossy(), "-n", &stage.release]);
        assert!(
            !ok && said.contains("another operation (install/upgrade/rollback) is in progress"),
            "{program}: {said}"
        );
    }
}
