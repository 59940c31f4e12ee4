//! The order of a task, as tasks may ask for it before the outbox has brought it.

use crate::{World, member, verdict, world};
use access::testing::service_caller;
use deployments::get_order::get_order;
use kit::Origin;
use proto::{
    deployments::{GetOrderRequest, GetOrderResponse, RestartDeploymentRequest},
    tasks::SubmitRequest,
};
use uuid::Uuid;

async fn ask(world: &World, task: &str) -> GetOrderResponse {
    let request = GetOrderRequest { task_id: task.to_owned() };
    get_order(&world.app, &service_caller("tasks"), request).await.unwrap()
}

#[tokio::test]
async fn an_order_is_answered_as_the_outbox_brings_it_while_its_task_is_at_work() {
    let world = world().await;
    let id = world.running().await;
    let request = RestartDeploymentRequest { id: id.clone(), version: 0, ..Default::default() };
    let task = deployments::restart::restart(&world.app, &member(), request).await.unwrap().task_id;
    let brought: SubmitRequest = world.orders().await.into_iter().find(|order| order.id == task).unwrap();
    let answer = ask(&world, &task).await;
    assert_eq!(answer.order.as_ref(), Some(&brought));
    let origin: Origin = serde_json::from_str(&answer.origin).unwrap();
    assert_eq!(origin.user.unwrap().id.to_string(), brought.actor_id);

    for other in [Uuid::from_u128(77).to_string(), id, "nonsense".to_owned()] {
        assert_eq!(ask(&world, &other).await, GetOrderResponse::default(), "{other}");
    }
    let earlier = world.orders().await.into_iter().find(|order| order.id != task).unwrap();
    assert_eq!(ask(&world, &earlier.id).await, GetOrderResponse::default(), "its task has ended");
    let refused = get_order(&world.app, &member(), GetOrderRequest { task_id: task }).await;
    assert_eq!(verdict(refused), "403");
}

#[tokio::test]
async fn what_may_still_be_withdrawn_is_no_order() {
    let world = world().await;
    let id = world.running().await;
    let request = RestartDeploymentRequest { id: id.clone(), version: 0, ..Default::default() };
    let task = deployments::restart::restart(&world.app, &member(), request).await.unwrap().task_id;
    assert!(ask(&world, &task).await.order.is_some());
    let id: Uuid = id.parse().unwrap();
    sqlx::query("update deployments.deployment set admitted = false where id = $1")
        .bind(id)
        .execute(&world.bench.cx.db)
        .await
        .unwrap();
    assert_eq!(ask(&world, &task).await, GetOrderResponse::default());
}
