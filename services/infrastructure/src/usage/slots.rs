//! Slots: parts of the table that are emptied as a whole when their turn comes again.

use crate::sample::{COARSE, FINE, Resolution};
use kit::{Result, Tx};
use std::ops::RangeInclusive;
use time::OffsetDateTime;

const DAY: i64 = 86_400;

/// Slots of one resolution.
struct Ring {
    first: i16,
    count: i16,
    /// Seconds that one slot is written to.
    turn: i64,
}

/// Two days are kept, in whole days: with today three, and one that is empty.
const FINE_RING: Ring = Ring { first: 0, count: 4, turn: DAY };
/// Thirty days are kept, in parts of eight: with the one that is written to five.
const COARSE_RING: Ring = Ring { first: 4, count: 5, turn: 8 * DAY };

fn ring(resolution: Resolution) -> Ring {
    if resolution == FINE { FINE_RING } else { COARSE_RING }
}

/// Where the spans of a resolution are.
pub(crate) fn of(resolution: Resolution) -> RangeInclusive<i16> {
    let ring = ring(resolution);
    ring.first..=ring.first + ring.count - 1
}

/// The slot of a moment, and since when it is that.
pub(super) fn at(moment: OffsetDateTime, resolution: Resolution) -> (i16, OffsetDateTime) {
    let ring = ring(resolution);
    let seconds = moment.unix_timestamp();
    let turn = seconds.div_euclid(ring.turn);
    let place = i16::try_from(turn.rem_euclid(i64::from(ring.count))).unwrap_or_default();
    let began = OffsetDateTime::from_unix_timestamp(turn * ring.turn).unwrap_or(moment);
    (ring.first + place, began)
}

/// Empties the slots of this moment where they still have what was there at their last turn. Who comes second waits for the first
/// and finds it done.
pub(super) async fn turn(tx: &mut Tx, now: OffsetDateTime) -> Result<()> {
    for resolution in [FINE, COARSE] {
        let (slot, began) = at(now, resolution);
        let turned =
            sqlx::query!("update infrastructure.usage_slot set began = $2 where slot = $1 and began < $2", slot, began)
                .execute(tx.conn())
                .await?;
        if turned.rows_affected() > 0 {
            let empty = format!("truncate infrastructure.usage_{slot}");
            sqlx::query(sqlx::AssertSqlSafe(empty)).execute(tx.conn()).await?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::{Duration, macros::datetime};

    #[test]
    fn a_slot_comes_again_when_what_it_had_is_too_old() {
        let now = datetime!(2026-11-23 06:29:59.9 UTC);
        for resolution in [FINE, COARSE] {
            let (slot, began) = at(now, resolution);
            assert!(of(resolution).contains(&slot) && began <= now);
            let mut again = began + Duration::DAY;
            while at(again, resolution) == (slot, began) || at(again, resolution).0 != slot {
                again += Duration::DAY;
            }
            let end = began + Duration::seconds(ring(resolution).turn);
            assert!(again - end >= resolution.kept, "{slot}: {began} and {again}");
        }
        assert!(of(FINE).all(|slot| !of(COARSE).contains(&slot)));
    }

    #[test]
    fn a_day_of_five_minutes_has_one_slot() {
        let (first, last) = (datetime!(2026-11-23 00:00 UTC), datetime!(2026-11-23 23:55 UTC));
        assert_eq!(at(first, FINE), at(last, FINE));
        assert_ne!(at(first, FINE).0, at(first - Duration::minutes(5), FINE).0);
    }
}
