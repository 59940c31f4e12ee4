//! What a probe found.

use kit::clock::stamp;
use proto::health::{self as pb, State};
use std::time::Duration;
use time::OffsetDateTime;

/// One part of Canopy, as seen by one probe.
#[derive(Clone, Debug)]
pub struct Component {
    /// `auth`, `postgres`, `cluster prod`.
    pub name: String,
    /// Up, degraded or down.
    pub state: State,
    /// One sentence for everybody; empty when all is well.
    pub details: String,
    /// More, for admins and managers only; empty when there is no more.
    pub inside: String,
    /// How long the probe took.
    pub latency: Duration,
    /// When.
    pub checked_at: OffsetDateTime,
}

impl Component {
    /// The contract's form; `overseer`: with what only admins and managers are told.
    #[must_use]
    pub fn proto(&self, overseer: bool) -> pb::Component {
        let Self { name, state, details, inside, latency, checked_at } = self;
        let details = if overseer && !inside.is_empty() { inside } else { details };
        pb::Component {
            name: name.clone(),
            state: (*state).into(),
            details: details.clone(),
            latency_ms: i64::try_from(latency.as_millis()).unwrap_or(i64::MAX),
            checked_at: Some(stamp(*checked_at)),
        }
    }
}
