//! What an uninstall deletes: everything in the namespace, and the namespace; and what becomes of the storage behind its
//! volume claims. Nothing is tried, since a deletion that is refused is told as it happens.

use super::{AT_ONCE, Planned, answer, state_alone, state_of};
use crate::{
    kubernetes::{
        apply, change,
        kinds::{self, Kind},
        mask::Mask,
        space::{DEPLOYMENT_LABEL, Space},
    },
    workloads::{Workloads, claims, masked, run_hooks::TASK_ANNOTATION, uninstall},
};
use futures::{StreamExt as _, TryStreamExt as _, stream};
use k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta;
use kit::{Error, Result};
use kube::api::{DynamicObject, ListParams};
use proto::infrastructure::{self as pb, PlannedAction, VolumeEnd};
use serde_json::{Value, json};
use uuid::Uuid;

/// What Kubernetes makes in each namespace by itself.
const OF_NAMESPACE: [(&str, &str); 2] = [("ConfigMap", "kube-root-ca.crt"), ("ServiceAccount", "default")];

/// Digits of an object's digest: enough to tell the objects of one namespace apart.
const PART: usize = 16;

/// The plan; with `state_only` the state alone.
pub(super) async fn plan(app: &Workloads, request: &pb::PlanRequest) -> Result<pb::PlanResponse> {
    let release = change::namespace(&request.release_name)?;
    let deployment = kit::ids::parse_as(&request.deployment_id, "Deployment")?;
    let cluster = kit::ids::parse_as(&request.cluster_id, "Cluster")?;
    let space = Space::new(app.gateway.cluster(cluster).await?, change::namespace(&request.namespace)?);
    masked(&space, async {
        let planned = match space.belongs_to(deployment).await {
            Ok(namespace) => {
                let mut planned = everything(&space, &release, deployment).await?;
                planned.push(removed(kinds::NAMESPACE, &namespace.metadata, None, false));
                planned
            }
            Err(error) if error.is_conflict("NAMESPACE_GONE") => Vec::new(),
            // an uninstall leaves it alone
            Err(error) if error.is_conflict("FOREIGN_NAMESPACE") => {
                uninstall::none_of_ours(&space, deployment).await?;
                Vec::new()
            }
            Err(error) => return Err(error),
        };
        let parts = planned.iter().map(|part| state_of(std::slice::from_ref(part))[..PART].to_owned()).collect();
        let answer = pb::PlanResponse { parts, ..answer(planned, &Mask::default()) };
        Ok(if request.state_only { state_alone(answer) } else { answer })
    })
    .await
}

/// All objects of the namespace but those that go with their owners; claims first.
async fn everything(space: &Space, release: &str, deployment: Uuid) -> Result<Vec<Planned>> {
    let asked = kinds::RELEASED.into_iter().filter(|kind| *kind != kinds::CLAIM).chain([kinds::SECRET]);
    let asked: Vec<_> = asked.map(|kind| of_kind(space, release, deployment, kind)).collect();
    let mut all = all_claims(space, release).await?;
    let others: Vec<Vec<Planned>> = stream::iter(asked).buffered(AT_ONCE).try_collect().await?;
    all.extend(others.into_iter().flatten());
    Ok(all)
}

async fn of_kind(space: &Space, release: &str, deployment: Uuid, kind: Kind) -> Result<Vec<Planned>> {
    // the release's records are no objects of the site
    let selector = if kind == kinds::SECRET {
        ListParams::default().fields("type!=helm.sh/release.v1")
    } else {
        ListParams::default()
    };
    let found = space.list_metadata(kind, &selector).await?.into_iter().map(|object| object.metadata);
    let found = found.filter(|metadata| {
        let name = metadata.name.as_deref().unwrap_or_default();
        metadata.owner_references.as_ref().is_none_or(Vec::is_empty) && !OF_NAMESPACE.contains(&(kind.kind, name))
    });
    Ok(found
        .map(|metadata| {
            let foreign = !is_ours(&metadata, release, &space.namespace, deployment);
            removed(kind, &metadata, None, foreign)
        })
        .collect())
}

/// Of the release, beside it, or made by a task of ours.
fn is_ours(metadata: &ObjectMeta, release: &str, namespace: &str, deployment: Uuid) -> bool {
    let of_release = apply::owner_in(metadata).is_some_and(|(name, place)| name == release && place == namespace);
    let label = metadata.labels.as_ref().and_then(|labels| labels.get(DEPLOYMENT_LABEL));
    let of_task = metadata.annotations.as_ref().is_some_and(|notes| notes.contains_key(TASK_ANNOTATION));
    of_release || of_task || label.is_some_and(|label| *label == deployment.to_string())
}

/// Volume claims, those of StatefulSets too, whoever made them, with their volumes.
async fn all_claims(space: &Space, release: &str) -> Result<Vec<Planned>> {
    let found = space.list(kinds::CLAIM, &ListParams::default()).await?;
    let asked: Vec<_> = found.iter().map(|claim| with_volume(space, release, claim)).collect();
    stream::iter(asked).buffered(AT_ONCE).try_collect().await
}

pub(super) async fn with_volume(space: &Space, release: &str, claim: &DynamicObject) -> Result<Planned> {
    let name = claim.data.pointer("/spec/volumeName").and_then(Value::as_str).unwrap_or_default().to_owned();
    let end = if name.is_empty() { VolumeEnd::Deleted } else { end_of(space, &name).await? };
    let volume = pb::PlannedVolume {
        name,
        size: claims::size(claim),
        end: end.into(),
        component: claims::component(&claim.metadata),
        service: String::new(),
    };
    // the claims of a StatefulSet are named after it, and it after the release
    let foreign = !claim.metadata.name.as_ref().is_some_and(|name| name.contains(release));
    Ok(removed(kinds::CLAIM, &claim.metadata, Some(volume), foreign))
}

/// What the cluster does with a volume whose claim goes.
async fn end_of(space: &Space, volume: &str) -> Result<VolumeEnd> {
    let found = match space.get(kinds::VOLUME, volume).await {
        Ok(found) => found,
        // to read volumes is no right that Canopy needs
        Err(Error::Forbidden(_)) => None,
        Err(error) => return Err(error),
    };
    let policy = found.as_ref().and_then(|volume| volume.data.pointer("/spec/persistentVolumeReclaimPolicy")?.as_str());
    Ok(match policy {
        Some("Retain") => VolumeEnd::Kept,
        Some(_) => VolumeEnd::Deleted,
        None => VolumeEnd::Unspecified,
    })
}

fn removed(kind: Kind, metadata: &ObjectMeta, volume: Option<pb::PlannedVolume>, foreign: bool) -> Planned {
    let loses_data = volume.as_ref().is_some_and(|volume| !volume.name.is_empty() && volume.end() != VolumeEnd::Kept);
    let live = json!({
        "uid": metadata.uid,
        "volume": volume.as_ref().map(|volume| (&volume.name, &volume.size, volume.end)),
    });
    let object = pb::PlannedObject {
        kind: kind.kind.to_owned(),
        name: metadata.name.clone().unwrap_or_default(),
        action: PlannedAction::Delete.into(),
        loses_data,
        volume,
        foreign,
        ..pb::PlannedObject::default()
    };
    Planned { object, live: Some(live), problem: None }
}
