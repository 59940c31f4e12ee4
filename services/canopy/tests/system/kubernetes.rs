//! The cluster under the tests: a real control plane that `scripts/kube.py` starts, or the one that
//! `CANOPY_TEST_KUBECONFIG` names (then `CANOPY_TEST_KUBE` still says where the helm programs are).

use k8s_openapi::api::core::v1::{Namespace, Node};
use kube::{
    Api, Client, Config,
    api::{ListParams, Patch, PatchParams},
    config::Kubeconfig,
};
use serde_json::{Value, json};
use std::{
    io::{BufRead as _, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::OnceLock,
};

pub struct Cluster {
    pub kubeconfig: PathBuf,
    pub bin: PathBuf,
    /// Its stdin is held open: when this process ends, in whatever way, the control plane does too.
    _child: Option<Child>,
}

/// One control plane for all tests of a program. `None` says loudly why there is none.
pub fn cluster() -> Option<&'static Cluster> {
    static CLUSTER: OnceLock<Option<Cluster>> = OnceLock::new();
    CLUSTER.get_or_init(start).as_ref()
}

fn start() -> Option<Cluster> {
    let Ok(bin) = std::env::var("CANOPY_TEST_KUBE") else {
        let reason = std::env::var("CANOPY_TEST_KUBE_SKIP")
            .unwrap_or_else(|_| "CANOPY_TEST_KUBE is not set (make test sets it)".into());
        eprintln!("SKIPPED: the cluster suite did not run: {reason}");
        return None;
    };
    if let Ok(kubeconfig) = std::env::var("CANOPY_TEST_KUBECONFIG") {
        return Some(Cluster { kubeconfig: kubeconfig.into(), bin: bin.into(), _child: None });
    }
    let folder = std::env::temp_dir().join(format!("canopy-kube-{}", std::process::id()));
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/kube.py");
    let mut child = Command::new("python3")
        .arg(script)
        .args(["run", "--dir"])
        .arg(&folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let report: Value = serde_json::from_str(&line).unwrap_or_else(|_| panic!("kube.py printed {line:?}"));
    Some(Cluster { kubeconfig: report["kubeconfig"].as_str().unwrap().into(), bin: bin.into(), _child: Some(child) })
}

impl Cluster {
    pub fn text(&self) -> String {
        std::fs::read_to_string(&self.kubeconfig).unwrap()
    }

    /// host:port of the server, for the list of allowed loopback addresses.
    pub fn host_port(&self) -> String {
        let text = self.text();
        let server = text.split("https://").nth(1).unwrap();
        server.split(['"', '\n', ' ', ',', '}']).next().unwrap().to_owned()
    }

    pub async fn client(&self) -> Client {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let kubeconfig = Kubeconfig::from_yaml(&self.text()).unwrap();
        let mut config = Config::from_custom_kubeconfig(kubeconfig, &Default::default()).await.unwrap();
        config.proxy_url = None;
        Client::try_from(config).unwrap()
    }

    /// Runs a helm program (`helm` is 4, `helm3` is 3) and answers its output.
    pub fn helm(&self, program: &str, arguments: &[&str]) -> String {
        let output = Command::new(self.bin.join(program))
            .arg("--kubeconfig")
            .arg(&self.kubeconfig)
            .args(arguments)
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{program} {arguments:?}: {text}{}", String::from_utf8_lossy(&output.stderr));
        text
    }

    /// Lets no new pod start (they stay Pending), or lets them again.
    pub async fn cordon(&self, closed: bool) {
        let nodes: Api<Node> = Api::all(self.client().await);
        for node in nodes.list(&ListParams::default()).await.unwrap() {
            let patch = json!({"spec": {"unschedulable": closed}});
            nodes
                .patch(node.metadata.name.as_deref().unwrap(), &PatchParams::default(), &Patch::Merge(patch))
                .await
                .unwrap();
        }
    }

    /// Namespaces that Canopy made for deployments.
    pub async fn namespaces(&self) -> Vec<String> {
        let namespaces: Api<Namespace> = Api::all(self.client().await);
        let of_ours = ListParams::default().labels("canopy.internal/deployment");
        namespaces.list(&of_ours).await.unwrap().into_iter().filter_map(|n| n.metadata.name).collect()
    }
}

/// Tests that close the nodes or look at all namespaces take turns.
pub async fn turn() -> tokio::sync::MutexGuard<'static, ()> {
    static TURN: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());
    TURN.lock().await
}
