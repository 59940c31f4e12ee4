//! ResendInvite: another link for the same invite; the one before is dead. Team admins, the owner and admins may.

use crate::{App, facts, get, invite, invite::Invite, team::Team};
use access::Caller;
use kit::{Error, Result, message};
use proto::teams::{ResendInviteRequest, ResendInviteResponse};

/// An expired invite is good again for its full time.
///
/// # Errors
/// `NotFound` for a foreign team and for an invite that is not there, `Forbidden` for plain members, `RateLimited` where mail is sent.
pub async fn resend_invite(app: &App, caller: &Caller, request: ResendInviteRequest) -> Result<ResendInviteResponse> {
    let id = kit::ids::parse_as(&request.team_id, "Team")?;
    get::find(app, &caller.read(id, "Team")?).await?;
    let managed = caller.manage(id, "Team")?;
    let wanted = kit::ids::parse_as(&request.invite_id, "Invite")?;
    let email =
        sqlx::query_scalar!("select email from teams.invite where id = $1 and team_id = $2", wanted, managed.team())
            .fetch_optional(&app.cx.db)
            .await?
            .ok_or_else(|| Error::not_found("Invite"))?;
    let language = invite::language(app, caller, &email).await?;
    let (token, handle) = invite::token(&*app.cx.ids)?;
    let now = app.cx.clock.now();
    let mut tx = app.cx.begin().await?;
    let team = Team::touch(tx.conn(), managed.team(), now).await?;
    let invite = sqlx::query_as!(
        Invite,
        "update teams.invite set handle = $3, expires_at = $4 where id = $1 and team_id = $2
         returning id, team_id, email, role, expires_at",
        wanted,
        team.id,
        handle,
        now + invite::LIFETIME
    )
    .fetch_optional(tx.conn())
    .await?
    .ok_or_else(|| Error::not_found("Invite"))?;
    let mailed = invite::write(app, caller, &mut tx, (&team, &invite), (language.as_deref(), &token)).await?;
    let message = message!(InviteRenewed, email = &invite.email, team = &team.name);
    facts::record(app, &mut tx, caller.origin(), &team, message).await?;
    tx.commit().await?;
    app.mailer.wake();
    Ok(ResendInviteResponse { invite: Some(invite.into()), token, mailed })
}
