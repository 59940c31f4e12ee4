//! AcceptInvite: whoever is signed in with the address of an invite, and has its token, becomes a member.

use crate::{App, facts, invite, invite::Invite, member, people::People, team::Team};
use access::Caller;
use kit::{Error, Result, message};
use proto::teams::{AcceptInviteRequest, AcceptInviteResponse};
use sqlx::PgConnection;
use std::collections::BTreeSet;
use time::OffsetDateTime;
use uuid::Uuid;

/// Works once. A member who was invited as an admin becomes one.
///
/// # Errors
/// `Conflict` with reason `INVITE_OVER` for every token that is of no open invite, and with `MEMBER_LIMIT`; `Forbidden` with
/// reason `INVITE_OTHER_ADDRESS`.
pub async fn accept_invite(app: &App, caller: &Caller, request: AcceptInviteRequest) -> Result<AcceptInviteResponse> {
    let me = caller.user()?;
    let now = app.cx.clock.now();
    let found = {
        let mut connection = app.cx.db.acquire().await?;
        invite::open(&mut connection, &request.token, now).await?.ok_or_else(invite::over)?
    };
    // All names are asked for before the change, so that a change that was made is never answered with an outage.
    let people = People::find(app, caller.origin(), member_ids(app, found.team_id, me.id).await?).await?;
    // the address is the one that auth has now
    if people.active(me.id).is_none_or(|user| user.email != found.email) {
        return Err(Error::forbidden(message!(INVITE_OTHER_ADDRESS, email = &found.email)));
    }
    let mut tx = app.cx.begin().await?;
    let team = Team::touch(tx.conn(), found.team_id, now).await.map_err(|error| match error {
        // it was deleted just now, and its invites with it
        Error::NotFound(_) => invite::over(),
        other => other,
    })?;
    // Decided on the locked team: it may have been used, sent again or cancelled meanwhile.
    if invite::open(tx.conn(), &request.token, now).await?.is_none() {
        return Err(invite::over());
    }
    join(tx.conn(), &found, me.id, now).await?;
    let members = member::of_teams(tx.conn(), &[team.id]).await?.remove(&team.id).unwrap_or_default();
    if members.len() > app.options.teams_members {
        return Err(Error::conflict(message!(MEMBER_LIMIT, most = app.options.teams_members)));
    }
    let message = message!(InviteAccepted, user = people.name(me.id), team = &team.name);
    facts::record(app, &mut tx, caller.origin(), &team, message).await?;
    tx.commit().await?;
    // what they may see of invites they see from their next call on
    Ok(AcceptInviteResponse { team: Some(member::show(team, &members, &people, Vec::new())) })
}

async fn join(connection: &mut PgConnection, invite: &Invite, user: Uuid, now: OffsetDateTime) -> Result<()> {
    sqlx::query!("delete from teams.invite where id = $1", invite.id).execute(&mut *connection).await?;
    sqlx::query!(
        "insert into teams.member (team_id, user_id, role, created_at) values ($1, $2, $3, $4)
         on conflict on constraint member_once do update set role = 'admin' where excluded.role = 'admin'",
        invite.team_id,
        user,
        invite.role,
        now
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Who is in the team, and one more.
async fn member_ids(app: &App, team: Uuid, one_more: Uuid) -> Result<BTreeSet<Uuid>> {
    let ids =
        sqlx::query_scalar!("select user_id from teams.member where team_id = $1", team).fetch_all(&app.cx.db).await?;
    Ok(ids.into_iter().chain([one_more]).collect())
}
