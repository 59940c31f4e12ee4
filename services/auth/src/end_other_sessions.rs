//! EndOtherSessions: signs somebody out everywhere but here.

use crate::{App, facts, session};
use access::Caller;
use kit::{Result, message};
use proto::auth::{EndOtherSessionsRequest, EndOtherSessionsResponse};

/// Ends all of the caller's sessions but the one that calls.
///
/// # Errors
/// `Forbidden` for services.
pub async fn end_other_sessions(
    app: &App,
    caller: &Caller,
    _: EndOtherSessionsRequest,
) -> Result<EndOtherSessionsResponse> {
    let me = caller.user()?;
    let mut tx = app.cx.begin().await?;
    let sessions = session::end_all(app, tx.conn(), me.id, Some(me.session)).await?;
    if sessions > 0 {
        facts::record(app, &mut tx, caller.origin(), message!(SessionsEnded, user = me.name(), n = sessions)).await?;
    }
    tx.commit().await?;
    Ok(EndOtherSessionsResponse { sessions })
}
