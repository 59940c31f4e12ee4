//! Samples of a cluster: what it had and what was asked of it in each span of time, kept for thirty days.

use crate::probe::Seen;
use kit::{Error, Result, Tx, message};
use proto::infrastructure::MetricsRange;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

/// Spans of one length, and for how long they are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Resolution {
    pub seconds: i32,
    pub kept: Duration,
}

/// For a day: 288 spans.
pub(crate) const FINE: Resolution = Resolution { seconds: 300, kept: Duration::days(2) };
/// For a week and a month: 168 and 720 spans.
pub(crate) const COARSE: Resolution = Resolution { seconds: 3_600, kept: Duration::days(30) };

/// The beginning of the span that a moment is in.
pub(crate) fn begin(at: OffsetDateTime, resolution: Resolution) -> OffsetDateTime {
    let over = at.unix_timestamp().rem_euclid(i64::from(resolution.seconds));
    let whole = at.replace_nanosecond(0).unwrap_or(at);
    whole - Duration::seconds(over)
}

/// Adds what a probe saw to the spans that it falls in. With the first of a span those that are too old go, and those of
/// a clock that was ahead.
pub(crate) async fn keep(tx: &mut Tx, cluster: Uuid, at: OffsetDateTime, seen: &Seen) -> Result<()> {
    for resolution in [FINE, COARSE] {
        let fresh = add(tx, cluster, begin(at, resolution), resolution, seen).await?;
        if fresh {
            sqlx::query!(
                "delete from infrastructure.sample where cluster_id = $1 and seconds = $2 and (at < $3 or at > $4)",
                cluster,
                resolution.seconds,
                at - resolution.kept,
                at
            )
            .execute(tx.conn())
            .await?;
        }
    }
    Ok(())
}

/// Whether it is the first of its span.
async fn add(tx: &mut Tx, cluster: Uuid, at: OffsetDateTime, resolution: Resolution, seen: &Seen) -> Result<bool> {
    let fresh = sqlx::query_scalar!(
        r#"insert into infrastructure.sample as kept
               (cluster_id, seconds, at, nodes, unready_nodes, total_cpu, total_memory, requested_cpu, requested_memory)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
           on conflict (cluster_id, seconds, at) do update
           set nodes = excluded.nodes, unready_nodes = excluded.unready_nodes, total_cpu = excluded.total_cpu,
               total_memory = excluded.total_memory,
               requested_cpu = greatest(kept.requested_cpu, excluded.requested_cpu),
               requested_memory = greatest(kept.requested_memory, excluded.requested_memory)
           where (kept.nodes, kept.unready_nodes, kept.total_cpu, kept.total_memory)
                 is distinct from (excluded.nodes, excluded.unready_nodes, excluded.total_cpu, excluded.total_memory)
              or greatest(kept.requested_cpu, excluded.requested_cpu) is distinct from kept.requested_cpu
              or greatest(kept.requested_memory, excluded.requested_memory) is distinct from kept.requested_memory
           returning xmax = 0 as "fresh!""#,
        cluster,
        resolution.seconds,
        at,
        seen.nodes.map(|nodes| nodes.count),
        seen.nodes.map(|nodes| nodes.unready),
        seen.nodes.map(|nodes| nodes.cpu),
        seen.nodes.map(|nodes| nodes.memory),
        seen.requested.map(|requested| requested.cpu),
        seen.requested.map(|requested| requested.memory)
    )
    .fetch_optional(tx.conn())
    .await?;
    // No row: nothing was added that was not known.
    Ok(fresh.unwrap_or(false))
}

/// What is asked for, as spans of which length and how far back.
///
/// # Errors
/// `Invalid` without a range.
pub(crate) fn range(range: MetricsRange) -> Result<(Resolution, Duration)> {
    match range {
        MetricsRange::Unspecified => Err(Error::invalid_field("range", message!(MISSING))),
        MetricsRange::Day => Ok((FINE, Duration::DAY)),
        MetricsRange::Week => Ok((COARSE, Duration::WEEK)),
        MetricsRange::Month => Ok((COARSE, COARSE.kept)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::datetime;

    #[test]
    fn a_moment_is_in_the_span_that_began_before_it() {
        let at = datetime!(2026-11-23 06:29:59.9 UTC);
        assert_eq!(begin(at, FINE), datetime!(2026-11-23 06:25 UTC));
        assert_eq!(begin(at, COARSE), datetime!(2026-11-23 06:00 UTC));
        assert_eq!(begin(datetime!(2026-11-23 06:25 UTC), FINE), datetime!(2026-11-23 06:25 UTC));
    }
}
