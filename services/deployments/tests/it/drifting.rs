//! What the cluster shows otherwise than the revision in effect, and putting it right.

use crate::{World, manager, member, stranger, verdict, world};
use access::testing::service_caller;
use deployments::{
    apply::apply, drift::check, get::get, get_drift::get_drift, list::list, observe::observe, put_right::put_right,
    restart::restart, retry::retry,
};
use kit::message;
use proto::{
    deployments::{
        ApplyRequest, Drift, GetDeploymentRequest, GetDriftRequest, GetDriftResponse, ListDeploymentsRequest,
        ObserveRequest, PutRightRequest, PutRightResponse, ReleaseState, RestartDeploymentRequest,
        RetryDeploymentRequest, Taken,
    },
    infrastructure::{ApplyRequest as Applied, PlanResponse, PlannedAction, PlannedField, PlannedObject},
    tasks::TaskKind,
};
use std::time::Duration;

const CHANGED: i64 = 1_795_420_800;

fn object(kind: &str, name: &str, action: PlannedAction) -> PlannedObject {
    PlannedObject { kind: kind.into(), name: name.into(), action: action.into(), ..PlannedObject::default() }
}

fn field(path: &str, live: &str) -> PlannedField {
    PlannedField {
        path: path.into(),
        before: Some(live.into()),
        after: Some("x".into()),
        manager: "kubectl-edit".into(),
        changed_at: Some(prost_types::Timestamp { seconds: CHANGED, nanos: 0 }),
    }
}

/// What the cluster answers: as the revision has it, but for these objects.
fn cluster_shows(world: &World, differing: Vec<PlannedObject>) {
    let mut objects = vec![object("ConfigMap", "shop-php", PlannedAction::None)];
    let state = format!("{differing:?}");
    objects.extend(differing);
    world.peers.state().plan = PlanResponse { objects, state, ..PlanResponse::default() };
}

fn edited() -> PlannedObject {
    PlannedObject {
        fields: vec![field("spec.replicas", "3")],
        ..object("Deployment", "shop-web", PlannedAction::Change)
    }
}

/// Infrastructure tells what the release's objects are now, and what is due by then is compared.
async fn moved(world: &World, id: &str, state: &str) -> usize {
    let release = |id: &str| ReleaseState { deployment_id: id.into(), state: state.into() };
    let request = ObserveRequest {
        releases: vec![release(id), release(crate::NOBODY), release("nonsense")],
        ..Default::default()
    };
    observe(&world.app, &service_caller("infrastructure"), request).await.unwrap();
    compared(world, 2).await
}

async fn compared(world: &World, seconds: u64) -> usize {
    world.bench.clock.advance(Duration::from_secs(seconds));
    check::once(&world.app).await.unwrap()
}

async fn shown(world: &World, id: &str) -> Option<Drift> {
    world.shown(id).await.drift
}

async fn of_drift(world: &World) -> Vec<String> {
    world.reasons().await.into_iter().filter(|reason| reason.starts_with("Drift")).collect()
}

async fn details(world: &World, id: &str) -> kit::Result<GetDriftResponse> {
    get_drift(&world.app, &member(), GetDriftRequest { id: id.into() }).await
}

async fn right(world: &World, id: &str, plan: &str) -> kit::Result<PutRightResponse> {
    put_right(&world.app, &member(), PutRightRequest { id: id.into(), plan: plan.into(), ..Default::default() }).await
}

/// A running site that was compared after its install, and is as its revision has it.
async fn settled(world: &World) -> String {
    let id = world.running().await;
    cluster_shows(world, Vec::new());
    assert_eq!(compared(world, 1).await, 1, "an install has it compared");
    id
}

