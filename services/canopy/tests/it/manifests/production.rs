//! Each role is started exactly as `overlays/production` says, twice: arguments, environment and files come from the rendered objects.
//! Then a site is made, changed and deleted while pods are killed and keys rotated.
#![cfg(target_os = "linux")]

use super::{
    ROLES,
    stage::{Stage, pods},
};
use crate::system::{Folder, PATIENCE, Session, base64, manifests::is_left_out, program, sandbox::Sandbox};
use kit::Ids as _;
use reqwest::{Client, Method};
use serde_json::{Value, json};
use std::{
    collections::BTreeSet,
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
    time::Duration,
};
use tokio::time::{Instant, sleep};

/// The console's host, as a gateway would pass it on.
const HOST: &str = "canopy.example.com";

struct Console {
    http: Client,
    address: String,
    token: String,
}

impl Console {
    /// One try, of which there may be no answer, or none that tells what became of it.
    async fn once(&self, method: Method, path: &str, body: Option<&Value>, key: &str) -> Option<(u16, Value)> {
        let mut request = self.http.request(method, format!("http://{}:8080/api{path}", self.address));
        request = request.header("host", HOST).header("idempotency-key", key).timeout(Duration::from_secs(60));
        if !self.token.is_empty() {
            request = request.bearer_auth(&self.token);
        }
        if let Some(body) = body {
            request = request.json(body);
        }
        let answer = request.send().await.ok()?;
        let status = answer.status().as_u16();
        (status < 500).then_some((status, answer.json().await.ok()?))
    }

    /// Tried until there is an answer: whatever is made is made once, by its key.
    async fn call(&self, method: Method, path: &str, body: Option<Value>) -> (u16, Value) {
        let (key, until) = (kit::ids::SystemIds.uuid().to_string(), Instant::now() + PATIENCE);
        loop {
            if let Some(answer) = self.once(method.clone(), path, body.as_ref(), &key).await {
                return answer;
            }
            assert!(Instant::now() < until, "no answer to {method} {path}");
            sleep(Duration::from_millis(200)).await;
        }
    }

    /// `data` of what is made.
    async fn make(&self, path: &str, body: Value) -> Value {
        let (status, mut answer) = self.call(Method::POST, path, Some(body)).await;
        assert!((200..300).contains(&status), "POST {path}: {status} {answer:#}");
        answer["data"].take()
    }

    async fn until(&self, path: &str, what: &str, right: impl Fn(&Value) -> bool) -> Value {
        let until = Instant::now() + PATIENCE;
        loop {
            let (status, mut answer) = self.call(Method::GET, path, None).await;
            if status == 200 && right(&answer["data"]) {
                return answer["data"].take();
            }
            assert!(Instant::now() < until, "waited in vain until {what}: {status} {answer:#}");
            sleep(Duration::from_millis(200)).await;
        }
    }

    async fn tasks(&self, site: &str) -> BTreeSet<String> {
        let path = format!("/tasks?deploymentId={site}&limit=100");
        let listed = self.until(&path, "tasks are listed", Value::is_array).await;
        listed.as_array().unwrap().iter().map(|task| task["id"].as_str().unwrap().to_owned()).collect()
    }

    /// Asks for a change of a site that is at rest, and waits for its end. Where the answer is lost, the list of tasks tells whether it
    /// was accepted.
    async fn change(&self, site: &str, method: Method, path: &str) {
        let (known, until) = (self.tasks(site).await, Instant::now() + PATIENCE);
        let task = loop {
            let key = kit::ids::SystemIds.uuid().to_string();
            let answer = self.once(method.clone(), path, Some(&json!({})), &key).await;
            if let Some((200..300, answer)) = &answer {
                break answer["data"]["taskId"].as_str().unwrap().to_owned();
            }
            if let Some(accepted) = self.tasks(site).await.difference(&known).next() {
                break accepted.clone();
            }
            assert!(Instant::now() < until, "{method} {path} is not accepted: {answer:?}");
            sleep(Duration::from_millis(200)).await;
        };
        let ended = |task: &Value| task["status"] == "complete" || task["status"] == "failed";
        let task = self.until(&format!("/tasks/{task}"), "the task has ended", ended).await;
        assert_eq!(task["status"], "complete", "{task:#}");
    }

    async fn rested(&self, site: &str) {
        let rests = |found: &Value| found["currentTaskId"].is_null() && found["status"] == "running";
        self.until(&format!("/deployments/{site}"), "the site runs and nothing is at work on it", rests).await;
    }
}

