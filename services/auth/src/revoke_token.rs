//! RevokeToken: a program has somebody's rights no longer.

use crate::{App, facts};
use access::Caller;
use kit::{Error, Result, message};
use proto::auth::{RevokeTokenRequest, RevokeTokenResponse};

/// Counts everywhere within about a second, open streams too. Another's token is as unknown as one that is not there.
///
/// # Errors
/// `Forbidden` for services, `NotFound`.
pub async fn revoke_token(app: &App, caller: &Caller, request: RevokeTokenRequest) -> Result<RevokeTokenResponse> {
    let me = caller.user()?;
    let id = kit::ids::parse_as(&request.id, "Token")?;
    let mut tx = app.cx.begin().await?;
    let name = sqlx::query_scalar!("delete from auth.token where id = $1 and user_id = $2 returning name", id, me.id)
        .fetch_optional(tx.conn())
        .await?
        .ok_or_else(|| Error::not_found("Token"))?;
    let message = message!(TokenRevoked, user = me.name(), token = name);
    facts::record(app, &mut tx, caller.origin(), message).await?;
    tx.commit().await?;
    Ok(RevokeTokenResponse {})
}
