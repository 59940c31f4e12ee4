//! The relay sends what the outbox holds. Woken by commits, with a slow poll as backup; rows are claimed by a column, so
//! no transaction is held across the network and several replicas share the work.

use crate::{
    Context, Error, Origin, Tx, message,
    nats::{EPOCH, PREFIX, STREAM},
};
use async_nats::{
    HeaderMap,
    jetstream::{self, context::PublishAckFuture},
};
use bytes::Bytes;
use futures::{StreamExt, future::BoxFuture, stream::FuturesUnordered};
use http::uri::PathAndQuery;
use sqlx::Row as _;
use std::{collections::HashMap, sync::Arc, time::Duration};
use uuid::Uuid;

/// A command that its receiver refused for good.
pub struct Refused {
    /// Id of the outbox row.
    pub id: Uuid,
    /// gRPC method path.
    pub method: String,
    /// What its order was kept for.
    pub key: Uuid,
    /// The encoded request.
    pub payload: Vec<u8>,
    /// Where it came from.
    pub origin: Origin,
    /// Why.
    pub error: Error,
}

/// What a service does about a refused command, in the transaction that moves it to the dead letters.
pub type OnRefused =
    Arc<dyn for<'a> Fn(&'a Context, &'a mut Tx, &'a Refused) -> BoxFuture<'a, crate::Result<()>> + Send + Sync>;

struct Row {
    seq: i64,
    id: Uuid,
    target: String,
    method: String,
    key: Option<Uuid>,
    payload: Vec<u8>,
    origin: Origin,
    attempts: i32,
}

fn row(row: &sqlx::postgres::PgRow) -> Result<Row, sqlx::Error> {
    let origin: serde_json::Value = row.try_get("origin")?;
    Ok(Row {
        seq: row.try_get("seq")?,
        id: row.try_get("id")?,
        target: row.try_get("target")?,
        method: row.try_get("method")?,
        key: row.try_get("key")?,
        payload: row.try_get("payload")?,
        origin: serde_json::from_value(origin).unwrap_or_default(),
        attempts: row.try_get("attempts")?,
    })
}

/// Sends commands until the role stops. Each receiver has its own places: one that hangs delays only its own commands.
pub(crate) async fn commands(cx: Context, refused: Option<OnRefused>) -> anyhow::Result<()> {
    let refused = refused.as_ref();
    let mut at_work: HashMap<String, usize> = HashMap::new();
    let mut calls = FuturesUnordered::new();
    loop {
        let claimed = claim_commands(&cx, &at_work).await.unwrap_or_else(|error| {
            tracing::debug!(%error, "the outbox cannot be read");
            Vec::new()
        });
        let idle = claimed.is_empty();
        for row in claimed {
            *at_work.entry(row.target.clone()).or_default() += 1;
            let cx = &cx;
            calls.push(async move {
                let target = row.target.clone();
                if let Err(error) = send_command(cx, row, refused).await {
                    tracing::warn!(%error, "the outbox could not be updated");
                }
                target
            });
        }
        if cx.stop.is_cancelled() {
            while calls.next().await.is_some() {}
            return Ok(());
        }
        tokio::select! {
            Some(target) = calls.next() => {
                if let Some(count) = at_work.get_mut(&target) {
                    *count -= 1;
                }
            }
            () = cx.outbox.wake.commands.notified(), if idle => {}
            () = tokio::time::sleep(cx.settings.relay_poll), if idle => {}
            () = cx.stop.cancelled() => {}
            // more may wait than one claim takes
            () = std::future::ready(()), if !idle => {}
        }
    }
}

