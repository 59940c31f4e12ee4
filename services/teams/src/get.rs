//! GetTeam: one team with its members.

use crate::{App, people::People, shown, team::Team};
use access::{Caller, ReadTeam};
use kit::{Error, Result};
use proto::teams::{GetTeamRequest, GetTeamResponse};

/// Members see their teams; managers and admins see all.
///
/// # Errors
/// `NotFound`, for a foreign team too; `Unavailable` when auth can't be asked for names.
pub async fn get(app: &App, caller: &Caller, request: GetTeamRequest) -> Result<GetTeamResponse> {
    let id = kit::ids::parse_as(&request.id, "Team")?;
    let readable = caller.read(id, "Team")?;
    let mut db = app.cx.read(false).await?;
    let found = shown::read_one(&mut db, readable, caller.manage(id, "Team").is_ok()).await?;
    db.done();
    let people =
        People::lately(app, caller.origin(), found.members.iter().map(|member| member.user_id).collect()).await?;
    Ok(GetTeamResponse { team: Some(found.shown(&people)) })
}

/// The team.
///
/// # Errors
/// `NotFound`: whoever sees all teams may name one that is not there.
pub async fn find(app: &App, readable: &ReadTeam) -> Result<Team> {
    sqlx::query_as!(
        Team,
        "select id, name, description, owner_id, version, created_at, updated_at from teams.team where id = $1",
        readable.team()
    )
    .fetch_optional(&app.cx.db)
    .await?
    .ok_or_else(|| Error::not_found("Team"))
}
