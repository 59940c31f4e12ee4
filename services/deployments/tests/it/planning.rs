//! A change before it happens, and the change that it binds.

use crate::{APP_PASS, World, member, stranger, verdict, world};
use access::testing::service_caller;
use deployments::{apply::apply, delete::delete, plan::plan, restart::restart, retry::retry, update::update};
use proto::{
    deployments::{
        ApplyRequest, DeleteDeploymentRequest, PlanDeploymentRequest, PlanDeploymentResponse, RestartDeploymentRequest,
        RetryDeploymentRequest, Secrets, SpecInput, UpdateDeploymentRequest, plan_deployment_request::Change,
    },
    infrastructure::{PlanResponse, PlannedObject},
};

fn change(id: &str, domain: &str) -> UpdateDeploymentRequest {
    UpdateDeploymentRequest {
        id: id.into(),
        spec: Some(SpecInput { domain: Some(domain.into()), ..Default::default() }),
        ..Default::default()
    }
}

async fn asked(world: &World, update: UpdateDeploymentRequest) -> kit::Result<PlanDeploymentResponse> {
    plan(&world.app, &member(), PlanDeploymentRequest { change: Some(Change::Update(update)) }).await
}

impl World {
    /// Lets a task apply its revision; the state that infrastructure was told.
    async fn applied_with(&self, id: &str, task: &str) -> String {
        let order = self.orders().await.pop().unwrap();
        let request = ApplyRequest {
            deployment_id: id.into(),
            task_id: task.into(),
            fence: 1,
            revision: order.revision,
            hash: order.hash,
            ..Default::default()
        };
        drop(apply(&self.app, &service_caller("tasks"), request).await.unwrap());
        self.peers.state().applied.last().unwrap().planned.clone()
    }
}

fn cluster_is(world: &World, state: &str) {
    let objects = vec![PlannedObject { kind: "Ingress".into(), ..Default::default() }];
    world.peers.state().plan = PlanResponse { objects, state: state.into(), ..Default::default() };
}

#[tokio::test]
async fn a_plan_writes_nothing_and_its_change_is_what_was_planned() {
    let world = world().await;
    let id = world.running().await;
    cluster_is(&world, "a");
    let (before, orders) = (world.shown(&id).await, world.orders().await.len());
    let planned = asked(&world, change(&id, "new.example.com")).await.unwrap();
    assert_eq!((planned.revision, planned.objects.len(), planned.secrets.len()), (2, 1, 0));
    assert_eq!(world.shown(&id).await, before);
    assert_eq!(world.orders().await.len(), orders);
    let bound = UpdateDeploymentRequest { plan: planned.hash, ..change(&id, "new.example.com") };
    let task = update(&world.app, &member(), bound).await.unwrap().task_id;
    assert!(!task.is_empty());
    let sent = world.peers.state().planned.clone();
    assert_eq!(sent[0].documents, sent[1].documents, "what is rendered is the same");
    assert!(!sent[0].state_only && sent[1].state_only, "what was tried once is not tried again");
    assert_eq!((sent[0].deployment_id.as_str(), sent[0].namespace.as_str()), (id.as_str(), before.namespace.as_str()));
}

#[tokio::test]
async fn the_task_of_a_planned_change_is_bound_and_no_other() {
    let world = world().await;
    let id = world.running().await;
    cluster_is(&world, "a");
    let hash = asked(&world, change(&id, "new.example.com")).await.unwrap().hash;
    let bound = UpdateDeploymentRequest { plan: hash, ..change(&id, "new.example.com") };
    let task = update(&world.app, &member(), bound).await.unwrap().task_id;
    assert_eq!(world.applied_with(&id, &task).await, "a");
    world.finish(&id, &task, false, true).await;
    let again = RetryDeploymentRequest { id: id.clone(), version: 0 };
    let task = retry(&world.app, &member(), again).await.unwrap().task_id;
    assert_eq!(world.applied_with(&id, &task).await, "", "who retries has seen no plan");
}

