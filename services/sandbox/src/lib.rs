//! A simulated Kubernetes API: a newcomer sees the main job work in a minute without a cluster, and tests run against it.
//!
//! It answers as a real API server does (TLS, discovery, server-side apply with managers, preconditions, watches) for the
//! kinds of our charts, from the schemas that a real one publishes (`schema/`), and plays the controllers and the kubelet:
//! Deployments, StatefulSets, Jobs and claims become ready after a believable time, pods write logs, faults come on demand
//! (`canopy.internal/fault: image|crash|oom|notready|slow|quota` on a pod template). Nothing ever runs.
//! `tests/it` holds one suite for this and for a real control plane, so that the two cannot drift apart.

mod admission;
mod api;
mod catalogue;
mod check;
mod controllers;
mod failure;
mod fields;
mod json;
mod kubelet;
mod logs;
mod managers;
mod normal;
mod patch;
mod persist;
mod protobuf;
mod quantity;
mod schema;
mod seed;
mod selector;
mod server;
mod store;
mod terminal;
mod tls;
mod typed;
mod world;

use anyhow::Context as _;
use kit::{Clock, Ids};
use std::{net::SocketAddr, path::PathBuf, sync::Arc};
use tls::Identity;
use tokio::{net::TcpListener, task::JoinSet};
use tokio_util::sync::CancellationToken;
use world::World;

/// Name of the kubeconfig in the sandbox's folder.
pub const KUBECONFIG: &str = "kubeconfig";

/// Settings of the sandbox.
#[derive(Debug, Clone, clap::Args)]
pub struct Options {
    /// Where the API listens; port 0 takes the folder's last one, or a free one
    #[arg(long, default_value = "127.0.0.1:0", env = "CANOPY_SANDBOX_LISTEN")]
    pub listen: SocketAddr,
    /// Where objects, certificate and token are kept; without it everything is forgotten at the end
    #[arg(long = "dir", env = "CANOPY_SANDBOX_DIR")]
    pub folder: Option<PathBuf>,
    /// How many times faster than in a real cluster pods come and go
    #[arg(long, default_value_t = 1.0, value_parser = speed, env = "CANOPY_SANDBOX_SPEED")]
    pub speed: f64,
}

impl Options {
    /// Of each of so many clusters.
    fn each(&self, clusters: u16) -> Vec<Self> {
        if clusters == 1 {
            return vec![self.clone()];
        }
        let one = |number: u16| {
            let mut listen = self.listen;
            if listen.port() != 0 {
                listen.set_port(listen.port().saturating_add(number - 1));
            }
            let folder = self.folder.as_ref().map(|folder| folder.join(number.to_string()));
            Self { listen, folder, speed: self.speed }
        };
        (1..=clusters).map(one).collect()
    }
}

/// Times, from a hundredth to a thousand.
fn speed(text: &str) -> Result<f64, String> {
    let times = text.parse::<f64>().ok().filter(|times| (0.01..=1_000.0).contains(times));
    times.ok_or_else(|| "a number from 0.01 to 1000 is expected".to_owned())
}

/// A running cluster.
pub struct Started {
    /// Where it listens.
    pub address: SocketAddr,
    /// For kubectl, Helm and Canopy: authority and token inside. Also in its folder, as `kubeconfig`.
    pub kubeconfig: String,
    /// Its folder.
    pub folder: Option<PathBuf>,
    parts: JoinSet<anyhow::Result<()>>,
    stop: CancellationToken,
}

impl Started {
    /// Waits until it has ended: after the stop, or because a part of it failed.
    ///
    /// # Errors
    /// What failed.
    pub async fn ended(mut self) -> anyhow::Result<()> {
        let mut outcome = Ok(());
        while let Some(part) = self.parts.join_next().await {
            let part = part.unwrap_or_else(|panic| Err(panic.into()));
            if outcome.is_ok() {
                outcome = part;
            }
            // One part without the others would be half a cluster.
            self.stop.cancel();
        }
        outcome
    }
}

/// Starts so many clusters; they run until `stop`. Of several each has a port of its own, the one after that of the one before where
/// a port was named, and in the folder a folder that its number names, from 1.
///
/// # Errors
/// When one cannot listen, or the folder cannot be read or written.
pub async fn serve(
    options: &Options,
    clusters: u16,
    clock: Arc<dyn Clock>,
    ids: Arc<dyn Ids>,
    stop: CancellationToken,
) -> anyhow::Result<Vec<Started>> {
    let catalogue = Arc::new(catalogue::Catalogue::read()?);
    let mut started = Vec::new();
    for each in options.each(clusters) {
        let (catalogue, clock, ids) = (Arc::clone(&catalogue), Arc::clone(&clock), Arc::clone(&ids));
        started.push(one(each, clusters, catalogue, clock, ids, &stop).await?);
    }
    Ok(started)
}

async fn one(
    options: Options,
    clusters: u16,
    catalogue: Arc<catalogue::Catalogue>,
    clock: Arc<dyn Clock>,
    ids: Arc<dyn Ids>,
    stop: &CancellationToken,
) -> anyhow::Result<Started> {
    let folder = options.folder.as_deref();
    if let Some(folder) = folder {
        make_private(folder)?;
    }
    let mut identity = Identity::of(folder, options.listen.ip(), &*clock, &*ids)?;
    let listener = listen(options.listen, identity.port).await?;
    let address = listener.local_addr()?;
    identity.port = address.port();
    let kubeconfig = identity.kubeconfig(address);
    if let Some(folder) = folder {
        identity.keep(folder, &kubeconfig)?;
    }
    let store = persist::load(catalogue, folder)?;
    let world = Arc::new(World::new(store, clock, ids, options.speed));
    seed::run(&world)?;
    let stop = stop.child_token();
    let (token, sessions) = (identity.token.clone(), tokio_util::task::TaskTracker::new());
    let api = Arc::new(api::Api { world: Arc::clone(&world), token, stop: stop.clone(), sessions });
    let mut parts = JoinSet::new();
    parts.spawn(server::run(listener, identity.server()?, api, stop.clone()));
    parts.spawn(controllers::run(Arc::clone(&world), stop.clone()));
    if let Some(folder) = &options.folder {
        parts.spawn(persist::run(world, folder.clone(), clusters, stop.clone()));
    }
    tracing::info!(%address, "the sandbox (simulated) answers");
    Ok(Started { address, kubeconfig, folder: options.folder, parts, stop })
}

/// A stored kubeconfig names the port: the last one is taken again when it is free.
async fn listen(wanted: SocketAddr, last: u16) -> anyhow::Result<TcpListener> {
    if wanted.port() == 0
        && last != 0
        && let Ok(listener) = TcpListener::bind(SocketAddr::new(wanted.ip(), last)).await
    {
        return Ok(listener);
    }
    TcpListener::bind(wanted).await.with_context(|| format!("listen on {wanted}"))
}

fn make_private(folder: &std::path::Path) -> anyhow::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    let made = || -> std::io::Result<()> {
        std::fs::create_dir_all(folder)?;
        std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o700))
    };
    made().with_context(|| format!("make the folder {}", folder.display()))
}
