//! The whole product as its users have it: `canopy up` in a folder of its own, spoken to over REST.
#![allow(dead_code, reason = "each test target uses a part of it")]

mod hold;
pub mod kubernetes;
pub mod manifests;
pub mod sandbox;

use reqwest::{Client, Method};
use serde_json::{Value, json};
use sqlx::PgPool;
use std::{
    io::{BufRead as _, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Duration,
};
use time::{OffsetDateTime, format_description::well_known::Rfc3339};

/// Longer than anything takes on a busy machine; what is waited for is always a condition.
pub const PATIENCE: Duration = Duration::from_secs(180);

/// How long an answer that names a task waits at most until the role `tasks` knows it.
const ACCEPTANCE: Duration = Duration::from_secs(1);

/// Whether this is `make torture`, which tries in every combination what `make test` tries by turns.
pub fn torture() -> bool {
    std::env::var_os("CANOPY_TORTURE").is_some()
}

/// Base64 of bytes.
pub fn base64(bytes: &[u8]) -> String {
    use base64::Engine as _;
    base64::engine::general_purpose::STANDARD.encode(bytes)
}

/// A folder that is removed at the end. Under root PostgreSQL's user passes through it.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn fresh(what: &str) -> Self {
        use kit::Ids as _;
        let name = format!("canopy-{what}-{}", &kit::ids::SystemIds.uuid().simple().to_string()[..8]);
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        use std::os::unix::fs::PermissionsExt as _;
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o711)).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("kept for a look: {}", self.0.display());
        } else {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }
}

/// A running `canopy up`.
pub struct Canopy {
    child: Child,
    /// The line that `--print-json` prints.
    pub report: Value,
    pub data: PathBuf,
    pub http: Client,
}

/// The command, ready for more arguments and variables. Ports are free ones: tests run beside each other. Without the
/// simulated cluster, which few tests need, and without visits to sites, whose domains are somebody's.
pub fn command(program: &Path, data: &Path) -> Command {
    let mut command = Command::new(program);
    command
        .args(["up", "--print-json", "--any-ports", "--port", "0"])
        .env("CANOPY_NO_SANDBOX", "true")
        .env("CANOPY_REACH", "off")
        // that is for tests: what they look at has a stack as anywhere
        .env_remove("RUST_MIN_STACK")
        .arg("--data")
        .arg(data)
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit());
    // told by the environment, so that a test can name others as arguments
    for servers in ["CANOPY_POSTGRES_BIN", "CANOPY_NATS_SERVER"] {
        command.env(servers, kit::testing::told(servers));
    }
    command
}

/// The program under test.
pub fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_canopy"))
}

impl Canopy {
    /// Starts it and waits until it is ready.
    pub fn up(data: &Path, with: impl FnOnce(&mut Command)) -> Self {
        Self::up_as(program(), data, with)
    }

    /// As [`Canopy::up`], with the program from another place.
    pub fn up_as(program: &Path, data: &Path, with: impl FnOnce(&mut Command)) -> Self {
        let mut command = command(program, data);
        with(&mut command);
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let report = serde_json::from_str(&line).unwrap_or_else(|_| panic!("canopy up printed {line:?}"));
        // the server closes a connection that has rested for 75 s: a request on it just then has no answer
        let http = Client::builder().pool_idle_timeout(Duration::from_secs(30)).build().unwrap();
        Self { child, report, data: data.to_owned(), http }
    }

    pub fn pid(&self) -> i32 {
        self.child.id().try_into().unwrap()
    }

    /// The pid of a role or server now.
    pub fn pid_of(&self, name: &str) -> i32 {
        std::fs::read_to_string(self.data.join("run").join(format!("{name}.pid"))).unwrap().trim().parse().unwrap()
    }

    pub fn signal(&self, name: &str, signal: nix::sys::signal::Signal) {
        nix::sys::signal::kill(nix::unistd::Pid::from_raw(self.pid_of(name)), signal).unwrap();
    }

