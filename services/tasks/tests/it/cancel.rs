use access::Role;
use kit::Error;
use proto::tasks::{CancelTaskRequest, StepStatus, TaskKind, TaskStatus, task_service_server::TaskService as _};
use std::{sync::Arc, time::Duration};
use tasks::{
    RetryPolicy,
    runner::{self, Outcome},
};
use tokio::task::JoinSet;
use tonic::Code;
use uuid::Uuid;

use crate::{
    stage::{Stage, asked, member, person},
    world::{Act, Gate, Item},
};

/// A first pause that no test waits for.
const LONG: Duration = Duration::from_secs(600);
const CANCELLED: &str = "Cancelled by Ada Lovelace";

#[tokio::test]
async fn a_task_that_nobody_has_taken_up_is_cancelled_at_once() {
    let stage = Stage::set().await;
    let id = stage.submit(TaskKind::Install).await;
    stage.cancel(id).await;
    let task = stage.get(id).await;
    assert_eq!((task.status(), task.error.as_str()), (TaskStatus::Failed, CANCELLED));
    assert!(task.steps.iter().all(|step| step.status() == StepStatus::Skipped));
    assert_eq!(runner::run_one(&stage.app).await.unwrap(), None);
    let told = stage.finishes(id).await;
    assert_eq!(told.len(), 1);
    assert!(told[0].cancelled && told[0].serving_unknown);
    assert_eq!(stage.events().await[0].message, "Installing deployment \"shop\" was cancelled by \"Ada Lovelace\".");
}

#[tokio::test]
async fn a_cancel_between_two_steps_is_seen_before_the_next() {
    let stage = Stage::set().await;
    let id = stage.submit(TaskKind::Install).await;
    let gate = Gate::new();
    stage.world.next("namespace", Act::Stop(gate.clone()));
    let mut work = JoinSet::new();
    let app = stage.app.clone();
    work.spawn(async move { runner::run_one(&app).await.unwrap() });
    gate.reached().await;
    stage.cancel(id).await;
    assert!(stage.get(id).await.cancel_requested);
    gate.open();
    assert_eq!(work.join_next().await.unwrap().unwrap(), Some(Outcome::Ended));
    assert_eq!(stage.get(id).await.error, CANCELLED);
    assert_eq!(stage.world.methods(), ["check", "namespace"], "applying had not begun: there is no release to end");
}

#[tokio::test]
async fn a_cancel_during_a_stream_ends_the_release_as_failed() {
    let stage = Stage::set().await;
    let id = stage.submit(TaskKind::Install).await;
    let gate = Gate::new();
    stage.world.next("rollout", Act::Play(vec![Item::Say("web: 0 of 1 pods are ready"), Item::Stop(gate.clone())]));
    let mut work = JoinSet::new();
    let app = stage.app.clone();
    work.spawn(async move { runner::run_one(&app).await.unwrap() });
    gate.reached().await;
    // The stream says nothing more, and is never opened.
    stage.cancel(id).await;
    assert_eq!(work.join_next().await.unwrap().unwrap(), Some(Outcome::Ended));
    let task = stage.get(id).await;
    assert_eq!((task.status(), task.error.as_str()), (TaskStatus::Failed, CANCELLED));
    assert_eq!(task.steps[4].status(), StepStatus::Failed);
    let finish = stage.world.calls_of("finish");
    assert_eq!((finish.len(), finish[0].note.as_str()), (1, CANCELLED));
    assert!(stage.finishes(id).await[0].cancelled);
}

#[tokio::test]
async fn a_cancel_while_the_task_waits_in_the_queue_makes_it_due_at_once() {
    let mut stage = Stage::with(LONG, &[]).await;
    stage.app.retry_policy = Arc::new(RetryPolicy { in_place: 0, ..RetryPolicy::clone(&stage.app.retry_policy) });
    let id = stage.submit(TaskKind::Restart).await;
    let cause = anyhow::anyhow!("no route");
    stage
        .world
        .next("restart", Act::Fail(Error::unavailable(kit::Message::said("Cluster prod cannot be reached."), cause)));
    assert_eq!(runner::run_one(&stage.app).await.unwrap(), Some(Outcome::Parked));
    assert_eq!(runner::run_one(&stage.app).await.unwrap(), None, "it waits");
    stage.cancel(id).await;
    assert_eq!(runner::run_one(&stage.app).await.unwrap(), Some(Outcome::Ended));
    assert_eq!(stage.get(id).await.error, CANCELLED);
    assert_eq!(stage.world.calls_of("restart").len(), 1);
}

