//! How a rollout stands, as pure functions of what the cluster shows: when it is ready, what goes wrong, and how long
//! that is borne.

mod cannot_start;
mod containers;
mod judge;
mod ready;
mod signals;
mod tail;
mod taints;
#[cfg(test)]
mod tests;

pub use cannot_start::cannot_start;
pub use containers::pod_signals;
pub use judge::{Judge, Judgement};
pub use ready::{Wanted, progress};
pub use signals::{Signal, signals};
pub use tail::tail;
pub use taints::taints;

pub use crate::watch::Snapshot;

use kit::config::seconds;
use std::time::Duration;

/// How long a fault is borne before the rollout counts as failed. Some pass by themselves: a registry that hiccups, a
/// node that is being added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::Args)]
pub struct Patience {
    /// How long an image that cannot be pulled is borne
    #[arg(long = "rollout-pull", env = "CANOPY_ROLLOUT_PULL", value_parser = seconds(0.0..=86_400.0), default_value = "90s")]
    pub pull: Duration,
    /// How long a pod that no node takes is borne
    #[arg(long = "rollout-schedule", env = "CANOPY_ROLLOUT_SCHEDULE", value_parser = seconds(0.0..=86_400.0), default_value = "2m")]
    pub schedule: Duration,
    /// How long a rollout may take as a whole
    #[arg(long = "rollout-overall", env = "CANOPY_ROLLOUT_OVERALL", value_parser = seconds(1.0..=86_400.0), default_value = "10m")]
    pub overall: Duration,

    // From here on: no settings. These values fit every installation; tests put others into the struct.
    /// How long a container that cannot be created or started is borne
    #[arg(skip = Duration::from_secs(20))]
    pub start: Duration,
    /// How long it is borne that no pod may be created (quota, pod security)
    #[arg(skip = Duration::from_secs(10))]
    pub create: Duration,
    /// How long a volume claim that is not bound is borne
    #[arg(skip = Duration::from_secs(60))]
    pub claim: Duration,
    /// How long it is borne that a workload of the release is not there
    #[arg(skip = Duration::from_secs(30))]
    pub missing: Duration,
    /// How long one hook may take that names no deadline
    #[arg(skip = Duration::from_secs(600))]
    pub hook: Duration,
    /// How long a cluster may stop answering while a rollout is watched
    #[arg(skip = Duration::from_secs(30))]
    pub silent: Duration,
}

/// The defaults of the settings.
impl Default for Patience {
    fn default() -> Self {
        let whole = Duration::from_secs;
        Self {
            start: whole(20),
            pull: whole(90),
            schedule: whole(120),
            create: whole(10),
            claim: whole(60),
            missing: whole(30),
            overall: whole(600),
            hook: whole(600),
            silent: whole(30),
        }
    }
}
