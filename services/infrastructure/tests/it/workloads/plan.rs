//! `Plan`: what the API server says a change would do, against what the change then does.

use super::{
    charts::{CONFIG, Rendered, chart, deployment, workload},
    stage::{Stage, from, task},
};
use infrastructure::kubernetes::difference::{self, essence};
use k8s_openapi::api::core::v1::ConfigMap;
use kube::{
    Api,
    api::{Patch, PatchParams},
};
use proto::infrastructure::{self as pb, PlannedAction, workload_service_server::WorkloadService as _};
use serde_json::{Value, json};

async fn planned(stage: &Stage, chart: &Rendered) -> pb::PlanResponse {
    asked(stage, chart, false).await
}

async fn asked(stage: &Stage, chart: &Rendered, state_only: bool) -> pb::PlanResponse {
    let asked = pb::PlanRequest { documents: chart.documents.clone(), state_only, ..Default::default() };
    stage.plan(asked).await.expect("a plan")
}

fn one<'a>(plan: &'a pb::PlanResponse, kind: &str) -> &'a pb::PlannedObject {
    plan.objects.iter().find(|object| object.kind == kind).unwrap_or_else(|| panic!("no {kind} in {plan:?}"))
}

fn paths(object: &pb::PlannedObject) -> Vec<&str> {
    object.fields.iter().map(|field| field.path.as_str()).collect()
}

/// The objects of the plans as they are now, by kind and name; Null for those that are not there.
async fn seen(stage: &Stage, plan: &pb::PlanResponse) -> Vec<Value> {
    let mut all = Vec::new();
    for object in &plan.objects {
        let version = match object.kind.as_str() {
            "Deployment" | "StatefulSet" => "apps/v1",
            _ => "v1",
        };
        all.push(essence(&stage.object(version, &object.kind, &object.name).await));
    }
    all
}

const EXTRA: &str = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {{ .Release.Name }}-extra\ndata:\n  a: b\n";

/// Charts, each a change of the one before it: every field of what is applied stands in the plan, and nothing else.
#[tokio::test]
async fn a_plan_is_what_happens_field_by_field() {
    let stage = Stage::set("plan").await;
    let set = |replicas: u32, image: &str| {
        workload("apps/v1", "StatefulSet", &format!("  replicas: {replicas}\n  serviceName: web\n"), image)
    };
    let (one_pod, two_pods, next) = (deployment("demo:1", 1), deployment("demo:1", 2), deployment("demo:2", 2));
    let (first_set, next_set) = (set(1, "demo:1"), set(1, "demo:2"));
    let greeting = CONFIG.replace(".Values.greeting", ".Release.Namespace");
    let steps: Vec<Vec<(&str, &str)>> = vec![
        vec![("config", CONFIG), ("web", &one_pod)],
        vec![("config", CONFIG), ("web", &one_pod)],
        vec![("config", CONFIG), ("web", &two_pods)],
        vec![("config", &greeting), ("extra", EXTRA), ("web", &next)],
        vec![("config", &greeting), ("web", &next)],
        vec![("config", &greeting), ("set", &first_set)],
        vec![("config", CONFIG), ("set", &next_set)],
        vec![("set", &next_set)],
    ];
    let (mut compared, mut earlier) = (0, None);
    for (number, templates) in steps.iter().enumerate() {
        let chart = chart(&stage.release, templates);
        let mut plan = planned(&stage, &chart).await;
        // the namespace is made by another step
        let names_namespace = plan.objects.first().is_some_and(|object| object.kind == "Namespace");
        assert_eq!((names_namespace, plan.tried_in.as_str()), (number == 0, if number == 0 { "default" } else { "" }));
        plan.objects.retain(|object| object.kind != "Namespace");
        let chart = Rendered { planned: plan.state.clone(), ..chart };
        assert_eq!(planned(&stage, &chart).await.state, plan.state, "asked twice, the same");
        let state = asked(&stage, &chart, true).await;
        assert_eq!((state.state, state.objects.len()), (plan.state.clone(), 0), "asked for alone, the same");
        if let Some((state, moved)) = &earlier {
            assert_eq!(plan.state != *state, *moved, "step {number} stands on what the step before made");
        }
        earlier = Some((plan.state.clone(), plan.objects.iter().any(|object| object.action() != PlannedAction::None)));
        let before = seen(&stage, &plan).await;
        let (task, fence) = (task(), i64::try_from(number).expect("few steps") + 1);
        stage.namespace(task, fence).await;
        let revision = stage.applied(task, fence, &chart).await;
        stage.ready(None).await;
        stage.finish(task, fence, revision, true, "").await.expect("finished");
        for (object, before) in plan.objects.iter().zip(before) {
            let what = format!("step {number}: {} {}", object.kind, object.name);
            assert_eq!(object.problem, "", "{what}");
            let version = if object.kind == "ConfigMap" { "v1" } else { "apps/v1" };
            let after = stage.object(version, &object.kind, &object.name).await;
            match object.action() {
                PlannedAction::Create => assert!(before.is_null() && !after.is_null(), "{what}"),
                PlannedAction::Delete => {
                    stage.until(version, &object.kind, &object.name, Value::is_null).await;
                }
                action => {
                    let happened = difference::fields(&before, &essence(&after));
                    let told: Vec<_> = object.fields.iter().map(|f| (&f.path, &f.before, &f.after)).collect();
                    let real: Vec<_> = happened.iter().map(|f| (&f.path, &f.before, &f.after)).collect();
                    assert_eq!(told, real, "{what}");
                    assert_eq!(action == PlannedAction::None, real.is_empty(), "{what}");
                    compared += 1;
                }
            }
        }
    }
    assert!(compared >= 9, "{compared} objects were compared");
}

