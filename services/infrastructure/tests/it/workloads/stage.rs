//! The service with a cluster that is the real control plane, and one deployment in it.

use super::charts::Rendered;
use access::testing::service_caller;
use infrastructure::{
    SERVICE,
    kubernetes::pause::Pause,
    workloads::{Patience, WorkloadRpc, Workloads},
};
use k8s_openapi::api::core::v1::Namespace;
use kit::testing::{Bench, ControlPlane, Peer, Turn};
use kube::{
    Api, Client,
    api::DynamicObject,
    core::{ApiResource, gvk::GroupVersionKind},
};
use proto::{
    infrastructure::{self as pb, workload_service_server::WorkloadService},
    tasks as t,
};
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, Mutex},
    time::Duration,
};
use tokio_stream::StreamExt as _;
use tonic::{Request, Status};
use uuid::Uuid;

pub type Known = Arc<Mutex<HashMap<Uuid, t::TaskStatus>>>;

/// The service and a deployment `name` in the cluster.
pub struct Stage {
    pub plane: &'static ControlPlane,
    pub bench: Bench,
    pub app: Workloads,
    pub client: Client,
    pub cluster: String,
    pub deployment: Uuid,
    pub release: String,
    /// What the fake tasks service says.
    pub tasks: Known,
    observer: infrastructure::app::App,
    _turn: Turn,
}

impl Stage {
    pub async fn set(name: &str) -> Self {
        Self::with(name, |plane| plane.kubeconfig.clone()).await
    }

    /// Registers the cluster with another kubeconfig.
    pub async fn with(name: &str, kubeconfig: impl Fn(&ControlPlane) -> std::path::PathBuf) -> Self {
        let (plane, turn) = ControlPlane::shared().await;
        let registered = kubeconfig(plane);
        let tasks = Known::default();
        let peer = Peer::of(Arc::clone(&tasks)).unary("TaskService", lookup_tasks);
        let peers = BTreeMap::from([("tasks", peer.serve().await)]);
        let allow = format!("--cluster-allow={}", plane.address());
        let bench = kit::testing::context_with_peers(&SERVICE, peers, &[&allow]).await;
        let (wired, _) =
            infrastructure::wire(bench.cx.clone(), infrastructure::dial::system_resolver()).expect("the service");
        let text = std::fs::read_to_string(registered).expect("kubeconfig");
        let admin = access::testing::user_caller(Uuid::from_u128(1), access::Role::Admin, Vec::new());
        let request = crate::stage::request(name, &text);
        let made = infrastructure::create_cluster::create(&wired, &admin, request).await.expect("a cluster");
        let config = kube::config::Kubeconfig::read_from(&plane.kubeconfig).expect("kubeconfig");
        let config = kube::Config::from_custom_kubeconfig(config, &kube::config::KubeConfigOptions::default())
            .await
            .expect("config");
        // Each test has a namespace of its own, also when several runs share a control plane.
        let deployment = Uuid::from_bytes(random());
        Self {
            client: Client::try_from(config).expect("a client"),
            app: Workloads::new(bench.cx.clone(), wired.gateway.clone()),
            cluster: made.cluster.expect("a cluster").id,
            release: format!("{name}-{}", &deployment.simple().to_string()[..6]),
            plane,
            bench,
            deployment,
            tasks,
            observer: wired,
            _turn: turn,
        }
    }

    /// The service as it is.
    pub fn rpc(&self) -> WorkloadRpc {
        let _ = &self.observer;
        WorkloadRpc::of(self.app.clone())
    }

    /// The service that stops where the hook waits.
    pub fn pausing(&self, pause: Pause) -> WorkloadRpc {
        WorkloadRpc::of(Workloads { pause, ..self.app.clone() })
    }

    /// The service with little patience.
    pub fn impatient(&self, patience: Patience) -> WorkloadRpc {
        WorkloadRpc::of(Workloads { patience, ..self.app.clone() })
    }

    pub fn ticket(&self, task: Uuid, fence: i64) -> pb::Ticket {
        pb::Ticket {
            cluster_id: self.cluster.clone(),
            deployment_id: self.deployment.to_string(),
            task_id: task.to_string(),
            fence,
            namespace: self.release.clone(),
            release_name: self.release.clone(),
        }
    }

    /// What the plan of that would be; whose objects they are is filled in.
    pub async fn plan(&self, asked: pb::PlanRequest) -> Result<pb::PlanResponse, Status> {
        let request = pb::PlanRequest {
            cluster_id: self.cluster.clone(),
            deployment_id: self.deployment.to_string(),
            namespace: self.release.clone(),
            release_name: self.release.clone(),
            ..asked
        };
        Ok(self.rpc().plan(from("deployments", request)).await?.into_inner())
    }

    pub async fn namespace(&self, task: Uuid, fence: i64) {
        let labels = BTreeMap::from([("pod-security.kubernetes.io/enforce".to_owned(), "restricted".to_owned())]);
        let request = pb::EnsureNamespaceRequest { ticket: Some(self.ticket(task, fence)), labels };
        self.rpc().ensure_namespace(from("tasks", request)).await.expect("a namespace");
    }

    /// Applies what the chart renders to; the messages, or the error.
    pub async fn apply(
        &self,
        rpc: &WorkloadRpc,
        task: Uuid,
        fence: i64,
        chart: &Rendered,
    ) -> Result<Vec<pb::ApplyResponse>, Status> {
        let request = pb::ApplyRequest {
            ticket: Some(self.ticket(task, fence)),
            release: chart.release.clone(),
            documents: chart.documents.clone(),
            helm_revision: 0,
            revision: 1,
            planned: chart.planned.clone(),
            delete_volumes: chart.delete_volumes.clone(),
            take_back: chart.take_back,
        };
        let mut stream = rpc.apply(from("deployments", request)).await?.into_inner();
        let mut all = Vec::new();
        while let Some(message) = stream.next().await {
            all.push(message?);
        }
        Ok(all)
    }

