//! Sandbox only: pods fail on demand, and say why as a kubelet would.

use super::stage::{Stage, deployment, on_sandbox, text};
use k8s_openapi::api::core::v1::Pod;
use kube::{
    Api,
    api::{LogParams, Patch},
};
use serde_json::{Value, json};

fn faulty(fault: &str) -> Value {
    let mut body = deployment("d");
    body["spec"]["template"]["metadata"]["annotations"] = json!({"canopy.internal/fault": fault});
    body["spec"]["template"]["spec"]["containers"][0]["readinessProbe"] = json!({"httpGet": {"path": "/", "port": 80}});
    body
}

async fn pod_where(stage: &Stage, what: &str, test: impl Fn(&Value) -> bool) -> Value {
    stage.until(what, async || stage.list("Pod").await.into_iter().find(|pod| test(pod))).await
}

async fn event(stage: &Stage, reason: &str) -> Value {
    stage.until(reason, async || stage.list("Event").await.into_iter().find(|e| text(e, "/reason") == reason)).await
}

#[tokio::test]
async fn an_image_that_does_not_exist_is_backed_off_from() {
    on_sandbox(&async |stage: &Stage| {
        stage.apply("helm", "Deployment", faulty("image")).await.unwrap();
        let waiting = "/status/containerStatuses/0/state/waiting/reason";
        pod_where(stage, "the back-off", |pod| text(pod, waiting) == "ImagePullBackOff").await;
        event(stage, "Failed").await;
        let all = stage.list("Event").await;
        assert!(
            all.iter().any(|e| text(e, "/reason") == "Failed" && text(e, "/message").ends_with("nginx:1: not found")),
            "{all:#?}"
        );
    })
    .await;
}

#[tokio::test]
async fn a_crash_loops_and_its_last_words_can_be_read() {
    on_sandbox(&async |stage: &Stage| {
        stage.apply("helm", "Deployment", faulty("crash")).await.unwrap();
        let status = "/status/containerStatuses/0";
        let pod = pod_where(stage, "three restarts", |pod| {
            let restarts = pod.pointer(&format!("{status}/restartCount")).and_then(Value::as_i64);
            text(pod, &format!("{status}/state/waiting/reason")) == "CrashLoopBackOff" && restarts >= Some(3)
        })
        .await;
        assert_eq!(pod.pointer(&format!("{status}/lastState/terminated/exitCode")), Some(&json!(1)));
        let pods = Api::<Pod>::namespaced(stage.client.clone(), &stage.namespace);
        let params = LogParams { previous: true, tail_lines: Some(5), ..LogParams::default() };
        let log = pods.logs(text(&pod, "/metadata/name"), &params).await.unwrap();
        assert!(log.contains("[emerg]"), "{log}");
    })
    .await;
}

#[tokio::test]
async fn too_much_memory_is_killed() {
    on_sandbox(&async |stage: &Stage| {
        stage.apply("helm", "Deployment", faulty("oom")).await.unwrap();
        let end = "/status/containerStatuses/0/lastState/terminated";
        let pod = pod_where(stage, "the kill", |pod| text(pod, &format!("{end}/reason")) == "OOMKilled").await;
        assert_eq!(pod.pointer(&format!("{end}/exitCode")), Some(&json!(137)));
    })
    .await;
}

#[tokio::test]
async fn a_pod_that_never_gets_ready_misses_the_deadline_while_the_old_one_serves() {
    on_sandbox(&async |stage: &Stage| {
        stage.apply("helm", "Deployment", deployment("d")).await.unwrap();
        stage.rolled_out("d").await;
        let mut body = faulty("notready");
        body["spec"]["progressDeadlineSeconds"] = 30.into();
        stage.apply("helm", "Deployment", body).await.unwrap();
        let late = stage
            .until("the deadline", async || {
                let object = stage.get("Deployment", "d").await?;
                object["status"]["conditions"]
                    .as_array()?
                    .iter()
                    .any(|c| text(c, "/reason") == "ProgressDeadlineExceeded")
                    .then_some(object)
            })
            .await;
        assert_eq!(late["status"]["availableReplicas"], 1, "the old pod still serves");
        assert!(text(&event(stage, "Unhealthy").await, "/message").starts_with("Readiness probe failed"));
    })
    .await;
}

#[tokio::test]
async fn a_quota_fault_lets_no_pod_be_made() {
    on_sandbox(&async |stage: &Stage| {
        stage.apply("helm", "Deployment", faulty("quota")).await.unwrap();
        assert!(text(&event(stage, "FailedCreate").await, "/message").contains("exceeded quota"));
        assert!(stage.list("Pod").await.is_empty());
    })
    .await;
}

#[tokio::test]
async fn a_missing_secret_keeps_a_container_from_starting_until_it_is_there() {
    on_sandbox(&async |stage: &Stage| {
        let mut body = deployment("d");
        body["spec"]["template"]["spec"]["containers"][0]["envFrom"] = json!([{"secretRef": {"name": "later"}}]);
        stage.apply("helm", "Deployment", body).await.unwrap();
        let waiting = "/status/containerStatuses/0/state/waiting";
        let pod = pod_where(stage, "the refusal", |pod| {
            text(pod, &format!("{waiting}/reason")) == "CreateContainerConfigError"
        })
        .await;
        assert_eq!(text(&pod, &format!("{waiting}/message")), "secret \"later\" not found");
        stage.create("Secret", json!({"metadata": {"name": "later"}})).await.unwrap();
        stage.rolled_out("d").await;
    })
    .await;
}

#[tokio::test]
async fn a_cordoned_node_takes_no_pods() {
    on_sandbox(&async |stage: &Stage| {
        let cordon = |on: bool| Patch::Merge(json!({"spec": {"unschedulable": on}}));
        stage.patch("x", "Node", "sandbox-0", cordon(true)).await.unwrap();
        stage.apply("helm", "Deployment", deployment("d")).await.unwrap();
        let pod =
            pod_where(stage, "the condition", |pod| text(pod, "/status/conditions/0/reason") == "Unschedulable").await;
        assert!(text(&pod, "/status/conditions/0/message").contains("1 node(s) were unschedulable"));
        stage.patch("x", "Node", "sandbox-0", cordon(false)).await.unwrap();
        stage.rolled_out("d").await;
    })
    .await;
}

#[tokio::test]
async fn a_job_that_fails_too_often_has_failed() {
    on_sandbox(&async |stage: &Stage| {
        let job = json!({"metadata": {"name": "j"}, "spec": {"backoffLimit": 1, "template": {"metadata": {"annotations": {"canopy.internal/fault": "crash"}},
            "spec": {"restartPolicy": "Never", "containers": [{"name": "c", "image": "x"}]}}}});
        stage.create("Job", job).await.unwrap();
        let failed = stage
            .until("the failure", async || {
                let job = stage.get("Job", "j").await?;
                job["status"]["conditions"].as_array()?.iter().find(|c| text(c, "/type") == "Failed").cloned()
            })
            .await;
        assert_eq!(text(&failed, "/reason"), "BackoffLimitExceeded");
    })
    .await;
}
