//! Whether a cluster is Canopy's own simulated one, in which nothing really runs.

use crate::gateway::Cluster;
use kit::Result;

/// What a simulated API server says instead of the commit that it was built from.
const COMMIT: &str = "sandbox";

/// Asked once: another cluster has another kubeconfig.
///
/// # Errors
/// As [`Cluster::call`].
pub(crate) async fn is_simulated(cluster: &Cluster) -> Result<bool> {
    let ask = || async {
        let version = cluster.client().apiserver_version();
        Ok(cluster.call("get version", cluster.options().probe_deadline, version).await?.git_commit == COMMIT)
    };
    cluster.simulated.get_or_try_init(ask).await.copied()
}
