//! Settings of the bff, from the environment.

use kit::config::number;
use std::time::Duration;

/// What only the bff needs to know.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// Requests of signed-in users worked on at once (others have a quarter as many places of their own); the next ones wait a
    /// moment and are then turned away with 503
    #[arg(long, env = "CANOPY_BFF_REQUESTS", value_parser = number(1_usize..=100_000), default_value_t = 512)]
    pub bff_requests: usize,
    /// Logs followed at once, each a connection all the way to a cluster
    #[arg(long, env = "CANOPY_BFF_LOGS", value_parser = number(1_usize..=10_000), default_value_t = 200)]
    pub bff_logs: usize,

    // From here on: no settings. These values fit every installation; tests put others into the struct.
    /// How long a request waits for a free place
    #[arg(skip = Duration::from_millis(500))]
    pub bff_queue: Duration,
    /// Logs followed at once by one user
    #[arg(skip = 8_usize)]
    pub bff_logs_per_user: usize,
}
