//! Facts: published to the stream in batches; one that was lost is refilled from the rows of the last days.

use super::{Row, look_whether_any_waits, row};
use crate::{
    Context,
    nats::{EPOCH, PREFIX, STREAM},
    poll::Poll,
    trace::{Hop, Kind},
    trouble::Trouble,
};
use async_nats::{
    HeaderMap,
    jetstream::{self, context::PublishAckFuture, stream::Info},
};
use sqlx::{Connection as _, PgConnection, Row as _};
use std::time::Duration;
use tokio::time::Instant;

/// Publishes facts until the role stops. NATS may be away for days: rows wait.
pub(crate) async fn facts(cx: Context) -> anyhow::Result<()> {
    let Some(client) = cx.nats.client() else {
        tracing::warn!("no NATS address is set: facts wait in the outbox");
        cx.stop.cancelled().await;
        return Ok(());
    };
    let js = jetstream::new(client);
    let (mut checked, waiting): (Option<Instant>, _) = (None, Trouble::default());
    let mut poll = Poll::of(&cx, "facts", cx.settings.relay_poll);
    loop {
        let mut sent = 0;
        if cx.nats.is_connected() {
            match publish_batch(&cx, &js, &mut checked, &mut poll).await {
                Ok(n) => {
                    sent = n;
                    if checked.is_some() && waiting.ends() {
                        tracing::info!("facts wait no more");
                    }
                }
                Err(error) => {
                    checked = None;
                    if waiting.begins() {
                        tracing::warn!(error = format!("{error:#}"), "facts wait: the stream did not acknowledge");
                    }
                }
            }
        } else {
            checked = None;
        }
        if sent > 0 || checked.is_none() {
            poll.busy();
        }
        if sent == 0 {
            tokio::select! {
                () = cx.outbox.wake.facts.notified() => poll.busy(),
                () = tokio::time::sleep(poll.pause()) => {}
                () = cx.stop.cancelled() => return Ok(()),
            }
        } else if cx.stop.is_cancelled() {
            return Ok(());
        }
    }
}

/// The stream as NATS has it, when it is time to look at it.
async fn look_at_stream(cx: &Context, js: &jetstream::Context, checked: Option<Instant>) -> Option<Info> {
    if checked.is_some_and(|at| at.elapsed() <= cx.settings.relay_check) {
        return None;
    }
    let found = js.get_stream(STREAM).await;
    cx.nats.note_stream(found.is_err());
    match found {
        Ok(stream) => Some(stream.cached_info().clone()),
        Err(error) => {
            tracing::debug!(error = format!("{error:#}"), "the stream of facts is not there yet");
            None
        }
    }
}

/// Compares the stream with what we know of it; a lost or emptied one is refilled from the rows of the last days.
async fn check_stream(db: &mut PgConnection, info: &Info) -> anyhow::Result<()> {
    let epoch = info.config.metadata.get(EPOCH).cloned().unwrap_or_default();
    let last = i64::try_from(info.state.last_sequence).unwrap_or(i64::MAX);
    let mut tx = db.begin().await?;
    let known = sqlx::query("select epoch, acked_sequence from relay_state where stream = $1 for update")
        .bind(STREAM)
        .fetch_optional(&mut *tx)
        .await?;
    if let Some(known) = known {
        let same: String = known.try_get("epoch")?;
        let acked: i64 = known.try_get("acked_sequence")?;
        if same == epoch && last >= acked {
            return Ok(());
        }
        let refilled = sqlx::query(
            "update outbox set sent_at = null, claimed_until = null where kind = 'fact' and sent_at is not null",
        )
        .execute(&mut *tx)
        .await?
        .rows_affected();
        tracing::warn!(refilled, "the stream of facts was lost: refilling it");
    }
    sqlx::query(
        "insert into relay_state (stream, epoch, acked_sequence) values ($1, $2, 0)
         on conflict (stream) do update set epoch = excluded.epoch, acked_sequence = 0",
    )
    .bind(STREAM)
    .bind(epoch)
    .execute(&mut *tx)
    .await?;
    tx.commit().await?;
    Ok(())
}

