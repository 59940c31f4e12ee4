//! What Kubernetes warns of in the namespaces of sites becomes events in Canopy.

use crate::{
    fake::{Fake, PASSWORD, SITE},
    stage::{Stage, TEAM},
};
use proto::events::EventRecorded;
use std::time::Duration;
use tokio::task::JoinSet;

/// Runs the observer until so many calls came in.
async fn told(stage: &mut Stage, calls: usize) -> Vec<Vec<EventRecorded>> {
    let observer = stage.observer.take().expect("the observer");
    let mut running = JoinSet::new();
    running.spawn(async move { observer.await.expect("the observer") });
    for _ in 0..3_000 {
        if stage.events.0.lock().expect("the lock").len() >= calls {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    stage.bench.cx.stop.cancel();
    while let Some(ended) = running.join_next().await {
        ended.expect("the observer");
    }
    stage.events.0.lock().expect("the lock").clone()
}

#[tokio::test]
async fn a_warning_about_a_site_is_told_with_whose_it_is_and_without_its_secrets() {
    let fake = Fake::start("uid-1").await;
    fake.set(|answers| answers.site = Some(1));
    let mut stage = Stage::set(&[&fake.allow()]).await;
    let cluster = stage.cluster("prod", &fake.kubeconfig()).await;
    let calls = told(&mut stage, 1).await;
    let [event] = calls.first().expect("a call").as_slice() else { panic!("{calls:?}") };
    assert_eq!((event.r#type.as_str(), event.reason.as_str(), event.count), ("Warning", "BackOff", 3));
    assert!(event.message.starts_with("Pod shop-web-1: Back-off with "), "{}", event.message);
    assert!(!event.message.contains(PASSWORD), "{}", event.message);
    assert_eq!((event.component.as_str(), event.host.as_str(), event.namespace.as_str()), ("kubelet", "n", "shop"));
    let of = |reference: &Option<proto::events::Reference>| reference.clone().map(|it| (it.id, it.name));
    assert_eq!(of(&event.deployment), Some((SITE.to_owned(), "shop".to_owned())));
    assert_eq!(of(&event.cluster), Some((cluster.id.clone(), "prod".to_owned())));
    assert_eq!(of(&event.team), Some((TEAM.to_owned(), "Sales".to_owned())));
    let seconds = |at: &Option<prost_types::Timestamp>| at.as_ref().map(|at| at.seconds);
    assert_eq!((seconds(&event.first_seen), seconds(&event.last_seen)), (Some(1_795_165_200), Some(1_795_168_800)));
    assert!(!event.admin_only, "the team reads it");
    fake.end().await;
}
