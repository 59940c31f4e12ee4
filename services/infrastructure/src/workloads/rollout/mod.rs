//! How a rollout stands, as pure functions of what the cluster shows: when it is ready, what goes wrong, and how long
//! that is borne.

mod containers;
mod judge;
mod ready;
mod signals;
mod snapshot;
mod tail;
#[cfg(test)]
mod tests;

pub use containers::pod_signals;
pub use judge::{Judge, Judgement};
pub use ready::{Wanted, progress};
pub use signals::Signal;
pub use snapshot::{Followed, Snapshot};
pub use tail::tail;

use std::time::Duration;

/// How long a fault is borne before the rollout counts as failed. Some pass by themselves: a registry that hiccups, a
/// node that is being added.
#[derive(Debug, Clone, Copy)]
pub struct Patience {
    /// A container that cannot be created or started.
    pub start: Duration,
    /// An image that cannot be pulled.
    pub pull: Duration,
    /// No node takes the pod.
    pub schedule: Duration,
    /// No pod may be created (quota, pod security).
    pub create: Duration,
    /// A volume claim is not bound.
    pub claim: Duration,
    /// A workload of the release is not there.
    pub missing: Duration,
    /// The rollout as a whole.
    pub overall: Duration,
    /// One hook that names no deadline.
    pub hook: Duration,
    /// A cluster that stopped answering while we watch.
    pub silent: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        let seconds = Duration::from_secs;
        Self {
            start: seconds(20),
            pull: seconds(90),
            schedule: seconds(120),
            create: seconds(10),
            claim: seconds(60),
            missing: seconds(30),
            overall: seconds(600),
            hook: seconds(600),
            silent: seconds(30),
        }
    }
}
