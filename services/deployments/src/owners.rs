//! Asking the owners of what a deployment refers to: teams about its team, infrastructure about its cluster.
//! Never inside a transaction.

use access::Caller;
use kit::{Context, Error, Message, Origin, Result, message};
use proto::{
    infrastructure::{
        Cluster, GetClusterRequest, ListDatacentersRequest, cluster_service_client::ClusterServiceClient,
        datacenter_service_client::DatacenterServiceClient,
    },
    teams::{LookupTeamsRequest, team_service_client::TeamServiceClient},
};
use uuid::Uuid;

/// The team's name; `None` when there is none of that id or it is being deleted.
pub async fn team_name(cx: &Context, origin: &Origin, team: Uuid) -> Result<Option<String>> {
    let request = cx.request("teams", origin, LookupTeamsRequest { ids: vec![team.to_string()] })?;
    let answer = TeamServiceClient::new(cx.peer("teams"))
        .max_decoding_message_size(kit::MESSAGE_LIMIT)
        .lookup_teams(request)
        .await
        .map_err(failure)?
        .into_inner();
    Ok(answer.teams.into_iter().find(|found| found.id == team.to_string()).map(|found| found.name))
}

/// Refuses a team that the caller may not see, and one that is not there: whoever sees all teams may name any id.
///
/// # Errors
/// `NotFound`; `Unavailable` when teams cannot be asked.
pub async fn known_team(cx: &Context, caller: &Caller, team: Uuid) -> Result<()> {
    caller.read(team, "Team")?;
    if caller.own_teams().ids().contains(&team) {
        return Ok(());
    }
    team_name(cx, caller.origin(), team).await?.map(|_| ()).ok_or_else(|| Error::not_found("Team"))
}

/// The cluster; `None` when there is none of that id or it is being deleted.
pub async fn cluster(cx: &Context, origin: &Origin, cluster: Uuid) -> Result<Option<Cluster>> {
    let request = cx.request("infrastructure", origin, GetClusterRequest { id: cluster.to_string() })?;
    match ClusterServiceClient::new(cx.peer("infrastructure"))
        .max_decoding_message_size(kit::MESSAGE_LIMIT)
        .get_cluster(request)
        .await
        .map_err(failure)
    {
        Ok(answer) => Ok(answer.into_inner().cluster),
        Err(Error::NotFound(_)) => Ok(None),
        Err(other) => Err(other),
    }
}

/// Is there a datacenter of that id?
pub async fn is_datacenter(cx: &Context, origin: &Origin, datacenter: Uuid) -> Result<bool> {
    let request = cx.request("infrastructure", origin, ListDatacentersRequest { limit: 1000, ..Default::default() })?;
    let answer = DatacenterServiceClient::new(cx.peer("infrastructure"))
        .max_decoding_message_size(kit::MESSAGE_LIMIT)
        .list_datacenters(request)
        .await
        .map_err(failure)?
        .into_inner();
    Ok(answer.datacenters.iter().any(|found| found.id == datacenter.to_string()))
}

/// A peer's refusal as our own. That it does not know *us* is an outage, never a statement about the user's sign-in.
pub fn failure(status: tonic::Status) -> Error {
    match Error::from(status) {
        Error::Unauthenticated(cause) => {
            tracing::error!(%cause, "a peer does not know our key");
            Error::unavailable(message!(PART_AWAY), anyhow::anyhow!(cause.to_string()))
        }
        other => other,
    }
}

/// Why nothing can be deployed there at the moment; `None` when it can. A cluster that does not answer just now is no
/// reason: the task waits for it.
#[must_use]
pub fn cluster_problem(cluster: Option<&Cluster>) -> Option<Message> {
    match cluster {
        None => Some(message!(NO_CLUSTER)),
        Some(cluster) if cluster.closing => Some(message!(NO_CLUSTER)),
        Some(cluster) if !cluster.has_kubeconfig => Some(message!(WITHOUT_KUBECONFIG)),
        Some(cluster) if in_maintenance(cluster) => Some(message!(IN_MAINTENANCE)),
        Some(_) => None,
    }
}

/// Whether nothing new may be begun there.
#[must_use]
pub fn in_maintenance(cluster: &Cluster) -> bool {
    cluster.status == "maintenance"
}

/// Refuses new work on a cluster in maintenance. That infrastructure cannot be asked is no reason: the task waits.
///
/// # Errors
/// `Conflict` `CLUSTER_IN_MAINTENANCE`.
pub async fn open_for_work(cx: &Context, origin: &Origin, id: Uuid) -> Result<()> {
    match cluster(cx, origin, id).await {
        Ok(found) if found.as_ref().is_some_and(in_maintenance) => {
            Err(Error::conflict(message!(CLUSTER_IN_MAINTENANCE)))
        }
        Ok(_) => Ok(()),
        Err(outage) => {
            tracing::debug!(cluster = %id, %outage, "whether the cluster is in maintenance is not known");
            Ok(())
        }
    }
}
