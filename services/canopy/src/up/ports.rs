//! Ports: the usual ones, or free ones when those are taken; remembered, so that a restart keeps them where it can.
//!
//! A port that is free when it is chosen must still be free when the role listens on it. Against other instances that start
//! at the same moment a lock helps: one chooses and starts at a time.

use super::folder::Folder;
use anyhow::Context as _;
use kit::ids::SystemIds;
use nix::fcntl::{Flock, FlockArg, OFlag};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs::{self, File, OpenOptions},
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
    /// No usual ports.
    any: bool,
    turn: Option<Flock<File>>,
}

impl Ports {
    /// Reads the ports of the last time. Waits while another instance of this user is starting.
    pub async fn load(folder: &Folder, any: bool) -> Self {
        let remembered = fs::read(folder.root().join("ports.json")).ok();
        let remembered = remembered.and_then(|text| serde_json::from_slice(&text).ok()).unwrap_or_default();
        Self { remembered, chosen: BTreeMap::new(), used: BTreeSet::new(), any, turn: turn().await }
    }

    /// Everyone listens: the next instance may choose.
    pub fn settled(&mut self) {
        self.turn = None;
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
        candidates.find(|port| !self.used.contains(port) && TcpListener::bind((address, *port)).is_ok())
    }

    /// Remembers them.
    pub fn save(&self, folder: &Folder) -> anyhow::Result<()> {
        super::folder::private_file(&folder.root().join("ports.json"), &serde_json::to_vec_pretty(&self.chosen)?)
    }
}

/// The lock of those who start. Where it cannot be had (a strange temporary folder) it goes without.
async fn turn() -> Option<Flock<File>> {
    let path = std::env::temp_dir().join(format!("canopy-starting-{}", nix::unistd::geteuid()));
    let open = || {
        OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .mode(0o600)
            .custom_flags(OFlag::O_NOFOLLOW.bits())
            .open(&path)
    };
    loop {
        // tried again and again instead of waited for: Ctrl-C must work meanwhile
        match Flock::lock(open().ok()?, FlockArg::LockExclusiveNonblock) {
            Ok(lock) => return Some(lock),
            Err((_, nix::errno::Errno::EWOULDBLOCK)) => tokio::time::sleep(std::time::Duration::from_millis(50)).await,
            Err(_) => return None,
        }
    }
}
