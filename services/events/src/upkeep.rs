//! What is done from time to time: words for events that an older version wrote, and an end for those that are too old.

use kit::Result;
use time::Duration;

use crate::{App, event, words};

/// Rows in one statement. Fixed: nobody waits for it.
const BATCH: i64 = 500;

/// Goes on until the role stops. What fails is done the next time.
pub async fn run(app: App) -> anyhow::Result<()> {
    loop {
        let done = async { Ok::<_, kit::Error>((add_words(&app).await?, forget(&app).await?)) };
        tokio::select! {
            outcome = done => match outcome {
                Ok((0, 0)) => {}
                Ok((found, forgotten)) => tracing::info!(found, forgotten, "events can be searched, old ones are gone"),
                Err(error) => tracing::warn!(error = format!("{:#}", anyhow::Error::from(error)), "the upkeep will be repeated"),
            },
            () = app.cx.stop.cancelled() => return Ok(()),
        }
        tokio::select! {
            () = tokio::time::sleep(app.options.events_upkeep) => {}
            () = app.cx.stop.cancelled() => return Ok(()),
        }
    }
}

/// Gives words to the events that have none, newest first. Answers how many there were.
///
/// # Errors
/// Those of the database.
pub async fn add_words(app: &App) -> Result<u64> {
    let mut done = 0;
    loop {
        let mut db = app.cx.db.acquire().await?;
        let ids = sqlx::query_scalar!(
            "select id from events.event where words is null order by created_at desc, id desc limit $1",
            BATCH
        )
        .fetch_all(&mut *db)
        .await?;
        if ids.is_empty() {
            return Ok(done);
        }
        let rows = event::read_all(&mut db, &ids).await?;
        let found: Vec<_> =
            rows.iter().map(|row| serde_json::json!({ "id": row.id, "words": words::of(row) })).collect();
        let changed = sqlx::query!(
            "update events.event e set words = array_to_tsvector(r.words)
             from jsonb_to_recordset($1) as r (id uuid, words text[]) where e.id = r.id and e.words is null",
            serde_json::Value::Array(found)
        )
        .execute(&mut *db)
        .await?;
        done += changed.rows_affected();
    }
}

/// Deletes events that are older than they are kept for. Answers how many.
///
/// # Errors
/// Those of the database.
pub async fn forget(app: &App) -> Result<u64> {
    let days = i64::from(app.options.events_days);
    let mut done = 0;
    loop {
        let gone = sqlx::query!(
            "delete from events.event where id in (
               select id from events.event where created_at < $1 order by created_at, id limit $2
             )",
            app.cx.clock.now() - Duration::days(days),
            BATCH
        )
        .execute(&app.cx.db)
        .await?
        .rows_affected();
        if gone == 0 {
            return Ok(done);
        }
        done += gone;
    }
}
