//! What health goes by. Nothing of it is a setting; tests put other values into it.

use std::time::Duration;

/// Times and bounds of the probes.
#[derive(Clone, Debug)]
pub struct Options {
    /// How long an answer counts before everybody is asked again.
    pub health_fresh: Duration,
    /// The longest wait for one answer; a round takes half as long again.
    pub health_wait: Duration,
    /// So many unanswered probes in a row mean that a part is down; fewer, that it is degraded.
    pub health_slow: u32,
    /// Up to so many clusters are shown one by one, more as one line.
    pub health_clusters: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            health_fresh: Duration::from_secs(5),
            health_wait: Duration::from_secs(1),
            health_slow: 2,
            health_clusters: 50,
        }
    }
}
