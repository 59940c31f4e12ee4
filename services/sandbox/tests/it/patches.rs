//! The other forms of patches, and what counts as a change of the specification.

use super::stage::{Stage, deployment, everywhere, number, text};
use kube::api::Patch;
use serde_json::{Value, json};

#[tokio::test]
async fn a_restart_is_one_generation_and_a_later_apply_leaves_it_alone() {
    everywhere(async |stage: &Stage| {
        stage.apply("helm", "Deployment", deployment("d")).await.unwrap();
        let before = stage.rolled_out("d").await;
        let patch = json!({"spec": {"template": {"metadata": {"annotations": {"kubectl.kubernetes.io/restartedAt": "2026-11-21T08:00:00Z"}}}}});
        let patched = stage.patch("canopy-restart", "Deployment", "d", Patch::Strategic(patch.clone())).await.unwrap();
        assert_eq!(number(&patched, "/metadata/generation"), number(&before, "/metadata/generation") + 1, "{}", stage.server);
        let again = stage.patch("canopy-restart", "Deployment", "d", Patch::Strategic(patch)).await.unwrap();
        assert_eq!(again["metadata"]["generation"], patched["metadata"]["generation"], "{}", stage.server);
        let applied = stage.apply("helm", "Deployment", deployment("d")).await.unwrap();
        let note = "/spec/template/metadata/annotations/kubectl.kubernetes.io~1restartedAt";
        assert_eq!(text(&applied, note), "2026-11-21T08:00:00Z", "{}", stage.server);
        let after = stage.rolled_out("d").await;
        assert_eq!(number(&after, "/metadata/generation"), number(&before, "/metadata/generation") + 1, "{}", stage.server);
        assert_eq!(text(&after, "/metadata/annotations/deployment.kubernetes.io~1revision"), "2", "{}", stage.server);
    })
    .await;
}

#[tokio::test]
async fn labels_do_not_count_as_a_new_generation_but_a_deployments_annotations_do() {
    everywhere(async |stage: &Stage| {
        let generation = |object: &Value| number(object, "/metadata/generation");
        let made = stage.apply("helm", "Deployment", deployment("d")).await.unwrap();
        let labelled = stage
            .patch("x", "Deployment", "d", Patch::Merge(json!({"metadata": {"labels": {"more": "1"}}})))
            .await
            .unwrap();
        assert_eq!(generation(&labelled), generation(&made), "{}", stage.server);
        let noted = stage
            .patch("x", "Deployment", "d", Patch::Merge(json!({"metadata": {"annotations": {"more": "1"}}})))
            .await
            .unwrap();
        assert_eq!(generation(&noted), generation(&made) + 1, "{}", stage.server);
        let status =
            stage.patch("x", "Deployment", "d", Patch::Merge(json!({"status": {"replicas": 77}}))).await.unwrap();
        assert_ne!(number(&status, "/status/replicas"), 77, "{}", stage.server);
        assert_eq!(generation(&status), generation(&noted), "{}", stage.server);
    })
    .await;
}

#[tokio::test]
async fn a_strategic_patch_merges_lists_by_their_keys() {
    everywhere(async |stage: &Stage| {
        stage.apply("helm", "Deployment", deployment("d")).await.unwrap();
        let containers = |value: Value| Patch::Strategic(json!({"spec": {"template": {"spec": {"containers": [value]}}}}));
        let patch = containers(json!({"name": "nginx", "image": "nginx:2", "env": [{"name": "A", "$patch": "delete"}, {"name": "C", "value": "3"}]}));
        let merged = stage.patch("x", "Deployment", "d", patch).await.unwrap();
        let container = &merged["spec"]["template"]["spec"]["containers"][0];
        assert_eq!(text(container, "/image"), "nginx:2");
        let mut names: Vec<&str> = container["env"].as_array().unwrap().iter().map(|e| text(e, "/name")).collect();
        names.sort_unstable();
        assert_eq!(names, ["B", "C"], "{}", stage.server);
        let replaced = Patch::Strategic(json!({"spec": {"strategy": {"$retainKeys": ["type"], "type": "Recreate"}}}));
        let merged = stage.patch("x", "Deployment", "d", replaced).await.unwrap();
        assert_eq!(merged["spec"]["strategy"], json!({"type": "Recreate"}), "{}", stage.server);
    })
    .await;
}

#[tokio::test]
async fn a_merge_patch_replaces_lists_and_removes_with_null() {
    everywhere(async |stage: &Stage| {
        stage
            .create("ConfigMap", json!({"metadata": {"name": "c", "labels": {"a": "1", "b": "2"}}, "data": {"x": "1"}}))
            .await
            .unwrap();
        let patch = Patch::Merge(json!({"metadata": {"labels": {"a": null}}, "data": {"y": "2"}}));
        let merged = stage.patch("x", "ConfigMap", "c", patch).await.unwrap();
        assert_eq!(
            (&merged["metadata"]["labels"], &merged["data"]),
            (&json!({"b": "2"}), &json!({"x": "1", "y": "2"})),
            "{}",
            stage.server
        );
    })
    .await;
}

#[tokio::test]
async fn a_json_patch_that_does_not_fit_changes_nothing() {
    everywhere(async |stage: &Stage| {
        stage.create("ConfigMap", json!({"metadata": {"name": "c"}, "data": {"x": "1"}})).await.unwrap();
        let patch = |operations: Value| Patch::<Value>::Json(serde_json::from_value(operations).unwrap());
        let refused = stage
            .patch(
                "x",
                "ConfigMap",
                "c",
                patch(json!([{"op": "test", "path": "/data/x", "value": "2"}, {"op": "remove", "path": "/data/x"}])),
            )
            .await;
        assert_eq!(refused.unwrap_err().code, 422, "{}", stage.server);
        let done = stage
            .patch(
                "x",
                "ConfigMap",
                "c",
                patch(json!([{"op": "add", "path": "/data/y", "value": "2"}, {"op": "remove", "path": "/data/x"}])),
            )
            .await;
        assert_eq!(done.unwrap()["data"], json!({"y": "2"}), "{}", stage.server);
    })
    .await;
}

#[tokio::test]
async fn string_data_of_a_secret_becomes_data() {
    everywhere(async |stage: &Stage| {
        let made = stage.create("Secret", json!({"metadata": {"name": "s"}, "stringData": {"a": "b"}})).await.unwrap();
        assert_eq!((&made["data"], &made["type"]), (&json!({"a": "Yg=="}), &json!("Opaque")), "{}", stage.server);
        assert!(made.get("stringData").is_none());
    })
    .await;
}
