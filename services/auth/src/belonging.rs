//! Which teams somebody is in: teams knows it.

use crate::App;
use kit::{Error, Origin, Result, message};
use proto::{
    auth::UserTeam,
    teams::{ListMembershipsRequest, LookupTeamsRequest, MemberRole, Membership},
};
use std::collections::HashMap;
use uuid::Uuid;

/// Their memberships.
///
/// # Errors
/// `Unavailable` when teams cannot be asked.
pub async fn memberships(app: &App, origin: &Origin, user: Uuid) -> Result<Vec<Membership>> {
    let asked = ListMembershipsRequest { user_ids: vec![user.to_string()], ..Default::default() };
    let request = app.cx.request("teams", origin, asked)?;
    let answer = app.teams.clone().list_memberships(request).await.map_err(away)?;
    Ok(answer.into_inner().memberships)
}

/// The same with the names of the teams, by which they are sorted. A team that is being deleted is left out.
///
/// # Errors
/// `Unavailable` when teams cannot be asked.
pub async fn teams(app: &App, origin: &Origin, user: Uuid) -> Result<Vec<UserTeam>> {
    let memberships = memberships(app, origin, user).await?;
    let ids = memberships.iter().map(|membership| membership.team_id.clone()).collect();
    let request = app.cx.request("teams", origin, LookupTeamsRequest { ids })?;
    let names = app.teams.clone().lookup_teams(request).await.map_err(away)?.into_inner().teams;
    let names: HashMap<String, String> = names.into_iter().map(|team| (team.id, team.name)).collect();
    let mut teams: Vec<UserTeam> = memberships
        .into_iter()
        .filter_map(|membership| {
            let (name, admin) = (names.get(&membership.team_id)?.clone(), membership.role() == MemberRole::Admin);
            Some(UserTeam { id: membership.team_id, name, admin, owner: membership.owner })
        })
        .collect();
    teams.sort_by_cached_key(|team| (team.name.to_lowercase(), team.id.clone()));
    Ok(teams)
}

/// Whatever goes wrong between the services is an outage for whoever asks.
fn away(status: tonic::Status) -> Error {
    Error::unavailable(message!(PART_AWAY), status)
}