    /// Kills a role and waits until another process of it accepts calls.
    pub async fn kill_and_revive(&self, role: &str) {
        self.kill_and_revive_all(&[role]).await;
    }

    /// Kills roles together and waits until other processes of them accept calls; answers when the last of them was killed.
    pub async fn kill_and_revive_all(&self, roles: &[&str]) -> OffsetDateTime {
        let pids: Vec<i32> = roles.iter().map(|role| self.pid_of(role)).collect();
        for role in roles {
            self.signal(role, nix::sys::signal::Signal::SIGKILL);
        }
        let killed = OffsetDateTime::now_utc();
        let until = tokio::time::Instant::now() + PATIENCE;
        for (role, pid) in roles.iter().zip(pids) {
            let address = self.report["roles"][role]["address"].as_str().unwrap();
            while self.pid_of(role) == pid || tokio::net::TcpStream::connect(address).await.is_err() {
                assert!(tokio::time::Instant::now() < until, "{role} did not come back");
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
        killed
    }

    /// All that the services keep, as the owner of the database.
    pub async fn database(&self) -> PgPool {
        let password = std::fs::read_to_string(self.data.join("secrets/postgres")).unwrap();
        let address = self.report["servers"]["postgres"]["address"].as_str().unwrap();
        let port = address.rsplit(':').next().unwrap();
        let url = format!("postgres://canopy:{password}@127.0.0.1:{port}/canopy");
        let patient = sqlx::postgres::PgPoolOptions::new().max_connections(4).acquire_timeout(Duration::from_secs(60));
        patient.connect(&url).await.unwrap()
    }

    /// Stops it as Ctrl-C does and waits for its end.
    pub fn stop(mut self) -> std::process::ExitStatus {
        nix::sys::signal::kill(nix::unistd::Pid::from_raw(self.pid()), nix::sys::signal::Signal::SIGINT).unwrap();
        self.child.wait().unwrap()
    }

    /// Kills it as a power cut would, for this process.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    pub fn url(&self, path: &str) -> String {
        format!("{}/api{path}", self.report["address"].as_str().unwrap())
    }

    pub fn setup_token(&self) -> String {
        self.report["setupToken"].as_str().unwrap().to_owned()
    }

    /// One call: status and body.
    pub async fn call(&self, method: Method, path: &str, token: Option<&str>, body: Option<Value>) -> (u16, Value) {
        self.reach(method, path, token, body).await.unwrap()
    }

    /// As [`Canopy::call`], where bff may be away: an error is that no answer came.
    pub async fn reach(
        &self,
        method: Method,
        path: &str,
        token: Option<&str>,
        body: Option<Value>,
    ) -> reqwest::Result<(u16, Value)> {
        let mut request = self.http.request(method, self.url(path)).timeout(Duration::from_secs(40));
        if let Some(token) = token {
            request = request.bearer_auth(token);
        }
        if let Some(body) = body {
            request = request.json(&body);
        }
        let answer = request.send().await?;
        let status = answer.status().as_u16();
        let text = answer.text().await?;
        Ok((status, serde_json::from_str(&text).unwrap_or_else(|_| panic!("{path} answered no JSON: {text}"))))
    }

    /// Completes the set-up and answers the admin's session.
    pub async fn first_admin(&self) -> Session<'_> {
        let body = json!({"token": self.setup_token(), "email": "admin@example.com", "password": "correct horse battery",
            "firstName": "Ada", "lastName": "Admin", "registration": true});
        let (status, answer) = self.call(Method::POST, "/auth/setup", None, Some(body)).await;
        assert!((200..300).contains(&status), "{answer}");
        Session { canopy: self, token: answer["data"]["token"].as_str().unwrap().to_owned() }
    }

