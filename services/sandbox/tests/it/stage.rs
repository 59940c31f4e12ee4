//! A server and a namespace of one's own on it.

use kit::testing::ControlPlane;
use kube::{
    Api, Client, ResourceExt as _,
    api::{ApiResource, DeleteParams, DynamicObject, GroupVersionKind, Patch, PatchParams, PostParams},
    config::{KubeConfigOptions, Kubeconfig},
    core::Status,
};
use sandbox::Started;
use serde_json::{Value, json};
use std::{
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant},
};
use tokio_util::sync::CancellationToken;

/// Fast enough for tests, slow enough that states in between are seen.
const SPEED: f64 = 20.0;
/// For anything to come true; real controllers take their time on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

pub struct Stage {
    pub client: Client,
    pub kubeconfig: String,
    pub namespace: String,
    /// Which server, for messages.
    pub server: &'static str,
}

/// Runs the test on the sandbox and on a real control plane; without the latter only where the runner has said why.
pub async fn everywhere(test: impl AsyncFn(&Stage)) {
    on_sandbox(&test).await;
    if kit::testing::is_left_out("CANOPY_TEST_KUBE") {
        return;
    }
    let (plane, _turn) = ControlPlane::shared().await;
    let text = std::fs::read_to_string(&plane.kubeconfig).unwrap();
    let stage = Stage::on("the real control plane", text).await;
    test(&stage).await;
    stage.leave().await;
}

/// Runs the test on the sandbox alone.
pub async fn on_sandbox(test: &impl AsyncFn(&Stage)) {
    let stop = CancellationToken::new();
    let started = start(None, stop.clone()).await;
    let stage = Stage::on("the sandbox", started.kubeconfig.clone()).await;
    test(&stage).await;
    stop.cancel();
    started.ended().await.unwrap();
}

pub async fn start(folder: Option<PathBuf>, stop: CancellationToken) -> Started {
    several(1, folder, stop).await.pop().unwrap()
}

pub async fn several(clusters: u16, folder: Option<PathBuf>, stop: CancellationToken) -> Vec<Started> {
    let options = sandbox::Options { listen: "127.0.0.1:0".parse().unwrap(), folder, speed: SPEED };
    sandbox::serve(&options, clusters, Arc::new(kit::clock::SystemClock), Arc::new(kit::ids::SystemIds), stop)
        .await
        .unwrap()
}

pub async fn client(kubeconfig: &str) -> Client {
    let config = Kubeconfig::from_yaml(kubeconfig).unwrap();
    let mut config = kube::Config::from_custom_kubeconfig(config, &KubeConfigOptions::default()).await.unwrap();
    config.proxy_url = None;
    Client::try_from(config).unwrap()
}

/// What the tests use, as (group, version, kind, plural).
const KINDS: [(&str, &str, &str, &str); 13] = [
    ("", "v1", "ConfigMap", "configmaps"),
    ("", "v1", "Secret", "secrets"),
    ("", "v1", "Service", "services"),
    ("", "v1", "Pod", "pods"),
    ("", "v1", "Event", "events"),
    ("", "v1", "Namespace", "namespaces"),
    ("", "v1", "Node", "nodes"),
    ("", "v1", "PersistentVolumeClaim", "persistentvolumeclaims"),
    ("", "v1", "ResourceQuota", "resourcequotas"),
    ("apps", "v1", "Deployment", "deployments"),
    ("apps", "v1", "ReplicaSet", "replicasets"),
    ("apps", "v1", "StatefulSet", "statefulsets"),
    ("batch", "v1", "Job", "jobs"),
];

impl Stage {
    async fn on(server: &'static str, kubeconfig: String) -> Self {
        use kit::Ids as _;
        let client = client(&kubeconfig).await;
        let namespace = format!("t-{}", &kit::ids::SystemIds.uuid().simple().to_string()[..10]);
        let stage = Self { client, kubeconfig, namespace, server };
        let object = json!({"metadata": {"name": stage.namespace}});
        stage.create("Namespace", object).await.unwrap();
        // Pods need it.
        let accounts: Api<DynamicObject> = Api::namespaced_with(
            stage.client.clone(),
            &stage.namespace,
            &resource(("", "v1", "ServiceAccount", "serviceaccounts")),
        );
        stage.until("a service account", async || accounts.get_opt("default").await.unwrap()).await;
        stage
    }

    async fn leave(&self) {
        let _ = self.api("Namespace").delete(&self.namespace, &DeleteParams::default()).await;
    }

    pub fn api(&self, kind: &str) -> Api<DynamicObject> {
        let known = KINDS.into_iter().find(|known| known.2 == kind).unwrap();
        match kind {
            "Namespace" | "Node" => Api::all_with(self.client.clone(), &resource(known)),
            _ => Api::namespaced_with(self.client.clone(), &self.namespace, &resource(known)),
        }
    }

