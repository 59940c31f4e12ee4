//! The cluster under the tests.

use k8s_openapi::api::core::v1::{Namespace, Node};
use kit::testing::{self, ControlPlane};
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

    /// Namespaces that Canopy made for deployments.
    pub async fn namespaces(&self) -> Vec<String> {
        let namespaces: Api<Namespace> = Api::all(self.client().await);
        let of_ours = ListParams::default().labels("canopy.internal/deployment");
        namespaces.list(&of_ours).await.unwrap().into_iter().filter_map(|n| n.metadata.name).collect()
    }
}

/// A test's turn in the cluster, until it is dropped: within a process one test after the other.
pub struct Turn<T> {
    in_process: tokio::sync::MutexGuard<'static, ()>,
    in_cluster: T,
}

/// Of a test beside others.
pub type Shared = Turn<testing::Turn>;

/// Of a test that has the cluster alone.
pub type Alone = Turn<testing::Alone>;

async fn take<T: Send + 'static>(take: fn(&ControlPlane) -> T) -> Turn<T> {
    static TURN: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());
    take_within(TURN.lock().await, take).await
}

async fn take_within<T: Send + 'static>(
    in_process: tokio::sync::MutexGuard<'static, ()>,
    take: fn(&ControlPlane) -> T,
) -> Turn<T> {
    let in_cluster = tokio::task::spawn_blocking(move || take(ControlPlane::get())).await.unwrap();
    Turn { in_process, in_cluster }
}

impl<T> Turn<T> {
    /// Gives its turn back and waits until it has the cluster alone. What the test has there is at rest: the pods of others may find
    /// no node meanwhile, and neither would its own.
    pub async fn alone(self) -> Alone {
        drop(self.in_cluster);
        take_within(self.in_process, ControlPlane::alone).await
    }

    /// Lets others into the cluster again.
    pub async fn share(self) -> Shared {
        drop(self.in_cluster);
        take_within(self.in_process, ControlPlane::share).await
    }
}

/// Other test programs may be at work in the cluster as well.
pub async fn turn() -> Shared {
    take(ControlPlane::share).await
}

/// Nothing else is at work in the cluster: for tests that close its nodes, fill them, or change what all its sites use.
pub async fn alone() -> Alone {
    take(ControlPlane::alone).await
}
