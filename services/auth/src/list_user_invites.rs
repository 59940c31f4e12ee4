//! ListUserInvites: who is invited to have an account.

use crate::{App, invite, invite::Invite};
use access::Caller;
use kit::Result;
use proto::auth::{ListUserInvitesRequest, ListUserInvitesResponse};

/// Newest first; expired ones too.
///
/// # Errors
/// `Forbidden` for everybody who is no administrator.
pub async fn list_user_invites(
    app: &App,
    caller: &Caller,
    _: ListUserInvitesRequest,
) -> Result<ListUserInvitesResponse> {
    caller.admin()?;
    let invites = sqlx::query_as!(
        Invite,
        "select id, email, role, invited_by, created_at, expires_at from auth.invite
         order by created_at desc, id desc limit $1",
        invite::MOST
    )
    .fetch_all(&app.cx.db)
    .await?;
    Ok(ListUserInvitesResponse { invites: invites.into_iter().map(Into::into).collect() })
}
