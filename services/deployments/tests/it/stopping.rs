//! Stopping a site, what is possible while it is stopped, and starting it.

use crate::{World, colleague, fields, manager, member, stranger, team_admin, verdict, world};
use access::testing::service_caller;
use deployments::{
    count::count, discard_change::discard_change, list::list, list_revisions::list_revisions,
    list_services::list_services, observe::observe, plan::plan, restart::restart, retry::retry, rollback::rollback,
    start::start, stop::stop,
};
use proto::{
    deployments::{
        CountDeploymentsRequest, DeploymentStatus, DiscardChangeRequest, ListDeploymentsRequest, ListRevisionsRequest,
        ListServicesRequest, Observation, ObserveRequest, PlanDeploymentRequest, RestartDeploymentRequest,
        RetryDeploymentRequest, RollbackDeploymentRequest, SpecInput, StartDeploymentRequest, StopDeploymentRequest,
        UpdateDeploymentRequest, plan_deployment_request::Change,
    },
    infrastructure::{ListWorkloadsResponse, PlanResponse, Workload, WorkloadContainer},
    tasks::TaskKind,
};

fn off(id: &str) -> StopDeploymentRequest {
    StopDeploymentRequest { id: id.into(), reason: "Winter".into(), ..Default::default() }
}

fn on(id: &str) -> StartDeploymentRequest {
    StartDeploymentRequest { id: id.into(), ..Default::default() }
}

/// Stops a site and lets its task succeed.
async fn stopped(world: &World, id: &str) {
    let task = stop(&world.app, &member(), off(id)).await.unwrap().task_id;
    world.finish(id, &task, true, false).await;
}

/// What was rendered for a revision: the workloads with their replicas.
async fn replicas(world: &World, id: &str) -> Vec<i64> {
    let mut connection = world.app.cx.db.acquire().await.unwrap();
    let row = deployments::deployment::load(&mut connection, &[id.parse().unwrap()]).await.unwrap().pop().unwrap();
    let opened = deployments::revision::open(&world.app.cx, &mut connection, &row, row.revision).await.unwrap();
    let documents: Vec<serde_json::Value> = serde_json::from_str(&opened.bundle.documents).unwrap();
    documents.iter().filter_map(|document| document.pointer("/spec/replicas")?.as_i64()).collect()
}

#[tokio::test]
async fn a_stop_is_a_revision_without_pods_and_a_task_of_its_own_kind() {
    let world = world().await;
    let id = world.running().await;
    let before = replicas(&world, &id).await;
    assert!(before.len() >= 3 && before.iter().all(|n| *n > 0), "{before:?}");
    let answer = stop(&world.app, &colleague(), off(&id)).await.unwrap();
    let shown = answer.deployment.unwrap();
    assert_eq!((shown.status(), shown.revision, shown.effective_revision), (DeploymentStatus::Pending, 2, 1));
    assert!(shown.spec.unwrap().stopped);
    let order = world.orders().await.pop().unwrap();
    assert_eq!((order.kind(), order.revision, &order.id), (TaskKind::Stop, 2, &answer.task_id));
    assert_eq!(replicas(&world, &id).await, vec![0; before.len()]);
    assert_eq!(verdict(stop(&world.app, &member(), off(&id)).await), "409 TASK_RUNNING");
    world.finish(&id, &answer.task_id, true, true).await;
    let shown = world.shown(&id).await;
    assert_eq!((shown.status(), shown.effective_revision), (DeploymentStatus::Stopped, 2), "whatever the end says");
    assert_eq!((shown.resources.unwrap().cpu.as_str(), shown.error_log.as_str()), ("0", ""));
    assert_eq!(verdict(stop(&world.app, &member(), off(&id)).await), "409 ALREADY_STOPPED");
    let request = ListRevisionsRequest { id: id.clone(), ..Default::default() };
    let newest = list_revisions(&world.app, &member(), request).await.unwrap().revisions.remove(0);
    assert_eq!((newest.change.as_str(), newest.reason.as_str()), ("stop", "Winter"));
    assert_eq!(world.reasons().await.last().unwrap(), "StopRequested");
}

