//! Played peers: infrastructure and deployments, which succeed at once unless a test tells them otherwise.

use futures::stream::{self, BoxStream, StreamExt as _};
use kit::Error;
use proto::{deployments as d, infrastructure as i};
use std::{
    collections::{HashMap, VecDeque},
    net::SocketAddr,
    sync::{Arc, Mutex},
};
use tokio::sync::Semaphore;
use tonic::{Request, Response, Status};

/// A place where a played call stops until the test opens it.
#[derive(Clone)]
pub struct Gate {
    reached: Arc<Semaphore>,
    open: Arc<Semaphore>,
}

impl Gate {
    pub fn new() -> Self {
        Self { reached: Arc::new(Semaphore::new(0)), open: Arc::new(Semaphore::new(0)) }
    }

    /// Waits until a call stands here.
    pub async fn reached(&self) {
        self.reached.acquire().await.unwrap().forget();
    }

    /// Lets one call pass.
    pub fn open(&self) {
        self.open.add_permits(1);
    }

    async fn pass(&self) {
        self.reached.add_permits(1);
        self.open.acquire().await.unwrap().forget();
    }
}

/// What one call does instead of succeeding at once.
pub enum Act {
    Fail(Error),
    /// Stops, then succeeds.
    Stop(Gate),
    /// Stops, then fails.
    StopAndFail(Gate, Error),
    /// Not done yet (hooks, uninstall).
    Again(&'static str),
    /// The release record's status (FinishRelease).
    Status(&'static str),
    /// What the credentials may not do (CheckCluster).
    Missing(&'static str),
    /// Messages of a stream.
    Play(Vec<Item>),
}

/// One thing that a played stream does.
pub enum Item {
    Say(&'static str),
    /// The apply's Helm revision.
    Revision(i32),
    Stop(Gate),
    Done,
    Failed {
        error: &'static str,
        serving: bool,
    },
    Break(Error),
}

/// A call as it came.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    pub method: &'static str,
    pub task: String,
    pub fence: i64,
    pub helm_revision: i32,
    /// FinishRelease: "deployed" or the description; Restart and WatchRollout: the time and, if one is named, the component.
    pub note: String,
}

fn noted(at: Option<&prost_types::Timestamp>, component: &str) -> String {
    let at = at.map(|at| at.seconds.to_string()).unwrap_or_default();
    if component.is_empty() { at } else { format!("{at} {component}") }
}

#[derive(Default)]
struct State {
    calls: Vec<Call>,
    acts: HashMap<&'static str, VecDeque<Act>>,
    at_work: Vec<String>,
    doubled: bool,
}

#[derive(Clone, Default)]
pub struct World(Arc<Mutex<State>>);

impl World {
    /// The next call of this method does this.
    pub fn next(&self, method: &'static str, act: Act) {
        self.0.lock().unwrap().acts.entry(method).or_default().push_back(act);
    }

    pub fn calls(&self) -> Vec<Call> {
        self.0.lock().unwrap().calls.clone()
    }

    pub fn calls_of(&self, method: &str) -> Vec<Call> {
        self.calls().into_iter().filter(|call| call.method == method).collect()
    }

    pub fn methods(&self) -> Vec<&'static str> {
        self.calls().into_iter().map(|call| call.method).collect()
    }

    /// Whether two calls of one task were ever at work at the same time.
    pub fn doubled(&self) -> bool {
        self.0.lock().unwrap().doubled
    }

    pub async fn serve(&self) -> SocketAddr {
        let mut routes = tonic::service::RoutesBuilder::default();
        routes.add_service(i::workload_service_server::WorkloadServiceServer::new(self.clone()));
        routes.add_service(d::deployment_service_server::DeploymentServiceServer::new(self.clone()));
        kit::testing::serve(routes.routes()).await
    }

    fn take(&self, call: Call) -> Option<Act> {
        let mut state = self.0.lock().unwrap();
        let act = state.acts.get_mut(call.method).and_then(VecDeque::pop_front);
        state.calls.push(call);
        act
    }

    /// Notes the call and plays what is common to all.
    async fn play(&self, call: Call) -> Result<Option<Act>, Status> {
        let task = call.task.clone();
        {
            let mut state = self.0.lock().unwrap();
            state.doubled |= !task.is_empty() && state.at_work.contains(&task);
            state.at_work.push(task.clone());
        }
        let act = self.take(call);
        // Other workers get a chance to make the mistake.
        tokio::task::yield_now().await;
        let played = match act {
            Some(Act::Fail(error)) => Err(error.into()),
            Some(Act::Stop(gate)) => {
                gate.pass().await;
                Ok(None)
            }
            Some(Act::StopAndFail(gate, error)) => {
                gate.pass().await;
                Err(error.into())
            }
            act => Ok(act),
        };
        let mut state = self.0.lock().unwrap();
        if let Some(at) = state.at_work.iter().position(|known| *known == task) {
            state.at_work.remove(at);
        }
        played
    }

    async fn stream<M: Send + 'static>(
        &self,
        call: Call,
        usual: Vec<Item>,
        message: fn(Item) -> Result<M, Status>,
    ) -> Result<Response<BoxStream<'static, Result<M, Status>>>, Status> {
        let items = match self.play(call).await? {
            Some(Act::Play(items)) => items,
            _ => usual,
        };
        let played = stream::unfold(VecDeque::from(items), move |mut left| async move {
            loop {
                match left.pop_front()? {
                    Item::Stop(gate) => gate.pass().await,
                    item => return Some((message(item), left)),
                }
            }
        });
        Ok(Response::new(played.boxed()))
    }
}

