use kit::Error;
use proto::tasks::{TaskKind, TaskStatus};

use crate::{
    stage::Stage,
    world::{Act, Item},
};

#[tokio::test]
async fn a_restart_carries_the_time_it_was_asked_for() {
    let stage = Stage::set().await;
    let id = stage.submit(TaskKind::Restart).await;
    let task = stage.run(id).await;
    assert_eq!(task.status(), TaskStatus::Complete);
    assert_eq!(stage.world.methods(), ["restart", "rollout"]);
    for call in stage.world.calls() {
        assert_eq!(call.note, "1795000000", "{}", call.method);
    }
    assert_eq!(task.steps[0].message, "Restarted Deployment/web");
    assert!(stage.finishes(id).await[0].serving);
}

#[tokio::test]
async fn a_restart_that_fails_says_whether_the_site_still_serves() {
    let stage = Stage::set().await;
    let id = stage.submit(TaskKind::Restart).await;
    stage.world.next("rollout", Act::Play(vec![Item::Failed { error: "Pod web-1 crashes.", serving: true }]));
    let task = stage.run(id).await;
    assert_eq!((task.status(), task.error.as_str()), (TaskStatus::Failed, "Pod web-1 crashes."));
    let told = &stage.finishes(id).await[0];
    assert!(told.serving && !told.serving_unknown && !told.succeeded);
    assert!(stage.world.calls_of("finish").is_empty(), "a restart has no release record to end");
}

#[tokio::test]
async fn a_refusal_that_no_retry_helps_against_fails_the_task_at_once() {
    let stage = Stage::set().await;
    let id = stage.submit(TaskKind::Restart).await;
    stage.world.next(
        "restart",
        Act::Fail(Error::forbidden(kit::Message::said("The cluster does not allow patching deployments."))),
    );
    let task = stage.run(id).await;
    assert_eq!(task.error, "The cluster does not allow patching deployments.");
    assert_eq!(stage.world.calls_of("restart").len(), 1);
    assert!(stage.finishes(id).await[0].serving_unknown);
}
