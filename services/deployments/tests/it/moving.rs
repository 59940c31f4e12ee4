//! A move to another cluster: what is asked, what counts meanwhile, the switch, and what becomes of the other cluster.

mod remains;

use crate::{CLUSTER, World, admin, cluster, fields, member, other, shop, stranger, tasks, verdict, world};
use deployments::{
    apply::apply, count::count, create::create, discard_change::discard_change, list_revisions::list_revisions,
    plan::plan, retry::retry, rollback::rollback, stop::stop, switch_cluster::switch_cluster, update::update,
    vacate::vacate,
};
use kit::Error;
use proto::{
    deployments::{
        ApplyRequest, CountDeploymentsRequest, Deployment, DeploymentStatus, DiscardChangeRequest,
        ListRevisionsRequest, Notice, PlanDeploymentRequest, PlanDeploymentResponse, RetryDeploymentRequest,
        RollbackDeploymentRequest, StopDeploymentRequest, SwitchClusterRequest, SwitchClusterResponse,
        UpdateDeploymentRequest, VacateRequest, VacateResponse, plan_deployment_request::Change,
    },
    infrastructure::{PlanResponse, PlannedObject, PlannedVolume, UninstallResponse},
    tasks::{SubmitRequest, TaskKind},
};
use uuid::Uuid;

const NEW: Uuid = Uuid::from_u128(0x00cc_0000_0000_4000_8000_0000_0000_0002);

/// A running shop, and a second cluster.
async fn two() -> (World, String) {
    let world = world().await;
    world.peers.state().clusters.push(cluster(NEW, "new"));
    let id = world.running().await;
    let volume = PlannedVolume { size: "8Gi".into(), ..Default::default() };
    let claim = PlannedObject {
        kind: "PersistentVolumeClaim".into(),
        name: "shop-data".into(),
        volume: Some(volume),
        ..Default::default()
    };
    world.peers.state().plan = PlanResponse {
        objects: vec![claim],
        state: "a".into(),
        parts: vec!["one".into(), "two".into()],
        tried_in: "default".into(),
    };
    (world, id)
}

fn to_new(id: &str) -> UpdateDeploymentRequest {
    UpdateDeploymentRequest {
        id: id.into(),
        cluster_id: NEW.to_string(),
        reason: "Bigger".into(),
        ..Default::default()
    }
}

async fn planned(world: &World, change: UpdateDeploymentRequest) -> kit::Result<PlanDeploymentResponse> {
    plan(&world.app, &member(), PlanDeploymentRequest { change: Some(Change::Update(change)) }).await
}

/// Orders the move; its task.
async fn moved(world: &World, id: &str) -> String {
    let hash = planned(world, to_new(id)).await.unwrap().hash;
    let request = UpdateDeploymentRequest { plan: hash, ..to_new(id) };
    update(&world.app, &member(), request).await.unwrap().task_id
}

async fn switched(world: &World, id: &str, task: &str, fence: i64) -> kit::Result<SwitchClusterResponse> {
    let request = SwitchClusterRequest {
        deployment_id: id.into(),
        task_id: task.into(),
        fence,
        revision: 2,
        helm_revision: 1,
        copied: true,
    };
    switch_cluster(&world.app, &tasks(), request).await
}

async fn vacated(world: &World, id: &str, task: &str, fence: i64, undo: bool) -> kit::Result<VacateResponse> {
    let request = VacateRequest { deployment_id: id.into(), task_id: task.into(), fence, undo, resume: false };
    vacate(&world.app, &tasks(), request).await
}

/// Applies the newest order; the cluster that it goes to.
async fn applied(world: &World, id: &str, fence: i64) -> kit::Result<String> {
    let order = world.orders().await.pop().unwrap();
    let request = ApplyRequest {
        deployment_id: id.into(),
        task_id: order.id,
        fence,
        revision: order.revision,
        hash: order.hash,
        ..Default::default()
    };
    drop(apply(&world.app, &tasks(), request).await?);
    Ok(world.peers.state().applied.last().unwrap().ticket.clone().unwrap().cluster_id)
}

async fn counted(world: &World, cluster: Uuid) -> u32 {
    let request = CountDeploymentsRequest { cluster_id: cluster.to_string(), ..Default::default() };
    count(&world.app, &admin(), request).await.unwrap().total
}

