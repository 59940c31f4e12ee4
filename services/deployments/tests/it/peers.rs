//! Fake peers: small servers that know what a test tells them and keep what they were asked.

#![allow(clippy::disallowed_methods, reason = "a fake peer fails as a transport does")]

use futures::stream::BoxStream;
use proto::{infrastructure, tasks, teams};
use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard},
};
use tonic::{Request, Response, Status};
use uuid::Uuid;

/// What all fake peers share.
#[derive(Default)]
pub struct State {
    /// Nobody answers.
    pub away: bool,
    /// Calls of LookupTeams that wait, the first one first, until the test lets them go: `false` is an outage.
    pub held: VecDeque<tokio::sync::oneshot::Receiver<bool>>,
    pub teams: Vec<(Uuid, String)>,
    pub clusters: Vec<infrastructure::Cluster>,
    pub datacenters: Vec<infrastructure::Datacenter>,
    pub tasks: Vec<tasks::TaskState>,
    /// What Apply answers.
    pub progress: Vec<infrastructure::ApplyResponse>,
    pub put: Vec<infrastructure::PutSecretsRequest>,
    pub applied: Vec<infrastructure::ApplyRequest>,
    pub looked: Vec<infrastructure::StreamLogsRequest>,
    pub asked: Vec<String>,
}

#[derive(Clone, Default)]
pub struct Peers(pub Arc<Mutex<State>>);

impl Peers {
    pub fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().expect("no test thread panicked here")
    }

    fn alive(&self) -> Result<(), Status> {
        if self.state().away { Err(Status::unavailable("away")) } else { Ok(()) }
    }
}

type Answer<T> = Result<Response<T>, Status>;

fn unused<T>() -> Answer<T> {
    Err(Status::unimplemented("no test needs it"))
}

#[tonic::async_trait]
impl teams::team_service_server::TeamService for Peers {
    async fn create_team(&self, _: Request<teams::CreateTeamRequest>) -> Answer<teams::CreateTeamResponse> {
        unused()
    }
    async fn create_first_team(
        &self,
        _: Request<teams::CreateFirstTeamRequest>,
    ) -> Answer<teams::CreateFirstTeamResponse> {
        unused()
    }
    async fn list_teams(&self, _: Request<teams::ListTeamsRequest>) -> Answer<teams::ListTeamsResponse> {
        unused()
    }
    async fn get_team(&self, _: Request<teams::GetTeamRequest>) -> Answer<teams::GetTeamResponse> {
        unused()
    }
    async fn add_member(&self, _: Request<teams::AddMemberRequest>) -> Answer<teams::AddMemberResponse> {
        unused()
    }
    async fn remove_member(&self, _: Request<teams::RemoveMemberRequest>) -> Answer<teams::RemoveMemberResponse> {
        unused()
    }
    async fn update_team(&self, _: Request<teams::UpdateTeamRequest>) -> Answer<teams::UpdateTeamResponse> {
        unused()
    }
    async fn change_member(&self, _: Request<teams::ChangeMemberRequest>) -> Answer<teams::ChangeMemberResponse> {
        unused()
    }
    async fn hand_over_team(&self, _: Request<teams::HandOverTeamRequest>) -> Answer<teams::HandOverTeamResponse> {
        unused()
    }
    async fn delete_team(&self, _: Request<teams::DeleteTeamRequest>) -> Answer<teams::DeleteTeamResponse> {
        unused()
    }
    async fn forget_user(&self, _: Request<teams::ForgetUserRequest>) -> Answer<teams::ForgetUserResponse> {
        unused()
    }
    async fn list_memberships(
        &self,
        _: Request<teams::ListMembershipsRequest>,
    ) -> Answer<teams::ListMembershipsResponse> {
        unused()
    }
    async fn lookup_teams(&self, request: Request<teams::LookupTeamsRequest>) -> Answer<teams::LookupTeamsResponse> {
        self.alive()?;
        let held = self.state().held.pop_front();
        if let Some(held) = held
            && !held.await.unwrap_or_default()
        {
            return Err(Status::unavailable("away"));
        }
        let asked = request.into_inner().ids;
        let state = self.state();
        let teams = state.teams.iter().filter(|(id, _)| asked.contains(&id.to_string()));
        let teams = teams.map(|(id, name)| teams::TeamName { id: id.to_string(), name: name.clone() }).collect();
        Ok(Response::new(teams::LookupTeamsResponse { teams }))
    }
}

#[tonic::async_trait]
impl infrastructure::cluster_service_server::ClusterService for Peers {
    async fn create_cluster(
        &self,
        _: Request<infrastructure::CreateClusterRequest>,
    ) -> Answer<infrastructure::CreateClusterResponse> {
        unused()
    }
    async fn list_clusters(
        &self,
        _: Request<infrastructure::ListClustersRequest>,
    ) -> Answer<infrastructure::ListClustersResponse> {
        unused()
    }
    async fn get_cluster(
        &self,
        request: Request<infrastructure::GetClusterRequest>,
    ) -> Answer<infrastructure::GetClusterResponse> {
        self.alive()?;
        let id = request.into_inner().id;
        match self.state().clusters.iter().find(|cluster| cluster.id == id) {
            Some(cluster) => Ok(Response::new(infrastructure::GetClusterResponse { cluster: Some(cluster.clone()) })),
            None => Err(kit::Error::not_found("Cluster").into()),
        }
    }
    async fn set_kubeconfig(
        &self,
        _: Request<infrastructure::SetKubeconfigRequest>,
    ) -> Answer<infrastructure::SetKubeconfigResponse> {
        unused()
    }
    async fn get_kubeconfig(
        &self,
        _: Request<infrastructure::GetKubeconfigRequest>,
    ) -> Answer<infrastructure::GetKubeconfigResponse> {
        unused()
    }
    async fn validate_kubeconfig(
        &self,
        _: Request<infrastructure::ValidateKubeconfigRequest>,
    ) -> Answer<infrastructure::ValidateKubeconfigResponse> {
        unused()
    }
    async fn list_cluster_states(
        &self,
        _: Request<infrastructure::ListClusterStatesRequest>,
    ) -> Answer<infrastructure::ListClusterStatesResponse> {
        unused()
    }
}

