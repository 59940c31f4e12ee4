//! Changing, deleting and looking at clusters.

use super::{
    super::{
        prelude::*,
        version::{IfMatch, RowVersioned},
    },
    Cluster,
};
use proto::infrastructure as pb;
use secrecy::SecretString;

/// Another name, description, place, endpoint or kubeconfig of a cluster; what is absent stays.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(dead_code, reason = "some fields are accepted and not kept")]
pub struct UpdateCluster {
    #[schema(max_length = 100)]
    name: Option<String>,
    description: Option<String>,
    /// The id of another datacenter moves the cluster there; empty for none.
    datacenter: Option<String>,
    #[serde(rename = "k8sendpoint")]
    endpoint: Option<String>,
    domains: Option<Vec<String>>,
    /// Base64 of the text.
    #[schema(value_type = Option<String>)]
    kubeconfig: Option<SecretString>,
    /// `rowVersion` of the cluster as the caller saw it; the header `If-Match` says the same.
    row_version: Option<i64>,
    // Documented fields of the payload that follow from others: accepted and not kept.
    /// Not kept: it is the datacenter's.
    provider: Option<String>,
    /// Not kept: it is the datacenter's.
    region: Option<String>,
}

/// Changes a cluster: nothing or everything that is asked for.
#[utoipa::path(put, path = "/clusters/{id}", tag = "infrastructure", request_body = UpdateCluster,
    params(("id" = String, Path, description = "The cluster"), RowVersioned),
    responses((status = 200, body = Data<Cluster>), ChangeErrors))]
pub async fn update(
    call: Call,
    ids: Ids,
    IfMatch(version): IfMatch,
    Body(body): Body<UpdateCluster>,
) -> Result<Answer<Data<Cluster>>> {
    let UpdateCluster {
        name,
        description,
        datacenter,
        endpoint,
        domains,
        kubeconfig,
        row_version,
        provider: _,
        region: _,
    } = body;
    let message = pb::UpdateClusterRequest {
        id: ids.one("Cluster")?,
        name,
        description,
        datacenter_id: datacenter,
        endpoint,
        domains: domains.map(|names| pb::Domains { names }),
        kubeconfig: revealed(kubeconfig),
        row_version: row_version.unwrap_or(version),
    };
    let answer = call.api().clusters.clone().update_cluster(call.ask(message)?).await?.into_inner();
    Ok(call.data(answer.cluster.try_into()?))
}

/// Forgets a cluster that no deployment is on. Nothing in the cluster itself is touched.
#[utoipa::path(delete, path = "/clusters/{id}", tag = "infrastructure",
    params(("id" = String, Path, description = "The cluster"), RowVersioned),
    responses((status = 200, body = Data<Deleted>), ChangeErrors))]
pub async fn delete(call: Call, ids: Ids, IfMatch(row_version): IfMatch) -> Result<Answer<Data<Deleted>>> {
    let id = ids.one("Cluster")?;
    let message = pb::DeleteClusterRequest { id: id.clone(), row_version };
    let pb::DeleteClusterResponse {} =
        call.api().clusters.clone().delete_cluster(call.ask(message)?).await?.into_inner();
    Ok(call.data(Deleted { id }))
}

/// Looks at a cluster now and answers with what it says.
#[utoipa::path(post, path = "/clusters/{id}/refresh", tag = "infrastructure",
    params(("id" = String, Path, description = "The cluster")), responses((status = 200, body = Data<Cluster>), ChangeErrors))]
pub async fn refresh(call: Call, ids: Ids) -> Result<Answer<Data<Cluster>>> {
    let message = pb::RefreshClusterRequest { id: ids.one("Cluster")? };
    let answer = call.api().clusters.clone().refresh_cluster(call.ask(message)?).await?.into_inner();
    Ok(call.data(answer.cluster.try_into()?))
}

/// Whether a cluster is in maintenance.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Maintenance {
    #[schema(required)]
    maintenance: Option<bool>,
    /// `rowVersion` of the cluster as the caller saw it; the header `If-Match` says the same.
    row_version: Option<i64>,
}

/// Begins or ends maintenance: meanwhile nothing new is begun on the cluster, and what is at work goes on.
#[utoipa::path(put, path = "/clusters/{id}/maintenance", tag = "infrastructure", request_body = Maintenance,
    params(("id" = String, Path, description = "The cluster"), RowVersioned),
    responses((status = 200, body = Data<Cluster>), ChangeErrors))]
pub async fn maintenance(
    call: Call,
    ids: Ids,
    IfMatch(version): IfMatch,
    Body(body): Body<Maintenance>,
) -> Result<Answer<Data<Cluster>>> {
    let Maintenance { maintenance, row_version } = body;
    let message =
        pb::SetMaintenanceRequest { id: ids.one("Cluster")?, maintenance, row_version: row_version.unwrap_or(version) };
    let answer = call.api().clusters.clone().set_maintenance(call.ask(message)?).await?.into_inner();
    Ok(call.data(answer.cluster.try_into()?))
}
