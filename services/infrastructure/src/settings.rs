//! The service's own settings.

use crate::{breaker::Limits, workloads::Patience};
use kit::config::seconds;
use std::time::Duration;

/// Options of the role infrastructure.
#[derive(Debug, Clone, clap::Args)]
pub struct Options {
    /// Clusters that may be on loopback, as host:port separated by commas (everything else on loopback is refused)
    #[arg(long, env = "CANOPY_CLUSTER_ALLOW", default_value = "", hide_default_value = true)]
    pub cluster_allow: String,
    /// How often each cluster is looked at
    #[arg(long, env = "CANOPY_PROBE_INTERVAL", value_parser = seconds(0.1..=86_400.0), default_value = "60s")]
    pub probe_interval: Duration,
    /// How long a site may not serve before it is shown as failed: pods that are moved are back by then
    #[arg(long, env = "CANOPY_SERVING_BORNE", value_parser = seconds(1.0..=86_400.0), default_value = "60s")]
    pub serving_borne: Duration,
    /// How long a rollout's faults are borne.
    #[command(flatten)]
    pub patience: Patience,

    // From here on: no settings. These values fit every installation; tests put others into the struct.
    /// How long one request of a look at a cluster may take
    #[arg(skip = Duration::from_secs(15))]
    pub probe_deadline: Duration,
    /// How long a whole look at a cluster may take
    #[arg(skip = Duration::from_secs(40))]
    pub probe_whole: Duration,
    /// After a first failure a cluster is looked at again this soon, before anything is shown
    #[arg(skip = Duration::from_secs(2))]
    pub probe_again: Duration,
    /// Nodes of a cluster that are counted at most, rounded up to 200
    #[arg(skip = 10_000_u32)]
    pub probe_nodes: u32,
    /// How often clusters that another replica registered are looked for
    #[arg(skip = Duration::from_secs(30))]
    pub probe_roster: Duration,
    /// Clusters that are asked at the same time what their sites use: an answer may be large
    #[arg(skip = 8_usize)]
    pub usage_at_once: usize,
    /// Calls of one cluster at the same time
    #[arg(skip = 8_usize)]
    pub cluster_calls: usize,
    /// Questions about the rights of credentials asked of one cluster at the same time
    #[arg(skip = 6_usize)]
    pub cluster_questions: usize,
    /// How long connecting to a cluster may take, the TLS handshake included
    #[arg(skip = Duration::from_secs(5))]
    pub cluster_connect: Duration,
    /// How long a cluster may be silent before and within an answer
    #[arg(skip = Duration::from_secs(15))]
    pub cluster_read: Duration,
    /// How long one request to a cluster may take, waiting for its turn included; a change as a whole has 28s
    #[arg(skip = Duration::from_secs(15))]
    pub cluster_call: Duration,
    /// How long all questions about the rights of credentials may take while a kubeconfig is checked
    #[arg(skip = Duration::from_secs(10))]
    pub cluster_rights: Duration,
    /// After how long without use a connection to a cluster is closed: before an API server (90 s) or HAProxy (50 s) does it
    #[arg(skip = Duration::from_secs(45))]
    pub cluster_idle: Duration,
    /// After how long without traffic TCP probes a connection to a cluster, then every third of that
    #[arg(skip = Duration::from_secs(30))]
    pub cluster_keep_alive: Duration,
    /// Size of one answer of a cluster at most, of a stream of one line, bytes
    #[arg(skip = 16_usize * 1024 * 1024)]
    pub cluster_answer: usize,
    /// Failed calls in a row after which calls of a cluster are refused at once
    #[arg(skip = 5_u32)]
    pub breaker_failures: u32,
    /// After how long a cluster whose calls are refused is first tried again; it doubles
    #[arg(skip = Duration::from_secs(5))]
    pub breaker_first: Duration,
    /// The longest pause between two such trials
    #[arg(skip = Duration::from_secs(120))]
    pub breaker_longest: Duration,
    /// Containers of one deployment whose log is read at the same time
    #[arg(skip = 20_usize)]
    pub logs_containers: usize,
    /// Pods of one deployment that an open log remembers
    #[arg(skip = 500_usize)]
    pub logs_pods: usize,
    /// How often logs that broke off are taken up again
    #[arg(skip = Duration::from_secs(2))]
    pub logs_again: Duration,
    /// Size of the past log of one container that is read at most, bytes
    #[arg(skip = 4_i64 * 1024 * 1024)]
    pub logs_bytes: i64,
    /// Uploaded kubeconfigs that are read at the same time
    #[arg(skip = 2_usize)]
    pub intake_at_once: usize,
    /// How long reading one may take, and how long its turn is waited for; it takes milliseconds
    #[arg(skip = Duration::from_secs(1))]
    pub intake_reading: Duration,
}

impl Options {
    /// When calls of a cluster are refused at once.
    #[must_use]
    pub fn breaker(&self) -> Limits {
        Limits {
            failures: self.breaker_failures,
            first: self.breaker_first,
            longest: self.breaker_longest.max(self.breaker_first),
        }
    }
}

/// The options of a role that was given none.
#[cfg(test)]
pub(crate) fn defaults() -> Options {
    use clap::{Args as _, FromArgMatches as _};
    let matches = Options::augment_args(clap::Command::new("infrastructure")).get_matches_from(["infrastructure"]);
    Options::from_arg_matches(&matches).expect("defaults")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_patience_that_tests_start_from_is_that_of_the_settings() {
        assert_eq!(defaults().patience, Patience::default());
    }
}
