//! LookupTeams: names of teams, for services that show or check them.

use crate::{App, list_memberships::ids};
use kit::Result;
use proto::teams::{LookupTeamsRequest, LookupTeamsResponse, TeamName};

/// Unknown ids are left out, and teams that are about to be deleted.
///
/// # Errors
/// `Invalid` for too many ids.
pub async fn lookup(app: &App, request: LookupTeamsRequest) -> Result<LookupTeamsResponse> {
    let ids = ids(&request.ids, "ids")?;
    let rows = sqlx::query!("select id, name from teams.team where id = any($1) and closing_at is null", &ids)
        .fetch_all(&app.cx.db)
        .await?;
    let teams = rows.into_iter().map(|row| TeamName { id: row.id.to_string(), name: row.name });
    Ok(LookupTeamsResponse { teams: teams.collect() })
}
