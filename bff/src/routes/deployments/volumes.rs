//! `/deployments/{id}/volumes`: where the data of a site is, and what is kept though nothing uses it.

use super::super::prelude::*;
use proto::deployments as pb;

/// A volume of a deployment.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Volume {
    /// Of the volume claim; for `deleteVolumes` of a change.
    pub name: String,
    /// The service whose data is on it; null: the site's own, or nobody's.
    #[schema(required)]
    pub service: Option<String>,
    #[schema(example = "8Gi")]
    pub size: String,
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    /// Neither the revision that is wanted nor the one in effect uses it.
    pub kept: bool,
    /// When its service was switched off; null when it is in use, and when that is not known.
    #[schema(required)]
    #[serde(with = "time::serde::rfc3339::option")]
    pub kept_since: Option<OffsetDateTime>,
    /// It is being deleted.
    pub ending: bool,
    /// Whether its storage class lets it grow; null: that cannot be seen.
    #[schema(required)]
    pub growable: Option<bool>,
    /// Null: it has none.
    #[schema(required)]
    pub storage_class: Option<String>,
}

/// Volumes as the cluster has them.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Volumes {
    /// By name.
    pub volumes: Vec<Volume>,
    /// Why the cluster cannot be asked; null when it answered.
    #[schema(required)]
    pub problem: Option<String>,
    /// The stable word of the problem; empty without one.
    pub problem_reason: String,
    /// What the problem is filled with.
    pub problem_params: TextParams,
}

impl TryFrom<pb::Volume> for Volume {
    type Error = kit::Error;

    fn try_from(volume: pb::Volume) -> kit::Result<Self> {
        Ok(Self {
            name: volume.name,
            service: text(volume.service),
            size: volume.size,
            created_at: moment(volume.created_at, "Volume.created_at")?,
            kept: volume.kept,
            kept_since: moment_or_none(volume.kept_since),
            ending: volume.ending,
            growable: volume.growable,
            storage_class: text(volume.storage_class),
        })
    }
}

/// The volumes of a deployment, and which of them are kept though nothing uses them any more: a service that is switched
/// off leaves its own. Asked of the cluster with each call.
#[utoipa::path(get, path = "/deployments/{id}/volumes", tag = "deployments",
    params(("id" = String, Path, description = "The deployment")),
    responses((status = 200, body = Data<Volumes>), StateErrors))]
pub async fn volumes(call: Call, ids: Ids) -> Result<Answer<Data<Volumes>>> {
    let message = pb::ListVolumesRequest { id: ids.one("Deployment")? };
    let answer = call.api().deployments.clone().list_volumes(call.ask(message)?).await?.into_inner();
    let pb::ListVolumesResponse { volumes, unreachable, said } = answer;
    let (problem_reason, problem_params) = coded(&said);
    let volumes = volumes.into_iter().map(Volume::try_from).collect::<kit::Result<_>>()?;
    Ok(call.data(Volumes { volumes, problem: text(unreachable), problem_reason, problem_params }))
}
