//! Settings of deployments, from the environment.

use crate::reach::checker::Checker;
use kit::{
    address::AddressPolicy,
    config::{number, seconds},
    dial, tls,
};
use std::{sync::Arc, time::Duration};

/// Yes or no.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Switch {
    /// Yes.
    On,
    /// No.
    Off,
}

/// What only deployments needs to know.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
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
    /// Whether Canopy visits the domains of running sites to see that they can be reached
    #[arg(long, env = "CANOPY_REACH", value_enum, default_value = "on")]
    pub reach: Switch,
    /// host:port, separated by commas, that may be visited for that though they are in a private network, on loopback or this very machine, for instance the address of an ingress
    #[arg(long, env = "CANOPY_REACH_ALLOW", default_value = "", hide_default_value = true)]
    pub reach_allow: String,
    /// Shells into containers that are open at once; 0: there are none
    #[arg(long, env = "CANOPY_SHELLS", default_value_t = 48, value_parser = number(0_usize..=1_000))]
    pub shells: usize,
    /// After how long without anything typed a shell is closed; a minute before it is said
    #[arg(long, env = "CANOPY_SHELL_IDLE", value_parser = seconds(1.0..=86_400.0), default_value = "900s")]
    pub shell_idle: Duration,

    // From here on: no settings. These values fit every installation; tests put others into the struct.
    /// How often is looked for what a crash left: creations half done, orders that tasks does not know
    #[arg(skip = Duration::from_secs(30))]
    pub deployments_sweep: Duration,
    /// How old such a thing must be; what is younger is still on its way
    #[arg(skip = Duration::from_secs(60))]
    pub deployments_sweep_age: Duration,
    /// How often an open stream of log lines makes sure that its reader still may read it
    #[arg(skip = Duration::from_secs(1))]
    pub deployments_recheck: Duration,
    /// Shells of one user that are open at once
    #[arg(skip = 4_usize)]
    pub shells_per_user: usize,
    /// How long a shell may be open, whatever is typed
    #[arg(skip = Duration::from_secs(8 * 3_600))]
    pub shell_longest: Duration,
    /// How long opening one may take; then the cluster is silent
    #[arg(skip = Duration::from_secs(8))]
    pub shell_opening: Duration,
    /// How long an answer that names a task waits for tasks to know it; then it is given all the same
    #[arg(skip = Duration::from_secs(1))]
    pub deployments_acceptance: Duration,
}

impl Options {
    /// What visits sites; `None` when that is off. Anybody may write the domain of a site, so private networks are not visited
    /// unless the operator lists the place.
    ///
    /// # Errors
    /// A list that cannot be read.
    pub fn checker(&self) -> anyhow::Result<Option<Checker>> {
        let policy = AddressPolicy::parse("CANOPY_REACH_ALLOW", &self.reach_allow)?.public();
        if self.reach == Switch::Off {
            return Ok(None);
        }
        Ok(Some(Checker {
            policy,
            resolve: dial::system_resolver(),
            roots: Arc::new(tls::trusted(Vec::new())?),
            ports: (80, 443),
            within: Duration::from_secs(10),
        }))
    }
}
