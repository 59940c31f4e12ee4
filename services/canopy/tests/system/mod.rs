//! The whole product as its users have it: `canopy up` in a folder of its own, spoken to over REST.
#![allow(dead_code, reason = "each test target uses a part of it")]

mod hold;
pub mod kubernetes;
pub mod manifests;
pub mod sandbox;
mod session;

pub use session::Session;

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
pub const PATIENCE: Duration = Duration::from_secs(600);

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

    /// As [`Canopy::up`], in a copy of a folder where it has run before: a first start takes three times as much of the processor, which
    /// only tests of starts look at. Without such a folder (`make test` makes one) it is a first start all the same.
    pub fn up_started(data: &Path, with: impl FnOnce(&mut Command)) -> Self {
        if let Some(started) = std::env::var_os("CANOPY_TEST_STARTED") {
            let copied =
                Command::new("cp").arg("--archive").args([started.as_ref(), data.as_os_str()]).status().unwrap();
            assert!(copied.success(), "{started:?} cannot be copied");
        }
        Self::up(data, with)
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
        self.send(method, path, token, body, None).await
    }

    /// As [`Canopy::reach`], with an idempotency key: what is sent again with it is done once.
    pub async fn send(
        &self,
        method: Method,
        path: &str,
        token: Option<&str>,
        body: Option<Value>,
        key: Option<&str>,
    ) -> reqwest::Result<(u16, Value)> {
        let mut request = self.http.request(method, self.url(path)).timeout(Duration::from_secs(40));
        if let Some(key) = key {
            request = request.header("idempotency-key", key);
        }
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

/// A password that is easy to find where it should not be.
pub fn secret(kind: &str, name: &str) -> String {
    format!("Canary-{kind}-{name}-7f3a")
}

/// A moment that an answer names.
pub fn moment(value: &Value) -> OffsetDateTime {
    OffsetDateTime::parse(value.as_str().unwrap(), &Rfc3339).unwrap()
}
