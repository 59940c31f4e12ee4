use kit::Error;
use proto::tasks::{StepStatus, TaskKind, TaskStatus};
use std::time::Duration;
use tasks::runner::{self, Outcome};

use crate::{
    stage::{Stage, steps},
    world::{Act, Item},
};

const STEPS: [&str; 7] = ["check", "namespace", "secrets", "apply", "rollout", "hooks", "finish"];

fn unreachable() -> Act {
    Act::Fail(Error::unavailable(
        kit::Message::said("Cluster prod cannot be reached."),
        anyhow::anyhow!("10.0.0.7 refused"),
    ))
}

#[tokio::test]
async fn an_install_takes_its_steps_in_order_and_tells_deployments_once() {
    let stage = Stage::set().await;
    let id = stage.submit(TaskKind::Install).await;
    let task = stage.run(id).await;
    assert_eq!(task.status(), TaskStatus::Complete, "{task:?}");
    assert_eq!(stage.world.methods(), STEPS);
    assert_eq!(steps(&task), STEPS.map(|step| (step, StepStatus::Complete)));
    assert!(task.steps.iter().all(|step| step.started_at.is_some() && step.finished_at.is_some()));
    assert_eq!(task.attempt, 1);
    assert!(task.logs.iter().any(|line| line.step == "apply" && line.message == "Service shop"), "{:?}", task.logs);

    let calls = stage.world.calls();
    assert!(calls[1].note.contains(&format!("canopy.internal/deployment={}", task.deployment_id)), "{}", calls[1].note);
    assert!(calls[1].note.contains("pod-security.kubernetes.io/enforce=restricted"));
    assert_eq!(calls[3].note, "1:abc");
    assert_eq!((calls[5].helm_revision, calls[6].helm_revision, calls[6].note.as_str()), (1, 1, "deployed"));

    let finishes = stage.finishes(id).await;
    assert_eq!(finishes.len(), 1);
    assert!(finishes[0].succeeded && finishes[0].serving && !finishes[0].serving_unknown);
    assert_eq!(finishes[0].helm_revision, 1);
    let events = stage.events().await;
    assert_eq!(events.len(), 1);
    assert_eq!(events[0].message, "Deployment \"shop\" was installed on cluster \"prod\".");
    assert_eq!(events[0].reason, "TaskCompleted");
    assert_eq!(events[0].actor.as_ref().unwrap().name, "Ada Lovelace");
}

#[tokio::test]
async fn a_rollout_that_fails_ends_the_release_and_the_task_with_its_reason() {
    let stage = Stage::set().await;
    let id = stage.submit(TaskKind::Install).await;
    let error = "Pod web-0 cannot start: the image does not exist.\nevents: ErrImagePull";
    stage.world.next("rollout", Act::Play(vec![Item::Failed { error, serving: false }]));
    let task = stage.run(id).await;
    assert_eq!((task.status(), task.error.as_str()), (TaskStatus::Failed, error));
    let finish = &stage.world.calls_of("finish")[0];
    assert_eq!(finish.note, "Pod web-0 cannot start: the image does not exist.");
    let told = &stage.finishes(id).await[0];
    assert!(!told.succeeded && !told.cancelled && !told.serving && !told.serving_unknown);
    assert_eq!(told.error, error);
    let expected = [
        StepStatus::Complete,
        StepStatus::Complete,
        StepStatus::Complete,
        StepStatus::Complete,
        StepStatus::Failed,
        StepStatus::Skipped,
        StepStatus::Skipped,
    ];
    assert_eq!(task.steps.iter().map(proto::tasks::Step::status).collect::<Vec<_>>(), expected);
    assert!(stage.events().await[0].message.starts_with("Installing deployment \"shop\" failed: Pod web-0"));
}

#[tokio::test]
async fn a_failure_before_applying_leaves_the_release_alone() {
    let stage = Stage::set().await;
    let id = stage.submit(TaskKind::Install).await;
    stage.world.next("check", Act::Missing("create deployments.apps"));
    let task = stage.run(id).await;
    assert_eq!(task.status(), TaskStatus::Failed);
    assert!(task.error.contains("do not allow") && task.error.contains("create deployments.apps"), "{}", task.error);
    assert_eq!(stage.world.methods(), ["check"]);
    let finish = stage.finishes(id).await.remove(0);
    assert!(finish.serving_unknown);
    assert_eq!((finish.error.as_str(), finish.said.as_str()), (task.error.as_str(), task.said.as_str()));
    let said = kit::Message::unpacked(&finish.said, "");
    let right = kit::message!(ObjectAwaited, object = "create deployments.apps");
    assert_eq!(said.params()["details"], kit::message::Value::from(vec![right]), "each right with its code");
}

