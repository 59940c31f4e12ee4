//! CountEvents: how many events each hour of the last day had, by type, of those that the caller may see.

use access::Caller;
use kit::{Result, clock::stamp};
use proto::events::{CountEventsResponse, EventHour};
use sqlx::PgConnection;
use std::time::Duration;
use time::OffsetDateTime;

use crate::{App, looked_for::Own};

/// Hours that are counted, the present one included.
const HOURS: usize = 24;
/// Events that are counted at most, the newest. Fixed: it takes some thirty milliseconds.
const MOST: i64 = 50_000;

/// Counts by hour, oldest first.
///
/// # Errors
/// Those of the database.
pub async fn count_events(app: &App, caller: &Caller) -> Result<CountEventsResponse> {
    let own = Own::of(caller)?;
    let now = app.cx.clock.now();
    let from = begin(now);
    let mut db = app.cx.read(true).await?;
    let counted = match &own {
        None => of_all(&mut db, from, now).await?,
        Some(own) => of_own(&mut db, own, from, now).await?,
    };
    let mut hours = vec![EventHour::default(); HOURS];
    let mut total = 0;
    for Counted { hour, r#type, n } in counted {
        total += n;
        let Some(hour) = usize::try_from(hour).ok().and_then(|hour| hours.get_mut(hour)) else { continue };
        let n = u32::try_from(n).unwrap_or(u32::MAX);
        match r#type.as_str() {
            "Error" => hour.error += n,
            "Warning" => hour.warning += n,
            _ => hour.normal += n,
        }
    }
    Ok(CountEventsResponse { from: Some(stamp(from)), hours, more: total >= MOST })
}

/// The beginning of the oldest hour.
fn begin(now: OffsetDateTime) -> OffsetDateTime {
    let hour = now - time::Duration::seconds(now.unix_timestamp().rem_euclid(3_600));
    hour.replace_nanosecond(0).unwrap_or(hour) - Duration::from_secs(3_600 * (HOURS as u64 - 1))
}

struct Counted {
    hour: i32,
    r#type: String,
    n: i64,
}

async fn of_all(db: &mut PgConnection, from: OffsetDateTime, to: OffsetDateTime) -> Result<Vec<Counted>> {
    let counted = sqlx::query_as!(
        Counted,
        r#"select floor(extract(epoch from created_at - $1) / 3600)::int as "hour!", type as "type!", count(*) as "n!"
           from (
             select created_at, type from events.event
             where created_at between $1 and $2 order by created_at desc, id desc limit $3
           ) newest group by 1, 2"#,
        from,
        to,
        MOST
    )
    .fetch_all(db)
    .await?;
    Ok(counted)
}

/// Each team along its own index, and the account.
async fn of_own(db: &mut PgConnection, own: &Own, from: OffsetDateTime, to: OffsetDateTime) -> Result<Vec<Counted>> {
    let counted = sqlx::query_as!(
        Counted,
        r#"select floor(extract(epoch from created_at - $1) / 3600)::int as "hour!", type as "type!", count(*) as "n!"
           from (
             select t.* from unnest($4::uuid[]) as mine (team_id) cross join lateral (
               select created_at, type from events.event
               where team_id = mine.team_id and not admin_only and created_at between $1 and $2
               order by created_at desc, id desc limit $3
             ) t
             union all (
               select created_at, type from events.event
               where actor_id = $5 and team_id is null and not admin_only and created_at between $1 and $2
               order by created_at desc, id desc limit $3
             )
             limit $3
           ) newest group by 1, 2"#,
        from,
        to,
        MOST,
        &own.teams,
        own.user
    )
    .fetch_all(db)
    .await?;
    Ok(counted)
}
