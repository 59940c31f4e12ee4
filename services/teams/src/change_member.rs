//! ChangeMember: a member gets another role in the team.

use crate::{App, facts, get, invite, member, people::People, team::Team};
use access::Caller;
use history::Changes;
use kit::{Error, Result, message};
use proto::teams::{ChangeMemberRequest, ChangeMemberResponse, MemberRole};

/// A team admin makes admins; only the owner and global admins take that back, as with removing one.
///
/// # Errors
/// `NotFound` for a foreign team and somebody who is no member, `Forbidden`, `Invalid` for the owner and without a role.
pub async fn change_member(app: &App, caller: &Caller, request: ChangeMemberRequest) -> Result<ChangeMemberResponse> {
    let id = kit::ids::parse_as(&request.team_id, "Team")?;
    get::find(app, &caller.read(id, "Team")?).await?;
    let managed = caller.manage(id, "Team")?;
    let user = kit::ids::parse_as(&request.user_id, "Member")?;
    let role = match request.role() {
        MemberRole::Admin => "admin",
        MemberRole::Member => "member",
        MemberRole::Unspecified => return Err(Error::invalid_field("role", message!(MEMBER_ROLE_UNKNOWN))),
    };
    let people = People::of_team(app, caller.origin(), id).await?;
    let mut tx = app.cx.begin().await?;
    let team = Team::touch(tx.conn(), managed.team(), app.cx.clock.now()).await?;
    let mut members = member::of_teams(tx.conn(), &[id]).await?.remove(&id).unwrap_or_default();
    let invites = invite::of_team(tx.conn(), caller, id).await?;
    let member = members.iter_mut().find(|member| member.user_id == user).ok_or_else(|| Error::not_found("Member"))?;
    if member.role != role {
        if user == team.owner_id {
            return Err(Error::invalid(message!(OWNER_IS_ADMIN)));
        }
        // Decided on the locked team: who owns it may have changed since the caller was let in.
        if member.is_admin() && caller.admin().is_err() && caller.user()?.id != team.owner_id {
            return Err(Error::forbidden(message!(OWNER_DEMOTES)));
        }
        let changes = Changes::new().field("role", &member.role, role);
        role.clone_into(&mut member.role);
        sqlx::query!("update teams.member set role = $3 where team_id = $1 and user_id = $2", id, user, role)
            .execute(tx.conn())
            .await?;
        let message = message!(MemberRoleChanged, user = people.name(user), team = &team.name, role = role);
        facts::record_changes(app, &mut tx, caller.origin(), &team, message, changes).await?;
        tx.commit().await?;
    }
    Ok(ChangeMemberResponse { team: Some(member::show(team, &members, &people, invites)) })
}
