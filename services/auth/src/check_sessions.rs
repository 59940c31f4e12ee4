//! CheckSessions: which of these sessions and API tokens are alive, and whose they are. Every service's one-second cache asks this: one
//! query by unique keys and nothing written; that one was seen is noted in memory (see `sweep`).

use crate::{App, api_token, user::User};
use kit::{Error, Result, message};
use proto::auth::{CheckSessionsRequest, CheckSessionsResponse, Session};
use uuid::Uuid;

/// Ids in one call at most. Fixed: every service's cache asks in batches of this size.
pub const LIMIT: usize = 1_000;

/// A session that is unknown, ended or expired, or whose user is not active, is left out.
///
/// # Errors
/// `Invalid` for too many ids.
pub async fn check_sessions(app: &App, request: CheckSessionsRequest) -> Result<CheckSessionsResponse> {
    let ids = ids(&request.session_ids, "sessionIds")?;
    let mut db = app.cx.read(false).await?;
    let rows = sqlx::query!(
        r#"select s.id as "session_id!", s.scope as "scope!", u.id, u.email, u.first_name, u.last_name, u.role, u.status,
             u.last_login, u.created_at
         from (select id, user_id, '' as scope from auth.session
               where id = any($1) and ended_at is null and expires_at > $2
               union all
               select handle, user_id, scope from auth.token
               where handle = any($1) and (expires_at is null or expires_at > $2)) s
         join auth.user u on u.id = s.user_id where u.status = 'active'"#,
        &ids,
        app.cx.clock.now()
    )
    .fetch_all(&mut *db)
    .await?;
    db.done();
    app.seen.note(rows.iter().map(|row| row.session_id));
    let sessions = rows.into_iter().map(|row| {
        let user = User {
            id: row.id,
            email: row.email,
            first_name: row.first_name,
            last_name: row.last_name,
            role: row.role,
            status: row.status,
            last_login: row.last_login,
            created_at: row.created_at,
        };
        Session { id: row.session_id.to_string(), user: Some(user.into()), scope: api_token::scope(&row.scope).into() }
    });
    Ok(CheckSessionsResponse { sessions: sessions.collect() })
}

/// The ids of a batch; what is no id is of nothing that exists, and is left out as such.
///
/// # Errors
/// `Invalid` when there are too many.
pub fn ids(texts: &[String], field: &str) -> Result<Vec<Uuid>> {
    if texts.len() > LIMIT {
        return Err(Error::invalid_field(field, message!(TOO_MANY_IDS, most = 1000)));
    }
    Ok(texts.iter().filter_map(|text| kit::ids::parse(text).ok()).collect())
}
