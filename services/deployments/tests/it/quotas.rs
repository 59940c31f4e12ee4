//! What a team and a user may have.

use crate::{TEAM, colleague, member, other, stranger, team_admin, verdict, world_with};
use deployments::{create::create, delete::delete, quota::get_quotas, restart::restart};
use proto::deployments::{
    DeleteDeploymentRequest, GetQuotasRequest, GetQuotasResponse, Quota, RestartDeploymentRequest,
};

fn asked() -> GetQuotasRequest {
    GetQuotasRequest { team_id: TEAM.to_string() }
}

fn quota(used: u32, most: u32) -> Option<Quota> {
    Some(Quota { used, most })
}

#[tokio::test]
async fn a_team_that_has_as_many_deployments_as_it_may_gets_no_more_until_one_goes() {
    let world = world_with(&["--deployments-per-team=2"]).await;
    let first = world.create(&member()).await;
    create(&world.app, &colleague(), other("Blog")).await.unwrap();
    let refused = create(&world.app, &team_admin(), other("Wiki")).await;
    assert!(refused.as_ref().unwrap_err().to_string().contains("more than 2 deployments"), "{refused:?}");
    assert_eq!(verdict(refused), "409 DEPLOYMENT_LIMIT");
    assert_eq!(
        get_quotas(&world.app, &member(), asked()).await.unwrap(),
        GetQuotasResponse {
            deployments_of_team: quota(2, 2),
            deployments_of_user: quota(1, 500),
            tasks_of_team: quota(2, 200),
            tasks_of_user: quota(1, 100),
        }
    );
    let id = first.deployment.unwrap().id;
    world.finish(&id, &first.task_id, true, true).await;
    let gone = DeleteDeploymentRequest { id: id.clone(), ..Default::default() };
    let task = delete(&world.app, &member(), gone).await.unwrap().task_id;
    world.finish(&id, &task, true, false).await;
    create(&world.app, &team_admin(), other("Wiki")).await.unwrap();
}

#[tokio::test]
async fn a_user_has_a_quota_of_deployments_too() {
    let world = world_with(&["--deployments-per-user=1"]).await;
    world.create(&member()).await;
    assert_eq!(verdict(create(&world.app, &member(), other("Blog")).await), "409 DEPLOYMENT_LIMIT");
    create(&world.app, &colleague(), other("Blog")).await.unwrap();
}

#[tokio::test]
async fn unfinished_tasks_are_bounded_and_a_delete_is_accepted_all_the_same() {
    let world = world_with(&["--deployments-tasks-per-user=1"]).await;
    let id = world.running().await;
    let blog = create(&world.app, &member(), other("Blog")).await.unwrap();
    let again = || RestartDeploymentRequest { id: id.clone(), version: 0, ..Default::default() };
    let refused = restart(&world.app, &member(), again()).await;
    assert!(refused.as_ref().unwrap_err().to_string().contains("1 unfinished task"), "{refused:?}");
    assert_eq!(verdict(refused), "409 TASK_LIMIT");
    assert_eq!(verdict(create(&world.app, &member(), other("Wiki")).await), "409 TASK_LIMIT");
    restart(&world.app, &colleague(), again()).await.unwrap();
    let gone = DeleteDeploymentRequest { id: blog.deployment.unwrap().id, ..Default::default() };
    delete(&world.app, &member(), gone).await.unwrap();
}

#[tokio::test]
async fn quotas_of_a_foreign_team_are_nobodys_business() {
    let world = world_with(&[]).await;
    assert_eq!(verdict(get_quotas(&world.app, &stranger(), asked()).await), "404 Team");
}

#[tokio::test]
async fn two_creations_at_once_count_each_other() {
    let world = world_with(&["--deployments-per-team=1"]).await;
    let (member, colleague) = (member(), colleague());
    let (one, two) =
        tokio::join!(create(&world.app, &member, other("Blog")), create(&world.app, &colleague, other("Wiki")));
    assert_eq!([&one, &two].into_iter().filter(|made| made.is_ok()).count(), 1, "{one:?} {two:?}");
}
