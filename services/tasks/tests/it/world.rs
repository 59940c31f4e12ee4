//! Played peers: infrastructure and deployments, which succeed at once unless a test tells them otherwise.

use futures::stream::{self, BoxStream, StreamExt as _};
use kit::{Error, testing::Peer};
use proto::{deployments as d, infrastructure as i, tasks::SubmitRequest};
use std::{
    collections::{HashMap, VecDeque},
    net::SocketAddr,
    sync::{Arc, Mutex},
};
use tokio::sync::Semaphore;
use tonic::Status;

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
    /// Not done yet (hooks, uninstall, volumes).
    Again(&'static str),
    /// The release record's status (FinishRelease).
    Status(&'static str),
    /// A move that was to be undone has come about (Vacate).
    Switched,
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
    orders: Vec<SubmitRequest>,
}

#[derive(Clone, Default)]
pub struct World(Arc<Mutex<State>>);

impl World {
    /// The next call of this method does this.
    pub fn next(&self, method: &'static str, act: Act) {
        self.0.lock().unwrap().acts.entry(method).or_default().push_back(act);
    }

    /// Deployments has this order, and the relay has not brought it yet.
    pub fn ordered(&self, order: SubmitRequest) {
        self.0.lock().unwrap().orders.push(order);
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
        Peer::of(self.clone())
            .unary("WorkloadService", Self::check_cluster)
            .unary("WorkloadService", Self::ensure_namespace)
            .streaming("WorkloadService", Self::watch_rollout)
            .unary("WorkloadService", Self::run_hooks)
            .unary("WorkloadService", Self::finish_release)
            .unary("WorkloadService", Self::restart)
            .unary("WorkloadService", Self::uninstall)
            .streaming("WorkloadService", Self::copy_volumes)
            .unary("DeploymentService", Self::get_order)
            .unary("DeploymentService", Self::write_secrets)
            .streaming("DeploymentService", Self::apply)
            .unary("DeploymentService", Self::delete_volumes)
            .unary("DeploymentService", Self::switch_cluster)
            .unary("DeploymentService", Self::vacate)
            .serve()
            .await
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
    ) -> Answer<BoxStream<'static, Answer<M>>> {
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
        Ok(played.boxed())
    }
}

fn of_ticket(method: &'static str, ticket: Option<i::Ticket>) -> Call {
    let ticket = ticket.expect("a ticket");
    Call { method, task: ticket.task_id, fence: ticket.fence, helm_revision: 0, note: String::new() }
}

