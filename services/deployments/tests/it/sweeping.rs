//! The sweep: orders that got lost.

use crate::{World, member, world};
use deployments::delete::delete;
use proto::{
    deployments::DeleteDeploymentRequest,
    tasks::{TaskState, TaskStatus},
};
use std::time::Duration;

async fn old_task(world: &World) -> (String, String) {
    let made = world.create(&member()).await;
    world.sent().await;
    world.bench.clock.advance(Duration::from_secs(61));
    (made.deployment.unwrap().id, made.task_id)
}

fn known(world: &World, task: &str, status: TaskStatus, cancel_requested: bool) {
    world.peers.state().tasks = vec![TaskState { id: task.into(), status: status.into(), cancel_requested }];
}

#[tokio::test]
async fn a_task_that_tasks_does_not_know_is_ordered_again() {
    let world = world().await;
    let (_, task) = old_task(&world).await;
    world.sweep().await;
    let orders = world.orders().await;
    assert_eq!(orders.len(), 2);
    assert_eq!(orders[0], orders[1], "the same order");
    assert_eq!(orders[1].id, task);
    world.sweep().await;
    assert_eq!(world.orders().await.len(), 2, "one waits in the outbox already");
}

#[tokio::test]
async fn a_known_a_young_and_a_finished_task_are_left_alone() {
    let world = world().await;
    let made = world.create(&member()).await;
    world.sent().await;
    world.sweep().await;
    assert!(world.peers.state().asked.is_empty(), "a young one is on its way");
    world.bench.clock.advance(Duration::from_secs(61));
    for status in [TaskStatus::Pending, TaskStatus::Running, TaskStatus::Complete, TaskStatus::Failed] {
        known(&world, &made.task_id, status, false);
        world.sweep().await;
    }
    assert_eq!(world.orders().await.len(), 1);
    world.finish(&made.deployment.unwrap().id, &made.task_id, true, true).await;
    world.peers.state().asked.clear();
    world.sweep().await;
    assert!(world.peers.state().asked.is_empty());
}

#[tokio::test]
async fn a_cancel_that_got_lost_is_sent_again() {
    let world = world().await;
    let (id, task) = old_task(&world).await;
    delete(&world.app, &member(), DeleteDeploymentRequest { id, abandon: false }).await.unwrap();
    world.sent().await;
    known(&world, &task, TaskStatus::Running, true);
    world.sweep().await;
    assert_eq!(world.cancels().await.len(), 1);
    known(&world, &task, TaskStatus::Running, false);
    world.sweep().await;
    let cancels = world.cancels().await;
    assert_eq!((cancels.len(), cancels[1].actor_name.as_str()), (2, "Test User"));
    assert_eq!(world.orders().await.len(), 1);
}

#[tokio::test]
async fn more_tasks_than_one_question_holds_are_all_asked_about() {
    let world = world().await;
    old_task(&world).await;
    sqlx::query(
        "insert into deployments.deployment
           (id, name, description, type, cluster_id, cluster_name, team_id, team_name, location, domain, release_name, spec, revision,
            cpu, memory, storage, admitted, current_task, last_task, task_kind, task_origin, task_at, created_by, created_at, updated_at)
         select gen_random_uuid(), name || n, '', type, cluster_id, cluster_name, team_id, team_name, '', n || domain, release_name || n, spec, 1,
            '', '', '', true, t.id, t.id, task_kind, task_origin, task_at, created_by, created_at, updated_at
         from deployments.deployment, lateral (select n, gen_random_uuid() as id from generate_series(1, 1200) n) t",
    )
    .execute(&world.app.cx.db)
    .await
    .unwrap();
    let all: Vec<uuid::Uuid> = sqlx::query_scalar("select current_task from deployments.deployment")
        .fetch_all(&world.app.cx.db)
        .await
        .unwrap();
    world.peers.state().tasks = all
        .iter()
        .map(|id| TaskState { id: id.to_string(), status: TaskStatus::Running.into(), cancel_requested: false })
        .collect();
    world.sweep().await;
    let asked: std::collections::BTreeSet<String> = world.peers.state().asked.iter().cloned().collect();
    assert_eq!(asked.len(), 1201);
}
