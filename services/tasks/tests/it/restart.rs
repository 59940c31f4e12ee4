use kit::Error;
use proto::tasks::{TaskKind, TaskStatus, task_service_server::TaskService as _};

use uuid::Uuid;

use crate::{
    stage::{Stage, asked, deployments, order},
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

/// A restart of a site of these components.
async fn ordered(stage: &Stage, components: &[&str]) -> Uuid {
    let mut order = order(TaskKind::Restart, stage.bench.cx.ids.uuid(), stage.bench.cx.ids.uuid());
    order.params.as_mut().unwrap().restart = components.iter().map(|&component| component.to_owned()).collect();
    let id = order.id.parse().unwrap();
    stage.rpc.submit(asked(deployments(), order)).await.unwrap();
    id
}

#[tokio::test]
async fn the_parts_of_a_site_restart_one_after_the_other_each_when_the_one_before_is_up() {
    let stage = Stage::set().await;
    let id = ordered(&stage, &["mysql", "web", "ftp"]).await;
    let task = stage.run(id).await;
    assert_eq!(task.status(), TaskStatus::Complete, "{}", task.error);
    let calls: Vec<String> =
        stage.world.calls().into_iter().map(|call| format!("{} {}", call.method, call.note)).collect();
    assert_eq!(
        calls,
        [
            "restart 1795000000 mysql",
            "rollout 1795000000 mysql",
            "restart 1795000000 web",
            "rollout 1795000000 web",
            "restart 1795000000 ftp",
            "rollout "
        ]
    );
    let steps: Vec<_> = task.steps.iter().map(|step| (step.title.as_str(), step.message.as_str())).collect();
    assert_eq!(
        steps,
        [
            ("Restart the database", "Restarted StatefulSet/mysql"),
            ("Restart the site", "Restarted Deployment/web"),
            ("Restart SFTP", "There is nothing to restart."),
            ("Wait for the pods", "All pods are ready")
        ]
    );
    assert!(stage.finishes(id).await[0].serving);
}

#[tokio::test]
async fn a_database_that_does_not_come_up_leaves_the_rest_as_it_is() {
    let stage = Stage::set().await;
    let id = ordered(&stage, &["mysql", "web"]).await;
    stage.world.next("rollout", Act::Play(vec![Item::Failed { error: "Volume data is not there.", serving: false }]));
    let task = stage.run(id).await;
    assert_eq!((task.status(), task.error.as_str()), (TaskStatus::Failed, "Volume data is not there."));
    assert_eq!(stage.world.methods(), ["restart", "rollout"]);
    assert!(!stage.finishes(id).await[0].serving);
}

#[tokio::test]
async fn a_part_that_is_not_known_by_name_restarts_with_the_rest() {
    let stage = Stage::set().await;
    let id = ordered(&stage, &["mysql", "search"]).await;
    let task = stage.run(id).await;
    let steps: Vec<_> = task.steps.iter().map(|step| step.name.as_str()).collect();
    assert_eq!(steps, ["restart_mysql", "restart", "rollout"]);
    assert_eq!(stage.world.calls().last().unwrap().note, "1795000000", "all of it was restarted by then");
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
