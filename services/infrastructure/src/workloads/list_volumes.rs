//! `ListVolumes`: the volume claims in a deployment's namespace, as they are at this moment. Changes nothing.

use crate::{
    kubernetes::{change, kinds},
    workloads::{Workloads, claims, masked},
};
use kit::Result;
use kube::{
    ResourceExt as _,
    api::{DynamicObject, ListParams},
};
use prost_types::Timestamp;
use proto::infrastructure as pb;

pub(super) async fn list_volumes(app: &Workloads, request: pb::ListVolumesRequest) -> Result<pb::ListVolumesResponse> {
    let release = change::namespace(&request.release_name)?;
    let space = app.space(&request.cluster_id, &request.deployment_id, &request.namespace).await?;
    masked(&space, async {
        let found = space.list(kinds::CLAIM, &ListParams::default()).await?;
        let mut volumes: Vec<_> = found.iter().map(|claim| shown(claim, &release, &space.namespace)).collect();
        volumes.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(pb::ListVolumesResponse { volumes })
    })
    .await
}

fn shown(claim: &DynamicObject, release: &str, namespace: &str) -> pb::VolumeClaim {
    let created = claim.metadata.creation_timestamp.as_ref();
    pb::VolumeClaim {
        name: claim.name_any(),
        uid: claim.metadata.uid.clone().unwrap_or_default(),
        component: claims::component(&claim.metadata),
        size: claims::size(claim),
        created_at: created.map(|at| Timestamp { seconds: at.0.as_second(), nanos: 0 }),
        ending: claim.metadata.deletion_timestamp.is_some(),
        foreign: !claims::is_ours(&claim.metadata, release, namespace),
    }
}