fn elsewhere(deployment: &Deployment) -> (String, String) {
    deployment.elsewhere.clone().map(|place| (place.cluster_name, place.state)).unwrap_or_default()
}

fn is(name: &str, state: &str) -> (String, String) {
    (name.into(), state.into())
}

fn copies(order: &SubmitRequest) -> bool {
    order.params.as_ref().unwrap().copies
}

/// What a plan says, and whether as a warning.
fn said(plan: &PlanDeploymentResponse) -> Vec<(bool, String)> {
    let notices = &plan.r#move.as_ref().unwrap().notices;
    let reason = |notice: &Notice| kit::Message::unpacked(&notice.said, &notice.message).reason().to_owned();
    notices.iter().map(|notice| (notice.warning, reason(notice))).collect()
}

fn told(warning: bool, reason: &str) -> (bool, String) {
    (warning, reason.to_owned())
}

fn params(order: &SubmitRequest) -> (String, String, bool) {
    let params = order.params.clone().unwrap();
    (params.cluster_id, params.other_cluster_id, params.vacates)
}

async fn last_order(world: &World) -> SubmitRequest {
    world.orders().await.pop().unwrap()
}

#[tokio::test]
async fn a_plan_shows_both_clusters_and_says_what_becomes_of_the_data() {
    let (world, id) = two().await;
    let before = world.shown(&id).await;
    let shown = planned(&world, to_new(&id)).await.unwrap();
    assert_eq!((shown.revision, shown.objects.len(), shown.hash.is_empty()), (2, 1, false));
    let stays = [told(true, "MoveLosesData"), told(true, "MoveUnreachable"), told(false, "MoveNeedsDns")];
    assert_eq!(said(&shown), stays, "nothing of the site uses what it is called");
    let plan = shown.r#move.unwrap();
    assert_eq!((plan.from_cluster_name.as_str(), plan.to_cluster_name.as_str()), ("prod", "new"));
    assert_eq!(plan.leaves[0].name, "shop-data");
    let asked = world.peers.state().planned.clone();
    let places: Vec<(&str, bool)> = asked.iter().map(|plan| (plan.cluster_id.as_str(), plan.uninstall)).collect();
    let (old, new) = (CLUSTER.to_string(), NEW.to_string());
    assert!(places.contains(&(new.as_str(), false)) && places.contains(&(old.as_str(), true)), "{places:?}");
    assert_eq!(world.shown(&id).await, before, "nothing is written");
    assert_eq!(counted(&world, NEW).await, 0);

    let used = PlannedObject { name: format!("{}-data", before.release_name), ..plan.leaves[0].clone() };
    world.peers.state().plan.objects.push(used);
    let shown = planned(&world, to_new(&id)).await.unwrap();
    let both = [told(false, "MoveCopiesData"), told(true, "MoveLosesUnused"), told(true, "MoveStandsStill")];
    assert_eq!(said(&shown)[..3], both);
    let without = planned(&world, UpdateDeploymentRequest { leave_data: true, ..to_new(&id) }).await.unwrap();
    assert_eq!(said(&without), stays);
    assert_ne!(without.hash, shown.hash, "nobody loses data by a plan that copies it");
    let bound = UpdateDeploymentRequest { plan: shown.hash, leave_data: true, ..to_new(&id) };
    assert_eq!(verdict(update(&world.app, &member(), bound).await), "409 PLAN_OUTDATED");

    world.peers.state().plan.objects.clear();
    let plan = planned(&world, to_new(&id)).await.unwrap().r#move.unwrap();
    assert_eq!(
        plan.notices[0].message,
        r#"This deployment has no volumes on cluster "prod", so a move loses no data."#
    );
}

#[tokio::test]
async fn a_target_that_does_not_answer_is_moved_to_by_nobody() {
    let (world, id) = two().await;
    world.peers.state().silent = Some(NEW);
    let refused = planned(&world, to_new(&id)).await.unwrap_err();
    let Error::Unavailable { message, .. } = &refused else { panic!("{refused:?}") };
    assert_eq!(message.reason(), "CLUSTER_UNREACHABLE");
}

