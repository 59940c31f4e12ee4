//! EndSession: signs somebody out somewhere else.

use crate::{App, facts};
use access::Caller;
use kit::{Error, Result, message};
use proto::auth::{EndSessionRequest, EndSessionResponse};

/// Only one's own: another's is as unknown as one that is not there.
///
/// # Errors
/// `Forbidden` for services, `NotFound` for a session that is not alive or not the caller's.
pub async fn end_session(app: &App, caller: &Caller, request: EndSessionRequest) -> Result<EndSessionResponse> {
    let me = caller.user()?;
    let id = kit::ids::parse_as(&request.id, "Session")?;
    let mut tx = app.cx.begin().await?;
    let ended = sqlx::query!(
        "update auth.session set ended_at = $3
         where id = $1 and user_id = $2 and ended_at is null and expires_at > $3",
        id,
        me.id,
        app.cx.clock.now()
    )
    .execute(tx.conn())
    .await?
    .rows_affected();
    if ended == 0 {
        return Err(Error::not_found("Session"));
    }
    // signing out here is no history, signing out somewhere else is
    if id != me.session {
        facts::record(app, &mut tx, caller.origin(), message!(SessionsEnded, user = me.name(), n = 1_u32)).await?;
    }
    tx.commit().await?;
    Ok(EndSessionResponse {})
}
