//! `ListVolumes`: the volume claims in a deployment's namespace, as they are at this moment. Changes nothing.

use crate::{
    kubernetes::{change, kinds, space::Space},
    workloads::{Workloads, claims, masked},
};
use kit::{Error, Result};
use kube::{
    ResourceExt as _,
    api::{DynamicObject, ListParams},
};
use prost_types::Timestamp;
use proto::infrastructure as pb;
use serde_json::Value;
use std::collections::BTreeMap;

pub(super) async fn list_volumes(app: &Workloads, request: pb::ListVolumesRequest) -> Result<pb::ListVolumesResponse> {
    let release = change::namespace(&request.release_name)?;
    let space = app.space(&request.cluster_id, &request.deployment_id, &request.namespace).await?;
    masked(&space, async {
        let found = space.list(kinds::CLAIM, &ListParams::default()).await?;
        let mut volumes: Vec<_> = found.iter().map(|claim| shown(claim, &release, &space.namespace)).collect();
        if request.classes {
            classed(&space, &mut volumes).await?;
        }
        volumes.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(pb::ListVolumesResponse { volumes })
    })
    .await
}

/// Says of each whether its class lets it grow. To read classes is no right that Canopy needs.
async fn classed(space: &Space, volumes: &mut [pb::VolumeClaim]) -> Result<()> {
    let mut known: BTreeMap<String, Option<bool>> = BTreeMap::new();
    for volume in volumes.iter_mut().filter(|volume| !volume.storage_class.is_empty()) {
        let growable = match known.get(&volume.storage_class) {
            Some(growable) => *growable,
            None => {
                let growable = match space.get(kinds::STORAGE_CLASS, &volume.storage_class).await {
                    Ok(class) => class.map(|class| class.data.get("allowVolumeExpansion") == Some(&Value::Bool(true))),
                    Err(Error::Forbidden(_)) => None,
                    Err(error) => return Err(error),
                };
                known.insert(volume.storage_class.clone(), growable);
                growable
            }
        };
        volume.growable = growable;
    }
    Ok(())
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
        storage_class: claims::class(claim),
        growable: None,
    }
}
