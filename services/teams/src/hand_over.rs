//! HandOverTeam: another member becomes the owner.

use crate::{App, facts, get, invite, member, people::People, team::Team};
use access::Caller;
use history::Changes;
use kit::{Error, Result, message};
use proto::teams::{HandOverTeamRequest, HandOverTeamResponse};

/// The new owner becomes an admin of the team where they were not; the one before stays one.
///
/// # Errors
/// `NotFound` for a foreign team, `Forbidden`, `Conflict` with reason `NOT_A_MEMBER` or `TEAM_LIMIT`.
pub async fn hand_over(app: &App, caller: &Caller, request: HandOverTeamRequest) -> Result<HandOverTeamResponse> {
    let id = kit::ids::parse_as(&request.team_id, "Team")?;
    get::find(app, &caller.read(id, "Team")?).await?;
    let owned = caller.own(id, "Team")?;
    let user = kit::ids::parse(&request.user_id).map_err(|_| no_member())?;
    let people = People::of_team(app, caller.origin(), id).await?;
    let mut tx = app.cx.begin().await?;
    let mut team = Team::touch(tx.conn(), owned.team(), app.cx.clock.now()).await?;
    if caller.admin().is_err() && caller.user()?.id != team.owner_id {
        return Err(Error::forbidden(message!(NOT_PERMITTED)));
    }
    let mut members = member::of_teams(tx.conn(), &[id]).await?.remove(&id).unwrap_or_default();
    let invites = invite::of_team(tx.conn(), caller, id).await?;
    let heir = members.iter_mut().find(|member| member.user_id == user).ok_or_else(no_member)?;
    people.active(user).ok_or_else(no_member)?;
    if team.owner_id != user {
        Team::check_limit(tx.conn(), user, app.options.teams_owned).await?;
        "admin".clone_into(&mut heir.role);
        sqlx::query!("update teams.member set role = 'admin' where team_id = $1 and user_id = $2", id, user)
            .execute(tx.conn())
            .await?;
        sqlx::query!("update teams.team set owner_id = $2 where id = $1", id, user).execute(tx.conn()).await?;
        let changes = Changes::new().field("owner", people.name(team.owner_id), people.name(user));
        team.owner_id = user;
        let message = message!(TeamHandedOver, team = &team.name, user = people.name(user));
        facts::record_changes(app, &mut tx, caller.origin(), &team, message, changes).await?;
        tx.commit().await?;
    }
    Ok(HandOverTeamResponse { team: Some(member::show(team, &members, &people, invites)) })
}

fn no_member() -> Error {
    Error::conflict(message!(NOT_A_MEMBER))
}
