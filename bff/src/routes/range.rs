//! How far back the answers go that have samples over time.

use super::prelude::*;
use proto::infrastructure::MetricsRange;

const RANGES: &[&str] = &["24h", "7d", "30d"];

/// Documents the filter.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code, reason = "read through `Parameters`; this is its documentation")]
pub struct RangeFilter {
    /// `24h` (the default, in spans of five minutes), `7d` or `30d` (in spans of an hour).
    #[param(required = false)]
    range: String,
}

/// The range that is asked for.
pub fn range(query: &mut Parameters) -> MetricsRange {
    match query.word("range", RANGES).as_str() {
        "7d" => MetricsRange::Week,
        "30d" => MetricsRange::Month,
        _ => MetricsRange::Day,
    }
}