    /// Registers a user and signs in. Answers the session and the user's id.
    pub async fn user(&self, email: &str) -> (Session<'_>, String) {
        let body = json!({"email": email, "password": "correct horse battery", "firstName": "Uma", "lastName": "User"});
        let (status, answer) = self.call(Method::POST, "/auth/register", None, Some(body)).await;
        assert_eq!(status, 201, "{answer}");
        let id = answer["data"]["user"]["id"].as_str().unwrap().to_owned();
        let body = json!({"email": email, "password": "correct horse battery"});
        let (status, answer) = self.call(Method::POST, "/auth/login", None, Some(body)).await;
        assert!((200..300).contains(&status), "{answer}");
        (Session { canopy: self, token: answer["data"]["token"].as_str().unwrap().to_owned() }, id)
    }
}

impl Drop for Canopy {
    fn drop(&mut self) {
        if matches!(self.child.try_wait(), Ok(None)) {
            let _ = nix::sys::signal::kill(nix::unistd::Pid::from_raw(self.pid()), nix::sys::signal::Signal::SIGINT);
            let _ = self.child.wait();
        }
    }
}

/// A signed-in user.
pub struct Session<'a> {
    pub canopy: &'a Canopy,
    pub token: String,
}

impl Session<'_> {
    pub async fn try_call(&self, method: Method, path: &str, body: Option<Value>) -> (u16, Value) {
        self.canopy.call(method, path, Some(&self.token), body).await
    }

    /// `data` of an answer that must be a success.
    pub async fn get(&self, path: &str) -> Value {
        let (status, mut answer) = self.try_call(Method::GET, path, None).await;
        assert_eq!(status, 200, "GET {path}: {answer}");
        answer["data"].take()
    }

    pub async fn post(&self, path: &str, body: Value) -> Value {
        let (status, mut answer) = self.change(Method::POST, path, Some(body)).await;
        assert!(status == 201 || status == 200, "POST {path}: {status} {answer}");
        answer["data"].take()
    }

    pub async fn put(&self, path: &str, body: Value) -> Value {
        let (status, mut answer) = self.change(Method::PUT, path, Some(body)).await;
        assert_eq!(status, 200, "PUT {path}: {answer}");
        answer["data"].take()
    }

    pub async fn delete(&self, path: &str) -> Value {
        let (status, mut answer) = self.change(Method::DELETE, path, None).await;
        assert_eq!(status, 200, "DELETE {path}: {answer}");
        answer["data"].take()
    }

    /// A call that may be refused. The task that its answer names can be asked for at once, which is done here: a test that has
    /// stopped the role `tasks` makes its call with [`Session::try_call`].
    pub async fn change(&self, method: Method, path: &str, body: Option<Value>) -> (u16, Value) {
        let begun = std::time::Instant::now();
        let (status, answer) = self.try_call(method.clone(), path, body).await;
        let took = begun.elapsed();
        if let Some(task) = answer["data"]["taskId"].as_str() {
            // Only an answer that has waited as long as it may is given before the task is known.
            let known = |status: u16, _: &Value| {
                assert!(status != 404 || took >= ACCEPTANCE, "{method} {path} names a task that is not known: {task}");
                status == 200
            };
            self.until(&format!("/tasks/{task}"), "the task is known", known).await;
        }
        (status, answer)
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

    /// Asks until the answer is right; fails with the last answer when patience is at its end. A moment without bff is borne.
    pub async fn until(&self, path: &str, what: &str, right: impl Fn(u16, &Value) -> bool) -> Value {
        let until = tokio::time::Instant::now() + PATIENCE;
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
            assert!(tokio::time::Instant::now() < until, "waited in vain until {what}: {said}");
            tokio::time::sleep(Duration::from_millis(100)).await;
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

/// A password that is easy to find where it should not be.
pub fn secret(kind: &str, name: &str) -> String {
    format!("Canary-{kind}-{name}-7f3a")
}

/// A moment that an answer names.
pub fn moment(value: &Value) -> OffsetDateTime {
    OffsetDateTime::parse(value.as_str().unwrap(), &Rfc3339).unwrap()
}
