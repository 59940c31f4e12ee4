//! Fake peers: small servers that know what a test tells them and keep what they were asked.

#![allow(clippy::disallowed_methods, reason = "a fake peer fails as a transport does")]

use futures::{Stream, stream};
use kit::{Error, clock::stamp, message, testing::Peer};
use proto::{infrastructure, tasks, teams};
use std::{
    collections::{HashMap, VecDeque},
    net::SocketAddr,
    sync::{Arc, Mutex, MutexGuard},
};
use time::OffsetDateTime;
use tonic::Status;
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
    /// What ListWorkloads answers; `None`: it fails.
    pub workloads: Option<infrastructure::ListWorkloadsResponse>,
    pub listed: Vec<infrastructure::ListWorkloadsRequest>,
    /// What Plan answers.
    pub plan: infrastructure::PlanResponse,
    pub planned: Vec<infrastructure::PlanRequest>,
    /// The cluster that does not answer to Plan.
    pub silent: Option<Uuid>,
    /// What ListVolumes answers.
    pub volumes: Vec<infrastructure::VolumeClaim>,
    /// What GetUsage was asked.
    pub usage: Vec<infrastructure::GetUsageRequest>,
    /// Where the figures that GetUsage answers begin, by range; it refuses any other.
    pub measured_since: HashMap<infrastructure::MetricsRange, OffsetDateTime>,
    /// What DeleteVolumes answers, one call after the other; gone when nothing is told.
    pub outcomes: VecDeque<Vec<infrastructure::DeletedVolume>>,
    pub deleted: Vec<infrastructure::DeleteVolumesRequest>,
    pub asked: Vec<String>,
    /// What Uninstall answers, one call after the other; done when nothing is told.
    pub passes: VecDeque<infrastructure::UninstallResponse>,
    pub uninstalled: Vec<infrastructure::UninstallRequest>,
    pub resumed: Vec<infrastructure::ResumeWorkloadsRequest>,
    /// ResumeWorkloads does not come about.
    pub refuses_to_resume: bool,
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

type Answer<T> = Result<T, Status>;

impl Peers {
    /// Serves all of them at one address.
    pub async fn serve(&self) -> SocketAddr {
        Peer::of(self.clone())
            .unary("TeamService", Self::lookup_teams)
            .unary("ClusterService", Self::get_cluster)
            .unary("DatacenterService", Self::list_datacenters)
            .unary("WorkloadService", Self::put_secrets)
            .streaming("WorkloadService", Self::apply)
            .streaming("WorkloadService", Self::stream_logs)
            .unary("WorkloadService", Self::list_workloads)
            .unary("WorkloadService", Self::plan)
            .unary("WorkloadService", Self::list_volumes)
            .unary("WorkloadService", Self::delete_volumes)
            .unary("WorkloadService", Self::get_usage)
            .unary("WorkloadService", Self::uninstall)
            .unary("WorkloadService", Self::resume_workloads)
            .unary("TaskService", Self::lookup_tasks)
            .serve()
            .await
    }

    async fn lookup_teams(self, request: teams::LookupTeamsRequest) -> Answer<teams::LookupTeamsResponse> {
        self.alive()?;
        let held = self.state().held.pop_front();
        if let Some(held) = held
            && !held.await.unwrap_or_default()
        {
            return Err(Status::unavailable("away"));
        }
        let state = self.state();
        let teams = state.teams.iter().filter(|(id, _)| request.ids.contains(&id.to_string()));
        let teams = teams.map(|(id, name)| teams::TeamName { id: id.to_string(), name: name.clone() }).collect();
        Ok(teams::LookupTeamsResponse { teams })
    }

    async fn get_cluster(
        self,
        request: infrastructure::GetClusterRequest,
    ) -> Answer<infrastructure::GetClusterResponse> {
        self.alive()?;
        match self.state().clusters.iter().find(|cluster| cluster.id == request.id) {
            Some(cluster) => Ok(infrastructure::GetClusterResponse { cluster: Some(cluster.clone()) }),
            None => Err(kit::Error::not_found("Cluster").into()),
        }
    }

    async fn list_datacenters(
        self,
        _: infrastructure::ListDatacentersRequest,
    ) -> Answer<infrastructure::ListDatacentersResponse> {
        let datacenters = self.state().datacenters.clone();
        Ok(infrastructure::ListDatacentersResponse { total: 0, datacenters })
    }

    async fn put_secrets(
        self,
        request: infrastructure::PutSecretsRequest,
    ) -> Answer<infrastructure::PutSecretsResponse> {
        self.state().put.push(request);
        Ok(infrastructure::PutSecretsResponse {})
    }

