//! The sweep: orders that got lost.

use crate::{World, member, world};
use deployments::delete::delete;
use proto::{
    deployments::{DeleteDeploymentRequest, DeploymentStatus},
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
    world.peers.state().tasks =
        vec![TaskState { id: task.into(), status: status.into(), cancel_requested, ..Default::default() }];
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

/// Its Finish may be late, or lost for good.
#[tokio::test]
async fn the_end_of_a_task_is_taken_from_tasks_when_nobody_tells_it() {
    let world = world().await;
    let (id, task) = old_task(&world).await;
    let state = TaskState {
        id: task.clone(),
        status: TaskStatus::Complete.into(),
        serving: true,
        helm_revision: 3,
        ..Default::default()
    };
    world.peers.state().tasks = vec![state];
    world.sweep().await;
    let shown = world.shown(&id).await;
    assert_eq!((shown.status(), shown.effective_revision), (DeploymentStatus::Running, 1));
    // the Finish that comes after it changes nothing
    world.finish(&id, &task, false, false).await;
    assert_eq!(world.shown(&id).await.status(), DeploymentStatus::Running);
}

#[tokio::test]
async fn a_deployment_that_cannot_be_written_does_not_hold_up_the_others() {
    let world = world().await;
    let (first, task) = old_task(&world).await;
    let other = deployments::create::create(&world.app, &member(), crate::other("Blog")).await.unwrap();
    world.bench.clock.advance(Duration::from_secs(61));
    let ended = |id: &str| TaskState {
        id: id.into(),
        status: TaskStatus::Complete.into(),
        serving: true,
        ..Default::default()
    };
    world.peers.state().tasks = vec![ended(&task), ended(&other.task_id)];
    let sql = format!(
        "create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
         create trigger refuse before update on deployments.deployment for each row when (old.id = '{first}') execute function refuse()"
    );
    sqlx::raw_sql(sqlx::AssertSqlSafe(sql)).execute(&world.app.cx.db).await.unwrap();
    world.sweep().await;
    assert_eq!(world.shown(&other.deployment.unwrap().id).await.status(), DeploymentStatus::Running);
    assert_eq!(world.shown(&first).await.status(), DeploymentStatus::Pending);
    sqlx::raw_sql("drop trigger refuse on deployments.deployment").execute(&world.app.cx.db).await.unwrap();
    world.sweep().await;
    assert_eq!(world.shown(&first).await.status(), DeploymentStatus::Running, "as it should be, without a hand");
}

#[tokio::test]
async fn a_known_and_a_young_task_are_left_alone() {
    let world = world().await;
    let made = world.create(&member()).await;
    world.sent().await;
    world.sweep().await;
    assert!(world.peers.state().asked.is_empty(), "a young one is on its way");
    world.bench.clock.advance(Duration::from_secs(61));
    for status in [TaskStatus::Pending, TaskStatus::Running] {
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
    delete(&world.app, &member(), DeleteDeploymentRequest { id, ..Default::default() }).await.unwrap();
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
        .map(|id| TaskState {
            id: id.to_string(),
            status: TaskStatus::Running.into(),
            cancel_requested: false,
            ..Default::default()
        })
        .collect();
    world.sweep().await;
    let asked: std::collections::BTreeSet<String> = world.peers.state().asked.iter().cloned().collect();
    assert_eq!(asked.len(), 1201);
}

/// As a newer version may have written it: another shape of what was asked for, another word for a task.
#[tokio::test]
async fn one_deployment_that_cannot_be_read_makes_no_list_fail_and_stops_no_sweep() {
    let world = world().await;
    let (first, task) = old_task(&world).await;
    let other = deployments::create::create(&world.app, &member(), crate::other("Blog")).await.unwrap();
    let odd = deployments::create::create(&world.app, &member(), crate::other("Odd")).await.unwrap();
    world.bench.clock.advance(Duration::from_secs(61));
    sqlx::raw_sql(sqlx::AssertSqlSafe(format!(
        "update deployments.deployment set spec = '{{\"services\": 7}}' where id = '{first}';
         alter table deployments.deployment drop constraint deployment_task_kind_check;
         update deployments.deployment set task_kind = 'rollback' where id = '{}'",
        odd.deployment.as_ref().unwrap().id
    )))
    .execute(&world.app.cx.db)
    .await
    .unwrap();
    let request = proto::deployments::ListDeploymentsRequest::default();
    let listed = deployments::list::list(&world.app, &member(), request).await.unwrap();
    let names: Vec<&str> = listed.deployments.iter().map(|shown| shown.name.as_str()).collect();
    assert_eq!((names.as_slice(), listed.total, listed.unreadable), (["Blog"].as_slice(), 3, 2));

    let ended = |id: &str| TaskState {
        id: id.into(),
        status: TaskStatus::Complete.into(),
        serving: true,
        ..Default::default()
    };
    world.peers.state().tasks = vec![ended(&task), ended(&odd.task_id), ended(&other.task_id)];
    world.sweep().await;
    assert_eq!(world.shown(&other.deployment.unwrap().id).await.status(), DeploymentStatus::Running);
}