/// The first unsent command of each key whose time has come, as many for each receiver as it has places left. Later
/// ones of a key wait for it: order is kept. A claim is longer than a call may take.
async fn claim_commands(cx: &Context, at_work: &HashMap<String, usize>) -> Result<Vec<Row>, sqlx::Error> {
    let claim = cx.settings.call_timeout + cx.settings.relay_wait + Duration::from_secs(25);
    let places = i64::try_from(cx.settings.relay_in_flight).unwrap_or(i64::MAX);
    let (targets, taken): (Vec<&str>, Vec<i64>) =
        at_work.iter().map(|(target, count)| (target.as_str(), i64::try_from(*count).unwrap_or(i64::MAX))).unzip();
    let rows = sqlx::query(
        "update outbox set claimed_until = now() + make_interval(secs => $2), attempts = attempts + 1
         where seq in (
             select l.seq from outbox l where l.sent_at is null and l.seq in (
                 select seq from (
                     select o.seq, row_number() over (partition by o.target order by o.seq) + coalesce(t.taken, 0) as place
                     from outbox o left join unnest($3::text[], $4::bigint[]) t (target, taken) on t.target = o.target
                     where o.kind = 'command' and o.sent_at is null and o.next_at <= now()
                       and (o.claimed_until is null or o.claimed_until < now())
                       and not exists (select 1 from outbox e where e.kind = 'command' and e.sent_at is null
                                         and e.key = o.key and e.seq < o.seq)) due
                 where due.place <= $1)
               and (l.claimed_until is null or l.claimed_until < now())
             order by l.seq for update skip locked)
         returning seq, id, target, method, key, payload, origin, attempts",
    )
    .bind(places)
    .bind(claim.as_secs_f64())
    .bind(targets)
    .bind(taken)
    .fetch_all(&cx.db)
    .await?;
    let mut rows: Vec<Row> = rows.iter().map(row).collect::<Result<_, _>>()?;
    rows.sort_by_key(|row| row.seq);
    Ok(rows)
}

async fn send_command(cx: &Context, row: Row, refused: Option<&OnRefused>) -> crate::Result<()> {
    match call(cx, &row).await {
        Ok(()) => {
            sqlx::query("update outbox set sent_at = now(), claimed_until = null where seq = $1")
                .bind(row.seq)
                .execute(&cx.db)
                .await?;
            cx.outbox.wake.accepted.notify_waiters();
            Ok(())
        }
        Err(error) if is_final(&error) => bury(cx, row, error, refused).await,
        Err(error) => {
            match error {
                Error::Unauthenticated(_) => {
                    tracing::error!(target = row.target, method = row.method, "a peer does not know our key");
                }
                Error::Forbidden(_) => {
                    tracing::error!(target = row.target, method = row.method, "a peer does not let us send this");
                }
                _ => {}
            }
            let wait = back_off(row.attempts).min(cx.settings.relay_back_off);
            tracing::debug!(target = row.target, method = row.method, %error, ?wait, "command not accepted yet");
            sqlx::query(
                "update outbox set claimed_until = null, next_at = now() + make_interval(secs => $2) where seq = $1",
            )
            .bind(row.seq)
            .bind(wait.as_secs_f64())
            .execute(&cx.db)
            .await?;
            Ok(())
        }
    }
}

/// 0.1 s, 0.2 s, … as long as the setting allows.
fn back_off(attempts: i32) -> Duration {
    Duration::from_millis(100 << attempts.clamp(1, 16) >> 1)
}

/// Whether the receiver said no to what is asked. Everything else may pass, an error inside the receiver too: a command
/// that is given up would leave what waits for it waiting for ever. That the receiver does not let *us* ask is a matter of
/// its policy, and so of its version: it passes with the update.
fn is_final(error: &Error) -> bool {
    matches!(error, Error::NotFound(_) | Error::Invalid { .. } | Error::Conflict(_))
}

/// One unary call with bytes that are encoded already: the chassis needs no generated client.
async fn call(cx: &Context, row: &Row) -> crate::Result<()> {
    let path: PathAndQuery =
        row.method.parse().map_err(|_| Error::internal(anyhow::anyhow!("'{}' is no method", row.method)))?;
    let request = cx.request(&row.target, &row.origin, Bytes::from(row.payload.clone()))?;
    let mut client = tonic::client::Grpc::new(cx.peer(&row.target)).max_decoding_message_size(crate::MESSAGE_LIMIT);
    let ready = tokio::time::timeout(cx.settings.relay_wait, client.ready()).await;
    match ready {
        Ok(Ok(())) => {}
        Ok(Err(error)) => return Err(Error::unavailable(message!(RECEIVER_AWAY), error)),
        Err(elapsed) => return Err(Error::unavailable(message!(RECEIVER_AWAY), elapsed)),
    }
    client.unary(request, path, codec::Raw).await.map(|_| ()).map_err(Error::from)
}

