//! `WorkloadService`: everything Canopy does in a cluster for a deployment. One file per verb.
//!
//! A mutating verb raises the deployment's fence to its ticket's number, works for at most 30 s, and is safe to repeat:
//! it finds what an earlier attempt did in the cluster. What it says about failures is masked before it leaves.

mod apply;
mod check_cluster;
mod claims;
mod components;
mod copy_volumes;
mod delete_volumes;
mod ensure_namespace;
mod exec;
mod finish_release;
mod get_usage;
mod left_over;
mod list_volumes;
mod list_workloads;
mod open_shell;
mod plan;
mod progress;
mod put_secrets;
mod restart;
mod resume_workloads;
mod rollout;
mod run_hooks;
mod standstill;
mod stream_logs;
mod traffic;
mod uninstall;
mod watch_rollout;

pub(crate) use check_cluster::{Right, optional_rights, rights};
pub(crate) use components::{parts, workload};
pub use rollout::Patience;
pub(crate) use rollout::signals;

use crate::{
    gateway::Gateway,
    kubernetes::{
        change::{self, Change, Ticket},
        fence::Fence,
        pause::Pause,
        space::Space,
    },
};
use access::Caller;
use kit::{Context, Origin, Result};
use progress::Answers;
use proto::{
    infrastructure::{self as pb, workload_service_server::WorkloadService},
    tasks::task_service_client::TaskServiceClient,
};
use std::future::Future;
use tonic::{Request, Response, Status, Streaming};

/// Who may call what; part of the service's policy.
pub const POLICY: &[access::Row] = &[
    access::services("/canopy.infrastructure.v1.WorkloadService/CheckCluster", &["tasks", "deployments"]),
    access::services("/canopy.infrastructure.v1.WorkloadService/EnsureNamespace", &["tasks"]),
    access::services("/canopy.infrastructure.v1.WorkloadService/PutSecrets", &["deployments"]),
    access::services("/canopy.infrastructure.v1.WorkloadService/Apply", &["deployments"]),
    access::services("/canopy.infrastructure.v1.WorkloadService/WatchRollout", &["tasks"]),
    access::services("/canopy.infrastructure.v1.WorkloadService/RunHooks", &["tasks"]),
    access::services("/canopy.infrastructure.v1.WorkloadService/FinishRelease", &["tasks"]),
    access::services("/canopy.infrastructure.v1.WorkloadService/Restart", &["tasks"]),
    access::services("/canopy.infrastructure.v1.WorkloadService/Uninstall", &["tasks", "deployments"]),
    access::services("/canopy.infrastructure.v1.WorkloadService/StreamLogs", &["deployments"]),
    access::services("/canopy.infrastructure.v1.WorkloadService/ListWorkloads", &["deployments"]),
    access::services("/canopy.infrastructure.v1.WorkloadService/Plan", &["deployments"]),
    access::services("/canopy.infrastructure.v1.WorkloadService/ListVolumes", &["deployments"]),
    access::services("/canopy.infrastructure.v1.WorkloadService/DeleteVolumes", &["deployments"]),
    access::services("/canopy.infrastructure.v1.WorkloadService/CopyVolumes", &["tasks"]),
    access::services("/canopy.infrastructure.v1.WorkloadService/ResumeWorkloads", &["deployments"]),
    access::services("/canopy.infrastructure.v1.WorkloadService/GetUsage", &["deployments"]),
    access::services("/canopy.infrastructure.v1.WorkloadService/OpenShell", &["deployments"]),
];

/// The service.
#[derive(Clone)]
pub struct WorkloadRpc(Workloads);

/// What the verbs need.
#[derive(Clone)]
pub struct Workloads {
    /// Time, ids, database, peers.
    pub cx: Context,
    /// The way to clusters.
    pub gateway: Gateway,
    /// How long a rollout's faults are borne.
    pub patience: Patience,
    /// Where tests stop.
    pub pause: Pause,
}

impl WorkloadRpc {
    /// With the patience of the settings.
    #[must_use]
    pub fn new(cx: Context, gateway: Gateway) -> Self {
        Self(Workloads::new(cx, gateway))
    }

    /// With what a test set up.
    #[must_use]
    pub fn of(workloads: Workloads) -> Self {
        Self(workloads)
    }
}

