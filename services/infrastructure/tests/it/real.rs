//! The same against a real kube-apiserver.

use crate::stage::Stage;
use infrastructure::{get_cluster, validate_kubeconfig};
use proto::infrastructure::{GetClusterRequest, ValidateKubeconfigRequest};
use std::{
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Duration,
};

/// Ends with the test: the script ends when its stdin is closed.
struct ControlPlane {
    script: Child,
    folder: PathBuf,
    ready: serde_json::Value,
}

impl ControlPlane {
    /// None when the programs are not built; says so.
    #[expect(clippy::disallowed_methods, reason = "tests are told by the environment where their servers are")]
    fn start() -> Option<Self> {
        let Ok(programs) = std::env::var("CANOPY_TEST_KUBE") else {
            eprintln!("SKIPPED: CANOPY_TEST_KUBE is not set (make test sets it)");
            return None;
        };
        let folder = std::env::temp_dir().join(format!("canopy-kube-{}", std::process::id()));
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/kube.py");
        let mut script = Command::new("python3")
            .arg(script)
            .args(["run", "--dir"])
            .arg(&folder)
            .env("CANOPY_TEST_KUBE", programs)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("python3");
        let mut line = String::new();
        BufReader::new(script.stdout.take().expect("its output")).read_line(&mut line).expect("a line");
        let ready = serde_json::from_str(&line).expect("the control plane's own line");
        Some(Self { script, folder, ready })
    }

    fn text(&self, key: &str) -> String {
        std::fs::read_to_string(self.ready[key].as_str().expect("a path")).expect("a kubeconfig")
    }
}

impl Drop for ControlPlane {
    fn drop(&mut self) {
        drop(self.script.stdin.take());
        let _ = self.script.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_real_control_plane_is_observed_and_its_credentials_are_judged() {
    if kit::testing::admin_url().is_none() {
        return;
    }
    let Some(plane) = tokio::task::spawn_blocking(ControlPlane::start).await.expect("started") else { return };
    let server = plane.ready["server"].as_str().expect("an address").trim_start_matches("https://").to_owned();
    let allow = format!("--cluster-allow={server}");
    let Some(mut stage) = Stage::set(&[&allow, "--probe-interval=1s"]).await else { return };
    let validate = |text: String| {
        let (app, admin) = (stage.app.clone(), stage.admin());
        async move {
            let request = ValidateKubeconfigRequest { kubeconfig: crate::fake::base64(&text) };
            validate_kubeconfig::validate(&app, &admin, request).await.expect("an answer")
        }
    };
    let admin = validate(plane.text("kubeconfig")).await;
    assert!(admin.reachable, "{}", admin.problem);
    assert_eq!(admin.access_type, "client certificate");
    assert!(admin.expires_at.is_some());
    assert_eq!(admin.missing, Vec::<String>::new());
    let restricted = validate(plane.text("restrictedKubeconfig")).await;
    assert!(restricted.reachable, "{}", restricted.problem);
    assert!(
        restricted.missing.contains(&"The credentials may not create namespaces.".to_owned()),
        "{:?}",
        restricted.missing
    );

    let observer = stage.observer.take().expect("the observer");
    let mut running = tokio::task::JoinSet::new();
    running.spawn(async move { observer.await.expect("the observer") });
    let cluster = stage.cluster("real", &plane.text("tokenKubeconfig")).await;
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
    drop(tokio::task::spawn_blocking(move || drop(plane)).await);
}
