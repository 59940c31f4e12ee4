//! DeleteTeam: a team goes, once it owns nothing any more.
//!
//! First the team is closed, which is committed: deployments puts nothing new into it from then on. Then deployments is
//! asked how many there are. Then the team is deleted or opened again; what a crash leaves closed, the sweep opens.

use crate::{App, facts, get, team::Team};
use access::{Caller, OwnTeam};
use kit::{Error, Message, Result, message};
use proto::{
    deployments::CountDeploymentsRequest,
    teams::{DeleteTeamRequest, DeleteTeamResponse},
};
use time::OffsetDateTime;

/// With its members; the history stays.
///
/// # Errors
/// `NotFound` for a foreign team, `Forbidden`, `Invalid` while deployments belong to it, `Unavailable` when deployments
/// cannot be asked.
pub async fn delete(app: &App, caller: &Caller, request: DeleteTeamRequest) -> Result<DeleteTeamResponse> {
    let id = kit::ids::parse_as(&request.id, "Team")?;
    get::find(app, &caller.read(id, "Team")?).await?;
    let owned = caller.own(id, "Team")?;
    let closed = close(app, caller, &owned).await?;
    let counted = count(app, caller, &owned).await;
    match counted {
        Ok(0) => {}
        Ok(n) => {
            open(app, &owned, closed).await?;
            return Err(Error::invalid(has_deployments(n)));
        }
        Err(error) => {
            open(app, &owned, closed).await?;
            return Err(error);
        }
    }
    let mut tx = app.cx.begin().await?;
    let team = Team::touch(tx.conn(), owned.team(), app.cx.clock.now()).await?;
    // Not when it was opened again meanwhile: then something may have been put into it.
    let gone = sqlx::query!("delete from teams.team where id = $1 and closing_at = $2", id, closed)
        .execute(tx.conn())
        .await?
        .rows_affected();
    if gone == 0 {
        return Err(Error::Timeout(message!(CALL_TOO_LONG)));
    }
    facts::record(app, &mut tx, caller.origin(), &team, message!(TeamDeleted, team = &team.name)).await?;
    tx.commit().await?;
    Ok(DeleteTeamResponse {})
}

fn has_deployments(n: u32) -> Message {
    message!(TEAM_HAS_DEPLOYMENTS, n = n)
}

/// Closes the team; says since when it is closed by this call.
async fn close(app: &App, caller: &Caller, owned: &OwnTeam) -> Result<OffsetDateTime> {
    let mut tx = app.cx.begin().await?;
    let row = sqlx::query!("select owner_id from teams.team where id = $1 for update", owned.team())
        .fetch_optional(tx.conn())
        .await?
        .ok_or_else(|| Error::not_found("Team"))?;
    // Decided on the locked team: it may have been handed over since the caller was let in.
    if caller.admin().is_err() && caller.user()?.id != row.owner_id {
        return Err(Error::forbidden(message!(NOT_PERMITTED)));
    }
    let closed = sqlx::query_scalar!(
        r#"update teams.team set closing_at = $2 where id = $1 returning closing_at as "at!""#,
        owned.team(),
        app.cx.clock.now()
    )
    .fetch_one(tx.conn())
    .await?;
    tx.commit().await?;
    Ok(closed)
}

async fn open(app: &App, owned: &OwnTeam, closed: OffsetDateTime) -> Result<()> {
    sqlx::query!("update teams.team set closing_at = null where id = $1 and closing_at = $2", owned.team(), closed)
        .execute(&app.cx.db)
        .await?;
    Ok(())
}

/// How many deployments belong to the team, those that are being deleted too.
async fn count(app: &App, caller: &Caller, owned: &OwnTeam) -> Result<u32> {
    let asked = CountDeploymentsRequest { team_id: owned.team().to_string(), ..Default::default() };
    let request = app.cx.request("deployments", caller.origin(), asked)?;
    let answer = app.deployments.clone().count_deployments(request).await;
    // whatever goes wrong between the services is an outage for whoever asks
    let answer = answer.map_err(|status| Error::unavailable(message!(PART_AWAY), status))?;
    Ok(answer.into_inner().total)
}
