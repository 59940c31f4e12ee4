//! A move: an install elsewhere, the switch, the removal; what takes it back, and what does not any more.

use kit::{Error, Message};
use proto::tasks::{
    StepStatus, SubmitRequest, Task, TaskKind, TaskParams, TaskStatus, task_service_server::TaskService as _,
};
use tasks::runner::{self, Outcome};
use tokio::task::JoinSet;
use uuid::Uuid;

use crate::{
    stage::{Stage, asked, deployments, order, steps},
    world::{Act, Gate, Item},
};

const OLD: Uuid = Uuid::from_u128(0xc2);
const THERE: [&str; 8] = ["check", "namespace", "secrets", "apply", "rollout", "hooks", "finish", "switch"];

async fn submitted(stage: &Stage, kind: TaskKind, vacates: bool) -> Uuid {
    submitted_with(stage, kind, |params| params.vacates = vacates).await
}

/// A move that brings its data along.
async fn copying(stage: &Stage) -> Uuid {
    submitted_with(stage, TaskKind::Move, |params| params.copies = true).await
}

async fn submitted_with(stage: &Stage, kind: TaskKind, change: impl FnOnce(&mut TaskParams)) -> Uuid {
    let order = order(kind, stage.bench.cx.ids.uuid(), stage.bench.cx.ids.uuid());
    let mut params = order.params.clone().unwrap();
    params.other_cluster_id = OLD.to_string();
    params.other_cluster_name = "old".to_owned();
    change(&mut params);
    let order = SubmitRequest { params: Some(params), ..order };
    stage.rpc.submit(asked(deployments(), order.clone())).await.unwrap();
    order.id.parse().unwrap()
}