#[tokio::test]
async fn what_moved_is_compared_once_and_its_beginning_and_end_are_told_once() {
    let world = world().await;
    let id = settled(&world).await;
    assert_eq!((shown(&world, &id).await, compared(&world, 600).await), (None, 0), "nothing is compared by the clock");
    assert_eq!(moved(&world, &id, "a").await, 1);
    assert_eq!(
        (of_drift(&world).await, moved(&world, &id, "a").await),
        (Vec::new(), 0),
        "told again, nothing has moved"
    );
    drop(world.bench.hints());

    cluster_shows(&world, vec![edited(), object("Service", "shop-web", PlannedAction::Create)]);
    assert_eq!(moved(&world, &id, "b").await, 1);
    let drift = shown(&world, &id).await.unwrap();
    assert_eq!((drift.revision, drift.fields, drift.missing, drift.surplus), (1, 1, 1, 0));
    assert_eq!((drift.managers, drift.changed_at.unwrap().seconds), (vec!["kubectl-edit".to_owned()], CHANGED));
    assert_eq!(of_drift(&world).await, ["DriftFound"]);
    let told = |change: proto::events::Change| (change.field, change.before, change.after);
    let found = world.events().await.pop().unwrap().changes.into_iter().map(told).collect::<Vec<_>>();
    let text = |parts: [&str; 3]| parts.map(str::to_owned).into();
    assert_eq!(
        found,
        [text(["Deployment/shop-web spec.replicas (kubectl-edit)", "x", "3"]), text(["Service", "shop-web", ""]),]
    );
    assert_eq!(world.bench.hints().len(), 1, "screens are told");
    let asked = world.peers.state().planned.clone();
    assert!(asked.iter().all(|asked| asked.take_back && !asked.state_only), "{asked:?}");
    let request = ListDeploymentsRequest::default();
    let listed = list(&world.app, &member(), request).await.unwrap().deployments;
    assert_eq!(listed[0].drift.as_ref().map(|drift| drift.fields), Some(1), "lists say it without asking the cluster");

    // less of it: no more lines of history
    cluster_shows(&world, vec![edited()]);
    assert_eq!(moved(&world, &id, "c").await, 1);
    assert_eq!(shown(&world, &id).await.unwrap().missing, 0);
    let version = world.shown(&id).await.version;
    assert_eq!(moved(&world, &id, "d").await, 1);
    assert_eq!(world.shown(&id).await.version, version, "what is found again changes nothing");
    assert_eq!(of_drift(&world).await, ["DriftFound"]);

    // another field is told of, and not that the first one has another value
    let mut more = edited();
    more.fields[0].before = Some("4".into());
    more.fields.push(field("spec.paused", "true"));
    cluster_shows(&world, vec![more]);
    assert_eq!(moved(&world, &id, "e").await, 1);
    assert_eq!(of_drift(&world).await, ["DriftFound", "DriftMore"]);
    let event = world.events().await.pop().unwrap();
    let found = event.changes.into_iter().map(told).collect::<Vec<_>>();
    assert_eq!(found, [text(["Deployment/shop-web spec.paused (kubectl-edit)", "x", "true"])]);
    assert!(event.message.ends_with("1 more difference, changed by kubectl-edit."), "{}", event.message);

    cluster_shows(&world, Vec::new());
    assert_eq!(moved(&world, &id, "f").await, 1);
    assert_eq!(shown(&world, &id).await, None);
    assert_eq!(of_drift(&world).await, ["DriftFound", "DriftMore", "DriftEnded"]);
}

#[tokio::test]
async fn nothing_is_compared_while_a_task_is_at_work_or_when_what_is_wanted_is_not_in_effect() {
    let world = world().await;
    let id = settled(&world).await;
    let task = world.change_domain(&id, "new.example.com").await;
    cluster_shows(&world, vec![edited()]);
    assert_eq!(moved(&world, &id, "b").await, 0, "a task is at work");
    assert_eq!(verdict(details(&world, &id).await), "409 TASK_RUNNING");
    assert_eq!(verdict(right(&world, &id, "").await), "409 TASK_RUNNING");
    world.finish(&id, &task, false, true).await;
    assert_eq!(compared(&world, 5).await, 0, "the change did not come about");
    assert_eq!(verdict(details(&world, &id).await), "409 CHANGE_UNFINISHED");
    let task =
        retry(&world.app, &member(), RetryDeploymentRequest { id: id.clone(), version: 0 }).await.unwrap().task_id;
    world.finish(&id, &task, true, true).await;
    assert_eq!(compared(&world, 5).await, 1);
    assert_eq!(shown(&world, &id).await.unwrap().revision, 2);
}

#[tokio::test]
async fn a_cluster_that_cannot_be_asked_is_asked_again_later_and_says_nothing_meanwhile() {
    let world = world().await;
    let id = settled(&world).await;
    cluster_shows(&world, vec![edited()]);
    world.peers.state().away = true;
    assert_eq!(moved(&world, &id, "b").await, 1);
    assert_eq!((shown(&world, &id).await, compared(&world, 1).await), (None, 0));
    world.peers.state().away = false;
    assert_eq!(compared(&world, 20).await, 1);
    assert!(shown(&world, &id).await.is_some());
}

#[tokio::test]
async fn those_who_only_oversee_the_team_and_others_see_nothing_of_it() {
    let world = world().await;
    let id = settled(&world).await;
    cluster_shows(&world, vec![edited()]);
    moved(&world, &id, "b").await;
    let request = || GetDeploymentRequest { id: id.clone() };
    assert_eq!(get(&world.app, &manager(), request()).await.unwrap().deployment.unwrap().drift, None);
    let request = || GetDriftRequest { id: id.clone() };
    assert_eq!(verdict(get_drift(&world.app, &manager(), request()).await), "403");
    assert_eq!(verdict(get_drift(&world.app, &stranger(), request()).await), "404 Deployment");
    let request = || PutRightRequest { id: id.clone(), ..Default::default() };
    assert_eq!(verdict(put_right(&world.app, &manager(), request()).await), "403");
    assert_eq!(verdict(put_right(&world.app, &stranger(), request()).await), "404 Deployment");
}

