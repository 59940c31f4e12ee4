//! `canopy sandbox`: the simulated Kubernetes API alone, for Canopies that run elsewhere, for kubectl, Helm and tests.

use kit::{clock::SystemClock, ids::SystemIds};
use std::{io::Write as _, sync::Arc};
use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;

/// Runs until Ctrl-C or SIGTERM. Prints the kubeconfig, or where it is when there is a folder.
pub fn run(options: ::sandbox::Options) -> anyhow::Result<()> {
    kit::telemetry::start("info", None)?;
    // One thread is enough for a cluster in which nothing runs, and takes the least memory.
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
        let stop = CancellationToken::new();
        let mut terminate = signal(SignalKind::terminate())?;
        let mut interrupt = signal(SignalKind::interrupt())?;
        let folder = options.folder.clone();
        let started = ::sandbox::serve(options, Arc::new(SystemClock), Arc::new(SystemIds), stop.clone()).await?;
        let shown = folder.map_or_else(
            || started.kubeconfig.clone(),
            |folder| folder.join(::sandbox::KUBECONFIG).display().to_string(),
        );
        writeln!(std::io::stdout(), "{}", shown.trim_end())?;
        let ended = started.ended();
        tokio::pin!(ended);
        tokio::select! {
            outcome = &mut ended => return outcome,
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        stop.cancel();
        ended.await
    })
}
