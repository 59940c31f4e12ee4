//! What infrastructure saw.

use crate::{NOBODY, World, member, verdict, world};
use access::testing::service_caller;
use deployments::observe::observe;
use kit::{Message, message};
use proto::deployments::{DeploymentStatus, Observation, ObserveRequest};

fn unready() -> Message {
    message!(PodsReady, ready = 0, wanted = 2)
}

async fn see(world: &World, id: &str, revision: i32, serving: bool, second: i64) {
    let at = kit::clock::stamp(world.app.cx.clock.now());
    let at = Some(prost_types::Timestamp { seconds: at.seconds + second, ..at });
    let seen = |id: &str| Observation {
        deployment_id: id.into(),
        revision,
        serving,
        message: if serving { String::new() } else { unready().to_string() },
        said: if serving { String::new() } else { unready().packed() },
        at,
    };
    let request = ObserveRequest { observations: vec![seen(NOBODY), seen(id), seen("nonsense")] };
    observe(&world.app, &service_caller("infrastructure"), request).await.unwrap();
}

#[tokio::test]
async fn the_latest_observation_of_the_current_revision_wins() {
    let world = world().await;
    let id = world.running().await;
    see(&world, &id, 1, false, 10).await;
    let shown = world.shown(&id).await;
    assert_eq!((shown.status(), shown.error_log.as_str()), (DeploymentStatus::Failed, "0 of 2 pods are ready"));
    assert_eq!(Message::unpacked(&shown.said, ""), unready());
    see(&world, &id, 1, true, 5).await;
    assert_eq!(world.shown(&id).await.status(), DeploymentStatus::Failed, "an older one");
    see(&world, &id, 2, true, 20).await;
    assert_eq!(world.shown(&id).await.status(), DeploymentStatus::Failed, "about another revision");
    see(&world, &id, 1, true, 20).await;
    let shown = world.shown(&id).await;
    assert_eq!((shown.status(), shown.error_log.as_str()), (DeploymentStatus::Running, ""));
}

#[tokio::test]
async fn an_observation_that_changes_nothing_tells_nobody() {
    let world = world().await;
    let id = world.running().await;
    let before = (world.shown(&id).await.version, world.bench.outbox().await.len());
    assert_eq!(world.bench.hints().len(), 1);
    see(&world, &id, 1, true, 10).await;
    assert_eq!((world.shown(&id).await.version, world.bench.hints().len()), (before.0, 0));
    see(&world, &id, 1, false, 11).await;
    assert_eq!((world.shown(&id).await.version, world.bench.hints().len()), (before.0 + 1, 1));
    assert_eq!(world.bench.outbox().await.len(), before.1);
}

#[tokio::test]
async fn only_services_tell_what_they_saw() {
    let world = world().await;
    assert_eq!(verdict(observe(&world.app, &member(), ObserveRequest::default()).await), "403");
}
