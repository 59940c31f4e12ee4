//! What is done from time to time: words for events that an older version wrote, and an end for those that are too old, for what
//! was delivered long ago, and for rules whose owner is gone.

use kit::{Origin, Result};
use proto::auth::{GetSettingsRequest, settings_service_client::SettingsServiceClient};
use std::collections::BTreeSet;
use time::Duration;
use uuid::Uuid;

use crate::{App, event, people, words};

/// Rows in one statement. Fixed: nobody waits for it.
const BATCH: i64 = 500;
/// Nothing younger goes, whatever is decided. Fixed: what the outboxes may still send again.
const FEWEST_DAYS: u32 = 30;

/// Goes on until the role stops. What fails is done the next time.
pub async fn run(app: App) -> anyhow::Result<()> {
    let rounds = kit::Rounds::of(&app.cx);
    loop {
        let done = async {
            // what needs nobody else comes first
            let (found, deliveries) = (add_words(&app).await?, forget_deliveries(&app).await?);
            Ok::<_, kit::Error>((found, forget(&app, days(&app).await?).await?, deliveries, forget_rules(&app).await?))
        };
        tokio::select! {
            outcome = done => match outcome {
                Ok((0, 0, 0, 0)) => {}
                Ok((found, forgotten, deliveries, rules)) => {
                    tracing::info!(found, forgotten, deliveries, rules, "events can be searched, what is old is gone");
                }
                Err(error) => tracing::warn!(error = format!("{:#}", anyhow::Error::from(error)), "the upkeep will be repeated"),
            },
            () = app.cx.stop.cancelled() => return Ok(()),
        }
        tokio::select! {
            () = tokio::time::sleep(rounds.next(app.options.events_upkeep)) => {}
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

/// For how many days events are kept: as administrators have decided, else as the operator has.
///
/// # Errors
/// `Unavailable` when auth cannot be asked: then nothing goes.
pub async fn days(app: &App) -> Result<u32> {
    let mut auth = SettingsServiceClient::new(app.cx.peer("auth")).max_decoding_message_size(kit::MESSAGE_LIMIT);
    let request = app.cx.request("auth", &Origin::of_role(&*app.cx.ids), GetSettingsRequest {})?;
    let decided = auth.get_settings(request).await?.into_inner().settings.unwrap_or_default().history_days;
    Ok(if decided == 0 { app.options.events_days } else { decided.max(FEWEST_DAYS) })
}

/// Deletes events that are older than these days. Answers how many.
///
/// # Errors
/// Those of the database.
pub async fn forget(app: &App, days: u32) -> Result<u64> {
    let days = i64::from(days);
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

/// Deletes deliveries that are too old, or too many of one rule. Those that wait stay: they have an end of their own. Answers how
/// many.
///
/// # Errors
/// Those of the database.
pub async fn forget_deliveries(app: &App) -> Result<u64> {
    let before = app.cx.clock.now() - Duration::days(i64::from(app.options.deliveries_days));
    let mut done = 0;
    loop {
        let gone = sqlx::query!(
            "delete from events.delivery where id in (
               (select id from events.delivery where state <> 'waiting' and created_at < $1 limit $2)
               union
               (select d.id from events.rule r cross join lateral (
                  select id, state from events.delivery where rule_id = r.id order by created_at desc, id desc offset $3) d
                where d.state <> 'waiting' limit $2)
             )",
            before,
            BATCH,
            app.options.deliveries_kept
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

/// Deletes the rules of accounts that are gone, and of teams that were deleted more than a day ago: until then what tells of it is
/// sent. Answers how many.
///
/// # Errors
/// Those of the database; `Unavailable` when auth cannot be asked.
pub async fn forget_rules(app: &App) -> Result<u64> {
    let of_teams = sqlx::query!(
        "delete from events.rule r where exists (
           select 1 from events.event e where e.team_id = r.team_id and e.sender = 'teams' and e.reason = 'TeamDeleted'
             and e.created_at < $1)",
        app.cx.clock.now() - Duration::days(1)
    )
    .execute(&app.cx.db)
    .await?
    .rows_affected();
    let owners = sqlx::query_scalar!(r#"select distinct user_id as "id!" from events.rule where user_id is not null"#)
        .fetch_all(&app.cx.db)
        .await?;
    let owners: BTreeSet<Uuid> = owners.into_iter().collect();
    if owners.is_empty() {
        return Ok(of_teams);
    }
    let known = people::look(app, &owners).await?;
    let gone: Vec<Uuid> = owners.into_iter().filter(|id| !known.contains_key(id)).collect();
    let of_people = sqlx::query!("delete from events.rule where user_id = any($1)", &gone).execute(&app.cx.db).await?;
    Ok(of_teams + of_people.rows_affected())
}
