//! How many there are: for the dashboard, and for owners who want to delete a team or a cluster.

use crate::App;
use access::Caller;
use kit::Result;
use proto::deployments::{Count, CountDeploymentsRequest, CountDeploymentsResponse};
use std::collections::BTreeMap;
use uuid::Uuid;

/// Counts what the caller may see; services see everything, also what is not admitted yet.
///
/// # Errors
/// 404 for what is no id.
pub async fn count(app: &App, caller: &Caller, request: CountDeploymentsRequest) -> Result<CountDeploymentsResponse> {
    let id = |text: &str, what: &str| if text.is_empty() { Ok(None) } else { kit::ids::parse_as(text, what).map(Some) };
    let (cluster, team) = (id(&request.cluster_id, "Cluster")?, id(&request.team_id, "Team")?);
    let readable = caller.readable();
    // a row per team and cluster that have any, and some for the latest changes
    let groups = sqlx::query!(
        r#"select cluster_id, team_id, sum(total)::bigint as "total!", sum(active)::bigint as "active!"
           from deployments.tally
           where ($1 or team_id = any($2))
             and ($3::uuid is null or cluster_id = $3)
             and ($4::uuid is null or team_id = $4)
           group by cluster_id, team_id
           having sum(total) > 0"#,
        readable.all(),
        readable.teams(),
        cluster,
        team
    )
    .fetch_all(&app.cx.db)
    .await?;
    let (mut total, mut active) = (0, 0);
    let (mut clusters, mut teams) = (BTreeMap::new(), BTreeMap::new());
    for group in groups {
        total += group.total;
        active += group.active;
        *clusters.entry(group.cluster_id).or_insert(0) += group.total;
        *teams.entry(group.team_id).or_insert(0) += group.total;
    }
    Ok(CountDeploymentsResponse {
        total: number(total),
        active: number(active),
        by_cluster: listed(clusters),
        by_team: listed(teams),
    })
}

fn number(count: i64) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// The largest ones; an answer stays small however many there are.
fn listed(counts: BTreeMap<Uuid, i64>) -> Vec<Count> {
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    counts.into_iter().take(1000).map(|(id, count)| Count { id: id.to_string(), count: number(count) }).collect()
}
