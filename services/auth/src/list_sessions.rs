//! ListSessions: where somebody is signed in.

use crate::App;
use access::Caller;
use kit::{Result, clock::stamp};
use proto::auth::{ListSessionsRequest, ListSessionsResponse, OwnSession};

/// The caller's live sessions, the one that calls first, then the newest, a hundred at most.
///
/// # Errors
/// `Forbidden` for services.
pub async fn list_sessions(app: &App, caller: &Caller, _: ListSessionsRequest) -> Result<ListSessionsResponse> {
    let me = caller.user()?;
    let rows = sqlx::query!(
        "select id, created_at, last_seen_at, expires_at, address, user_agent from auth.session
         where user_id = $1 and ended_at is null and expires_at > $2
         order by id = $3 desc, created_at desc, id desc
         limit 100",
        me.id,
        app.cx.clock.now(),
        me.session
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
        current: row.id == me.session,
    });
    Ok(ListSessionsResponse { sessions: sessions.collect() })
}
