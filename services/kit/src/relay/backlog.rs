//! Tells of an outbox that grows: rows that are sent have gone within moments.

use crate::{Context, Rounds, trouble::Trouble};
use std::time::Duration;

/// How often is looked. Fixed: who reads the log is told within a minute and a half.
const LOOK: Duration = Duration::from_secs(30);
/// Who waits longer than this is not on the way. Fixed: a receiver that is started again takes less.
const LATE: Duration = Duration::from_secs(60);

/// Looks until the role stops.
pub(crate) async fn backlog(cx: Context) -> anyhow::Result<()> {
    let (rounds, trouble) = (Rounds::of(&cx), Trouble::default());
    loop {
        tokio::select! {
            () = tokio::time::sleep(rounds.next(LOOK)) => {}
            () = cx.stop.cancelled() => return Ok(()),
        }
        match late(&cx).await {
            Ok(0) if trouble.ends() => tracing::info!("the outbox is empty again, or what is in it has just come"),
            Ok(0) => {}
            Ok(rows) if trouble.begins() => {
                tracing::warn!(rows, seconds = LATE.as_secs(), "the outbox grows: what is in it waits to be taken");
            }
            Ok(_) => {}
            Err(error) => tracing::debug!(%error, "the outbox cannot be looked at"),
        }
    }
}

/// Rows that have waited for too long.
async fn late(cx: &Context) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar(
        "select count(*) from outbox where sent_at is null and created_at < now() - make_interval(secs => $1)",
    )
    .bind(LATE.as_secs_f64())
    .fetch_one(&cx.db)
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_what_waits_for_long_counts() {
        let bench = crate::testing::context(&crate::testing::STATEFUL_ROLE).await;
        let write = async |age: &str, sent: bool| {
            let sql = "insert into outbox (id, kind, method, payload, origin, created_at, sent_at)
                 values (gen_random_uuid(), 'fact', 'm', '', '{}', now() - $1::interval, case when $2 then now() end)";
            sqlx::query(sql).bind(age).bind(sent).execute(&bench.cx.db).await.unwrap();
        };
        write("1 second", false).await;
        write("1 hour", true).await;
        assert_eq!(late(&bench.cx).await.unwrap(), 0);
        write("2 minutes", false).await;
        assert_eq!(late(&bench.cx).await.unwrap(), 1);
    }
}
