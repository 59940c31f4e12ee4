//! RemoveMember: a member leaves, or is removed by somebody who may.

use crate::{App, facts, get, invite, member, people::People, team::Team};
use access::Caller;
use history::Changes;
use kit::{Error, Result, Tx, message};
use proto::teams::{RemoveMemberRequest, RemoveMemberResponse};
use uuid::Uuid;

/// What the caller may do, as far as it is known before the team is locked.
enum Right {
    /// The caller goes.
    Leave,
    /// A global admin: everybody but the owner.
    Admin,
    /// Somebody who manages the team: the owner removes everybody, a team admin those who are not admins.
    Manage(Uuid),
}

/// The owner stays: a team without one could not be managed.
///
/// # Errors
/// `NotFound` for a foreign team or somebody who is no member, `Forbidden`, `Invalid` for the owner.
pub async fn remove_member(app: &App, caller: &Caller, request: RemoveMemberRequest) -> Result<RemoveMemberResponse> {
    let id = kit::ids::parse_as(&request.team_id, "Team")?;
    let me = caller.user()?.id;
    // a foreign or unknown team is not found, whoever is to be removed from it
    let readable = caller.read(id, "Team")?;
    get::find(app, &readable).await?;
    let user = kit::ids::parse_as(&request.user_id, "Member")?;
    let right = match () {
        () if caller.admin().is_ok() => Right::Admin,
        // a member may; a manager who only reads the team is refused here
        () if user == me => caller.write(id, "Team").map(|_| Right::Leave)?,
        () => caller.manage(id, "Team").map(|_| Right::Manage(me))?,
    };
    // All names are asked for before the change, so that a change that was made is never answered with an outage.
    let ids = sqlx::query_scalar!("select user_id from teams.member where team_id = $1", readable.team())
        .fetch_all(&app.cx.db)
        .await?;
    let people = People::find(app, caller.origin(), ids.into_iter().chain([user]).collect()).await?;

    let mut tx = app.cx.begin().await?;
    let team = Team::touch(tx.conn(), id, app.cx.clock.now()).await?;
    let role = remove(&mut tx, &team, user, &right).await?;
    let (how, name) = (if user == me { "left" } else { "removed" }, people.name(user));
    let message = message!(MemberRemoved, how = how, user = name, team = &team.name);
    let changes = Changes::new().field("role", role, "");
    facts::record_changes(app, &mut tx, caller.origin(), &team, message, changes).await?;
    let members = member::of_teams(tx.conn(), &[team.id]).await?.remove(&team.id).unwrap_or_default();
    let invites = invite::of_team(tx.conn(), caller, team.id).await?;
    tx.commit().await?;
    Ok(RemoveMemberResponse { team: Some(member::show(team, &members, &people, invites)) })
}

/// Decided on the locked team: roles may have changed since the caller was let in. Answers the role that the member had.
async fn remove(tx: &mut Tx, team: &Team, user: Uuid, right: &Right) -> Result<String> {
    let member = sqlx::query_as!(
        member::Member,
        "select team_id, user_id, role from teams.member where team_id = $1 and user_id = $2",
        team.id,
        user
    )
    .fetch_optional(tx.conn())
    .await?
    .ok_or_else(|| Error::not_found("Member"))?;
    if user == team.owner_id {
        return Err(Error::invalid(message!(OWNER_STAYS)));
    }
    match right {
        Right::Manage(me) if member.is_admin() && *me != team.owner_id => Err(Error::forbidden(message!(OWNER_ONLY))),
        Right::Leave | Right::Admin | Right::Manage(_) => {
            sqlx::query!("delete from teams.member where team_id = $1 and user_id = $2", team.id, user)
                .execute(tx.conn())
                .await?;
            Ok(member.role)
        }
    }
}