#[tonic::async_trait]
impl infrastructure::datacenter_service_server::DatacenterService for Peers {
    async fn create_datacenter(
        &self,
        _: Request<infrastructure::CreateDatacenterRequest>,
    ) -> Answer<infrastructure::CreateDatacenterResponse> {
        unused()
    }
    async fn list_datacenters(
        &self,
        _: Request<infrastructure::ListDatacentersRequest>,
    ) -> Answer<infrastructure::ListDatacentersResponse> {
        let datacenters = self.state().datacenters.clone();
        Ok(Response::new(infrastructure::ListDatacentersResponse { total: 0, datacenters }))
    }
}

#[tonic::async_trait]
impl infrastructure::workload_service_server::WorkloadService for Peers {
    type ApplyStream = BoxStream<'static, Result<infrastructure::ApplyResponse, Status>>;
    type WatchRolloutStream = BoxStream<'static, Result<infrastructure::WatchRolloutResponse, Status>>;
    type StreamLogsStream = BoxStream<'static, Result<infrastructure::StreamLogsResponse, Status>>;
    async fn check_cluster(
        &self,
        _: Request<infrastructure::CheckClusterRequest>,
    ) -> Answer<infrastructure::CheckClusterResponse> {
        unused()
    }
    async fn ensure_namespace(
        &self,
        _: Request<infrastructure::EnsureNamespaceRequest>,
    ) -> Answer<infrastructure::EnsureNamespaceResponse> {
        unused()
    }
    async fn put_secrets(
        &self,
        request: Request<infrastructure::PutSecretsRequest>,
    ) -> Answer<infrastructure::PutSecretsResponse> {
        self.state().put.push(request.into_inner());
        Ok(Response::new(infrastructure::PutSecretsResponse {}))
    }
    async fn apply(&self, request: Request<infrastructure::ApplyRequest>) -> Answer<Self::ApplyStream> {
        let mut state = self.state();
        state.applied.push(request.into_inner());
        Ok(Response::new(Box::pin(futures::stream::iter(state.progress.clone().into_iter().map(Ok)))))
    }
    async fn watch_rollout(&self, _: Request<infrastructure::WatchRolloutRequest>) -> Answer<Self::WatchRolloutStream> {
        unused()
    }
    async fn run_hooks(&self, _: Request<infrastructure::RunHooksRequest>) -> Answer<infrastructure::RunHooksResponse> {
        unused()
    }
    async fn finish_release(
        &self,
        _: Request<infrastructure::FinishReleaseRequest>,
    ) -> Answer<infrastructure::FinishReleaseResponse> {
        unused()
    }
    async fn restart(&self, _: Request<infrastructure::RestartRequest>) -> Answer<infrastructure::RestartResponse> {
        unused()
    }
    async fn uninstall(
        &self,
        _: Request<infrastructure::UninstallRequest>,
    ) -> Answer<infrastructure::UninstallResponse> {
        unused()
    }
    async fn stream_logs(&self, request: Request<infrastructure::StreamLogsRequest>) -> Answer<Self::StreamLogsStream> {
        let mut state = self.state();
        state.looked.push(request.into_inner());
        let line = |message: &str| infrastructure::LogLine { message: message.into(), ..Default::default() };
        let answer = infrastructure::StreamLogsResponse { lines: vec![line("one"), line("two")], ..Default::default() };
        Ok(Response::new(Box::pin(futures::stream::iter([Ok(answer)]))))
    }
}

#[tonic::async_trait]
impl tasks::task_service_server::TaskService for Peers {
    async fn submit(&self, _: Request<tasks::SubmitRequest>) -> Answer<tasks::SubmitResponse> {
        unused()
    }
    async fn cancel(&self, _: Request<tasks::CancelRequest>) -> Answer<tasks::CancelResponse> {
        unused()
    }
    async fn lookup_tasks(&self, request: Request<tasks::LookupTasksRequest>) -> Answer<tasks::LookupTasksResponse> {
        self.alive()?;
        let mut state = self.state();
        let asked = request.into_inner().ids;
        state.asked.extend(asked.clone());
        let states = state.tasks.iter().filter(|task| asked.contains(&task.id)).cloned().collect();
        Ok(Response::new(tasks::LookupTasksResponse { states }))
    }
    async fn list_tasks(&self, _: Request<tasks::ListTasksRequest>) -> Answer<tasks::ListTasksResponse> {
        unused()
    }
    async fn get_task(&self, _: Request<tasks::GetTaskRequest>) -> Answer<tasks::GetTaskResponse> {
        unused()
    }
    async fn cancel_task(&self, _: Request<tasks::CancelTaskRequest>) -> Answer<tasks::CancelTaskResponse> {
        unused()
    }
    async fn hide_task(&self, _: Request<tasks::HideTaskRequest>) -> Answer<tasks::HideTaskResponse> {
        unused()
    }
    async fn count_tasks(&self, _: Request<tasks::CountTasksRequest>) -> Answer<tasks::CountTasksResponse> {
        unused()
    }
}
