//! metrics.k8s.io, as much of it as is read.

use crate::{gateway::Cluster, watch::INSTANCE};
use http::Request;
use kit::{Message, message};
use serde::Deserialize;
use std::time::Duration;

/// How long the metrics API of a cluster may take. Fixed: it answers from memory.
const WITHIN: Duration = Duration::from_secs(10);

/// What the pods of a cluster use.
#[derive(Debug, Default, Deserialize)]
pub(super) struct PodMetricsList {
    #[serde(default)]
    pub items: Vec<PodMetrics>,
}

#[derive(Debug, Deserialize)]
pub(super) struct PodMetrics {
    pub metadata: Named,
    #[serde(default)]
    pub containers: Vec<ContainerMetrics>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Named {
    #[serde(default)]
    pub name: String,
    #[serde(default)]
    pub namespace: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct ContainerMetrics {
    pub name: String,
    pub usage: Quantities,
}

/// As Kubernetes writes them.
#[derive(Debug, Deserialize)]
pub(super) struct Quantities {
    #[serde(default)]
    pub cpu: String,
    #[serde(default)]
    pub memory: String,
}

/// All pods of releases, in one call.
///
/// # Errors
/// Why there are no figures. The breaker of the cluster does not hear of it: the metrics API is a program of its own behind
/// the API server, and its silence says nothing about the cluster.
pub(super) async fn pods(cluster: &Cluster) -> Result<PodMetricsList, Message> {
    let request =
        Request::get(format!("/apis/metrics.k8s.io/v1beta1/pods?labelSelector={}", INSTANCE.replace('/', "%2F")));
    let request = request.body(Vec::new()).map_err(|error| failed(cluster, &error))?;
    match tokio::time::timeout(WITHIN, cluster.client().request(request)).await {
        Ok(Ok(list)) => Ok(list),
        Ok(Err(kube::Error::Api(status))) if status.code == 404 => Err(message!(UsageNoMetrics)),
        Ok(Err(kube::Error::Api(status))) if status.code == 403 => Err(message!(UsageForbidden)),
        Ok(Err(error)) => Err(failed(cluster, &error)),
        Err(elapsed) => Err(failed(cluster, &elapsed)),
    }
}

fn failed(cluster: &Cluster, error: &dyn std::error::Error) -> Message {
    tracing::debug!(cluster = cluster.name(), %error, "the metrics API does not answer");
    message!(UsageUnanswered)
}
