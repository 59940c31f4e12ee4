//! Deletion, and the ends of tasks.

use crate::{NOBODY, World, admin, manager, member, shop, stranger, tasks, verdict, world};
use deployments::{
    create::create, delete::delete, finish::finish, get::get, restart::restart, retry::retry, update::update,
};
use proto::{
    deployments::{
        DeleteDeploymentRequest, DeleteDeploymentResponse, DeploymentStatus, FinishRequest, GetDeploymentRequest,
        RestartDeploymentRequest, RetryDeploymentRequest, UpdateDeploymentRequest,
    },
    tasks::TaskKind,
};

fn asked(id: &str) -> DeleteDeploymentRequest {
    DeleteDeploymentRequest { id: id.into(), ..Default::default() }
}

async fn deleted(world: &World, id: &str) -> DeleteDeploymentResponse {
    delete(&world.app, &member(), asked(id)).await.unwrap()
}

#[tokio::test]
async fn deleting_uninstalls_and_the_row_stays_until_nothing_is_left() {
    let world = world().await;
    let id = world.running().await;
    let answer = deleted(&world, &id).await;
    let shown = answer.deployment.clone().unwrap();
    assert_eq!((shown.status(), shown.deleting), (DeploymentStatus::Pending, true));
    let orders = world.orders().await;
    assert_eq!(
        (orders.len(), orders[1].kind(), orders[1].id.as_str()),
        (2, TaskKind::Uninstall, answer.task_id.as_str())
    );
    assert_eq!(deleted(&world, &id).await, answer, "the same again");
    assert_eq!(world.orders().await.len(), 2);

    world.finish(&id, &answer.task_id, true, false).await;
    assert_eq!(verdict(get(&world.app, &member(), GetDeploymentRequest { id: id.clone() }).await), "404 Deployment");
    assert_eq!(verdict(delete(&world.app, &member(), asked(&id)).await), "404 Deployment");
    assert_eq!(world.reasons().await, ["DeploymentCreated", "DeletionRequested", "DeploymentDeleted"]);
    let secrets: i64 =
        sqlx::query_scalar("select count(*) from deployments.secret").fetch_one(&world.app.cx.db).await.unwrap();
    let documents: i64 = sqlx::query_scalar("select count(documents) from deployments.revision")
        .fetch_one(&world.app.cx.db)
        .await
        .unwrap();
    assert_eq!((secrets, documents), (0, 0));
    assert_eq!(verdict(create(&world.app, &member(), shop()).await), "ok", "name and domain are free again");
}

#[tokio::test]
async fn deleting_in_the_middle_of_an_install_cancels_it_and_its_end_starts_the_uninstall() {
    let world = world().await;
    let made = world.create(&member()).await;
    let id = made.deployment.unwrap().id;
    let answer = delete(&world.app, &admin(), asked(&id)).await.unwrap();
    assert_eq!(answer.task_id, "");
    let shown = answer.deployment.clone().unwrap();
    assert_eq!(
        (shown.status(), shown.deleting, shown.current_task.as_str()),
        (DeploymentStatus::Pending, true, made.task_id.as_str())
    );
    let cancels = world.cancels().await;
    assert_eq!(
        (cancels.len(), cancels[0].id.as_str(), cancels[0].deployment_id.as_str()),
        (1, made.task_id.as_str(), id.as_str())
    );
    assert_eq!(deleted(&world, &id).await, answer, "the same again");
    assert_eq!(world.cancels().await.len(), 1);

    let end = FinishRequest {
        task_id: made.task_id.clone(),
        deployment_id: id.clone(),
        cancelled: true,
        error: "Cancelled by Test User".into(),
        ..Default::default()
    };
    finish(&world.app, &tasks(), end.clone()).await.unwrap();
    let orders = world.orders().await;
    assert_eq!((orders.len(), orders[1].kind()), (2, TaskKind::Uninstall));
    assert_eq!(orders[1].actor_id, admin().user().unwrap().id.to_string(), "on behalf of who deleted it");
    let shown = world.shown(&id).await;
    assert_eq!(
        (shown.status(), shown.deleting, shown.current_task),
        (DeploymentStatus::Pending, true, orders[1].id.clone())
    );

    finish(&world.app, &tasks(), end).await.unwrap();
    assert_eq!(world.orders().await.len(), 2, "a repeated end changes nothing");
    world.finish(&id, &orders[1].id, true, false).await;
    assert_eq!(verdict(get(&world.app, &member(), GetDeploymentRequest { id }).await), "404 Deployment");
}

#[tokio::test]
async fn an_install_that_succeeds_although_it_was_to_be_cancelled_is_uninstalled() {
    let world = world().await;
    let made = world.create(&member()).await;
    let id = made.deployment.unwrap().id;
    deleted(&world, &id).await;
    world.finish(&id, &made.task_id, true, true).await;
    assert_eq!(world.orders().await[1].kind(), TaskKind::Uninstall);
}

