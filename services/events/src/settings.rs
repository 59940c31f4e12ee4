//! Settings of events, from the environment.

use kit::config::number;
use std::time::Duration;

/// What only events needs to know.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// Days for which the history is kept; nothing younger goes than what the outboxes may still send again
    #[arg(long, env = "CANOPY_EVENTS_DAYS", default_value_t = 36_500, value_parser = number(30_u32..=36_500))]
    pub events_days: u32,

    // From here on: no settings. These values fit every installation; tests put others into the struct.
    /// How often is looked for events that are too old, and for those that an older version wrote
    #[arg(skip = Duration::from_secs(600))]
    pub events_upkeep: Duration,
}
