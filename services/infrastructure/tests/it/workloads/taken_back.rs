//! What others changed by hand: seen with who and when, and taken back.

use super::{
    charts::{CONFIG, Rendered, chart, deployment},
    stage::{Stage, from, task},
};
use kube::api::{DeleteParams, Patch, PatchParams};
use proto::infrastructure::{self as pb, PlannedAction, workload_service_server::WorkloadService as _};
use serde_json::{Value, json};

async fn differing(stage: &Stage, chart: &Rendered) -> (pb::PlanResponse, Vec<String>) {
    let asked = pb::PlanRequest { documents: chart.documents.clone(), take_back: true, ..Default::default() };
    let plan = stage.plan(asked).await.expect("a plan");
    let mut told = Vec::new();
    for object in plan.objects.iter().filter(|object| object.action() != PlannedAction::None) {
        if object.fields.is_empty() {
            told.push(format!("{:?} {}", object.action(), object.kind));
        }
        told.extend(object.fields.iter().map(|field| {
            let value = |value: &Option<String>| value.clone().unwrap_or_else(|| "-".to_owned());
            assert_eq!(field.manager.is_empty(), field.changed_at.is_none(), "{field:?}");
            format!("{} {} > {} by {}", field.path, value(&field.before), value(&field.after), field.manager)
        }));
    }
    told.sort();
    (plan, told)
}

async fn edit(stage: &Stage, manager: &str, kind: &str, name: &str, patch: &Value) {
    let version = if kind == "Deployment" { "apps/v1" } else { "v1" };
    let params = PatchParams { field_manager: Some(manager.to_owned()), ..PatchParams::default() };
    stage.objects(version, kind).patch(name, &params, &Patch::Strategic(patch)).await.expect("edited");
}

const NOTHING: [&str; 0] = [];

#[tokio::test]
async fn what_was_changed_by_hand_is_seen_with_who_did_it_and_taken_back() {
    let stage = Stage::set("drift").await;
    let templates = [("config", CONFIG), ("web", &*deployment("demo:1", 1))];
    let first = chart(&stage.release, &templates);
    stage.installed(task(), &first).await;
    assert_eq!(
        differing(&stage, &first).await.1,
        NOTHING,
        "what was applied does not differ, whoever reports its state"
    );
    let (web, config) = (format!("{}-web", stage.release), format!("{}-config", stage.release));

    // notes of tools and a restart are no difference
    let restart = json!({"spec": {"template": {"metadata": {"annotations": {"kubectl.kubernetes.io/restartedAt": "2026-11-23T08:00:00Z"}}}}});
    edit(&stage, "kubectl-rollout", "Deployment", &web, &restart).await;
    assert_eq!(differing(&stage, &first).await.1, NOTHING);

    let replicas = json!({"spec": {"replicas": 2}});
    edit(&stage, "kubectl", "Deployment", &web, &replicas).await;
    let pod = json!({"spec": {"template": {"spec": {"containers": [
        {"name": "app", "image": "demo:9", "env": [{"name": "DEBUG", "value": "1"}]}]}}}});
    edit(&stage, "kubectl-edit", "Deployment", &web, &pod).await;
    edit(&stage, "kubectl-label", "Deployment", &web, &json!({"metadata": {"labels": {"owner": "me"}}})).await;
    stage.objects("v1", "ConfigMap").delete(&config, &DeleteParams::default()).await.expect("deleted");
    let (plan, told) = differing(&stage, &first).await;
    assert_eq!(
        told,
        [
            "Create ConfigMap",
            "metadata.labels.owner me > - by kubectl-label",
            "spec.replicas 2 > 1 by kubectl",
            "spec.template.spec.containers[app].env[DEBUG] {\"name\":\"DEBUG\",\"value\":\"1\"} > - by kubectl-edit",
            "spec.template.spec.containers[app].image demo:9 > demo:1 by kubectl-edit",
        ]
    );
    let object = plan.objects.iter().find(|object| object.kind == "Deployment").expect("the Deployment");
    assert!(object.restarts, "{object:?}");

    // an apply that takes nothing back is refused, and one that does is bound to what was seen
    let refused = stage.apply(&stage.rpc(), task(), 2, &first).await.expect_err("fields are somebody else's");
    assert!(refused.message().contains("kubectl"), "{refused:?}");
    let stale = Rendered { planned: "another".to_owned(), take_back: true, ..chart(&stage.release, &templates) };
    stage.apply(&stage.rpc(), task(), 3, &stale).await.expect_err("another state");
    let (plan, _) = differing(&stage, &first).await;
    let back = Rendered { planned: plan.state, take_back: true, ..chart(&stage.release, &templates) };
    stage.applied(task(), 4, &back).await;
    let now = stage.object("apps/v1", "Deployment", &web).await;
    assert_eq!(now.pointer("/spec/replicas"), Some(&json!(1)));
    let container = now.pointer("/spec/template/spec/containers/0").expect("a container");
    assert_eq!((&container["image"], container.get("env")), (&json!("demo:1"), None));
    assert_eq!(now.pointer("/metadata/labels/owner"), None);
    let restarted = now.pointer("/spec/template/metadata/annotations/kubectl.kubernetes.io~1restartedAt");
    assert!(restarted.is_some(), "a restart is no difference and stays");
    assert_eq!(stage.object("v1", "ConfigMap", &config).await.pointer("/data/greeting"), Some(&json!("welcome")));
    assert_eq!(differing(&stage, &first).await.1, NOTHING);
}

#[tokio::test]
async fn what_somebody_put_into_secrets_place_is_masked() {
    let stage = Stage::set("drift-mask").await;
    let t = task();
    stage.namespace(t, 1).await;
    let data = [("password".to_owned(), b"very-secret-word".to_vec())].into();
    let secret = pb::SecretObject { name: format!("{}-app", stage.release), data, labels: Default::default() };
    let request = pb::PutSecretsRequest { ticket: Some(stage.ticket(t, 1)), secrets: vec![secret] };
    stage.rpc().put_secrets(from("deployments", request)).await.expect("written");
    let first = chart(&stage.release, &[("config", CONFIG)]);
    stage.applied(t, 1, &first).await;
    let name = format!("{}-config", stage.release);
    let leak = json!({"data": {"greeting": "it is very-secret-word", "more": "very-secret-word"}});
    edit(&stage, "kubectl-edit", "ConfigMap", &name, &leak).await;
    let (_, told) = differing(&stage, &first).await;
    assert_eq!(told, ["data.greeting it is *** > welcome by kubectl-edit", "data.more *** > - by kubectl-edit"]);
}