impl Workloads {
    /// With the patience of the settings, stopping nowhere.
    #[must_use]
    pub fn new(cx: Context, gateway: Gateway) -> Self {
        let patience = gateway.options().patience;
        Self { cx, gateway, patience, pause: Pause::default() }
    }

    /// Starts a change: the ticket is read, its fence raised, the cluster found.
    pub(crate) async fn change(&self, ticket: Option<pb::Ticket>) -> Result<Change> {
        let ticket = Ticket::read(ticket)?;
        let fence = Fence::raise(&self.cx.db, &ticket).await?;
        let space = Space::new(self.gateway.cluster(ticket.cluster).await?, ticket.namespace.clone());
        Ok(Change::new(ticket, fence, space, self.pause.clone()))
    }

    /// For reading: the namespace, which must be the deployment's.
    pub(crate) async fn space(&self, cluster: &str, deployment: &str, namespace: &str) -> Result<Space> {
        let cluster = kit::ids::parse_as(cluster, "Cluster")?;
        let deployment = kit::ids::parse_as(deployment, "Deployment")?;
        let space = Space::new(self.gateway.cluster(cluster).await?, change::namespace(namespace)?);
        space.belongs_to(deployment).await?;
        Ok(space)
    }

    /// What became of another task of ours.
    pub(crate) async fn task_status(
        &self,
        origin: &Origin,
        task: uuid::Uuid,
    ) -> Result<Option<proto::tasks::TaskStatus>> {
        let request = proto::tasks::LookupTasksRequest { ids: vec![task.to_string()] };
        let mut tasks = TaskServiceClient::new(self.cx.peer("tasks")).max_decoding_message_size(kit::MESSAGE_LIMIT);
        let answer = tasks.lookup_tasks(self.cx.request("tasks", origin, request)?).await?.into_inner();
        Ok(answer.states.first().map(proto::tasks::TaskState::status))
    }
}

/// The value of a label or the name of a container, as it may stand in a selector; empty for none.
pub(crate) fn component<'a>(field: &str, text: &'a str) -> Result<&'a str> {
    let good = |b: u8| b.is_ascii_alphanumeric() || b"-_.".contains(&b);
    if text.len() > 63 || !text.bytes().all(good) {
        return Err(kit::Error::invalid_field(field, kit::message!(NO_NAME)));
    }
    Ok(text)
}

/// Runs a step of a change; what it says about a failure leaves masked.
pub(crate) async fn masked<T>(space: &Space, work: impl Future<Output = Result<T>>) -> Result<T> {
    match work.await {
        Ok(value) => Ok(value),
        Err(error) => Err(space.masked(error).await),
    }
}

/// Opens a request that only a service may send.
fn opened<M>(request: Request<M>) -> Result<(Caller, M)> {
    let (caller, message) = access::open(request)?;
    caller.peer()?;
    Ok((caller, message))
}

#[tonic::async_trait]
impl WorkloadService for WorkloadRpc {
    type ApplyStream = Answers<pb::ApplyResponse>;
    type WatchRolloutStream = Answers<pb::WatchRolloutResponse>;
    type StreamLogsStream = Answers<pb::StreamLogsResponse>;
    type CopyVolumesStream = Answers<pb::CopyVolumesResponse>;
    type OpenShellStream = Answers<pb::OpenShellResponse>;

    async fn check_cluster(
        &self,
        request: Request<pb::CheckClusterRequest>,
    ) -> Result<Response<pb::CheckClusterResponse>, Status> {
        let (_, message) = opened(request)?;
        Ok(Response::new(check_cluster::check_cluster(&self.0, message).await?))
    }

    async fn ensure_namespace(
        &self,
        request: Request<pb::EnsureNamespaceRequest>,
    ) -> Result<Response<pb::EnsureNamespaceResponse>, Status> {
        let (_, message) = opened(request)?;
        Ok(Response::new(ensure_namespace::ensure_namespace(&self.0, message).await?))
    }

    async fn put_secrets(
        &self,
        request: Request<pb::PutSecretsRequest>,
    ) -> Result<Response<pb::PutSecretsResponse>, Status> {
        let (_, message) = opened(request)?;
        Ok(Response::new(put_secrets::put_secrets(&self.0, message).await?))
    }