#[tokio::test]
async fn of_many_stops_at_once_one_wins() {
    let world = world().await;
    let id = world.running().await;
    let caller = member();
    let clicks = (0..10).map(|_| stop(&world.app, &caller, off(&id)));
    let outcomes: Vec<String> = futures::future::join_all(clicks).await.into_iter().map(verdict).collect();
    assert_eq!(outcomes.iter().filter(|outcome| *outcome == "ok").count(), 1, "{outcomes:?}");
    assert!(outcomes.iter().all(|outcome| outcome == "ok" || outcome == "409 TASK_RUNNING"), "{outcomes:?}");
    assert_eq!(world.orders().await.len(), 2);
}

#[tokio::test]
async fn who_may_not_change_a_site_may_not_stop_it_and_what_never_came_up_cannot_be() {
    let world = world().await;
    let made = world.create(&member()).await;
    let id = made.deployment.unwrap().id;
    assert_eq!(verdict(stop(&world.app, &member(), off(&id)).await), "409 TASK_RUNNING");
    world.finish(&id, &made.task_id, false, false).await;
    assert_eq!(verdict(stop(&world.app, &member(), off(&id)).await), "409 NOT_INSTALLED");
    assert_eq!(verdict(start(&world.app, &member(), on(&id)).await), "409 NOT_INSTALLED");
    assert_eq!(verdict(stop(&world.app, &stranger(), off(&id)).await), "404 Deployment");
    assert_eq!(verdict(start(&world.app, &stranger(), on(&id)).await), "404 Deployment");
    assert_eq!(verdict(stop(&world.app, &manager(), off(&id)).await), "403");
    let id = {
        let task = retry(&world.app, &member(), RetryDeploymentRequest { id: id.clone(), version: 0 }).await.unwrap();
        world.finish(&id, &task.task_id, true, true).await;
        id
    };
    assert_eq!(verdict(start(&world.app, &member(), on(&id)).await), "409 NOT_STOPPED");
    let stale = StopDeploymentRequest { version: 1, ..off(&id) };
    world.change_domain(&id, "new.example.com").await;
    assert_eq!(verdict(stop(&world.app, &member(), stale).await), "409 CHANGED_MEANWHILE");
    let long = StopDeploymentRequest { reason: "x".repeat(501), ..off(&id) };
    let task = world.shown(&id).await.current_task;
    world.finish(&id, &task, true, true).await;
    assert!(fields(stop(&world.app, &member(), long).await).contains_key("reason"));
}

#[tokio::test]
async fn a_stopped_site_is_changed_without_being_started_and_starts_as_it_was_asked_for() {
    let world = world().await;
    let id = world.running().await;
    stopped(&world, &id).await;
    let restarted =
        restart(&world.app, &member(), RestartDeploymentRequest { id: id.clone(), version: 0, ..Default::default() })
            .await;
    assert_eq!(verdict(restarted), "409 STOPPED");
    let actions = world.shown(&id).await.actions;
    let reason = |verb: &str| actions[verb].reason.clone();
    assert_eq!(
        [reason("restart"), reason("stop"), reason("start"), reason("update")],
        ["STOPPED", "ALREADY_STOPPED", "", ""]
    );

    let task = world.change_domain(&id, "new.example.com").await;
    assert_eq!(world.orders().await.last().unwrap().kind(), TaskKind::Upgrade);
    assert!(replicas(&world, &id).await.iter().all(|n| *n == 0), "it stays stopped");
    world.finish(&id, &task, true, true).await;
    assert_eq!(world.shown(&id).await.status(), DeploymentStatus::Stopped);

    let task = start(&world.app, &member(), on(&id)).await.unwrap().task_id;
    assert_eq!(world.orders().await.last().unwrap().kind(), TaskKind::Start);
    assert!(replicas(&world, &id).await.iter().all(|n| *n > 0));
    world.finish(&id, &task, true, true).await;
    let shown = world.shown(&id).await;
    assert_eq!((shown.status(), shown.effective_revision), (DeploymentStatus::Running, 4));
    assert_eq!(shown.spec.unwrap().domain, "new.example.com");
    assert_eq!(world.reasons().await.last().unwrap(), "StartRequested");
}