#[tokio::test]
async fn a_plan_says_what_restarts_what_stands_still_and_what_goes() {
    let stage = Stage::set("plan-effects").await;
    let claim = "apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata:\n  name: {{ .Release.Name }}-data\nspec:\n  accessModes: [ReadWriteOnce]\n  resources:\n    requests:\n      storage: 1Gi\n";
    // (a default that nobody owns, such as `rollingUpdate`, would stay, and the API server refuses it beside `Recreate`)
    let rolling = "  strategy:\n    type: RollingUpdate\n    rollingUpdate:\n      maxSurge: 1\n      maxUnavailable: 0\n  selector:";
    let before = deployment("demo:1", 2).replace("  selector:", rolling);
    let first = chart(&stage.release, &[("claim", claim), ("web", &before)]);
    let plan = planned(&stage, &first).await;
    assert!(plan.objects.iter().all(|object| object.action() == PlannedAction::Create), "{plan:?}");
    stage.installed(task(), &first).await;

    let more = chart(&stage.release, &[("claim", claim), ("web", &before.replace("replicas: 2", "replicas: 3"))]);
    let plan = planned(&stage, &more).await;
    let web = one(&plan, "Deployment");
    assert_eq!((paths(web), web.restarts, web.interrupts), (vec!["spec.replicas"], false, false));
    assert_eq!(one(&plan, "PersistentVolumeClaim").action(), PlannedAction::None);

    let recreated = before.replace(rolling, "  strategy:\n    type: Recreate\n  selector:").replace("demo:1", "demo:2");
    let plan = planned(&stage, &chart(&stage.release, &[("web", &recreated)])).await;
    let web = one(&plan, "Deployment");
    assert!(web.restarts && web.interrupts, "{web:?}");
    assert!(paths(web).contains(&"spec.template.spec.containers[app].image"), "{web:?}");
    let claim = one(&plan, "PersistentVolumeClaim");
    assert_eq!((claim.action(), claim.loses_data), (PlannedAction::Delete, true));
    let now = stage.object("apps/v1", "Deployment", &web.name).await;
    assert_eq!(now.pointer("/spec/template/spec/containers/0/image"), Some(&json!("demo:1")), "a plan changes nothing");
}

#[tokio::test]
async fn what_the_cluster_refuses_is_said_before() {
    let stage = Stage::set("plan-refused").await;
    let web = deployment("demo:1", 1);
    stage.installed(task(), &chart(&stage.release, &[("config", CONFIG), ("web", &web)])).await;
    let name = format!("{}-config", stage.release);
    let state = planned(&stage, &chart(&stage.release, &[("config", CONFIG)])).await.state;
    // somebody else takes the field over
    let other =
        json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name}, "data": {"greeting": "theirs"}});
    let theirs = PatchParams::apply("somebody").force();
    stage.objects("v1", "ConfigMap").patch(&name, &theirs, &Patch::Apply(&other)).await.expect("applied");
    // what selects the pods never changes
    let moved = web.replace("component: web\n  template", "component: other\n  template");
    let moved = moved.replacen("matchLabels:\n", "matchLabels:\n      more: x\n", 1);
    let plan = planned(&stage, &chart(&stage.release, &[("config", CONFIG), ("web", &moved)])).await;
    assert_ne!(plan.state, state, "what others changed is another state");
    let config = one(&plan, "ConfigMap");
    assert_eq!(kit::Message::unpacked(&config.said, &config.problem).reason(), "FIELD_CONFLICT", "{config:?}");
    assert!(config.problem.contains("somebody"), "{config:?}");
    let field = &config.fields[0];
    assert_eq!((field.path.as_str(), field.before.as_deref()), ("data.greeting", Some("theirs")));
    assert_eq!(field.after.as_deref(), Some("welcome"));
    let web = one(&plan, "Deployment");
    assert_eq!(kit::Message::unpacked(&web.said, &web.problem).reason(), "OBJECT_REFUSED", "{web:?}");
}