#[tokio::test]
async fn a_move_is_refused_without_its_plan_and_where_nothing_can_move() {
    let (world, id) = two().await;
    assert_eq!(fields(update(&world.app, &member(), to_new(&id)).await).keys().collect::<Vec<_>>(), ["plan"]);
    assert_eq!(verdict(update(&world.app, &stranger(), to_new(&id)).await), "404 Deployment");
    let hash = planned(&world, to_new(&id)).await.unwrap().hash;
    let bound = || UpdateDeploymentRequest { plan: hash.clone(), ..to_new(&id) };
    world.peers.state().plan.state = "b".into();
    assert_eq!(verdict(update(&world.app, &member(), bound()).await), "409 PLAN_OUTDATED");
    world.peers.state().plan.state = "a".into();
    let unknown = UpdateDeploymentRequest { cluster_id: crate::NOBODY.into(), ..to_new(&id) };
    assert_eq!(verdict(planned(&world, unknown).await), "400 clusterId");
    world.peers.state().plan.tried_in.clear();
    assert_eq!(verdict(planned(&world, to_new(&id)).await), "400 clusterId", "its namespace is there already");
    world.peers.state().plan.tried_in = "default".into();
    let with_volumes = UpdateDeploymentRequest { delete_volumes: vec!["shop-data".into()], ..to_new(&id) };
    assert_eq!(verdict(planned(&world, with_volumes).await), "400 deleteVolumes");
    world.peers.state().clusters[1].closing = true;
    assert_eq!(verdict(update(&world.app, &member(), bound()).await), "400 clusterId");
    world.peers.state().clusters[1] =
        proto::infrastructure::Cluster { status: "maintenance".into(), ..cluster(NEW, "new") };
    assert_eq!(verdict(planned(&world, to_new(&id)).await), "409 CLUSTER_IN_MAINTENANCE");
    world.peers.state().clusters[1] = cluster(NEW, "new");
    assert_eq!((counted(&world, NEW).await, world.shown(&id).await.revision), (0, 1), "nothing is left of it");
    let task = stop(&world.app, &member(), StopDeploymentRequest { id: id.clone(), ..Default::default() }).await;
    assert_eq!(verdict(planned(&world, to_new(&id)).await), "409 TASK_RUNNING");
    world.finish(&id, &task.unwrap().task_id, true, false).await;
    assert_eq!(verdict(planned(&world, to_new(&id)).await), "409 STOPPED");
    let made = create(&world.app, &member(), other("Second")).await.unwrap();
    let second = made.deployment.unwrap().id;
    world.finish(&second, &made.task_id, false, false).await;
    assert_eq!(verdict(planned(&world, to_new(&second)).await), "409 NOT_INSTALLED");
    let same = UpdateDeploymentRequest { cluster_id: CLUSTER.to_string(), ..to_new(&id) };
    assert!(planned(&world, same).await.unwrap().hash.is_empty(), "where it is: nothing changes");
}

