//! Dead letters: commands that their receiver refused for good, and facts that could not be decoded. They are kept until
//! somebody sends them again or drops them. What they carry is never shown.

use crate::{Error, Message, Origin, Result};
use sqlx::{PgConnection, Row as _, postgres::PgRow};
use time::OffsetDateTime;
use uuid::Uuid;

/// Letters of a list at most. Fixed: who has more has one cause to look for.
const MOST: i64 = 500;

/// A dead letter, without its payload.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeadLetter {
    /// Id of the outbox row that it was.
    pub id: Uuid,
    /// `command` or `fact`.
    pub kind: String,
    /// The receiver of a command, the consumer of a fact.
    pub target: String,
    /// gRPC method path of a command, subject of a fact.
    pub method: String,
    /// Request id and user of where it came from.
    pub origin: Origin,
    /// Why it was refused.
    pub error: String,
    /// The same with its code; nothing for a fact, whose error is not ours to say.
    pub said: Option<Message>,
    /// When.
    pub created_at: OffsetDateTime,
    /// A fact that will be handled again in a moment.
    pub again: bool,
}

/// How many there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Their number.
    pub letters: i64,
    /// When the oldest was refused.
    pub oldest: Option<OffsetDateTime>,
}

fn letter(row: &PgRow) -> Result<DeadLetter, sqlx::Error> {
    let origin: serde_json::Value = row.try_get("origin")?;
    let said: Option<serde_json::Value> = row.try_get("said")?;
    Ok(DeadLetter {
        id: row.try_get("id")?,
        kind: row.try_get("kind")?,
        target: row.try_get("target")?,
        method: row.try_get("method")?,
        origin: serde_json::from_value(origin).unwrap_or_default(),
        error: row.try_get("error")?,
        said: said.and_then(|said| serde_json::from_value(said).ok()),
        created_at: row.try_get("created_at")?,
        again: row.try_get("again")?,
    })
}

/// The oldest ones first. `db` looks into the schema of one service, as all functions here.
///
/// # Errors
/// Those of the database.
pub async fn list(db: &mut PgConnection) -> Result<Vec<DeadLetter>> {
    let rows = sqlx::query(
        "select id, kind, target, method, origin, error, said, created_at, again_at is not null as again
         from dead_letter order by created_at, id limit $1",
    )
    .bind(MOST)
    .fetch_all(db)
    .await?;
    Ok(rows.iter().map(letter).collect::<Result<_, _>>()?)
}

/// How many there are.
///
/// # Errors
/// Those of the database.
pub async fn count(db: &mut PgConnection) -> Result<Count> {
    let row =
        sqlx::query("select count(*) as letters, min(created_at) as oldest from dead_letter").fetch_one(db).await?;
    Ok(Count { letters: row.try_get("letters")?, oldest: row.try_get("oldest")? })
}

/// Sends one again: a command goes back into the outbox, behind what waits there for its key; a fact is handled again.
/// In a transaction, so that the line of history about it is there exactly when it happens.
///
/// # Errors
/// `NotFound`; those of the database.
pub async fn resend(db: &mut PgConnection, id: Uuid) -> Result<DeadLetter> {
    let letter = lock(db, id).await?;
    if letter.kind == "command" {
        sqlx::query(
            "with gone as (delete from dead_letter where id = $1 returning id, kind, target, method, key, payload, origin)
             insert into outbox (id, kind, target, method, key, payload, origin, created_at)
             select id, kind, target, method, key, payload, origin, now() from gone",
        )
    } else {
        sqlx::query("update dead_letter set again_at = now() where id = $1")
    }
    .bind(id)
    .execute(db)
    .await?;
    Ok(letter)
}

/// Throws one away.
///
/// # Errors
/// `NotFound`; those of the database.
pub async fn drop(db: &mut PgConnection, id: Uuid) -> Result<DeadLetter> {
    let letter = lock(db, id).await?;
    sqlx::query("delete from dead_letter where id = $1").bind(id).execute(db).await?;
    Ok(letter)
}

async fn lock(db: &mut PgConnection, id: Uuid) -> Result<DeadLetter> {
    let row = sqlx::query(
        "select id, kind, target, method, origin, error, said, created_at, again_at is not null as again
         from dead_letter where id = $1 for update",
    )
    .bind(id)
    .fetch_optional(db)
    .await?;
    let row = row.ok_or_else(|| Error::not_found("DeadLetter"))?;
    Ok(letter(&row)?)
}
