//! `Uninstall`: one bounded pass; repeated until nothing is left. What to delete is read from the release's own records,
//! which go last but for the namespace, so that a pass that was cut short is simply repeated.

use crate::{
    kubernetes::{
        apply,
        change::Change,
        delete::{self, Deleted},
        kinds::{self, Kind},
        release,
        space::{self, DEPLOYMENT_LABEL, Space},
    },
    workloads::{Workloads, copy_volumes::copier, left_over::is_kept, masked, plan},
};
use helm::{
    Document,
    release::{Record, Status},
};
use k8s_openapi::api::core::v1::Namespace;
use kit::{Error, Message, Result, message, message::as_is};
use kube::{
    ResourceExt as _,
    api::{DynamicObject, ListParams},
};
use proto::infrastructure as pb;
use std::collections::BTreeMap;
use time::OffsetDateTime;
use uuid::Uuid;

/// Named in one answer. Fixed: one line on the screen.
const SHOWN: usize = 20;

pub(super) async fn uninstall(app: &Workloads, request: pb::UninstallRequest) -> Result<pb::UninstallResponse> {
    let change = app.change(request.ticket).await?;
    let now = app.cx.clock.now();
    masked(&change.space, pass(app, &change, now, &request.planned)).await
}

/// That there is nothing more than the plan named. That something of it is gone meanwhile loses nothing.
async fn no_more_than(app: &Workloads, change: &Change, planned: &[String]) -> Result<()> {
    let ticket = &change.ticket;
    let request = pb::PlanRequest {
        cluster_id: ticket.cluster.to_string(),
        deployment_id: ticket.deployment.to_string(),
        namespace: ticket.namespace.clone(),
        release_name: ticket.release.clone(),
        uninstall: true,
        ..pb::PlanRequest::default()
    };
    let now = plan::plan(app, request).await?;
    let more = now.parts.iter().zip(&now.objects).filter(|(part, _)| !planned.contains(part));
    let names: Vec<String> = more.map(|(_, object)| format!("{} {}", object.kind, object.name)).take(SHOWN).collect();
    if names.is_empty() {
        return Ok(());
    }
    Err(Error::conflict(message!(UNINSTALL_LOSES_MORE, names = names)))
}

async fn pass(
    app: &Workloads,
    change: &Change,
    now: OffsetDateTime,
    planned: &[String],
) -> Result<pb::UninstallResponse> {
    let Some(namespace) = change.space.itself().await? else { return Ok(done(&message!(NothingLeft))) };
    if !space::is_of(&namespace, change.ticket.deployment) {
        return nothing_of_ours(change).await;
    }
    if namespace.metadata.deletion_timestamp.is_some() {
        return Ok(ending(&namespace, blockers(change).await?));
    }
    // a move that was given up may have left them: they hold the volumes
    if !copier::remove(change).await? {
        return Ok(going(&message!(CopyEnding), Vec::new()));
    }
    let history = release::history(&change.space, &change.ticket.release).await?;
    let versions: Vec<u32> = history.revisions.iter().map(|revision| revision.version).collect();
    let records = release::read_all(&change.space, &change.ticket.release, &versions).await?;
    if let Some(last) = helm::release::last(&history.revisions).filter(|last| last.status != Status::Uninstalling) {
        // nothing has been begun
        if !planned.is_empty() {
            no_more_than(app, change, planned).await?;
        }
        release::rewrite(change, last.version, now, |record| {
            (record.info.status != Status::Uninstalling).then(|| helm::release::uninstalling(record, now))
        })
        .await?;
    }
    let remaining = delete_objects(change, &objects(&records, &change.ticket.namespace)).await?;
    if !remaining.is_empty() {
        return Ok(going(&message!(ObjectsGoing), remaining));
    }
    let remaining = delete_beside(change).await?;
    if !remaining.is_empty() {
        return Ok(going(&message!(VolumesGoing), remaining));
    }
    for revision in &history.revisions {
        let name = helm::release::secret_name(&change.ticket.release, revision.version);
        delete::delete(change, kinds::SECRET, &name, &|_| true).await?;
    }
    // The end of the namespace is the end of every chance that something is created in it.
    let deployment = change.ticket.deployment.to_string();
    let ours = |object: &DynamicObject| object.labels().get(DEPLOYMENT_LABEL) == Some(&deployment);
    match delete::delete(change, kinds::NAMESPACE, &change.ticket.namespace, &ours).await? {
        Deleted::Gone => Ok(done(&message!(NothingLeft))),
        Deleted::Going => Ok(going(&message!(NamespaceEnding), vec![format!("Namespace/{}", change.ticket.namespace)])),
        Deleted::Kept => Err(space::foreign(&change.ticket.namespace)),
    }
}

/// A namespace of that name is somebody else's. Nothing in it can be ours unless our label was taken off it.
async fn nothing_of_ours(change: &Change) -> Result<pb::UninstallResponse> {
    none_of_ours(&change.space, change.ticket.deployment).await?;
    Ok(done(&message!(NamespaceUntouched, namespace = &change.ticket.namespace)))
}

/// That a namespace without our label has nothing that carries it.
///
/// # Errors
/// Conflict `NAMESPACE_LOST_LABEL`, and when the cluster refuses or does not answer.
pub(super) async fn none_of_ours(space: &Space, deployment: Uuid) -> Result<()> {
    let label = format!("{DEPLOYMENT_LABEL}={deployment}");
    if space.list_metadata(kinds::SECRET, &ListParams::default().labels(&label)).await?.is_empty() {
        return Ok(());
    }
    Err(Error::conflict(message!(NAMESPACE_LOST_LABEL, namespace = &space.namespace, label = label)))
}

