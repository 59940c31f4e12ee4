//! What sites use, over time.

use crate::{
    fake::{Fake, LOG, METRICS, SITE},
    observe::{INTERVAL, observe, stop, until},
    stage::Stage,
};
use http::StatusCode;
use infrastructure::workloads::WorkloadRpc;
use kit::{Message, clock::unstamp};
use proto::infrastructure::{
    Cluster, GetUsageRequest, GetUsageResponse, MetricsRange, UsageFigure, UsageFigures,
    workload_service_server::WorkloadService as _,
};
use std::{sync::Arc, time::Duration};
use tonic::{Code, Request, Status};

async fn asked(stage: &Stage, cluster: &str, range: MetricsRange) -> Result<GetUsageResponse, Status> {
    let rpc = WorkloadRpc::new(stage.bench.cx.clone(), stage.app.gateway.clone());
    let message = GetUsageRequest {
        cluster_id: cluster.to_owned(),
        deployment_id: SITE.to_owned(),
        range: range.into(),
        namespace: "shop".to_owned(),
    };
    let mut request = Request::new(message);
    request.extensions_mut().insert(access::testing::service_caller("deployments"));
    rpc.get_usage(request).await.map(tonic::Response::into_inner)
}

async fn usage(stage: &Stage, cluster: &Cluster, range: MetricsRange) -> GetUsageResponse {
    asked(stage, &cluster.id, range).await.expect("an answer")
}

