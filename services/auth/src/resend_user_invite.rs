//! ResendUserInvite: another link for the same invite; the one before is dead.

use crate::{App, facts, invite, invite::Invite, language};
use access::Caller;
use kit::{Error, Result, message};
use proto::auth::{ResendUserInviteRequest, ResendUserInviteResponse};

/// An expired invite is good again for its full time.
///
/// # Errors
/// `Forbidden`, `NotFound`.
pub async fn resend_user_invite(
    app: &App,
    caller: &Caller,
    request: ResendUserInviteRequest,
) -> Result<ResendUserInviteResponse> {
    caller.admin()?;
    let id = kit::ids::parse_as(&request.id, "Invite")?;
    let by = caller.user()?.name();
    let language = language::of_letter(app, None, caller.origin()).await?;
    let (token, handle) = invite::token(&app.cx)?;
    let mut tx = app.cx.begin().await?;
    let invite = sqlx::query_as!(
        Invite,
        "update auth.invite set handle = $2, expires_at = $3 where id = $1
         returning id, email, role, invited_by, created_at, expires_at",
        id,
        handle,
        app.cx.clock.now() + invite::LIFETIME
    )
    .fetch_optional(tx.conn())
    .await?
    .ok_or_else(|| Error::not_found("Invite"))?;
    let mailed = app.mailer.queue(&app.cx, &mut tx, &invite.letter(&language, &by, &token)).await?;
    facts::record(app, &mut tx, caller.origin(), message!(UserInviteRenewed, email = &invite.email)).await?;
    tx.commit().await?;
    app.mailer.wake();
    Ok(ResendUserInviteResponse { invite: Some(invite.into()), token, mailed })
}
