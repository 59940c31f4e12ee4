//! Reading facts: a durable consumer whose handler runs in a transaction; the message is acknowledged after the commit.
//! At least once, so handlers are idempotent by the fact's id. What cannot be decoded, and nothing else, goes to the dead
//! letters.

mod again;

use crate::{
    Context, Origin, Tx, nats,
    trace::{Hop, Kind, Parent},
    trouble::Trouble,
};
pub(crate) use again::again;
use anyhow::Context as _;
use async_nats::jetstream::{self, AckKind, consumer::pull};
use bytes::Bytes;
use futures::{StreamExt, future::BoxFuture};
use std::{sync::Arc, time::Duration};
use tracing::Instrument as _;
use uuid::Uuid;

/// A fact as it arrived.
pub struct Delivery {
    /// Id of the sender's outbox row.
    pub id: Uuid,
    /// The role that sent it.
    pub sender: String,
    /// The encoded message.
    pub payload: Bytes,
    /// Request id and trace of where it came from.
    pub origin: Origin,
}

/// Handles one delivery in a transaction.
pub type Handle =
    Arc<dyn for<'a> Fn(&'a Context, &'a mut Tx, Delivery) -> BoxFuture<'a, anyhow::Result<()>> + Send + Sync>;

/// A durable consumer of one message of all senders.
#[derive(Clone)]
pub struct Consumer {
    /// Name of the durable consumer.
    pub durable: &'static str,
    /// Name of the message, last word of the subject.
    pub message: &'static str,
    /// What to do with each.
    pub handle: Handle,
}

/// A message that no retry will make readable.
#[derive(Debug, thiserror::Error)]
#[error("it cannot be decoded: {0}")]
pub struct Undecodable(pub String);

/// Consumes until the role stops; a lost stream or consumer is made again.
pub(crate) async fn run(cx: Context, consumer: Consumer) -> anyhow::Result<()> {
    let Some(client) = cx.nats.client() else {
        tracing::warn!("no NATS address is set: no facts arrive");
        cx.stop.cancelled().await;
        return Ok(());
    };
    listen(&cx, &jetstream::new(client), &consumer).await;
    Ok(())
}

async fn listen(cx: &Context, js: &jetstream::Context, consumer: &Consumer) {
    let interrupted = Trouble::default();
    loop {
        if cx.nats.is_connected()
            && let Err(error) = read(cx, js, consumer, &interrupted).await
            && interrupted.begins()
        {
            tracing::warn!(error = format!("{error:#}"), "reading facts was interrupted");
        }
        tokio::select! {
            () = tokio::time::sleep(Duration::from_millis(500)) => {}
            () = cx.stop.cancelled() => return,
        }
    }
}

/// The role that sent a fact: the second word of its subject.
fn sender(subject: &str) -> String {
    subject.split('.').nth(1).unwrap_or_default().to_owned()
}

async fn read(cx: &Context, js: &jetstream::Context, consumer: &Consumer, interrupted: &Trouble) -> anyhow::Result<()> {
    let stream = nats::ensure_stream(js, cx.ids.as_ref(), &cx.settings).await.context("the stream of facts")?;
    // Fixed: NATS keeps these with the durable consumer, and a change would not reach one that exists.
    let config = pull::Config {
        durable_name: Some(consumer.durable.to_owned()),
        filter_subject: format!("{}.*.{}", nats::PREFIX, consumer.message),
        ack_wait: Duration::from_secs(30),
        max_ack_pending: 256,
        ..Default::default()
    };
    let durable = stream.get_or_create_consumer(consumer.durable, config).await.context("the durable consumer")?;
    let mut messages = durable.stream().max_messages_per_batch(64).heartbeat(Duration::from_secs(5)).messages().await?;
    if interrupted.ends() {
        tracing::info!("facts are read again");
    }
    loop {
        let message = tokio::select! {
            message = messages.next() => message.context("the stream of messages ended")??,
            () = cx.stop.cancelled() => return Ok(()),
        };
        deliver(cx, consumer, &message).await?;
    }
}

