//! Keeps programs running: what dies is started again, and everything stops in order: roles, then NATS, then PostgreSQL.

use super::{environment, folder::Folder, myself};
use anyhow::{Context as _, anyhow};
use nix::{
    sys::signal::{Signal, kill},
    unistd::Pid,
};
use std::{
    collections::BTreeMap,
    ffi::OsString,
    fs::{self, File, OpenOptions},
    os::unix::fs::OpenOptionsExt as _,
    path::{Path, PathBuf},
    process::Stdio,
    time::Duration,
};
use tokio::{
    process::{Child, Command},
    sync::{mpsc, watch},
    task::JoinSet,
    time::Instant,
};

/// A log file that has grown over this (bytes) is set aside; the one set aside before goes.
const LOG_LIMIT: u64 = 16 * 1024 * 1024;
/// How often that is looked at.
const LOG_LOOK: Duration = Duration::from_secs(10);
/// Failed starts in a row after which the start of everything is given up. Once everything was ready, it is told and tried on: what
/// keeps a program from starting then, like a full disk, goes by.
const ATTEMPTS: u32 = 8;
/// The longest pause before a start.
const PAUSE: Duration = Duration::from_secs(5);
/// Once everything was ready, a life shorter than this counts as a failed start; before, every life that ended does: a busy
/// machine may take longer than this to come to what is wrong.
const SHORT_LIFE: Duration = Duration::from_secs(3);

/// What is kept running.
pub struct Program {
    /// Role or server.
    pub name: &'static str,
    /// Program and arguments.
    pub command: Vec<OsString>,
    /// Its whole environment.
    pub environment: BTreeMap<String, String>,
    /// User and group to run as, when not ours.
    pub user: Option<(u32, u32)>,
    /// What ends it gently.
    pub signal: Signal,
    /// Stopped after the roles.
    pub server: bool,
    /// Log file.
    pub log: PathBuf,
    /// Pid file.
    pub pid_file: PathBuf,
}

impl Program {
    /// A role of the product.
    pub fn role(name: &'static str, environment: BTreeMap<String, String>, folder: &Folder) -> anyhow::Result<Self> {
        let command = vec![myself()?.into_os_string(), "serve".into(), name.into()];
        Ok(Self::of(name, command, environment, folder, Signal::SIGTERM, false))
    }

    /// A server of our own.
    pub fn server(name: &'static str, command: Vec<OsString>, folder: &Folder, signal: Signal) -> Self {
        let environment = environment::all().filter(|(name, _)| {
            // the mark by which a test run finds what it started
            matches!(name.as_str(), "PATH" | "HOME" | "LANG" | "TZ" | "CANOPY_RUN_ID")
        });
        Self::of(name, command, environment.collect(), folder, signal, true)
    }

    fn of(
        name: &'static str,
        command: Vec<OsString>,
        environment: BTreeMap<String, String>,
        folder: &Folder,
        signal: Signal,
        server: bool,
    ) -> Self {
        let log = folder.logs().join(format!("{name}.log"));
        let pid_file = folder.run().join(format!("{name}.pid"));
        Self { name, command, environment, user: None, signal, server, log, pid_file }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd)]
enum Phase {
    Run,
    StopRoles,
    StopServers,
    Kill,
}

/// Everything that runs.
pub struct Supervisor {
    phase: watch::Sender<Phase>,
    roles: JoinSet<()>,
    servers: JoinSet<()>,
    given_up: (mpsc::UnboundedSender<anyhow::Error>, mpsc::UnboundedReceiver<anyhow::Error>),
    start: watch::Sender<Start>,
}

/// How far the start is.
#[derive(Default)]
struct Start {
    /// Everything was ready once.
    over: bool,
    /// Why a program ended last before that.
    ended: Option<String>,
}

impl Default for Supervisor {
    fn default() -> Self {
        Self {
            phase: watch::channel(Phase::Run).0,
            roles: JoinSet::new(),
            servers: JoinSet::new(),
            given_up: mpsc::unbounded_channel(),
            start: watch::Sender::default(),
        }
    }
}

impl Supervisor {
    /// Starts a program and keeps it running.
    ///
    /// # Errors
    /// When it cannot be started at all.
    pub fn start(&mut self, program: Program) -> anyhow::Result<()> {
        let child = spawn(&program)?;
        let set = if program.server { &mut self.servers } else { &mut self.roles };
        set.spawn(keep(program, child, self.phase.subscribe(), self.given_up.0.clone(), self.start.clone()));
        Ok(())
    }

    /// Everything was ready.
    pub fn started(&self) {
        self.start.send_modify(|start| start.over = true);
    }

