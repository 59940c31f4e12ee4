//! Server-side apply: owners, conflicts, what goes away.

use super::stage::{Stage, deployment, everywhere, text};
use kube::api::{Patch, PatchParams};
use serde_json::{Value, json};

fn owners(object: &Value) -> Vec<(String, String)> {
    let entries = object.pointer("/metadata/managedFields").and_then(Value::as_array).cloned().unwrap_or_default();
    entries
        .iter()
        .filter(|e| e.get("subresource").is_none())
        .map(|e| (text(e, "/manager").to_owned(), text(e, "/operation").to_owned()))
        .collect()
}

fn config(data: &Value) -> Value {
    json!({"metadata": {"name": "c"}, "data": data})
}

#[tokio::test]
async fn what_is_applied_belongs_to_its_manager() {
    everywhere(async |stage: &Stage| {
        let made = stage.apply("helm", "Deployment", deployment("d")).await.unwrap();
        let entry = &made["metadata"]["managedFields"][0];
        assert_eq!((text(entry, "/manager"), text(entry, "/operation")), ("helm", "Apply"));
        assert_eq!(
            entry["fieldsV1"],
            json!({"f:metadata": {"f:labels": {"f:app": {}}}, "f:spec": {"f:replicas": {}, "f:selector": {}, "f:template": {
                "f:metadata": {"f:labels": {"f:app": {}}}, "f:spec": {"f:terminationGracePeriodSeconds": {}, "f:containers": {"k:{\"name\":\"nginx\"}": {
                    ".": {}, "f:name": {}, "f:image": {},
                    "f:ports": {"k:{\"containerPort\":80,\"protocol\":\"TCP\"}": {".": {}, "f:containerPort": {}, "f:protocol": {}}},
                    "f:env": {"k:{\"name\":\"A\"}": {".": {}, "f:name": {}, "f:value": {}}, "k:{\"name\":\"B\"}": {".": {}, "f:name": {}, "f:value": {}}}}}}}}}),
            "{}",
            stage.server
        );
    })
    .await;
}

#[tokio::test]
async fn an_apply_that_changes_nothing_leaves_the_version_alone() {
    everywhere(async |stage: &Stage| {
        let body = config(&json!({"a": "1"}));
        let first = stage.apply("helm", "ConfigMap", body.clone()).await.unwrap();
        let second = stage.apply("helm", "ConfigMap", body).await.unwrap();
        assert_eq!(first, second, "{}", stage.server);
    })
    .await;
}

#[tokio::test]
async fn a_field_of_another_manager_conflicts_and_is_named() {
    everywhere(async |stage: &Stage| {
        stage.apply("helm", "Deployment", deployment("d")).await.unwrap();
        let mut other = deployment("d");
        other["spec"]["template"]["spec"]["containers"][0]["image"] = "nginx:2".into();
        let refused = stage.apply("other", "Deployment", other.clone()).await.unwrap_err();
        assert_eq!((refused.code, refused.reason.as_str()), (409, "Conflict"));
        let causes = refused.details.unwrap().causes;
        assert_eq!(causes.len(), 1);
        assert_eq!(causes[0].reason, "FieldManagerConflict");
        assert_eq!(causes[0].field, ".spec.template.spec.containers[name=\"nginx\"].image");
        assert_eq!(causes[0].message, "conflict with \"helm\"");
        let params = PatchParams { field_manager: Some("other".into()), force: true, ..PatchParams::default() };
        let forced = stage.apply_with(params, "Deployment", other).await.unwrap();
        assert_eq!(text(&forced, "/spec/template/spec/containers/0/image"), "nginx:2");
        // Forced away from helm, who now conflicts in turn.
        let refused = stage.apply("helm", "Deployment", deployment("d")).await.unwrap_err();
        assert_eq!(refused.details.unwrap().causes[0].message, "conflict with \"other\"", "{}", stage.server);
    })
    .await;
}

#[tokio::test]
async fn a_change_by_update_conflicts_with_the_version_of_the_api_it_used() {
    everywhere(async |stage: &Stage| {
        stage.apply("helm", "Deployment", deployment("d")).await.unwrap();
        let patch = json!({"spec": {"replicas": 3}});
        stage.patch("kubectl-scale", "Deployment", "d", Patch::Merge(patch)).await.unwrap();
        let refused = stage.apply("helm", "Deployment", deployment("d")).await.unwrap_err();
        let causes = refused.details.unwrap().causes;
        assert_eq!(causes[0].field, ".spec.replicas");
        assert!(
            causes[0].message.starts_with("conflict with \"kubectl-scale\" using apps/v1"),
            "{}: {}",
            stage.server,
            causes[0].message
        );
        // With the same value there is nothing to fight about, and both own it.
        let mut agreed = deployment("d");
        agreed["spec"]["replicas"] = 3.into();
        let shared = stage.apply("helm", "Deployment", agreed).await.unwrap();
        assert!(owners(&shared).contains(&("kubectl-scale".into(), "Update".into())), "{}", stage.server);
    })
    .await;
}

#[tokio::test]
async fn what_is_no_longer_applied_goes_away_unless_somebody_else_owns_it() {
    everywhere(async |stage: &Stage| {
        stage.apply("helm", "ConfigMap", config(&json!({"a": "1", "b": "2", "shared": "3"}))).await.unwrap();
        stage.apply("other", "ConfigMap", config(&json!({"shared": "3"}))).await.unwrap();
        stage.patch("kubectl", "ConfigMap", "c", Patch::Merge(json!({"data": {"foreign": "4"}}))).await.unwrap();
        let left = stage.apply("helm", "ConfigMap", config(&json!({"a": "1"}))).await.unwrap();
        assert_eq!(left["data"], json!({"a": "1", "shared": "3", "foreign": "4"}), "{}", stage.server);
    })
    .await;
}

