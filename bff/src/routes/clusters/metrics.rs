//! What a cluster had and what was asked of it, over time.

use super::super::{
    prelude::*,
    range::{RangeFilter, range},
};
use proto::infrastructure as pb;

/// Of thousandths.
#[expect(clippy::cast_precision_loss, reason = "no cluster has so many cores")]
pub(super) fn cores(thousandths: i64) -> f64 {
    thousandths as f64 / 1000.0
}

/// A span of time in the life of a cluster. What could not be read is null.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClusterSample {
    /// When the span began.
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
    /// Nodes that pods could be put on, at the end of the span.
    #[schema(required)]
    pub nodes: Option<i32>,
    /// Nodes that were not ready, at the end of the span.
    #[schema(required)]
    pub unready_nodes: Option<i32>,
    /// Cores that pods could be given.
    #[serde(rename = "totalCPU")]
    #[schema(required)]
    pub total_cpu: Option<i32>,
    /// MiB that pods could be given.
    #[schema(required)]
    pub total_memory: Option<i32>,
    /// The most cores that pods asked for in the span.
    #[serde(rename = "requestedCPU")]
    #[schema(required)]
    pub requested_cpu: Option<f64>,
    /// The most MiB that pods asked for in the span.
    #[schema(required)]
    pub requested_memory: Option<i64>,
}

/// A cluster over time.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClusterMetrics {
    /// The beginning of the first span of the range.
    #[serde(with = "time::serde::rfc3339")]
    pub from: OffsetDateTime,
    /// Now.
    #[serde(with = "time::serde::rfc3339")]
    pub to: OffsetDateTime,
    /// Seconds of a span.
    pub seconds: i32,
    /// Oldest first. A span in which the cluster did not answer, or was not known yet, is not there.
    pub samples: Vec<ClusterSample>,
}

impl TryFrom<pb::ClusterSample> for ClusterSample {
    type Error = kit::Error;

    fn try_from(sample: pb::ClusterSample) -> kit::Result<Self> {
        let pb::ClusterSample { at, nodes, unready_nodes, total_cpu, total_memory, requested_cpu, requested_memory } =
            sample;
        Ok(Self {
            at: moment(at, "ClusterSample.at")?,
            nodes,
            unready_nodes,
            total_cpu,
            total_memory,
            requested_cpu: requested_cpu.map(cores),
            requested_memory,
        })
    }
}

/// Nodes, capacity and requests over the last day, week or month.
#[utoipa::path(get, path = "/clusters/{id}/metrics", tag = "infrastructure",
    params(("id" = String, Path, description = "The cluster"), RangeFilter), responses((status = 200, body = Data<ClusterMetrics>), ReadErrors))]
pub async fn metrics(call: Call, ids: Ids, mut query: Parameters) -> Result<Answer<Data<ClusterMetrics>>> {
    let id = ids.one("Cluster")?;
    let range = range(&mut query);
    query.done()?;
    let message = pb::GetClusterMetricsRequest { id, range: range.into() };
    let answer = call.api().clusters.clone().get_cluster_metrics(call.ask(message)?).await?.into_inner();
    let pb::GetClusterMetricsResponse { from, to, seconds, samples } = answer;
    Ok(call.data(ClusterMetrics {
        from: moment(from, "GetClusterMetricsResponse.from")?,
        to: moment(to, "GetClusterMetricsResponse.to")?,
        seconds,
        samples: samples.into_iter().map(TryInto::try_into).collect::<kit::Result<_>>()?,
    }))
}
