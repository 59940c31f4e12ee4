//! Back to an earlier revision.

use crate::{World, colleague, fields, manager, member, stranger, verdict, world};
use deployments::{
    list_revisions::list_revisions, plan::plan, reveal_secrets::reveal_secrets, rollback::rollback, update::update,
};
use proto::{
    deployments::{
        CreateDeploymentResponse, DeploymentStatus, ListRevisionsRequest, PlanDeploymentRequest, RevealSecretsRequest,
        RollbackDeploymentRequest, RollbackDeploymentResponse, Secrets, UpdateDeploymentRequest,
        plan_deployment_request::Change,
    },
    infrastructure::PlanResponse,
    tasks::TaskKind,
};

fn back(id: &str, revision: i32) -> RollbackDeploymentRequest {
    RollbackDeploymentRequest { id: id.into(), revision, reason: " It was faster. ".into(), ..Default::default() }
}

async fn rolled_back(world: &World, request: RollbackDeploymentRequest) -> kit::Result<RollbackDeploymentResponse> {
    rollback(&world.app, &colleague(), request).await
}

/// A running site whose third revision is in effect, each with a domain of its own.
async fn changed_twice(world: &World) -> String {
    let id = world.running().await;
    for domain in ["second.example.com", "third.example.com"] {
        let task = world.change_domain(&id, domain).await;
        world.finish(&id, &task, true, true).await;
    }
    id
}

#[tokio::test]
async fn a_rollback_is_a_new_revision_with_what_an_earlier_one_had_sealed() {
    let world = world().await;
    let id = changed_twice(&world).await;
    let answer = rolled_back(&world, back(&id, 1)).await.unwrap();
    let orders = world.orders().await;
    let (first, last) = (&orders[0], orders.last().unwrap());
    assert_eq!((last.kind(), last.revision, &last.hash), (TaskKind::Upgrade, 4, &first.hash));
    assert_eq!(last.id, answer.task_id);
    let shown = answer.deployment.unwrap();
    assert_eq!((shown.revision, shown.effective_revision), (4, 3));
    assert_eq!(shown.spec.unwrap().domain, "shop.example.com");
    world.finish(&id, &answer.task_id, true, true).await;
    let shown = world.shown(&id).await;
    assert_eq!((shown.status(), shown.effective_revision), (DeploymentStatus::Running, 4));
    let request = ListRevisionsRequest { id: id.clone(), ..Default::default() };
    let revisions = list_revisions(&world.app, &member(), request).await.unwrap().revisions;
    let newest = &revisions[0];
    assert_eq!(
        (newest.change.as_str(), newest.restored, newest.reason.as_str(), newest.effective),
        ("rollback", 1, "It was faster.", true)
    );
    assert_eq!((revisions[1].restored, revisions[1].change.as_str()), (0, "update"));
    assert_eq!(world.reasons().await.last().unwrap(), "DeploymentRolledBack");
}

#[tokio::test]
async fn what_cannot_be_gone_back_to_is_refused() {
    let world = world().await;
    let id = changed_twice(&world).await;
    assert_eq!(verdict(rollback(&world.app, &stranger(), back(&id, 1)).await), "404 Deployment");
    assert_eq!(verdict(rollback(&world.app, &manager(), back(&id, 1)).await), "403");
    assert_eq!(verdict(rolled_back(&world, back(&id, 3)).await), "409 NOTHING_TO_ROLL_BACK");
    for unknown in [0, -1, 4] {
        assert_eq!(verdict(rolled_back(&world, back(&id, unknown)).await), "404 Revision");
    }
    let stale = RollbackDeploymentRequest { version: 1, ..back(&id, 1) };
    assert_eq!(verdict(rolled_back(&world, stale).await), "409 CHANGED_MEANWHILE");
    let long = RollbackDeploymentRequest { reason: "x".repeat(501), ..back(&id, 1) };
    assert!(fields(rolled_back(&world, long).await).contains_key("reason"));
    let task = rolled_back(&world, back(&id, 2)).await.unwrap().task_id;
    assert_eq!(verdict(rolled_back(&world, back(&id, 1)).await), "409 TASK_RUNNING");
    world.finish(&id, &task, true, true).await;
    // the domain of the first revision is another site's by now
    let made: CreateDeploymentResponse =
        deployments::create::create(&world.app, &member(), crate::other("Shop2")).await.unwrap();
    let other = made.deployment.unwrap().id;
    world.finish(&other, &made.task_id, true, true).await;
    let task = world.change_domain(&other, "shop.example.com").await;
    world.finish(&other, &task, true, true).await;
    assert_eq!(verdict(rolled_back(&world, back(&id, 1)).await), "409 DOMAIN_TAKEN");
    assert_eq!(world.shown(&id).await.revision, 4, "nothing was written");
}

#[tokio::test]
async fn where_nothing_came_up_an_earlier_revision_is_installed() {
    let world = world().await;
    let made = world.create(&member()).await;
    let id = made.deployment.unwrap().id;
    world.finish(&id, &made.task_id, false, false).await;
    let task = world.change_domain(&id, "wrong.example.com").await;
    world.finish(&id, &task, false, false).await;
    rolled_back(&world, back(&id, 1)).await.unwrap();
    let orders = world.orders().await;
    let last = orders.last().unwrap();
    assert_eq!((last.kind(), last.revision, &last.hash), (TaskKind::Install, 3, &orders[0].hash));
}

#[tokio::test]
async fn its_plan_binds_it_and_secrets_stay_as_they_are_now() {
    let world = world().await;
    let id = world.running().await;
    let secrets = Secrets { app_pass: "another password".into(), ..Default::default() };
    let replaced = UpdateDeploymentRequest { id: id.clone(), secrets: Some(secrets), ..Default::default() };
    let task = update(&world.app, &member(), replaced).await.unwrap().task_id;
    world.finish(&id, &task, true, true).await;
    let is = |state: &str| world.peers.state().plan = PlanResponse { state: state.into(), ..Default::default() };
    is("a");
    let request = PlanDeploymentRequest { change: Some(Change::Rollback(back(&id, 1))) };
    let planned = plan(&world.app, &colleague(), request).await.unwrap();
    assert_eq!((planned.revision, planned.secrets.len()), (3, 0));
    assert_eq!(world.shown(&id).await.revision, 2, "nothing was asked for yet");
    let bound = || RollbackDeploymentRequest { plan: planned.hash.clone(), ..back(&id, 1) };
    is("b");
    assert_eq!(verdict(rolled_back(&world, bound()).await), "409 PLAN_OUTDATED");
    is("a");
    let task = rolled_back(&world, bound()).await.unwrap().task_id;
    let state: Option<String> =
        sqlx::query_scalar("select planned_state from deployments.deployment where planned_task = $1::uuid")
            .bind(&task)
            .fetch_one(&world.app.cx.db)
            .await
            .unwrap();
    assert_eq!(state.as_deref(), Some("a"));
    world.finish(&id, &task, true, true).await;
    let request = RevealSecretsRequest { id, fields: vec!["appPass".into()] };
    let revealed = reveal_secrets(&world.app, &member(), request).await.unwrap();
    assert_eq!(revealed.secrets.unwrap().app_pass, "another password");
}
