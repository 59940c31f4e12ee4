//! Dead letters that somebody sent again are handled as if they had just arrived.

use super::{Consumer, Delivery, Undecodable, sender, traced};
use crate::{Context, poll::Poll};
use sqlx::Row as _;
use uuid::Uuid;

/// Handles those of all the role's consumers, until it stops.
pub(crate) async fn again(cx: Context, consumers: Vec<Consumer>) -> anyhow::Result<()> {
    let mut poll = Poll::of(&cx, "again", cx.settings.relay_poll);
    loop {
        match waiting(&cx, &consumers).await {
            Ok(waiting) => {
                if !waiting.is_empty() {
                    poll.busy();
                }
                let is_due = |consumer: &&Consumer| waiting.iter().any(|(name, due)| *due && name == consumer.durable);
                for consumer in consumers.iter().filter(is_due) {
                    if let Err(error) = all_of(&cx, consumer).await {
                        tracing::debug!(error = format!("{error:#}"), "a dead letter waits to be handled again");
                    }
                }
            }
            Err(error) => tracing::debug!(%error, "dead letters wait"),
        }
        tokio::select! {
            () = cx.outbox.wake.again.notified() => {}
            () = tokio::time::sleep(poll.pause()) => {}
            () = cx.stop.cancelled() => return Ok(()),
        }
    }
}

/// Those of `consumers` that have some to handle again, and whether one of them is due.
async fn waiting(cx: &Context, consumers: &[Consumer]) -> Result<Vec<(String, bool)>, sqlx::Error> {
    let names: Vec<&str> = consumers.iter().map(|consumer| consumer.durable).collect();
    sqlx::query_as(
        "select target, bool_or(
             again_at <= now()
             -- later than any pause ends: the database's clock was wrong
             or again_at > now() + make_interval(secs => $1, mins => 1))
         from dead_letter where kind = 'fact' and target = any($2) and again_at is not null group by target",
    )
    .bind(cx.settings.relay_back_off.as_secs_f64())
    .bind(names)
    .fetch_all(&cx.db)
    .await
}

async fn all_of(cx: &Context, consumer: &Consumer) -> anyhow::Result<()> {
    while !cx.stop.is_cancelled() && first_of(cx, consumer).await? {}
    Ok(())
}

/// Handles the first of them; false when there is none.
async fn first_of(cx: &Context, consumer: &Consumer) -> anyhow::Result<bool> {
    let mut tx = cx.begin().await?;
    let row = sqlx::query(
        "select id, method, payload, origin from dead_letter where kind = 'fact' and target = $1
           and (again_at <= now() or again_at > now() + make_interval(secs => $2, mins => 1))
         order by again_at limit 1 for update skip locked",
    )
    .bind(consumer.durable)
    .bind(cx.settings.relay_back_off.as_secs_f64())
    .fetch_optional(tx.conn())
    .await?;
    let Some(row) = row else { return Ok(false) };
    let (id, payload): (Uuid, Vec<u8>) = (row.try_get("id")?, row.try_get("payload")?);
    let (subject, origin): (String, serde_json::Value) = (row.try_get("method")?, row.try_get("origin")?);
    let origin = serde_json::from_value(origin).unwrap_or_default();
    let delivery = Delivery { id, sender: sender(&subject), payload: payload.into(), origin };
    match traced(cx, consumer, &mut tx, delivery).await {
        Ok(()) => {
            sqlx::query("delete from dead_letter where id = $1").bind(id).execute(tx.conn()).await?;
            tx.commit().await?;
        }
        Err(error) => {
            tracing::warn!(%id, error = format!("{error:#}"), "a dead letter could not be handled again");
            tx.rollback().await?;
            // what cannot be decoded rests; anything else is tried again later
            let later = (!error.is::<Undecodable>()).then_some(cx.settings.relay_back_off.as_secs_f64());
            sqlx::query(
                "update dead_letter set error = $2, again_at = now() + make_interval(secs => $3) where id = $1",
            )
            .bind(id)
            .bind(format!("{error:#}"))
            .bind(later)
            .execute(&cx.db)
            .await?;
        }
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_its_consumers_handle_later_is_waited_for_and_what_rests_is_not() {
        let bench = crate::testing::context(&crate::testing::STATEFUL_ROLE).await;
        let (due, later, rests) = (Some("-1 s"), Some("9 s"), None);
        for (target, again) in [("first", due), ("first", later), ("second", later), ("third", rests), ("gone", due)] {
            let sql = "insert into dead_letter (id, kind, target, method, payload, origin, error, created_at, again_at)
                 values (gen_random_uuid(), 'fact', $1, 'm', '', '{}', 'not now', now(), now() + $2::interval)";
            sqlx::query(sql).bind(target).bind(again).execute(&bench.cx.db).await.unwrap();
        }
        let handle: super::super::Handle = std::sync::Arc::new(|_, _, _| Box::pin(async { Ok(()) }));
        let consumers =
            ["first", "second", "third"].map(|durable| Consumer { durable, message: "m", handle: handle.clone() });
        let mut waiting = waiting(&bench.cx, &consumers).await.unwrap();
        waiting.sort();
        assert_eq!(waiting, [("first".to_owned(), true), ("second".to_owned(), false)]);
    }
}