async fn deliver(cx: &Context, consumer: &Consumer, message: &jetstream::Message) -> anyhow::Result<()> {
    let delivery = read_delivery(cx, message);
    let attempts = message.info().map_or(1, |info| info.delivered);
    let (id, origin) = (delivery.id, delivery.origin.clone());
    let outcome = handle(cx, consumer, delivery).await;
    let ack = match outcome {
        Ok(()) => AckKind::Ack,
        Err(error) if error.is::<Undecodable>() => {
            tracing::error!(%id, error = format!("{error:#}"), "a fact goes to the dead letters");
            dead_letter(cx, consumer, message, id, &origin, &error).await?;
            AckKind::Ack
        }
        Err(error) => {
            tracing::warn!(%id, attempts, error = format!("{error:#}"), "a fact will be delivered again");
            AckKind::Nak(Some(back_off(attempts).min(cx.settings.relay_back_off)))
        }
    };
    message.ack_with(ack).await.map_err(|error| anyhow::anyhow!("{error}"))
}

/// 0.4 s, 0.8 s, … as long as the setting allows. A fact is never given up because its handler fails: the database may be
/// away for hours.
fn back_off(attempts: i64) -> Duration {
    Duration::from_millis(200 << attempts.clamp(1, 16))
}

async fn handle(cx: &Context, consumer: &Consumer, delivery: Delivery) -> anyhow::Result<()> {
    let mut tx = cx.begin().await?;
    traced(cx, consumer, &mut tx, delivery).await?;
    tx.commit().await?;
    Ok(())
}

/// Handles it as a part of the trace that it comes from. What the handler logs names the request.
async fn traced(cx: &Context, consumer: &Consumer, tx: &mut Tx, mut delivery: Delivery) -> anyhow::Result<()> {
    let origin = &mut delivery.origin;
    let hop = Hop::of(cx.service, Kind::Consumer, format_args!("handle {}", consumer.message), origin);
    if hop.is_told() {
        hop.attribute("messaging.system", "nats");
        hop.attribute("messaging.message.id", delivery.id.to_string());
    }
    let span = tracing::info_span!(
        "fact",
        role = cx.service,
        message = consumer.message,
        request_id = origin.request_id,
        trace_id = origin.trace_id()
    );
    let handled = hop.run((consumer.handle)(cx, tx, delivery)).instrument(span).await;
    if handled.is_err() {
        hop.failed("not handled");
    }
    handled
}

fn read_delivery(cx: &Context, message: &jetstream::Message) -> Delivery {
    let header = |name: &str| message.headers.as_ref().and_then(|h| h.get(name)).map(|value| value.as_str().to_owned());
    let id = header("Nats-Msg-Id").and_then(|id| Uuid::try_parse(&id).ok()).unwrap_or_else(|| cx.ids.uuid());
    let sender = sender(&message.subject);
    let origin = Origin {
        request_id: header(crate::origin::REQUEST_ID).unwrap_or_default(),
        traceparent: header(crate::origin::TRACEPARENT).filter(|value| Parent::read(value).is_some()),
        user: None,
        address: None,
    };
    Delivery { id, sender, payload: message.payload.clone(), origin }
}

async fn dead_letter(
    cx: &Context,
    consumer: &Consumer,
    message: &jetstream::Message,
    id: Uuid,
    origin: &Origin,
    error: &anyhow::Error,
) -> anyhow::Result<()> {
    sqlx::query(
        "insert into dead_letter (id, kind, target, method, payload, origin, error, created_at)
         values ($1, 'fact', $2, $3, $4, $5, $6, now()) on conflict do nothing",
    )
    .bind(id)
    .bind(consumer.durable)
    .bind(message.subject.as_str())
    .bind(message.payload.as_ref())
    .bind(serde_json::to_value(origin)?)
    .bind(format!("{error:#}"))
    .execute(&cx.db)
    .await?;
    Ok(())
}