    /// Why a program ended last while everything was started; empty when none did.
    pub fn ended(&self) -> String {
        self.start.borrow().ended.clone().unwrap_or_default()
    }

    /// Waits until a program is given up, which happens only before everything was ready; says why.
    pub async fn watch(&mut self) -> anyhow::Error {
        self.given_up.1.recv().await.unwrap_or_else(|| anyhow!("nothing is left to watch"))
    }

    /// Stops the roles, then the servers.
    pub async fn stop(&mut self) {
        self.phase.send_replace(Phase::StopRoles);
        while self.roles.join_next().await.is_some() {}
        self.phase.send_replace(Phase::StopServers);
        while self.servers.join_next().await.is_some() {}
    }

    /// Ends everything at once.
    pub async fn kill(&mut self) {
        self.phase.send_replace(Phase::Kill);
        while self.roles.join_next().await.is_some() {}
        while self.servers.join_next().await.is_some() {}
    }
}

/// The pid of a program that runs now.
pub fn pid(folder: &Folder, name: &str) -> Option<i32> {
    fs::read_to_string(folder.run().join(format!("{name}.pid"))).ok()?.trim().parse().ok()
}

async fn keep(
    program: Program,
    child: Child,
    mut phase: watch::Receiver<Phase>,
    given_up: mpsc::UnboundedSender<anyhow::Error>,
    start: watch::Sender<Start>,
) {
    let mut child = Some(child);
    let mut failures: u32 = 0;
    loop {
        let started = Instant::now();
        if let Some(running) = &mut child {
            tokio::select! {
                _ = running.wait() => {}
                () = bound(&program.log) => {}
                () = reached(&mut phase, program.server) => {
                    end(&program, running, &mut phase).await;
                    let _ = fs::remove_file(&program.pid_file);
                    return;
                }
            }
        }
        let starting = !start.borrow().over;
        failures = if starting || started.elapsed() < SHORT_LIFE { failures.saturating_add(1) } else { 1 };
        if starting {
            if failures >= ATTEMPTS {
                let _ = given_up.send(anyhow!(keeps_ending(&program)));
                return;
            }
            start.send_modify(|start| start.ended = Some(keeps_ending(&program)));
        } else if failures == ATTEMPTS {
            eprintln!("canopy: {}; it is started every {} s", keeps_ending(&program), PAUSE.as_secs());
        }
        tokio::select! {
            () = tokio::time::sleep(pause(failures)) => {}
            () = reached(&mut phase, program.server) => return,
        }
        child = spawn(&program).inspect_err(|error| eprintln!("canopy: {error:#}")).ok();
    }
}

/// Before the next start after so many failed ones.
fn pause(failures: u32) -> Duration {
    Duration::from_millis(100).saturating_mul(2_u32.saturating_pow(failures)).min(PAUSE)
}

fn keeps_ending(program: &Program) -> String {
    format!("{} keeps ending: {} (log: {})", program.name, last_error(&program.log), program.log.display())
}

async fn reached(phase: &mut watch::Receiver<Phase>, server: bool) {
    let mine = if server { Phase::StopServers } else { Phase::StopRoles };
    // The sender lives as long as the supervisor; without it there is nothing to run for.
    let _ = phase.wait_for(|phase| *phase >= mine).await;
}

/// The gentle signal, then the hard one.
async fn end(program: &Program, child: &mut Child, phase: &mut watch::Receiver<Phase>) {
    let Some(pid) = child.id().and_then(|id| i32::try_from(id).ok()).map(Pid::from_raw) else { return };
    if *phase.borrow() < Phase::Kill {
        let _ = kill(pid, program.signal);
        tokio::select! {
            _ = child.wait() => return,
            () = tokio::time::sleep(Duration::from_secs(25)) => {}
            _ = phase.wait_for(|phase| *phase == Phase::Kill) => {}
        }
    }
    // A postmaster that is killed leaves its children to notice; SIGQUIT makes it take them along.
    let _ = kill(pid, if program.name == "postgres" { Signal::SIGQUIT } else { Signal::SIGKILL });
    let _ = child.wait().await;
}