/// Publishes facts once the stream has been `checked`; answers how many.
async fn publish_batch(
    cx: &Context,
    js: &jetstream::Context,
    checked: &mut Option<Instant>,
    poll: &mut Poll,
) -> anyhow::Result<usize> {
    let stream = look_at_stream(cx, js, *checked).await;
    let mut db = cx.db.acquire().await?;
    if let Some(info) = stream {
        check_stream(&mut db, &info).await?;
        *checked = Some(Instant::now());
    }
    if checked.is_none() {
        return Ok(0);
    }
    let claim = cx.settings.relay_wait + Duration::from_secs(15);
    let rows = sqlx::query(
        "update outbox set claimed_until = now() + make_interval(secs => $2), attempts = attempts + 1
         where seq in (
             select seq from outbox where kind = 'fact' and sent_at is null
               and (claimed_until is null or claimed_until < now()
                    -- the database's clock was wrong
                    or claimed_until > now() + make_interval(secs => $2, mins => 1))
             order by seq limit $1 for update skip locked)
         returning seq, id, target, method, key, payload, origin, attempts",
    )
    .bind(cx.settings.relay_batch)
    .bind(claim.as_secs_f64())
    .fetch_all(&mut *db)
    .await?;
    if rows.is_empty() {
        look_whether_any_waits(&mut db, "fact", poll).await;
        return Ok(0);
    }
    drop(db);
    let mut rows: Vec<Row> = rows.iter().map(row).collect::<Result<_, _>>()?;
    rows.sort_by_key(|row| row.seq);
    let seqs: Vec<i64> = rows.iter().map(|row| row.seq).collect();
    match publish(cx, js, rows).await {
        Ok((sent, last)) => {
            sqlx::query(
                "with sent as (update outbox set sent_at = now(), claimed_until = null where seq = any($3))
                 update relay_state set acked_sequence = greatest(acked_sequence, $2) where stream = $1",
            )
            .bind(STREAM)
            .bind(last)
            .bind(&sent)
            .execute(&cx.db)
            .await?;
            anyhow::ensure!(
                sent.len() == seqs.len(),
                "{} of {} facts were not acknowledged",
                seqs.len() - sent.len(),
                seqs.len()
            );
            Ok(sent.len())
        }
        Err(error) => Err(error),
    }
    .inspect_err(|_| release(cx, seqs))
}

/// Gives claimed rows back at once; if that fails, their claim runs out.
#[expect(clippy::disallowed_methods, reason = "best effort in the background: the claim runs out by itself")]
fn release(cx: &Context, seqs: Vec<i64>) {
    let db = cx.db.clone();
    tokio::spawn(async move {
        let _ = sqlx::query("update outbox set claimed_until = null where seq = any($1) and sent_at is null")
            .bind(seqs)
            .execute(&db)
            .await;
    });
}

/// Pipelined: all are sent, then all acknowledgements awaited. Answers the acknowledged rows and the highest sequence.
async fn publish(cx: &Context, js: &jetstream::Context, rows: Vec<Row>) -> anyhow::Result<(Vec<i64>, i64)> {
    let mut waiting: Vec<(i64, PublishAckFuture, Hop)> = Vec::with_capacity(rows.len());
    for mut row in rows {
        let hop = Hop::of(cx.service, Kind::Producer, format_args!("publish {}", row.method), &mut row.origin);
        if hop.is_told() {
            hop.attribute("messaging.system", "nats");
            hop.attribute("messaging.message.id", row.id.to_string());
        }
        let mut headers = HeaderMap::new();
        headers.insert("Nats-Msg-Id", row.id.to_string());
        headers.insert(crate::origin::REQUEST_ID, row.origin.request_id.as_str());
        if let Some(traceparent) = &row.origin.traceparent {
            headers.insert(crate::origin::TRACEPARENT, traceparent.as_str());
        }
        let subject = format!("{PREFIX}.{}.{}", cx.service, row.method);
        #[expect(clippy::disallowed_methods, reason = "the relay is the one place that publishes")]
        let ack = js.publish_with_headers(subject, headers, row.payload.into()).await?;
        waiting.push((row.seq, ack, hop));
    }
    let mut sent = Vec::with_capacity(waiting.len());
    let mut last = 0;
    for (seq, ack, hop) in waiting {
        match tokio::time::timeout(cx.settings.relay_wait, ack).await {
            Ok(Ok(ack)) => {
                sent.push(seq);
                last = last.max(i64::try_from(ack.sequence).unwrap_or(0));
            }
            Ok(Err(error)) => {
                hop.failed("not acknowledged");
                tracing::debug!(%error, "a fact was not acknowledged");
            }
            Err(_) => {
                hop.failed("not acknowledged");
                break;
            }
        }
    }
    Ok((sent, last))
}
