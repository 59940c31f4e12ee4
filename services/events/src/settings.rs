//! Settings of events, from the environment.

use kit::config::number;
use std::time::Duration;

/// What only events needs to know.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// Days for which the history is kept, at least 30; 0 keeps it for ever
    #[arg(long, env = "CANOPY_EVENTS_DAYS", default_value_t = 0, value_parser = days)]
    pub events_days: u32,

    // From here on: no settings. These values fit every installation; tests put others into the struct.
    /// How often is looked for events that are too old, and for those that an older version wrote
    #[arg(skip = Duration::from_secs(600))]
    pub events_upkeep: Duration,
}

/// Nothing younger goes than what the outboxes may still send again: an event that comes again would be written anew.
fn days(text: &str) -> Result<u32, String> {
    match text {
        "0" => Ok(0),
        text => number(30_u32..=36_500)(text),
    }
}
