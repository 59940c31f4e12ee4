//! Settings of events, from the environment.

use kit::config::number;
use std::time::Duration;

/// What only events needs to know.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// Days for which the history is kept unless an administrator decides otherwise; nothing younger goes than what the outboxes may still send again
    #[arg(long, env = "CANOPY_EVENTS_DAYS", default_value_t = 36_500, value_parser = number(30_u32..=36_500))]
    pub events_days: u32,

    /// host:port, separated by commas, that webhooks may be sent to though they are on loopback, or in a private network and the webhook not an administrator's; also without TLS
    #[arg(long, env = "CANOPY_WEBHOOK_ALLOW", default_value = "", hide_default_value = true)]
    pub webhook_allow: String,

    // From here on: no settings. These values fit every installation; tests put others into the struct.
    /// How often is looked for events that are too old, and for those that an older version wrote
    #[arg(skip = Duration::from_secs(600))]
    pub events_upkeep: Duration,
    /// How long a webhook may take for one request, from the connection to the beginning of its answer
    #[arg(skip = Duration::from_secs(10))]
    pub webhook_within: Duration,
    /// Days for which deliveries are kept
    #[arg(skip = 14_u32)]
    pub deliveries_days: u32,
    /// Deliveries of one rule that are kept at most, newest first
    #[arg(skip = 1_000_i64)]
    pub deliveries_kept: i64,
}
