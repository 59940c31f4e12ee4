//! The step that deletes kept volumes, after the release is deployed.

use kit::Error;
use proto::tasks::{StepStatus, TaskKind, TaskStatus, task_service_server::TaskService as _};
use tasks::runner;
use tokio::task::JoinSet;
use uuid::Uuid;

use crate::{
    stage::{Stage, asked, deployments, order, steps},
    world::{Act, Gate, Item},
};

/// A change that deletes a volume.
async fn ordered(stage: &Stage, kind: TaskKind) -> Uuid {
    let mut order = order(kind, stage.bench.cx.ids.uuid(), stage.bench.cx.ids.uuid());
    order.params.as_mut().unwrap().delete_volumes = vec!["data-shop-mysql-0".to_owned()];
    let id = order.id.parse().unwrap();
    stage.rpc.submit(asked(deployments(), order)).await.unwrap();
    id
}

#[tokio::test]
async fn volumes_are_deleted_last_and_until_none_is_left() {
    for kind in [TaskKind::Install, TaskKind::Upgrade] {
        let stage = Stage::set().await;
        let id = ordered(&stage, kind).await;
        stage.world.next("volumes", Act::Again("It is being deleted."));
        let task = stage.run(id).await;
        assert_eq!(task.status(), TaskStatus::Complete, "{}", task.error);
        assert_eq!(steps(&task).last(), Some(&("volumes", StepStatus::Complete)));
        let methods = stage.world.methods();
        assert!(methods.ends_with(&["finish", "volumes", "volumes"]), "{methods:?}");
        let said: Vec<&str> =
            task.logs.iter().filter(|line| line.step == "volumes").map(|line| line.message.as_str()).collect();
        assert!(said.contains(&"Delete volumes") && said.contains(&"It is being deleted."), "{said:?}");
        assert!(stage.finishes(id).await[0].succeeded);
    }
}

#[tokio::test]
async fn a_task_without_volumes_has_no_such_step() {
    let stage = Stage::set().await;
    let id = stage.submit(TaskKind::Upgrade).await;
    let task = stage.run(id).await;
    assert!(task.steps.iter().all(|step| step.name != "volumes"));
    assert!(stage.world.calls_of("volumes").is_empty());
}

#[tokio::test]
async fn a_change_that_fails_deletes_nothing() {
    let stage = Stage::set().await;
    let id = ordered(&stage, TaskKind::Upgrade).await;
    stage.world.next("rollout", Act::Play(vec![Item::Failed { error: "Pod web-0 cannot start.", serving: true }]));
    let task = stage.run(id).await;
    assert_eq!(task.status(), TaskStatus::Failed);
    assert_eq!(steps(&task).last(), Some(&("volumes", StepStatus::Skipped)));
    assert!(stage.world.calls_of("volumes").is_empty());
}

#[tokio::test]
async fn a_cancel_after_the_release_is_deployed_spares_the_volumes_and_the_change_stands() {
    let stage = Stage::set().await;
    let id = ordered(&stage, TaskKind::Upgrade).await;
    let gate = Gate::new();
    stage.world.next("finish", Act::Stop(gate.clone()));
    let mut work = JoinSet::new();
    let app = stage.app.clone();
    work.spawn(async move { runner::run_one(&app).await.unwrap() });
    gate.reached().await;
    stage.cancel(id).await;
    // what the record says when it is asked to end otherwise
    stage.world.next("finish", Act::Status("deployed"));
    gate.open();
    work.join_next().await.unwrap().unwrap();
    let task = stage.run(id).await;
    assert_eq!((task.status(), task.error.as_str()), (TaskStatus::Complete, ""));
    assert_eq!(steps(&task).last(), Some(&("volumes", StepStatus::Skipped)));
    assert!(stage.world.calls_of("volumes").is_empty());
}

#[tokio::test]
async fn a_refusal_to_delete_takes_nothing_back() {
    let stage = Stage::set().await;
    let id = ordered(&stage, TaskKind::Upgrade).await;
    stage.world.next("volumes", Act::Fail(Error::conflict(kit::message!(TASK_NOT_CURRENT))));
    stage.world.next("finish", Act::Status("deployed"));
    stage.world.next("finish", Act::Status("deployed"));
    let task = stage.run(id).await;
    assert_eq!((task.status(), task.error.as_str()), (TaskStatus::Complete, ""));
    let left = kit::message!(VolumesLeft, said = kit::message!(TASK_NOT_CURRENT));
    assert!(task.logs.iter().any(|line| line.step == "volumes" && left == line.message), "{:?}", task.logs);
}
