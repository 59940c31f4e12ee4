//! How many there are: for the dashboard, and for owners who want to delete a team or a cluster.

use crate::App;
use access::Caller;
use kit::Result;
use proto::deployments::{CountDeploymentsRequest, CountDeploymentsResponse};

/// Counts what the caller may see; services see everything, also what is not admitted yet.
///
/// # Errors
/// 404 for what is no id.
pub async fn count(app: &App, caller: &Caller, request: CountDeploymentsRequest) -> Result<CountDeploymentsResponse> {
    let id = |text: &str, what: &str| if text.is_empty() { Ok(None) } else { kit::ids::parse_as(text, what).map(Some) };
    let (cluster, team) = (id(&request.cluster_id, "Cluster")?, id(&request.team_id, "Team")?);
    let readable = caller.readable();
    let mut db = app.cx.read(false).await?;
    // some rows for each team and cluster that have any
    let sums = sqlx::query!(
        r#"select (coalesce(sum(total), 0) + (
               -- of a cluster also what is on its way there, and what has left and is not gone: a few rows
               select count(*) from deployments.elsewhere e
               join deployments.deployment d on d.id = e.deployment_id and d.gone_at is null
               where e.cluster_id = $3 and ($1 or d.team_id = any($2)) and ($4::uuid is null or d.team_id = $4)
             ))::bigint as "total!", coalesce(sum(active), 0)::bigint as "active!",
             coalesce(sum(stopped), 0)::bigint as "stopped!"
           from deployments.tally
           where ($1 or team_id = any($2))
             and ($3::uuid is null or cluster_id = $3)
             and ($4::uuid is null or team_id = $4)"#,
        readable.all(),
        readable.teams(),
        cluster,
        team
    )
    .fetch_one(&mut *db)
    .await?;
    db.done();
    let number = |count: i64| u32::try_from(count.max(0)).unwrap_or(u32::MAX);
    Ok(CountDeploymentsResponse {
        total: number(sums.total),
        active: number(sums.active),
        stopped: number(sums.stopped),
    })
}
