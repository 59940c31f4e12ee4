//! ListClusterStates: what was last seen, from the database alone, so that it answers at once whatever the clusters do.

use crate::{
    app::App,
    cluster::{problem, shown_status},
};
use access::Peer;
use kit::{Message, Result, clock::stamp, message::Kept, page::MAX_LIMIT};
use proto::infrastructure::{ClusterState, ListClusterStatesResponse};
use sqlx::types::Json;

/// All clusters (at most 1000) in the order of their names.
///
/// # Errors
/// Those of the database.
pub async fn list(app: &App, _peer: Peer) -> Result<ListClusterStatesResponse> {
    let rows = sqlx::query!(
        r#"select id, name, maintenance, kubeconfig is not null as "has_kubeconfig!", reach, problem,
                  problem_said as "problem_said: Json<Kept>", latency_ms, checked_at
           from infrastructure.cluster order by name, id limit $1"#,
        i64::from(MAX_LIMIT)
    )
    .fetch_all(&app.cx.db)
    .await?;
    let states = rows.into_iter().map(|row| ClusterState {
        id: row.id.to_string(),
        name: row.name,
        status: shown_status(row.maintenance, row.has_kubeconfig, &row.reach).to_owned(),
        said: problem(row.problem_said.as_ref(), &row.problem).as_ref().map(Message::packed).unwrap_or_default(),
        problem: row.problem,
        latency_ms: row.latency_ms.map_or(0, i64::from),
        checked_at: row.checked_at.map(stamp),
    });
    Ok(ListClusterStatesResponse { states: states.collect() })
}
