//! Settings of deployments, from the environment.

use kit::config::{number, seconds};
use std::time::Duration;

/// What only deployments needs to know.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// How often is looked for what a crash left: creations half done, orders that tasks does not know
    #[arg(long, env = "CANOPY_DEPLOYMENTS_SWEEP", value_parser = seconds(0.1..=3_600.0), default_value = "30s")]
    pub deployments_sweep: Duration,
    /// How old such a thing must be; what is younger is still on its way
    #[arg(long, env = "CANOPY_DEPLOYMENTS_SWEEP_AGE", value_parser = seconds(5.0..=86_400.0), default_value = "60s")]
    pub deployments_sweep_age: Duration,
    /// How often an open stream of log lines makes sure that its reader still may read it
    #[arg(long, env = "CANOPY_DEPLOYMENTS_RECHECK", value_parser = seconds(0.1..=60.0), default_value = "1s")]
    pub deployments_recheck: Duration,
    /// How long an answer that names a task waits for tasks to know it; then it is given all the same
    #[arg(long, env = "CANOPY_DEPLOYMENTS_ACCEPTANCE", value_parser = seconds(0.0..=10.0), default_value = "1s")]
    pub deployments_acceptance: Duration,
    /// Deployments of one team
    #[arg(long, env = "CANOPY_DEPLOYMENTS_PER_TEAM", default_value_t = 500, value_parser = number(1_u32..=1_000_000))]
    pub deployments_per_team: u32,
    /// Deployments created by one user, in all teams
    #[arg(long, env = "CANOPY_DEPLOYMENTS_PER_USER", default_value_t = 500, value_parser = number(1_u32..=1_000_000))]
    pub deployments_per_user: u32,
    /// Unfinished tasks of one team; deletions are counted, and never refused
    #[arg(long, env = "CANOPY_DEPLOYMENTS_TASKS_PER_TEAM", default_value_t = 200, value_parser = number(1_u32..=1_000_000))]
    pub deployments_tasks_per_team: u32,
    /// Unfinished tasks of one user, in all teams; deletions are counted, and never refused
    #[arg(long, env = "CANOPY_DEPLOYMENTS_TASKS_PER_USER", default_value_t = 100, value_parser = number(1_u32..=1_000_000))]
    pub deployments_tasks_per_user: u32,
}
