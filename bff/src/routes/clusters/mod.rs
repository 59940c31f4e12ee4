//! `/clusters`: clusters and their kubeconfigs. A kubeconfig is never part of a cluster.

pub mod change;
pub mod inspection;
pub mod metrics;

use super::prelude::*;
use crate::error::Reason;
use metrics::cores;
use proto::infrastructure as pb;
use secrecy::SecretString;

/// A Kubernetes cluster.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Cluster {
    pub id: String,
    pub name: String,
    pub description: String,
    /// Lower case.
    pub provider: String,
    pub region: String,
    /// Kubernetes version as observed; null until then.
    #[schema(required)]
    pub version: Option<String>,
    /// The datacenter's id; empty when it has none.
    pub datacenter: String,
    /// For display.
    #[serde(rename = "k8sendpoint")]
    pub endpoint: String,
    /// Observed; null until then.
    #[schema(required)]
    pub nodes: Option<i32>,
    /// MiB, observed; null until then.
    #[schema(required)]
    pub total_memory: Option<i32>,
    /// Cores, observed; null until then.
    #[serde(rename = "totalCPU")]
    #[schema(required)]
    pub total_cpu: Option<i32>,
    /// Nodes closed to new pods, which are not in `nodes`; null until observed.
    #[schema(required)]
    pub cordoned_nodes: Option<i32>,
    /// Nodes that are not ready, which are not in `nodes`; null until observed.
    #[schema(required)]
    pub unready_nodes: Option<i32>,
    /// Cores that the pods on the nodes ask for; null until observed, and where pods may not be listed.
    #[serde(rename = "requestedCPU")]
    #[schema(required)]
    pub requested_cpu: Option<f64>,
    /// MiB that the pods on the nodes ask for; null as above.
    #[schema(required)]
    pub requested_memory: Option<i64>,
    pub domains: Vec<String>,
    /// operational, maintenance, unreachable or unknown.
    pub status: String,
    /// Server of the kubeconfig; empty without one.
    pub api_endpoint: String,
    /// `token`, `client certificate` or empty.
    pub access_type: String,
    /// A kubeconfig with a verified certificate authority is set.
    pub has_security: bool,
    pub has_kubeconfig: bool,
    /// One sentence about the last problem; null when all is well.
    #[schema(required)]
    pub problem: Option<String>,
    /// The stable word of the problem; empty without one.
    pub reason: String,
    /// What the problem is filled with.
    pub params: TextParams,
    /// When the cluster last answered.
    #[schema(required)]
    #[serde(with = "time::serde::rfc3339::option")]
    pub last_seen: Option<OffsetDateTime>,
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339")]
    pub updated_at: OffsetDateTime,
    /// Grows with every change.
    pub row_version: i64,
}

impl TryFrom<Option<pb::Cluster>> for Cluster {
    type Error = kit::Error;

    fn try_from(cluster: Option<pb::Cluster>) -> kit::Result<Self> {
        cluster.ok_or_else(|| missing("Cluster"))?.try_into()
    }
}

impl TryFrom<pb::Cluster> for Cluster {
    type Error = kit::Error;

    fn try_from(cluster: pb::Cluster) -> kit::Result<Self> {
        let pb::Cluster {
            id,
            name,
            description,
            provider,
            region,
            datacenter_id,
            endpoint,
            domains,
            status,
            version,
            nodes,
            total_cpu,
            total_memory,
            api_endpoint,
            access_type,
            has_security,
            has_kubeconfig,
            problem,
            last_seen,
            created_at,
            updated_at,
            row_version,
            said,
            cordoned_nodes,
            unready_nodes,
            requested_cpu,
            requested_memory,
            // for services
            closing: _,
        } = cluster;
        let (reason, params) = coded(&said);
        Ok(Self {
            id,
            name,
            description,
            provider,
            region,
            version,
            datacenter: datacenter_id,
            endpoint,
            nodes,
            total_memory,
            total_cpu,
            cordoned_nodes,
            unready_nodes,
            requested_cpu: requested_cpu.map(cores),
            requested_memory,
            domains,
            status,
            api_endpoint,
            access_type,
            has_security,
            has_kubeconfig,
            problem: text(problem),
            reason,
            params,
            last_seen: moment_or_none(last_seen),
            created_at: moment(created_at, "Cluster.created_at")?,
            updated_at: moment(updated_at, "Cluster.updated_at")?,
            row_version,
        })
    }
}

