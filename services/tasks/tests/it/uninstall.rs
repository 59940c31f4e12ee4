use kit::Error;
use proto::tasks::{TaskKind, TaskStatus};
use tasks::runner::{self, Outcome};

use crate::{stage::Stage, world::Act};

#[tokio::test]
async fn an_uninstall_waits_for_an_unreachable_cluster_without_end() {
    let stage = Stage::set().await;
    let id = stage.submit(TaskKind::Uninstall).await;
    for _ in 0..30 {
        let cause = anyhow::anyhow!("no route");
        stage.world.next(
            "uninstall",
            Act::Fail(Error::unavailable(kit::Message::said("Cluster prod cannot be reached."), cause)),
        );
    }
    for time in 0..10 {
        assert_eq!(runner::run_one(&stage.app).await.unwrap(), Some(Outcome::Parked), "{time}");
        stage.spend(id).await;
        stage.due(id).await;
    }
    assert_eq!(stage.get(id).await.status(), TaskStatus::Running);
    assert_eq!(stage.run(id).await.status(), TaskStatus::Complete);
    assert_eq!(stage.world.calls_of("uninstall").len(), 31);
    let told = &stage.finishes(id).await[0];
    assert!(told.succeeded && !told.serving && !told.serving_unknown);
}

#[tokio::test]
async fn an_uninstall_goes_on_in_passes_and_says_what_is_left() {
    let stage = Stage::set().await;
    let id = stage.submit(TaskKind::Uninstall).await;
    for _ in 0..5 {
        stage.world.next("uninstall", Act::Again("Namespace/shop-00000a"));
    }
    assert_eq!(runner::run_one(&stage.app).await.unwrap(), Some(Outcome::Parked));
    assert_eq!(stage.get(id).await.steps[0].message, "Still there: Namespace/shop-00000a");
    assert_eq!(stage.run(id).await.status(), TaskStatus::Complete);
}

#[tokio::test]
async fn an_uninstall_that_is_refused_fails_with_the_reason() {
    let stage = Stage::set().await;
    let id = stage.submit(TaskKind::Uninstall).await;
    stage.world.next(
        "uninstall",
        Act::Fail(Error::forbidden(kit::Message::said("The credentials may not delete namespaces."))),
    );
    let task = stage.run(id).await;
    assert_eq!(
        (task.status(), task.error.as_str()),
        (TaskStatus::Failed, "The credentials may not delete namespaces.")
    );
    assert!(!stage.finishes(id).await[0].succeeded);
}
