//! The end of a task reaches its deployment, whatever stands in its way.

use crate::{member, tasks, verdict, world};
use deployments::{restart::restart, rpc::Rpc};
use kit::{Origin, outbox::Command, testing};
use proto::{
    deployments::{
        DeploymentStatus, FinishRequest, RestartDeploymentRequest, deployment_service_server::DeploymentServiceServer,
    },
    tasks::{TaskState, TaskStatus},
};
use std::{collections::BTreeMap, sync::Arc, time::Duration};
use tonic::service::Routes;

/// tasks' own outbox and relay, with pauses that are shorter than in life.
const TASKS: kit::Service = kit::Service { name: "tasks", ..testing::STATEFUL_ROLE };

/// Five minutes in the life of the sweep, and twenty tries of the relay.
#[tokio::test]
async fn a_table_that_refuses_changes_while_a_restart_ends_needs_no_hand_afterwards() {
    let world = world().await;
    let id = world.running().await;
    let again = || RestartDeploymentRequest { id: id.clone(), version: 0, ..Default::default() };
    let task = restart(&world.app, &member(), again()).await.unwrap().task_id;
    world.sent().await;

    let server = DeploymentServiceServer::with_interceptor(Rpc(world.app.clone()), |mut request: tonic::Request<()>| {
        request.extensions_mut().insert(tasks());
        Ok(request)
    });
    let deployments = testing::serve(Routes::new(server)).await;
    let mut sender = testing::context_with_peers(&TASKS, BTreeMap::from([("deployments", deployments)]), &[]).await;
    let quick = Duration::from_millis(20);
    let settings = kit::Settings { relay_back_off: quick, relay_poll: quick, ..(*sender.cx.settings).clone() };
    sender.cx.settings = Arc::new(settings);

    sqlx::raw_sql(
        "create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
         create trigger refuse before update on deployments.deployment for each row execute function refuse()",
    )
    .execute(&world.app.cx.db)
    .await
    .unwrap();
    let finish = FinishRequest {
        task_id: task.clone(),
        deployment_id: id.clone(),
        succeeded: true,
        serving: true,
        ..FinishRequest::default()
    };
    let mut tx = sender.cx.begin().await.unwrap();
    let command = Command {
        id: sender.cx.ids.uuid(),
        target: "deployments",
        method: "/canopy.deployments.v1.DeploymentService/Finish",
        key: id.parse().unwrap(),
        origin: &Origin::default(),
        message: &finish,
    };
    kit::outbox::command(&mut tx, command).await.unwrap();
    tx.commit().await.unwrap();
    sender.run_relays(None);
    let ended =
        TaskState { id: task.clone(), status: TaskStatus::Complete.into(), serving: true, ..Default::default() };
    world.peers.state().tasks = vec![ended];
    for _ in 0..5 {
        world.bench.clock.advance(Duration::from_secs(60));
        world.sweep().await;
    }
    let tried = "select exists (select 1 from outbox where attempts >= 20)";
    testing::wait_until(&sender.cx.db, "the relay has tried twenty times", tried).await;
    let shown = world.shown(&id).await;
    assert_eq!((shown.status(), shown.current_task.as_str()), (DeploymentStatus::Pending, task.as_str()));
    assert_eq!(verdict(restart(&world.app, &member(), again()).await), "409 TASK_RUNNING");

    sqlx::raw_sql("drop trigger refuse on deployments.deployment").execute(&world.app.cx.db).await.unwrap();
    let sent = "select not exists (select 1 from outbox where sent_at is null)";
    testing::wait_until(&sender.cx.db, "the end was told", sent).await;
    let shown = world.shown(&id).await;
    assert_eq!((shown.status(), shown.current_task.as_str()), (DeploymentStatus::Running, ""));
    for db in [&sender.cx.db, &world.app.cx.db] {
        let mut db = db.acquire().await.unwrap();
        assert_eq!(kit::dead_letters::count(&mut db).await.unwrap().letters, 0);
    }
    world.sweep().await;
    assert_eq!(verdict(restart(&world.app, &member(), again()).await), "ok", "and it can be restarted again");
    sender.cx.stop.cancel();
}
