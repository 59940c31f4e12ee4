//! UpdateSettings: another decision for the whole of Canopy. It counts from its commit on, without a restart.

use crate::{App, decision::Decision};
use access::Caller;
use history::{Changes, Kind, Line};
use kit::{Error, Problems, Result, message};
use proto::auth::{UpdateSettingsRequest, UpdateSettingsResponse};
use sqlx::PgConnection;
use std::ops::RangeInclusive;

/// Key of the advisory lock that lets one change through at a time ("system" in ASCII).
const LOCK: i64 = 0x73_79_73_74_65_6D;
/// Fixed: a documented limit of the REST API, an hour to seven days.
const SESSION: RangeInclusive<u32> = 3600..=604_800;
/// Fixed: the same; shorter ones would sign people out while they read.
const IDLE: RangeInclusive<u32> = 300..=604_800;
/// Fixed: nothing younger goes than what the outboxes may still send again.
const HISTORY: RangeInclusive<u32> = 30..=36_500;
/// Fixed: a documented limit of the REST API.
const HEALTH: RangeInclusive<u32> = 30..=3600;

/// What is absent stays. Sessions that would last too long by a shorter length end earlier, or at once.
///
/// # Errors
/// `Forbidden`, `Invalid` with all fields that are wrong, `Conflict` with reason `SETTINGS_CHANGED_MEANWHILE` for a version that is
/// not the newest.
pub async fn update_settings(
    app: &App,
    caller: &Caller,
    request: UpdateSettingsRequest,
) -> Result<UpdateSettingsResponse> {
    caller.admin()?;
    check(app, &request)?;
    let mut tx = app.cx.begin().await?;
    sqlx::query!("select pg_advisory_xact_lock($1)", LOCK).execute(tx.conn()).await?;
    let before = Decision::read(tx.conn()).await?;
    if request.version > 0 && request.version != before.version {
        let who = before.changed_by.as_str();
        return Err(Error::conflict(message!(SETTINGS_CHANGED_MEANWHILE, who = who)));
    }
    let changes = told(&before, &wished(&before, &request));
    if changes.is_empty() {
        tx.rollback().await?;
        return Ok(UpdateSettingsResponse { settings: Some(before.shown(app)) });
    }
    let after = Decision {
        version: before.version + 1,
        changed_at: Some(app.cx.clock.now()),
        changed_by: caller.user()?.name(),
        ..wished(&before, &request)
    };
    write(tx.conn(), &after).await?;
    if after.session_seconds < before.session_seconds {
        shorten(tx.conn(), &after).await?;
    }
    let line = Line::new(Kind::Normal, "System", &message!(SettingsChanged)).host("auth").admin_only();
    line.changes(changes).write(&app.cx, &mut tx, caller.origin()).await?;
    tx.commit().await?;
    Ok(UpdateSettingsResponse { settings: Some(after.shown(app)) })
}

fn check(app: &App, request: &UpdateSettingsRequest) -> Result<()> {
    let mut problems = Problems::new();
    if request.registration_open.is_some() && app.options.registration.is_some() {
        problems.add("registration", message!(REGISTRATION_FIXED));
    }
    let mut within = |field: &str, value: Option<u32>, none: bool, range: RangeInclusive<u32>| {
        if value.is_some_and(|value| !(range.contains(&value) || (none && value == 0))) {
            problems.add(field, message!(OUT_OF_RANGE, least = *range.start(), most = *range.end()));
        }
    };
    within("sessionLength", request.session_seconds, false, SESSION);
    within("sessionTimeout", request.idle_seconds, true, IDLE);
    within("historyDays", request.history_days, true, HISTORY);
    within("healthCheckInterval", request.health_seconds, false, HEALTH);
    problems.done()
}

/// All that is asked for is small enough: it was checked.
fn wished(before: &Decision, request: &UpdateSettingsRequest) -> Decision {
    let or = |wish: Option<u32>, present: i32| wish.and_then(|wish| i32::try_from(wish).ok()).unwrap_or(present);
    Decision {
        registration_open: request.registration_open.unwrap_or(before.registration_open),
        session_seconds: or(request.session_seconds, before.session_seconds),
        idle_seconds: or(request.idle_seconds, before.idle_seconds),
        history_days: or(request.history_days, before.history_days),
        health_seconds: or(request.health_seconds, before.health_seconds),
        ..before.clone()
    }
}

/// As the history says it.
fn told(before: &Decision, after: &Decision) -> Changes {
    let registration = |open: bool| if open { "open" } else { "closed" };
    Changes::new()
        .field("registration", registration(before.registration_open), registration(after.registration_open))
        .field("sessionLength", before.session_seconds, after.session_seconds)
        .field("sessionTimeout", before.idle_seconds, after.idle_seconds)
        .field("historyDays", before.history_days, after.history_days)
        .field("healthCheckInterval", before.health_seconds, after.health_seconds)
}

async fn write(connection: &mut PgConnection, after: &Decision) -> Result<()> {
    sqlx::query!(
        "insert into auth.decision (registration_open, session_seconds, idle_seconds, history_days, health_seconds, version,
             changed_at, changed_by)
         values ($1, $2, $3, $4, $5, $6, $7, $8)
         on conflict (the_only) do update set registration_open = excluded.registration_open,
             session_seconds = excluded.session_seconds, idle_seconds = excluded.idle_seconds,
             history_days = excluded.history_days, health_seconds = excluded.health_seconds, version = excluded.version,
             changed_at = excluded.changed_at, changed_by = excluded.changed_by",
        after.registration_open,
        after.session_seconds,
        after.idle_seconds,
        after.history_days,
        after.health_seconds,
        after.version,
        after.changed_at,
        after.changed_by
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// No session lasts longer than it says now.
async fn shorten(connection: &mut PgConnection, after: &Decision) -> Result<()> {
    sqlx::query!(
        "update auth.session set expires_at = created_at + make_interval(secs => $1)
         where ended_at is null and expires_at > created_at + make_interval(secs => $1)",
        f64::from(after.session_seconds)
    )
    .execute(connection)
    .await?;
    Ok(())
}
