//! Dead letters that somebody sent again are handled as if they had just arrived.

use super::{Consumer, Delivery, Undecodable, sender, traced};
use crate::{Context, poll::Poll};
use sqlx::Row as _;
use uuid::Uuid;

/// Handles those of all the role's consumers, until it stops.
pub(crate) async fn again(cx: Context, consumers: Vec<Consumer>) -> anyhow::Result<()> {
    let mut poll = Poll::of(&cx, "again", cx.settings.relay_poll);
    loop {
        match due(&cx).await {
            Ok(due) => {
                for consumer in consumers.iter().filter(|consumer| due.iter().any(|name| name == consumer.durable)) {
                    poll.busy();
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

/// The consumers that have some.
async fn due(cx: &Context) -> Result<Vec<String>, sqlx::Error> {
    sqlx::query_scalar(
        "select distinct target from dead_letter where kind = 'fact'
           -- later than any pause ends: the database's clock was wrong
           and (again_at <= now() or again_at > now() + make_interval(secs => $1, mins => 1))",
    )
    .bind(cx.settings.relay_back_off.as_secs_f64())
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
