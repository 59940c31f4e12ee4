//! Ports: the usual ones, or free ones when those are taken; remembered, so that a restart keeps them where it can.
//!
//! A port that is free when it is chosen must still be free when the role listens on it. Against other instances that start
//! at the same moment a lock helps: one chooses and starts at a time. Its file tells the ports of those that run, because a
//! role that has died and is about to start again leaves its port free for a moment.

use super::folder::Folder;
use anyhow::Context as _;
use kit::ids::SystemIds;
use nix::{
    errno::Errno,
    fcntl::{Flock, FlockArg, OFlag},
    sys::signal,
    unistd::Pid,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs::{self, File, OpenOptions},
    io::{BufReader, Read as _, Seek as _, Write as _},
    net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener},
    os::unix::fs::OpenOptionsExt as _,
};

/// Usual ports of loopback, by role and server.
const USUAL: [(&str, u16); 19] = [
    ("bff", 7100),
    ("auth", 7101),
    ("teams", 7102),
    ("infrastructure", 7103),
    ("deployments", 7104),
    ("tasks", 7105),
    ("events", 7106),
    ("health", 7107),
    ("postgres", 7132),
    ("nats", 7122),
    ("sandbox", 7143),
    ("bff-metrics", 7200),
    ("auth-metrics", 7201),
    ("teams-metrics", 7202),
    ("infrastructure-metrics", 7203),
    ("deployments-metrics", 7204),
    ("tasks-metrics", 7205),
    ("events-metrics", 7206),
    ("health-metrics", 7207),
];

/// Chosen ports.
pub struct Ports {
    remembered: BTreeMap<String, u16>,
    chosen: BTreeMap<String, u16>,
    used: BTreeSet<u16>,
    /// Of the other instances that run: not to be drawn. One that is asked for or remembered counts as free when it is, since
    /// another program may have the number of a process that is gone.
    told: BTreeSet<u16>,
    /// No usual ports.
    any: bool,
    turn: Option<Flock<File>>,
}

impl Ports {
    /// Reads the ports of the last time. Waits while another instance of this user is starting.
    pub async fn load(folder: &Folder, any: bool) -> Self {
        let remembered = fs::read(folder.root().join("ports.json")).ok();
        let remembered = remembered.and_then(|text| serde_json::from_slice(&text).ok()).unwrap_or_default();
        let turn = turn().await;
        let told = turn.as_deref().map(others).unwrap_or_default().into_values().flatten().collect();
        Self { remembered, chosen: BTreeMap::new(), used: BTreeSet::new(), told, any, turn }
    }

    /// Everyone listens: the next instance may choose.
    pub fn settled(&mut self) {
        let Some(turn) = self.turn.take() else { return };
        let mut running = others(&turn);
        running.insert(Pid::this().as_raw(), self.chosen.values().copied().collect());
        if let Err(error) = tell(&turn, &running) {
            tracing::debug!(%error, "the ports could not be told to other instances");
        }
    }

    /// The loopback address of a role or server.
    pub fn of(&mut self, name: &str) -> anyhow::Result<SocketAddr> {
        let usual = USUAL.iter().find(|(known, _)| *known == name && !self.any).map(|(_, port)| *port);
        self.choose(name, IpAddr::V4(Ipv4Addr::LOCALHOST), usual.into_iter())
    }

    /// As [`Ports::of`], when it was chosen before.
    pub fn of_known(&self, name: &str) -> anyhow::Result<SocketAddr> {
        let port = self.chosen.get(name).with_context(|| format!("no port was chosen for {name}"))?;
        Ok(SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), *port))
    }

    /// The address of the REST API.
    pub fn http(&mut self, address: IpAddr, port: u16) -> anyhow::Result<SocketAddr> {
        self.choose("http", address, [port].into_iter())
    }

    fn choose(&mut self, name: &str, address: IpAddr, usual: impl Iterator<Item = u16>) -> anyhow::Result<SocketAddr> {
        if let Some(port) = self.chosen.get(name) {
            return Ok(SocketAddr::new(address, *port));
        }
        // The asked-for port of the REST API comes first, the remembered one is for those that nobody asked for.
        let remembered = self.remembered.get(name).copied();
        let wanted: Vec<u16> = if name == "http" {
            usual.chain(remembered).collect()
        } else {
            remembered.into_iter().chain(usual).collect()
        };
        let free = |port: &u16| *port != 0 && !self.used.contains(port) && TcpListener::bind((address, *port)).is_ok();
        let port = match wanted.iter().copied().find(|port| free(port)) {
            Some(port) => port,
            None => self.any_free(address).with_context(|| format!("no free port on {address}"))?,
        };
        self.used.insert(port);
        self.chosen.insert(name.to_owned(), port);
        Ok(SocketAddr::new(address, port))
    }

    /// A free port below those that the system gives to outgoing connections (from 32768 on Linux): one of theirs could
    /// take the port between here and the role's start.
    fn any_free(&self, address: IpAddr) -> Option<u16> {
        use kit::Ids as _;
        let candidates = SystemIds.bytes(400);
        let mut candidates =
            candidates.chunks_exact(2).map(|pair| 12_000 + u16::from_be_bytes([pair[0], pair[1]]) % 20_000);
        let is_taken = |port: &u16| self.used.contains(port) || self.told.contains(port);
        candidates.find(|port| !is_taken(port) && TcpListener::bind((address, *port)).is_ok())
    }

    /// Remembers them.
    pub fn save(&self, folder: &Folder) -> anyhow::Result<()> {
        super::folder::private_file(&folder.root().join("ports.json"), &serde_json::to_vec_pretty(&self.chosen)?)
    }
}