    async fn apply(&self, request: Request<pb::ApplyRequest>) -> Result<Response<Self::ApplyStream>, Status> {
        let (caller, message) = opened(request)?;
        Ok(Response::new(apply::apply(&self.0, caller.origin().clone(), message).await?))
    }

    async fn watch_rollout(
        &self,
        request: Request<pb::WatchRolloutRequest>,
    ) -> Result<Response<Self::WatchRolloutStream>, Status> {
        let (_, message) = opened(request)?;
        Ok(Response::new(watch_rollout::watch_rollout(&self.0, message).await?))
    }

    async fn run_hooks(&self, request: Request<pb::RunHooksRequest>) -> Result<Response<pb::RunHooksResponse>, Status> {
        let (_, message) = opened(request)?;
        Ok(Response::new(run_hooks::run_hooks(&self.0, message).await?))
    }

    async fn finish_release(
        &self,
        request: Request<pb::FinishReleaseRequest>,
    ) -> Result<Response<pb::FinishReleaseResponse>, Status> {
        let (_, message) = opened(request)?;
        Ok(Response::new(finish_release::finish_release(&self.0, message).await?))
    }

    async fn restart(&self, request: Request<pb::RestartRequest>) -> Result<Response<pb::RestartResponse>, Status> {
        let (_, message) = opened(request)?;
        Ok(Response::new(restart::restart(&self.0, message).await?))
    }

    async fn uninstall(
        &self,
        request: Request<pb::UninstallRequest>,
    ) -> Result<Response<pb::UninstallResponse>, Status> {
        let (_, message) = opened(request)?;
        Ok(Response::new(uninstall::uninstall(&self.0, message).await?))
    }

    async fn stream_logs(
        &self,
        request: Request<pb::StreamLogsRequest>,
    ) -> Result<Response<Self::StreamLogsStream>, Status> {
        let (_, message) = opened(request)?;
        Ok(Response::new(stream_logs::stream_logs(&self.0, message).await?))
    }

    async fn list_workloads(
        &self,
        request: Request<pb::ListWorkloadsRequest>,
    ) -> Result<Response<pb::ListWorkloadsResponse>, Status> {
        let (_, message) = opened(request)?;
        Ok(Response::new(list_workloads::list_workloads(&self.0, message).await?))
    }

    async fn plan(&self, request: Request<pb::PlanRequest>) -> Result<Response<pb::PlanResponse>, Status> {
        let (_, message) = opened(request)?;
        Ok(Response::new(plan::plan(&self.0, message).await?))
    }

    async fn list_volumes(
        &self,
        request: Request<pb::ListVolumesRequest>,
    ) -> Result<Response<pb::ListVolumesResponse>, Status> {
        let (_, message) = opened(request)?;
        Ok(Response::new(list_volumes::list_volumes(&self.0, message).await?))
    }

    async fn delete_volumes(
        &self,
        request: Request<pb::DeleteVolumesRequest>,
    ) -> Result<Response<pb::DeleteVolumesResponse>, Status> {
        let (_, message) = opened(request)?;
        Ok(Response::new(delete_volumes::delete_volumes(&self.0, message).await?))
    }

    async fn copy_volumes(
        &self,
        request: Request<pb::CopyVolumesRequest>,
    ) -> Result<Response<Self::CopyVolumesStream>, Status> {
        let (_, message) = opened(request)?;
        Ok(Response::new(copy_volumes::copy_volumes(&self.0, message).await?))
    }

    async fn resume_workloads(
        &self,
        request: Request<pb::ResumeWorkloadsRequest>,
    ) -> Result<Response<pb::ResumeWorkloadsResponse>, Status> {
        let (_, message) = opened(request)?;
        Ok(Response::new(resume_workloads::resume_workloads(&self.0, message).await?))
    }

    async fn get_usage(&self, request: Request<pb::GetUsageRequest>) -> Result<Response<pb::GetUsageResponse>, Status> {
        let (_, message) = opened(request)?;
        Ok(Response::new(get_usage::get_usage(&self.0, message).await?))
    }

    async fn open_shell(
        &self,
        request: Request<Streaming<pb::OpenShellRequest>>,
    ) -> Result<Response<Self::OpenShellStream>, Status> {
        let (_, messages) = opened(request)?;
        Ok(Response::new(open_shell::open_shell(&self.0, messages).await?))
    }
}