fn of_ticket(method: &'static str, ticket: Option<i::Ticket>) -> Call {
    let ticket = ticket.expect("a ticket");
    Call { method, task: ticket.task_id, fence: ticket.fence, helm_revision: 0, note: String::new() }
}

fn of_read(method: &'static str) -> Call {
    Call { method, task: String::new(), fence: 0, helm_revision: 0, note: String::new() }
}

fn not_played<T>() -> Result<T, Status> {
    Err(Error::not_found("Play").into())
}

fn rollout(item: Item) -> Result<i::WatchRolloutResponse, Status> {
    let mut state = i::WatchRolloutResponse::default();
    match item {
        Item::Say(text) => state.message = text.to_owned(),
        Item::Done => {
            state.message = "All pods are ready".to_owned();
            state.ready = true;
            state.serving = true;
        }
        Item::Failed { error, serving } => {
            state.failed = true;
            state.error = error.to_owned();
            state.serving = serving;
        }
        Item::Break(error) => return Err(error.into()),
        Item::Revision(_) | Item::Stop(_) => {}
    }
    Ok(state)
}

fn applying(item: Item) -> Result<d::ApplyResponse, Status> {
    let mut progress = d::ApplyResponse::default();
    match item {
        Item::Say(text) => progress.message = text.to_owned(),
        Item::Revision(revision) => progress.helm_revision = revision,
        Item::Done => {
            progress.message = "12 objects applied".to_owned();
            progress.done = true;
        }
        Item::Break(error) => return Err(error.into()),
        Item::Failed { .. } | Item::Stop(_) => {}
    }
    Ok(progress)
}

type Stream<M> = BoxStream<'static, Result<M, Status>>;

#[tonic::async_trait]
impl i::workload_service_server::WorkloadService for World {
    type ApplyStream = Stream<i::ApplyResponse>;
    type WatchRolloutStream = Stream<i::WatchRolloutResponse>;
    type StreamLogsStream = Stream<i::StreamLogsResponse>;

    async fn check_cluster(
        &self,
        _: Request<i::CheckClusterRequest>,
    ) -> Result<Response<i::CheckClusterResponse>, Status> {
        let mut answer = i::CheckClusterResponse { version: "v1.33.1".to_owned(), ..Default::default() };
        if let Some(Act::Missing(sentence)) = self.play(of_read("check")).await? {
            answer.missing.push(sentence.to_owned());
            answer.missing_said.push(kit::message!(ObjectAwaited, object = sentence).packed());
        }
        Ok(Response::new(answer))
    }

