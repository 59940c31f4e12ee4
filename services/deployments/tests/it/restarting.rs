//! Restart and retry.

use crate::{NOBODY, manager, member, stranger, verdict, world};
use deployments::{create::create, restart::restart, retry::retry};
use proto::{
    deployments::{DeploymentStatus, RestartDeploymentRequest, RetryDeploymentRequest},
    tasks::TaskKind,
};

fn asked(id: &str) -> RestartDeploymentRequest {
    RestartDeploymentRequest { id: id.into(), version: 0, ..Default::default() }
}
fn again(id: &str) -> RetryDeploymentRequest {
    RetryDeploymentRequest { id: id.into(), version: 0 }
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
    let parts = |order: usize| orders[order].params.as_ref().unwrap().restart.clone();
    assert_eq!(parts(0), Vec::<String>::new());
    assert_eq!(parts(1), ["mysql", "redis", "web", "phpmyadmin"], "what is switched on, the database first");
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
        (DeploymentStatus::Running, "The pods did not become ready.")
    );
}

#[tokio::test]
async fn a_failed_restart_can_be_tried_again() {
    let world = world().await;
    let id = world.running().await;
    let task = restart(&world.app, &member(), asked(&id)).await.unwrap().task_id;
    world.finish(&id, &task, false, true).await;
    let second = retry(&world.app, &member(), again(&id)).await.unwrap().task_id;
    assert_eq!(world.orders().await.last().unwrap().kind(), TaskKind::Restart);
    world.finish(&id, &second, true, true).await;
    assert_eq!(verdict(retry(&world.app, &member(), again(&id)).await), "409 NOTHING_TO_RETRY");
}

#[tokio::test]
async fn an_install_that_failed_is_tried_again_with_the_same_revision_until_it_succeeds() {
    let world = world().await;
    let made = world.create(&member()).await;
    let id = made.deployment.unwrap().id;
    assert_eq!(verdict(retry(&world.app, &member(), again(&id)).await), "409 TASK_RUNNING");
    world.finish(&id, &made.task_id, false, false).await;
    assert_eq!(world.shown(&id).await.status(), DeploymentStatus::Failed);
    assert_eq!(verdict(retry(&world.app, &stranger(), again(&id)).await), "404 Deployment");
    let second = retry(&world.app, &member(), again(&id)).await.unwrap();
    assert_ne!(second.task_id, made.task_id);
    let orders = world.orders().await;
    assert_eq!(
        (orders[1].kind(), orders[1].hash.as_str()),
        (TaskKind::Install, orders[0].hash.as_str()),
        "the same revision"
    );
    world.finish(&id, &second.task_id, true, true).await;
    assert_eq!(verdict(retry(&world.app, &member(), again(&id)).await), "409 NOTHING_TO_RETRY");
    assert_eq!(world.shown(&id).await.error_log, "");
}

/// WordPress' own installer would stand open to the first visitor.
#[tokio::test]
async fn a_site_whose_set_up_never_ran_is_never_running_and_cannot_be_restarted() {
    let world = world().await;
    let made = world.create(&member()).await;
    let id = made.deployment.unwrap().id;
    // cancelled in the middle of its rollout: the pods serve, the set-up hook has not run
    world.end(&id, &made.task_id, |end| (end.cancelled, end.serving) = (true, true)).await;
    let shown = world.shown(&id).await;
    assert_eq!((shown.status(), shown.effective_revision), (DeploymentStatus::Failed, 0));
    assert_eq!(verdict(restart(&world.app, &member(), asked(&id)).await), "409 NOT_INSTALLED");
    assert_eq!(shown.actions["restart"].reason, "NOT_INSTALLED");
    assert_eq!(shown.actions["retry"].reason, "");
    let second = retry(&world.app, &member(), again(&id)).await.unwrap();
    assert_eq!(world.orders().await.last().unwrap().kind(), TaskKind::Install);
    world.finish(&id, &second.task_id, true, true).await;
    let shown = world.shown(&id).await;
    assert_eq!((shown.status(), shown.effective_revision), (DeploymentStatus::Running, 1));
    assert_eq!(verdict(restart(&world.app, &member(), asked(&id)).await), "ok");
}

#[tokio::test]
async fn on_a_cluster_in_maintenance_nothing_new_is_begun_and_what_is_to_go_may_go() {
    use deployments::{delete::delete, update::update};
    use proto::deployments::{DeleteDeploymentRequest, UpdateDeploymentRequest};
    let world = world().await;
    let id = world.running().await;
    world.peers.state().clusters[0].status = "maintenance".into();
    let refused = "409 CLUSTER_IN_MAINTENANCE";
    assert_eq!(verdict(restart(&world.app, &member(), asked(&id)).await), refused);
    assert_eq!(verdict(retry(&world.app, &member(), again(&id)).await), refused);
    let discard = proto::deployments::DiscardChangeRequest { id: id.clone(), ..Default::default() };
    let discarded = deployments::discard_change::discard_change(&world.app, &member(), discard).await;
    assert_eq!(verdict(discarded), refused);
    let mut spec = crate::shop().spec.unwrap();
    spec.domain = Some("elsewhere.example.com".into());
    let change = UpdateDeploymentRequest { id: id.clone(), spec: Some(spec), ..Default::default() };
    assert_eq!(verdict(update(&world.app, &member(), change).await), refused);
    let renamed = UpdateDeploymentRequest { id: id.clone(), name: Some("Renamed".into()), ..Default::default() };
    assert_eq!(verdict(update(&world.app, &member(), renamed).await), "ok", "its cluster has nothing to do with it");
    assert_eq!(verdict(create(&world.app, &member(), crate::other("Else")).await), "409 IN_MAINTENANCE");
    assert_eq!(world.orders().await.len(), 1);
    // that it is not known whether there is maintenance stops nobody: the task waits
    world.peers.state().away = true;
    let delete = delete(&world.app, &member(), DeleteDeploymentRequest { id, ..Default::default() }).await;
    assert_eq!(verdict(delete), "ok");
}