#[tokio::test]
async fn a_change_whose_plan_does_not_hold_any_more_is_refused_and_writes_nothing() {
    let world = world().await;
    let id = world.running().await;
    cluster_is(&world, "a");
    let hash = asked(&world, change(&id, "new.example.com")).await.unwrap().hash;
    // another change than the one that was looked at
    let other = UpdateDeploymentRequest { plan: hash.clone(), ..change(&id, "other.example.com") };
    assert_eq!(verdict(update(&world.app, &member(), other).await), "409 PLAN_OUTDATED");
    let none = UpdateDeploymentRequest { plan: hash.clone(), id: id.clone(), ..Default::default() };
    assert_eq!(verdict(update(&world.app, &member(), none).await), "409 PLAN_OUTDATED");
    // somebody moved the cluster
    cluster_is(&world, "b");
    let bound = || UpdateDeploymentRequest { plan: hash.clone(), ..change(&id, "new.example.com") };
    assert_eq!(verdict(update(&world.app, &member(), bound()).await), "409 PLAN_OUTDATED");
    assert_eq!(world.shown(&id).await.revision, 1);
    // a revision in between
    cluster_is(&world, "a");
    let task = world.change_domain(&id, "third.example.com").await;
    world.finish(&id, &task, true, true).await;
    assert_eq!(verdict(update(&world.app, &member(), bound()).await), "409 PLAN_OUTDATED");
    world.peers.state().away = true;
    assert!(update(&world.app, &member(), bound()).await.is_err(), "a cluster that cannot be asked holds no plan");
}

#[tokio::test]
async fn what_rolls_nothing_out_has_no_plan_and_secrets_are_named_only() {
    let world = world().await;
    let id = world.running().await;
    cluster_is(&world, "a");
    let described = UpdateDeploymentRequest { id: id.clone(), description: Some("new".into()), ..Default::default() };
    assert_eq!(asked(&world, described).await.unwrap(), PlanDeploymentResponse::default());
    assert!(world.peers.state().planned.is_empty(), "the cluster is not asked");
    let secrets = Secrets { app_pass: "another password".into(), ..Default::default() };
    let replaced = UpdateDeploymentRequest { id: id.clone(), secrets: Some(secrets), ..Default::default() };
    let planned = asked(&world, replaced).await.unwrap();
    assert_eq!(planned.secrets, ["app_pass"]);
    let sent = String::from_utf8(world.peers.state().planned[0].documents.clone()).unwrap();
    assert!(!sent.contains("another password") && !sent.contains(APP_PASS));
    let request = PlanDeploymentRequest { change: Some(Change::Update(change(&id, "x.example.com"))) };
    assert_eq!(verdict(plan(&world.app, &stranger(), request).await), "404 Deployment");
}

#[tokio::test]
async fn a_deletion_is_shown_and_refused_when_anything_has_moved_since() {
    let world = world().await;
    let id = world.running().await;
    cluster_is(&world, "a");
    let whole = || DeleteDeploymentRequest { id: id.clone(), ..Default::default() };
    let asked = || PlanDeploymentRequest { change: Some(Change::Delete(whole())) };
    let planned = plan(&world.app, &member(), asked()).await.unwrap();
    assert_eq!((planned.revision, planned.objects.len(), planned.hash.is_empty()), (0, 1, false));
    assert!(!world.shown(&id).await.deleting, "nothing was asked for yet");
    let bound = || DeleteDeploymentRequest { plan: planned.hash.clone(), ..whole() };
    cluster_is(&world, "b");
    assert_eq!(verdict(delete(&world.app, &member(), bound()).await), "409 PLAN_OUTDATED");
    cluster_is(&world, "a");
    let sent = world.peers.state().planned.clone();
    assert!(sent.iter().all(|asked| asked.uninstall && asked.documents.is_empty()), "{sent:?}");
    assert_eq!(sent.iter().map(|asked| asked.state_only).collect::<Vec<_>>(), [false, true]);
    assert_eq!(verdict(plan(&world.app, &stranger(), asked()).await), "404 Deployment");
    assert_eq!(verdict(delete(&world.app, &stranger(), bound()).await), "404 Deployment");
    // a task in between leaves what nobody has seen, and while it is at work no plan holds
    let request = RestartDeploymentRequest { id: id.clone(), version: 0, ..Default::default() };
    let task = restart(&world.app, &member(), request).await.unwrap().task_id;
    assert_eq!(plan(&world.app, &member(), asked()).await.unwrap().hash, "");
    assert_eq!(verdict(delete(&world.app, &member(), bound()).await), "409 PLAN_OUTDATED");
    world.finish(&id, &task, true, true).await;
    world.peers.state().plan.parts = vec!["one".into(), "two".into()];
    let answer = delete(&world.app, &member(), bound()).await.unwrap();
    assert!(answer.deployment.unwrap().deleting && !answer.task_id.is_empty());
    let planned = world.orders().await.pop().unwrap().params.unwrap().planned;
    assert_eq!(planned, ["one", "two"], "where there is more the task does not begin");
    world.finish(&id, &answer.task_id, false, true).await;
    let again = RetryDeploymentRequest { id: id.clone(), version: 0 };
    retry(&world.app, &member(), again).await.unwrap();
    let planned = world.orders().await.pop().unwrap().params.unwrap().planned;
    assert!(planned.is_empty(), "who tries again has been told what there is: {planned:?}");
}
