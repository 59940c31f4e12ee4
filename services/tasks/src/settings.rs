//! Settings of tasks, from the environment.

use kit::config::{number, seconds};
use std::time::Duration;

/// Settings of this service.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// Tasks that change one cluster at the same time; those that wait for it are not counted
    #[arg(long, env = "CANOPY_TASKS_PER_CLUSTER", default_value_t = 8, value_parser = number(1_u16..=256))]
    pub tasks_per_cluster: u16,
    /// How long a task may wait for its cluster from its first taking up; an uninstall waits without end
    #[arg(long, env = "CANOPY_TASKS_BUDGET", value_parser = seconds(1.0..=604_800.0), default_value = "20m")]
    pub tasks_budget: Duration,
    /// After how long without a heartbeat a task is taken up by another worker
    #[arg(long, env = "CANOPY_TASKS_LEASE", value_parser = seconds(3.0..=3_600.0), default_value = "30s")]
    pub tasks_lease: Duration,
}

/// How waiting goes. Tests put other values into it.
#[derive(Clone, Debug)]
pub struct RetryPolicy {
    /// The first pause.
    pub first: Duration,
    /// The longest pause.
    pub longest: Duration,
    /// Pauses in a row that a task waits at its worker; then it waits in the queue.
    pub in_place: i32,
    /// The longest pause between two rounds of a step that gets on.
    pub round: Duration,
    /// How long a task may wait for its cluster from its first taking up; an uninstall waits without end.
    pub budget: Duration,
    /// A task whose workers died so often is ended.
    pub attempts: i32,
    /// How long a task is held without a heartbeat.
    pub lease: Duration,
    /// How often a worker says that it is alive; at most a third of the lease.
    pub heartbeat: Duration,
    /// How often the queue is looked at.
    pub poll: Duration,
    /// How often cancels are looked for.
    pub look: Duration,
    /// Least time between two hints about one task.
    pub hint_gap: Duration,
    /// Log lines kept of one task.
    pub lines: i64,
    /// How often the end of a release is tried when the cluster does not answer; ten times as often once it may be deployed.
    pub last_tries: i32,
}

/// What fits every installation; budget, lease and heartbeat are from the settings.
impl Default for RetryPolicy {
    fn default() -> Self {
        Self {
            first: Duration::from_secs(1),
            longest: Duration::from_secs(15),
            in_place: 4,
            round: Duration::from_secs(5),
            budget: Duration::from_secs(1_200),
            attempts: 20,
            lease: Duration::from_secs(30),
            heartbeat: Duration::from_secs(10),
            poll: Duration::from_secs(1),
            look: Duration::from_secs(2),
            hint_gap: Duration::from_secs(1),
            lines: 1_000,
            last_tries: 3,
        }
    }
}

impl RetryPolicy {
    /// Without a heartbeat accepted for so long a worker stops by itself: the lease is about to run out.
    #[must_use]
    pub fn sure(&self) -> Duration {
        self.lease * 5 / 6
    }

    /// Longest wait for one heartbeat's answer.
    #[must_use]
    pub fn answer(&self) -> Duration {
        self.lease / 6
    }
}

impl Options {
    /// What the workers go by.
    #[must_use]
    pub fn retry_policy(&self) -> RetryPolicy {
        RetryPolicy {
            budget: self.tasks_budget,
            lease: self.tasks_lease,
            heartbeat: self.tasks_lease / 3,
            ..RetryPolicy::default()
        }
    }
}