    /// Applies and expects it to be done; Helm's revision.
    pub async fn applied(&self, task: Uuid, fence: i64, chart: &Rendered) -> i32 {
        let all = self.apply(&self.rpc(), task, fence, chart).await.expect("applied");
        let last = all.last().expect("a message");
        assert!(last.done, "{all:?}");
        last.helm_revision
    }

    pub async fn finish(
        &self,
        task: Uuid,
        fence: i64,
        helm_revision: i32,
        succeeded: bool,
        description: &str,
    ) -> Result<String, Status> {
        let request = pb::FinishReleaseRequest {
            ticket: Some(self.ticket(task, fence)),
            helm_revision,
            succeeded,
            description: description.into(),
        };
        Ok(self.rpc().finish_release(from("tasks", request)).await?.into_inner().status)
    }

    /// The namespace, an applied release, its rollout, its end.
    pub async fn installed(&self, task: Uuid, chart: &Rendered) -> i32 {
        self.namespace(task, 1).await;
        let revision = self.applied(task, 1, chart).await;
        self.ready(None).await;
        assert_eq!(self.finish(task, 1, revision, true, "").await.expect("finished"), "deployed");
        revision
    }

    pub async fn watch(
        &self,
        rpc: &WorkloadRpc,
        since: Option<prost_types::Timestamp>,
    ) -> Vec<pb::WatchRolloutResponse> {
        self.watch_part(rpc, "", since).await
    }

    pub async fn watch_part(
        &self,
        rpc: &WorkloadRpc,
        component: &str,
        since: Option<prost_types::Timestamp>,
    ) -> Vec<pb::WatchRolloutResponse> {
        let request = pb::WatchRolloutRequest {
            cluster_id: self.cluster.clone(),
            deployment_id: self.deployment.to_string(),
            namespace: self.release.clone(),
            release_name: self.release.clone(),
            since,
            component: component.to_owned(),
        };
        let mut stream = rpc.watch_rollout(from("tasks", request)).await.expect("a stream").into_inner();
        let mut all = Vec::new();
        let read = async {
            while let Some(message) = stream.next().await {
                all.push(message.expect("a message"));
            }
        };
        tokio::time::timeout(Duration::from_secs(90), read).await.expect("the watch ends");
        all
    }

    pub async fn ready(&self, since: Option<prost_types::Timestamp>) {
        let all = self.watch(&self.rpc(), since).await;
        assert!(all.last().is_some_and(|last| last.ready), "{all:?}");
    }

    pub fn objects(&self, api_version: &str, kind: &str) -> Api<DynamicObject> {
        let (group, version) = api_version.split_once('/').unwrap_or(("", api_version));
        Api::namespaced_with(
            self.client.clone(),
            &self.release,
            &ApiResource::from_gvk(&GroupVersionKind::gvk(group, version, kind)),
        )
    }

    pub fn namespaces(&self) -> Api<Namespace> {
        Api::all(self.client.clone())
    }

    /// The object as JSON; Null when it is not there.
    pub async fn object(&self, api_version: &str, kind: &str, name: &str) -> Value {
        let found = self.objects(api_version, kind).get_opt(name).await.expect("an answer");
        found.map_or(Value::Null, |object| serde_json::to_value(object).expect("JSON"))
    }

    /// The object, when `good` holds; fails after 30 s.
    pub async fn until(&self, api_version: &str, kind: &str, name: &str, good: impl Fn(&Value) -> bool) -> Value {
        for _ in 0..600 {
            let object = self.object(api_version, kind, name).await;
            if good(&object) {
                return object;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("{kind} {name} is {}", self.object(api_version, kind, name).await)
    }

    /// From now on the namespace may have no pod: a quota counts once its controller has taken it in.
    pub async fn allows_no_pod(&self) {
        let (metadata, spec) = (json!({"name": "none"}), json!({"hard": {"pods": "0"}}));
        let quota = json!({"apiVersion": "v1", "kind": "ResourceQuota", "metadata": metadata, "spec": spec});
        let quota = serde_json::from_value(quota).expect("a quota");
        self.objects("v1", "ResourceQuota").create(&Default::default(), &quota).await.expect("created");
        self.until("v1", "ResourceQuota", "none", |quota| quota["status"]["hard"]["pods"] == "0").await;
    }

    pub fn knows(&self, task: Uuid, status: t::TaskStatus) {
        self.tasks.lock().expect("the lock").insert(task, status);
    }
}

/// A request as the guard hands it on.
pub fn from<M>(service: &str, message: M) -> Request<M> {
    let mut request = Request::new(message);
    request.extensions_mut().insert(service_caller(service));
    request
}

fn random() -> [u8; 16] {
    use kit::Ids as _;
    kit::ids::SystemIds.bytes(16).try_into().expect("16 bytes")
}

pub fn task() -> Uuid {
    uuid::Builder::from_random_bytes(random()).into_uuid()
}

/// Knows what the test tells it.
async fn lookup_tasks(known: Known, request: t::LookupTasksRequest) -> Result<t::LookupTasksResponse, Status> {
    let known = known.lock().expect("the lock");
    let found = request.ids.iter().filter_map(|id| Some((id, known.get(&id.parse().ok()?)?)));
    let states = found.map(|(id, status)| t::TaskState {
        id: id.clone(),
        status: (*status).into(),
        cancel_requested: false,
        ..Default::default()
    });
    Ok(t::LookupTasksResponse { states: states.collect() })
}
