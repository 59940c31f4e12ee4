//! Time, injected: nothing else in the product reads the clock.

use prost_types::Timestamp;
use time::OffsetDateTime;

/// Tells the time. The system's outside tests, a fixed one inside.
pub trait Clock: Send + Sync + 'static {
    /// The time now, UTC.
    fn now(&self) -> OffsetDateTime;
}

/// The system's clock.
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "the one place that reads the clock")]
    fn now(&self) -> OffsetDateTime {
        // PostgreSQL keeps microseconds: cutting here makes what was written equal to what is read.
        let now = OffsetDateTime::now_utc();
        now.replace_nanosecond(now.microsecond() * 1_000).unwrap_or(now)
    }
}

/// To the protobuf form.
#[must_use]
pub fn stamp(at: OffsetDateTime) -> Timestamp {
    Timestamp { seconds: at.unix_timestamp(), nanos: i32::try_from(at.nanosecond()).unwrap_or(0) }
}

/// From the protobuf form; `None` when it is outside the years that RFC 3339 can write.
#[must_use]
pub fn unstamp(at: &Timestamp) -> Option<OffsetDateTime> {
    let nanos = i64::from(at.nanos);
    OffsetDateTime::from_unix_timestamp(at.seconds)
        .ok()
        .filter(|date| (0..=9999).contains(&date.year()))
        .map(|date| date + time::Duration::nanoseconds(nanos))
}
