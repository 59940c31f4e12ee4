//! AddMember: an existing user becomes a member. Team admins, the owner and admins may.

use crate::{App, facts, get, invite, member, people::People, team::Team};
use access::{Caller, ManageTeam};
use history::Changes;
use kit::{Error, Result, message};
use proto::teams::{AddMemberRequest, AddMemberResponse};
use std::collections::BTreeSet;
use uuid::Uuid;

/// The role is always member.
///
/// # Errors
/// `NotFound` for a foreign team and for an unknown user, `Invalid` when nobody is named, `Forbidden` for plain members, `Conflict` for a member already,
/// `RateLimited` for many addresses.
pub async fn add_member(app: &App, caller: &Caller, request: AddMemberRequest) -> Result<AddMemberResponse> {
    let id = kit::ids::parse_as(&request.team_id, "Team")?;
    // whether there is such a team comes first: an unknown one is not found, whoever asks
    get::find(app, &caller.read(id, "Team")?).await?;
    let managed = caller.manage(id, "Team")?;
    let user = who(app, caller, &request).await?;
    // All names are asked for before the change, so that a change that was made is never answered with an outage.
    let people = People::find(app, caller.origin(), member_ids(app, &managed, user).await?).await?;
    if people.active(user).is_none() {
        return Err(Error::not_found("User"));
    }
    let mut tx = app.cx.begin().await?;
    let now = app.cx.clock.now();
    let team = Team::touch(tx.conn(), managed.team(), now).await?;
    sqlx::query!(
        "insert into teams.member (team_id, user_id, role, created_at) values ($1, $2, 'member', $3)",
        team.id,
        user,
        now
    )
    .execute(tx.conn())
    .await
    .map_err(|error| kit::db::on_constraint(error, "member_once", already))?;
    // whoever is in it needs no invite any more
    let email = people.get(user).map(|user| user.email.as_str());
    sqlx::query!("delete from teams.invite where team_id = $1 and email = $2", team.id, email)
        .execute(tx.conn())
        .await?;
    let members = member::of_teams(tx.conn(), &[team.id]).await?.remove(&team.id).unwrap_or_default();
    if members.len() > app.options.teams_members {
        return Err(Error::conflict(message!(MEMBER_LIMIT, most = app.options.teams_members)));
    }
    let message = message!(MemberAdded, user = people.name(user), team = &team.name);
    let changes = Changes::new().field("role", "", "member");
    facts::record_changes(app, &mut tx, caller.origin(), &team, message, changes).await?;
    let invites = invite::of_team(tx.conn(), caller, team.id).await?;
    tx.commit().await?;
    Ok(AddMemberResponse { team: Some(member::show(team, &members, &people, invites)) })
}

/// Who is meant: by id, or else by the whole address.
async fn who(app: &App, caller: &Caller, request: &AddMemberRequest) -> Result<Uuid> {
    if request.email.trim().is_empty() && request.user_id.trim().is_empty() {
        return Err(Error::invalid_field("userId", message!(REQUIRED, label = message!(Label_User))));
    }
    if request.email.trim().is_empty() {
        return kit::ids::parse_as(&request.user_id, "User");
    }
    app.addresses.take(caller.user()?.id).map_err(|retry_after| Error::RateLimited { retry_after })?;
    People::by_address(app, caller.origin(), &request.email).await?.ok_or_else(|| Error::not_found("User"))
}

/// Who is in the team, and one more.
async fn member_ids(app: &App, managed: &ManageTeam, one_more: Uuid) -> Result<BTreeSet<Uuid>> {
    let ids = sqlx::query_scalar!("select user_id from teams.member where team_id = $1", managed.team())
        .fetch_all(&app.cx.db)
        .await?;
    Ok(ids.into_iter().chain([one_more]).collect())
}

fn already() -> Error {
    Error::conflict(message!(ALREADY_MEMBER))
}
