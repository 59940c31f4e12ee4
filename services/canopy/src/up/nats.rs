//! NATS: a private server in the data folder, or one that exists. In the private one every role has a user that may
//! publish under its own name only; the passwords are made anew at each start.

use super::{
    environment,
    folder::{Folder, private_file, private_folder},
    ports::Ports,
    supervisor::{Program, Supervisor},
};
use crate::SERVICES;
use anyhow::{Context as _, bail};
use kit::{Ids as _, ids::SystemIds};
use nix::sys::signal::Signal;
use std::{
    collections::BTreeMap,
    net::SocketAddr,
    path::{Path, PathBuf},
    process::Command,
};

/// A server, with the roles' users where it is ours.
pub struct Server {
    external: Option<String>,
    passwords: BTreeMap<&'static str, String>,
    address: Option<SocketAddr>,
    /// Of [`WATCHER`].
    watcher: String,
}

/// The user that asks the private server how it is: of its system account, and of nothing that roles say.
pub const WATCHER: &str = "up";

/// A server that exists.
pub fn external(url: &str) -> Server {
    Server { external: Some(url.to_owned()), passwords: BTreeMap::new(), address: None, watcher: String::new() }
}

impl Server {
    /// The URL of a role.
    pub fn url(&self, role: &str) -> String {
        match (&self.external, self.passwords.get(role), self.address) {
            (Some(url), ..) => url.clone(),
            (None, Some(password), Some(address)) => format!("nats://{role}:{password}@{address}"),
            _ => String::new(),
        }
    }

    /// Where the private server listens, and the password of [`WATCHER`].
    pub fn watched(&self) -> Option<(SocketAddr, &str)> {
        Some((self.address?, &self.watcher))
    }

    /// Where the private server listens.
    pub fn address(&self) -> Option<SocketAddr> {
        self.address
    }
}

/// Writes the configuration and starts the private server. The roles wait for it, so this does not.
pub fn start(
    folder: &Folder,
    program: PathBuf,
    ports: &mut Ports,
    supervisor: &mut Supervisor,
) -> anyhow::Result<Server> {
    let address = ports.of("nats")?;
    let home = folder.root().join("nats");
    private_folder(&home)?;
    let hex = || SystemIds.bytes(24).iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let passwords: BTreeMap<&'static str, String> = SERVICES.iter().map(|service| (service.name, hex())).collect();
    let watcher = hex();
    let file = home.join("nats.conf");
    let _ = std::fs::remove_file(&file);
    private_file(&file, configuration(address, &home.join("store"), &passwords, &watcher).as_bytes())?;
    let command = vec![program.into_os_string(), "-c".into(), file.into_os_string()];
    supervisor.start(Program::server("nats", command, folder, Signal::SIGTERM))?;
    Ok(Server { external: None, passwords, address: Some(address), watcher })
}

/// `sync_interval: always`: the default of two minutes loses acknowledged messages in a power cut.
fn configuration(
    address: SocketAddr,
    store: &Path,
    passwords: &BTreeMap<&'static str, String>,
    watcher: &str,
) -> String {
    let users: String = passwords.iter().map(|(role, password)| user(role, &format!("\"{password}\""))).collect();
    format!(
        "listen: \"{address}\"\nserver_name: canopy\nmax_payload: 1MB\nmax_connections: 200\n\
         jetstream {{ store_dir: \"{}\", max_memory_store: 16MB, max_file_store: 2GB, sync_interval: always }}\n\
         accounts {{ \"$SYS\" {{ users = [ {{ user: \"{WATCHER}\", password: \"{watcher}\" }} ] }} }}\n\
         authorization {{\n  users = [\n{users}  ]\n}}\n",
        store.display()
    )
}

/// The line of a role. `password`: as it stands in the file.
fn user(role: &str, password: &str) -> String {
    let list =
        |subjects: Vec<String>| subjects.iter().map(|subject| format!("\"{subject}\"")).collect::<Vec<_>>().join(", ");
    format!(
        "    {{ user: \"{role}\", password: {password}, permissions: {{ publish: {{ allow: [{}] }}, subscribe: {{ allow: [{}] }} }} }}\n",
        list(publishes(role)),
        list(subscribes(role))
    )
}

/// Its own facts and hints, and looking at the stream; events also makes the stream and reads it.
fn publishes(role: &str) -> Vec<String> {
    let mut subjects =
        vec![format!("canopy.{role}.*"), format!("hints.{role}"), "$JS.API.STREAM.INFO.FACTS".to_owned()];
    if role == "events" {
        for api in [
            "STREAM.CREATE.FACTS",
            "CONSUMER.INFO.FACTS.events",
            "CONSUMER.CREATE.FACTS.>",
            "CONSUMER.DURABLE.CREATE.FACTS.events",
            "CONSUMER.MSG.NEXT.FACTS.events",
        ] {
            subjects.push(format!("$JS.API.{api}"));
        }
        subjects.push("$JS.ACK.FACTS.events.>".into());
    }
    subjects
}

/// Its own answers; the bff also hears what changed.
fn subscribes(role: &str) -> Vec<String> {
    let mut subjects = vec![format!("_INBOX_{role}.>")];
    if role == "bff" {
        subjects.push("hints.*".into());
    }
    subjects
}

/// The program: where told, else on the PATH; 2.12 or newer.
pub fn find(told: Option<&Path>) -> anyhow::Result<PathBuf> {
    let found = told.map(Path::to_owned).or_else(|| {
        environment::path().into_iter().map(|folder| folder.join("nats-server")).find(|file| file.exists())
    });
    let program = found.context("nats-server 2.12 or newer was not found: install it, name it with --nats-server, or start with `make run`, which gets it")?;
    let output = Command::new(&program)
        .arg("--version")
        .output()
        .with_context(|| format!("{} cannot be run", program.display()))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    // Other programs have version numbers too.
    let version = text.strip_prefix("nats-server").unwrap_or_default().split_whitespace().find_map(|word| {
        let mut parts = word.trim_start_matches('v').split('.');
        Some((parts.next()?.parse::<u32>().ok()?, parts.next()?.parse::<u32>().ok()?))
    });
    match version {
        Some(version) if version >= (2, 12) => Ok(program),
        _ => bail!(
            "nats-server 2.12 or newer is needed (older ones lose messages in a power cut); {} is {}",
            program.display(),
            text.trim()
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_may_say_and_hear_the_same_on_kubernetes() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../k8s/components/nats/users.conf");
        let text = std::fs::read_to_string(file).unwrap();
        let there: Vec<&str> = text.lines().filter(|line| line.contains("user:")).map(str::trim).collect();
        let mut here = SERVICES
            .map(|service| user(service.name, &format!("${}_PASSWORD", service.name.to_uppercase())).trim().to_owned());
        here.sort();
        assert_eq!(there, here);
    }
}
