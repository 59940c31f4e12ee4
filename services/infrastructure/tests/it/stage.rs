//! The service on a database of its own, with callers and fake peers.

use access::{Caller, Role, testing::user_caller};
use infrastructure::{SERVICE, app::App, dial::Resolve};
use kit::testing::Bench;
use prost::Message;
use proto::{
    deployments::{
        self as d,
        deployment_service_server::{DeploymentService, DeploymentServiceServer},
    },
    events::EventRecorded,
    infrastructure::{Cluster, CreateClusterRequest},
};
use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU32, Ordering},
    },
};

pub type Observer = futures::future::BoxFuture<'static, anyhow::Result<()>>;

pub struct Stage {
    pub bench: Bench,
    pub app: App,
    /// How many deployments the fake peer counts.
    pub deployments: Arc<AtomicU32>,
    /// What the fake peer was told of sites, the latest last.
    pub observed: Observed,
    pub observer: Option<Observer>,
}

impl Stage {
    pub async fn set(options: &[&str]) -> Self {
        Self::with_resolver(options, infrastructure::dial::system_resolver()).await
    }

    pub async fn with_resolver(options: &[&str], resolve: Resolve) -> Self {
        let deployments = Arc::new(AtomicU32::new(0));
        let observed = Observed::default();
        let peer = Deployments(Arc::clone(&deployments), Arc::clone(&observed));
        let routes = tonic::service::Routes::new(DeploymentServiceServer::new(peer));
        let peers = BTreeMap::from([("deployments", kit::testing::serve(routes).await)]);
        let bench = kit::testing::context_with_peers(&SERVICE, peers, options).await;
        let (app, observer) = infrastructure::wire(bench.cx.clone(), resolve).expect("the service");
        Self { bench, app, deployments, observed, observer: Some(observer) }
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

/// Sites with whether they serve and why not.
pub type Observed = Arc<Mutex<Vec<(String, bool, String)>>>;

/// Counts, and remembers what it is told.
struct Deployments(Arc<AtomicU32>, Observed);

type Reply<T> = Result<tonic::Response<T>, tonic::Status>;
type Stream<T> = futures::stream::Empty<Result<T, tonic::Status>>;

fn none<T>() -> Reply<T> {
    Err(kit::Error::not_found("This call of the fake").into())
}

#[tonic::async_trait]
impl DeploymentService for Deployments {
    type StreamLogsStream = Stream<d::StreamLogsResponse>;
    type ApplyStream = Stream<d::ApplyResponse>;

    async fn count_deployments(
        &self,
        _: tonic::Request<d::CountDeploymentsRequest>,
    ) -> Reply<d::CountDeploymentsResponse> {
        let total = self.0.load(Ordering::SeqCst);
        Ok(tonic::Response::new(d::CountDeploymentsResponse { total, ..Default::default() }))
    }
    async fn stream_logs(&self, _: tonic::Request<d::StreamLogsRequest>) -> Reply<Self::StreamLogsStream> {
        none()
    }
    async fn apply(&self, _: tonic::Request<d::ApplyRequest>) -> Reply<Self::ApplyStream> {
        none()
    }
    async fn get_chart(&self, _: tonic::Request<d::GetChartRequest>) -> Reply<d::GetChartResponse> {
        none()
    }
    async fn list_services(&self, _: tonic::Request<d::ListServicesRequest>) -> Reply<d::ListServicesResponse> {
        none()
    }
    async fn get_catalogue(&self, _: tonic::Request<d::GetCatalogueRequest>) -> Reply<d::GetCatalogueResponse> {
        none()
    }
    async fn create_deployment(
        &self,
        _: tonic::Request<d::CreateDeploymentRequest>,
    ) -> Reply<d::CreateDeploymentResponse> {
        none()
    }
    async fn list_deployments(
        &self,
        _: tonic::Request<d::ListDeploymentsRequest>,
    ) -> Reply<d::ListDeploymentsResponse> {
        none()
    }
    async fn get_deployment(&self, _: tonic::Request<d::GetDeploymentRequest>) -> Reply<d::GetDeploymentResponse> {
        none()
    }
    async fn update_deployment(
        &self,
        _: tonic::Request<d::UpdateDeploymentRequest>,
    ) -> Reply<d::UpdateDeploymentResponse> {
        none()
    }
    async fn restart_deployment(
        &self,
        _: tonic::Request<d::RestartDeploymentRequest>,
    ) -> Reply<d::RestartDeploymentResponse> {
        none()
    }
    async fn delete_deployment(
        &self,
        _: tonic::Request<d::DeleteDeploymentRequest>,
    ) -> Reply<d::DeleteDeploymentResponse> {
        none()
    }
    async fn retry_deployment(
        &self,
        _: tonic::Request<d::RetryDeploymentRequest>,
    ) -> Reply<d::RetryDeploymentResponse> {
        none()
    }
    async fn discard_change(&self, _: tonic::Request<d::DiscardChangeRequest>) -> Reply<d::DiscardChangeResponse> {
        none()
    }
    async fn list_revisions(&self, _: tonic::Request<d::ListRevisionsRequest>) -> Reply<d::ListRevisionsResponse> {
        none()
    }
    async fn get_quotas(&self, _: tonic::Request<d::GetQuotasRequest>) -> Reply<d::GetQuotasResponse> {
        none()
    }
    async fn reveal_secrets(&self, _: tonic::Request<d::RevealSecretsRequest>) -> Reply<d::RevealSecretsResponse> {
        none()
    }
    async fn finish(&self, _: tonic::Request<d::FinishRequest>) -> Reply<d::FinishResponse> {
        none()
    }
    async fn write_secrets(&self, _: tonic::Request<d::WriteSecretsRequest>) -> Reply<d::WriteSecretsResponse> {
        none()
    }
    async fn observe(&self, request: tonic::Request<d::ObserveRequest>) -> Reply<d::ObserveResponse> {
        let told = request.into_inner().observations.into_iter();
        let told = told.map(|seen| (seen.deployment_id, seen.serving, seen.message));
        self.1.lock().expect("the lock").extend(told);
        Ok(tonic::Response::new(d::ObserveResponse {}))
    }
}
