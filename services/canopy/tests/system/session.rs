//! A signed-in user of the REST API, and what tests wait for with it.

use super::{Canopy, PATIENCE, base64, secret};
use kit::ids::Ids as _;
use reqwest::Method;
use serde_json::{Value, json};
use std::time::Duration;

/// Between two looks at what is waited for.
const SHORTEST_PAUSE: Duration = Duration::from_millis(20);
const LONGEST_PAUSE: Duration = Duration::from_millis(500);

/// How long an answer that names a task waits at most until the role `tasks` knows it.
const ACCEPTANCE: Duration = Duration::from_secs(1);

/// A refusal with 503 that took as long was not quick: a deadline has run out.
const LONG: Duration = Duration::from_secs(5);

/// A cluster did not answer in time.
fn is_silent(answer: &Value) -> bool {
    answer["details"]["reason"] == "CLUSTER_SILENT"
}

/// A signed-in user.
pub struct Session<'a> {
    pub canopy: &'a Canopy,
    pub token: String,
}

impl Session<'_> {
    /// Sends a call again as long as its answer is one of those, of which `again` is told how long it took. Answers also how long the
    /// last one took.
    async fn answered(
        &self,
        method: &Method,
        path: &str,
        body: Option<Value>,
        key: Option<&str>,
        again: impl Fn(u16, &Value, Duration) -> bool,
    ) -> (u16, Value, Duration) {
        let begun = tokio::time::Instant::now();
        loop {
            let sent = tokio::time::Instant::now();
            let answer = self.canopy.send(method.clone(), path, Some(&self.token), body.clone(), key).await;
            let (status, answer) = answer.unwrap();
            let took = sent.elapsed();
            if begun.elapsed() >= PATIENCE || !again(status, &answer, took) {
                return (status, answer, took);
            }
        }
    }

    /// A call that may be refused. A cluster that did not answer in time is asked again, as people would: nothing was changed then.
    pub async fn try_call(&self, method: Method, path: &str, body: Option<Value>) -> (u16, Value) {
        let (status, answer, _) = self.answered(&method, path, body, None, |_, answer, _| is_silent(answer)).await;
        (status, answer)
    }

    /// `data` of an answer that must be a success. What a busy machine was too slow for is sent again; a 503 of Canopy's own that comes
    /// at once is a failure.
    async fn surely(&self, method: &Method, path: &str, body: Option<Value>, key: Option<&str>) -> (Value, Duration) {
        let again = |status, answer: &Value, took| is_silent(answer) || (status == 503 && took >= LONG);
        let (status, mut answer, took) = self.answered(method, path, body, key, again).await;
        assert!(status == 200 || (status == 201 && method == Method::POST), "{method} {path}: {status} {answer}");
        (answer["data"].take(), took)
    }

    async fn changed(&self, method: Method, path: &str, body: Option<Value>) -> Value {
        let key = kit::ids::SystemIds.uuid().to_string();
        let (data, took) = self.surely(&method, path, body, Some(&key)).await;
        self.is_known(&method, path, &data["taskId"], took).await;
        data
    }

    pub async fn get(&self, path: &str) -> Value {
        self.surely(&Method::GET, path, None, None).await.0
    }

    pub async fn post(&self, path: &str, body: Value) -> Value {
        self.changed(Method::POST, path, Some(body)).await
    }

    pub async fn put(&self, path: &str, body: Value) -> Value {
        self.changed(Method::PUT, path, Some(body)).await
    }

    pub async fn delete(&self, path: &str) -> Value {
        self.changed(Method::DELETE, path, None).await
    }

    /// A call that may be refused. The task that its answer names can be asked for at once, which is done here: a test that has
    /// stopped the role `tasks` makes its call with [`Session::try_call`].
    pub async fn change(&self, method: Method, path: &str, body: Option<Value>) -> (u16, Value) {
        let begun = std::time::Instant::now();
        let (status, answer) = self.try_call(method.clone(), path, body).await;
        self.is_known(&method, path, &answer["data"]["taskId"], begun.elapsed()).await;
        (status, answer)
    }

    /// The task that an answer names, which took so long, can be asked for.
    async fn is_known(&self, method: &Method, path: &str, task: &Value, took: Duration) {
        let Some(task) = task.as_str() else { return };
        // Only an answer that has waited as long as it may is given before the task is known.
        let known = |status: u16, _: &Value| {
            assert!(status != 404 || took >= ACCEPTANCE, "{method} {path} names a task that is not known: {task}");
            status == 200
        };
        self.until(&format!("/tasks/{task}"), "the task is known", known).await;
    }

    /// A file: its name and its bytes.
    pub async fn download(&self, path: &str) -> (String, Vec<u8>) {
        let Self { canopy, token } = self;
        let request = canopy.http.get(canopy.url(path)).bearer_auth(token).timeout(Duration::from_secs(40));
        let answer = request.send().await.unwrap();
        assert_eq!(answer.status().as_u16(), 200, "GET {path}");
        let disposition = answer.headers()["content-disposition"].to_str().unwrap().to_owned();
        let name = disposition.split('"').nth(1).unwrap().to_owned();
        (name, answer.bytes().await.unwrap().to_vec())
    }

    /// Asks until the answer is right, the more seldom the longer it takes; fails with the last answer when patience is at its
    /// end. A moment without bff is borne.
    pub async fn until(&self, path: &str, what: &str, right: impl Fn(u16, &Value) -> bool) -> Value {
        let begun = tokio::time::Instant::now();
        loop {
            let said = match self.canopy.reach(Method::GET, path, Some(&self.token), None).await {
                Ok((status, mut answer)) => {
                    let data = answer["data"].take();
                    if right(status, &data) {
                        return data;
                    }
                    format!("{status} {data:#}")
                }
                Err(error) => error.to_string(),
            };
            assert!(begun.elapsed() < PATIENCE, "waited in vain until {what}: {said}");
            tokio::time::sleep((begun.elapsed() / 10).clamp(SHORTEST_PAUSE, LONGEST_PAUSE)).await;
        }
    }

    /// The id of the caller's first team: it appears a moment after the set-up.
    pub async fn first_team(&self) -> String {
        let teams = self
            .until("/teams", "the first team is there", |_, data| data.as_array().is_some_and(|t| !t.is_empty()))
            .await;
        teams[0]["id"].as_str().unwrap().to_owned()
    }

    /// A datacenter and a cluster with this kubeconfig; answers the cluster's id once it is operational.
    pub async fn cluster(&self, name: &str, kubeconfig: &str) -> String {
        let body = json!({"name": format!("{name}-dc"), "provider": "hetzner", "region": "eu-central", "city": "", "country": "", "address": "", "status": "operational"});
        let datacenter = self.post("/datacenters", body).await;
        let body = json!({"name": name, "description": "a test cluster", "provider": "hetzner", "region": "eu-central",
            "datacenter": datacenter["id"], "k8sendpoint": "https://cluster.example.com", "kubeconfig": base64(kubeconfig.as_bytes())});
        let cluster = self.post("/clusters", body).await;
        let id = cluster["id"].as_str().unwrap().to_owned();
        self.until(&format!("/clusters/{id}"), "the cluster is operational", |_, data| data["status"] == "operational")
            .await;
        id
    }

    /// The documented create payload.
    pub fn site(name: &str, cluster: &str, team: &str) -> Value {
        json!({
            "name": name, "description": "a shop", "type": "wordpress", "clusterId": cluster, "team_id": team, "location": "us-west-2",
            "baseParameters": {"domain": format!("{name}.example.com"), "appUser": "admin", "appPass": secret("app", name)},
            "services": {"nginx": true, "mysql": true, "redis": true, "ftp": false, "phpmyadmin": true, "cloudflare": false},
            "phpParameters": {"phpVersion": "8.1", "phpExtensions": ["gd", "mysqli", "curl", "intl"], "phpMemoryLimit": 256,
                "phpMaxExecutionTime": 60, "phpPoolSize": 10, "phpMaxRequestsPerChild": 500, "phpUploadMaxFilesize": 10},
            "databaseParameters": {"databaseUser": "wordpress", "databasePass": secret("db", name), "databaseName": "wordpress",
                "databaseRootPass": secret("root", name), "databaseHost": "localhost", "databasePort": 3306},
        })
    }

    /// A Node.js site from an image, without services: one pod, and its old pod serves until the new one does.
    pub fn program(name: &str, cluster: &str, team: &str) -> Value {
        let mut body = Self::site(name, cluster, team);
        body["type"] = json!("nodejs");
        for service in body["services"].as_object_mut().unwrap().values_mut() {
            *service = json!(false);
        }
        body["source"] = json!({"image": "registry.example.com/site:1", "port": 3000});
        body
    }

    /// Waits for a task's end and answers it.
    pub async fn finished(&self, task: &str) -> Value {
        let right =
            |status: u16, data: &Value| status == 200 && (data["status"] == "complete" || data["status"] == "failed");
        self.until(&format!("/tasks/{task}"), "the task ended", right).await
    }

    /// Waits until nothing is at work on a deployment: the end of a task reaches it a moment after the task has ended.
    pub async fn rested(&self, deployment: &str) -> Value {
        let right = |status: u16, data: &Value| status == 200 && data["currentTaskId"].is_null();
        self.until(&format!("/deployments/{deployment}"), "nothing is at work on the deployment", right).await
    }

    /// Waits until a step of a task runs.
    pub async fn step_runs(&self, task: &str, step: &str) -> Value {
        let right = |_: u16, data: &Value| {
            let steps = data["steps"].as_array().cloned().unwrap_or_default();
            data["status"] == "failed" || steps.iter().any(|s| s["name"] == step && s["status"] == "running")
        };
        let task = self.until(&format!("/tasks/{task}"), &format!("the step {step} runs"), right).await;
        assert_ne!(task["status"], "failed", "{task:#}");
        task
    }
}
