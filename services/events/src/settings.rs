//! Settings of events, from the environment.

use kit::config::number;

/// What only events needs to know.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// A search looks through so many of the newest events that the other filters leave
    #[arg(long, env = "CANOPY_EVENTS_SEARCHED", value_parser = number(100_i64..=10_000_000), default_value_t = 50_000)]
    pub events_searched: i64,
}