/// Moves a refused command to the dead letters and lets the service react, in one transaction.
async fn bury(cx: &Context, row: Row, error: Error, refused: Option<&OnRefused>) -> crate::Result<()> {
    tracing::error!(target = row.target, method = row.method, id = %row.id, %error, "command refused for good");
    let mut tx = cx.begin().await?;
    let origin = serde_json::to_value(&row.origin).map_err(Error::internal)?;
    sqlx::query(
        "insert into dead_letter (id, kind, target, method, key, payload, origin, error, said, created_at)
         values ($1, 'command', $2, $3, $4, $5, $6, $7, $8, now()) on conflict do nothing",
    )
    .bind(row.id)
    .bind(&row.target)
    .bind(&row.method)
    .bind(row.key)
    .bind(&row.payload)
    .bind(origin)
    .bind(error.to_string())
    .bind(serde_json::to_value(error.message()).map_err(Error::internal)?)
    .execute(tx.conn())
    .await?;
    sqlx::query("delete from outbox where seq = $1").bind(row.seq).execute(tx.conn()).await?;
    if let Some(handle) = refused {
        let letter = Refused {
            id: row.id,
            method: row.method,
            key: row.key.unwrap_or_default(),
            payload: row.payload,
            origin: row.origin,
            error,
        };
        handle(cx, &mut tx, &letter).await?;
    }
    tx.commit().await
}

/// Publishes facts until the role stops. NATS may be away for days: rows wait.
pub(crate) async fn facts(cx: Context) -> anyhow::Result<()> {
    let Some(client) = cx.nats.client() else {
        tracing::warn!("no NATS address is set: facts wait in the outbox");
        cx.stop.cancelled().await;
        return Ok(());
    };
    let js = jetstream::new(client);
    let mut checked: Option<tokio::time::Instant> = None;
    loop {
        let mut sent = 0;
        if cx.nats.is_connected() {
            if checked.is_none_or(|at| at.elapsed() > cx.settings.relay_check) {
                match check_stream(&cx, &js).await {
                    Ok(()) => {
                        checked = Some(tokio::time::Instant::now());
                        cx.nats.note_stream(false);
                    }
                    Err(error) => {
                        cx.nats.note_stream(true);
                        tracing::debug!(error = format!("{error:#}"), "the stream of facts is not there yet");
                    }
                }
            }
            if checked.is_some() {
                match publish_batch(&cx, &js).await {
                    Ok(n) => sent = n,
                    Err(error) => {
                        checked = None;
                        tracing::warn!(error = format!("{error:#}"), "facts wait: the stream did not acknowledge");
                    }
                }
            }
        } else {
            checked = None;
        }
        if sent == 0 {
            tokio::select! {
                () = cx.outbox.wake.facts.notified() => {}
                () = tokio::time::sleep(cx.settings.relay_poll) => {}
                () = cx.stop.cancelled() => return Ok(()),
            }
        } else if cx.stop.is_cancelled() {
            return Ok(());
        }
    }
}

/// Compares the stream with what we know of it; a lost or emptied one is refilled from the rows of the last days.
async fn check_stream(cx: &Context, js: &jetstream::Context) -> anyhow::Result<()> {
    let stream = js.get_stream(STREAM).await?;
    let info = stream.cached_info();
    let epoch = info.config.metadata.get(EPOCH).cloned().unwrap_or_default();
    let last = i64::try_from(info.state.last_sequence).unwrap_or(i64::MAX);
    let mut tx = cx.begin().await?;
    let known = sqlx::query("select epoch, acked_sequence from relay_state where stream = $1 for update")
        .bind(STREAM)
        .fetch_optional(tx.conn())
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
        .execute(tx.conn())
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
    .execute(tx.conn())
    .await?;
    tx.commit().await?;
    Ok(())
}

