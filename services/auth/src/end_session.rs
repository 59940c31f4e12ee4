//! EndSession: signs somebody out somewhere else.

use crate::App;
use access::Caller;
use kit::{Error, Result};
use proto::auth::{EndSessionRequest, EndSessionResponse};

/// Only one's own: another's is as unknown as one that is not there.
///
/// # Errors
/// `Forbidden` for services, `NotFound` for a session that is not alive or not the caller's.
pub async fn end_session(app: &App, caller: &Caller, request: EndSessionRequest) -> Result<EndSessionResponse> {
    let me = caller.user()?;
    let id = kit::ids::parse_as(&request.id, "Session")?;
    let ended = sqlx::query!(
        "update auth.session set ended_at = $3
         where id = $1 and user_id = $2 and ended_at is null and expires_at > $3",
        id,
        me.id,
        app.cx.clock.now()
    )
    .execute(&app.cx.db)
    .await?
    .rows_affected();
    if ended == 0 { Err(Error::not_found("Session")) } else { Ok(EndSessionResponse {}) }
}