    fn object(kind: &str, mut body: Value) -> DynamicObject {
        let (group, version, ..) = KINDS.into_iter().find(|known| known.2 == kind).unwrap();
        body["apiVersion"] = if group.is_empty() { version.into() } else { format!("{group}/{version}").into() };
        body["kind"] = kind.into();
        serde_json::from_value(body).unwrap()
    }

    pub async fn create(&self, kind: &str, body: Value) -> Result<Value, Box<Status>> {
        let params = PostParams { field_manager: Some("tester".into()), ..PostParams::default() };
        answer(self.api(kind).create(&params, &Self::object(kind, body)).await)
    }

    pub async fn get(&self, kind: &str, name: &str) -> Option<Value> {
        self.api(kind).get_opt(name).await.unwrap().map(|object| serde_json::to_value(object).unwrap())
    }

    pub async fn list(&self, kind: &str) -> Vec<Value> {
        let list = self.api(kind).list(&kube::api::ListParams::default()).await.unwrap();
        list.items.into_iter().map(|object| serde_json::to_value(object).unwrap()).collect()
    }

    /// Server-side apply, strict about fields.
    pub async fn apply(&self, manager: &str, kind: &str, body: Value) -> Result<Value, Box<Status>> {
        self.apply_with(PatchParams { field_manager: Some(manager.into()), ..PatchParams::default() }, kind, body).await
    }

    pub async fn apply_with(&self, params: PatchParams, kind: &str, body: Value) -> Result<Value, Box<Status>> {
        let params = PatchParams { field_validation: Some(kube::api::ValidationDirective::Strict), ..params };
        let object = Self::object(kind, body);
        answer(self.api(kind).patch(&object.name_any(), &params, &Patch::Apply(&object)).await)
    }

    pub async fn patch(
        &self,
        manager: &str,
        kind: &str,
        name: &str,
        patch: Patch<Value>,
    ) -> Result<Value, Box<Status>> {
        let params = PatchParams { field_manager: Some(manager.into()), ..PatchParams::default() };
        answer(self.api(kind).patch(name, &params, &patch).await)
    }

    pub async fn delete(&self, kind: &str, name: &str, params: &DeleteParams) -> Result<(), Box<Status>> {
        answer(self.api(kind).delete(name, params).await.map(|_| DynamicObject::new("", &resource(KINDS[0]))))
            .map(|_| ())
    }

    /// Waits until it answers something.
    pub async fn until<T>(&self, what: &str, look: impl AsyncFn() -> Option<T>) -> T {
        let began = Instant::now();
        loop {
            if let Some(found) = look().await {
                return found;
            }
            assert!(began.elapsed() < PATIENCE, "{}: waited in vain for {what}", self.server);
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
    }

    /// Waits until the Deployment's newest generation is rolled out.
    pub async fn rolled_out(&self, name: &str) -> Value {
        self.until("the rollout", async || {
            let object = self.get("Deployment", name).await?;
            let number = |pointer: &str| object.pointer(pointer).and_then(Value::as_i64).unwrap_or(0);
            let wanted = number("/spec/replicas");
            let current = number("/status/observedGeneration") >= number("/metadata/generation");
            let done = ["replicas", "updatedReplicas", "availableReplicas"]
                .iter()
                .all(|field| number(&format!("/status/{field}")) == wanted);
            (current && done).then_some(object)
        })
        .await
    }
}

fn resource((group, version, kind, plural): (&str, &str, &str, &str)) -> ApiResource {
    ApiResource::from_gvk_with_plural(&GroupVersionKind::gvk(group, version, kind), plural)
}

fn answer(result: Result<DynamicObject, kube::Error>) -> Result<Value, Box<Status>> {
    match result {
        Ok(object) => Ok(serde_json::to_value(object).unwrap()),
        Err(kube::Error::Api(status)) => Err(status),
        Err(error) => panic!("{error}"),
    }
}

/// A Deployment of one nginx.
pub fn deployment(name: &str) -> Value {
    json!({"metadata": {"name": name, "labels": {"app": name}}, "spec": {"replicas": 1, "selector": {"matchLabels": {"app": name}},
        "template": {"metadata": {"labels": {"app": name}}, "spec": {"terminationGracePeriodSeconds": 1, "containers": [{"name": "nginx", "image": "nginx:1",
            "ports": [{"containerPort": 80, "protocol": "TCP"}], "env": [{"name": "A", "value": "1"}, {"name": "B", "value": "2"}]}]}}}})
}

pub fn text<'a>(value: &'a Value, pointer: &str) -> &'a str {
    value.pointer(pointer).and_then(Value::as_str).unwrap_or_default()
}

pub fn number(value: &Value, pointer: &str) -> i64 {
    value.pointer(pointer).and_then(Value::as_i64).unwrap_or(-1)
}
