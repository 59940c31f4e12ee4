//! Commands: one gRPC call to one receiver each, in the order of their key, again until they are accepted or refused for good.

use super::{OnRefused, Refused, Row, look_whether_any_waits, row};
use crate::{
    Context, Error, meanwhile, message,
    poll::Poll,
    raw::Raw,
    trace::{Hop, Kind},
    trouble::Trouble,
};
use bytes::Bytes;
use futures::{StreamExt, stream::FuturesUnordered};
use http::uri::PathAndQuery;
use std::{collections::HashMap, time::Duration};

/// Sends commands until the role stops. Each receiver has its own places: one that hangs delays only its own commands.
pub(crate) async fn commands(cx: Context, refused: Option<OnRefused>) -> anyhow::Result<()> {
    let refused = refused.as_ref();
    let unaccepted: HashMap<&str, Trouble> = cx.peers.keys().map(|name| (name.as_str(), Trouble::default())).collect();
    let mut at_work: HashMap<String, usize> = HashMap::new();
    let mut calls = FuturesUnordered::new();
    let mut poll = Poll::of(&cx, "commands", cx.settings.relay_poll);
    loop {
        let (claimed, ended) = meanwhile(&mut calls, claim_commands(&cx, &at_work, &mut poll)).await;
        ended.iter().for_each(|target: &String| leave(&mut at_work, target));
        let claimed = claimed.unwrap_or_else(|error| {
            tracing::debug!(%error, "the outbox cannot be read");
            poll.busy();
            Vec::new()
        });
        let idle = claimed.is_empty();
        for row in claimed {
            *at_work.entry(row.target.clone()).or_default() += 1;
            let (cx, unaccepted) = (&cx, unaccepted.get(row.target.as_str()));
            calls.push(async move {
                let target = row.target.clone();
                if let Err(error) = send_command(cx, row, refused, unaccepted).await {
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
            Some(target) = calls.next() => leave(&mut at_work, &target),
            () = cx.outbox.wake.commands.notified(), if idle => poll.busy(),
            () = tokio::time::sleep(poll.pause()), if idle => {}
            () = cx.stop.cancelled() => {}
            // more may wait than one claim takes, or for a place that was taken when it was made
            () = std::future::ready(()), if !idle || !ended.is_empty() => {}
        }
    }
}

/// One of the receiver's places is free again.
fn leave(at_work: &mut HashMap<String, usize>, target: &str) {
    if let Some(count) = at_work.get_mut(target) {
        *count -= 1;
    }
}

/// The first unsent command of each key whose time has come, as many for each receiver as it has places left. Later
/// ones of a key wait for it: order is kept. A claim is longer than a call may take. A claim or a pause that ends a
/// minute later than any can was written while the database's clock was wrong, and is over. `poll` is told whether there are any.
async fn claim_commands(
    cx: &Context,
    at_work: &HashMap<String, usize>,
    poll: &mut Poll,
) -> Result<Vec<Row>, sqlx::Error> {
    let mut db = cx.db.acquire().await?;
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
                     where o.kind = 'command' and o.sent_at is null
                       and (o.next_at <= now() or o.next_at > now() + make_interval(secs => $5, mins => 1))
                       and (o.claimed_until is null or o.claimed_until < now()
                            or o.claimed_until > now() + make_interval(secs => $2, mins => 1))
                       and not exists (select 1 from outbox e where e.kind = 'command' and e.sent_at is null
                                         and e.key = o.key and e.seq < o.seq)) due
                 where due.place <= $1)
               and (l.claimed_until is null or l.claimed_until < now()
                    or l.claimed_until > now() + make_interval(secs => $2, mins => 1))
             order by l.seq for update skip locked)
         returning seq, id, target, method, key, payload, origin, attempts",
    )
    .bind(places)
    .bind(claim.as_secs_f64())
    .bind(targets)
    .bind(taken)
    .bind(cx.settings.relay_back_off.as_secs_f64())
    .fetch_all(&mut *db)
    .await?;
    if rows.is_empty() {
        look_whether_any_waits(&mut db, "command", poll).await;
    } else {
        poll.busy();
    }
    let mut rows: Vec<Row> = rows.iter().map(row).collect::<Result<_, _>>()?;
    rows.sort_by_key(|row| row.seq);
    Ok(rows)
}

/// `unaccepted`: whether the receiver takes no commands just now.
async fn send_command(
    cx: &Context,
    row: Row,
    refused: Option<&OnRefused>,
    unaccepted: Option<&Trouble>,
) -> crate::Result<()> {
    match call(cx, &row).await {
        Ok(()) => {
            if unaccepted.is_some_and(Trouble::ends) {
                tracing::info!(target = row.target, "commands are accepted again");
            }
            sqlx::query("update outbox set sent_at = now(), claimed_until = null where seq = $1")
                .bind(row.seq)
                .execute(&cx.db)
                .await?;
            cx.outbox.wake.accepted.notify_waiters();
            Ok(())
        }
        Err(error) if is_final(&error) => bury(cx, row, error, refused).await,
        Err(error) => {
            if unaccepted.is_some_and(Trouble::begins) {
                tell(&row, &error);
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

/// A command is not accepted, and the one before it was.
fn tell(row: &Row, error: &Error) {
    match error {
        Error::Unauthenticated(_) => {
            tracing::error!(target = row.target, method = row.method, "a peer does not know our key");
        }
        Error::Forbidden(_) => {
            tracing::error!(target = row.target, method = row.method, "a peer does not let us send this");
        }
        _ => {
            tracing::warn!(target = row.target, method = row.method, %error, "a command is not accepted, and is sent until it is");
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
    let mut origin = row.origin.clone();
    let name = row.method.trim_start_matches('/');
    let hop = Hop::of(cx.service, Kind::Producer, format_args!("send {name}"), &mut origin);
    if hop.is_told() {
        hop.attribute("messaging.message.id", row.id.to_string());
        hop.attribute("canopy.attempt", i64::from(row.attempts));
    }
    let request = cx.request(&row.target, &origin, Bytes::from(row.payload.clone()))?;
    let mut client = tonic::client::Grpc::new(cx.peer(&row.target)).max_decoding_message_size(crate::MESSAGE_LIMIT);
    let ready = tokio::time::timeout(cx.settings.relay_wait, client.ready()).await;
    match ready {
        Ok(Ok(())) => {}
        Ok(Err(error)) => {
            hop.failed("not reached");
            return Err(Error::unavailable(message!(RECEIVER_AWAY), error));
        }
        Err(elapsed) => {
            hop.failed("not reached");
            return Err(Error::unavailable(message!(RECEIVER_AWAY), elapsed));
        }
    }
    client.unary(request, path, Raw).await.map(|_| ()).map_err(Error::from).inspect_err(|_| hop.failed("not accepted"))
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