#[tokio::test]
async fn a_cancel_while_a_worker_waits_wakes_it() {
    let stage = Stage::with(LONG, &[]).await;
    let id = stage.submit(TaskKind::Restart).await;
    let gate = Gate::new();
    stage.world.next("restart", Act::Stop(gate.clone()));
    let lost = Error::unavailable(kit::Message::said("The connection was lost."), anyhow::anyhow!("reset"));
    stage.world.next("rollout", Act::Play(vec![Item::Break(lost)]));
    let mut work = JoinSet::new();
    let app = stage.app.clone();
    work.spawn(async move { runner::run_one(&app).await.unwrap() });
    gate.reached().await;
    gate.open();
    let says = async {
        while !stage.get(id).await.steps[1].message.starts_with("Waiting for cluster") {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(90), says).await.expect("the step says that it waits");
    stage.cancel(id).await;
    assert_eq!(work.join_next().await.unwrap().unwrap(), Some(Outcome::Ended));
    assert_eq!(stage.get(id).await.error, CANCELLED);
}

#[tokio::test]
async fn a_cancel_after_the_point_of_no_return_leaves_the_task_complete() {
    let stage = Stage::set().await;
    let id = stage.submit(TaskKind::Install).await;
    // "deployed" is written, but its answer is lost; the cancel comes in between.
    let gate = Gate::new();
    let lost = Error::unavailable(kit::Message::said("The connection was lost."), anyhow::anyhow!("reset"));
    stage.world.next("finish", Act::StopAndFail(gate.clone(), lost));
    stage.world.next("finish", Act::Status("deployed"));
    let mut work = JoinSet::new();
    let app = stage.app.clone();
    work.spawn(async move { runner::run_one(&app).await.unwrap() });
    gate.reached().await;
    stage.cancel(id).await;
    gate.open();
    assert_eq!(work.join_next().await.unwrap().unwrap(), Some(Outcome::Ended));
    let notes: Vec<String> = stage.world.calls_of("finish").into_iter().map(|call| call.note).collect();
    assert_eq!(notes, ["deployed", CANCELLED]);
    let task = stage.get(id).await;
    assert_eq!((task.status(), task.error.as_str()), (TaskStatus::Complete, ""));
    assert!(stage.finishes(id).await[0].succeeded);
}

#[tokio::test]
async fn a_release_that_was_deployed_before_the_cancel_was_seen_is_complete() {
    let stage = Stage::set().await;
    let id = stage.submit(TaskKind::Install).await;
    let gate = Gate::new();
    stage.world.next("rollout", Act::Play(vec![Item::Stop(gate.clone())]));
    // An earlier attempt's "deployed" stands in the cluster.
    stage.world.next("finish", Act::Status("deployed"));
    let mut work = JoinSet::new();
    let app = stage.app.clone();
    work.spawn(async move { runner::run_one(&app).await.unwrap() });
    gate.reached().await;
    stage.cancel(id).await;
    assert_eq!(work.join_next().await.unwrap().unwrap(), Some(Outcome::Ended));
    let task = stage.get(id).await;
    assert_eq!((task.status(), task.error.as_str()), (TaskStatus::Complete, ""));
    assert_eq!(stage.world.calls_of("finish")[0].note, CANCELLED);
    let told = &stage.finishes(id).await[0];
    assert!(told.succeeded && !told.cancelled);
}

#[tokio::test]
async fn a_cancel_of_a_finished_task_changes_nothing() {
    let stage = Stage::set().await;
    let id = stage.submit(TaskKind::Restart).await;
    let task = stage.run(id).await;
    stage.cancel(id).await;
    assert_eq!(stage.get(id).await, task);
    let request = CancelTaskRequest { id: id.to_string() };
    let refused = stage.rpc.cancel_task(asked(member(), request)).await.unwrap_err();
    assert_eq!((refused.code(), refused.message()), (Code::FailedPrecondition, "This task has already finished."));
}

#[tokio::test]
async fn members_cancel_their_teams_tasks_and_nobody_elses() {
    let stage = Stage::set().await;
    let id = stage.submit(TaskKind::Restart).await;
    let request = CancelTaskRequest { id: id.to_string() };
    let foreign = person(Role::User, &[(Uuid::from_u128(0xbad), true)]);
    let refused = stage.rpc.cancel_task(asked(foreign, request.clone())).await.unwrap_err();
    assert_eq!((refused.code(), refused.message()), (Code::NotFound, "Task not found"));
    let refused = stage.rpc.cancel_task(asked(person(Role::Manager, &[]), request.clone())).await.unwrap_err();
    assert_eq!(refused.code(), Code::PermissionDenied);
    let task = stage.rpc.cancel_task(asked(member(), request)).await.unwrap().into_inner().task.unwrap();
    assert_eq!((task.status(), task.error.as_str()), (TaskStatus::Failed, "Cancelled by Test User"));
    assert_eq!(task.steps.len(), 2);
}
