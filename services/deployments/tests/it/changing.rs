//! What is wanted and what is in effect: a change that does not come about, tried again or given up.

use crate::{FOREIGN, World, fields, member, stranger, team_admin, verdict, world};
use deployments::update::update;
use deployments::{
    discard_change::discard_change, list_revisions::list_revisions, plan::plan, restart::restart, retry::retry,
};
use proto::{
    deployments::{
        Deployment, DeploymentStatus, DiscardChangeRequest, ListRevisionsRequest, PlanDeploymentRequest,
        RestartDeploymentRequest, RetryDeploymentRequest, Revision, Secrets, SpecInput, UpdateDeploymentRequest,
        plan_deployment_request::Change,
    },
    infrastructure::PlanResponse,
    tasks::TaskKind,
};

fn discard(id: &str) -> DiscardChangeRequest {
    DiscardChangeRequest { id: id.into(), ..Default::default() }
}

/// A running site with a change that failed over it: revision 2 is wanted, 1 is in effect.
async fn with_a_failed_change(world: &World) -> (String, Deployment) {
    let id = world.running().await;
    let task = world.change_domain(&id, "new.example.com").await;
    world.finish(&id, &task, false, true).await;
    let shown = world.shown(&id).await;
    (id, shown)
}

async fn revisions(world: &World, id: &str) -> Vec<Revision> {
    let request = ListRevisionsRequest { id: id.into(), ..Default::default() };
    list_revisions(&world.app, &member(), request).await.unwrap().revisions
}

#[tokio::test]
async fn a_change_that_fails_over_a_site_that_serves_leaves_it_running_with_two_ways_on() {
    let world = world().await;
    let (id, shown) = with_a_failed_change(&world).await;
    assert_eq!(
        (shown.status(), shown.revision, shown.effective_revision, shown.last_result.as_str()),
        (DeploymentStatus::Running, 2, 1, "failed")
    );
    assert_eq!(shown.error_log, "The pods did not become ready.");
    let refused = |verb: &str| shown.actions[verb].reason.clone();
    assert_eq!([refused("retry"), refused("discard"), refused("restart")], ["", "", "CHANGE_UNFINISHED"]);
    let restarted =
        restart(&world.app, &member(), RestartDeploymentRequest { id, version: 0, ..Default::default() }).await;
    assert_eq!(verdict(restarted), "409 CHANGE_UNFINISHED");
}

#[tokio::test]
async fn a_retry_after_anything_in_between_upgrades_to_what_is_wanted() {
    let world = world().await;
    let (id, _) = with_a_failed_change(&world).await;
    let again = || RetryDeploymentRequest { id: id.clone(), version: 0 };
    let task = retry(&world.app, &member(), again()).await.unwrap().task_id;
    world.end(&id, &task, |end| end.cancelled = true).await;
    let task = retry(&world.app, &member(), again()).await.unwrap().task_id;
    let order = world.orders().await.pop().unwrap();
    assert_eq!((order.kind(), order.revision), (TaskKind::Upgrade, 2));
    world.finish(&id, &task, true, true).await;
    let shown = world.shown(&id).await;
    assert_eq!((shown.effective_revision, shown.error_log.as_str()), (2, ""));
}

#[tokio::test]
async fn a_discarded_change_is_a_new_revision_equal_to_the_one_in_effect() {
    let world = world().await;
    let (id, _) = with_a_failed_change(&world).await;
    assert_eq!(verdict(discard_change(&world.app, &stranger(), discard(&id)).await), "404 Deployment");
    let answer = discard_change(&world.app, &team_admin(), discard(&id)).await.unwrap();
    let orders = world.orders().await;
    let (first, last) = (&orders[0], orders.last().unwrap());
    assert_eq!((last.kind(), last.revision, &last.hash), (TaskKind::Upgrade, 3, &first.hash));
    assert_ne!(orders[1].hash, first.hash, "the change was another one");
    assert_eq!(answer.deployment.unwrap().spec.unwrap().domain, "shop.example.com");
    world.finish(&id, &answer.task_id, true, true).await;
    let shown = world.shown(&id).await;
    assert_eq!((shown.status(), shown.revision, shown.effective_revision), (DeploymentStatus::Running, 3, 3));
    assert_eq!(verdict(discard_change(&world.app, &member(), discard(&id)).await), "409 NOTHING_TO_DISCARD");
    assert_eq!(world.reasons().await.last().unwrap(), "ChangeDiscarded");
}