    async fn ensure_namespace(
        &self,
        request: Request<i::EnsureNamespaceRequest>,
    ) -> Result<Response<i::EnsureNamespaceResponse>, Status> {
        let request = request.into_inner();
        let mut call = of_ticket("namespace", request.ticket);
        let mut labels: Vec<String> = request.labels.iter().map(|(name, value)| format!("{name}={value}")).collect();
        labels.sort();
        call.note = labels.join(",");
        self.play(call).await?;
        Ok(Response::new(i::EnsureNamespaceResponse { created: true }))
    }

    async fn put_secrets(&self, _: Request<i::PutSecretsRequest>) -> Result<Response<i::PutSecretsResponse>, Status> {
        not_played()
    }

    async fn apply(&self, _: Request<i::ApplyRequest>) -> Result<Response<Self::ApplyStream>, Status> {
        not_played()
    }

    async fn watch_rollout(
        &self,
        request: Request<i::WatchRolloutRequest>,
    ) -> Result<Response<Self::WatchRolloutStream>, Status> {
        let mut call = of_read("rollout");
        let request = request.into_inner();
        call.note = noted(request.since.as_ref(), &request.component);
        self.stream(call, vec![Item::Say("web: 0 of 1 pods are ready"), Item::Done], rollout).await
    }

    async fn run_hooks(&self, request: Request<i::RunHooksRequest>) -> Result<Response<i::RunHooksResponse>, Status> {
        let request = request.into_inner();
        let call = Call { helm_revision: request.helm_revision, ..of_ticket("hooks", request.ticket) };
        let answer = match self.play(call).await? {
            Some(Act::Again(message)) => i::RunHooksResponse { message: message.to_owned(), ..Default::default() },
            _ => i::RunHooksResponse { done: true, ..Default::default() },
        };
        Ok(Response::new(answer))
    }

    async fn finish_release(
        &self,
        request: Request<i::FinishReleaseRequest>,
    ) -> Result<Response<i::FinishReleaseResponse>, Status> {
        let request = request.into_inner();
        let note = if request.succeeded { "deployed".to_owned() } else { request.description };
        let call = Call { helm_revision: request.helm_revision, note, ..of_ticket("finish", request.ticket) };
        let status = match self.play(call).await? {
            Some(Act::Status(status)) => status,
            _ if request.succeeded => "deployed",
            _ => "failed",
        };
        Ok(Response::new(i::FinishReleaseResponse { status: status.to_owned() }))
    }

    async fn restart(&self, request: Request<i::RestartRequest>) -> Result<Response<i::RestartResponse>, Status> {
        let request = request.into_inner();
        let note = noted(request.at.as_ref(), &request.component);
        self.play(Call { note, ..of_ticket("restart", request.ticket) }).await?;
        let workload = match request.component.as_str() {
            "" | "web" => "Deployment/web",
            "mysql" => "StatefulSet/mysql",
            _ => return Ok(Response::new(i::RestartResponse::default())),
        };
        Ok(Response::new(i::RestartResponse { workloads: vec![workload.to_owned()] }))
    }

    async fn uninstall(&self, request: Request<i::UninstallRequest>) -> Result<Response<i::UninstallResponse>, Status> {
        let answer = match self.play(of_ticket("uninstall", request.into_inner().ticket)).await? {
            Some(Act::Again(name)) => i::UninstallResponse { remaining: vec![name.to_owned()], ..Default::default() },
            _ => i::UninstallResponse { done: true, ..Default::default() },
        };
        Ok(Response::new(answer))
    }

    async fn stream_logs(&self, _: Request<i::StreamLogsRequest>) -> Result<Response<Self::StreamLogsStream>, Status> {
        not_played()
    }
    async fn list_workloads(
        &self,
        _: Request<i::ListWorkloadsRequest>,
    ) -> Result<Response<i::ListWorkloadsResponse>, Status> {
        not_played()
    }
}

#[tonic::async_trait]
impl d::deployment_service_server::DeploymentService for World {
    type ApplyStream = Stream<d::ApplyResponse>;
    type StreamLogsStream = Stream<d::StreamLogsResponse>;