/// How far the people are, and whether the faults are over.
#[derive(Default)]
struct Progress {
    restarts: AtomicUsize,
    calm: AtomicBool,
}

/// Restarts that come upon faults, at least.
const RESTARTS: usize = 3;

/// Kills one of the two pods of each role, one role after the other, and starts it again.
async fn kill_each(stage: &mut Stage, which: usize) {
    for role in ROLES {
        let pod = pods(role).nth(which).unwrap();
        stage.kill(&pod);
        start(stage, role, &pod).await;
    }
}

async fn start(stage: &mut Stage, role: &str, pod: &str) {
    let probe = stage.start(("Deployment", role), pod, program().to_str().unwrap()).probe("readinessProbe");
    stage.ready(pod, probe).await;
}

/// New keys for every role, as docs/operating.md says.
async fn rotate_keys(stage: &mut Stage) {
    let said = stage.rotate_keys().unwrap();
    assert!(said.contains("the next keys are made known"), "{said}");
    refresh_each(stage).await;
    let said = stage.rotate_keys().unwrap_err();
    assert!(said.contains("not known to every pod yet"), "{said}");
    for secret in stage.objects.0.iter_mut().filter(|object| object["kind"] == "Secret") {
        let annotations = &mut secret["metadata"]["annotations"];
        if annotations.is_object() {
            // as if it were later
            annotations["canopy/keys-announced"] = json!("2026-01-01T00:00:00Z");
        }
    }
    let said = stage.rotate_keys().unwrap();
    assert!(said.contains("the next keys are used"), "{said}");
    refresh_each(stage).await;
}

/// Pods have new files one after the other.
async fn refresh_each(stage: &Stage) {
    for role in ROLES {
        for pod in pods(role) {
            stage.refresh(("Deployment", role), &pod);
            sleep(Duration::from_millis(100)).await;
        }
    }
}

/// Each role's log says that everything is sealed with the newest key.
async fn all_is_sealed_anew(stage: &Stage) {
    let until = Instant::now() + PATIENCE;
    for role in ROLES.iter().filter(|role| !matches!(**role, "bff" | "health")) {
        let files = stage.objects.files("Secret", &format!("keys-{role}")).unwrap();
        let key = kit::seal::key_id(files[&format!("{role}.kek")].as_slice().try_into().unwrap());
        let key: String = key.iter().map(|byte| format!("{byte:02x}")).collect();
        let says = |line: &str| line.contains("everything is sealed with the current key") && line.contains(&key);
        for pod in pods(role) {
            while !stage.whole_log(&pod).lines().any(says) {
                assert!(Instant::now() < until, "{pod} does not seal anew: {}", stage.log(&pod));
                sleep(Duration::from_millis(200)).await;
            }
        }
    }
}

/// Two of each role and three NATS servers, ready; with what an operator has to set.
async fn started(sandbox: &Sandbox) -> Stage {
    let mut stage = Stage::of("k8s/overlays/production").await;
    let settings =
        json!({"CANOPY_CLUSTER_ALLOW": sandbox.address(), "CANOPY_REACH": "off", "CANOPY_TASKS_LEASE": "9s"});
    stage.objects.0.push(json!({"kind": "ConfigMap", "metadata": {"name": "operator"}, "data": settings}));
    let nats = kit::testing::told("CANOPY_NATS_SERVER");
    let mut probes = Vec::new();
    for pod in ["nats-0", "nats-1", "nats-2"] {
        probes.push((pod.to_owned(), stage.start(("StatefulSet", "nats"), pod, &nats).probe("readinessProbe")));
    }
    for role in ROLES {
        stage.serve(role, 7100).await;
        for pod in pods(role) {
            let container = stage.start(("Deployment", role), &pod, program().to_str().unwrap());
            assert_eq!(container.args, ["serve", role]);
            let https = container.env["CANOPY_PEERS"].split(',').all(|peer| peer.contains("=https://"));
            assert!(https && container.env["CANOPY_NATS"].contains("=tls://"), "{:?}", container.env);
            probes.push((pod.clone(), container.probe("readinessProbe")));
            // whoever lives answers this too
            probes.push((pod, container.probe("livenessProbe")));
        }
    }
    stage.serve("bff", 8080).await;
    for (pod, probe) in probes {
        stage.ready(&pod, probe).await;
    }
    stage
}