#[tokio::test]
async fn a_move_runs_where_it_was_until_the_switch_and_from_then_on_there() {
    let (world, id) = two().await;
    let task = moved(&world, &id).await;
    let order = last_order(&world).await;
    assert_eq!((order.kind(), order.revision, order.cluster_name.as_str()), (TaskKind::Move, 2, "new"));
    assert_eq!(params(&order), (NEW.to_string(), CLUSTER.to_string(), false));
    let shown = world.shown(&id).await;
    assert_eq!((shown.cluster_name.as_str(), shown.effective_revision), ("prod", 1));
    assert_eq!(elsewhere(&shown), is("new", "target"));
    assert_eq!((counted(&world, CLUSTER).await, counted(&world, NEW).await), (1, 1), "neither can be deleted");
    let twin =
        proto::deployments::CreateDeploymentRequest { cluster_id: NEW.to_string(), name: "Twin".into(), ..shop() };
    assert_eq!(verdict(create(&world.app, &member(), twin).await), "409 DOMAIN_TAKEN", "it is on its way there");
    assert_eq!(applied(&world, &id, 5).await.unwrap(), NEW.to_string());
    assert_eq!(world.peers.state().applied[0].planned, "a", "it is bound to what its plan met there");
    assert_eq!(
        verdict(vacated(&world, &id, &task, 5, false).await),
        "409 TASK_NOT_CURRENT",
        "nothing has been left yet"
    );
    assert!(world.peers.state().uninstalled.is_empty());

    assert_eq!(switched(&world, &id, &task, 5).await.unwrap().from_cluster_name, "prod");
    switched(&world, &id, &task, 5).await.expect("the answer was lost");
    let shown = world.shown(&id).await;
    assert_eq!((shown.cluster_name.as_str(), shown.effective_revision, shown.revision), ("new", 2, 2));
    assert_eq!(elsewhere(&shown), is("prod", "left"));
    assert_eq!(verdict(applied(&world, &id, 5).await), "409 TASK_NOT_CURRENT");
    assert!(vacated(&world, &id, &task, 5, true).await.unwrap().switched, "it cannot be undone any more");
    assert!(world.peers.state().uninstalled.is_empty(), "and nothing was removed for that");

    let going = UninstallResponse { message: "Going".into(), ..Default::default() };
    world.peers.state().passes.push_back(going);
    assert!(!vacated(&world, &id, &task, 5, false).await.unwrap().done);
    assert!(vacated(&world, &id, &task, 5, false).await.unwrap().done);
    let asked = world.peers.state().uninstalled.clone();
    let places: Vec<String> = asked.iter().map(|asked| asked.ticket.clone().unwrap().cluster_id).collect();
    assert_eq!(places, [CLUSTER.to_string(), CLUSTER.to_string()]);
    assert_eq!(asked[0].planned, ["one", "two"], "no more than was named goes");
    world.finish(&id, &task, true, true).await;
    let shown = world.shown(&id).await;
    assert_eq!((shown.status(), elsewhere(&shown)), (DeploymentStatus::Running, is("", "")));
    assert_eq!((counted(&world, CLUSTER).await, counted(&world, NEW).await), (0, 1));
    let request = ListRevisionsRequest { id: id.clone(), ..Default::default() };
    let revisions = list_revisions(&world.app, &member(), request).await.unwrap().revisions;
    let places: Vec<(&str, &str, bool)> = revisions
        .iter()
        .map(|revision| (revision.change.as_str(), revision.cluster_name.as_str(), revision.effective))
        .collect();
    assert_eq!(places, [("move", "new", true), ("create", "prod", false)]);
    assert_eq!(world.reasons().await, ["DeploymentCreated", "MoveRequested", "DeploymentMoved"]);
    let event = world.events().await.pop().unwrap();
    assert_eq!(event.cluster.unwrap().name, "new");

    // a revision from before the move comes back where the site is now
    let back = RollbackDeploymentRequest { id: id.clone(), revision: 1, ..Default::default() };
    rollback(&world.app, &member(), back).await.unwrap();
    let order = last_order(&world).await;
    assert_eq!((order.kind(), order.cluster_name.as_str()), (TaskKind::Upgrade, "new"));
}

#[tokio::test]
async fn what_is_undone_cannot_come_about_any_more_and_can_be_tried_again_or_discarded() {
    let (world, id) = two().await;
    let task = moved(&world, &id).await;
    world.peers.state().passes.push_back(UninstallResponse::default());
    assert!(!vacated(&world, &id, &task, 6, true).await.unwrap().done);
    assert_eq!(verdict(switched(&world, &id, &task, 5).await), "409 TASK_NOT_CURRENT", "an earlier worker wakes");
    assert_eq!(verdict(switched(&world, &id, &task, 6).await), "409 TASK_NOT_CURRENT");
    assert_eq!(verdict(applied(&world, &id, 6).await), "409 TASK_NOT_CURRENT");
    assert_eq!(verdict(vacated(&world, &id, &task, 5, true).await), "409 FENCED");
    assert!(vacated(&world, &id, &task, 6, true).await.unwrap().done);
    let asked = world.peers.state().uninstalled.clone();
    assert!(asked.iter().all(|asked| asked.ticket.clone().unwrap().cluster_id == NEW.to_string()));
    world.finish(&id, &task, false, false).await;
    let shown = world.shown(&id).await;
    assert_eq!(
        (shown.status(), shown.cluster_name.as_str()),
        (DeploymentStatus::Running, "prod"),
        "it serves as before"
    );
    assert_eq!((shown.revision, shown.effective_revision, elsewhere(&shown)), (2, 1, is("new", "undone")));
    assert!(shown.error_log.contains("did not become ready"), "{}", shown.error_log);
    assert_eq!(shown.actions["move"].reason, "CHANGE_UNFINISHED");

    let again = RetryDeploymentRequest { id: id.clone(), version: 0 };
    let task = retry(&world.app, &member(), again).await.unwrap().task_id;
    assert_eq!(params(&last_order(&world).await), (NEW.to_string(), CLUSTER.to_string(), false));
    assert_eq!(applied(&world, &id, 7).await.unwrap(), NEW.to_string());
    assert!(vacated(&world, &id, &task, 7, true).await.unwrap().done);
    world.end(&id, &task, |end| end.cancelled = true).await;
    let request = DiscardChangeRequest { id: id.clone(), ..Default::default() };
    discard_change(&world.app, &member(), request).await.unwrap();
    let order = last_order(&world).await;
    assert_eq!((order.kind(), order.revision, order.cluster_name.as_str()), (TaskKind::Upgrade, 3, "prod"));
    assert_eq!(elsewhere(&world.shown(&id).await), is("", ""));
    assert_eq!(counted(&world, NEW).await, 0);
}

