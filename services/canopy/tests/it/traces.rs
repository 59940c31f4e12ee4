//! Traces: a real OpenTelemetry collector is sent the whole way of one click, and nothing where that is not asked for.

use crate::system::{Canopy, Folder, PATIENCE, Session};
use nix::sys::signal::Signal;
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    io::{BufRead as _, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Duration,
};

/// Whether the runner has said that there is no collector on this machine, and why.
fn is_left_out() -> bool {
    kit::testing::is_left_out("CANOPY_TEST_OTEL")
}

/// Ends with the test.
struct Collector {
    child: Child,
    endpoint: String,
    file: PathBuf,
}

impl Drop for Collector {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Collector {
    fn start(folder: &Path) -> Self {
        // somebody else may take the port in between
        (0..5).find_map(|_| Self::try_start(folder)).expect("the collector does not start")
    }

    fn try_start(folder: &Path) -> Option<Self> {
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let (config, file) = (folder.join("otel.json"), folder.join("traces.jsonl"));
        // JSON is YAML too
        let text = json!({
            "receivers": {"otlp": {"protocols": {"grpc": {"endpoint": format!("127.0.0.1:{port}")}}}},
            "exporters": {"file": {"path": file}},
            "service": {
                "telemetry": {"metrics": {"level": "none"}},
                "pipelines": {"traces": {"receivers": ["otlp"], "exporters": ["file"]}},
            },
        });
        std::fs::write(&config, text.to_string()).unwrap();
        let mut child = Command::new(kit::testing::told("CANOPY_TEST_OTEL"))
            .arg(&config)
            .stdin(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let is_ready = lines.by_ref().map_while(Result::ok).any(|line| line.contains("Everything is ready"));
        // what it says later must not fill the pipe
        std::thread::spawn(move || lines.map_while(Result::ok).for_each(drop));
        is_ready.then(|| Self { child, endpoint: format!("http://127.0.0.1:{port}"), file })
    }

    fn text(&self) -> String {
        std::fs::read_to_string(&self.file).unwrap_or_default()
    }

    /// All that came so far. A line that is being written is left for later.
    fn spans(&self) -> Vec<Span> {
        let text = self.text();
        let lines = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        lines.flat_map(|line| spans(&line)).collect()
    }
}

#[derive(Clone, Debug)]
struct Span {
    trace: String,
    id: String,
    parent: String,
    role: String,
    name: String,
    /// 1 internal, 2 server, 3 client, 4 producer, 5 consumer.
    kind: i64,
    attributes: BTreeMap<String, String>,
}

fn attributes(of: &Value) -> BTreeMap<String, String> {
    let all = of["attributes"].as_array().into_iter().flatten();
    all.map(|one| {
        let (key, value) = (one["key"].as_str().unwrap(), one["value"].as_object().unwrap());
        let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        (key.to_owned(), value.values().next().map(text).unwrap_or_default())
    })
    .collect()
}

/// The spans of one line of OTLP's JSON.
fn spans(line: &Value) -> Vec<Span> {
    let mut found = Vec::new();
    for resource in line["resourceSpans"].as_array().into_iter().flatten() {
        let role = attributes(&resource["resource"])["service.name"].clone();
        let scopes = resource["scopeSpans"].as_array().into_iter().flatten();
        for span in scopes.flat_map(|scope| scope["spans"].as_array().into_iter().flatten()) {
            let text = |name: &str| span[name].as_str().unwrap_or_default().to_owned();
            found.push(Span {
                trace: text("traceId"),
                id: text("spanId"),
                parent: text("parentSpanId"),
                role: role.clone(),
                name: text("name"),
                kind: span["kind"].as_i64().unwrap_or_default(),
                attributes: attributes(span),
            });
        }
    }
    found
}

fn up(folder: &Folder, collector: &Collector, ratio: &str) -> Canopy {
    Canopy::up_started(&folder.0.join("data"), |command| {
        command
            .env_remove("CANOPY_NO_SANDBOX")
            .env("CANOPY_SANDBOX_SPEED", "3")
            .env("CANOPY_OTLP_ENDPOINT", &collector.endpoint)
            .env("CANOPY_TRACE_RATIO", ratio);
    })
}

/// A site that runs on the simulated cluster; its id.
async fn site(admin: &Session<'_>) -> String {
    let team = admin.first_team().await;
    let operational = |_: u16, clusters: &Value| clusters[0]["status"] == "operational";
    let clusters = admin.until("/clusters", "the cluster is seen", operational).await;
    let body = Session::site("traced", clusters[0]["id"].as_str().unwrap(), &team);
    let created = admin.post("/deployments", body).await;
    let done = admin.finished(created["taskId"].as_str().unwrap()).await;
    assert_eq!(done["status"], "complete", "{done:#}");
    let id = created["id"].as_str().unwrap().to_owned();
    admin.rested(&id).await;
    id
}

/// Clicks Restart, as a browser that says something about traces; the id of the task.
async fn restart(admin: &Session<'_>, site: &str, request_id: &str) -> String {
    let (http, url) = (&admin.canopy.http, admin.canopy.url(&format!("/deployments/{site}/restart")));
    let request = http.post(url).bearer_auth(&admin.token).header("x-request-id", request_id).json(&json!({}));
    let answer = request.timeout(Duration::from_secs(40)).send().await.unwrap();
    assert_eq!(answer.status().as_u16(), 200);
    let answer: Value = serde_json::from_str(&answer.text().await.unwrap()).unwrap();
    answer["data"]["taskId"].as_str().unwrap().to_owned()
}

/// What has to be in the trace: role, name, kind, and what the one above is called, which may be a few generations up.
const WAY: [(&str, &str, i64, &str); 14] = [
    ("bff", "canopy.deployments.v1.DeploymentService/RestartDeployment", 3, ROOT),
    ("deployments", "canopy.deployments.v1.DeploymentService/RestartDeployment", 2, ROOT),
    (
        "deployments",
        "send canopy.tasks.v1.TaskService/Submit",
        4,
        "canopy.deployments.v1.DeploymentService/RestartDeployment",
    ),
    ("deployments", "canopy.tasks.v1.TaskService/Submit", 3, "send canopy.tasks.v1.TaskService/Submit"),
    ("tasks", "canopy.tasks.v1.TaskService/Submit", 2, "send canopy.tasks.v1.TaskService/Submit"),
    ("tasks", "step rollout", 1, "canopy.tasks.v1.TaskService/Submit"),
    ("tasks", "canopy.infrastructure.v1.WorkloadService/Restart", 3, "step restart_mysql"),
    ("infrastructure", "canopy.infrastructure.v1.WorkloadService/Restart", 2, "step restart_mysql"),
    ("infrastructure", "canopy.infrastructure.v1.WorkloadService/WatchRollout", 2, "step rollout"),
    ("infrastructure", "kubernetes patch StatefulSet", 3, "canopy.infrastructure.v1.WorkloadService/Restart"),
    ("tasks", "send canopy.deployments.v1.DeploymentService/Finish", 4, "canopy.tasks.v1.TaskService/Submit"),
    (
        "deployments",
        "canopy.deployments.v1.DeploymentService/Finish",
        2,
        "send canopy.deployments.v1.DeploymentService/Finish",
    ),
    ("tasks", "publish EventRecorded", 4, "canopy.tasks.v1.TaskService/Submit"),
    ("events", "handle EventRecorded", 5, "publish EventRecorded"),
];
const ROOT: &str = "POST /api/deployments/{id}/restart";

struct Trace(BTreeMap<String, Span>);

impl Trace {
    /// The trace of the click, if its root has come.
    fn of(spans: &[Span], request_id: &str) -> Option<Self> {
        let is_root = |span: &&Span| span.name == ROOT && span.attributes["canopy.request_id"] == request_id;
        let root = spans.iter().find(is_root)?;
        let own = spans.iter().filter(|span| span.trace == root.trace);
        Some(Self(own.map(|span| (span.id.clone(), span.clone())).collect()))
    }

