//! Restart and retry.

use crate::{NOBODY, manager, member, stranger, verdict, world};
use deployments::{restart::restart, retry_task::retry_task};
use proto::{
    deployments::{DeploymentStatus, RestartDeploymentRequest, RetryTaskRequest},
    tasks::TaskKind,
};

fn asked(id: &str) -> RestartDeploymentRequest {
    RestartDeploymentRequest { id: id.into() }
}
fn retry(id: &str, task: &str) -> RetryTaskRequest {
    RetryTaskRequest { task_id: task.into(), deployment_id: id.into() }
}

#[tokio::test]
async fn a_restart_is_refused_while_a_task_runs_and_ordered_when_none_does() {
    let world = world().await;
    let made = world.create(&member()).await;
    let id = made.deployment.unwrap().id;
    assert_eq!(verdict(restart(&world.app, &member(), asked(&id)).await), "409 TASK_RUNNING");
    world.finish(&id, &made.task_id, true, true).await;
    assert_eq!(world.shown(&id).await.status(), DeploymentStatus::Running);
    let answer = restart(&world.app, &member(), asked(&id)).await.unwrap();
    let shown = answer.deployment.unwrap();
    assert_eq!((shown.status(), shown.current_task.as_str()), (DeploymentStatus::Pending, answer.task_id.as_str()));
    let orders = world.orders().await;
    assert_eq!(
        (orders.len(), orders[1].kind(), orders[1].id.as_str()),
        (2, TaskKind::Restart, answer.task_id.as_str())
    );
    assert_eq!(verdict(restart(&world.app, &member(), asked(&id)).await), "409 TASK_RUNNING");
}

#[tokio::test]
async fn of_many_restarts_at_once_one_wins() {
    let world = world().await;
    let id = world.running().await;
    let caller = member();
    let clicks = (0..10).map(|_| restart(&world.app, &caller, asked(&id)));
    let outcomes: Vec<String> = futures::future::join_all(clicks).await.into_iter().map(verdict).collect();
    assert_eq!(outcomes.iter().filter(|outcome| *outcome == "ok").count(), 1, "{outcomes:?}");
    assert_eq!(outcomes.iter().filter(|outcome| *outcome == "409 TASK_RUNNING").count(), 9, "{outcomes:?}");
    assert_eq!(world.orders().await.len(), 2);
}

#[tokio::test]
async fn a_restart_by_someone_outside_the_team_reads_like_an_unknown_deployment() {
    let world = world().await;
    let id = world.running().await;
    let text = |result: kit::Result<_>| {
        result.map(|_: proto::deployments::RestartDeploymentResponse| ()).unwrap_err().to_string()
    };
    let foreign = text(restart(&world.app, &stranger(), asked(&id)).await);
    for unknown in [NOBODY, "", "x'; drop", &id.to_uppercase()] {
        assert_eq!(text(restart(&world.app, &member(), asked(unknown)).await), foreign, "{unknown}");
    }
    assert_eq!(verdict(restart(&world.app, &manager(), asked(&id)).await), "403");
}

#[tokio::test]
async fn a_restart_that_fails_while_the_site_serves_leaves_it_running_with_the_reason() {
    let world = world().await;
    let id = world.running().await;
    let task = restart(&world.app, &member(), asked(&id)).await.unwrap().task_id;
    world.finish(&id, &task, false, true).await;
    let shown = world.shown(&id).await;
    assert_eq!(
        (shown.status(), shown.error_log.as_str()),
        (DeploymentStatus::Running, "The image could not be pulled")
    );
}

#[tokio::test]
async fn only_the_last_task_can_be_run_again_and_only_when_it_failed() {
    let world = world().await;
    let made = world.create(&member()).await;
    let id = made.deployment.unwrap().id;
    assert_eq!(verdict(retry_task(&world.app, &member(), retry(&id, &made.task_id)).await), "409 TASK_RUNNING");
    world.finish(&id, &made.task_id, false, false).await;
    assert_eq!(world.shown(&id).await.status(), DeploymentStatus::Failed);
    assert_eq!(verdict(retry_task(&world.app, &member(), retry(&id, NOBODY)).await), "409 TASK_OUTDATED");
    assert_eq!(verdict(retry_task(&world.app, &stranger(), retry(&id, &made.task_id)).await), "404 Deployment");
    let again = retry_task(&world.app, &member(), retry(&id, &made.task_id)).await.unwrap();
    assert_ne!(again.task_id, made.task_id);
    let orders = world.orders().await;
    assert_eq!(
        (orders[1].kind(), orders[1].hash.as_str()),
        (TaskKind::Install, orders[0].hash.as_str()),
        "the same revision"
    );
    world.finish(&id, &again.task_id, true, true).await;
    assert_eq!(verdict(retry_task(&world.app, &member(), retry(&id, &again.task_id)).await), "409 TASK_SUCCEEDED");
    assert_eq!(world.shown(&id).await.error_log, "");
}
