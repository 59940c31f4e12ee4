//! ListSessions: where somebody is signed in.

use crate::App;
use access::Caller;
use kit::{Result, clock::stamp};
use proto::auth::{ListSessionsRequest, ListSessionsResponse, OwnSession};
use uuid::Uuid;

/// The caller's live sessions, the one that calls first, then the newest, a hundred at most.
///
/// # Errors
/// `Forbidden` for services.
pub async fn list_sessions(app: &App, caller: &Caller, _: ListSessionsRequest) -> Result<ListSessionsResponse> {
    let me = caller.user()?;
    Ok(ListSessionsResponse { sessions: of(app, me.id, Some(me.session)).await? })
}

/// Those of a user, `current` first.
///
/// # Errors
/// Those of the database.
pub async fn of(app: &App, user: Uuid, current: Option<Uuid>) -> Result<Vec<OwnSession>> {
    let current = current.unwrap_or_default();
    let rows = sqlx::query!(
        "select id, created_at, last_seen_at, expires_at, address, user_agent from auth.session
         where user_id = $1 and ended_at is null and expires_at > $2
         order by id = $3 desc, created_at desc, id desc
         limit 100",
        user,
        app.cx.clock.now(),
        current
    )
    .fetch_all(&app.cx.db)
    .await?;
    let sessions = rows.into_iter().map(|row| OwnSession {
        id: row.id.to_string(),
        created_at: Some(stamp(row.created_at)),
        last_seen_at: Some(stamp(row.last_seen_at)),
        expires_at: Some(stamp(row.expires_at)),
        address: row.address,
        user_agent: row.user_agent,
        current: row.id == current,
    });
    Ok(sessions.collect())
}
