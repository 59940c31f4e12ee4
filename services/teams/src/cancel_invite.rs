//! CancelInvite: an invite is taken back; its link is dead. Team admins, the owner and admins may.

use crate::{App, facts, get, team::Team};
use access::Caller;
use kit::{Error, Result, message};
use proto::teams::{CancelInviteRequest, CancelInviteResponse};

/// Expired invites go in the same way.
///
/// # Errors
/// `NotFound` for a foreign team and for an invite that is not there, `Forbidden` for plain members.
pub async fn cancel_invite(app: &App, caller: &Caller, request: CancelInviteRequest) -> Result<CancelInviteResponse> {
    let id = kit::ids::parse_as(&request.team_id, "Team")?;
    get::find(app, &caller.read(id, "Team")?).await?;
    let managed = caller.manage(id, "Team")?;
    let wanted = kit::ids::parse_as(&request.invite_id, "Invite")?;
    let mut tx = app.cx.begin().await?;
    let team = Team::touch(tx.conn(), managed.team(), app.cx.clock.now()).await?;
    let email =
        sqlx::query_scalar!("delete from teams.invite where id = $1 and team_id = $2 returning email", wanted, team.id)
            .fetch_optional(tx.conn())
            .await?
            .ok_or_else(|| Error::not_found("Invite"))?;
    let message = message!(InviteCancelled, email = &email, team = &team.name);
    facts::record(app, &mut tx, caller.origin(), &team, message).await?;
    tx.commit().await?;
    Ok(CancelInviteResponse {})
}
