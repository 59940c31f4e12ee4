//! The observer: what is shown of clusters that come, go, refuse and change.

use crate::{
    fake::{Fake, SITE},
    stage::Stage,
};
use infrastructure::get_cluster;
use proto::infrastructure::{Cluster, GetClusterRequest};
use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};
use tokio::task::JoinSet;

pub const INTERVAL: &str = "--probe-interval=300ms";

pub async fn shown(stage: &Stage, id: &str) -> Cluster {
    let request = GetClusterRequest { id: id.to_owned() };
    get_cluster::get(&stage.app, &stage.admin(), request).await.expect("a cluster").cluster.expect("one")
}

/// Waits until the cluster is shown so; the test's clock goes on meanwhile.
pub async fn until(stage: &Stage, id: &str, condition: impl Fn(&Cluster) -> bool) -> Cluster {
    for _ in 0..1_500 {
        let cluster = shown(stage, id).await;
        if condition(&cluster) {
            return cluster;
        }
        stage.bench.clock.advance(Duration::from_secs(1));
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("it never came: {:?}", shown(stage, id).await);
}

/// Runs the observer beside the test.
pub fn observe(stage: &mut Stage) -> JoinSet<()> {
    let observer = stage.observer.take().expect("the observer");
    let mut running = JoinSet::new();
    running.spawn(async move { observer.await.expect("the observer") });
    running
}

pub async fn stop(stage: &Stage, mut running: JoinSet<()>) {
    stage.bench.cx.stop.cancel();
    while let Some(ended) = running.join_next().await {
        ended.expect("the observer");
    }
}

#[tokio::test]
async fn a_new_cluster_is_looked_at_at_once_and_its_going_and_coming_is_told() {
    let fake = Fake::start("uid-1").await;
    let mut stage = Stage::set(&[&fake.allow(), INTERVAL]).await;
    let running = observe(&mut stage);
    let cluster = stage.cluster("prod", &fake.kubeconfig()).await;
    let seen = until(&stage, &cluster.id, |cluster| cluster.status == "operational").await;
    assert_eq!(seen.version.as_deref(), Some("1.36.3"));
    assert_eq!((seen.nodes, seen.total_cpu, seen.total_memory), (Some(2), Some(8), Some(16_384)));
    assert_eq!((seen.cordoned_nodes, seen.unready_nodes), (Some(0), Some(0)));
    assert_eq!((seen.requested_cpu, seen.requested_memory), (Some(500), Some(128)), "of the pods on its nodes");
    assert!(seen.last_seen.is_some() && seen.problem.is_empty());
    assert_eq!(stage.history().await, ["ClusterCreated"], "the first answer is no news");

    let (address, authority) = (fake.address, Arc::clone(&fake.authority));
    fake.end().await;
    let gone = until(&stage, &cluster.id, |cluster| cluster.status == "unreachable").await;
    assert_eq!(gone.problem, "The cluster cannot be reached: no connection.");
    assert_eq!(gone.nodes, Some(2), "what was last seen stays");

    let fake = Fake::start_at(&address.to_string(), "uid-1", authority).await;
    until(&stage, &cluster.id, |cluster| cluster.status == "operational").await;
    assert_eq!(stage.history().await, ["ClusterCreated", "ClusterUnreachable", "ClusterReachable"]);
    stop(&stage, running).await;
    fake.end().await;
}

#[tokio::test]
async fn a_clock_that_was_ahead_keeps_nobody_from_looking() {
    let fake = Fake::start("uid-1").await;
    let mut stage = Stage::set(&[&fake.allow(), INTERVAL]).await;
    let running = observe(&mut stage);
    let cluster = stage.cluster("prod", &fake.kubeconfig()).await;
    until(&stage, &cluster.id, |cluster| cluster.status == "operational").await;
    let days = Duration::from_secs(8 * 24 * 60 * 60);
    stage.bench.clock.advance(days);
    let ahead = stage.bench.cx.clock.now();
    let seen = |cluster: &Cluster| cluster.last_seen.as_ref().and_then(kit::clock::unstamp);
    until(&stage, &cluster.id, |cluster| seen(cluster).is_some_and(|at| at >= ahead)).await;
    stage.bench.clock.set_back(days);
    fake.end().await;
    until(&stage, &cluster.id, |cluster| cluster.status == "unreachable").await;
    stop(&stage, running).await;
}

#[tokio::test]
async fn probes_that_see_nothing_new_tell_nobody() {
    let fake = Fake::start("uid-1").await;
    let mut stage = Stage::set(&[&fake.allow(), INTERVAL]).await;
    let running = observe(&mut stage);
    let cluster = stage.cluster("prod", &fake.kubeconfig()).await;
    let first = until(&stage, &cluster.id, |cluster| cluster.status == "operational").await;
    // looks follow each other: at the next one the first has told what it saw
    let first = until(&stage, &cluster.id, |cluster| cluster.last_seen != first.last_seen).await;
    assert!(!stage.bench.hints().is_empty());
    let asked = fake.requests.load(Ordering::SeqCst);
    let later = until(&stage, &cluster.id, |cluster| {
        cluster.last_seen != first.last_seen && fake.requests.load(Ordering::SeqCst) > asked + 6
    })
    .await;
    assert_eq!(later.row_version, first.row_version);
    assert!(stage.bench.hints().is_empty());
    stop(&stage, running).await;
    fake.end().await;
}

#[tokio::test]
async fn refused_credentials_are_shown_as_such() {
    let fake = Fake::start("uid-1").await;
    let mut stage = Stage::set(&[&fake.allow(), INTERVAL]).await;
    let running = observe(&mut stage);
    let cluster = stage.cluster("prod", &fake.kubeconfig().replace("fake-token", "no")).await;
    let seen = until(&stage, &cluster.id, |cluster| cluster.status == "unreachable").await;
    assert_eq!(seen.problem, "The cluster cannot be reached: the cluster refused the credentials.");
    let error = stage.app.gateway.cluster(cluster.id.parse().expect("an id")).await.err().expect("open at once");
    assert_eq!(error.to_string(), "Cluster \"prod\" cannot be reached: the cluster refused the credentials");
    stop(&stage, running).await;
    fake.end().await;
}

#[tokio::test]
async fn a_cluster_whose_nodes_may_not_be_listed_is_operational_without_figures() {
    let fake = Fake::start("uid-1").await;
    fake.set(|answers| answers.nodes = http::StatusCode::FORBIDDEN);
    let mut stage = Stage::set(&[&fake.allow(), INTERVAL]).await;
    let running = observe(&mut stage);
    let cluster = stage.cluster("prod", &fake.kubeconfig()).await;
    let seen = until(&stage, &cluster.id, |cluster| cluster.status == "operational").await;
    assert_eq!((seen.nodes, seen.total_cpu, seen.total_memory), (None, None, None));
    assert_eq!(seen.problem, "The credentials may not list nodes, so nodes, CPU and memory are not known.");
    assert_eq!(kit::Message::unpacked(&seen.said, "").reason(), "NodesUnknown");
    stop(&stage, running).await;
    fake.end().await;
}

#[tokio::test]
async fn another_cluster_behind_the_same_address_is_not_used_while_deployments_exist() {
    let fake = Fake::start("uid-1").await;
    let mut stage = Stage::set(&[&fake.allow(), INTERVAL]).await;
    let running = observe(&mut stage);
    let cluster = stage.cluster("prod", &fake.kubeconfig()).await;
    until(&stage, &cluster.id, |cluster| cluster.status == "operational").await;
    stage.deployments.store(1, Ordering::SeqCst);
    fake.set(|answers| answers.uid = "uid-2".to_owned());
    let seen = until(&stage, &cluster.id, |cluster| cluster.status == "unreachable").await;
    assert!(seen.problem.contains("another cluster answers there"), "{}", seen.problem);
    assert!(stage.app.gateway.cluster(cluster.id.parse().expect("an id")).await.is_err());
    stage.deployments.store(0, Ordering::SeqCst);
    until(&stage, &cluster.id, |cluster| cluster.status == "operational").await;
    stop(&stage, running).await;
    fake.end().await;
}

/// Nobody looks at the cluster meanwhile: after the first time, the next look is an hour away.
#[tokio::test]
async fn which_sites_serve_is_told_as_it_changes() {
    let fake = Fake::start("uid-1").await;
    let mut stage = Stage::set(&[&fake.allow(), "--probe-interval=3600s", "--serving-borne=1s"]).await;
    let running = observe(&mut stage);
    let cluster = stage.cluster("prod", &fake.kubeconfig()).await;
    until(&stage, &cluster.id, |cluster| cluster.status == "operational").await;
    assert!(stage.observed.lock().expect("the lock").is_empty(), "there is no site");
    for (available, told) in [(1, (true, "")), (0, (false, "0 of 1 pod is ready")), (1, (true, ""))] {
        fake.set(|answers| answers.site = Some(available));
        let wanted = (SITE.to_owned(), told.0, told.1.to_owned());
        until(&stage, &cluster.id, |_| stage.observed.lock().expect("the lock").last() == Some(&wanted)).await;
    }
    assert_eq!(stage.changed.lock().expect("the lock").first().map(String::as_str), Some(SITE), "screens are told");
    stop(&stage, running).await;
    fake.end().await;
}

#[tokio::test]
async fn the_sites_of_a_cluster_that_went_and_came_back_are_told_again() {
    let fake = Fake::start("uid-1").await;
    fake.set(|answers| answers.site = Some(1));
    let mut stage = Stage::set(&[&fake.allow(), INTERVAL, "--serving-borne=1s"]).await;
    let running = observe(&mut stage);
    let cluster = stage.cluster("prod", &fake.kubeconfig()).await;
    let told = |serving| stage.observed.lock().expect("the lock").last().is_some_and(|last| last.1 == serving);
    until(&stage, &cluster.id, |_| told(true)).await;
    let (address, authority) = (fake.address, Arc::clone(&fake.authority));
    fake.end().await;
    until(&stage, &cluster.id, |cluster| cluster.status == "unreachable").await;
    assert!(told(true), "a cluster that is away says nothing about its sites");
    let fake = Fake::start_at(&address.to_string(), "uid-1", authority).await;
    fake.set(|answers| answers.site = Some(0));
    until(&stage, &cluster.id, |_| told(false)).await;
    stop(&stage, running).await;
    fake.end().await;
}

#[tokio::test]
async fn a_look_that_somebody_asks_for_says_what_is_so_now() {
    use infrastructure::refresh_cluster;
    use proto::infrastructure::RefreshClusterRequest;
    let fake = Fake::start("uid-1").await;
    let mut stage = Stage::set(&[&fake.allow(), "--probe-interval=1h"]).await;
    let running = observe(&mut stage);
    let cluster = stage.cluster("prod", &fake.kubeconfig()).await;
    until(&stage, &cluster.id, |cluster| cluster.status == "operational").await;
    fake.set(|answers| answers.nodes = http::StatusCode::FORBIDDEN);
    stage.bench.clock.advance(Duration::from_secs(60));
    let request = RefreshClusterRequest { id: cluster.id.clone() };
    let seen = refresh_cluster::refresh(&stage.app, &stage.admin(), request).await.expect("looked at");
    assert!(seen.cluster.expect("a cluster").problem.contains("may not list nodes"), "seen now, not in an hour");
    stop(&stage, running).await;
    fake.end().await;
}

#[tokio::test]
async fn a_kubeconfig_that_is_looked_at_says_whether_it_leads_to_the_same_cluster() {
    use infrastructure::validate_kubeconfig;
    use proto::infrastructure::ValidateKubeconfigRequest;
    let (fake, other) = (Fake::start("uid-1").await, Fake::start("uid-2").await);
    let mut stage = Stage::set(&[&format!("{},{}", fake.allow(), other.address), INTERVAL]).await;
    let running = observe(&mut stage);
    let cluster = stage.cluster("prod", &fake.kubeconfig()).await;
    until(&stage, &cluster.id, |cluster| cluster.status == "operational").await;
    for (there, id, same) in
        [(&fake, &cluster.id, Some(true)), (&other, &cluster.id, Some(false)), (&fake, &String::new(), None)]
    {
        let kubeconfig = crate::fake::base64(&there.kubeconfig());
        let request = ValidateKubeconfigRequest { kubeconfig, cluster_id: id.clone() };
        let answer = validate_kubeconfig::validate(&stage.app, &stage.admin(), request).await.expect("an answer");
        assert_eq!(answer.same_cluster, same);
    }
    stop(&stage, running).await;
    fake.end().await;
    other.end().await;
}
