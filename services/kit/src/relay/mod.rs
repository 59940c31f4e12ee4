//! The relay sends what the outbox holds. Woken by commits, with a slow poll as backup; rows are claimed by a column, so
//! no transaction is held across the network and several replicas share the work.

mod backlog;
mod commands;
mod facts;

pub(crate) use backlog::backlog;
pub(crate) use commands::commands;
pub(crate) use facts::facts;

use crate::{Context, Error, Origin, Tx};
use futures::future::BoxFuture;
use sqlx::{PgConnection, Row as _};
use std::sync::Arc;
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

/// Nothing has been sent for a while: is there nothing to be sent? A row may be claimed by a relay that was killed, or wait for its
/// receiver; then `poll` goes on as if there were something to do.
async fn look_whether_any_waits(db: &mut PgConnection, kind: &str, poll: &mut crate::Poll) {
    if !poll.is_seldom() {
        return;
    }
    let waits = sqlx::query_scalar("select exists (select from outbox where kind = $1 and sent_at is null)");
    if waits.bind(kind).fetch_one(db).await.unwrap_or(true) {
        poll.busy();
    }
}

/// Removes sent rows and answers to creating calls after their time.
pub(crate) async fn sweep(cx: Context) -> anyhow::Result<()> {
    let rounds = crate::Rounds::of(&cx);
    loop {
        if let Err(error) = remove_old(&cx).await {
            tracing::debug!(%error, "old rows stay for now");
        }
        tokio::select! {
            () = tokio::time::sleep(rounds.next(cx.settings.sweep)) => {}
            () = cx.stop.cancelled() => return Ok(()),
        }
    }
}

async fn remove_old(cx: &Context) -> Result<(), sqlx::Error> {
    let mut db = cx.db.acquire().await?;
    for (keep, sql) in [
        (cx.settings.keep_answers, "delete from idempotency where created_at < now() - make_interval(secs => $1)"),
        (cx.settings.keep_facts, "delete from outbox where sent_at < now() - make_interval(secs => $1)"),
    ] {
        sqlx::query(sql).bind(keep.as_secs_f64()).execute(&mut *db).await?;
    }
    Ok(())
}
