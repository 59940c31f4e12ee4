//! The outbox: what others must be told is a row in the transaction of the change it tells about. No message is ever
//! lost between the database and the network, and none is sent for a change that was rolled back.
//!
//! Two kinds of rows: a **command** has one receiver and goes by gRPC, in order per key, until it is accepted or refused
//! for good; a **fact** has any number of readers and goes to the one JetStream stream. [`crate::relay`] sends both.

use crate::{Context, Error, Origin, Result, Tx};
use prost::{Message, Name};
use sqlx::PgConnection;
use std::{sync::Arc, time::Duration};
use tokio::sync::{Notify, watch};
use uuid::Uuid;

/// How often is looked for what another replica's relay has sent. Fixed: nobody notices it.
const ELSEWHERE: Duration = Duration::from_millis(100);

/// Wakes the relay of this process.
#[derive(Clone, Default)]
pub struct Outbox {
    pub(crate) wake: Arc<Wake>,
}

/// What a transaction wrote that somebody waits for.
#[derive(Clone, Copy, Default)]
pub(crate) struct Written {
    pub(crate) command: bool,
    pub(crate) fact: bool,
    /// A dead letter is to be handled again.
    pub(crate) again: bool,
}

/// One bell per relay.
#[derive(Default)]
pub(crate) struct Wake {
    pub(crate) commands: Notify,
    pub(crate) facts: Notify,
    pub(crate) again: Notify,
    /// What screens are told after a commit.
    pub(crate) hints: crate::hints::Queue,
    /// Rung by the relay for those who wait until a command was accepted.
    pub(crate) accepted: Notify,
    /// For loops of the service that look at what was written.
    commits: watch::Sender<()>,
}

impl Wake {
    /// Most commits put nothing into the outbox: the relays need not look for it in the database then.
    pub(crate) fn ring(&self, written: Written) {
        let bells = [(written.command, &self.commands), (written.fact, &self.facts), (written.again, &self.again)];
        bells.into_iter().filter(|(rings, _)| *rings).for_each(|(_, bell)| bell.notify_one());
        self.commits.send_replace(());
    }
}

impl Outbox {
    /// Changes with each commit of this process: what a loop waits for that does what others have written.
    #[must_use]
    pub fn commits(&self) -> watch::Receiver<()> {
        self.wake.commits.subscribe()
    }
}

/// A command for another service.
pub struct Command<'a, M> {
    /// Idempotency id of this row.
    pub id: Uuid,
    /// The role that gets it.
    pub target: &'a str,
    /// gRPC method path, `/package.Service/Method`.
    pub method: &'a str,
    /// What its order is kept for, for instance a deployment.
    pub key: Uuid,
    /// Where it comes from.
    pub origin: &'a Origin,
    /// The request message. No secrets: rows are kept.
    pub message: &'a M,
}

/// Writes a command into the caller's transaction.
///
/// # Errors
/// Those of the database.
pub async fn command<M: Message>(tx: &mut Tx, command: Command<'_, M>) -> Result<()> {
    let origin = serde_json::to_value(command.origin).map_err(Error::internal)?;
    sqlx::query(
        "insert into outbox (id, kind, target, method, key, payload, origin, created_at)
         values ($1, 'command', $2, $3, $4, $5, $6, now())",
    )
    .bind(command.id)
    .bind(command.target)
    .bind(command.method)
    .bind(command.key)
    .bind(command.message.encode_to_vec())
    .bind(origin)
    .execute(tx.conn())
    .await?;
    tx.wrote_command();
    Ok(())
}

/// Writes a fact into the caller's transaction; it is published as `canopy.<service>.<message name>`.
///
/// # Errors
/// Those of the database.
pub async fn fact<M: Message + Name>(tx: &mut Tx, id: Uuid, origin: &Origin, message: &M) -> Result<()> {
    fact_on(tx.conn(), id, origin, message).await?;
    tx.wrote_fact();
    Ok(())
}

/// As [`fact`], for a program that is not the service: the relay finds the row with its next look.
///
/// # Errors
/// Those of the database.
pub async fn fact_on<M: Message + Name>(db: &mut PgConnection, id: Uuid, origin: &Origin, message: &M) -> Result<()> {
    let origin = serde_json::to_value(origin).map_err(Error::internal)?;
    sqlx::query(
        "insert into outbox (id, kind, method, payload, origin, created_at) values ($1, 'fact', $2, $3, $4, now())",
    )
    .bind(id)
    .bind(M::NAME)
    .bind(message.encode_to_vec())
    .bind(origin)
    .execute(db)
    .await?;
    Ok(())
}

/// Whether a command for this key waits to be sent.
///
/// # Errors
/// Those of the database.
pub async fn command_waits(db: &sqlx::PgPool, method: &str, key: Uuid) -> Result<bool> {
    Ok(sqlx::query_scalar(
        "select exists (select 1 from outbox where kind = 'command' and sent_at is null and key = $1 and method = $2)",
    )
    .bind(key)
    .bind(method)
    .fetch_one(db)
    .await?)
}

/// Waits until no command for this key is left to be sent, so that an id in an answer can be asked for at once; no
/// longer than `limit`, because a receiver that is away must refuse no click.
///
/// # Errors
/// Those of the database.
pub async fn accepted(cx: &Context, key: Uuid, limit: Duration) -> Result<()> {
    let over = tokio::time::Instant::now() + limit;
    loop {
        let rung = cx.outbox.wake.accepted.notified();
        tokio::pin!(rung);
        // from here on no ring is missed
        rung.as_mut().enable();
        let waits: bool = sqlx::query_scalar(
            "select exists (select 1 from outbox where kind = 'command' and sent_at is null and key = $1)",
        )
        .bind(key)
        .fetch_one(&cx.db)
        .await?;
        let now = tokio::time::Instant::now();
        if !waits || now >= over {
            return Ok(());
        }
        // another replica's relay rings a bell of its own
        let _ = tokio::time::timeout_at(over.min(now + ELSEWHERE), rung).await;
    }
}