#[tokio::test]
async fn items_of_keyed_lists_are_pruned_one_by_one() {
    everywhere(async |stage: &Stage| {
        stage.apply("helm", "Deployment", deployment("d")).await.unwrap();
        let sidecar = json!({"spec": {"template": {"spec": {"containers": [{"name": "miner", "image": "miner:1"}]}}}});
        stage.patch("kubectl", "Deployment", "d", Patch::Strategic(sidecar)).await.unwrap();
        let mut less = deployment("d");
        less["spec"]["template"]["spec"]["containers"][0]["env"] = json!([{"name": "B", "value": "2"}]);
        less["spec"]["template"]["spec"]["containers"][0].as_object_mut().unwrap().remove("ports");
        let left = stage.apply("helm", "Deployment", less).await.unwrap();
        let containers = left["spec"]["template"]["spec"]["containers"].as_array().unwrap();
        let names: Vec<&str> = containers.iter().map(|c| text(c, "/name")).collect();
        assert_eq!(names, ["miner", "nginx"], "{}: what a patch adds without an order comes first", stage.server);
        assert_eq!(containers[1]["env"], json!([{"name": "B", "value": "2"}]), "{}", stage.server);
        assert!(containers[1].get("ports").is_none(), "{}", stage.server);
    })
    .await;
}

#[tokio::test]
async fn a_list_keeps_the_order_in_which_it_is_applied() {
    everywhere(async |stage: &Stage| {
        let with = |names: &[&str]| {
            let mut body = deployment("d");
            body["spec"]["template"]["spec"]["containers"][0]["env"] =
                names.iter().map(|n| json!({"name": n, "value": "x"})).collect();
            body
        };
        stage.apply("helm", "Deployment", with(&["A", "B", "C"])).await.unwrap();
        let turned = stage.apply("helm", "Deployment", with(&["C", "A", "D", "B"])).await.unwrap();
        let env = turned["spec"]["template"]["spec"]["containers"][0]["env"].as_array().unwrap();
        assert_eq!(env.iter().map(|e| text(e, "/name")).collect::<String>(), "CADB", "{}", stage.server);
    })
    .await;
}

#[tokio::test]
async fn updates_of_helm_3_conflict_with_helm_4_until_they_are_adopted() {
    everywhere(async |stage: &Stage| {
        stage.create("ConfigMap", config(&json!({"old": "1", "kept": "1"}))).await.unwrap();
        stage.apply("tester", "ConfigMap", config(&json!({"kept": "1"}))).await.unwrap();
        // What the update owns survives the apply.
        let both = stage.get("ConfigMap", "c").await.unwrap();
        assert_eq!(both["data"], json!({"old": "1", "kept": "1"}), "{}", stage.server);
        let refused = stage.apply("tester", "ConfigMap", config(&json!({"kept": "2"}))).await.unwrap_err();
        assert!(
            refused.details.unwrap().causes[0].message.starts_with("conflict with \"tester\" using v1"),
            "{}",
            stage.server
        );
        // As client-go's csaupgrade does it: one entry of apply that owns everything.
        let mut entries = both["metadata"]["managedFields"].as_array().unwrap().clone();
        entries.retain(|e| text(e, "/operation") == "Apply");
        entries[0]["fieldsV1"] = json!({"f:data": {".": {}, "f:old": {}, "f:kept": {}}});
        let patch: json_patch::Patch = serde_json::from_value(json!([
            {"op": "test", "path": "/metadata/resourceVersion", "value": both["metadata"]["resourceVersion"]},
            {"op": "replace", "path": "/metadata/managedFields", "value": entries}]))
        .unwrap();
        let adopted = stage.patch("whoever", "ConfigMap", "c", Patch::Json(patch)).await.unwrap();
        assert_eq!(owners(&adopted), [("tester".to_owned(), "Apply".to_owned())], "{}", stage.server);
        let pruned = stage.apply("tester", "ConfigMap", config(&json!({"kept": "2"}))).await.unwrap();
        assert_eq!(pruned["data"], json!({"kept": "2"}), "{}", stage.server);
    })
    .await;
}

#[tokio::test]
async fn a_dry_run_shows_the_outcome_and_changes_nothing() {
    everywhere(async |stage: &Stage| {
        let dry = PatchParams { field_manager: Some("helm".into()), dry_run: true, ..PatchParams::default() };
        let shown = stage.apply_with(dry.clone(), "Deployment", deployment("d")).await.unwrap();
        assert_eq!(text(&shown, "/spec/strategy/type"), "RollingUpdate");
        assert!(stage.get("Deployment", "d").await.is_none());
        let made = stage.apply("helm", "Deployment", deployment("d")).await.unwrap();
        let mut more = deployment("d");
        more["spec"]["replicas"] = 2.into();
        let shown = stage.apply_with(dry, "Deployment", more).await.unwrap();
        assert_eq!(shown["spec"]["replicas"], 2);
        let live = stage.get("Deployment", "d").await.unwrap();
        assert_eq!(
            (&live["spec"], &live["metadata"]["generation"]),
            (&made["spec"], &made["metadata"]["generation"]),
            "{}",
            stage.server
        );
    })
    .await;
}
