use access::testing::service_caller;
use proto::tasks::{
    CancelRequest, LookupTasksRequest, SubmitRequest, TaskKind, TaskStatus, task_service_server::TaskService as _,
};
use tonic::Code;
use uuid::Uuid;

use crate::stage::{Stage, asked, deployments, member, order};

#[tokio::test]
async fn an_order_that_comes_three_times_is_one_task() {
    let stage = Stage::set().await;
    let order = order(TaskKind::Restart, Uuid::from_u128(1), Uuid::from_u128(2));
    for _ in 0..3 {
        stage.rpc.submit(asked(deployments(), order.clone())).await.unwrap();
    }
    let rows: i64 = sqlx::query_scalar("select count(*) from tasks.task").fetch_one(&stage.bench.cx.db).await.unwrap();
    assert_eq!(rows, 1);
    let task = stage.run(Uuid::from_u128(1)).await;
    // After its end, too.
    stage.rpc.submit(asked(deployments(), order)).await.unwrap();
    assert_eq!(stage.get(Uuid::from_u128(1)).await, task);
    assert_eq!(stage.finishes(Uuid::from_u128(1)).await.len(), 1);
    assert_eq!(stage.world.calls_of("restart").len(), 1);
}

#[tokio::test]
async fn an_order_that_cannot_be_read_is_refused_for_good_with_all_its_problems() {
    let stage = Stage::set().await;
    let broken = SubmitRequest { id: "7".to_owned(), ..Default::default() };
    let status = stage.rpc.submit(asked(deployments(), broken)).await.unwrap_err();
    assert_eq!(status.code(), Code::InvalidArgument);
    let kit::Error::Invalid { fields, .. } = status.into() else { panic!("another category") };
    for field in ["id", "kind", "deployment_id", "team_id", "cluster_id", "params.release_name"] {
        assert!(fields.contains_key(field), "{field} is not in {fields:?}");
    }
}

#[tokio::test]
async fn a_task_that_was_cancelled_before_it_came_is_born_cancelled() {
    let stage = Stage::set().await;
    let (id, deployment) = (Uuid::from_u128(1), Uuid::from_u128(2));
    let cancel = CancelRequest {
        id: id.to_string(),
        actor_name: "Grace Hopper".to_owned(),
        deployment_id: deployment.to_string(),
    };
    stage.rpc.cancel(asked(deployments(), cancel.clone())).await.unwrap();
    stage.rpc.cancel(asked(deployments(), cancel)).await.unwrap();
    for _ in 0..2 {
        stage.rpc.submit(asked(deployments(), order(TaskKind::Install, id, deployment))).await.unwrap();
    }
    let task = stage.get(id).await;
    assert_eq!((task.status(), task.error.as_str()), (TaskStatus::Failed, "Cancelled by Grace Hopper"));
    let finishes = stage.finishes(id).await;
    assert_eq!(finishes.len(), 1);
    assert!(finishes[0].cancelled && !finishes[0].succeeded && finishes[0].serving_unknown);
    assert_eq!(tasks::runner::run_one(&stage.app).await.unwrap(), None);
    assert!(stage.world.calls().is_empty(), "{:?}", stage.world.calls());
}

#[tokio::test]
async fn only_known_tasks_are_looked_up_and_only_by_services() {
    let stage = Stage::set().await;
    let id = stage.submit(TaskKind::Restart).await;
    let ids = vec![id.to_string(), Uuid::from_u128(9).to_string(), "nonsense".to_owned()];
    let request = LookupTasksRequest { ids };
    let caller = service_caller("infrastructure");
    let states = stage.rpc.lookup_tasks(asked(caller, request.clone())).await.unwrap().into_inner().states;
    assert_eq!(states.len(), 1);
    assert_eq!((states[0].id.as_str(), states[0].status()), (id.to_string().as_str(), TaskStatus::Pending));
    let refused = stage.rpc.lookup_tasks(asked(member(), request)).await.unwrap_err();
    assert_eq!(refused.code(), Code::PermissionDenied);
    let many = LookupTasksRequest { ids: vec![id.to_string(); 501] };
    let refused = stage.rpc.lookup_tasks(asked(deployments(), many)).await.unwrap_err();
    assert_eq!(refused.code(), Code::InvalidArgument);
}
