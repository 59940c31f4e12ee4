//! ListClusterStates: what was last seen, from the database alone, so that it answers at once whatever the clusters do.

use crate::{
    app::App,
    cluster::{problem, shown_status},
};
use access::Peer;
use kit::{Message, Result, clock::stamp, message::Kept, page::MAX_LIMIT};
use proto::infrastructure::{ClusterState, ListClusterStatesResponse};
use sqlx::types::Json;
use time::OffsetDateTime;
use uuid::Uuid;

/// What was last seen of a cluster.
pub(crate) struct Seen {
    pub(crate) id: Uuid,
    name: String,
    maintenance: bool,
    has_kubeconfig: bool,
    reach: String,
    problem: String,
    problem_said: Option<Json<Kept>>,
    latency_ms: Option<i32>,
    pub(crate) checked_at: Option<OffsetDateTime>,
}

impl Seen {
    /// The state that is shown.
    pub(crate) fn status(&self) -> &str {
        shown_status(self.maintenance, self.has_kubeconfig, &self.reach)
    }
}

/// All clusters (at most 1000) in the order of their names.
///
/// # Errors
/// Those of the database.
pub async fn list(app: &App, _peer: Peer) -> Result<ListClusterStatesResponse> {
    let states = seen(app).await?.into_iter().map(|row| ClusterState {
        id: row.id.to_string(),
        status: row.status().to_owned(),
        name: row.name,
        said: problem(row.problem_said.as_ref(), &row.problem).as_ref().map(Message::packed).unwrap_or_default(),
        problem: row.problem,
        latency_ms: row.latency_ms.map_or(0, i64::from),
        checked_at: row.checked_at.map(stamp),
    });
    Ok(ListClusterStatesResponse { states: states.collect() })
}

/// What was last seen of all clusters (at most 1000) in the order of their names.
pub(crate) async fn seen(app: &App) -> Result<Vec<Seen>> {
    let rows = sqlx::query_as!(
        Seen,
        r#"select id, name, maintenance, kubeconfig is not null as "has_kubeconfig!", reach, problem,
                  problem_said as "problem_said: Json<Kept>", latency_ms, checked_at
           from infrastructure.cluster order by name, id limit $1"#,
        i64::from(MAX_LIMIT)
    )
    .fetch_all(&app.cx.db)
    .await?;
    Ok(rows)
}
