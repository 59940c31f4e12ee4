//! Creating calls that may be repeated: the answer is kept with the key, in the creating transaction.

use crate::{Context, Error, Result, Tx, message};
use sqlx::Row as _;
use uuid::Uuid;

/// What a creating call finds about its key.
pub enum Attempt {
    /// Do it, then [`Ticket::record`] the answer before the commit.
    First(Ticket),
    /// It was done: this is the first answer, encoded. Drop the transaction.
    Repeat(Vec<u8>),
}

/// The right to record one answer.
pub struct Ticket(Option<(Uuid, &'static str, String)>);

impl Ticket {
    /// Keeps the answer for retries. Without a key there is nothing to keep.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn record(self, tx: &mut Tx, answer: &impl prost::Message) -> Result<()> {
        let Some((user, call, key)) = self.0 else { return Ok(()) };
        sqlx::query("update idempotency set answer = $4 where user_id = $1 and call = $2 and key = $3")
            .bind(user)
            .bind(call)
            .bind(key)
            .bind(answer.encode_to_vec())
            .execute(tx.conn())
            .await?;
        Ok(())
    }
}

/// Looks the key up inside the creating transaction. Of two at once the second waits for the first one's commit.
///
/// # Errors
/// `Conflict` (`IDEMPOTENCY_KEY_REUSED`) when the key was used with another body.
pub async fn attempt(
    cx: &Context,
    tx: &mut Tx,
    user: Uuid,
    call: &'static str,
    key: Option<&str>,
    body: &[u8],
) -> Result<Attempt> {
    let Some(key) = key else { return Ok(Attempt::First(Ticket(None))) };
    let said = [call.as_bytes(), body];
    let inserted = sqlx::query(
        "insert into idempotency (user_id, call, key, body_hmac, created_at) values ($1, $2, $3, $4, now())
         on conflict do nothing",
    )
    .bind(user)
    .bind(call)
    .bind(key)
    .bind(cx.keyring.hmac("idempotency", &said))
    .execute(tx.conn())
    .await?
    .rows_affected();
    if inserted == 1 {
        return Ok(Attempt::First(Ticket(Some((user, call, key.to_owned())))));
    }
    let row = sqlx::query("select body_hmac, answer from idempotency where user_id = $1 and call = $2 and key = $3")
        .bind(user)
        .bind(call)
        .bind(key)
        .fetch_one(tx.conn())
        .await?;
    let first: Vec<u8> = row.try_get("body_hmac")?;
    if !cx.keyring.is_hmac(&first, "idempotency", &said) {
        return Err(Error::conflict(message!(IDEMPOTENCY_KEY_REUSED)));
    }
    let answer: Option<Vec<u8>> = row.try_get("answer")?;
    // Rows become visible with their commit, so an answer is always there; an empty message encodes to nothing.
    Ok(Attempt::Repeat(answer.unwrap_or_default()))
}