    async fn get_chart(&self, _: Request<d::GetChartRequest>) -> Result<Response<d::GetChartResponse>, Status> {
        not_played()
    }
    async fn list_services(
        &self,
        _: Request<d::ListServicesRequest>,
    ) -> Result<Response<d::ListServicesResponse>, Status> {
        not_played()
    }

    async fn write_secrets(
        &self,
        request: Request<d::WriteSecretsRequest>,
    ) -> Result<Response<d::WriteSecretsResponse>, Status> {
        let request = request.into_inner();
        let call = Call { task: request.task_id, fence: request.fence, ..of_read("secrets") };
        self.play(call).await?;
        Ok(Response::new(d::WriteSecretsResponse { names: vec!["shop-app".to_owned(), "shop-db".to_owned()] }))
    }

    async fn apply(&self, request: Request<d::ApplyRequest>) -> Result<Response<Self::ApplyStream>, Status> {
        let request = request.into_inner();
        let call = Call {
            method: "apply",
            task: request.task_id,
            fence: request.fence,
            helm_revision: request.helm_revision,
            note: format!("{}:{}", request.revision, request.hash),
        };
        self.stream(call, vec![Item::Revision(1), Item::Say("Service shop"), Item::Done], applying).await
    }

    async fn get_catalogue(
        &self,
        _: Request<d::GetCatalogueRequest>,
    ) -> Result<Response<d::GetCatalogueResponse>, Status> {
        not_played()
    }

    async fn create_deployment(
        &self,
        _: Request<d::CreateDeploymentRequest>,
    ) -> Result<Response<d::CreateDeploymentResponse>, Status> {
        not_played()
    }

    async fn list_deployments(
        &self,
        _: Request<d::ListDeploymentsRequest>,
    ) -> Result<Response<d::ListDeploymentsResponse>, Status> {
        not_played()
    }

    async fn get_deployment(
        &self,
        _: Request<d::GetDeploymentRequest>,
    ) -> Result<Response<d::GetDeploymentResponse>, Status> {
        not_played()
    }

    async fn update_deployment(
        &self,
        _: Request<d::UpdateDeploymentRequest>,
    ) -> Result<Response<d::UpdateDeploymentResponse>, Status> {
        not_played()
    }

    async fn restart_deployment(
        &self,
        _: Request<d::RestartDeploymentRequest>,
    ) -> Result<Response<d::RestartDeploymentResponse>, Status> {
        not_played()
    }

    async fn delete_deployment(
        &self,
        _: Request<d::DeleteDeploymentRequest>,
    ) -> Result<Response<d::DeleteDeploymentResponse>, Status> {
        not_played()
    }

    async fn retry_deployment(
        &self,
        _: Request<d::RetryDeploymentRequest>,
    ) -> Result<Response<d::RetryDeploymentResponse>, Status> {
        not_played()
    }

    async fn discard_change(
        &self,
        _: Request<d::DiscardChangeRequest>,
    ) -> Result<Response<d::DiscardChangeResponse>, Status> {
        not_played()
    }

    async fn list_revisions(
        &self,
        _: Request<d::ListRevisionsRequest>,
    ) -> Result<Response<d::ListRevisionsResponse>, Status> {
        not_played()
    }

    async fn get_quotas(&self, _: Request<d::GetQuotasRequest>) -> Result<Response<d::GetQuotasResponse>, Status> {
        not_played()
    }

    async fn reveal_secrets(
        &self,
        _: Request<d::RevealSecretsRequest>,
    ) -> Result<Response<d::RevealSecretsResponse>, Status> {
        not_played()
    }

    async fn count_deployments(
        &self,
        _: Request<d::CountDeploymentsRequest>,
    ) -> Result<Response<d::CountDeploymentsResponse>, Status> {
        not_played()
    }

    async fn stream_logs(&self, _: Request<d::StreamLogsRequest>) -> Result<Response<Self::StreamLogsStream>, Status> {
        not_played()
    }

    async fn finish(&self, _: Request<d::FinishRequest>) -> Result<Response<d::FinishResponse>, Status> {
        not_played()
    }

    async fn observe(&self, _: Request<d::ObserveRequest>) -> Result<Response<d::ObserveResponse>, Status> {
        not_played()
    }
}
