//! `canopy serve`: one role or several in this process.

use crate::SERVICES;
use anyhow::bail;
use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;

/// Roles and their settings.
#[derive(clap::Args)]
pub struct Options {
    /// Roles to run: auth, teams, infrastructure, tasks, deployments, events, health, bff
    #[arg(required = true)]
    roles: Vec<String>,
    /// Threads that work on requests
    #[arg(long, env = "CANOPY_THREADS", default_value_t = 2)]
    threads: usize,
    #[command(flatten)]
    settings: kit::Settings,
}

/// Runs until a signal or until a role ends.
pub fn run(options: Options) -> anyhow::Result<()> {
    if rustls::crypto::ring::default_provider().install_default().is_err() {
        bail!("the TLS library was set up twice");
    }
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(options.threads.max(1)).enable_all().build()?;
    let named =
        SERVICES.iter().map(|service| service.name).filter(|name| options.roles.iter().any(|role| role == name));
    let traces = {
        // what sends them works in the background of the runtime
        let _within = runtime.enter();
        kit::trace::Sender::of(&options.settings, &named.collect::<Vec<_>>())?
    };
    let recent = kit::telemetry::start(&options.settings.log, traces.as_ref())?;
    let mut services = Vec::new();
    for role in &options.roles {
        match SERVICES.iter().find(|service| service.name == role) {
            Some(service) => services.push(*service),
            None => bail!("there is no role '{role}'; roles are {}", SERVICES.map(|service| service.name).join(", ")),
        }
    }
    let outcome = runtime.block_on(async {
        let stop = CancellationToken::new();
        let mut terminate = signal(SignalKind::terminate())?;
        let mut interrupt = signal(SignalKind::interrupt())?;
        let running = kit::run(&services, options.settings, recent, stop.clone());
        tokio::pin!(running);
        tokio::select! {
            outcome = &mut running => return outcome,
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        tracing::info!("stopping");
        stop.cancel();
        tokio::select! {
            outcome = &mut running => outcome,
            _ = terminate.recv() => bail!("ended by a second signal"),
            _ = interrupt.recv() => bail!("ended by a second signal"),
        }
    });
    if let Some(traces) = traces {
        traces.finish();
    }
    // Blocking work that is still going on (a password hash) must not hold the exit.
    runtime.shutdown_timeout(std::time::Duration::from_secs(1));
    outcome
}
