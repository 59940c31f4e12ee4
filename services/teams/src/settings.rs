//! Settings of teams, from the environment.

use kit::config::number;

/// What only teams needs to know.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// Teams that one user may own
    #[arg(long, env = "CANOPY_TEAMS_OWNED", value_parser = number(1_i64..=100_000), default_value_t = 50)]
    pub teams_owned: i64,
    /// Members that one team may have
    #[arg(long, env = "CANOPY_TEAMS_MEMBERS", value_parser = number(1_usize..=10_000), default_value_t = 500)]
    pub teams_members: usize,
}
