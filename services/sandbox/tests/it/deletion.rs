//! Deletions: finalizers, dependents, namespaces.

use super::stage::{Stage, deployment, everywhere, text};
use kube::api::{DeleteParams, Patch, PropagationPolicy};
use serde_json::json;

#[tokio::test]
async fn a_finalizer_holds_an_object_until_it_is_taken_off() {
    everywhere(async |stage: &Stage| {
        let body = json!({"metadata": {"name": "c", "finalizers": ["example.com/guard"]}});
        stage.create("ConfigMap", body).await.unwrap();
        stage.delete("ConfigMap", "c", &DeleteParams::default()).await.unwrap();
        let held = stage.get("ConfigMap", "c").await.unwrap();
        assert!(!text(&held, "/metadata/deletionTimestamp").is_empty(), "{}", stage.server);
        stage.delete("ConfigMap", "c", &DeleteParams::default()).await.unwrap();
        assert_eq!(
            stage.get("ConfigMap", "c").await.unwrap()["metadata"]["deletionTimestamp"],
            held["metadata"]["deletionTimestamp"]
        );
        stage.patch("x", "ConfigMap", "c", Patch::Merge(json!({"metadata": {"finalizers": null}}))).await.unwrap();
        assert!(stage.get("ConfigMap", "c").await.is_none(), "{}", stage.server);
    })
    .await;
}

#[tokio::test]
async fn dependents_follow_in_the_background_and_before_in_the_foreground() {
    everywhere(async |stage: &Stage| {
        for (name, params) in [("d", DeleteParams::background()), ("e", DeleteParams::foreground())] {
            stage.apply("helm", "Deployment", deployment(name)).await.unwrap();
            stage.rolled_out(name).await;
            stage.delete("Deployment", name, &params).await.unwrap();
            stage
                .until("the deployment's end", async || stage.get("Deployment", name).await.is_none().then_some(()))
                .await;
            if name == "e" {
                assert!(stage.list("ReplicaSet").await.is_empty(), "{}", stage.server);
            }
            let nothing = async || {
                (stage.list("ReplicaSet").await.is_empty() && stage.list("Pod").await.is_empty()).then_some(())
            };
            stage.until("its dependents' end", nothing).await;
        }
    })
    .await;
}

#[tokio::test]
async fn orphans_stay() {
    everywhere(async |stage: &Stage| {
        stage.apply("helm", "Deployment", deployment("d")).await.unwrap();
        stage.rolled_out("d").await;
        let params = DeleteParams { propagation_policy: Some(PropagationPolicy::Orphan), ..DeleteParams::default() };
        stage.delete("Deployment", "d", &params).await.unwrap();
        stage.until("the deployment's end", async || stage.get("Deployment", "d").await.is_none().then_some(())).await;
        let sets = stage.list("ReplicaSet").await;
        assert_eq!(sets.len(), 1, "{}", stage.server);
        assert!(sets[0]["metadata"].get("ownerReferences").is_none(), "{}", stage.server);
    })
    .await;
}

#[tokio::test]
async fn a_pod_that_is_deleted_is_replaced() {
    everywhere(async |stage: &Stage| {
        stage.apply("helm", "Deployment", deployment("d")).await.unwrap();
        stage.rolled_out("d").await;
        let pod = stage.list("Pod").await.remove(0);
        stage.delete("Pod", text(&pod, "/metadata/name"), &DeleteParams::default()).await.unwrap();
        stage
            .until("another pod", async || {
                let pods = stage.list("Pod").await;
                pods.iter()
                    .find(|p| {
                        text(p, "/metadata/uid") != text(&pod, "/metadata/uid") && text(p, "/status/phase") == "Running"
                    })
                    .map(|_| ())
            })
            .await;
    })
    .await;
}

#[tokio::test]
async fn a_namespace_that_ends_takes_everything_along_and_nothing_new() {
    everywhere(async |stage: &Stage| {
        stage.apply("helm", "Deployment", deployment("d")).await.unwrap();
        stage.rolled_out("d").await;
        stage
            .create("ConfigMap", json!({"metadata": {"name": "held", "finalizers": ["example.com/guard"]}}))
            .await
            .unwrap();
        stage.delete("Namespace", &stage.namespace, &DeleteParams::default()).await.unwrap();
        let ending = stage.get("Namespace", &stage.namespace).await.unwrap();
        assert_eq!(text(&ending, "/status/phase"), "Terminating");
        let refused = stage.apply("helm", "ConfigMap", json!({"metadata": {"name": "late"}})).await.unwrap_err();
        assert_eq!(refused.code, 403, "{}", stage.server);
        assert_eq!(refused.details.unwrap().causes[0].reason, "NamespaceTerminating", "{}", stage.server);
        let said = async || {
            let namespace = stage.get("Namespace", &stage.namespace).await?;
            let all = namespace["status"]["conditions"].as_array()?.clone();
            all.into_iter().find(|c| text(c, "/type") == "NamespaceFinalizersRemaining" && text(c, "/status") == "True")
        };
        let condition = stage.until("what holds it", said).await;
        assert!(
            text(&condition, "/message").contains("example.com/guard in 1 resource instances"),
            "{}: {condition}",
            stage.server
        );
        stage.patch("x", "ConfigMap", "held", Patch::Merge(json!({"metadata": {"finalizers": null}}))).await.unwrap();
        stage.until("its end", async || stage.get("Namespace", &stage.namespace).await.is_none().then_some(())).await;
    })
    .await;
}

#[tokio::test]
async fn a_claim_stays_while_a_pod_uses_it() {
    everywhere(async |stage: &Stage| {
        let claim = json!({"metadata": {"name": "data"}, "spec": {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}}});
        stage.create("PersistentVolumeClaim", claim).await.unwrap();
        let mut body = deployment("d");
        body["spec"]["template"]["spec"]["volumes"] = json!([{"name": "v", "persistentVolumeClaim": {"claimName": "data"}}]);
        stage.apply("helm", "Deployment", body).await.unwrap();
        stage.rolled_out("d").await;
        stage.delete("PersistentVolumeClaim", "data", &DeleteParams::default()).await.unwrap();
        let held = stage.get("PersistentVolumeClaim", "data").await.unwrap();
        assert_eq!(held["metadata"]["finalizers"], json!(["kubernetes.io/pvc-protection"]), "{}", stage.server);
        stage.delete("Deployment", "d", &DeleteParams::background()).await.unwrap();
        stage.until("the claim's end", async || stage.get("PersistentVolumeClaim", "data").await.is_none().then_some(())).await;
    })
    .await;
}

#[tokio::test]
async fn a_selection_is_deleted_at_once() {
    everywhere(async |stage: &Stage| {
        for name in ["a", "b", "c"] {
            let tier = if name == "c" { "db" } else { "web" };
            stage.create("Secret", json!({"metadata": {"name": name, "labels": {"tier": tier}}})).await.unwrap();
        }
        let web = kube::api::ListParams::default().labels("tier=web");
        stage.api("Secret").delete_collection(&DeleteParams::default(), &web).await.unwrap();
        stage.until("their end", async || (stage.list("Secret").await.len() == 1).then_some(())).await;
    })
    .await;
}