    fn is_under(&self, span: &Span, above: &str) -> bool {
        let parent = self.0.get(&span.parent);
        parent.is_some_and(|parent| parent.name == above || self.is_under(parent, above))
    }

    /// What of the way is not there yet, and who has a parent that is not.
    fn missing(&self, steps: &[String]) -> Vec<String> {
        let steps = steps.iter().map(|step| ("tasks", format!("step {step}"), 1, "canopy.tasks.v1.TaskService/Submit"));
        let way = WAY.iter().map(|(role, name, kind, above)| (*role, (*name).to_owned(), *kind, *above));
        let mut missing: Vec<String> = way
            .chain(steps)
            .filter(|(role, name, kind, above)| {
                let is_it = |span: &&Span| span.role == *role && span.name == *name && span.kind == *kind;
                !self.0.values().filter(is_it).any(|span| self.is_under(span, above))
            })
            .map(|(role, name, ..)| format!("{role}: {name}"))
            .collect();
        let orphans = self.0.values().filter(|span| !span.parent.is_empty() && !self.0.contains_key(&span.parent));
        missing.extend(orphans.map(|span| format!("the parent of {}: {}", span.role, span.name)));
        missing
    }
}

#[tokio::test]
async fn one_click_is_one_trace_through_all_roles_and_back() {
    if is_left_out() {
        return;
    }
    let folder = Folder::fresh("traces");
    let collector = Collector::start(&folder.0);
    let canopy = up(&folder, &collector, "1");
    let admin = canopy.first_admin().await;
    let site = site(&admin).await;

    let task = restart(&admin, &site, "the-first-click").await;
    // the process that works on it ends in between, and another one goes on
    admin.step_runs(&task, "restart_mysql").await;
    canopy.signal("tasks", Signal::SIGTERM);
    let done = admin.finished(&task).await;
    assert_eq!(done["status"], "complete", "{done:#}");
    admin.rested(&site).await;
    let steps = done["steps"].as_array().unwrap().iter().map(|step| step["name"].as_str().unwrap().to_owned());
    let steps: Vec<String> = steps.collect();
    assert!(steps.len() > 2, "{steps:?}");

    let until = tokio::time::Instant::now() + PATIENCE;
    let trace = loop {
        let trace = Trace::of(&collector.spans(), "the-first-click");
        let missing = trace.as_ref().map_or_else(|| vec![ROOT.to_owned()], |trace| trace.missing(&steps));
        match trace {
            Some(trace) if missing.is_empty() => break trace,
            _ => {}
        }
        assert!(tokio::time::Instant::now() < until, "the trace has not {missing:#?}: {:#?}", collector.spans());
        tokio::time::sleep(Duration::from_millis(200)).await;
    };
    let roots: Vec<&Span> = trace.0.values().filter(|span| span.parent.is_empty()).collect();
    assert_eq!(roots.iter().map(|span| span.name.as_str()).collect::<Vec<_>>(), [ROOT]);
    assert_eq!(roots[0].attributes["http.response.status_code"], "200");
    let interrupted = trace.0.values().filter(|span| span.name == "step restart_mysql").count();
    assert!(interrupted >= 2, "it was run by two processes");
    for span in trace.0.values() {
        assert_eq!(span.attributes["canopy.role"], span.role);
        if span.name.starts_with("step ") {
            assert_eq!(span.attributes["canopy.task_id"], task);
            assert_eq!(span.attributes["canopy.task_kind"], "restart");
            assert!(span.attributes.contains_key("canopy.attempt"));
        }
        if span.name.starts_with("kubernetes ") {
            assert_eq!(span.attributes["canopy.cluster_id"].len(), 36, "{span:?}");
        }
    }
    names_no_thing_and_no_person(&collector, &admin, &[&site, &task]);

    // the logs name the trace beside the request
    let id = &roots[0].trace;
    for role in ["bff", "tasks"] {
        let log = std::fs::read_to_string(canopy.data.join(format!("logs/{role}.log"))).unwrap();
        let line = log.lines().find(|line| line.contains(id.as_str())).unwrap_or_else(|| panic!("{role} logs no {id}"));
        assert!(line.contains(r#""request_id":"the-first-click""#), "{line}");
    }
    assert!(canopy.stop().success());
}

/// Names are of kinds of things, and nothing of a person or a secret is sent at all.
fn names_no_thing_and_no_person(collector: &Collector, admin: &Session<'_>, ids: &[&str]) {
    let names: BTreeSet<String> = collector.spans().into_iter().map(|span| span.name).collect();
    for name in &names {
        assert!(ids.iter().all(|id| !name.contains(id)) && !name.contains("traced"), "{name}");
    }
    let text = collector.text();
    for secret in ["Canary-", "admin@example.com", "correct horse", "Bearer", &admin.token, "Ada"] {
        assert!(!text.contains(secret), "{secret} was sent");
    }
}

#[tokio::test]
async fn without_a_share_nothing_is_sent_or_passed_on_whatever_a_browser_says() {
    if is_left_out() {
        return;
    }
    let folder = Folder::fresh("no-traces");
    let collector = Collector::start(&folder.0);
    let canopy = up(&folder, &collector, "0");
    let admin = canopy.first_admin().await;
    let site = site(&admin).await;
    let (status, answer) = {
        let url = canopy.url(&format!("/deployments/{site}/restart"));
        let theirs = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        let request = canopy.http.post(url).bearer_auth(&admin.token).header("traceparent", theirs).json(&json!({}));
        let answer = request.timeout(Duration::from_secs(40)).send().await.unwrap();
        (answer.status().as_u16(), answer.text().await.unwrap())
    };
    assert_eq!(status, 200, "{answer}");
    let answer: Value = serde_json::from_str(&answer).unwrap();
    assert_eq!(admin.finished(answer["data"]["taskId"].as_str().unwrap()).await["status"], "complete");
    admin.rested(&site).await;

    // what every hop was told stands in the rows that it has left
    let database = canopy.database().await;
    let mut rows = 0;
    for table in ["tasks.task", "tasks.outbox", "deployments.outbox"] {
        let count = format!("select count(*), count(origin ->> 'traceparent') from {table}");
        let (all, traced): (i64, i64) = sqlx::query_as(sqlx::AssertSqlSafe(count)).fetch_one(&database).await.unwrap();
        assert_eq!(traced, 0, "{table}");
        rows += all;
    }
    assert!(rows > 3, "there was something to be told");
    database.close().await;
    for role in ["bff", "deployments", "tasks", "infrastructure"] {
        let log = std::fs::read_to_string(canopy.data.join(format!("logs/{role}.log"))).unwrap();
        assert!(!log.contains("trace_id"), "{role}");
    }
    // the end of a role sends what waits
    assert!(canopy.stop().success());
    assert_eq!(collector.text(), "");
}