/// Bytes that are read of what others have told: some thousand instances.
const MOST_TOLD: u64 = 256 * 1024;

/// The ports that instances have told, by process, of those that run.
fn others(mut file: &File) -> BTreeMap<i32, BTreeSet<u16>> {
    if file.rewind().is_err() {
        return BTreeMap::new();
    }
    let told = serde_json::from_reader(BufReader::new(file.take(MOST_TOLD)));
    let mut others: BTreeMap<i32, BTreeSet<u16>> = told.unwrap_or_default();
    others.retain(|process, _| signal::kill(Pid::from_raw(*process), None) != Err(Errno::ESRCH));
    others
}

fn tell(mut file: &File, running: &BTreeMap<i32, BTreeSet<u16>>) -> std::io::Result<()> {
    file.rewind()?;
    file.set_len(0)?;
    file.write_all(&serde_json::to_vec(running)?)
}

/// The lock of those who start. Where it cannot be had (a strange temporary folder) it goes without.
async fn turn() -> Option<Flock<File>> {
    let path = std::env::temp_dir().join(format!("canopy-starting-{}", nix::unistd::geteuid()));
    let open = || {
        OpenOptions::new()
            .create(true)
            .truncate(false)
            .read(true)
            .write(true)
            .mode(0o600)
            .custom_flags(OFlag::O_NOFOLLOW.bits())
            .open(&path)
    };
    loop {
        // tried again and again instead of waited for: Ctrl-C must work meanwhile
        match Flock::lock(open().ok()?, FlockArg::LockExclusiveNonblock) {
            Ok(lock) => return Some(lock),
            Err((_, Errno::EWOULDBLOCK)) => tokio::time::sleep(std::time::Duration::from_millis(50)).await,
            Err(_) => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ports_of_instances_that_run_are_told_and_those_of_others_forgotten() {
        let path = std::env::temp_dir().join(format!("canopy-ports-{}", std::process::id()));
        let open = || OpenOptions::new().create(true).truncate(false).read(true).write(true).open(&path);
        assert!(others(&open().expect("a file")).is_empty(), "nothing is told yet");
        let mut gone = std::process::Command::new("true").spawn().expect("a process");
        gone.wait().expect("its end");
        let (us, gone) = (Pid::this().as_raw(), i32::try_from(gone.id()).expect("a process id"));
        let ours = BTreeSet::from([12_345, 23_456]);
        let told = BTreeMap::from([(us, ours.clone()), (gone, BTreeSet::from([12_346]))]);
        tell(&open().expect("the file"), &told).expect("told");
        assert_eq!(others(&open().expect("the file")), BTreeMap::from([(us, ours)]));
        fs::remove_file(&path).expect("removed");
    }

    /// The process that told it may be gone, and its number another program's: after a start of the machine, or in a container.
    #[test]
    fn a_port_that_another_told_is_not_drawn_and_is_had_by_who_asks_for_it() {
        let localhost = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let ports = |told| Ports {
            remembered: BTreeMap::new(),
            chosen: BTreeMap::new(),
            used: BTreeSet::new(),
            told,
            any: true,
            turn: None,
        };
        let free = ports(BTreeSet::new()).any_free(localhost).expect("a free port");
        let mut asked = ports(BTreeSet::from([free]));
        assert_eq!(asked.http(localhost, free).expect("an address").port(), free);
        assert_eq!(ports((12_000..32_000).collect()).any_free(localhost), None);
    }
}
