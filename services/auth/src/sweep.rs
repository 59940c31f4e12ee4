//! Now and then: writes down which sessions and API tokens were in use, and removes them and attempts when their time is over.

use crate::{App, attempt, decision::Decision};
use kit::Result;
use sqlx::PgConnection;
use std::{
    collections::HashSet,
    sync::{Mutex, PoisonError},
};
use uuid::Uuid;

/// Rows written or removed by one statement. Fixed: each stays far below the longest statement.
const BATCH: usize = 1_000;
/// For how long an API token that has expired is still listed. Fixed: whoever wonders why a program stopped looks within days.
const TOKENS_SHOWN: time::Duration = time::Duration::days(30);

/// For how long a session that has expired is kept. Fixed: a clock that was days ahead for a moment signs nobody out for good.
const SESSIONS_KEPT: time::Duration = time::Duration::days(30);
/// A session has stood unused for so much longer before it ends: its use is written once a minute, by each replica for itself.
const WRITTEN_LATE: time::Duration = time::Duration::minutes(2);

/// Sessions in use since the last round.
pub struct Seen {
    ids: Mutex<HashSet<Uuid>>,
    /// Those beyond are noted after the next round.
    most: usize,
}

impl Seen {
    /// Remembers `most` at most.
    #[must_use]
    pub fn of(most: usize) -> Self {
        Self { ids: Mutex::default(), most }
    }

    /// Notes sessions that somebody asked about.
    pub fn note(&self, ids: impl Iterator<Item = Uuid>) {
        let mut seen = self.ids.lock().unwrap_or_else(PoisonError::into_inner);
        let room = self.most.saturating_sub(seen.len());
        seen.extend(ids.take(room));
    }

    fn take(&self) -> Vec<Uuid> {
        std::mem::take(&mut *self.ids.lock().unwrap_or_else(PoisonError::into_inner)).into_iter().collect()
    }
}

/// Runs until the role stops. A round that fails is made up for by the next one.
///
/// # Errors
/// None: what fails is logged and tried again.
pub async fn run(app: App) -> anyhow::Result<()> {
    let rounds = kit::Rounds::of(&app.cx);
    while !app.cx.stop.is_cancelled() {
        if let Err(error) = round(&app).await {
            tracing::warn!(?error, "sessions and attempts were not swept");
        }
        tokio::select! {
            () = app.cx.stop.cancelled() => {}
            () = tokio::time::sleep(rounds.next(app.options.auth_sweep)) => {}
        }
    }
    // what the last minute saw is not lost by a restart
    let written = async { write_seen(&app, &mut *app.cx.db.acquire().await?).await };
    if let Err(error) = written.await {
        tracing::warn!(?error, "the use of sessions was not written");
    }
    Ok(())
}

/// One round.
///
/// # Errors
/// Those of the database.
pub async fn round(app: &App) -> Result<()> {
    let mut db = app.cx.db.acquire().await?;
    write_seen(app, &mut db).await?;
    end_idle(app, &mut db).await?;
    attempt::sweep(app, &mut db).await?;
    let now = app.cx.clock.now();
    sqlx::query!("delete from auth.token where expires_at <= $1", now - TOKENS_SHOWN).execute(&mut *db).await?;
    sqlx::query!("delete from auth.challenge where expires_at <= $1", now).execute(&mut *db).await?;
    sqlx::query!("delete from auth.reset where expires_at <= $1", now).execute(&mut *db).await?;
    loop {
        let removed = sqlx::query!(
            "delete from auth.session where id in
             (select id from auth.session where expires_at <= $1 order by expires_at limit $2)",
            now - SESSIONS_KEPT,
            i64::try_from(BATCH).unwrap_or(i64::MAX)
        )
        .execute(&mut *db)
        .await?
        .rows_affected();
        if usize::try_from(removed).unwrap_or(BATCH) < BATCH {
            return Ok(());
        }
    }
}

/// Ends the sessions that nobody has used for as long as administrators allow.
async fn end_idle(app: &App, db: &mut PgConnection) -> Result<()> {
    let Some(idle) = Decision::read(db).await?.idle() else { return Ok(()) };
    let now = app.cx.clock.now();
    let ended = sqlx::query!(
        "update auth.session set ended_at = $1 where ended_at is null and last_seen_at < $2",
        now,
        now - idle - WRITTEN_LATE
    )
    .execute(db)
    .await?
    .rows_affected();
    if ended > 0 {
        tracing::info!(ended, "sessions that nobody used have ended");
    }
    Ok(())
}

async fn write_seen(app: &App, db: &mut PgConnection) -> Result<()> {
    let now = app.cx.clock.now();
    for ids in app.seen.take().chunks(BATCH) {
        sqlx::query!("update auth.session set last_seen_at = $2 where id = any($1) and last_seen_at < $2", ids, now)
            .execute(&mut *db)
            .await?;
        sqlx::query!("update auth.token set last_used_at = $2 where handle = any($1)", ids, now)
            .execute(&mut *db)
            .await?;
    }
    Ok(())
}
