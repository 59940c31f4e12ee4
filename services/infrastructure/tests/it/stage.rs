//! The service on a database of its own, with callers and fake peers.

use access::{Caller, Role, testing::user_caller};
use infrastructure::{SERVICE, app::App, dial::Resolve};
use kit::testing::{Bench, Peer};
use prost::Message;
use proto::{
    deployments as d,
    events::{EventRecorded, RecordEventsRequest, RecordEventsResponse},
    infrastructure::{Cluster, CreateClusterRequest},
};
use std::{
    collections::BTreeMap,
    net::SocketAddr,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU32, Ordering},
    },
};
use tonic::Status;

pub type Observer = futures::future::BoxFuture<'static, anyhow::Result<()>>;

pub struct Stage {
    pub bench: Bench,
    pub app: App,
    /// How many deployments the fake peer counts.
    pub deployments: Arc<AtomicU32>,
    /// What the fake peer was told of sites, the latest last.
    pub observed: Observed,
    /// The deployments whose screens it was told of.
    pub changed: Arc<Mutex<Vec<String>>>,
    /// What the fake peer was told of what Kubernetes warns of, one call each.
    pub events: Events,
    pub observer: Option<Observer>,
}

impl Stage {
    pub async fn set(options: &[&str]) -> Self {
        Self::with_resolver(options, infrastructure::dial::system_resolver()).await
    }

    pub async fn with_resolver(options: &[&str], resolve: Resolve) -> Self {
        let deployments = Arc::new(AtomicU32::new(0));
        let observed = Observed::default();
        let changed = Arc::default();
        let peer = Deployments {
            total: Arc::clone(&deployments),
            observed: Arc::clone(&observed),
            changed: Arc::clone(&changed),
        };
        let events = Events::default();
        let peers = BTreeMap::from([("deployments", peer.serve().await), ("events", events.clone().serve().await)]);
        let bench = kit::testing::context_with_peers(&SERVICE, peers, options).await;
        let (app, observer) = infrastructure::wire(bench.cx.clone(), resolve).expect("the service");
        Self { bench, app, deployments, observed, changed, events, observer: Some(observer) }
    }

    pub fn admin(&self) -> Caller {
        user_caller(uuid::Uuid::from_u128(1), Role::Admin, Vec::new())
    }

    pub fn user(&self) -> Caller {
        user_caller(uuid::Uuid::from_u128(2), Role::User, Vec::new())
    }

    pub async fn cluster(&self, name: &str, kubeconfig: &str) -> Cluster {
        infrastructure::create_cluster::create(&self.app, &self.admin(), request(name, kubeconfig))
            .await
            .expect("a cluster")
            .cluster
            .expect("a cluster")
    }

    /// The reasons of all lines of history, oldest first.
    pub async fn history(&self) -> Vec<String> {
        let mut reasons = Vec::new();
        for sent in self.bench.outbox().await.iter().filter(|sent| sent.method.ends_with("EventRecorded")) {
            reasons.push(EventRecorded::decode(sent.payload.as_slice()).expect("an event").reason);
        }
        reasons
    }

    /// All facts as one text of bytes, to look for what must not be there.
    pub async fn facts(&self) -> Vec<u8> {
        self.bench.outbox().await.into_iter().flat_map(|sent| sent.payload).collect()
    }
}

pub fn request(name: &str, kubeconfig: &str) -> CreateClusterRequest {
    CreateClusterRequest {
        name: name.to_owned(),
        description: "A cluster".to_owned(),
        endpoint: "https://typed.example:6443".to_owned(),
        kubeconfig: if kubeconfig.is_empty() { String::new() } else { crate::fake::base64(kubeconfig) },
        ..Default::default()
    }
}

/// The team whose sites all are.
pub const TEAM: &str = "0e0e0e0e-0000-4000-8000-000000000001";

/// Remembers what it is told.
#[derive(Clone, Default)]
pub struct Events(pub Arc<Mutex<Vec<Vec<EventRecorded>>>>);

impl Events {
    async fn serve(self) -> SocketAddr {
        Peer::of(self).unary("EventService", Self::record_events).serve().await
    }

    async fn record_events(self, request: RecordEventsRequest) -> Result<RecordEventsResponse, Status> {
        self.0.lock().expect("the lock").push(request.events);
        Ok(RecordEventsResponse {})
    }
}

/// Sites with whether they serve and why not.
pub type Observed = Arc<Mutex<Vec<(String, bool, String)>>>;

/// Counts, and remembers what it is told.
#[derive(Clone)]
struct Deployments {
    total: Arc<AtomicU32>,
    observed: Observed,
    changed: Arc<Mutex<Vec<String>>>,
}

impl Deployments {
    async fn serve(self) -> SocketAddr {
        Peer::of(self)
            .unary("DeploymentService", Self::count_deployments)
            .unary("DeploymentService", Self::observe)
            .serve()
            .await
    }

    async fn count_deployments(self, _: d::CountDeploymentsRequest) -> Result<d::CountDeploymentsResponse, Status> {
        Ok(d::CountDeploymentsResponse { total: self.total.load(Ordering::SeqCst), ..Default::default() })
    }

    async fn observe(self, request: d::ObserveRequest) -> Result<d::ObserveResponse, Status> {
        let told = request.observations.into_iter().map(|seen| (seen.deployment_id, seen.serving, seen.message));
        self.observed.lock().expect("the lock").extend(told);
        self.changed.lock().expect("the lock").extend(request.changed);
        let name = |id: &String| d::DeploymentName {
            id: id.clone(),
            name: "shop".to_owned(),
            team_id: TEAM.to_owned(),
            team_name: "Sales".to_owned(),
        };
        Ok(d::ObserveResponse { names: request.named.iter().map(name).collect() })
    }
}
