//! Once a minute: writes down which sessions were in use, and removes sessions and attempts whose time is over.

use crate::{App, attempt};
use kit::Result;
use std::{
    collections::HashSet,
    sync::{Mutex, PoisonError},
    time::Duration,
};
use uuid::Uuid;

const PERIOD: Duration = Duration::from_secs(60);
/// Rows written or removed by one statement.
const BATCH: usize = 1_000;
/// Sessions remembered between two rounds; those beyond are noted in the next minute.
const MAX_SEEN: usize = 100_000;

/// Sessions in use since the last round.
#[derive(Default)]
pub struct Seen(Mutex<HashSet<Uuid>>);

impl Seen {
    /// Notes sessions that somebody asked about.
    pub fn note(&self, ids: impl Iterator<Item = Uuid>) {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let room = MAX_SEEN.saturating_sub(seen.len());
        seen.extend(ids.take(room));
    }

    fn take(&self) -> Vec<Uuid> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner)).into_iter().collect()
    }
}

/// Runs until the role stops. A round that fails is made up for by the next one.
///
/// # Errors
/// None: what fails is logged and tried again.
pub async fn run(app: App) -> anyhow::Result<()> {
    let mut rounds = tokio::time::interval(PERIOD);
    rounds.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            () = app.cx.stop.cancelled() => break,
            _ = rounds.tick() => {}
        }
        if let Err(error) = round(&app).await {
            tracing::warn!(?error, "sessions and attempts were not swept");
        }
    }
    // what the last minute saw is not lost by a restart
    if let Err(error) = write_seen(&app).await {
        tracing::warn!(?error, "the use of sessions was not written");
    }
    Ok(())
}

/// One round.
///
/// # Errors
/// Those of the database.
pub async fn round(app: &App) -> Result<()> {
    write_seen(app).await?;
    attempt::sweep(app).await?;
    let now = app.cx.clock.now();
    loop {
        let removed = sqlx::query!(
            "delete from auth.session where id in
             (select id from auth.session where expires_at <= $1 order by expires_at limit $2)",
            now,
            i64::try_from(BATCH).unwrap_or(i64::MAX)
        )
        .execute(&app.cx.db)
        .await?
        .rows_affected();
        if usize::try_from(removed).unwrap_or(BATCH) < BATCH {
            return Ok(());
        }
    }
}

async fn write_seen(app: &App) -> Result<()> {
    let now = app.cx.clock.now();
    for ids in app.seen.take().chunks(BATCH) {
        sqlx::query!("update auth.session set last_seen_at = $2 where id = any($1) and last_seen_at < $2", ids, now)
            .execute(&app.cx.db)
            .await?;
    }
    Ok(())
}