#[tokio::test]
async fn secrets_of_the_namespace_are_masked_in_a_plan() {
    let stage = Stage::set("plan-mask").await;
    let t = task();
    stage.namespace(t, 1).await;
    let data = [("password".to_owned(), b"very-secret-word".to_vec())].into();
    let secret = pb::SecretObject { name: format!("{}-app", stage.release), data, labels: Default::default() };
    let request = pb::PutSecretsRequest { ticket: Some(stage.ticket(t, 1)), secrets: vec![secret] };
    stage.rpc().put_secrets(from("deployments", request)).await.expect("written");
    stage.applied(t, 1, &chart(&stage.release, &[("config", CONFIG)])).await;
    let leaking = CONFIG.replace("{{ .Values.greeting | quote }}", "\"it is very-secret-word\"");
    let plan = planned(&stage, &chart(&stage.release, &[("config", &leaking)])).await;
    assert_eq!(one(&plan, "ConfigMap").fields[0].after.as_deref(), Some("it is ***"));
}

#[tokio::test]
async fn nothing_is_begun_on_another_state_than_the_planned_one() {
    let stage = Stage::set("plan-bound").await;
    let web = deployment("demo:1", 1);
    stage.installed(task(), &chart(&stage.release, &[("config", CONFIG), ("web", &web)])).await;
    let next = chart(&stage.release, &[("config", CONFIG), ("web", &deployment("demo:2", 1))]);
    let plan = planned(&stage, &next).await;
    let bound = Rendered { planned: plan.state.clone(), ..next };
    // somebody scales it meanwhile
    let name = format!("{}-web", stage.release);
    let scaled = json!({"spec": {"replicas": 2}});
    let patch = PatchParams::default();
    stage.objects("apps/v1", "Deployment").patch(&name, &patch, &Patch::Merge(&scaled)).await.expect("scaled");
    let refused = stage.apply(&stage.rpc(), task(), 2, &bound).await.expect_err("the plan does not hold any more");
    assert!(refused.message().starts_with("Something has changed since this plan was made."), "{refused:?}");
    let now = stage.object("apps/v1", "Deployment", &name).await;
    assert_eq!(now.pointer("/spec/template/spec/containers/0/image"), Some(&json!("demo:1")), "nothing was begun");
    // as it was, it holds again
    let back = json!({"spec": {"replicas": 1}});
    stage.objects("apps/v1", "Deployment").patch(&name, &patch, &Patch::Merge(&back)).await.expect("scaled back");
    assert_eq!(planned(&stage, &bound).await.state, plan.state);
    stage.applied(task(), 3, &bound).await;
}

/// A first install: there is no namespace to try anything in.
#[tokio::test]
async fn a_creation_is_tried_before_its_namespace_is_there() {
    let stage = Stage::set("plan-new").await;
    let typo = CONFIG.replace("-config", "-typo").replace("\ndata:", "\ndta:");
    let web = deployment("demo:1", 1);
    let plan = planned(&stage, &chart(&stage.release, &[("config", CONFIG), ("typo", &typo), ("web", &web)])).await;
    assert_eq!(plan.tried_in, "default");
    let told: Vec<_> = plan.objects.iter().map(|object| (object.kind.as_str(), object.name.clone())).collect();
    let named = |name: &str| format!("{}{name}", stage.release);
    assert_eq!(
        told,
        [
            ("Namespace", named("")),
            ("ConfigMap", named("-config")),
            ("ConfigMap", named("-typo")),
            ("Deployment", named("-web"))
        ]
    );
    for object in &plan.objects {
        assert!(object.action() == PlannedAction::Create && !object.untried, "{object:?}");
        assert_eq!(object.problem.contains("dta"), object.name == named("-typo"), "{object:?}");
        assert_eq!(object.problem.is_empty(), object.name != named("-typo"), "{object:?}");
    }
    assert!(stage.namespaces().get_opt(&stage.release).await.expect("an answer").is_none(), "a plan makes nothing");
    let there: Api<ConfigMap> = Api::namespaced(stage.client.clone(), "default");
    assert!(there.get_opt(&named("-config")).await.expect("an answer").is_none(), "nor where it is tried");
}

/// Only on a real control plane.
mod real {
    use super::*;

    #[tokio::test]
    async fn the_rights_that_canopy_asks_for_are_enough_to_plan_a_creation() {
        let stage = Stage::with("plan-rights", |plane| plane.own().token_kubeconfig.clone()).await;
        let web = deployment("demo:1", 1);
        let plan = planned(&stage, &chart(&stage.release, &[("web", &web)])).await;
        assert_eq!(plan.objects.len(), 2);
        assert!(plan.objects.iter().all(|object| object.problem.is_empty()), "{plan:?}");
    }
}
