//! `/dashboard`: what the caller may see, counted.

use super::prelude::*;
use proto::{deployments, infrastructure, tasks, teams};
use tokio::try_join;

/// Counts of what the caller may see.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Dashboard {
    /// Deployments that serve and are not being deleted, with a task at work or not.
    pub active_deployments: u32,
    /// Deployments that somebody has stopped.
    pub stopped_deployments: u32,
    /// The caller's own teams; all teams for an admin.
    pub teams: u32,
    pub clusters: u32,
    pub datacenters: u32,
    /// Finished ones too.
    pub tasks: u32,
}

/// Counts for the dashboard.
#[utoipa::path(get, path = "/dashboard", tag = "dashboard", responses((status = 200, body = Data<Dashboard>), ReadErrors))]
pub async fn counts(call: Call) -> Result<Answer<Data<Dashboard>>> {
    let api = call.api();
    let (mut deployments, mut teams, mut clusters) = (api.deployments.clone(), api.teams.clone(), api.clusters.clone());
    let mut tasks = api.tasks.clone();
    let all = call.caller().admin().is_ok();
    // The rows of an older service that knows no `only_total` are few.
    let (limit, only_total) = (1, true);
    let of_teams = teams::ListTeamsRequest { all, limit, only_total, ..Default::default() };
    let of_clusters = infrastructure::ListClustersRequest { limit, only_total, ..Default::default() };
    let (deployments, teams, clusters, tasks) = try_join!(
        deployments.count_deployments(call.ask(deployments::CountDeploymentsRequest::default())?),
        teams.list_teams(call.ask(of_teams)?),
        clusters.list_clusters(call.ask(of_clusters)?),
        tasks.count_tasks(call.ask(tasks::CountTasksRequest {})?),
    )?;
    let (deployments, clusters) = (deployments.into_inner(), clusters.into_inner());
    let datacenters = match clusters.datacenters {
        Some(datacenters) => datacenters,
        None => older_datacenters(&call).await?,
    };
    Ok(call.data(Dashboard {
        active_deployments: deployments.active,
        stopped_deployments: deployments.stopped,
        teams: teams.into_inner().total,
        clusters: clusters.total,
        datacenters,
        tasks: tasks.into_inner().total,
    }))
}

/// How many datacenters there are, asked of a service that does not say it with its clusters.
async fn older_datacenters(call: &Call) -> Result<u32> {
    let message = infrastructure::ListDatacentersRequest { limit: 1, only_total: true, ..Default::default() };
    let answer = call.api().datacenters.clone().list_datacenters(call.ask(message)?).await?;
    Ok(answer.into_inner().total)
}