#[tokio::test]
async fn an_unreachable_cluster_is_waited_for_and_the_step_says_so() {
    let stage = Stage::set().await;
    let id = stage.submit(TaskKind::Install).await;
    for _ in 0..7 {
        stage.world.next("namespace", unreachable());
    }
    let mut parked = 0;
    while runner::run_one(&stage.app).await.unwrap() == Some(Outcome::Parked) {
        let task = stage.get(id).await;
        assert_eq!(task.status(), TaskStatus::Running);
        assert_eq!(task.steps[1].message, "Waiting for cluster \"prod\": Cluster prod cannot be reached.");
        parked += 1;
        stage.due(id).await;
    }
    assert_eq!(parked, 3, "after four pauses in place the task waits in the queue");
    let task = stage.get(id).await;
    assert_eq!(task.status(), TaskStatus::Complete, "{task:?}");
    assert_eq!(task.attempt, 1, "waiting is no new attempt");
    assert_eq!(stage.world.calls_of("check").len(), 1, "a step that is done is not repeated after a wait");
    let waits = task.logs.iter().filter(|line| line.message.starts_with("Waiting")).count();
    assert_eq!(waits, 1, "the same sentence is logged once");
    assert!(!format!("{task:?}").contains("10.0.0.7"), "the inside cause was shown");
}

#[tokio::test]
async fn a_task_that_waited_for_its_budget_fails_with_a_clear_sentence() {
    let stage = Stage::set().await;
    let id = stage.submit(TaskKind::Install).await;
    for _ in 0..6 {
        stage.world.next("check", unreachable());
    }
    assert_eq!(runner::run_one(&stage.app).await.unwrap(), Some(Outcome::Parked));
    stage.spend(id).await;
    let task = stage.run(id).await;
    assert_eq!(task.status(), TaskStatus::Failed);
    assert_eq!(task.error, "Gave up after 20 minutes. Waiting for cluster \"prod\": Cluster prod cannot be reached.");
}

#[tokio::test]
async fn a_clock_that_leaps_uses_up_no_budget() {
    let stage = Stage::set().await;
    let id = stage.submit(TaskKind::Install).await;
    for _ in 0..6 {
        stage.world.next("check", unreachable());
    }
    assert_eq!(runner::run_one(&stage.app).await.unwrap(), Some(Outcome::Parked));
    stage.bench.clock.advance(Duration::from_secs(8 * 86_400));
    assert_eq!(stage.run(id).await.status(), TaskStatus::Complete);
}

#[tokio::test]
async fn a_release_that_another_operator_holds_is_waited_for() {
    let stage = Stage::set().await;
    let id = stage.submit(TaskKind::Install).await;
    let sentence = "Another Helm operation has held the release since 08:00.";
    for _ in 0..5 {
        stage
            .world
            .next("apply", Act::Fail(Error::conflict(kit::message!(LOCKED, said = kit::Message::said(sentence)))));
    }
    assert_eq!(runner::run_one(&stage.app).await.unwrap(), Some(Outcome::Parked));
    assert_eq!(stage.get(id).await.steps[3].message, sentence);
    assert_eq!(stage.run(id).await.status(), TaskStatus::Complete);
}

#[tokio::test]
async fn hooks_are_asked_again_until_they_are_done() {
    let stage = Stage::set().await;
    let id = stage.submit(TaskKind::Install).await;
    for _ in 0..3 {
        stage.world.next("hooks", Act::Again("Job shop-setup is running"));
    }
    let task = stage.run(id).await;
    assert_eq!(task.status(), TaskStatus::Complete);
    assert_eq!(stage.world.calls_of("hooks").len(), 4);
    assert_eq!(task.steps[5].message, "Job shop-setup is running");
}

#[tokio::test]
async fn a_stream_that_breaks_is_attached_again() {
    let stage = Stage::set().await;
    let id = stage.submit(TaskKind::Install).await;
    let lost = Error::unavailable(kit::Message::said("The connection was lost."), anyhow::anyhow!("reset"));
    stage.world.next("rollout", Act::Play(vec![Item::Say("web: 0 of 1 pods are ready"), Item::Break(lost)]));
    stage.world.next("rollout", Act::Play(vec![Item::Say("web: 0 of 1 pods are ready")]));
    assert_eq!(stage.run(id).await.status(), TaskStatus::Complete);
    assert_eq!(stage.world.calls_of("rollout").len(), 3);
    assert_eq!(stage.world.calls_of("apply").len(), 1);
}

#[tokio::test]
async fn a_long_log_drops_its_oldest_lines_and_says_so() {
    let stage = Stage::set().await;
    let id = stage.submit(TaskKind::Install).await;
    let lines = (0..1100).map(|n| if n % 2 == 0 { Item::Say("even") } else { Item::Say("odd") });
    stage.world.next("rollout", Act::Play(lines.chain([Item::Done]).collect()));
    let task = stage.run(id).await;
    assert_eq!(task.status(), TaskStatus::Complete);
    assert_eq!(task.logs.len(), 1001);
    assert!(task.logs[0].message.ends_with("lines of this log were dropped."), "{}", task.logs[0].message);
    assert_eq!(task.logs[1000].message, "The task is complete.");
}