/// Asks until it is so; the test's clock goes on meanwhile.
async fn used(stage: &Stage, cluster: &Cluster, good: impl Fn(&UsageFigures) -> bool) -> GetUsageResponse {
    for _ in 0..1_500 {
        let found = usage(stage, cluster, MetricsRange::Day).await;
        if found.now.as_ref().is_some_and(&good) {
            return found;
        }
        stage.bench.clock.advance(Duration::from_secs(20));
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("it never came: {:?}", usage(stage, cluster, MetricsRange::Day).await.now);
}

fn cpu(now: &UsageFigures) -> &UsageFigure {
    now.cpu.as_ref().expect("a figure")
}

fn is_measured(now: &UsageFigures) -> bool {
    cpu(now).used.is_some()
}

fn reason(figure: &UsageFigure) -> String {
    Message::unpacked(&figure.said, "").reason().to_owned()
}

async fn count(stage: &Stage, table: &str) -> i64 {
    let query = sqlx::AssertSqlSafe(format!("select count(*) from infrastructure.{table}"));
    let (count,): (i64,) = sqlx::query_as(query).fetch_one(&stage.bench.cx.db).await.expect("a count");
    count
}

#[tokio::test]
async fn a_site_uses_what_its_pods_use_as_a_part_of_what_they_may_have() {
    let fake = Fake::start("uid-1").await;
    fake.set(|answers| (answers.site, answers.metrics) = (Some(1), StatusCode::OK));
    let mut stage = Stage::set(&[&fake.allow(), INTERVAL]).await;
    let running = observe(&mut stage);
    let cluster = stage.cluster("prod", &fake.kubeconfig()).await;
    let seen = used(&stage, &cluster, is_measured).await;
    let now = seen.now.expect("figures");
    let memory = now.memory.as_ref().expect("a figure");
    assert_eq!((cpu(&now).used, cpu(&now).of, cpu(&now).basis.as_str()), (Some(100.0), Some(250.0), "requests"));
    let mib = f64::from(1 << 20);
    assert_eq!((memory.used, memory.of, memory.basis.as_str()), (Some(32.0 * mib), Some(64.0 * mib), "limits"));
    assert!(cpu(&now).at.is_some() && cpu(&now).unavailable.is_empty());

    // Several questions of one span are one sample, whose figures are means.
    for _ in 0..1_500 {
        stage.bench.clock.advance(Duration::from_secs(60));
        tokio::time::sleep(Duration::from_millis(20)).await;
        if usage(&stage, &cluster, MetricsRange::Day).await.samples.len() >= 3 {
            break;
        }
    }
    let day = usage(&stage, &cluster, MetricsRange::Day).await;
    assert!(day.samples.len() >= 3, "{day:?}");
    for sample in &day.samples {
        assert_eq!((sample.cpu, sample.cpu_of), (Some(100), Some(250)), "{sample:?}");
        assert_eq!((sample.memory, sample.memory_of), (Some(32 << 20), Some(64 << 20)), "{sample:?}");
        let at = unstamp(sample.at.as_ref().expect("a time")).expect("a time");
        assert_eq!(at.unix_timestamp() % 300, 0);
    }
    let week = usage(&stage, &cluster, MetricsRange::Week).await;
    assert_eq!((week.seconds, week.samples[0].cpu), (3600, Some(100)));

    // The five minutes of a day make room four days later, the hours stay.
    let oldest = week.samples[0].at;
    let first = unstamp(oldest.as_ref().expect("a time")).expect("a time").replace_time(time::Time::MIDNIGHT);
    let of_first = async || {
        let query = "select count(*) from infrastructure.usage where slot < 4 and at < $1";
        let found = sqlx::query_as(query).bind(first + time::Duration::DAY).fetch_one(&stage.bench.cx.db).await;
        let (count,): (i64,) = found.expect("a count");
        count
    };
    assert!(of_first().await >= 1);
    let later = first + time::Duration::days(4) + time::Duration::HOUR;
    stage.bench.clock.advance((later - stage.bench.cx.clock.now()).try_into().expect("it is later"));
    used(&stage, &cluster, is_measured).await;
    assert_eq!(of_first().await, 0);
    assert_eq!(usage(&stage, &cluster, MetricsRange::Month).await.samples[0].at, oldest);
    stop(&stage, running).await;
    fake.end().await;
}

#[tokio::test]
async fn why_there_are_no_figures_is_said() {
    let fake = Fake::start("uid-1").await;
    fake.set(|answers| answers.site = Some(1));
    let mut stage = Stage::set(&[&fake.allow(), INTERVAL]).await;
    let cluster = stage.cluster("prod", &fake.kubeconfig()).await;
    let nothing = usage(&stage, &cluster, MetricsRange::Day).await;
    assert_eq!(reason(cpu(nothing.now.as_ref().expect("figures"))), "UsageNotYet");
    assert!(nothing.samples.is_empty());
    let running = observe(&mut stage);
    for (status, word) in [
        (StatusCode::NOT_FOUND, "UsageNoMetrics"),
        (StatusCode::FORBIDDEN, "UsageForbidden"),
        (StatusCode::SERVICE_UNAVAILABLE, "UsageUnanswered"),
    ] {
        fake.set(|answers| answers.metrics = status);
        let seen = used(&stage, &cluster, |now| reason(cpu(now)) == word).await;
        let now = seen.now.expect("figures");
        assert_eq!(cpu(&now).used, None);
        assert_eq!(now.memory.map(|memory| reason(&memory)).as_deref(), Some(word));
    }
    assert_eq!(count(&stage, "usage").await, 0);
    // The metrics API is no part of the cluster: the cluster answers, and its breaker is closed.
    until(&stage, &cluster.id, |cluster| cluster.status == "operational").await;
    stage.app.gateway.cluster(cluster.id.parse().expect("an id")).await.expect("a closed breaker");
    fake.set(|answers| answers.metrics = StatusCode::OK);
    used(&stage, &cluster, is_measured).await;
    fake.end().await;
    until(&stage, &cluster.id, |cluster| cluster.status == "unreachable").await;
    used(&stage, &cluster, |now| reason(cpu(now)) == "ClusterProblem").await;
    stop(&stage, running).await;
}

fn storage(now: &UsageFigures) -> &UsageFigure {
    now.storage.as_ref().expect("a figure")
}

#[tokio::test]
async fn how_full_volumes_are_is_said_where_the_credentials_may_ask() {
    let fake = Fake::start("uid-1").await;
    fake.set(|answers| (answers.site, answers.metrics) = (Some(1), StatusCode::OK));
    let mut stage = Stage::set(&[&fake.allow(), INTERVAL]).await;
    let running = observe(&mut stage);
    let cluster = stage.cluster("prod", &fake.kubeconfig()).await;
    let seen = used(&stage, &cluster, |now| reason(storage(now)) == "UsageVolumesForbidden").await;
    assert!(seen.samples.iter().all(|sample| sample.storage.is_none()));
    fake.set(|answers| answers.volumes = StatusCode::OK);
    let seen = used(&stage, &cluster, |now| storage(now).used.is_some() && is_measured(now)).await;
    let now = seen.now.clone().expect("figures");
    assert_eq!(
        (storage(&now).used, storage(&now).of, storage(&now).basis.as_str()),
        (Some(500.0), Some(2000.0), "volumes")
    );
    let last = seen.samples.iter().rfind(|sample| sample.storage.is_some()).expect("a sample");
    assert_eq!((last.storage, last.storage_of), (Some(500), Some(2000)));
    assert!(seen.samples.iter().all(|sample| sample.cpu.is_none_or(|cpu| cpu == 100)), "{seen:?}");
    fake.set(|answers| answers.volumes = StatusCode::SERVICE_UNAVAILABLE);
    used(&stage, &cluster, |now| reason(storage(now)) == "UsageVolumesUnanswered").await;
    stop(&stage, running).await;
    fake.end().await;
}

#[tokio::test]
async fn requests_are_those_that_the_sites_own_nginx_wrote_down() {
    let fake = Fake::start("uid-1").await;
    fake.set(|answers| (answers.site, answers.metrics) = (Some(1), StatusCode::OK));
    let mut stage = Stage::set(&[&fake.allow(), INTERVAL]).await;
    let running = observe(&mut stage);
    let cluster = stage.cluster("prod", &fake.kubeconfig()).await;
    let requests = |now: &UsageFigures| now.requests.as_ref().is_some_and(|figure| figure.used.is_some());
    let now = used(&stage, &cluster, |now| requests(now) && is_measured(now)).await.now.expect("figures");
    let tenths =
        |figure: Option<UsageFigure>| (figure.and_then(|figure| figure.used).expect("a figure") * 10.0).round();
    assert_eq!((tenths(now.requests), tenths(now.response_time), tenths(now.error_rate)), (6.0, 3000.0, 333.0));
    // Without an answer the rest is known all the same.
    fake.set(|answers| answers.hangs = Some(LOG));
    let why = |now: &UsageFigures| now.requests.as_ref().map(reason).unwrap_or_default();
    let now =
        used(&stage, &cluster, |now| why(now) == "UsageLogUnread" && is_measured(now)).await.now.expect("figures");
    assert_eq!(cpu(&now).used, Some(100.0));
    stop(&stage, running).await;
    fake.end().await;
}

#[tokio::test]
async fn a_cluster_that_hangs_holds_up_nobody() {
    let (silent, fake) = (Fake::start("uid-1").await, Fake::start("uid-2").await);
    silent.set(|answers| (answers.site, answers.hangs) = (Some(1), Some(METRICS)));
    fake.set(|answers| (answers.site, answers.metrics) = (Some(1), StatusCode::OK));
    let allow = format!("--cluster-allow={},{}", silent.address, fake.address);
    let mut stage = Stage::set(&[&allow, INTERVAL]).await;
    let running = observe(&mut stage);
    let first = stage.cluster("silent", &silent.kubeconfig()).await;
    until(&stage, &first.id, |cluster| cluster.status == "operational").await;
    let second = stage.cluster("prod", &fake.kubeconfig()).await;
    used(&stage, &second, is_measured).await;
    stage.app.gateway.cluster(first.id.parse().expect("an id")).await.expect("a closed breaker");
    stop(&stage, running).await;
    silent.end().await;
    fake.end().await;
}

#[tokio::test]
async fn figures_of_a_site_that_is_gone_go_a_day_later() {
    let fake = Fake::start("uid-1").await;
    fake.set(|answers| (answers.site, answers.metrics) = (Some(1), StatusCode::OK));
    let mut stage = Stage::set(&[&fake.allow(), INTERVAL]).await;
    let running = observe(&mut stage);
    let cluster = stage.cluster("prod", &fake.kubeconfig()).await;
    used(&stage, &cluster, is_measured).await;
    let (address, authority) = (fake.address, Arc::clone(&fake.authority));
    fake.end().await;
    until(&stage, &cluster.id, |cluster| cluster.status == "unreachable").await;
    let fake = Fake::start_at(&address.to_string(), "uid-1", authority).await;
    until(&stage, &cluster.id, |cluster| cluster.status == "operational").await;
    assert_eq!(count(&stage, "usage_site").await, 1, "whoever deleted it by mistake has time");
    stage.bench.clock.advance(Duration::from_secs(25 * 3600));
    for _ in 0..1_500 {
        if count(&stage, "usage_site").await == 0 {
            break;
        }
        stage.bench.clock.advance(Duration::from_secs(20));
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!((count(&stage, "usage_site").await, count(&stage, "usage").await), (0, 0));
    stop(&stage, running).await;
    fake.end().await;
}

#[tokio::test]
async fn an_unknown_cluster_has_no_usage_and_a_range_is_required() {
    let stage = Stage::set(&[]).await;
    let id = stage.bench.cx.ids.uuid().to_string();
    let unknown = asked(&stage, &id, MetricsRange::Day).await;
    assert_eq!(unknown.map_err(|status| status.code()), Err(Code::NotFound));
    let unasked = asked(&stage, &id, MetricsRange::Unspecified).await;
    assert_eq!(unasked.map_err(|status| status.code()), Err(Code::InvalidArgument));
}