#[tokio::test]
async fn what_did_not_come_about_is_tried_again_or_given_up() {
    let world = world().await;
    let id = world.running().await;
    let again = || RetryDeploymentRequest { id: id.clone(), version: 0 };
    let task = stop(&world.app, &member(), off(&id)).await.unwrap().task_id;
    world.finish(&id, &task, false, true).await;
    let shown = world.shown(&id).await;
    assert_eq!((shown.status(), shown.effective_revision), (DeploymentStatus::Running, 1), "it serves as before");
    assert_eq!(verdict(stop(&world.app, &member(), off(&id)).await), "409 CHANGE_UNFINISHED");
    let task = retry(&world.app, &member(), again()).await.unwrap().task_id;
    assert_eq!(world.orders().await.last().unwrap().kind(), TaskKind::Stop);
    world.finish(&id, &task, true, false).await;
    assert_eq!(world.shown(&id).await.status(), DeploymentStatus::Stopped);

    let task = start(&world.app, &member(), on(&id)).await.unwrap().task_id;
    world.finish(&id, &task, false, false).await;
    assert_eq!(world.shown(&id).await.status(), DeploymentStatus::Failed, "it was to serve");
    let task = retry(&world.app, &member(), again()).await.unwrap().task_id;
    assert_eq!(world.orders().await.last().unwrap().kind(), TaskKind::Start);
    world.finish(&id, &task, false, false).await;
    let discard = DiscardChangeRequest { id: id.clone(), ..Default::default() };
    let task = discard_change(&world.app, &member(), discard).await.unwrap().task_id;
    world.finish(&id, &task, true, true).await;
    assert_eq!(world.shown(&id).await.status(), DeploymentStatus::Stopped, "as it was before the start");
}

#[tokio::test]
async fn a_rollback_over_a_stop_starts_or_stops_and_its_plan_says_so() {
    let world = world().await;
    let id = world.running().await;
    stopped(&world, &id).await;
    let back = |revision| RollbackDeploymentRequest { id: id.clone(), revision, ..Default::default() };
    let asked = |change| PlanDeploymentRequest { change: Some(change) };
    world.peers.state().plan = PlanResponse { state: "a".into(), ..Default::default() };
    let power = async |change| plan(&world.app, &member(), asked(change)).await.unwrap().power;
    assert_eq!(power(Change::Rollback(back(1))).await, "starts");
    assert_eq!(power(Change::Start(on(&id))).await, "starts");
    let spec = SpecInput { domain: Some("new.example.com".into()), ..Default::default() };
    let change = UpdateDeploymentRequest { id: id.clone(), spec: Some(spec), ..Default::default() };
    assert_eq!(power(Change::Update(change)).await, "stays_stopped");
    assert_eq!(verdict(plan(&world.app, &member(), asked(Change::Stop(off(&id)))).await), "409 ALREADY_STOPPED");

    let task = rollback(&world.app, &member(), back(1)).await.unwrap().task_id;
    assert_eq!(world.orders().await.last().unwrap().kind(), TaskKind::Start);
    world.finish(&id, &task, true, true).await;
    assert_eq!(world.shown(&id).await.status(), DeploymentStatus::Running);
    assert_eq!(power(Change::Rollback(back(2))).await, "stops");
    assert_eq!(power(Change::Stop(off(&id))).await, "stops");
    let task = rollback(&world.app, &member(), back(2)).await.unwrap().task_id;
    assert_eq!(world.orders().await.last().unwrap().kind(), TaskKind::Stop);
    world.finish(&id, &task, true, false).await;
    assert_eq!(world.shown(&id).await.status(), DeploymentStatus::Stopped);
}

