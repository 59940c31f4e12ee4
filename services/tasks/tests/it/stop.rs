//! A stop, a start and a change of size are upgrades; a stop sets nothing up.

use proto::tasks::{TaskKind, TaskStatus};

use crate::{
    stage::Stage,
    world::{Act, Item},
};

#[tokio::test]
async fn a_stop_applies_its_revision_waits_until_nothing_runs_and_runs_no_hook() {
    let stage = Stage::set().await;
    let id = stage.submit(TaskKind::Stop).await;
    let task = stage.run(id).await;
    assert_eq!(task.status(), TaskStatus::Complete, "{}", task.error);
    assert_eq!(stage.world.methods(), ["check", "secrets", "apply", "rollout", "finish"]);
    let titles: Vec<&str> = task.steps.iter().map(|step| step.title.as_str()).collect();
    assert_eq!(
        titles,
        [
            "Check the cluster",
            "Write the secrets",
            "Scale everything to zero",
            "Wait until nothing runs",
            "Finish the release"
        ]
    );
    let events = stage.events().await;
    assert_eq!(events.last().unwrap().message, r#"Deployment "shop" was stopped on cluster "prod"."#);
}

#[tokio::test]
async fn a_start_waits_for_the_pods_and_adjusts_the_site_like_an_upgrade() {
    let stage = Stage::set().await;
    let id = stage.submit(TaskKind::Start).await;
    let task = stage.run(id).await;
    assert_eq!(task.status(), TaskStatus::Complete, "{}", task.error);
    assert_eq!(stage.world.methods(), ["check", "secrets", "apply", "rollout", "hooks", "finish"]);
    assert!(stage.finishes(id).await[0].serving);
    let events = stage.events().await;
    assert_eq!(events.last().unwrap().message, r#"Deployment "shop" was started on cluster "prod"."#);
}

#[tokio::test]
async fn a_stop_that_was_cut_short_goes_on_with_its_helm_revision() {
    let stage = Stage::set().await;
    stage.world.next(
        "apply",
        Act::Play(vec![
            Item::Revision(4),
            Item::Break(kit::Error::unavailable(
                kit::Message::said("Cluster prod cannot be reached."),
                anyhow::anyhow!("no route"),
            )),
        ]),
    );
    let id = stage.submit(TaskKind::Stop).await;
    let task = stage.run(id).await;
    assert_eq!(task.status(), TaskStatus::Complete, "{}", task.error);
    let revisions: Vec<i32> = stage.world.calls_of("apply").iter().map(|call| call.helm_revision).collect();
    assert_eq!(revisions, [0, 4]);
}

#[tokio::test]
async fn a_change_of_size_is_an_upgrade_in_other_words() {
    let stage = Stage::set().await;
    let id = stage.submit(TaskKind::Scale).await;
    let task = stage.run(id).await;
    assert_eq!(task.status(), TaskStatus::Complete, "{}", task.error);
    assert_eq!(stage.world.methods(), ["check", "secrets", "apply", "rollout", "hooks", "finish"]);
    assert_eq!(task.steps[2].title, "Apply the new size");
    let events = stage.events().await;
    assert_eq!(events.last().unwrap().message, r#"Deployment "shop" was scaled on cluster "prod"."#);
}