#[tokio::test]
async fn two_of_every_role_run_as_the_manifests_say_and_one_of_them_may_go_at_any_time() {
    if is_left_out() {
        return;
    }
    let cluster = Folder::fresh("pods-cluster");
    let sandbox = Sandbox::start(&cluster.0);
    let mut stage = started(&sandbox).await;
    let mut console = Console { http: Client::new(), address: stage.addresses["bff"].clone(), token: String::new() };
    let stranger = console
        .http
        .get(format!("http://{}:8080/api/health", console.address))
        .header("host", "other.example.com")
        .send()
        .await
        .unwrap();
    assert_eq!(stranger.status().as_u16(), 421, "the console has one name");
    // gRPC says nothing without TLS
    let plain = tonic::transport::Endpoint::from_shared(format!("http://{}:7100", stage.addresses["teams"])).unwrap();
    let mut health = tonic_health::pb::health_client::HealthClient::new(plain.connect_lazy());
    let asked = tonic_health::pb::HealthCheckRequest { service: String::new() };
    assert!(health.check(asked).await.is_err());

    let body = json!({"token": stage.token, "email": "admin@example.com", "password": "correct horse battery",
        "firstName": "Ada", "lastName": "Admin"});
    console.token = console.make("/auth/setup", body).await["token"].as_str().unwrap().to_owned();
    let up = |data: &Value| {
        data["components"].as_object().is_some_and(|components| components.values().all(|state| state == "up"))
    };
    console.until("/health", "everything is up", up).await;

    let progress = Progress::default();
    tokio::join!(main_job(&console, &sandbox, &progress), faults(&mut stage, &progress));
    all_is_sealed_anew(&stage).await;
    for role in ROLES {
        for pod in pods(role) {
            assert!(stage.end(&pod, Duration::from_secs(35)).await.success(), "{pod}: {}", stage.log(&pod));
        }
    }
    stage.close().await;
}

/// Each pod is killed at least once, a node is drained, a NATS server goes (two of three are enough), keys are rotated.
async fn faults(stage: &mut Stage, progress: &Progress) {
    kill_each(stage, 0).await;
    rotate_keys(stage).await;
    kill_each(stage, 1).await;
    stage.end("nats-2", Duration::from_secs(60)).await;
    assert!(stage.end("tasks-0", Duration::from_secs(35)).await.success());
    start(stage, "tasks", "tasks-0").await;
    for which in [0, 1].into_iter().cycle() {
        if progress.restarts.load(Ordering::Relaxed) >= RESTARTS {
            break;
        }
        kill_each(stage, which).await;
    }
    progress.calm.store(true, Ordering::Relaxed);
}

/// A site from its creation to its deletion, restarted until it is calm.
async fn main_job(console: &Console, sandbox: &Sandbox, progress: &Progress) {
    let team = console.make("/teams", json!({"name": "Web", "description": "the web team"})).await;
    let place = json!({"name": "dc", "provider": "hetzner", "region": "eu-central", "city": "", "country": "", "address": "",
        "status": "operational"});
    let datacenter = console.make("/datacenters", place).await;
    let kubeconfig = base64(sandbox.kubeconfig.as_bytes());
    let body = json!({"name": "prod", "description": "a test cluster", "provider": "hetzner", "region": "eu-central",
        "datacenter": datacenter["id"], "k8sendpoint": "https://cluster.example.com", "kubeconfig": kubeconfig});
    let cluster = console.make("/clusters", body).await;
    let cluster = cluster["id"].as_str().unwrap();
    let operational = |data: &Value| data["status"] == "operational";
    console.until(&format!("/clusters/{cluster}"), "the cluster is operational", operational).await;
    let created = console.make("/deployments", Session::site("shop", cluster, team["id"].as_str().unwrap())).await;
    let site = created["id"].as_str().unwrap();
    let path = format!("/deployments/{site}");
    console.rested(site).await;
    let mut restarts = 0;
    while !progress.calm.load(Ordering::Relaxed) {
        console.change(site, Method::POST, &format!("{path}/restart")).await;
        console.rested(site).await;
        restarts = progress.restarts.fetch_add(1, Ordering::Relaxed) + 1;
    }
    // each was accepted once, and each was told once: by the outbox, over NATS and its copies, into the history
    assert_eq!(console.tasks(site).await.len(), 1 + restarts);
    let told = |events: &Value| {
        let counts = events.as_array().unwrap().iter().filter(|event| event["reason"] == "RestartRequested");
        counts.map(|event| event["count"].as_u64().unwrap_or(1)).sum::<u64>() == restarts as u64
    };
    console.until(&format!("/events?deployment={site}&limit=100"), "the history tells of each restart", told).await;
    console.change(site, Method::DELETE, &path).await;
}
