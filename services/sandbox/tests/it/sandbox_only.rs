//! Sandbox only: its folder, its token, its logs, its figures.

use super::stage::{Stage, client, deployment, on_sandbox, several, start, text};
use futures::{AsyncBufReadExt as _, StreamExt as _};
use k8s_openapi::api::{
    authorization::v1::{ResourceAttributes, SelfSubjectAccessReview, SelfSubjectAccessReviewSpec},
    core::v1::{ConfigMap, Namespace, Pod},
};
use kube::{
    Api,
    api::{LogParams, PostParams},
};
use serde_json::{Value, json};
use std::{path::PathBuf, time::Duration};
use tokio_util::sync::CancellationToken;

/// A folder that goes away.
struct Folder(PathBuf);

impl Folder {
    fn fresh(name: &str) -> Self {
        Self(std::env::temp_dir().join(format!("canopy-sandbox-{name}-{}", std::process::id())))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[tokio::test]
async fn a_restart_keeps_the_objects_the_port_and_the_kubeconfig() {
    let folder = Folder::fresh("restart");
    let stop = CancellationToken::new();
    let first = start(Some(folder.0.clone()), stop.clone()).await;
    let kubeconfig = first.kubeconfig.clone();
    assert_eq!(std::fs::read_to_string(folder.0.join("kubeconfig")).unwrap(), kubeconfig);
    let maps = async |kubeconfig: &str| Api::<ConfigMap>::namespaced(client(kubeconfig).await, "default");
    let object: ConfigMap = serde_json::from_value(json!({"metadata": {"name": "kept"}, "data": {"a": "1"}})).unwrap();
    let made = maps(&kubeconfig).await.create(&PostParams::default(), &object).await.unwrap();
    let uid = async |kubeconfig: &str| {
        Api::<Namespace>::all(client(kubeconfig).await).get("kube-system").await.unwrap().metadata.uid
    };
    let cluster = uid(&kubeconfig).await;
    stop.cancel();
    first.ended().await.unwrap();

    let stop = CancellationToken::new();
    let second = start(Some(folder.0.clone()), stop.clone()).await;
    assert_eq!(second.kubeconfig, kubeconfig);
    let kept = maps(&kubeconfig).await.get("kept").await.unwrap();
    assert_eq!(kept, made);
    assert_eq!(uid(&kubeconfig).await, cluster);
    stop.cancel();
    second.ended().await.unwrap();
}

#[tokio::test]
async fn clusters_of_one_process_have_nothing_in_common() {
    let folder = Folder::fresh("several");
    let stop = CancellationToken::new();
    let clusters = several(3, Some(folder.0.clone()), stop.clone()).await;
    let folders: Vec<_> = clusters.iter().map(|cluster| cluster.folder.clone().unwrap()).collect();
    assert_eq!(folders, ["1", "2", "3"].map(|name| folder.0.join(name)));
    let maps = async |kubeconfig: &str| Api::<ConfigMap>::namespaced(client(kubeconfig).await, "default");
    let object: ConfigMap = serde_json::from_value(json!({"metadata": {"name": "of-the-first"}})).unwrap();
    maps(&clusters[0].kubeconfig).await.create(&PostParams::default(), &object).await.unwrap();
    let mut found = Vec::new();
    for cluster in &clusters {
        found.push(maps(&cluster.kubeconfig).await.get_opt("of-the-first").await.unwrap().is_some());
    }
    assert_eq!(found, [true, false, false]);
    let addressed_to_another =
        clusters[0].kubeconfig.replace(&clusters[0].address.to_string(), &clusters[1].address.to_string());
    assert!(
        Api::<Namespace>::all(client(&addressed_to_another).await).get("default").await.is_err(),
        "another authority, another token"
    );
    stop.cancel();
    for cluster in clusters {
        cluster.ended().await.unwrap();
    }
}

#[tokio::test]
async fn only_the_token_opens_it() {
    on_sandbox(&async |stage: &Stage| {
        let start = stage.kubeconfig.find("token: ").unwrap() + "token: ".len();
        let token = stage.kubeconfig[start..].lines().next().unwrap();
        let stranger = client(&stage.kubeconfig.replace(token, "not-the-token")).await;
        let kube::Error::Api(refused) =
            Api::<Pod>::all(stranger).list(&kube::api::ListParams::default()).await.unwrap_err()
        else {
            panic!()
        };
        assert_eq!(refused.code, 401);
    })
    .await;
}

#[tokio::test]
async fn whoever_has_the_token_may_do_everything() {
    on_sandbox(&async |stage: &Stage| {
        let attributes = ResourceAttributes {
            verb: Some("*".into()),
            group: Some("*".into()),
            resource: Some("*".into()),
            ..ResourceAttributes::default()
        };
        let review = SelfSubjectAccessReview {
            spec: SelfSubjectAccessReviewSpec {
                resource_attributes: Some(attributes),
                ..SelfSubjectAccessReviewSpec::default()
            },
            ..SelfSubjectAccessReview::default()
        };
        let answer = Api::<SelfSubjectAccessReview>::all(stage.client.clone())
            .create(&PostParams::default(), &review)
            .await
            .unwrap();
        assert!(answer.status.unwrap().allowed);
    })
    .await;
}

#[tokio::test]
async fn logs_can_be_cut_and_followed() {
    on_sandbox(&async |stage: &Stage| {
        stage.apply("helm", "Deployment", deployment("d")).await.unwrap();
        stage.rolled_out("d").await;
        let name = text(&stage.list("Pod").await[0], "/metadata/name").to_owned();
        let pods = Api::<Pod>::namespaced(stage.client.clone(), &stage.namespace);
        let follow = LogParams { follow: true, timestamps: true, ..LogParams::default() };
        let mut lines = pods.log_stream(&name, &follow).await.unwrap().lines();
        let mut seen: Vec<String> = Vec::new();
        while !seen.iter().any(|line| line.contains("\"GET\"")) {
            let line = tokio::time::timeout(Duration::from_secs(90), lines.next())
                .await
                .expect("the log moves")
                .unwrap()
                .unwrap();
            let (at, _) = line.split_once(' ').unwrap();
            assert!(at.ends_with('Z') && at.len() == 30, "{line}");
            seen.push(line);
        }
        assert!(seen.is_sorted(), "{seen:#?}");
        let tail = pods.logs(&name, &LogParams { tail_lines: Some(2), ..LogParams::default() }).await.unwrap();
        assert_eq!(tail.lines().count(), 2);
        let previous = pods.logs(&name, &LogParams { previous: true, ..LogParams::default() }).await;
        let kube::Error::Api(refused) = previous.unwrap_err() else { panic!() };
        assert_eq!(refused.code, 400);
    })
    .await;
}

#[tokio::test]
async fn pods_and_nodes_have_figures() {
    on_sandbox(&async |stage: &Stage| {
        stage.apply("helm", "Deployment", deployment("d")).await.unwrap();
        stage.rolled_out("d").await;
        for path in ["nodes".to_owned(), format!("namespaces/{}/pods", stage.namespace)] {
            let request = http::Request::get(format!("/apis/metrics.k8s.io/v1beta1/{path}")).body(Vec::new()).unwrap();
            let list: Value = stage.client.request(request).await.unwrap();
            let item = &list["items"][0];
            let usage = if path == "nodes" { &item["usage"] } else { &item["containers"][0]["usage"] };
            assert!(text(usage, "/cpu").ends_with('n') && text(usage, "/memory").ends_with("Ki"), "{list}");
        }
    })
    .await;
}

#[tokio::test]
async fn a_node_says_how_full_the_volumes_of_its_pods_are() {
    on_sandbox(&async |stage: &Stage| {
        let claim = json!({"metadata": {"name": "data"}, "spec": {"accessModes": ["ReadWriteOnce"],
            "resources": {"requests": {"storage": "2Gi"}}}});
        stage.apply("helm", "PersistentVolumeClaim", claim).await.unwrap();
        let mut with_volume = deployment("d");
        with_volume["spec"]["template"]["spec"]["volumes"] =
            json!([{"name": "data", "persistentVolumeClaim": {"claimName": "data"}}, {"name": "tmp", "emptyDir": {}}]);
        stage.apply("helm", "Deployment", with_volume).await.unwrap();
        stage.rolled_out("d").await;
        let pod = stage.list("Pod").await.remove(0);
        let path = format!("/api/v1/nodes/{}/proxy/stats/summary", text(&pod, "/spec/nodeName"));
        let summary: Value = stage.client.request(http::Request::get(path).body(Vec::new()).unwrap()).await.unwrap();
        let pods = summary["pods"].as_array().unwrap();
        let found = pods.iter().find(|found| found["podRef"]["uid"] == pod["metadata"]["uid"]).unwrap();
        assert_eq!(found["volume"].as_array().unwrap().len(), 1, "{found}");
        let volume = &found["volume"][0];
        assert_eq!((&volume["capacityBytes"], &volume["pvcRef"]["name"]), (&json!(2_147_483_648_u64), &json!("data")));
        assert!(volume["usedBytes"].as_i64().unwrap() > 0);
        let strange = http::Request::get("/api/v1/nodes/other/proxy/stats/summary").body(Vec::new()).unwrap();
        assert!(stage.client.request::<Value>(strange).await.is_err());
    })
    .await;
}

#[tokio::test]
async fn a_pod_passes_through_believable_states_and_tells_them() {
    on_sandbox(&async |stage: &Stage| {
        stage.apply("helm", "Deployment", deployment("d")).await.unwrap();
        stage.rolled_out("d").await;
        let mut reasons: Vec<String> =
            stage.list("Event").await.iter().map(|e| text(e, "/reason").to_owned()).collect();
        reasons.sort();
        reasons.dedup();
        for wanted in ["Created", "Pulled", "Pulling", "ScalingReplicaSet", "Scheduled", "Started", "SuccessfulCreate"]
        {
            assert!(reasons.iter().any(|r| r == wanted), "{wanted} is not in {reasons:?}");
        }
    })
    .await;
}
