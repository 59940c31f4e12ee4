//! Settings of health, from the environment.

use kit::config::{number, seconds};
use std::time::Duration;

/// What only health needs to know.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// How long an answer counts before everybody is asked again
    #[arg(long, env = "CANOPY_HEALTH_FRESH", value_parser = seconds(0.0..=3_600.0), default_value = "5s")]
    pub health_fresh: Duration,
    /// The longest wait for one answer; a round takes half as long again
    #[arg(long, env = "CANOPY_HEALTH_WAIT", value_parser = seconds(0.05..=60.0), default_value = "1s")]
    pub health_wait: Duration,
    /// So many unanswered probes in a row mean that a part is down; fewer, that it is degraded
    #[arg(long, env = "CANOPY_HEALTH_SLOW", value_parser = number(1_u32..=100), default_value_t = 2)]
    pub health_slow: u32,
    /// Up to so many clusters are shown one by one, more as one line
    #[arg(long, env = "CANOPY_HEALTH_CLUSTERS", value_parser = number(0_usize..=1_000), default_value_t = 50)]
    pub health_clusters: usize,
}