#[tokio::test]
async fn the_plan_of_a_stop_binds_it() {
    let world = world().await;
    let id = world.running().await;
    let is = |state: &str| world.peers.state().plan = PlanResponse { state: state.into(), ..Default::default() };
    is("a");
    let planned = plan(&world.app, &member(), PlanDeploymentRequest { change: Some(Change::Stop(off(&id))) }).await;
    let hash = planned.unwrap().hash;
    let bound = || StopDeploymentRequest { plan: hash.clone(), ..off(&id) };
    is("b");
    assert_eq!(verdict(stop(&world.app, &member(), bound()).await), "409 PLAN_OUTDATED");
    assert_eq!(world.shown(&id).await.revision, 1, "nothing was written");
    is("a");
    let task = stop(&world.app, &member(), bound()).await.unwrap().task_id;
    let state: Option<String> =
        sqlx::query_scalar("select planned_state from deployments.deployment where planned_task = $1::uuid")
            .bind(&task)
            .fetch_one(&world.app.cx.db)
            .await
            .unwrap();
    assert_eq!(state.as_deref(), Some("a"));
}

#[tokio::test]
async fn what_is_seen_of_a_stopped_site_is_no_failure_and_it_is_counted_apart() {
    let world = world().await;
    let id = world.running().await;
    let before = world.bench.cx.clock.now();
    stopped(&world, &id).await;
    for (serving, minutes) in [(false, 1), (true, 2), (false, 3)] {
        let at = kit::clock::stamp(before + std::time::Duration::from_secs(minutes * 60));
        let seen = Observation { deployment_id: id.clone(), serving, at: Some(at), ..Default::default() };
        let request = ObserveRequest { observations: vec![seen], ..Default::default() };
        observe(&world.app, &service_caller("infrastructure"), request).await.unwrap();
        assert_eq!(world.shown(&id).await.status(), DeploymentStatus::Stopped);
    }
    let reasons = world.reasons().await;
    assert!(!reasons.iter().any(|reason| reason == "SiteFailed" || reason == "SiteRecovered"), "{reasons:?}");
    let counted = count(&world.app, &team_admin(), CountDeploymentsRequest::default()).await.unwrap();
    assert_eq!((counted.total, counted.active, counted.stopped), (1, 0, 1));
    let request = ListDeploymentsRequest { status: DeploymentStatus::Stopped.into(), ..Default::default() };
    assert_eq!(list(&world.app, &member(), request).await.unwrap().total, 1);
    // a change that fails leaves it as it was
    let task = world.change_domain(&id, "new.example.com").await;
    world.finish(&id, &task, false, true).await;
    let counted = count(&world.app, &team_admin(), CountDeploymentsRequest::default()).await.unwrap();
    assert_eq!((counted.total, counted.active, counted.stopped), (1, 0, 1));
    let discard = DiscardChangeRequest { id: id.clone(), ..Default::default() };
    let task = discard_change(&world.app, &member(), discard).await.unwrap().task_id;
    world.finish(&id, &task, true, true).await;
    let task = start(&world.app, &member(), on(&id)).await.unwrap().task_id;
    world.finish(&id, &task, true, true).await;
    let counted = count(&world.app, &team_admin(), CountDeploymentsRequest::default()).await.unwrap();
    assert_eq!((counted.total, counted.active, counted.stopped), (1, 1, 0));
}

#[tokio::test]
async fn services_of_a_stopped_site_say_so() {
    let world = world().await;
    let id = world.running().await;
    let workload = |wanted: i32| Workload {
        component: "mysql".into(),
        wanted,
        ready: wanted,
        containers: vec![WorkloadContainer { name: "mysql".into(), ready: wanted, ..Default::default() }],
        ..Default::default()
    };
    let is = |wanted: i32| {
        world.peers.state().workloads =
            Some(ListWorkloadsResponse { workloads: vec![workload(wanted)], ..Default::default() });
    };
    let state = async || {
        let answer = list_services(&world.app, &member(), ListServicesRequest { id: id.clone() }).await.unwrap();
        answer.services.into_iter().find(|service| service.id == "mysql").unwrap().state
    };
    is(1);
    assert_eq!(state().await, "active");
    let task = stop(&world.app, &member(), off(&id)).await.unwrap().task_id;
    assert_eq!(state().await, "stopping");
    is(0);
    assert_eq!(state().await, "stopped");
    world.finish(&id, &task, true, false).await;
    assert_eq!(state().await, "stopped");
    start(&world.app, &member(), on(&id)).await.unwrap();
    assert_eq!(state().await, "starting");
}
