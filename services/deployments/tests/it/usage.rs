//! What a site uses, with its revisions.

use crate::{World, manager, member, stranger, verdict, world};
use access::Caller;
use deployments::{get_usage::get_usage, stop::stop};
use kit::{Clock as _, Error, clock::stamp};
use proto::{
    deployments::{GetUsageRequest, GetUsageResponse, StopDeploymentRequest},
    infrastructure::MetricsRange,
};
use std::{collections::HashMap, time::Duration};

async fn usage(world: &World, by: &Caller, id: &str, range: MetricsRange) -> kit::Result<GetUsageResponse> {
    get_usage(&world.app, by, GetUsageRequest { id: id.into(), range: range.into() }).await
}

fn marks(usage: &GetUsageResponse) -> Vec<(i32, &str)> {
    usage.revisions.iter().map(|mark| (mark.number, mark.change.as_str())).collect()
}

#[tokio::test]
async fn revisions_that_came_into_effect_in_that_time_are_marked() {
    let world = world().await;
    let id = world.running().await;
    let task = world.change_domain(&id, "one.example.com").await;
    world.finish(&id, &task, true, true).await;
    let task = world.change_domain(&id, "two.example.com").await;
    world.finish(&id, &task, false, true).await;
    let begin = world.bench.clock.now() - Duration::from_secs(3600);
    world.peers.state().measured_since = HashMap::from([(MetricsRange::Day, begin)]);
    let seen = usage(&world, &member(), &id, MetricsRange::Day).await.unwrap();
    assert_eq!(marks(&seen), [(1, "create"), (2, "update")], "one that failed never came into effect");
    assert_eq!((seen.usage.unwrap().from, seen.stopped), (Some(stamp(begin)), false));
    let asked = world.peers.state().usage.remove(0);
    assert_eq!((asked.deployment_id.as_str(), asked.range()), (id.as_str(), MetricsRange::Day));

    world.bench.clock.advance(Duration::from_secs(2 * 24 * 3600));
    let (today, now) = (MetricsRange::Day, world.bench.clock.now());
    world.peers.state().measured_since = HashMap::from([(today, now), (MetricsRange::Month, begin)]);
    let task = world.change_domain(&id, "three.example.com").await;
    world.finish(&id, &task, true, true).await;
    let task = stop(&world.app, &member(), StopDeploymentRequest { id: id.clone(), ..Default::default() }).await;
    world.finish(&id, &task.unwrap().task_id, true, false).await;
    let seen = usage(&world, &member(), &id, MetricsRange::Day).await.unwrap();
    assert_eq!((marks(&seen), seen.stopped), (vec![(4, "update"), (5, "stop")], true));
    let month = usage(&world, &member(), &id, MetricsRange::Month).await.unwrap();
    assert_eq!(marks(&month), [(1, "create"), (2, "update"), (4, "update"), (5, "stop")]);
}

#[tokio::test]
async fn whoever_may_read_the_site_may_read_what_it_uses() {
    let world = world().await;
    let id = world.running().await;
    world.peers.state().measured_since = HashMap::from([(MetricsRange::Week, world.bench.clock.now())]);
    assert!(usage(&world, &manager(), &id, MetricsRange::Week).await.is_ok());
    assert_eq!(verdict(usage(&world, &stranger(), &id, MetricsRange::Week).await), "404 Deployment");
    assert!(world.peers.state().usage.len() == 1, "nobody is asked for a stranger");
    let unasked = usage(&world, &member(), &id, MetricsRange::Unspecified).await;
    assert!(matches!(unasked, Err(Error::Invalid { .. })), "{unasked:?}");
    world.peers.state().away = true;
    let away = usage(&world, &member(), &id, MetricsRange::Day).await;
    assert!(matches!(away, Err(Error::Unavailable { .. })), "{away:?}");
}
