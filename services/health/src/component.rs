//! What a probe found.

use kit::{Message, clock::stamp};
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
    /// For everybody; nothing when all is well.
    pub details: Option<Message>,
    /// More, for admins and managers only; nothing when there is no more.
    pub inside: Option<Message>,
    /// For admins and managers only, whatever its state.
    pub hidden: bool,
    /// How long the probe took.
    pub latency: Duration,
    /// When.
    pub checked_at: OffsetDateTime,
}

impl Component {
    /// The contract's form; `overseer`: with what only admins and managers are told.
    #[must_use]
    pub fn proto(&self, overseer: bool) -> pb::Component {
        let Self { name, state, details, inside, hidden: _, latency, checked_at } = self;
        let details = inside.as_ref().filter(|_| overseer).or(details.as_ref());
        pb::Component {
            name: name.clone(),
            state: (*state).into(),
            details: details.map(ToString::to_string).unwrap_or_default(),
            said: details.map(Message::packed).unwrap_or_default(),
            latency_ms: i64::try_from(latency.as_millis()).unwrap_or(i64::MAX),
            checked_at: Some(stamp(*checked_at)),
        }
    }
}
