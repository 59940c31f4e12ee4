//! `canopy sandbox`: the simulated Kubernetes API alone, for Canopies that run elsewhere, for kubectl, Helm and tests.

use kit::{clock::SystemClock, ids::SystemIds};
use std::{io::Write as _, sync::Arc};
use tokio::{
    signal::unix::{SignalKind, signal},
    task::JoinSet,
};
use tokio_util::sync::CancellationToken;

/// What is simulated.
#[derive(Debug, clap::Args)]
pub struct SandboxArgs {
    #[command(flatten)]
    sandbox: ::sandbox::Options,
    /// Clusters in this one process, each with a port of its own and, in the folder, a folder that its number names, from 1
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1_000))]
    clusters: u16,
}

/// Runs until Ctrl-C or SIGTERM. Prints the kubeconfig of each cluster, or a line that says where it is when there is a folder.
pub fn run(options: &SandboxArgs) -> anyhow::Result<()> {
    kit::telemetry::start("info", None)?;
    // One thread is enough for a cluster in which nothing runs, and takes the least memory.
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
        let stop = CancellationToken::new();
        let mut terminate = signal(SignalKind::terminate())?;
        let mut interrupt = signal(SignalKind::interrupt())?;
        let SandboxArgs { sandbox, clusters } = options;
        let started =
            ::sandbox::serve(sandbox, *clusters, Arc::new(SystemClock), Arc::new(SystemIds), stop.clone()).await?;
        let mut clusters = JoinSet::new();
        for (index, cluster) in started.into_iter().enumerate() {
            match &cluster.folder {
                Some(folder) => writeln!(std::io::stdout(), "{}", folder.join(::sandbox::KUBECONFIG).display())?,
                None if index == 0 => writeln!(std::io::stdout(), "{}", cluster.kubeconfig.trim_end())?,
                None => writeln!(std::io::stdout(), "---\n{}", cluster.kubeconfig.trim_end())?,
            }
            clusters.spawn(cluster.ended());
        }
        let outcome = tokio::select! {
            Some(ended) = clusters.join_next() => ended?,
            _ = terminate.recv() => Ok(()),
            _ = interrupt.recv() => Ok(()),
        };
        stop.cancel();
        while let Some(ended) = clusters.join_next().await {
            ended??;
        }
        outcome
    })
}
