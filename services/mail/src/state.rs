//! How the letters of a role go: what waits, what was taken last, what failed last. The role has the tables `mail` and
//! `mail_state` in its schema.

use crate::attempt::Answer;
use kit::{Context, Result};
use proto::mail::Outcome;
use sqlx::{PgConnection, Row as _};
use time::OffsetDateTime;
use uuid::Uuid;

/// The last attempt that failed.
pub(crate) struct Failed {
    pub at: OffsetDateTime,
    pub outcome: Outcome,
    pub answer: String,
    pub given_up: bool,
}

/// The figures.
pub(crate) struct State {
    pub waiting: i64,
    pub oldest: Option<OffsetDateTime>,
    pub sent_at: Option<OffsetDateTime>,
    pub failed: Option<Failed>,
}

fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Silent => "silent",
        Outcome::Unreachable => "unreachable",
        Outcome::Refused | Outcome::Taken | Outcome::Unspecified => "refused",
    }
}

fn outcome(word: &str) -> Outcome {
    match word {
        "silent" => Outcome::Silent,
        "unreachable" => Outcome::Unreachable,
        _ => Outcome::Refused,
    }
}

/// As it is.
///
/// # Errors
/// Those of the database.
pub(crate) async fn read(cx: &Context) -> Result<State> {
    let row = sqlx::query(
        "select w.waiting, w.oldest, s.sent_at, s.failed_at, s.outcome, s.answer, s.given_up
         from (select count(*) as waiting, min(created_at) as oldest from mail) w left join mail_state s on true",
    )
    .fetch_one(&cx.db)
    .await?;
    let failed = match row.try_get::<Option<OffsetDateTime>, _>("failed_at")? {
        Some(at) => Some(Failed {
            at,
            outcome: outcome(row.try_get("outcome")?),
            answer: row.try_get("answer")?,
            given_up: row.try_get("given_up")?,
        }),
        None => None,
    };
    Ok(State {
        waiting: row.try_get("waiting")?,
        oldest: row.try_get("oldest")?,
        sent_at: row.try_get("sent_at")?,
        failed,
    })
}

/// The server took a letter: it is gone.
///
/// # Errors
/// Those of the database.
pub(crate) async fn taken(cx: &Context, id: Uuid) -> Result<()> {
    sqlx::query(
        "with gone as (delete from mail where id = $1)
         insert into mail_state (sent_at) values ($2)
         on conflict (only_one) do update set sent_at = excluded.sent_at",
    )
    .bind(id)
    .bind(cx.clock.now())
    .execute(&cx.db)
    .await?;
    Ok(())
}

/// A letter was refused for good: it is gone.
///
/// # Errors
/// Those of the database.
pub(crate) async fn given_up(cx: &Context, id: Uuid, answer: &Answer) -> Result<()> {
    let mut tx = cx.begin().await?;
    sqlx::query("delete from mail where id = $1").bind(id).execute(tx.conn()).await?;
    failed(cx, tx.conn(), answer, true).await?;
    tx.commit().await
}

/// A letter was not taken: it is tried again at `next_at`.
///
/// # Errors
/// Those of the database.
pub(crate) async fn put_off(cx: &Context, id: Uuid, next_at: OffsetDateTime, answer: &Answer) -> Result<()> {
    let mut tx = cx.begin().await?;
    sqlx::query("update mail set next_at = $2 where id = $1").bind(id).bind(next_at).execute(tx.conn()).await?;
    failed(cx, tx.conn(), answer, false).await?;
    tx.commit().await
}

async fn failed(cx: &Context, connection: &mut PgConnection, answer: &Answer, given_up: bool) -> Result<()> {
    sqlx::query(
        "insert into mail_state (failed_at, outcome, answer, given_up) values ($1, $2, $3, $4)
         on conflict (only_one) do update set failed_at = excluded.failed_at, outcome = excluded.outcome,
           answer = excluded.answer, given_up = excluded.given_up",
    )
    .bind(cx.clock.now())
    .bind(word(answer.outcome))
    .bind(&answer.text)
    .bind(given_up)
    .execute(connection)
    .await?;
    Ok(())
}
