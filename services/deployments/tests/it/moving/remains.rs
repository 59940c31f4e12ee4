//! What remains of a site on a cluster that it left: who sees it, and how it goes.

use super::{
    NEW, copies, counted, elsewhere, is, last_order, moved, params, planned, said, switched, to_new, told, two, vacated,
};
use crate::{CLUSTER, admin, member, verdict};
use deployments::{delete::delete, forget_remains::forget_remains, observe::observe, retry::retry, update::update};
use kit::clock::stamp;
use proto::{
    deployments::{
        DeleteDeploymentRequest, DeploymentStatus, ForgetRemainsRequest, Observation, ObserveRequest,
        RetryDeploymentRequest, UpdateDeploymentRequest,
    },
    tasks::TaskKind,
};
use uuid::Uuid;

#[tokio::test]
async fn a_site_leaves_a_cluster_that_does_not_answer_and_nothing_there_goes_unseen() {
    let (world, id) = two().await;
    let seen = planned(&world, to_new(&id)).await.unwrap().hash;
    world.peers.state().silent = Some(CLUSTER);
    let shown = planned(&world, to_new(&id)).await.unwrap();
    let unseen = [told(true, "MoveLeavesUnseen"), told(true, "MoveRunsTwice"), told(false, "MoveNeedsDns")];
    assert_eq!(said(&shown), unseen);
    assert!(shown.r#move.unwrap().leaves.is_empty());
    let bound = |plan: &str| UpdateDeploymentRequest { plan: plan.to_owned(), ..to_new(&id) };
    assert_eq!(verdict(update(&world.app, &member(), bound(&seen)).await), "409 PLAN_OUTDATED", "it answered then");
    world.peers.state().silent = None;
    let back = update(&world.app, &member(), bound(&shown.hash)).await;
    assert_eq!(verdict(back), "409 PLAN_OUTDATED", "what is there can be seen again, and is to be");

    world.peers.state().silent = Some(CLUSTER);
    let task = update(&world.app, &member(), bound(&shown.hash)).await.unwrap().task_id;
    assert!(!copies(&last_order(&world).await), "there is nothing to copy from");
    switched(&world, &id, &task, 5).await.unwrap();
    // also when it answers by now
    world.peers.state().silent = None;
    assert_eq!(verdict(vacated(&world, &id, &task, 5, false).await), "409 REMAINS_UNSEEN");
    assert!(world.peers.state().uninstalled.is_empty());
    world.finish(&id, &task, true, true).await;
    let shown = world.shown(&id).await;
    assert_eq!((shown.status(), elsewhere(&shown)), (DeploymentStatus::Running, is("prod", "left")));
    assert_eq!(world.reasons().await.pop().unwrap(), "RemainsElsewhere");

    let again = RetryDeploymentRequest { id: id.clone(), version: 0 };
    let task = retry(&world.app, &member(), again).await.unwrap().task_id;
    assert!(vacated(&world, &id, &task, 6, false).await.unwrap().done);
    let asked = world.peers.state().uninstalled.pop().unwrap();
    assert_eq!((asked.ticket.unwrap().cluster_id, asked.planned.len()), (CLUSTER.to_string(), 0));
}

#[tokio::test]
async fn what_remains_on_another_cluster_is_said_and_goes_with_a_retry_or_with_the_deployment() {
    let (world, id) = two().await;
    let task = moved(&world, &id).await;
    switched(&world, &id, &task, 5).await.unwrap();
    world.finish(&id, &task, true, true).await;
    let shown = world.shown(&id).await;
    assert_eq!((shown.status(), elsewhere(&shown)), (DeploymentStatus::Running, is("prod", "left")));
    assert_eq!(world.reasons().await.pop().unwrap(), "RemainsElsewhere");
    assert_eq!(counted(&world, CLUSTER).await, 1, "it cannot be deleted under what remains");
    assert_eq!(shown.actions["move"].reason, "REMAINS_ELSEWHERE");
    assert!(shown.actions["restart"].reason.is_empty() && shown.actions["retry"].reason.is_empty());

    // what is seen there says nothing of the site
    let seen = |cluster: Uuid, hours| ObserveRequest {
        observations: vec![Observation {
            deployment_id: id.clone(),
            message: "Down".into(),
            at: Some(stamp(world.app.cx.clock.now() + time::Duration::hours(hours))),
            ..Default::default()
        }],
        cluster_id: cluster.to_string(),
        ..Default::default()
    };
    let infrastructure = access::testing::service_caller("infrastructure");
    observe(&world.app, &infrastructure, seen(CLUSTER, 1)).await.unwrap();
    assert_eq!(world.shown(&id).await.status(), DeploymentStatus::Running);
    observe(&world.app, &infrastructure, seen(NEW, 2)).await.unwrap();
    assert_eq!(world.shown(&id).await.status(), DeploymentStatus::Failed);

    let again = RetryDeploymentRequest { id: id.clone(), version: 0 };
    let task = retry(&world.app, &member(), again).await.unwrap().task_id;
    let order = last_order(&world).await;
    assert_eq!((order.kind(), params(&order)), (TaskKind::Move, (NEW.to_string(), CLUSTER.to_string(), true)));
    assert_eq!(verdict(switched(&world, &id, &task, 8).await), "409 TASK_NOT_CURRENT");
    world.end(&id, &task, |end| end.serving_unknown = true).await;
    assert_eq!(elsewhere(&world.shown(&id).await), is("prod", "left"), "it could not go this time either");

    delete(&world.app, &member(), DeleteDeploymentRequest { id: id.clone(), ..Default::default() }).await.unwrap();
    let order = last_order(&world).await;
    assert_eq!((order.kind(), params(&order)), (TaskKind::Uninstall, (NEW.to_string(), CLUSTER.to_string(), false)));
    assert!(vacated(&world, &id, &order.id, 9, false).await.unwrap().done);
    let asked = world.peers.state().uninstalled.pop().unwrap();
    assert_eq!(asked.ticket.unwrap().cluster_id, CLUSTER.to_string());
    world.finish(&id, &order.id, true, false).await;
    assert_eq!((counted(&world, CLUSTER).await, counted(&world, NEW).await), (0, 0));
}

#[tokio::test]
async fn a_task_that_ends_without_having_undone_anything_leaves_something_and_a_crash_leaves_no_reservation() {
    let (world, id) = two().await;
    let task = moved(&world, &id).await;
    world.finish(&id, &task, false, true).await;
    assert_eq!(elsewhere(&world.shown(&id).await), is("new", "undoing"));
    world.change_domain(&id, "next.example.com").await;
    let shown = world.shown(&id).await;
    assert_eq!(elsewhere(&shown), is("new", "left"), "another change gives the move up");
    assert_eq!(last_order(&world).await.kind(), TaskKind::Upgrade);

    let (world, id) = two().await;
    sqlx::query(
        "insert into deployments.elsewhere (deployment_id, cluster_id, cluster_name, location, state, reservation, at)
         values ($1, $2, 'new', '', 'reserved', gen_random_uuid(), $3)",
    )
    .bind(id.parse::<Uuid>().unwrap())
    .bind(NEW)
    .bind(world.app.cx.clock.now())
    .execute(&world.app.cx.db)
    .await
    .unwrap();
    assert_eq!((counted(&world, NEW).await, elsewhere(&world.shown(&id).await)), (1, is("", "")));
    world.bench.clock.advance(std::time::Duration::from_secs(120));
    world.sweep().await;
    assert_eq!(counted(&world, NEW).await, 0);
}

#[tokio::test]
async fn what_remains_on_a_cluster_that_is_gone_is_forgotten_by_an_administrator() {
    let (world, id) = two().await;
    let task = moved(&world, &id).await;
    let request = || ForgetRemainsRequest { id: id.clone(), version: 0 };
    assert_eq!(verdict(forget_remains(&world.app, &admin(), request()).await), "409 TASK_RUNNING");
    switched(&world, &id, &task, 5).await.unwrap();
    world.finish(&id, &task, true, true).await;
    assert_eq!(verdict(forget_remains(&world.app, &member(), request()).await), "403");
    assert_eq!(verdict(forget_remains(&world.app, &admin(), request()).await), "409 CLUSTER_REACHABLE_ELSEWHERE");
    world.peers.state().clusters[0].status = "unreachable".into();
    let answer = forget_remains(&world.app, &admin(), request()).await.unwrap();
    let release = answer.deployment.clone().unwrap().release_name;
    assert!(answer.remains.contains(&format!("Namespace {release}")), "{:?}", answer.remains);
    let shown = world.shown(&id).await;
    assert_eq!((shown.status(), elsewhere(&shown)), (DeploymentStatus::Running, is("", "")));
    assert_eq!(counted(&world, CLUSTER).await, 0);
    assert_eq!(world.reasons().await.pop().unwrap(), "RemainsForgotten");
    assert_eq!(verdict(forget_remains(&world.app, &admin(), request()).await), "409 NOTHING_REMAINS");
}
