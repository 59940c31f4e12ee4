//! How long ago something was, in kubectl's short words.

use kit::Clock as _;
use serde_json::Value;
use time::{Duration, OffsetDateTime, format_description::well_known::Rfc3339};

/// The time now.
pub fn now() -> OffsetDateTime {
    kit::clock::SystemClock.now()
}

/// A moment that the API names.
pub fn moment(value: &Value) -> Option<OffsetDateTime> {
    OffsetDateTime::parse(value.as_str()?, &Rfc3339).ok()
}

/// Since that moment: `45s`, `3m`, `5h`, `12d`; empty without one.
pub fn since(now: OffsetDateTime, value: &Value) -> String {
    moment(value).map(|at| short(now - at)).unwrap_or_default()
}

/// Between two moments, the second of which may be now.
pub fn between(now: OffsetDateTime, from: &Value, to: &Value) -> String {
    moment(from).map(|from| short(moment(to).unwrap_or(now) - from)).unwrap_or_default()
}

/// A span in its largest unit, or in two where one would be coarse.
pub fn short(span: Duration) -> String {
    let seconds = span.whole_seconds().max(0);
    let (minutes, hours, days) = (seconds / 60, seconds / 3_600, seconds / 86_400);
    match seconds {
        0..120 => format!("{seconds}s"),
        120..600 if seconds % 60 > 0 => format!("{minutes}m{}s", seconds % 60),
        120..7_200 => format!("{minutes}m"),
        7_200..172_800 => format!("{hours}h"),
        172_800..63_072_000 => format!("{days}d"),
        _ => format!("{}y", days / 365),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_are_short() {
        let of = |seconds| short(Duration::seconds(seconds));
        let all = [-5, 0, 119, 120, 125, 600, 7_199, 7_200, 172_799, 172_800, 31_536_000 * 3].map(of);
        assert_eq!(all, ["0s", "0s", "119s", "2m", "2m5s", "10m", "119m", "2h", "47h", "2d", "3y"]);
    }
}