#[tokio::test]
async fn giving_a_change_up_is_shown_and_bound_to_what_was_shown() {
    let world = world().await;
    let (id, _) = with_a_failed_change(&world).await;
    let is = |state: &str| world.peers.state().plan = PlanResponse { state: state.into(), ..Default::default() };
    is("a");
    let request = PlanDeploymentRequest { change: Some(Change::Discard(discard(&id))) };
    assert_eq!(verdict(plan(&world.app, &stranger(), request.clone()).await), "404 Deployment");
    let planned = plan(&world.app, &member(), request).await.unwrap();
    assert_eq!((planned.revision, planned.hash.is_empty()), (3, false));
    let bound = || DiscardChangeRequest { plan: planned.hash.clone(), ..discard(&id) };
    is("b");
    assert_eq!(verdict(discard_change(&world.app, &member(), bound()).await), "409 PLAN_OUTDATED");
    assert_eq!(world.shown(&id).await.revision, 2);
    is("a");
    let answer = discard_change(&world.app, &member(), bound()).await.unwrap();
    let state: String =
        sqlx::query_scalar("select planned_state from deployments.deployment where planned_task = $1::uuid")
            .bind(&answer.task_id)
            .fetch_one(&world.bench.cx.db)
            .await
            .unwrap();
    assert_eq!(state, "a", "its task begins on no other state");
}

#[tokio::test]
async fn what_never_came_up_has_nothing_to_return_to() {
    let world = world().await;
    let made = world.create(&member()).await;
    let id = made.deployment.unwrap().id;
    world.finish(&id, &made.task_id, false, false).await;
    assert_eq!(verdict(discard_change(&world.app, &member(), discard(&id)).await), "409 NOT_INSTALLED");
}

#[tokio::test]
async fn revisions_keep_author_reason_result_and_helms_numbers() {
    let world = world().await;
    let (id, _) = with_a_failed_change(&world).await;
    let found = revisions(&world, &id).await;
    let seen: Vec<_> = found
        .iter()
        .map(|r| {
            (r.number, r.change.as_str(), r.reason.as_str(), r.result.as_str(), r.effective, r.helm_revisions.clone())
        })
        .collect();
    assert_eq!(
        seen,
        [(2, "update", "a test", "failed", false, vec![1]), (1, "create", "", "succeeded", true, vec![1])]
    );
    assert_eq!(found[0].author_name, "Test User");
    assert_eq!(found[0].error_log, "The pods did not become ready.");
    assert_eq!(kit::Message::unpacked(&found[0].said, "").reason(), "PodsNotReady");
    assert_eq!(found[1].said, "");
    assert_eq!(found[1].spec.as_ref().unwrap().domain, "shop.example.com");
}

#[tokio::test]
async fn a_change_made_on_an_older_version_is_refused_with_who_was_faster() {
    let world = world().await;
    let id = world.running().await;
    let seen = world.shown(&id).await.version;
    // a restart in between is no change of what is wanted
    let request = RestartDeploymentRequest { id: id.clone(), version: seen, ..Default::default() };
    let task = restart(&world.app, &member(), request).await.unwrap().task_id;
    world.finish(&id, &task, true, true).await;
    let task = world.change_domain(&id, "new.example.com").await;
    world.finish(&id, &task, true, true).await;
    let late = RestartDeploymentRequest { id, version: seen, ..Default::default() };
    let refused = restart(&world.app, &member(), late).await.unwrap_err();
    assert!(refused.to_string().starts_with("Test User has changed this deployment"), "{refused}");
}

fn asked(id: &str) -> UpdateDeploymentRequest {
    UpdateDeploymentRequest { id: id.into(), ..Default::default() }
}