/// Everything any kept revision had, hooks included, in the order of deletion; what asks to stay is left out.
fn objects(records: &[Record], namespace: &str) -> Vec<Document> {
    let mut all = BTreeMap::new();
    for record in records {
        let hooks = record.hooks.iter().map(|hook| hook.manifest.as_str());
        for text in hooks.chain([record.manifest.as_str()]) {
            // The lenient reading: a document that cannot be read goes with the namespace.
            for document in helm::parse_manifest(text) {
                all.insert(document.identity(namespace), document);
            }
        }
    }
    let mut all: Vec<_> = all.into_values().filter(|document| !document.kept()).collect();
    helm::uninstall_order(&mut all);
    all
}

/// Deletes what is ours and says what is still there. Only objects that carry the release's ownership are touched.
async fn delete_objects(change: &Change, objects: &[Document]) -> Result<Vec<String>> {
    let (release, namespace) = (&change.ticket.release, &change.ticket.namespace);
    let task = |object: &DynamicObject| object.annotations().contains_key(super::run_hooks::TASK_ANNOTATION);
    let mut remaining = Vec::new();
    for document in objects {
        change.in_time()?;
        let Some(kind) = kinds::of_group(&document.api_version, &document.kind) else { continue };
        let ours = |object: &DynamicObject| {
            (apply::owned_by_release(object, kind, release, namespace).is_ok() || task(object)) && !is_kept(object)
        };
        if delete::delete(change, kind, &document.name, &ours).await? == Deleted::Going
            && let Some(object) = change.space.get(kind, &document.name).await?
        {
            remaining.push(named(kind, &object));
        }
    }
    Ok(remaining)
}

/// Volume claims, those of StatefulSets too, and the Secrets beside the release: "all of its data" means all.
async fn delete_beside(change: &Change) -> Result<Vec<String>> {
    let mut remaining = Vec::new();
    let secrets = ListParams::default().fields("type=Opaque");
    for (kind, selector) in [(kinds::CLAIM, ListParams::default()), (kinds::SECRET, secrets)] {
        for object in change.space.list_metadata(kind, &selector).await? {
            change.in_time()?;
            let name = object.metadata.name.unwrap_or_default();
            if delete::delete(change, kind, &name, &|_| true).await? == Deleted::Going
                && let Some(object) = change.space.get(kind, &name).await?
            {
                remaining.push(named(kind, &object));
            }
        }
    }
    Ok(remaining)
}

/// What keeps a namespace from ending: objects with finalizers, of the kinds we know.
async fn blockers(change: &Change) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for kind in kinds::RELEASED.into_iter().chain([kinds::SECRET, kinds::POD]) {
        change.in_time()?;
        for object in change.space.list_metadata(kind, &ListParams::default()).await? {
            if object.metadata.finalizers.as_ref().is_some_and(|list| !list.is_empty()) {
                let finalizers = object.metadata.finalizers.unwrap_or_default();
                found.push(entry(kind, &object.metadata.name.unwrap_or_default(), &finalizers));
            }
        }
    }
    Ok(found)
}

fn named(kind: Kind, object: &DynamicObject) -> String {
    entry(kind, &object.name_any(), object.finalizers())
}

/// `PersistentVolumeClaim/x (finalizers: kubernetes.io/pvc-protection)`
fn entry(kind: Kind, name: &str, finalizers: &[String]) -> String {
    let waits = finalizers.iter().take(3).map(|text| crate::fault::clean(text, 100)).collect::<Vec<_>>().join(", ");
    if waits.is_empty() {
        format!("{}/{name}", kind.kind)
    } else {
        format!("{}/{name} (finalizers: {waits})", kind.kind)
    }
}

/// The namespace is on its way out: what Kubernetes says about that, and what we see.
fn ending(namespace: &Namespace, blockers: Vec<String>) -> pb::UninstallResponse {
    let conditions = namespace.status.as_ref().and_then(|status| status.conditions.as_deref()).unwrap_or_default();
    let said: Vec<String> = conditions
        .iter()
        .filter(|condition| condition.status == "True")
        .filter_map(|condition| condition.message.as_deref())
        .map(|text| crate::fault::clean(text, 300))
        .collect();
    let mut remaining = vec![format!("Namespace/{}", namespace.metadata.name.as_deref().unwrap_or_default())];
    remaining.extend(blockers);
    let message = if said.is_empty() {
        message!(NamespaceEnding)
    } else {
        message!(NamespaceEndingBecause, said = as_is(said.join(" ")))
    };
    going(&message, remaining)
}

fn done(message: &Message) -> pb::UninstallResponse {
    pb::UninstallResponse { done: true, ..going(message, Vec::new()) }
}

fn going(message: &Message, mut remaining: Vec<String>) -> pb::UninstallResponse {
    remaining.truncate(SHOWN);
    pb::UninstallResponse { done: false, remaining, message: message.to_string(), said: message.packed() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finalizer_that_blocks_is_named() {
        assert_eq!(entry(kinds::CLAIM, "data", &[]), "PersistentVolumeClaim/data");
        assert_eq!(
            entry(kinds::CLAIM, "data", &["example.com/guard".into()]),
            "PersistentVolumeClaim/data (finalizers: example.com/guard)"
        );
    }
}
