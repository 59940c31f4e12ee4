//! Settings of tasks, from the environment.

use kit::config::{number, seconds};
use std::time::Duration;

/// Settings of this service.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// Tasks that change one cluster at the same time; those that wait for it are not counted
    #[arg(long, env = "CANOPY_TASKS_PER_CLUSTER", default_value_t = 8, value_parser = number(1_u16..=256))]
    pub tasks_per_cluster: u16,
    /// First pause when a cluster does not answer; it doubles
    #[arg(long, env = "CANOPY_TASKS_PAUSE", value_parser = seconds(0.001..=3_600.0), default_value = "1s")]
    pub tasks_pause: Duration,
    /// Pauses in a row that a task waits at its worker; then it waits in the queue
    #[arg(long, env = "CANOPY_TASKS_PATIENCE", value_parser = number(0_i32..=1_000), default_value_t = 4)]
    pub tasks_patience: i32,
    /// The longest pause while a cluster does not answer
    #[arg(long, env = "CANOPY_TASKS_LONGEST_PAUSE", value_parser = seconds(0.001..=3_600.0), default_value = "15s")]
    pub tasks_longest_pause: Duration,
    /// The longest pause between two rounds of a step that gets on
    #[arg(long, env = "CANOPY_TASKS_ROUND", value_parser = seconds(0.001..=3_600.0), default_value = "5s")]
    pub tasks_round: Duration,
    /// How long a task may wait for its cluster from its first taking up; an uninstall waits without end
    #[arg(long, env = "CANOPY_TASKS_BUDGET", value_parser = seconds(1.0..=604_800.0), default_value = "20m")]
    pub tasks_budget: Duration,
    /// A task whose workers died so often is ended
    #[arg(long, env = "CANOPY_TASKS_ATTEMPTS", value_parser = number(1_i32..=10_000), default_value_t = 20)]
    pub tasks_attempts: i32,
    /// After how long without a heartbeat a task is taken up by another worker
    #[arg(long, env = "CANOPY_TASKS_LEASE", value_parser = seconds(3.0..=3_600.0), default_value = "30s")]
    pub tasks_lease: Duration,
    /// How often a worker says that it is alive; at most a third of the lease
    #[arg(long, env = "CANOPY_TASKS_HEARTBEAT", value_parser = seconds(0.1..=1_200.0), default_value = "10s")]
    pub tasks_heartbeat: Duration,
    /// How often the queue is looked at when nothing wakes the runner
    #[arg(long, env = "CANOPY_TASKS_POLL", value_parser = seconds(0.01..=60.0), default_value = "1s")]
    pub tasks_poll: Duration,
    /// How often cancels that another process took in are looked for
    #[arg(long, env = "CANOPY_TASKS_LOOK", value_parser = seconds(0.01..=60.0), default_value = "2s")]
    pub tasks_look: Duration,
    /// How far apart hints to open screens about one task are at least
    #[arg(long, env = "CANOPY_TASKS_HINT_GAP", value_parser = seconds(0.0..=60.0), default_value = "1s")]
    pub tasks_hint_gap: Duration,
    /// Log lines kept of one task
    #[arg(long, env = "CANOPY_TASKS_LINES", value_parser = number(10_i64..=100_000), default_value_t = 1_000)]
    pub tasks_lines: i64,
    /// How often the end of a release is tried when the cluster does not answer; ten times as often once it may be deployed
    #[arg(long, env = "CANOPY_TASKS_LAST_TRIES", value_parser = number(1_i32..=1_000), default_value_t = 3)]
    pub tasks_last_tries: i32,
}

/// How much at once, and how waiting goes.
#[derive(Clone, Debug)]
pub struct RetryPolicy {
    /// The first pause.
    pub first: Duration,
    /// The longest pause.
    pub longest: Duration,
    /// Pauses in a row before a task waits in the queue.
    pub in_place: i32,
    /// The longest pause between two rounds of a step that gets on.
    pub round: Duration,
    /// How long a task may wait for its cluster.
    pub budget: Duration,
    /// Takings up before a task is ended.
    pub attempts: i32,
    /// How long a task is held without a heartbeat.
    pub lease: Duration,
    /// How often a worker says that it is alive.
    pub heartbeat: Duration,
    /// How often the queue is looked at.
    pub poll: Duration,
    /// How often cancels are looked for.
    pub look: Duration,
    /// Least time between two hints about one task.
    pub hint_gap: Duration,
    /// Log lines kept of one task.
    pub lines: i64,
    /// How often the end of a release is tried.
    pub last_tries: i32,
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
    ///
    /// # Errors
    /// A sentence when the heartbeat is too slow for the lease.
    pub fn retry_policy(&self) -> anyhow::Result<RetryPolicy> {
        anyhow::ensure!(
            self.tasks_heartbeat.saturating_mul(3) <= self.tasks_lease,
            "CANOPY_TASKS_HEARTBEAT must be at most a third of CANOPY_TASKS_LEASE"
        );
        Ok(RetryPolicy {
            first: self.tasks_pause,
            longest: self.tasks_longest_pause,
            in_place: self.tasks_patience,
            round: self.tasks_round,
            budget: self.tasks_budget,
            attempts: self.tasks_attempts,
            lease: self.tasks_lease,
            heartbeat: self.tasks_heartbeat,
            poll: self.tasks_poll,
            look: self.tasks_look,
            hint_gap: self.tasks_hint_gap,
            lines: self.tasks_lines,
            last_tries: self.tasks_last_tries,
        })
    }
}