#[tokio::test]
async fn a_change_is_a_revision_and_an_upgrade_and_a_new_name_is_neither() {
    let world = world().await;
    let id = world.running().await;
    let renamed = UpdateDeploymentRequest { name: Some("Boutique".into()), ..asked(&id) };
    let answer = update(&world.app, &member(), renamed).await.unwrap();
    assert_eq!((answer.task_id.as_str(), answer.deployment.unwrap().revision), ("", 1));
    let services = [("redis".to_owned(), false), ("ftp".to_owned(), true)].into();
    let change = UpdateDeploymentRequest { spec: Some(SpecInput { services, ..Default::default() }), ..asked(&id) };
    let answer = update(&world.app, &member(), change.clone()).await.unwrap();
    let shown = answer.deployment.unwrap();
    assert_eq!((shown.revision, shown.effective_revision, shown.status()), (2, 1, DeploymentStatus::Pending));
    let services = shown.spec.unwrap().services;
    assert_eq!((services["redis"], services["ftp"], services["mysql"]), (false, true, true), "the others stay");
    let order = world.orders().await.pop().unwrap();
    assert_eq!((order.kind(), order.revision, order.id), (TaskKind::Upgrade, 2, answer.task_id.clone()));
    assert_eq!(verdict(update(&world.app, &member(), change.clone()).await), "ok", "nothing differs any more");
    let more = UpdateDeploymentRequest {
        spec: Some(SpecInput { domain: Some("b.example.com".into()), ..Default::default() }),
        ..asked(&id)
    };
    assert_eq!(verdict(update(&world.app, &member(), more).await), "409 TASK_RUNNING");
}

#[tokio::test]
async fn what_never_came_up_is_installed_with_what_was_changed() {
    let world = world().await;
    let made = world.create(&member()).await;
    let id = made.deployment.unwrap().id;
    world.finish(&id, &made.task_id, false, false).await;
    world.change_domain(&id, "other.example.com").await;
    let order = world.orders().await.pop().unwrap();
    assert_eq!((order.kind(), order.revision), (TaskKind::Install, 2));
}

#[tokio::test]
async fn what_cannot_be_changed_is_refused_by_name_and_what_was_read_can_be_sent_back() {
    let world = world().await;
    let id = world.running().await;
    let shown = world.shown(&id).await;
    let same = UpdateDeploymentRequest {
        r#type: "wordpress".into(),
        team_id: shown.team_id.clone(),
        cluster_id: shown.cluster_id.clone(),
        location: shown.location.clone(),
        ..asked(&id)
    };
    let answer = update(&world.app, &member(), same).await.unwrap();
    assert_eq!((answer.task_id.as_str(), answer.deployment.unwrap().version), ("", shown.version));
    let other = UpdateDeploymentRequest {
        r#type: "laravel".into(),
        team_id: FOREIGN.to_string(),
        cluster_id: FOREIGN.to_string(),
        spec: Some(SpecInput { domain: Some("no host".into()), ..Default::default() }),
        secrets: Some(Secrets { app_pass: "••••••••".into(), ..Default::default() }),
        ..asked(&id)
    };
    let found: Vec<String> = fields(update(&world.app, &member(), other).await).into_keys().collect();
    assert_eq!(found, ["baseParameters.appPass", "baseParameters.domain", "clusterId", "team_id", "type"]);
    assert_eq!(world.shown(&id).await.revision, 1);
}

#[tokio::test]
async fn a_changed_password_is_a_revision_that_rolls_the_pods_which_read_it() {
    let world = world().await;
    let id = world.running().await;
    let change = |pass: &str| UpdateDeploymentRequest {
        secrets: Some(Secrets { database_pass: pass.into(), ..Default::default() }),
        ..asked(&id)
    };
    let same = update(&world.app, &member(), change(crate::DB_PASS)).await.unwrap();
    assert_eq!(same.task_id, "", "the password that it has already");
    let task = update(&world.app, &member(), change("another-canary")).await.unwrap().task_id;
    assert_ne!(task, "");
    let orders = world.orders().await;
    assert_ne!(orders[0].hash, orders[1].hash);
    let request = proto::deployments::RevealSecretsRequest { id: id.clone(), fields: Vec::new() };
    let revealed = deployments::reveal_secrets::reveal_secrets(&world.app, &team_admin(), request).await.unwrap();
    assert_eq!(revealed.secrets.unwrap().database_pass, "another-canary");
    for sent in world.bench.outbox().await {
        assert!(!String::from_utf8_lossy(&sent.payload).contains("another-canary"), "{}", sent.method);
    }
}
