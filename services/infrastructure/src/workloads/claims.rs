//! Volume claims of a release: which are its own, and which of them were kept and are used again.

use crate::{
    kubernetes::{
        apply::{self, FENCE_ANNOTATION},
        change::Change,
        failure::{self, Fault},
        kinds,
        release::{self, History},
        space::Space,
    },
    watch::INSTANCE,
};
use helm::{Claims, Document, release::Status};
use k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta;
use kit::{Error, Result, message, message::as_is};
use kube::{
    ResourceExt as _,
    api::{DynamicObject, ListParams, Patch},
};
use serde_json::{Value, json};

/// The label that says which part of a release an object is of.
const COMPONENT: &str = "app.kubernetes.io/component";

/// Whether a claim is the release's: Helm made it, or a StatefulSet of the release did.
pub(super) fn is_ours(metadata: &ObjectMeta, release: &str, namespace: &str) -> bool {
    let of_release = apply::owner_in(metadata).is_some_and(|(name, place)| name == release && place == namespace);
    of_release || label(metadata, INSTANCE) == release
}

/// Which part of the release it is of; empty when it does not say.
pub(super) fn component(metadata: &ObjectMeta) -> String {
    crate::fault::clean(label(metadata, COMPONENT), 63)
}

fn label<'a>(metadata: &'a ObjectMeta, name: &str) -> &'a str {
    metadata.labels.as_ref().and_then(|labels| labels.get(name)).map_or("", String::as_str)
}

/// What a claim has, else what it asks for.
pub(super) fn size(claim: &DynamicObject) -> String {
    let text = |pointer: &str| claim.data.pointer(pointer).and_then(Value::as_str).unwrap_or_default();
    let size = match text("/status/capacity/storage") {
        "" => text("/spec/resources/requests/storage"),
        size => size,
    };
    crate::fault::clean(size, 63)
}

/// Its storage class; empty when it has none.
pub(super) fn class(claim: &DynamicObject) -> String {
    let class = claim.data.pointer("/spec/storageClassName").and_then(Value::as_str).unwrap_or_default();
    crate::fault::clean(class, 253)
}

/// What the documents use.
pub(super) fn used(documents: &[Document]) -> Claims {
    Claims::of(documents.iter().map(|document| &document.object))
}

/// What the deployed revision uses; `None` when none is deployed.
///
/// # Errors
/// When the cluster does not say it, or its manifest cannot be read.
pub(super) async fn used_now(space: &Space, release: &str, history: &History) -> Result<Option<Claims>> {
    let deployed = history.revisions.iter().filter(|revision| revision.status == Status::Deployed);
    let Some(version) = deployed.map(|revision| revision.version).max() else { return Ok(None) };
    let Some(stored) = release::read(space, release, version).await? else { return Ok(None) };
    Ok(Some(used(&documents(&stored.record.manifest)?)))
}

/// The documents of a stored manifest.
///
/// # Errors
/// Conflict `EARLIER_UNREADABLE`.
pub(super) fn documents(manifest: &str) -> Result<Vec<Document>> {
    helm::documents(manifest)
        .map_err(|error| Error::conflict(message!(EARLIER_UNREADABLE, said = as_is(error.to_string()))))
}

/// Claims that are there, that the documents use and the deployed revision does not: they were kept.
///
/// # Errors
/// When the cluster refuses or does not answer.
pub(super) async fn used_again(
    space: &Space,
    release: &str,
    history: &History,
    documents: &[Document],
) -> Result<Vec<DynamicObject>> {
    let wanted = used(documents);
    let Some(now) = used_now(space, release, history).await?.filter(|now| wanted.beyond(now)) else {
        return Ok(Vec::new());
    };
    let mut found = space.list(kinds::CLAIM, &ListParams::default()).await?;
    found.retain(|claim| {
        let name = claim.name_any();
        wanted.has(&name)
            && !now.has(&name)
            && claim.metadata.deletion_timestamp.is_none()
            && is_ours(&claim.metadata, release, &space.namespace)
    });
    Ok(found)
}

/// Marks claims that are used again as this worker's: a deletion that an earlier worker has sent too late meets another
/// version of the claim, and is refused. Claims among the documents are marked when they are applied.
///
/// # Errors
/// `FENCED`, or the cluster's refusal.
pub(super) async fn take(change: &Change, history: &History, documents: &[Document]) -> Result<()> {
    for claim in used_again(&change.space, &change.ticket.release, history, documents).await? {
        let name = claim.name_any();
        if documents.iter().any(|document| document.kind == kinds::CLAIM.kind && document.name == name) {
            continue;
        }
        mark(change, &name, claim).await?;
    }
    Ok(())
}

async fn mark(change: &Change, name: &str, claim: DynamicObject) -> Result<()> {
    let doing = change.space.doing("patch", kinds::CLAIM, name);
    let mut live = Some(claim);
    for _ in 0..apply::ATTEMPTS {
        let Some(claim) = live else { return Ok(()) };
        if claim.annotations().get(FENCE_ANNOTATION) == Some(&change.fence.stamp()) {
            return Ok(());
        }
        let patch = Patch::Merge(json!({"metadata": {
            "uid": claim.metadata.uid, "resourceVersion": claim.metadata.resource_version,
            "annotations": {FENCE_ANNOTATION: change.fence.stamp()}}}));
        change.still_mine("patch", kinds::CLAIM.kind, name).await?;
        match change.space.send_patch(kinds::CLAIM, name, None, &patch).await {
            Ok(_) | Err(Fault::Missing) => return Ok(()),
            Err(Fault::Stale) => live = change.space.get(kinds::CLAIM, name).await?,
            Err(fault) => return Err(doing.error(fault)),
        }
    }
    Err(failure::changing(&doing.object()))
}

/// Whether a pod has the volume of a claim.
pub(super) fn mounts(pod: &DynamicObject, claim: &str) -> bool {
    let volumes = pod.data.pointer("/spec/volumes").and_then(Value::as_array);
    volumes
        .into_iter()
        .flatten()
        .any(|volume| volume.pointer("/persistentVolumeClaim/claimName").and_then(Value::as_str) == Some(claim))
}

/// Whether a pod runs, or may yet.
pub(super) fn may_run(pod: &DynamicObject) -> bool {
    let phase = pod.data.pointer("/status/phase").and_then(Value::as_str);
    !matches!(phase, Some("Succeeded" | "Failed"))
}