    async fn apply(
        self,
        request: infrastructure::ApplyRequest,
    ) -> Answer<impl Stream<Item = Answer<infrastructure::ApplyResponse>>> {
        let mut state = self.state();
        state.applied.push(request);
        Ok(stream::iter(state.progress.clone().into_iter().map(Ok)))
    }

    async fn stream_logs(
        self,
        request: infrastructure::StreamLogsRequest,
    ) -> Answer<impl Stream<Item = Answer<infrastructure::StreamLogsResponse>>> {
        self.state().looked.push(request);
        let line = |message: &str| infrastructure::LogLine { message: message.into(), ..Default::default() };
        let answer = infrastructure::StreamLogsResponse { lines: vec![line("one"), line("two")], ..Default::default() };
        Ok(stream::iter([Ok(answer)]))
    }

    async fn list_workloads(
        self,
        request: infrastructure::ListWorkloadsRequest,
    ) -> Answer<infrastructure::ListWorkloadsResponse> {
        self.alive()?;
        let mut state = self.state();
        state.listed.push(request);
        let gone = || kit::Error::conflict(kit::message!(NAMESPACE_GONE, namespace = "shop"));
        state.workloads.clone().ok_or_else(|| gone().into())
    }

    async fn plan(self, request: infrastructure::PlanRequest) -> Answer<infrastructure::PlanResponse> {
        self.alive()?;
        let mut state = self.state();
        let cluster = request.cluster_id.clone();
        state.planned.push(request);
        if state.silent.is_some_and(|silent| silent.to_string() == cluster) {
            let said = message!(CLUSTER_UNREACHABLE, cluster = "prod", said = "no route to host");
            return Err(Error::unavailable(said, anyhow::anyhow!("no route to host")).into());
        }
        Ok(state.plan.clone())
    }

    async fn list_volumes(self, _: infrastructure::ListVolumesRequest) -> Answer<infrastructure::ListVolumesResponse> {
        self.alive()?;
        Ok(infrastructure::ListVolumesResponse { volumes: self.state().volumes.clone() })
    }

    async fn get_usage(self, asked: infrastructure::GetUsageRequest) -> Answer<infrastructure::GetUsageResponse> {
        self.alive()?;
        let mut state = self.state();
        let from = state.measured_since.get(&asked.range()).copied();
        state.usage.push(asked);
        match from {
            Some(from) => Ok(infrastructure::GetUsageResponse { from: Some(stamp(from)), ..Default::default() }),
            None => Err(Error::invalid_field("range", message!(MISSING)).into()),
        }
    }

    async fn delete_volumes(
        self,
        request: infrastructure::DeleteVolumesRequest,
    ) -> Answer<infrastructure::DeleteVolumesResponse> {
        self.alive()?;
        let mut state = self.state();
        let gone = |volume: &infrastructure::VolumeToDelete| infrastructure::DeletedVolume {
            name: volume.name.clone(),
            outcome: infrastructure::VolumeOutcome::Gone.into(),
            ..Default::default()
        };
        let usual = request.volumes.iter().map(gone).collect();
        state.deleted.push(request);
        Ok(infrastructure::DeleteVolumesResponse { volumes: state.outcomes.pop_front().unwrap_or(usual) })
    }

    async fn uninstall(self, request: infrastructure::UninstallRequest) -> Answer<infrastructure::UninstallResponse> {
        self.alive()?;
        let mut state = self.state();
        state.uninstalled.push(request);
        let usual = infrastructure::UninstallResponse { done: true, ..Default::default() };
        Ok(state.passes.pop_front().unwrap_or(usual))
    }

    async fn resume_workloads(
        self,
        request: infrastructure::ResumeWorkloadsRequest,
    ) -> Answer<infrastructure::ResumeWorkloadsResponse> {
        self.alive()?;
        let mut state = self.state();
        if state.refuses_to_resume {
            return Err(Status::unavailable("away"));
        }
        state.resumed.push(request);
        Ok(infrastructure::ResumeWorkloadsResponse {})
    }

    async fn lookup_tasks(self, request: tasks::LookupTasksRequest) -> Answer<tasks::LookupTasksResponse> {
        self.alive()?;
        let mut state = self.state();
        state.asked.extend(request.ids.clone());
        let states = state.tasks.iter().filter(|task| request.ids.contains(&task.id)).cloned().collect();
        Ok(tasks::LookupTasksResponse { states })
    }
}
