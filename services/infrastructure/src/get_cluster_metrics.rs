//! GetClusterMetrics.

use crate::{
    app::App,
    sample::{begin, range},
};
use kit::{Error, Result, clock::stamp};
use proto::infrastructure::{ClusterSample, GetClusterMetricsRequest, GetClusterMetricsResponse};

/// Nodes, capacity and requests of a cluster over the last day, week or month, oldest first. Everybody who is signed in may
/// read it, as the figures of now.
///
/// # Errors
/// `NotFound`; `Invalid` without a range.
pub async fn get(app: &App, request: GetClusterMetricsRequest) -> Result<GetClusterMetricsResponse> {
    let id = kit::ids::parse_as(&request.id, "Cluster")?;
    let (resolution, length) = range(request.range())?;
    let to = app.cx.clock.now();
    // Whole spans: the oldest one is not cut.
    let from = begin(to - length, resolution);
    let known =
        sqlx::query_scalar!(r#"select exists (select 1 from infrastructure.cluster where id = $1) as "known!""#, id)
            .fetch_one(&app.cx.db)
            .await?;
    if !known {
        return Err(Error::not_found("Cluster"));
    }
    let rows = sqlx::query!(
        "select at, nodes, unready_nodes, total_cpu, total_memory, requested_cpu, requested_memory
         from infrastructure.sample
         where cluster_id = $1 and seconds = $2 and at between $3 and $4
         order by at",
        id,
        resolution.seconds,
        from,
        to
    )
    .fetch_all(&app.cx.db)
    .await?;
    let samples = rows.into_iter().map(|row| ClusterSample {
        at: Some(stamp(row.at)),
        nodes: row.nodes,
        unready_nodes: row.unready_nodes,
        total_cpu: row.total_cpu,
        total_memory: row.total_memory,
        requested_cpu: row.requested_cpu,
        requested_memory: row.requested_memory,
    });
    Ok(GetClusterMetricsResponse {
        from: Some(stamp(from)),
        to: Some(stamp(to)),
        seconds: resolution.seconds,
        samples: samples.collect(),
    })
}
