//! ForgetUser: a command of auth, when an account was deleted. Idempotent: who is in no team leaves none.

use crate::{App, facts, team::Team};
use access::Caller;
use kit::{Error, Result, Tx, message};
use proto::teams::{ForgetUserRequest, ForgetUserResponse};
use uuid::Uuid;

/// What the user owned goes to the admin of the team who has been in it for longest, and without one to the heir.
///
/// # Errors
/// `Invalid` when an id is none.
pub async fn forget_user(app: &App, caller: &Caller, request: ForgetUserRequest) -> Result<ForgetUserResponse> {
    caller.peer()?;
    let user = id(&request.user_id, "userId")?;
    let heir = id(&request.heir_id, "heirId")?;
    let mut tx = app.cx.begin().await?;
    let teams = sqlx::query_scalar!("select team_id from teams.member where user_id = $1 order by team_id", user)
        .fetch_all(tx.conn())
        .await?;
    for team in teams {
        let mut team = Team::touch(tx.conn(), team, app.cx.clock.now()).await?;
        sqlx::query!("delete from teams.member where team_id = $1 and user_id = $2", team.id, user)
            .execute(tx.conn())
            .await?;
        if team.owner_id == user {
            inherit(app, &mut tx, &mut team, heir).await?;
        }
        let message = message!(MemberForgotten, user = &request.user_name, team = &team.name);
        facts::record(app, &mut tx, caller.origin(), &team, message).await?;
    }
    tx.commit().await?;
    Ok(ForgetUserResponse {})
}

/// Gives a team without an owner another one, who is a member of it with role admin.
async fn inherit(app: &App, tx: &mut Tx, team: &mut Team, heir: Uuid) -> Result<()> {
    let admin = sqlx::query_scalar!(
        "select user_id from teams.member where team_id = $1 and role = 'admin' order by created_at, user_id limit 1",
        team.id
    )
    .fetch_optional(tx.conn())
    .await?;
    team.owner_id = admin.unwrap_or(heir);
    sqlx::query!(
        "insert into teams.member (team_id, user_id, role, created_at) values ($1, $2, 'admin', $3)
         on conflict on constraint member_once do update set role = 'admin'",
        team.id,
        team.owner_id,
        app.cx.clock.now()
    )
    .execute(tx.conn())
    .await?;
    sqlx::query!("update teams.team set owner_id = $2 where id = $1", team.id, team.owner_id)
        .execute(tx.conn())
        .await?;
    Ok(())
}

fn id(text: &str, field: &str) -> Result<Uuid> {
    kit::ids::parse(text).map_err(|_| Error::invalid_field(field, message!(NO_ID)))
}
