//! What infrastructure saw.

use crate::{NOBODY, TEAM, World, member, verdict, world};
use access::testing::service_caller;
use deployments::observe::observe;
use kit::{Message, message};
use prost::Message as _;
use proto::{
    deployments::{DeploymentStatus, Observation, ObserveRequest},
    live::Changed,
};

fn unready() -> Message {
    message!(PodsReady, ready = 0, wanted = 2)
}

async fn see(world: &World, id: &str, serving: bool, second: i64) {
    let at = kit::clock::stamp(world.app.cx.clock.now());
    let at = Some(prost_types::Timestamp { seconds: at.seconds + second, ..at });
    let seen = |id: &str| Observation {
        deployment_id: id.into(),
        serving,
        message: if serving { String::new() } else { unready().to_string() },
        said: if serving { String::new() } else { unready().packed() },
        at,
    };
    let request = ObserveRequest { observations: vec![seen(NOBODY), seen(id), seen("nonsense")], ..Default::default() };
    observe(&world.app, &service_caller("infrastructure"), request).await.unwrap();
}

#[tokio::test]
async fn the_latest_observation_wins() {
    let world = world().await;
    let id = world.running().await;
    see(&world, &id, false, 10).await;
    let shown = world.shown(&id).await;
    assert_eq!((shown.status(), shown.error_log.as_str()), (DeploymentStatus::Failed, "0 of 2 pods are ready"));
    assert_eq!(Message::unpacked(&shown.said, ""), unready());
    see(&world, &id, true, 5).await;
    assert_eq!(world.shown(&id).await.status(), DeploymentStatus::Failed, "an older one");
    see(&world, &id, true, 20).await;
    let shown = world.shown(&id).await;
    assert_eq!((shown.status(), shown.error_log.as_str()), (DeploymentStatus::Running, ""));
}

#[tokio::test]
async fn what_a_task_is_at_work_on_is_judged_by_its_end() {
    let world = world().await;
    let made = world.create(&member()).await;
    let id = made.deployment.unwrap().id;
    see(&world, &id, true, 10).await;
    assert_eq!(world.shown(&id).await.status(), DeploymentStatus::Pending);
    world.finish(&id, &made.task_id, true, true).await;
    let task = world.change_domain(&id, "new.example.com").await;
    see(&world, &id, false, 20).await;
    world.finish(&id, &task, true, true).await;
    assert_eq!(world.shown(&id).await.status(), DeploymentStatus::Running);
}

#[tokio::test]
async fn what_never_came_up_does_not_serve_whatever_its_pods_do() {
    let world = world().await;
    let made = world.create(&member()).await;
    let id = made.deployment.unwrap().id;
    world.finish(&id, &made.task_id, false, false).await;
    see(&world, &id, true, 10).await;
    let shown = world.shown(&id).await;
    assert_eq!(
        (shown.status(), shown.error_log.as_str()),
        (DeploymentStatus::Failed, "The pods did not become ready.")
    );
}

#[tokio::test]
async fn an_observation_that_changes_nothing_tells_nobody() {
    let world = world().await;
    let id = world.running().await;
    let before = (world.shown(&id).await.version, world.bench.outbox().await.len());
    assert_eq!(world.bench.hints().len(), 1);
    see(&world, &id, true, 10).await;
    assert_eq!((world.shown(&id).await.version, world.bench.hints().len()), (before.0, 0));
    assert_eq!(world.bench.outbox().await.len(), before.1);
    see(&world, &id, false, 11).await;
    assert_eq!((world.shown(&id).await.version, world.bench.hints().len()), (before.0 + 1, 1));
}

#[tokio::test]
async fn a_site_that_failed_and_one_that_runs_again_are_in_the_history_once() {
    let world = world().await;
    let id = world.running().await;
    let before = world.events().await.len();
    for (serving, second) in [(true, 5), (false, 10), (false, 11), (true, 20), (true, 21)] {
        see(&world, &id, serving, second).await;
    }
    let told = world.events().await.split_off(before);
    let [failed, recovered] = told.as_slice() else { panic!("{told:?}") };
    assert_eq!((failed.reason.as_str(), failed.r#type.as_str()), ("SiteFailed", "Error"));
    assert!(failed.message.ends_with("has failed: 0 of 2 pods are ready"), "{}", failed.message);
    assert_eq!((recovered.reason.as_str(), recovered.r#type.as_str()), ("SiteRecovered", "Normal"));
    for event in &told {
        assert_eq!(event.deployment.as_ref().map(|site| &site.id), Some(&id));
        assert_eq!(event.team.as_ref().map(|team| team.id.clone()), Some(TEAM.to_string()));
        assert!(!event.admin_only && event.actor.is_none());
    }
}

#[tokio::test]
async fn what_has_changed_in_the_cluster_is_told_to_screens_and_changes_nothing() {
    let world = world().await;
    let id = world.running().await;
    let (before, _) = (world.shown(&id).await.version, world.bench.hints());
    let changed = vec![NOBODY.to_owned(), id.clone(), "nonsense".to_owned()];
    let request = ObserveRequest { changed, ..Default::default() };
    observe(&world.app, &service_caller("infrastructure"), request).await.unwrap();
    let hints: Vec<Changed> =
        world.bench.hints().iter().map(|hint| Changed::decode(hint.as_slice()).unwrap()).collect();
    let hint = hints.first().unwrap();
    assert_eq!((hints.len(), hint.kind.as_str(), &hint.id), (1, "services", &id));
    assert_eq!((hint.version, hint.team_id.clone()), (0, TEAM.to_string()), "its team alone is told");
    assert_eq!(world.shown(&id).await.version, before);
    let many = ObserveRequest { changed: vec![id; 1001], ..Default::default() };
    assert_eq!(verdict(observe(&world.app, &service_caller("infrastructure"), many).await), "400 observations");
}

#[tokio::test]
async fn only_services_tell_what_they_saw() {
    let world = world().await;
    assert_eq!(verdict(observe(&world.app, &member(), ObserveRequest::default()).await), "403");
}

#[tokio::test]
async fn names_are_told_to_who_asks_for_them_and_of_what_is_not_there_nothing() {
    let world = world().await;
    let id = world.running().await;
    let named = vec![NOBODY.to_owned(), id.clone(), "nonsense".to_owned()];
    let request = ObserveRequest { named, ..Default::default() };
    let answer = observe(&world.app, &service_caller("infrastructure"), request).await.unwrap();
    let shown = world.shown(&id).await;
    let [name] = answer.names.as_slice() else { panic!("{:?}", answer.names) };
    assert_eq!((&name.id, &name.name), (&shown.id, &shown.name));
    assert_eq!(name.team_id, shown.team_id);
    assert!(!name.team_name.is_empty(), "{name:?}");
    let many = ObserveRequest { named: vec![id; 1001], ..Default::default() };
    observe(&world.app, &service_caller("infrastructure"), many).await.unwrap_err();
}