#[tokio::test]
async fn the_end_of_a_task_that_is_not_the_current_one_changes_nothing() {
    let world = world().await;
    let made = world.create(&member()).await;
    let id = made.deployment.unwrap().id;
    world.finish(&id, NOBODY, true, true).await;
    assert_eq!(world.shown(&id).await.status(), DeploymentStatus::Pending);
    world.finish(&id, &made.task_id, true, true).await;
    let before = world.shown(&id).await;
    world.finish(&id, &made.task_id, false, false).await;
    assert_eq!(world.shown(&id).await, before, "late and different, and yet nothing");
    world.finish(NOBODY, &made.task_id, true, true).await;
    assert_eq!(
        verdict(
            finish(
                &world.app,
                &member(),
                FinishRequest { deployment_id: id, task_id: made.task_id, ..Default::default() }
            )
            .await
        ),
        "403"
    );
}

#[tokio::test]
async fn a_failed_uninstall_is_shown_and_delete_tries_again() {
    let world = world().await;
    let id = world.running().await;
    let first = deleted(&world, &id).await.task_id;
    world.finish(&id, &first, false, true).await;
    let shown = world.shown(&id).await;
    assert_eq!((shown.status(), shown.deleting), (DeploymentStatus::Failed, false));
    assert_eq!(shown.error_log, "The pods did not become ready.");
    let refused =
        restart(&world.app, &member(), RestartDeploymentRequest { id: id.clone(), version: 0, ..Default::default() })
            .await;
    assert_eq!(verdict(refused), "409 DELETING");
    let renamed = UpdateDeploymentRequest { id: id.clone(), name: Some("New".into()), ..Default::default() };
    assert_eq!(verdict(update(&world.app, &member(), renamed).await), "409 DELETING");
    let second = deleted(&world, &id).await.task_id;
    assert_ne!(second, first);
    world.finish(&id, &second, false, false).await;
    let retried = RetryDeploymentRequest { id: id.clone(), version: 0 };
    let third = retry(&world.app, &member(), retried).await.unwrap().task_id;
    assert!(world.orders().await.iter().skip(1).all(|order| order.kind() == TaskKind::Uninstall));
    world.finish(&id, &third, true, false).await;
    assert_eq!(verdict(get(&world.app, &member(), GetDeploymentRequest { id }).await), "404 Deployment");
}

#[tokio::test]
async fn deleting_is_for_members_and_admins() {
    let world = world().await;
    let id = world.running().await;
    assert_eq!(verdict(delete(&world.app, &stranger(), asked(&id)).await), "404 Deployment");
    assert_eq!(verdict(delete(&world.app, &member(), asked(NOBODY)).await), "404 Deployment");
    assert_eq!(verdict(delete(&world.app, &manager(), asked(&id)).await), "403");
}

#[tokio::test]
async fn an_order_that_tasks_refuses_for_good_fails_its_task() {
    let world = world().await;
    let made = world.create(&member()).await;
    let id = made.deployment.unwrap().id;
    let sent = world.bench.outbox().await;
    let order = sent.iter().find(|row| row.method == deployments::task::SUBMIT).unwrap();
    let letter = kit::relay::Refused {
        id: uuid::Uuid::nil(),
        method: order.method.clone(),
        key: order.key.unwrap(),
        payload: order.payload.clone(),
        origin: kit::Origin::default(),
        error: kit::Error::forbidden(kit::message!(NOT_PERMITTED)),
    };
    for _ in 0..2 {
        let mut tx = world.app.cx.begin().await.unwrap();
        deployments::on_refused::refused(&world.app.cx, &mut tx, &letter).await.unwrap();
        tx.commit().await.unwrap();
    }
    let shown = world.shown(&id).await;
    assert_eq!(
        (shown.status(), shown.error_log.as_str()),
        (DeploymentStatus::Failed, "The task could not be started: You do not have permission to perform this action")
    );
    assert_eq!(
        kit::Message::unpacked(&shown.said, ""),
        kit::message!(TaskNotStarted, said = kit::message!(NOT_PERMITTED)),
        "its code is stored too"
    );
}

#[tokio::test]
async fn an_admin_abandons_what_runs_on_a_cluster_that_is_gone() {
    let world = world().await;
    let made = world.create(&member()).await;
    let id = made.deployment.unwrap().id;
    let abandon = DeleteDeploymentRequest { id: id.clone(), abandon: true, ..Default::default() };
    assert_eq!(verdict(delete(&world.app, &member(), abandon.clone()).await), "403");
    assert_eq!(verdict(delete(&world.app, &stranger(), abandon.clone()).await), "404 Deployment");
    assert_eq!(verdict(delete(&world.app, &admin(), abandon.clone()).await), "409 CLUSTER_REACHABLE");
    world.peers.state().clusters[0].status = "unreachable".into();
    let answer = delete(&world.app, &admin(), abandon).await.unwrap();
    let release = answer.deployment.unwrap().release_name;
    for line in [format!("Namespace {release}"), format!("Secret {release}-db"), format!("StatefulSet {release}-mysql")]
    {
        assert!(answer.remains.contains(&line), "{line} is missing in {:?}", answer.remains);
    }
    assert_eq!(world.cancels().await[0].id, made.task_id);
    assert_eq!(world.reasons().await, ["DeploymentCreated", "DeploymentAbandoned"]);
    world.finish(&id, &made.task_id, true, true).await;
    assert_eq!(verdict(get(&world.app, &admin(), GetDeploymentRequest { id }).await), "404 Deployment");
}
