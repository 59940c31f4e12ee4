//! The cluster under the tests.

use k8s_openapi::api::core::v1::{Namespace, Node};
use kit::testing::ControlPlane;
use kube::{
    Api, Client, Config,
    api::{ListParams, Patch, PatchParams},
    config::Kubeconfig,
};
use serde_json::json;

/// The control plane of this process.
#[derive(Clone, Copy)]
pub struct Cluster(&'static ControlPlane);

pub fn cluster() -> Cluster {
    Cluster(ControlPlane::get())
}

/// Of the cluster that a kubeconfig names.
pub async fn client(kubeconfig: &str) -> Client {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let kubeconfig = Kubeconfig::from_yaml(kubeconfig).unwrap();
    let mut config = Config::from_custom_kubeconfig(kubeconfig, &Default::default()).await.unwrap();
    config.proxy_url = None;
    Client::try_from(config).unwrap()
}

/// Lets no new pod start in the cluster (they stay Pending), or lets them again.
pub async fn cordon(client: Client, closed: bool) {
    let nodes: Api<Node> = Api::all(client);
    for node in nodes.list(&ListParams::default()).await.unwrap() {
        let patch = json!({"spec": {"unschedulable": closed}});
        nodes
            .patch(node.metadata.name.as_deref().unwrap(), &PatchParams::default(), &Patch::Merge(patch))
            .await
            .unwrap();
    }
}

impl std::ops::Deref for Cluster {
    type Target = ControlPlane;

    fn deref(&self) -> &ControlPlane {
        self.0
    }
}

impl Cluster {
    pub fn text(&self) -> String {
        std::fs::read_to_string(&self.kubeconfig).unwrap()
    }

    pub async fn client(&self) -> Client {
        client(&self.text()).await
    }

    /// Lets no new pod start (they stay Pending), or lets them again.
    pub async fn cordon(&self, closed: bool) {
        cordon(self.client().await, closed).await;
    }

    /// Namespaces that Canopy made for deployments.
    pub async fn namespaces(&self) -> Vec<String> {
        let namespaces: Api<Namespace> = Api::all(self.client().await);
        let of_ours = ListParams::default().labels("canopy.internal/deployment");
        namespaces.list(&of_ours).await.unwrap().into_iter().filter_map(|n| n.metadata.name).collect()
    }
}

/// Tests that close the nodes or look at all namespaces take turns: within a process here, beside other test programs by the
/// group in .config/nextest.toml.
pub async fn turn() -> tokio::sync::MutexGuard<'static, ()> {
    static TURN: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());
    TURN.lock().await
}
