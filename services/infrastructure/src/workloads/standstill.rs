//! A release stands still while its volumes are copied: its documents are applied once more, without pods; and as they are
//! when it runs again. So its fields keep their owner, and Helm meets no conflict afterwards.

use crate::{
    kubernetes::{
        apply::{self, Existing, HELM},
        change::Change,
        kinds::{self, Kind},
        release,
        space::Space,
    },
    workloads::claims,
};
use helm::{Document, release::Status};
use kit::Result;
use kube::api::DynamicObject;
use serde_json::{Value, json};

/// The documents of the deployed revision; none when there is none.
///
/// # Errors
/// When the cluster does not say it, or its manifest cannot be read.
pub(super) async fn deployed(space: &Space, release: &str) -> Result<Vec<Document>> {
    let history = release::history(space, release).await?;
    let deployed = history.revisions.iter().filter(|revision| revision.status == Status::Deployed);
    let Some(version) = deployed.map(|revision| revision.version).max() else { return Ok(Vec::new()) };
    let Some(stored) = release::read(space, release, version).await? else { return Ok(Vec::new()) };
    claims::documents(&stored.record.manifest)
}

/// Leaves no pods to what runs, and starts no Job at its time.
///
/// # Errors
/// `FENCED`, `Timeout`, or the cluster's refusal.
pub(super) async fn halt(change: &Change, documents: &[Document]) -> Result<()> {
    for (kind, document, field) in workloads(documents) {
        let mut object = document.object.clone();
        object["spec"][field] = if field == SUSPEND { json!(true) } else { json!(0) };
        set(change, kind, &object, field).await?;
    }
    Ok(())
}

/// Has what stands still run as its release says.
///
/// # Errors
/// As [`halt`].
pub(super) async fn resume(change: &Change, documents: &[Document]) -> Result<()> {
    for (kind, document, field) in workloads(documents) {
        set(change, kind, &document.object, field).await?;
    }
    Ok(())
}

/// How often what has pods was changed, one number for each.
///
/// # Errors
/// When the cluster refuses or does not answer.
pub(super) async fn generations(space: &Space, documents: &[Document]) -> Result<Vec<i64>> {
    let mut all = Vec::new();
    for (kind, document, _) in workloads(documents) {
        let live = space.get(kind, &document.name).await?;
        all.push(live.and_then(|live| live.metadata.generation).unwrap_or(0));
    }
    Ok(all)
}

const REPLICAS: &str = "replicas";
const SUSPEND: &str = "suspend";

/// What has pods, and the field that says whether it has.
fn workloads(documents: &[Document]) -> impl Iterator<Item = (Kind, &Document, &'static str)> {
    documents.iter().filter_map(|document| {
        let kind = kinds::of_document(&document.object)?;
        match kind {
            kinds::DEPLOYMENT | kinds::STATEFUL_SET => Some((kind, document, REPLICAS)),
            kinds::CRON_JOB => Some((kind, document, SUSPEND)),
            _ => None,
        }
    })
}

async fn set(change: &Change, kind: Kind, object: &Value, field: &'static str) -> Result<()> {
    let (release, namespace) = (&change.ticket.release, &change.ticket.namespace);
    // a number of pods that was changed by hand is no reason to lose data
    let mut change = change.clone();
    change.takes_back = true;
    let body = helm::owned(object, release, namespace);
    let wanted = power(object, field);
    let is_done = |live: &DynamicObject| power(&live.data, field) == wanted;
    let ours = |live: &DynamicObject| apply::owned_by_release(live, kind, release, namespace);
    apply::apply(&change, kind, HELM, &body, Existing::of(&ours).until(&is_done)).await.map(|_| ())
}

/// As the API server reads it when it is absent.
fn power(object: &Value, field: &str) -> Value {
    let absent = if field == SUSPEND { json!(false) } else { json!(1) };
    object.pointer(&format!("/spec/{field}")).cloned().unwrap_or(absent)
}