#[tokio::test]
async fn data_is_brought_along_by_each_try_unless_nobody_wants_it() {
    let (world, id) = two().await;
    let task = moved(&world, &id).await;
    assert!(copies(&last_order(&world).await));
    let earlier = SwitchClusterRequest {
        deployment_id: id.clone(),
        task_id: task.clone(),
        fence: 5,
        revision: 2,
        helm_revision: 1,
        copied: false,
    };
    let refused = switch_cluster(&world.app, &tasks(), earlier).await;
    assert_eq!(verdict(refused), "409 MOVE_NOT_COPIED", "a worker that knows nothing of copying");
    assert!(vacated(&world, &id, &task, 5, true).await.unwrap().done);
    world.finish(&id, &task, false, true).await;
    let again = RetryDeploymentRequest { id: id.clone(), version: 0 };
    retry(&world.app, &member(), again).await.unwrap();
    assert!(copies(&last_order(&world).await));

    let (world, id) = two().await;
    let without = || UpdateDeploymentRequest { leave_data: true, ..to_new(&id) };
    let plan = planned(&world, without()).await.unwrap().hash;
    update(&world.app, &member(), UpdateDeploymentRequest { plan, ..without() }).await.unwrap();
    assert!(!copies(&last_order(&world).await));
}

#[tokio::test]
async fn a_site_that_stood_still_for_the_copying_runs_again_before_the_copy_goes() {
    let (world, id) = two().await;
    let task = moved(&world, &id).await;
    let undo =
        || VacateRequest { deployment_id: id.clone(), task_id: task.clone(), fence: 5, undo: true, resume: true };
    world.peers.state().refuses_to_resume = true;
    vacate(&world.app, &tasks(), undo()).await.unwrap_err();
    assert!(world.peers.state().uninstalled.is_empty(), "the copy is all that there is");
    assert_eq!(verdict(switched(&world, &id, &task, 5).await), "409 TASK_NOT_CURRENT", "it is decided already");
    world.peers.state().refuses_to_resume = false;
    assert!(vacate(&world.app, &tasks(), undo()).await.unwrap().done);
    let resumed = world.peers.state().resumed.pop().unwrap().ticket.unwrap();
    assert_eq!((resumed.cluster_id, resumed.fence), (CLUSTER.to_string(), 5));
    assert_eq!(world.peers.state().uninstalled.len(), 1);

    let (world, id) = two().await;
    let task = moved(&world, &id).await;
    switched(&world, &id, &task, 5).await.unwrap();
    let undo = VacateRequest { deployment_id: id, task_id: task, fence: 5, undo: true, resume: true };
    assert!(vacate(&world.app, &tasks(), undo).await.unwrap().switched);
    assert!(world.peers.state().resumed.is_empty(), "it runs elsewhere: there it stays as it is");
}

#[tokio::test]
async fn of_two_who_want_a_domain_on_a_cluster_one_has_it() {
    let (world, id) = two().await;
    let twin =
        proto::deployments::CreateDeploymentRequest { cluster_id: NEW.to_string(), name: "Twin".into(), ..shop() };
    create(&world.app, &member(), twin).await.unwrap();
    let hash = planned(&world, to_new(&id)).await.unwrap().hash;
    let request = UpdateDeploymentRequest { plan: hash, ..to_new(&id) };
    assert_eq!(verdict(update(&world.app, &member(), request).await), "409 DOMAIN_TAKEN");
    assert_eq!(counted(&world, NEW).await, 1);
}
