//! The service's own settings.

use crate::{breaker::Limits, workloads::Patience};
use kit::config::{number, seconds};
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
    /// How long one request of a look at a cluster may take
    #[arg(long, env = "CANOPY_PROBE_DEADLINE", value_parser = seconds(0.1..=300.0), default_value = "15s")]
    pub probe_deadline: Duration,
    /// How long a whole look at a cluster may take
    #[arg(long, env = "CANOPY_PROBE_WHOLE", value_parser = seconds(0.1..=3_600.0), default_value = "40s")]
    pub probe_whole: Duration,
    /// After a first failure a cluster is looked at again this soon, before anything is shown
    #[arg(long, env = "CANOPY_PROBE_AGAIN", value_parser = seconds(0.05..=600.0), default_value = "2s")]
    pub probe_again: Duration,
    /// Nodes of a cluster that are counted at most, rounded up to 200
    #[arg(long, env = "CANOPY_PROBE_NODES", value_parser = number(200_u32..=1_000_000), default_value_t = 10_000)]
    pub probe_nodes: u32,
    /// How long a site may not serve before it is shown as failed: pods that are moved are back by then
    #[arg(long, env = "CANOPY_SERVING_BORNE", value_parser = seconds(0.0..=86_400.0), default_value = "60s")]
    pub serving_borne: Duration,
    /// How often clusters that another replica registered are looked for
    #[arg(long, env = "CANOPY_PROBE_ROSTER", value_parser = seconds(0.1..=3_600.0), default_value = "10s")]
    pub probe_roster: Duration,
    /// Calls of one cluster at the same time
    #[arg(long, env = "CANOPY_CLUSTER_CALLS", value_parser = number(1_usize..=1_000), default_value_t = 8)]
    pub cluster_calls: usize,
    /// Questions about the rights of credentials asked of one cluster at the same time
    #[arg(long, env = "CANOPY_CLUSTER_QUESTIONS", value_parser = number(1_usize..=1_000), default_value_t = 6)]
    pub cluster_questions: usize,
    /// How long connecting to a cluster may take, the TLS handshake included
    #[arg(long, env = "CANOPY_CLUSTER_CONNECT", value_parser = seconds(0.1..=60.0), default_value = "5s")]
    pub cluster_connect: Duration,
    /// How long a cluster may be silent before and within an answer
    #[arg(long, env = "CANOPY_CLUSTER_READ", value_parser = seconds(0.1..=300.0), default_value = "15s")]
    pub cluster_read: Duration,
    /// How long one request to a cluster may take, waiting for its turn included; a change as a whole has 28s
    #[arg(long, env = "CANOPY_CLUSTER_CALL", value_parser = seconds(0.1..=25.0), default_value = "15s")]
    pub cluster_call: Duration,
    /// How long all questions about the rights of credentials may take while a kubeconfig is checked
    #[arg(long, env = "CANOPY_CLUSTER_RIGHTS", value_parser = seconds(0.1..=25.0), default_value = "10s")]
    pub cluster_rights: Duration,
    /// After how long without use a connection to a cluster is closed
    #[arg(long, env = "CANOPY_CLUSTER_IDLE", value_parser = seconds(1.0..=3_600.0), default_value = "90s")]
    pub cluster_idle: Duration,
    /// After how long without traffic TCP probes a connection to a cluster, then every third of that
    #[arg(long, env = "CANOPY_CLUSTER_KEEP_ALIVE", value_parser = seconds(1.0..=7_200.0), default_value = "30s")]
    pub cluster_keep_alive: Duration,
    /// Size of one answer of a cluster at most, of a stream of one line, bytes
    #[arg(long, env = "CANOPY_CLUSTER_ANSWER", value_parser = number(1_048_576_usize..=1_073_741_824), default_value_t = 16 * 1024 * 1024)]
    pub cluster_answer: usize,
    /// Failed calls in a row after which calls of a cluster are refused at once
    #[arg(long, env = "CANOPY_BREAKER_FAILURES", value_parser = number(1_u32..=1_000), default_value_t = 5)]
    pub breaker_failures: u32,
    /// After how long a cluster whose calls are refused is first tried again; it doubles
    #[arg(long, env = "CANOPY_BREAKER_FIRST", value_parser = seconds(0.1..=3_600.0), default_value = "5s")]
    pub breaker_first: Duration,
    /// The longest pause between two such trials
    #[arg(long, env = "CANOPY_BREAKER_LONGEST", value_parser = seconds(0.1..=86_400.0), default_value = "2m")]
    pub breaker_longest: Duration,
    /// Containers of one deployment whose log is read at the same time
    #[arg(long, env = "CANOPY_LOGS_CONTAINERS", value_parser = number(1_usize..=1_000), default_value_t = 20)]
    pub logs_containers: usize,
    /// Pods of one deployment that an open log remembers
    #[arg(long, env = "CANOPY_LOGS_PODS", value_parser = number(1_usize..=10_000), default_value_t = 500)]
    pub logs_pods: usize,
    /// How often logs that broke off are taken up again
    #[arg(long, env = "CANOPY_LOGS_AGAIN", value_parser = seconds(0.1..=60.0), default_value = "2s")]
    pub logs_again: Duration,
    /// Size of the past log of one container that is read at most, bytes
    #[arg(long, env = "CANOPY_LOGS_BYTES", value_parser = number(65_536_i64..=268_435_456), default_value_t = 4 * 1024 * 1024)]
    pub logs_bytes: i64,
    /// Uploaded kubeconfigs that are read at the same time
    #[arg(long, env = "CANOPY_INTAKE_AT_ONCE", value_parser = number(1_usize..=64), default_value_t = 2)]
    pub intake_at_once: usize,
    /// How long reading one may take, and how long its turn is waited for; it takes milliseconds
    #[arg(long, env = "CANOPY_INTAKE_READING", value_parser = seconds(0.1..=30.0), default_value = "1s")]
    pub intake_reading: Duration,
    /// How long a rollout's faults are borne.
    #[command(flatten)]
    pub patience: Patience,
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

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{Args as _, FromArgMatches as _};

    #[test]
    fn the_patience_that_tests_start_from_is_that_of_the_settings() {
        let matches = Options::augment_args(clap::Command::new("infrastructure")).get_matches_from(["infrastructure"]);
        assert_eq!(Options::from_arg_matches(&matches).expect("defaults").patience, Patience::default());
    }
}
