//! What a change does to volume claims beside its documents: kept ones that it deletes, and kept ones that it uses again.

use super::{Planned, uninstall::with_volume};
use crate::{
    kubernetes::{kinds, release::History, space::Space},
    workloads::claims,
};
use helm::Document;
use kit::Result;
use kube::{
    ResourceExt as _,
    api::{DynamicObject, ListParams},
};
use proto::infrastructure::{self as pb, PlannedAction, VolumeEnd};
use serde_json::{Value, json};

/// Claims that are used again, with the data that is on them.
///
/// # Errors
/// When the cluster refuses or does not answer.
pub(super) async fn used_again(
    space: &Space,
    release: &str,
    history: &History,
    documents: &[Document],
) -> Result<Vec<Planned>> {
    let found = claims::used_again(space, release, history, documents).await?;
    Ok(found.iter().map(reused).collect())
}

/// Those of these claims that are there, are the release's, and are used by nothing of the documents.
///
/// # Errors
/// When the cluster refuses or does not answer.
pub(super) async fn deleted(
    space: &Space,
    release: &str,
    documents: &[Document],
    names: &[String],
) -> Result<Vec<Planned>> {
    if names.is_empty() {
        return Ok(Vec::new());
    }
    let used = claims::used(documents);
    let mut all = Vec::new();
    for claim in space.list(kinds::CLAIM, &ListParams::default()).await? {
        let name = claim.name_any();
        if names.contains(&name) && !used.has(&name) && claims::is_ours(&claim.metadata, release, &space.namespace) {
            let mut planned = with_volume(space, release, &claim).await?;
            planned.object.foreign = false;
            all.push(planned);
        }
    }
    Ok(all)
}

/// With what was said of the claims; one that is a document too is said once.
pub(super) fn beside(mut planned: Vec<Planned>, claims: Vec<Planned>) -> Vec<Planned> {
    for claim in claims {
        let known = planned
            .iter_mut()
            .find(|known| (known.object.kind.as_str(), &known.object.name) == (kinds::CLAIM.kind, &claim.object.name));
        match known {
            Some(known) => known.object.volume = claim.object.volume,
            None => planned.push(claim),
        }
    }
    planned
}

fn reused(claim: &DynamicObject) -> Planned {
    let text = |pointer: &str| claim.data.pointer(pointer).and_then(Value::as_str).unwrap_or_default().to_owned();
    let volume = pb::PlannedVolume {
        name: text("/spec/volumeName"),
        size: claims::size(claim),
        end: VolumeEnd::Reused.into(),
        component: claims::component(&claim.metadata),
        service: String::new(),
    };
    let live = json!({"uid": claim.metadata.uid, "volume": volume.name, "size": volume.size});
    let object = pb::PlannedObject {
        kind: kinds::CLAIM.kind.to_owned(),
        name: claim.name_any(),
        action: PlannedAction::None.into(),
        volume: Some(volume),
        ..pb::PlannedObject::default()
    };
    Planned { object, live: Some(live), problem: None }
}