/// A cluster to be.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(dead_code, reason = "some fields are accepted and not kept")]
pub struct CreateCluster {
    #[schema(required, max_length = 100)]
    name: Option<String>,
    #[schema(required)]
    description: Option<String>,
    provider: Option<String>,
    region: Option<String>,
    /// The datacenter's id.
    datacenter: Option<String>,
    #[serde(rename = "k8sendpoint")]
    #[schema(required)]
    endpoint: Option<String>,
    domains: Option<Vec<String>>,
    /// Base64 of the text; may be set later.
    #[schema(value_type = Option<String>)]
    kubeconfig: Option<SecretString>,
    // Documented fields of the payload that the cluster itself tells: accepted and not kept.
    /// Not kept: it is observed.
    version: Option<String>,
    /// Not kept: it is observed.
    nodes: Option<i32>,
    /// Not kept: it is observed.
    total_memory: Option<i32>,
    /// Not kept: it is observed.
    #[serde(rename = "totalCPU")]
    total_cpu: Option<i32>,
    /// Not kept: it is observed.
    status: Option<String>,
    /// Not kept: the kubeconfig tells.
    api_endpoint: Option<String>,
    /// Not kept: the kubeconfig tells.
    access_type: Option<String>,
    /// Not kept: the kubeconfig tells.
    has_security: Option<bool>,
}

/// Documents the filters.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code, reason = "read through `Parameters`; this is its documentation")]
pub struct Filters {
    /// Id of a datacenter.
    #[param(required = false)]
    datacenter: String,
}

/// Clusters, without their kubeconfigs.
#[utoipa::path(get, path = "/clusters", tag = "infrastructure", params(Search, Filters, Paging),
    responses((status = 200, body = Listed<Cluster>), ReadErrors))]
pub async fn list(call: Call, mut query: Parameters) -> Result<Answer<Listed<Cluster>>> {
    let paging = query.paging(ALL);
    let message = pb::ListClustersRequest {
        search: query.search(),
        datacenter_id: query.id("datacenter"),
        page: paging.page,
        limit: paging.limit,
        only_total: false,
    };
    query.done()?;
    let answer = call.api().clusters.clone().list_clusters(call.ask(message)?).await?.into_inner();
    let pb::ListClustersResponse { clusters, total, datacenters: _ } = answer;
    Ok(call.list(readable(clusters), paging, total))
}

/// Registers a cluster, with its kubeconfig in the same step.
#[utoipa::path(post, path = "/clusters", tag = "infrastructure", request_body = CreateCluster,
    responses((status = 201, body = Data<Cluster>), ChangeErrors))]
pub async fn create(call: Call, Body(body): Body<CreateCluster>) -> Result<Answer<Data<Cluster>>> {
    let CreateCluster {
        name,
        description,
        provider,
        region,
        datacenter,
        endpoint,
        domains,
        kubeconfig,
        version: _,
        nodes: _,
        total_memory: _,
        total_cpu: _,
        status: _,
        api_endpoint: _,
        access_type: _,
        has_security: _,
    } = body;
    let message = pb::CreateClusterRequest {
        name: name.unwrap_or_default(),
        description: description.unwrap_or_default(),
        provider: provider.unwrap_or_default(),
        region: region.unwrap_or_default(),
        datacenter_id: datacenter.unwrap_or_default(),
        endpoint: endpoint.unwrap_or_default(),
        domains: domains.unwrap_or_default(),
        kubeconfig: revealed(kubeconfig),
    };
    let answer = call.api().clusters.clone().create_cluster(call.ask(message)?).await?.into_inner();
    Ok(call.created(answer.cluster.try_into()?))
}

/// One cluster, without its kubeconfig.
#[utoipa::path(get, path = "/clusters/{id}", tag = "infrastructure",
    params(("id" = String, Path, description = "The cluster")), responses((status = 200, body = Data<Cluster>), ReadErrors))]
pub async fn get(call: Call, ids: Ids) -> Result<Answer<Data<Cluster>>> {
    let message = pb::GetClusterRequest { id: ids.one("Cluster")? };
    let answer = call.api().clusters.clone().get_cluster(call.ask(message)?).await?.into_inner();
    Ok(call.data(answer.cluster.try_into()?))
}

/// The kubeconfig's text; 404 when none is set. Audited.
#[utoipa::path(get, path = "/clusters/{id}/kubeconfig", tag = "infrastructure",
    params(("id" = String, Path, description = "The cluster")), responses((status = 200, body = Data<String>), ReadErrors))]