fn with(last: &[&'static str]) -> Vec<&'static str> {
    THERE.iter().chain(last).copied().collect()
}

fn status_of(task: &Task, step: &str) -> StepStatus {
    steps(task).into_iter().find(|(name, _)| *name == step).unwrap().1
}

fn away() -> Error {
    Error::unavailable(Message::said("Cluster old cannot be reached."), anyhow::anyhow!("no route"))
}

#[tokio::test]
async fn a_move_installs_switches_and_removes_in_that_order() {
    let stage = Stage::set().await;
    stage.world.next("vacate", Act::Again("Namespace/shop-00000a"));
    let id = submitted(&stage, TaskKind::Move, false).await;
    let task = stage.run(id).await;
    assert_eq!(task.status(), TaskStatus::Complete, "{}", task.error);
    assert_eq!(stage.world.methods(), with(&["vacate", "vacate"]));
    assert_eq!(status_of(&task, "undo"), StepStatus::Skipped);
    let told = &stage.finishes(id).await[0];
    assert!(told.succeeded && told.serving);
    let events = stage.events().await;
    assert_eq!(events.last().unwrap().message, r#"Deployment "shop" was moved to cluster "prod"."#);
}

/// The calls until the data is being copied.
const UNTIL_COPY: [&str; 8] = ["check", "namespace", "secrets", "apply", "rollout", "hooks", "finish", "copy"];

fn until_copy(then: &[&'static str]) -> Vec<&'static str> {
    UNTIL_COPY.iter().chain(then).copied().collect()
}

#[tokio::test]
async fn data_is_copied_once_the_site_is_up_and_the_site_is_up_again_before_the_switch() {
    let stage = Stage::set().await;
    let away = Error::unavailable(Message::said("The connection broke off."), anyhow::anyhow!("reset"));
    stage.world.next("copy", Act::Play(vec![Item::Revision(3), Item::Break(away)]));
    let id = copying(&stage).await;
    let task = stage.run(id).await;
    assert_eq!(task.status(), TaskStatus::Complete, "{}", task.error);
    assert_eq!(stage.world.methods(), until_copy(&["copy", "rollout", "switch", "vacate"]));
    assert_eq!(stage.world.calls_of("copy")[0].note, OLD.to_string());
    let said = |name: &str| task.steps.iter().find(|step| step.name == name).unwrap().message.clone();
    assert_eq!((said("copy").as_str(), said("again").as_str()), ("Copied 10 MiB", "All pods are ready"));
}

#[tokio::test]
async fn a_site_that_stands_still_runs_again_when_its_data_cannot_be_copied_or_nobody_wants_it_any_more() {
    let stage = Stage::set().await;
    let full = Error::conflict(Message::said("No space left on device"));
    stage.world.next("copy", Act::Play(vec![Item::Break(full)]));
    let id = copying(&stage).await;
    let task = stage.run(id).await;
    assert_eq!((task.status(), task.error.as_str()), (TaskStatus::Failed, "No space left on device"));
    assert_eq!(stage.world.methods(), until_copy(&["undo"]));
    assert_eq!(stage.world.calls_of("undo")[0].note, "resume");
    assert_eq!((status_of(&task, "copy"), status_of(&task, "undo")), (StepStatus::Failed, StepStatus::Complete));

    let stage = Stage::set().await;
    let gate = Gate::new();
    stage.world.next("copy", Act::Play(vec![Item::Stop(gate.clone()), Item::Done]));
    let id = copying(&stage).await;
    let run = stage.run(id);
    let cancel = async {
        gate.reached().await;
        stage.cancel(id).await;
    };
    let (task, ()) = tokio::join!(run, cancel);
    assert_eq!((task.status(), task.error.as_str()), (TaskStatus::Failed, "Cancelled by Ada Lovelace"));
    assert_eq!(stage.world.calls_of("undo")[0].note, "resume");
}

#[tokio::test]
async fn a_site_that_never_stood_still_is_not_started_again() {
    let stage = Stage::set().await;
    let failed = Item::Failed { error: "The image cannot be pulled.", serving: false };
    stage.world.next("rollout", Act::Play(vec![failed]));
    let id = copying(&stage).await;
    assert_eq!(stage.run(id).await.status(), TaskStatus::Failed);
    assert_eq!(stage.world.calls_of("undo")[0].note, "");
}

#[tokio::test]
async fn a_worker_that_takes_over_while_data_is_copied_goes_on_copying() {
    let stage = Stage::set().await;
    let gate = Gate::new();
    stage.world.next("copy", Act::Play(vec![Item::Stop(gate.clone()), Item::Done]));
    let id = copying(&stage).await;
    let (app, mut slow) = (stage.app.clone(), JoinSet::new());
    slow.spawn(async move { runner::run_one(&app).await });
    gate.reached().await;
    slow.shutdown().await;
    stage.expire(id).await;
    let task = stage.run(id).await;
    assert_eq!(task.status(), TaskStatus::Complete, "{}", task.error);
    let copies = stage.world.calls_of("copy");
    assert!(copies.len() == 2 && copies[0].fence < copies[1].fence, "{copies:?}");
    assert!(stage.world.calls_of("undo").is_empty());
}

#[tokio::test]
async fn a_failure_before_the_switch_takes_back_what_was_begun() {
    let stage = Stage::set().await;
    let failed = Item::Failed { error: "The image cannot be pulled.", serving: false };
    stage.world.next("rollout", Act::Play(vec![failed]));
    stage.world.next("undo", Act::Again("Namespace/shop-00000a"));
    let id = submitted(&stage, TaskKind::Move, false).await;
    let task = stage.run(id).await;
    assert_eq!((task.status(), task.error.as_str()), (TaskStatus::Failed, "The image cannot be pulled."));
    let called = stage.world.methods();
    assert_eq!(called, ["check", "namespace", "secrets", "apply", "rollout", "undo", "undo"]);
    assert_eq!((status_of(&task, "rollout"), status_of(&task, "undo")), (StepStatus::Failed, StepStatus::Complete));
    assert_eq!((status_of(&task, "switch"), status_of(&task, "vacate")), (StepStatus::Skipped, StepStatus::Skipped));
}

#[tokio::test]
async fn a_worker_that_takes_over_goes_on_taking_back_and_tries_nothing_anew() {
    let stage = Stage::set().await;
    let failed = Item::Failed { error: "The image cannot be pulled.", serving: false };
    stage.world.next("rollout", Act::Play(vec![failed]));
    for _ in 0..6 {
        stage.world.next("undo", Act::Fail(away()));
    }
    let id = submitted(&stage, TaskKind::Move, false).await;
    assert_eq!(runner::run_one(&stage.app).await.unwrap(), Some(Outcome::Parked));
    let task = stage.run(id).await;
    assert_eq!((task.status(), task.error.as_str()), (TaskStatus::Failed, "The image cannot be pulled."));
    assert_eq!(stage.world.calls_of("apply").len() + stage.world.calls_of("namespace").len(), 2);
}

#[tokio::test]
async fn a_cancel_before_the_switch_takes_back_and_one_that_nobody_has_begun_does_too() {
    let stage = Stage::set().await;
    let gate = Gate::new();
    stage.world.next("rollout", Act::Play(vec![Item::Stop(gate.clone()), Item::Done]));
    let id = submitted(&stage, TaskKind::Move, false).await;
    let run = stage.run(id);
    let cancel = async {
        gate.reached().await;
        stage.cancel(id).await;
    };
    let (task, ()) = tokio::join!(run, cancel);
    assert_eq!((task.status(), task.error.as_str()), (TaskStatus::Failed, "Cancelled by Ada Lovelace"));
    assert_eq!(stage.world.methods().last(), Some(&"undo"));
    assert!(stage.finishes(id).await[0].cancelled);

    let id = submitted(&stage, TaskKind::Move, false).await;
    stage.cancel(id).await;
    let task = stage.run(id).await;
    assert_eq!((task.status(), task.error.as_str()), (TaskStatus::Failed, "Cancelled by Ada Lovelace"));
    let own: Vec<_> = stage.world.calls().into_iter().filter(|call| call.task == id.to_string()).collect();
    assert_eq!(own.iter().map(|call| call.method).collect::<Vec<_>>(), ["undo"]);
}

#[tokio::test]
async fn a_cancel_after_the_switch_changes_nothing() {
    let stage = Stage::set().await;
    let gate = Gate::new();
    stage.world.next("vacate", Act::Stop(gate.clone()));
    let id = submitted(&stage, TaskKind::Move, false).await;
    let run = stage.run(id);
    let cancel = async {
        gate.reached().await;
        stage.cancel(id).await;
        gate.open();
    };
    let (task, ()) = tokio::join!(run, cancel);
    assert_eq!(task.status(), TaskStatus::Complete, "{}", task.error);
    assert_eq!(stage.world.methods(), with(&["vacate"]));
}

#[tokio::test]
async fn a_switch_whose_answer_was_lost_is_not_taken_back() {
    let stage = Stage::set().await;
    stage.world.next("switch", Act::Fail(Error::conflict(kit::message!(TASK_NOT_CURRENT))));
    stage.world.next("undo", Act::Switched);
    let id = submitted(&stage, TaskKind::Move, false).await;
    let task = stage.run(id).await;
    assert_eq!(task.status(), TaskStatus::Complete, "{}", task.error);
    assert_eq!(stage.world.methods(), with(&["undo", "vacate"]));
}

#[tokio::test]
async fn a_cluster_that_is_away_after_the_switch_is_waited_for_and_then_what_remains_is_said() {
    let stage = Stage::set().await;
    for _ in 0..200 {
        stage.world.next("vacate", Act::Fail(away()));
    }
    let id = submitted(&stage, TaskKind::Move, false).await;
    assert_eq!(runner::run_one(&stage.app).await.unwrap(), Some(Outcome::Parked));
    stage.spend(id).await;
    let task = stage.run(id).await;
    assert_eq!(task.status(), TaskStatus::Complete, "it runs where it was to run: {}", task.error);
    let said = &task.steps.iter().find(|step| step.name == "vacate").unwrap().message;
    assert!(said.starts_with(r#"Something may remain on cluster "old": Gave up"#), "{said}");
    assert!(said.contains(r#"Waiting for cluster "old""#), "{said}");
    assert!(stage.world.calls_of("undo").is_empty());
}

#[tokio::test]
async fn a_long_install_takes_nothing_from_the_time_for_the_removal() {
    let stage = Stage::set().await;
    let gate = Gate::new();
    stage.world.next("hooks", Act::Stop(gate.clone()));
    for _ in 0..8 {
        stage.world.next("vacate", Act::Fail(away()));
    }
    let id = submitted(&stage, TaskKind::Move, false).await;
    let (app, mut slow) = (stage.app.clone(), JoinSet::new());
    slow.spawn(async move { runner::run_one(&app).await });
    gate.reached().await;
    slow.shutdown().await;
    stage.spend(id).await;
    stage.expire(id).await;
    let task = stage.run(id).await;
    assert_eq!(task.status(), TaskStatus::Complete, "{}", task.error);
    let vacate = task.steps.iter().find(|step| step.name == "vacate").unwrap();
    assert_eq!(vacate.message, "Nothing is left.");
}

#[tokio::test]
async fn what_remains_is_removed_alone_and_with_an_uninstall() {
    let stage = Stage::set().await;
    let id = submitted(&stage, TaskKind::Move, true).await;
    let task = stage.run(id).await;
    assert_eq!(task.status(), TaskStatus::Complete, "{}", task.error);
    assert_eq!(stage.world.methods(), ["vacate"]);
    let said = r#"What remained of deployment "shop" was removed from cluster "old"."#;
    assert_eq!(stage.events().await.last().unwrap().message, said);
    assert!(stage.finishes(id).await[0].serving_unknown);

    let stage = Stage::set().await;
    let id = submitted(&stage, TaskKind::Uninstall, false).await;
    let task = stage.run(id).await;
    assert_eq!(task.status(), TaskStatus::Complete, "{}", task.error);
    assert_eq!(stage.world.methods(), ["uninstall", "vacate"]);
}