async fn publish_batch(cx: &Context, js: &jetstream::Context) -> anyhow::Result<usize> {
    let claim = cx.settings.relay_wait + Duration::from_secs(15);
    let rows = sqlx::query(
        "update outbox set claimed_until = now() + make_interval(secs => $2), attempts = attempts + 1
         where seq in (
             select seq from outbox where kind = 'fact' and sent_at is null
               and (claimed_until is null or claimed_until < now())
             order by seq limit $1 for update skip locked)
         returning seq, id, target, method, key, payload, origin, attempts",
    )
    .bind(cx.settings.relay_batch)
    .bind(claim.as_secs_f64())
    .fetch_all(&cx.db)
    .await?;
    let mut rows: Vec<Row> = rows.iter().map(row).collect::<Result<_, _>>()?;
    rows.sort_by_key(|row| row.seq);
    let seqs: Vec<i64> = rows.iter().map(|row| row.seq).collect();
    match publish(cx, js, rows).await {
        Ok((sent, last)) => {
            sqlx::query("update outbox set sent_at = now(), claimed_until = null where seq = any($1)")
                .bind(&sent)
                .execute(&cx.db)
                .await?;
            sqlx::query("update relay_state set acked_sequence = greatest(acked_sequence, $2) where stream = $1")
                .bind(STREAM)
                .bind(last)
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
    let mut waiting: Vec<(i64, PublishAckFuture)> = Vec::with_capacity(rows.len());
    for row in rows {
        let mut headers = HeaderMap::new();
        headers.insert("Nats-Msg-Id", row.id.to_string());
        headers.insert(crate::origin::REQUEST_ID, row.origin.request_id.as_str());
        if let Some(traceparent) = &row.origin.traceparent {
            headers.insert(crate::origin::TRACEPARENT, traceparent.as_str());
        }
        let subject = format!("{PREFIX}.{}.{}", cx.service, row.method);
        #[expect(clippy::disallowed_methods, reason = "the relay is the one place that publishes")]
        let ack = js.publish_with_headers(subject, headers, row.payload.into()).await?;
        waiting.push((row.seq, ack));
    }
    let mut sent = Vec::with_capacity(waiting.len());
    let mut last = 0;
    for (seq, ack) in waiting {
        match tokio::time::timeout(cx.settings.relay_wait, ack).await {
            Ok(Ok(ack)) => {
                sent.push(seq);
                last = last.max(i64::try_from(ack.sequence).unwrap_or(0));
            }
            Ok(Err(error)) => tracing::debug!(%error, "a fact was not acknowledged"),
            Err(_) => break,
        }
    }
    Ok((sent, last))
}

/// Removes sent rows and answers to creating calls after their time.
pub(crate) async fn sweep(cx: Context) -> anyhow::Result<()> {
    loop {
        for (what, keep, sql) in [
            ("outbox", cx.settings.keep_facts, "delete from outbox where sent_at < now() - make_interval(secs => $1)"),
            (
                "idempotency",
                cx.settings.keep_answers,
                "delete from idempotency where created_at < now() - make_interval(secs => $1)",
            ),
        ] {
            if let Err(error) = sqlx::query(sql).bind(keep.as_secs_f64()).execute(&cx.db).await {
                tracing::debug!(%error, what, "old rows stay for now");
            }
        }
        tokio::select! {
            () = tokio::time::sleep(cx.settings.sweep) => {}
            () = cx.stop.cancelled() => return Ok(()),
        }
    }
}

/// A gRPC codec that passes bytes through.
mod codec {
    use bytes::{Buf, BufMut, Bytes};
    use tonic::{
        Status,
        codec::{Codec, DecodeBuf, Decoder, EncodeBuf, Encoder},
    };

    pub(super) struct Raw;

    impl Codec for Raw {
        type Encode = Bytes;
        type Decode = Bytes;
        type Encoder = Self;
        type Decoder = Self;

        fn encoder(&mut self) -> Self {
            Self
        }

        fn decoder(&mut self) -> Self {
            Self
        }
    }

    impl Encoder for Raw {
        type Item = Bytes;
        type Error = Status;

        fn encode(&mut self, item: Bytes, buffer: &mut EncodeBuf<'_>) -> Result<(), Status> {
            buffer.put(item);
            Ok(())
        }
    }

    impl Decoder for Raw {
        type Item = Bytes;
        type Error = Status;

        fn decode(&mut self, buffer: &mut DecodeBuf<'_>) -> Result<Option<Bytes>, Status> {
            Ok(Some(buffer.copy_to_bytes(buffer.remaining())))
        }
    }
}
