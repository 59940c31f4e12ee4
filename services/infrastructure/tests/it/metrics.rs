//! What a cluster had and what was asked of it, over time.

use crate::{
    fake::Fake,
    observe::{INTERVAL, observe, stop, until},
    stage::Stage,
};
use infrastructure::get_cluster_metrics;
use kit::clock::unstamp;
use proto::infrastructure::{ClusterSample, GetClusterMetricsRequest, GetClusterMetricsResponse, MetricsRange};
use std::{sync::Arc, time::Duration};
use time::OffsetDateTime;

async fn metrics(stage: &Stage, id: &str, range: MetricsRange) -> GetClusterMetricsResponse {
    let request = GetClusterMetricsRequest { id: id.to_owned(), range: range.into() };
    get_cluster_metrics::get(&stage.app, request).await.expect("metrics")
}

/// Waits until there are as many spans as that; the test's clock goes on meanwhile.
async fn spans(stage: &Stage, id: &str, range: MetricsRange, least: usize) -> Vec<ClusterSample> {
    for _ in 0..1_500 {
        let found = metrics(stage, id, range).await.samples;
        if found.len() >= least {
            return found;
        }
        stage.bench.clock.advance(Duration::from_secs(30));
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("too few spans: {:?}", metrics(stage, id, range).await);
}

fn at(sample: &ClusterSample) -> OffsetDateTime {
    unstamp(sample.at.as_ref().expect("a time")).expect("a time")
}

#[tokio::test]
async fn each_span_says_what_there_was_and_the_most_that_was_asked_for_and_silence_is_a_gap() {
    let fake = Fake::start("uid-1").await;
    let mut stage = Stage::set(&[&fake.allow(), INTERVAL]).await;
    let running = observe(&mut stage);
    let cluster = stage.cluster("prod", &fake.kubeconfig()).await;
    let id = &cluster.id;
    let seen = spans(&stage, id, MetricsRange::Day, 3).await;
    let first = seen[0];
    assert_eq!((first.nodes, first.unready_nodes), (Some(2), Some(0)));
    assert_eq!((first.total_cpu, first.total_memory), (Some(8), Some(16_384)));
    assert_eq!((first.requested_cpu, first.requested_memory), (Some(500), Some(128)));
    assert!(seen.iter().all(|sample| at(sample).unix_timestamp() % 300 == 0), "{seen:?}");
    assert!(seen.windows(2).all(|two| at(&two[0]) < at(&two[1])), "{seen:?}");

    // What may not be read any more is not known at the end of its span; what was asked for in it stays.
    fake.set(|answers| answers.nodes = http::StatusCode::FORBIDDEN);
    let unread = until(&stage, id, |cluster| cluster.nodes.is_none()).await;
    assert_eq!(unread.requested_cpu, None);
    let seen = metrics(&stage, id, MetricsRange::Day).await.samples;
    assert_eq!(seen.last().expect("a span").nodes, None);
    let hours = metrics(&stage, id, MetricsRange::Week).await.samples;
    assert_eq!(hours.last().expect("an hour").requested_cpu, Some(500));

    let (address, authority) = (fake.address, Arc::clone(&fake.authority));
    fake.end().await;
    until(&stage, id, |cluster| cluster.status == "unreachable").await;
    let before = metrics(&stage, id, MetricsRange::Day).await.samples;
    stage.bench.clock.advance(Duration::from_secs(20 * 60));
    let fake = Fake::start_at(&address.to_string(), "uid-1", authority).await;
    let after = spans(&stage, id, MetricsRange::Day, before.len() + 1).await;
    let (last, next) = (at(&after[before.len() - 1]), at(&after[before.len()]));
    assert!(next - last >= time::Duration::minutes(20), "{last} and {next}");

    // After three days the spans of five minutes are gone, the hours are not.
    let oldest = at(&metrics(&stage, id, MetricsRange::Month).await.samples[0]);
    stage.bench.clock.advance(Duration::from_secs(3 * 24 * 3600));
    let day = spans(&stage, id, MetricsRange::Day, 1).await;
    assert!(at(&day[0]) > last);
    let (fine,): (i64,) = sqlx::query_as("select count(*) from infrastructure.sample where seconds = 300 and at <= $1")
        .bind(last)
        .fetch_one(&stage.bench.cx.db)
        .await
        .expect("a count");
    assert_eq!(fine, 0);
    assert_eq!(at(&metrics(&stage, id, MetricsRange::Month).await.samples[0]), oldest);
    stop(&stage, running).await;
    fake.end().await;
}

#[tokio::test]
async fn an_unknown_cluster_has_no_metrics_and_a_range_is_required() {
    let stage = Stage::set(&[]).await;
    let of = |id: &str, range: MetricsRange| GetClusterMetricsRequest { id: id.to_owned(), range: range.into() };
    let id = stage.bench.cx.ids.uuid().to_string();
    let unknown = get_cluster_metrics::get(&stage.app, of(&id, MetricsRange::Day)).await;
    assert!(matches!(unknown, Err(kit::Error::NotFound(_))), "{unknown:?}");
    let unasked = get_cluster_metrics::get(&stage.app, of(&id, MetricsRange::Unspecified)).await;
    assert!(matches!(unasked, Err(kit::Error::Invalid { .. })), "{unasked:?}");
}
