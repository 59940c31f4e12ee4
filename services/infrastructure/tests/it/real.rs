//! The same against a real kube-apiserver.

use crate::stage::Stage;
use infrastructure::{get_cluster, validate_kubeconfig};
use kit::testing::ControlPlane;
use proto::infrastructure::{GetClusterRequest, ValidateKubeconfigRequest};
use std::{path::Path, time::Duration};

fn text(kubeconfig: &Path) -> String {
    std::fs::read_to_string(kubeconfig).expect("a kubeconfig")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_real_control_plane_is_observed_and_its_credentials_are_judged() {
    let (plane, _turn) = ControlPlane::shared().await;
    let own = plane.own();
    let allow = format!("--cluster-allow={}", plane.address());
    let mut stage = Stage::set(&[&allow, "--probe-interval=1s"]).await;
    let validate = |text: String| {
        let (app, admin) = (stage.app.clone(), stage.admin());
        async move {
            let request = ValidateKubeconfigRequest { kubeconfig: crate::fake::base64(&text), ..Default::default() };
            validate_kubeconfig::validate(&app, &admin, request).await.expect("an answer")
        }
    };
    let admin = validate(text(&plane.kubeconfig)).await;
    assert!(admin.reachable, "{}", admin.problem);
    assert_eq!(admin.access_type, "client certificate");
    assert!(admin.expires_at.is_some());
    assert_eq!(admin.missing, Vec::<String>::new());
    let restricted = validate(text(&own.restricted_kubeconfig)).await;
    assert!(restricted.reachable, "{}", restricted.problem);
    assert!(
        restricted.missing.contains(&"The credentials may not create namespaces.".to_owned()),
        "{:?}",
        restricted.missing
    );

    let observer = stage.observer.take().expect("the observer");
    let mut running = tokio::task::JoinSet::new();
    running.spawn(async move { observer.await.expect("the observer") });
    let cluster = stage.cluster("real", &text(&own.token_kubeconfig)).await;
    let mut seen = cluster.clone();
    for _ in 0..600 {
        let request = GetClusterRequest { id: cluster.id.clone() };
        seen = get_cluster::get(&stage.app, &stage.admin(), request).await.expect("a cluster").cluster.expect("one");
        if seen.status == "operational" && seen.nodes > Some(0) {
            break;
        }
        stage.bench.clock.advance(Duration::from_secs(1));
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(seen.status, "operational", "{}", seen.problem);
    assert_eq!(seen.version.as_deref(), Some(admin.version.as_str()));
    assert!(seen.version.is_some_and(|version| version.starts_with("1.")));
    assert!(seen.nodes > Some(0) && seen.total_cpu > Some(0) && seen.total_memory > Some(0));
    stage.bench.cx.stop.cancel();
    while let Some(ended) = running.join_next().await {
        ended.expect("the observer");
    }
}
