//! The service's own settings.

use std::time::Duration;

/// Options of the role infrastructure.
#[derive(Debug, Clone, clap::Args)]
pub struct Options {
    /// Clusters that may be on loopback, as host:port separated by commas (everything else on loopback is refused)
    #[arg(long, env = "CANOPY_CLUSTER_ALLOW", default_value = "", hide_default_value = true)]
    pub cluster_allow: String,
    /// How often each cluster is looked at
    #[arg(long, env = "CANOPY_PROBE_INTERVAL", value_parser = kit::config::duration, default_value = "60s")]
    pub probe_interval: Duration,
}