pub async fn kubeconfig(call: Call, ids: Ids) -> Result<Answer<Data<String>>> {
    let message = pb::GetKubeconfigRequest { cluster_id: ids.one("Cluster")? };
    let answer = call.api().clusters.clone().get_kubeconfig(call.ask(message)?).await?.into_inner();
    let pb::GetKubeconfigResponse { kubeconfig } = answer;
    Ok(call.data(kubeconfig))
}

/// A kubeconfig on its way in.
#[derive(Deserialize, ToSchema)]
pub struct Kubeconfig {
    /// Base64 of the text.
    #[schema(required, value_type = Option<String>)]
    kubeconfig: Option<SecretString>,
}

/// Sets or replaces the kubeconfig.
#[utoipa::path(post, path = "/clusters/{id}/kubeconfig", tag = "infrastructure", request_body = Kubeconfig,
    params(("id" = String, Path, description = "The cluster")), responses((status = 200, body = Data<Cluster>), ChangeErrors))]
pub async fn set_kubeconfig(call: Call, ids: Ids, Body(body): Body<Kubeconfig>) -> Result<Answer<Data<Cluster>>> {
    let Kubeconfig { kubeconfig } = body;
    let message = pb::SetKubeconfigRequest { cluster_id: ids.one("Cluster")?, kubeconfig: revealed(kubeconfig) };
    let answer = call.api().clusters.clone().set_kubeconfig(call.ask(message)?).await?.into_inner();
    Ok(call.data(answer.cluster.try_into()?))
}

/// What a kubeconfig names and may do.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Preflight {
    /// The server it points to.
    pub endpoint: String,
    /// `token` or `client certificate`.
    pub access_type: String,
    /// SHA-256 of the certificate authority; null for public roots.
    #[schema(required)]
    pub ca_fingerprint: Option<String>,
    /// When the credentials end; null when they don't say.
    #[schema(required)]
    #[serde(with = "time::serde::rfc3339::option")]
    pub expires_at: Option<OffsetDateTime>,
    /// The server answered.
    pub reachable: bool,
    /// The server's version; null when it did not answer.
    #[schema(required)]
    pub version: Option<String>,
    /// Whether it leads to the cluster that it is for; null when that cannot be told.
    #[schema(required)]
    pub same_cluster: Option<bool>,
    /// One sentence per thing the credentials may not do.
    pub missing: Vec<String>,
    /// The stable words of `missing`, in the same order.
    pub missing_reasons: Vec<Reason>,
    /// One sentence; null when all is well.
    #[schema(required)]
    pub problem: Option<String>,
    /// The stable word of the problem; empty without one.
    pub reason: String,
    /// What the problem is filled with.
    pub params: TextParams,
}

/// A kubeconfig to be looked at.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Validated {
    /// Base64 of the text.
    #[schema(required, value_type = Option<String>)]
    kubeconfig: Option<SecretString>,
    /// The cluster that it is for, if it is registered already.
    cluster_id: Option<String>,
}

/// Reads a kubeconfig without keeping it.
#[utoipa::path(post, path = "/clusters/validate", tag = "infrastructure", request_body = Validated,
    responses((status = 200, body = Data<Preflight>), ChangeErrors))]
pub async fn validate(call: Call, Body(body): Body<Validated>) -> Result<Answer<Data<Preflight>>> {
    let Validated { kubeconfig, cluster_id } = body;
    let message =
        pb::ValidateKubeconfigRequest { kubeconfig: revealed(kubeconfig), cluster_id: cluster_id.unwrap_or_default() };
    let answer = call.api().clusters.clone().validate_kubeconfig(call.ask(message)?).await?.into_inner();
    let pb::ValidateKubeconfigResponse {
        endpoint,
        access_type,
        ca_fingerprint,
        expires_at,
        reachable,
        version,
        missing,
        problem,
        missing_said,
        said,
        same_cluster,
    } = answer;
    let (reason, params) = coded(&said);
    Ok(call.data(Preflight {
        endpoint,
        access_type,
        ca_fingerprint: text(ca_fingerprint),
        expires_at: moment_or_none(expires_at),
        reachable,
        version: text(version),
        same_cluster,
        missing,
        missing_reasons: missing_said.iter().map(|said| (&kit::Message::unpacked(said, "")).into()).collect(),
        problem: text(problem),
        reason,
        params,
    }))
}

#[cfg(test)]
mod tests {
    use super::{change::UpdateCluster, *};

    #[test]
    fn what_carries_a_kubeconfig_can_neither_be_printed_nor_serialised() {
        crate::routes::assert_mute!(CreateCluster, UpdateCluster, Kubeconfig, Validated);
    }
}
