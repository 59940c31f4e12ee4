//! CancelUserInvite: an invite is taken back; its link is dead.

use crate::{App, facts};
use access::Caller;
use kit::{Error, Result, message};
use proto::auth::{CancelUserInviteRequest, CancelUserInviteResponse};

/// Expired invites go in the same way.
///
/// # Errors
/// `Forbidden`, `NotFound`.
pub async fn cancel_user_invite(
    app: &App,
    caller: &Caller,
    request: CancelUserInviteRequest,
) -> Result<CancelUserInviteResponse> {
    caller.admin()?;
    let id = kit::ids::parse_as(&request.id, "Invite")?;
    let mut tx = app.cx.begin().await?;
    let email = sqlx::query_scalar!("delete from auth.invite where id = $1 returning email", id)
        .fetch_optional(tx.conn())
        .await?
        .ok_or_else(|| Error::not_found("Invite"))?;
    facts::record(app, &mut tx, caller.origin(), message!(UserInviteCancelled, email = email)).await?;
    tx.commit().await?;
    Ok(CancelUserInviteResponse {})
}