/// Lets a task apply; what infrastructure was told.
async fn applied(world: &World, id: &str, task: &str) -> Applied {
    let order = world.orders().await.pop().unwrap();
    let request = ApplyRequest {
        deployment_id: id.into(),
        task_id: task.into(),
        fence: 1,
        revision: order.revision,
        hash: order.hash,
        ..Default::default()
    };
    drop(apply(&world.app, &service_caller("tasks"), request).await.unwrap());
    world.peers.state().applied.last().unwrap().clone()
}

#[tokio::test]
async fn putting_right_brings_the_revision_in_effect_about_over_what_others_changed() {
    let world = world().await;
    let id = settled(&world).await;
    cluster_shows(&world, vec![edited()]);
    moved(&world, &id, "b").await;
    let found = details(&world, &id).await.unwrap();
    assert_eq!((found.revision, found.objects.len(), found.hash.is_empty()), (1, 1, false));
    // somebody is faster
    cluster_shows(&world, vec![edited(), object("Service", "shop-web", PlannedAction::Create)]);
    assert_eq!(verdict(right(&world, &id, &found.hash).await), "409 PLAN_OUTDATED");
    cluster_shows(&world, vec![edited()]);
    let answer = right(&world, &id, &found.hash).await.unwrap();
    let order = world.orders().await.pop().unwrap();
    assert_eq!((&order.id, order.kind(), order.revision), (&answer.task_id, TaskKind::Upgrade, 1));
    let told = applied(&world, &id, &answer.task_id).await;
    assert_eq!((told.take_back, told.planned.is_empty()), (true, false), "it is bound to what was looked at");
    assert_eq!(world.reasons().await.last().unwrap(), "DriftPutRight");
    // one that failed is tried again as what it was
    world.finish(&id, &answer.task_id, false, true).await;
    let again = RetryDeploymentRequest { id: id.clone(), version: 0 };
    let task = retry(&world.app, &member(), again).await.unwrap().task_id;
    assert!(applied(&world, &id, &task).await.take_back);
    cluster_shows(&world, Vec::new());
    world.finish(&id, &task, true, true).await;
    assert_eq!(compared(&world, 1).await, 1, "its end has it compared");
    let after = world.shown(&id).await;
    assert_eq!((after.drift, after.revision, after.effective_revision), (None, 1, 1));
    assert_eq!(of_drift(&world).await, ["DriftFound", "DriftPutRight", "DriftEnded"]);
    assert_eq!(details(&world, &id).await.unwrap().hash, "", "there is nothing to put right");
}

#[tokio::test]
async fn no_other_task_takes_back_what_others_changed() {
    let world = world().await;
    let id = settled(&world).await;
    let answer = right(&world, &id, "").await.unwrap();
    world.finish(&id, &answer.task_id, true, true).await;
    let task = world.change_domain(&id, "new.example.com").await;
    assert!(!applied(&world, &id, &task).await.take_back);
    world.finish(&id, &task, true, true).await;
    let request = RestartDeploymentRequest { id: id.clone(), version: 0, ..Default::default() };
    let task = restart(&world.app, &member(), request).await.unwrap().task_id;
    world.end(&id, &task, |end| end.said = message!(PodsNotReady).packed()).await;
    assert_eq!(world.shown(&id).await.actions["retry"].reason, "");
}

#[tokio::test]
async fn what_the_site_has_a_setting_for_can_be_taken_over_and_the_rest_says_why_not() {
    let world = world().await;
    let id = settled(&world).await;
    let release = world.shown(&id).await.release_name;
    let web = |path: &str, live: &str| PlannedObject {
        fields: vec![field(path, live)],
        ..object("Deployment", &format!("{release}-web"), PlannedAction::Change)
    };
    let container = |rest: &str| format!("spec.template.spec.containers[php].{rest}");
    cluster_shows(
        &world,
        vec![
            web(&container("resources.requests.cpu"), "750m"),
            web(&container("resources.limits.memory"), "2Gi"),
            web(&container("image"), "mine:1"),
            web("spec.replicas", "9"),
            web("spec.paused", "true"),
            object("Service", "shop-web", PlannedAction::Create),
        ],
    );
    let takes = details(&world, &id).await.unwrap().takes;
    let why = |taken: &Taken| kit::Message::unpacked(&taken.said, &taken.problem).reason().to_owned();
    let told: Vec<(String, String, String)> = takes
        .iter()
        .map(|taken| {
            (taken.field.clone(), taken.value.clone(), if taken.said.is_empty() { String::new() } else { why(taken) })
        })
        .collect();
    let expected = |field: &str, value: &str, why: &str| (field.to_owned(), value.to_owned(), why.to_owned());
    assert_eq!(
        told,
        [
            expected("resources.cpu", "750m", ""),
            expected("resources.memory", "2Gi", ""),
            expected("", "", "NotTakenSo"),
            expected("", "", "NoSetting"),
            expected("", "", "NoSetting"),
        ]
    );
}