fn spawn(program: &Program) -> anyhow::Result<Child> {
    let log = open_log(&program.log)?;
    let mut command = Command::new(myself()?);
    command
        .arg("child")
        .args([
            "--parent",
            &std::process::id().to_string(),
            "--signal",
            program.signal.as_str().trim_start_matches("SIG"),
        ])
        .args(program.user.map(|(uid, gid)| format!("--user={uid}:{gid}")))
        .arg("--")
        .args(&program.command)
        .env_clear()
        .envs(&program.environment)
        .stdin(Stdio::null())
        .stdout(log.try_clone()?)
        .stderr(log)
        // Ctrl-C is for `up` alone: it stops the others in order.
        .process_group(0);
    let child = command.spawn().with_context(|| format!("{} cannot be started", program.name))?;
    if let Some(pid) = child.id() {
        // renamed into place: whoever reads it finds the old pid or the new one, never half a file
        let draft = program.pid_file.with_extension("draft");
        fs::write(&draft, pid.to_string())
            .and_then(|()| fs::rename(&draft, &program.pid_file))
            .with_context(|| format!("{} cannot be written", program.pid_file.display()))?;
    }
    Ok(child)
}

/// Keeps a log file within its limit, for ever.
async fn bound(log: &Path) {
    loop {
        tokio::time::sleep(LOG_LOOK).await;
        set_aside(log, LOG_LIMIT);
    }
}

/// Copied and emptied, not renamed: the program has the file open and goes on writing at its end, which is then its beginning.
/// What it writes between the two steps is lost; on a full disk what was to be kept is.
fn set_aside(log: &Path, limit: u64) {
    if fs::metadata(log).is_ok_and(|data| data.len() > limit) {
        let kept = log.with_extension("log.1");
        if fs::copy(log, &kept).is_err() {
            let _ = fs::remove_file(&kept);
        }
        let _ = OpenOptions::new().write(true).open(log).and_then(|file| file.set_len(0));
    }
}

/// Opens a log file to be written on.
pub fn open_log(path: &Path) -> anyhow::Result<File> {
    set_aside(path, LOG_LIMIT);
    OpenOptions::new()
        .create(true)
        .append(true)
        .mode(0o600)
        .open(path)
        .with_context(|| format!("{} cannot be written", path.display()))
}

/// The last line of a log that says something: the `error` or `message` of a JSON line, else the line.
pub fn last_error(log: &Path) -> String {
    let text = fs::read(log).unwrap_or_default();
    let tail = String::from_utf8_lossy(&text[text.len().saturating_sub(8_192)..]).into_owned();
    let Some(line) = tail.lines().rev().find(|line| !line.trim().is_empty()) else { return "it said nothing".into() };
    // a setting that could not be read
    if line.starts_with("For more information, try")
        && let Some(from) = tail.rfind("error: ")
    {
        return kit::config::sentence(&tail[from..]);
    }
    let json: Option<serde_json::Value> = serde_json::from_str(line).ok();
    let field =
        |name: &str| json.as_ref().and_then(|json| json.get(name)).and_then(|value| value.as_str()).map(str::to_owned);
    field("error").or_else(|| field("message")).unwrap_or_else(|| line.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write as _;

    #[test]
    fn a_log_that_grows_while_it_is_written_is_set_aside_and_written_on() {
        let folder = std::env::temp_dir().join(format!("canopy-logs-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("auth.log");
        let mut log = open_log(&path).unwrap();
        for round in 0..3 {
            for line in 0..100 {
                writeln!(log, "round {round} line {line}").unwrap();
                set_aside(&path, 500);
                assert!(fs::metadata(&path).unwrap().len() <= 500);
            }
        }
        writeln!(log, "the end").unwrap();
        assert!(fs::read_to_string(&path).unwrap().ends_with("the end\n"), "nothing but text, no gap");
        assert!(!fs::read(&path).unwrap().contains(&0));
        let kept = fs::read_to_string(folder.join("auth.log.1")).unwrap();
        assert!(kept.starts_with("round 2") && kept.len() < 600, "{kept}");
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn the_last_log_line_is_told_in_its_own_words() {
        let file = std::env::temp_dir().join(format!("canopy-last-error-{}", std::process::id()));
        std::fs::write(
            &file,
            "{\"message\":\"ready\"}\n{\"message\":\"ended\",\"error\":\"the key file auth.kek cannot be read\"}\n\n",
        )
        .unwrap();
        assert_eq!(last_error(&file), "the key file auth.kek cannot be read");
        std::fs::write(&file, "FATAL:  data directory has invalid permissions\n").unwrap();
        assert_eq!(last_error(&file), "FATAL:  data directory has invalid permissions");
        let refused =
            "error: invalid value '0' for '--threads <CANOPY_THREADS>'\n\nFor more information, try '--help'.\n";
        std::fs::write(&file, format!("{{\"message\":\"ready\"}}\n{refused}")).unwrap();
        assert_eq!(last_error(&file), "invalid value '0' for '--threads <CANOPY_THREADS>'");
        std::fs::remove_file(&file).unwrap();
    }
}
