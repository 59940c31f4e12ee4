//! Rollouts that fail say why.

use super::{
    charts::{chart, deployment, workload},
    stage::{Stage, task},
};
use infrastructure::workloads::Patience;
use kube::api::{ListParams, Patch, PatchParams};
use serde_json::json;
use std::time::Duration;

fn impatient() -> Patience {
    let short = Duration::from_millis(300);
    Patience {
        start: short,
        pull: short,
        schedule: short,
        create: short,
        claim: short,
        missing: short,
        ..Patience::default()
    }
}

#[tokio::test]
async fn progress_is_told_once_per_change_and_the_end_says_that_it_serves() {
    let stage = Stage::set("progress").await;
    let task = task();
    stage.namespace(task, 1).await;
    stage.applied(task, 1, &chart(&stage.release, &[("web", &deployment("demo:1", 2))])).await;
    let all = stage.watch(&stage.rpc(), None).await;
    let last = all.last().unwrap();
    assert!(last.ready && last.serving, "{all:?}");
    assert!(all.windows(2).all(|pair| pair[0] != pair[1]), "{all:?}");
    // Attached again afterwards: ready at once.
    assert!(stage.watch(&stage.rpc(), None).await.last().unwrap().ready);
}

#[tokio::test]
async fn a_quota_that_allows_no_pod_is_told_in_its_own_words() {
    let stage = Stage::set("quota").await;
    let task = task();
    stage.namespace(task, 1).await;
    stage.allows_no_pod().await;
    stage.applied(task, 1, &chart(&stage.release, &[("web", &deployment("demo:1", 1))])).await;
    let all = stage.watch(&stage.impatient(impatient()), None).await;
    let last = all.last().unwrap();
    assert!(last.failed && !last.serving, "{all:?}");
    let first = last.error.lines().next().unwrap();
    assert!(first.starts_with("No pod of web can be created: pods \""), "{}", last.error);
    assert!(first.contains("exceeded quota: none, requested: pods=1, used: pods=0, limited: pods=0"), "{}", last.error);
    assert!(last.error.contains("FailedCreate"), "{}", last.error);
}

#[tokio::test]
async fn a_statefulset_that_may_make_no_pod_is_told_from_its_event() {
    let stage = Stage::set("set-quota").await;
    let task = task();
    stage.namespace(task, 1).await;
    stage.allows_no_pod().await;
    let set = workload("apps/v1", "StatefulSet", "  serviceName: x\n  replicas: 1\n", "demo:1");
    stage.applied(task, 1, &chart(&stage.release, &[("web", &set)])).await;
    let all = stage.watch(&stage.impatient(impatient()), None).await;
    let last = all.last().unwrap();
    assert!(last.failed && last.error.starts_with("No pod of web can be created: pods \""), "{all:?}");
    assert!(last.error.contains("exceeded quota"), "{all:?}");
}

/// Only where nothing but kwok plays the kubelet.
mod real {
    use super::*;

    #[tokio::test]
    async fn an_image_that_cannot_be_pulled_is_named_with_the_reason() {
        let stage = Stage::set("image").await;
        let task = task();
        stage.namespace(task, 1).await;
        stage.applied(task, 1, &chart(&stage.release, &[("web", &deployment("demo:missing", 1))])).await;
        let pods = stage.objects("v1", "Pod");
        let rpc = stage.impatient(Patience { overall: Duration::from_secs(60), ..impatient() });
        // kwok starts every pod; the kubelet of this test says otherwise, once it has.
        let fail = async {
            for _ in 0..600 {
                let list = pods.list(&ListParams::default()).await.unwrap();
                if let Some(pod) = list.items.iter().find(|pod| pod.data.pointer("/status/containerStatuses").is_some())
                {
                    let status = json!({"status": {
                        "conditions": [{"type": "Ready", "status": "False"}, {"type": "ContainersReady", "status": "False"}],
                        "containerStatuses": [{"name": "app", "image": "demo:missing", "imageID": "", "ready": false, "restartCount": 0, "started": false,
                            "state": {"waiting": {"reason": "ImagePullBackOff", "message": "rpc error: code = NotFound desc = failed to pull: demo:missing: not found"}}}]}});
                    pods.patch_status(
                        pod.metadata.name.as_deref().unwrap(),
                        &PatchParams::default(),
                        &Patch::Strategic(status),
                    )
                    .await
                    .unwrap();
                    return;
                }
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            panic!("no pod came up");
        };
        fail.await;
        // The Deployment's controller sees it before the watch is asked.
        stage
            .until("apps/v1", "Deployment", &format!("{}-web", stage.release), |d| {
                d["status"]["availableReplicas"].as_i64().unwrap_or(0) == 0
            })
            .await;
        let all = stage.watch(&rpc, None).await;
        let last = all.last().unwrap();
        assert!(last.failed && !last.serving, "{all:?}");
        assert!(last.error.starts_with("Image demo:missing could not be pulled: not found"), "{}", last.error);
    }
}

#[tokio::test]
async fn a_workload_that_somebody_removed_is_named() {
    let stage = Stage::set("removed").await;
    stage.installed(task(), &chart(&stage.release, &[("web", &deployment("demo:1", 1))])).await;
    let name = format!("{}-web", stage.release);
    stage.objects("apps/v1", "Deployment").delete(&name, &Default::default()).await.unwrap();
    stage.until("apps/v1", "Deployment", &name, serde_json::Value::is_null).await;
    let all = stage.watch(&stage.impatient(impatient()), None).await;
    let last = all.last().unwrap();
    assert_eq!(
        last.error.lines().next(),
        Some(format!("Deployment {name} is not there: somebody removed it.").as_str()),
        "{all:?}"
    );
}

#[tokio::test]
async fn a_watch_at_its_deadline_says_what_it_waited_for() {
    let stage = Stage::set("overdue").await;
    let task = task();
    stage.namespace(task, 1).await;
    // No node has this label: the scheduler says so at once, and is given time until the deadline here.
    let web = deployment("demo:1", 1).replace(
        "      securityContext:\n        runAsNonRoot",
        "      nodeSelector:\n        no: where\n      securityContext:\n        runAsNonRoot",
    );
    stage.applied(task, 1, &chart(&stage.release, &[("web", &web)])).await;
    let patience = Patience { overall: Duration::from_secs(3), ..Patience::default() };
    let all = stage.watch(&stage.impatient(patience), None).await;
    let error = &all.last().unwrap().error;
    assert!(error.starts_with("No node can take pod ") && error.contains("0/1 nodes are available"), "{error}");
}