fn of_read(method: &'static str) -> Call {
    Call { method, task: String::new(), fence: 0, helm_revision: 0, note: String::new() }
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

fn copying(item: Item) -> Result<i::CopyVolumesResponse, Status> {
    let mut progress = i::CopyVolumesResponse::default();
    match item {
        Item::Say(text) => progress.message = text.to_owned(),
        Item::Revision(mebibytes) => progress.bytes = u64::try_from(mebibytes).unwrap_or(0) << 20,
        Item::Done => {
            progress.message = "Copied 10 MiB".to_owned();
            progress.done = true;
        }
        Item::Break(error) => return Err(error.into()),
        Item::Failed { .. } | Item::Stop(_) => {}
    }
    Ok(progress)
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

/// What a played call answers.
type Answer<M> = Result<M, Status>;

impl World {
    async fn check_cluster(self, _: i::CheckClusterRequest) -> Answer<i::CheckClusterResponse> {
        let mut answer = i::CheckClusterResponse { version: "v1.33.1".to_owned(), ..Default::default() };
        if let Some(Act::Missing(sentence)) = self.play(of_read("check")).await? {
            answer.missing.push(sentence.to_owned());
            answer.missing_said.push(kit::message!(ObjectAwaited, object = sentence).packed());
        }
        Ok(answer)
    }

    async fn ensure_namespace(self, request: i::EnsureNamespaceRequest) -> Answer<i::EnsureNamespaceResponse> {
        let mut call = of_ticket("namespace", request.ticket);
        let mut labels: Vec<String> = request.labels.iter().map(|(name, value)| format!("{name}={value}")).collect();
        labels.sort();
        call.note = labels.join(",");
        self.play(call).await?;
        Ok(i::EnsureNamespaceResponse { created: true })
    }

    async fn watch_rollout(
        self,
        request: i::WatchRolloutRequest,
    ) -> Answer<BoxStream<'static, Answer<i::WatchRolloutResponse>>> {
        let mut call = of_read("rollout");
        call.note = noted(request.since.as_ref(), &request.component);
        self.stream(call, vec![Item::Say("web: 0 of 1 pods are ready"), Item::Done], rollout).await
    }

    async fn run_hooks(self, request: i::RunHooksRequest) -> Answer<i::RunHooksResponse> {
        let call = Call { helm_revision: request.helm_revision, ..of_ticket("hooks", request.ticket) };
        let answer = match self.play(call).await? {
            Some(Act::Again(message)) => i::RunHooksResponse { message: message.to_owned(), ..Default::default() },
            _ => i::RunHooksResponse { done: true, ..Default::default() },
        };
        Ok(answer)
    }

    async fn finish_release(self, request: i::FinishReleaseRequest) -> Answer<i::FinishReleaseResponse> {
        let note = if request.succeeded { "deployed".to_owned() } else { request.description };
        let call = Call { helm_revision: request.helm_revision, note, ..of_ticket("finish", request.ticket) };
        let status = match self.play(call).await? {
            Some(Act::Status(status)) => status,
            _ if request.succeeded => "deployed",
            _ => "failed",
        };
        Ok(i::FinishReleaseResponse { status: status.to_owned() })
    }

    async fn restart(self, request: i::RestartRequest) -> Answer<i::RestartResponse> {
        let note = noted(request.at.as_ref(), &request.component);
        self.play(Call { note, ..of_ticket("restart", request.ticket) }).await?;
        let workload = match request.component.as_str() {
            "" | "web" => "Deployment/web",
            "mysql" => "StatefulSet/mysql",
            _ => return Ok(i::RestartResponse::default()),
        };
        Ok(i::RestartResponse { workloads: vec![workload.to_owned()] })
    }

    async fn copy_volumes(
        self,
        request: i::CopyVolumesRequest,
    ) -> Answer<BoxStream<'static, Answer<i::CopyVolumesResponse>>> {
        let call = Call { note: request.from_cluster_id, ..of_ticket("copy", request.ticket) };
        self.stream(call, vec![Item::Say("Copying volume shop-data"), Item::Done], copying).await
    }

    async fn uninstall(self, request: i::UninstallRequest) -> Answer<i::UninstallResponse> {
        let answer = match self.play(of_ticket("uninstall", request.ticket)).await? {
            Some(Act::Again(name)) => i::UninstallResponse { remaining: vec![name.to_owned()], ..Default::default() },
            _ => i::UninstallResponse { done: true, ..Default::default() },
        };
        Ok(answer)
    }

    async fn get_order(self, request: d::GetOrderRequest) -> Answer<d::GetOrderResponse> {
        let order = self.0.lock().unwrap().orders.iter().find(|order| order.id == request.task_id).cloned();
        let origin = kit::Origin { request_id: "the-click".to_owned(), ..Default::default() };
        Ok(d::GetOrderResponse { order, origin: serde_json::to_string(&origin).unwrap() })
    }

    async fn write_secrets(self, request: d::WriteSecretsRequest) -> Answer<d::WriteSecretsResponse> {
        let call = Call { task: request.task_id, fence: request.fence, ..of_read("secrets") };
        self.play(call).await?;
        Ok(d::WriteSecretsResponse { names: vec!["shop-app".to_owned(), "shop-db".to_owned()] })
    }

    async fn delete_volumes(self, request: d::DeleteVolumesRequest) -> Answer<d::DeleteVolumesResponse> {
        let call = Call { task: request.task_id, fence: request.fence, ..of_read("volumes") };
        Ok(match self.play(call).await? {
            Some(Act::Again(message)) => d::DeleteVolumesResponse { message: message.to_owned(), ..Default::default() },
            _ => d::DeleteVolumesResponse { done: true, message: "Deleted".to_owned(), ..Default::default() },
        })
    }

    async fn switch_cluster(self, request: d::SwitchClusterRequest) -> Answer<d::SwitchClusterResponse> {
        let note = request.revision.to_string();
        let helm_revision = request.helm_revision;
        let call = Call { task: request.task_id, fence: request.fence, helm_revision, note, ..of_read("switch") };
        self.play(call).await?;
        let (from, to) = ("old".to_owned(), "prod".to_owned());
        Ok(d::SwitchClusterResponse { to_cluster_name: to, from_cluster_name: from })
    }

    async fn vacate(self, request: d::VacateRequest) -> Answer<d::VacateResponse> {
        let method = if request.undo { "undo" } else { "vacate" };
        let note = if request.resume { "resume" } else { "" }.to_owned();
        let call = Call { task: request.task_id, fence: request.fence, note, ..of_read(method) };
        Ok(match self.play(call).await? {
            Some(Act::Again(message)) => d::VacateResponse { message: message.to_owned(), ..Default::default() },
            Some(Act::Switched) => d::VacateResponse { done: true, switched: true, ..Default::default() },
            _ => d::VacateResponse { done: true, message: "Nothing is left.".to_owned(), ..Default::default() },
        })
    }

    async fn apply(self, request: d::ApplyRequest) -> Answer<BoxStream<'static, Answer<d::ApplyResponse>>> {
        let call = Call {
            method: "apply",
            task: request.task_id,
            fence: request.fence,
            helm_revision: request.helm_revision,
            note: format!("{}:{}", request.revision, request.hash),
        };
        self.stream(call, vec![Item::Revision(1), Item::Say("Service shop"), Item::Done], applying).await
    }
}
