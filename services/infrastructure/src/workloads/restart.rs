//! `Restart`: the pods of one component of the release start anew, a database's too; without a component those of every
//! Deployment.

use crate::{
    kubernetes::{
        apply::{self, ATTEMPTS},
        change::Change,
        failure::{self, Fault},
        kinds::{self, Kind},
        space::Space,
    },
    workloads::{Workloads, component, masked},
};
use kit::{Error, Result, clock, message};
use kube::{
    ResourceExt as _,
    api::{DynamicObject, ListParams, Patch},
};
use proto::infrastructure as pb;
use serde_json::{Value, json};
use time::{OffsetDateTime, format_description::well_known::Rfc3339};

/// Not `helm`: a later apply of the release then leaves the annotation alone.
const MANAGER: &str = "canopy-restart";
const ANNOTATION: &str = "kubectl.kubernetes.io/restartedAt";

pub(super) async fn restart(app: &Workloads, request: pb::RestartRequest) -> Result<pb::RestartResponse> {
    let change = app.change(request.ticket).await?;
    let at = request.at.as_ref().and_then(clock::unstamp);
    // Whole seconds, as kubectl writes it: every attempt of the task writes the same text.
    let at =
        at.and_then(|at| at.replace_nanosecond(0).ok()).ok_or_else(|| Error::invalid_field("at", message!(MISSING)))?;
    let component = component("component", &request.component)?;
    let workloads = masked(&change.space, all(&change, component, at)).await?;
    Ok(pb::RestartResponse { workloads })
}

/// The workloads that a restart of one component concerns, of all Deployments without one.
///
/// # Errors
/// Conflict `NOTHING_TO_RESTART` without a component and without Deployments; when the cluster refuses or does not answer.
pub(super) async fn concerned(space: &Space, release: &str, component: &str) -> Result<Vec<(Kind, DynamicObject)>> {
    let (kinds, labels): (&[Kind], _) = if component.is_empty() {
        (&[kinds::DEPLOYMENT], format!("app.kubernetes.io/instance={release}"))
    } else {
        let labels = format!("app.kubernetes.io/instance={release},app.kubernetes.io/component={component}");
        (&[kinds::STATEFUL_SET, kinds::DEPLOYMENT], labels)
    };
    let selector = ListParams::default().labels(&labels);
    let mut workloads = Vec::new();
    for kind in kinds {
        let found = space.list(*kind, &selector).await?.into_iter();
        let ours = found.filter(|object| is_ours(space, release, *kind, object));
        workloads.extend(ours.map(|object| (*kind, object)));
    }
    if workloads.is_empty() && component.is_empty() {
        return Err(Error::conflict(message!(NOTHING_TO_RESTART, release = release)));
    }
    Ok(workloads)
}

/// What the API server would make of the restart of one workload.
///
/// # Errors
/// Conflict `PAUSED`, and what the API server says.
pub(super) async fn tried(space: &Space, kind: Kind, object: &DynamicObject, at: OffsetDateTime) -> Result<()> {
    let name = object.name_any();
    if is_paused(object) {
        return Err(refusal(&name));
    }
    let patch = Patch::Strategic(body(object, at)?);
    let answer = space.try_patch(kind, &name, MANAGER, &patch).await;
    answer.map(|_| ()).map_err(|fault| space.doing("patch", kind, &name).error(fault))
}

async fn all(change: &Change, component: &str, at: OffsetDateTime) -> Result<Vec<String>> {
    change.space.belongs_to(change.ticket.deployment).await?;
    let workloads = concerned(&change.space, &change.ticket.release, component).await?;
    // All are looked at before the first is touched: a refusal leaves nothing half done.
    if let Some((_, paused)) = workloads.iter().find(|(_, object)| is_paused(object)) {
        return Err(refusal(&paused.name_any()));
    }
    let mut done = Vec::new();
    for (kind, workload) in workloads {
        one(change, kind, workload.name_any(), at).await?;
        done.push(format!("{}/{}", kind.kind, workload.name_any()));
    }
    Ok(done)
}

async fn one(change: &Change, kind: Kind, name: String, at: OffsetDateTime) -> Result<()> {
    let doing = change.space.doing("patch", kind, &name);
    for _ in 0..ATTEMPTS {
        change.in_time()?;
        let Some(object) = change.space.get(kind, &name).await? else { return Ok(()) };
        if !is_ours(&change.space, &change.ticket.release, kind, &object)
            || restarted(&object).is_some_and(|done| done >= at)
        {
            return Ok(());
        }
        if is_paused(&object) {
            return Err(refusal(&name));
        }
        change.still_mine("patch", kind.kind, &name).await?;
        // Not an apply: kubectl may own the annotation, and a restart must not fail for that.
        let patch = Patch::Strategic(body(&object, at)?);
        match change.space.send_patch(kind, &name, Some(MANAGER), &patch).await {
            Ok(_) => return Ok(()),
            Err(Fault::Stale | Fault::Missing) => {}
            Err(fault) => return Err(doing.error(fault)),
        }
    }
    Err(failure::changing(&doing.object()))
}

fn body(object: &DynamicObject, at: OffsetDateTime) -> Result<Value> {
    let at = at.format(&Rfc3339).map_err(Error::internal)?;
    Ok(json!({
        "metadata": {"uid": object.metadata.uid, "resourceVersion": object.metadata.resource_version},
        "spec": {"template": {"metadata": {"annotations": {ANNOTATION: at}}}},
    }))
}

/// When the workload was restarted last, by whomever.
fn restarted(object: &DynamicObject) -> Option<OffsetDateTime> {
    let annotations = object.data.pointer("/spec/template/metadata/annotations")?;
    OffsetDateTime::parse(annotations.get(ANNOTATION)?.as_str()?, &Rfc3339).ok()
}

fn is_paused(object: &DynamicObject) -> bool {
    object.data.pointer("/spec/paused").and_then(Value::as_bool).unwrap_or(false)
}

fn is_ours(space: &Space, release: &str, kind: Kind, object: &DynamicObject) -> bool {
    apply::owned_by_release(object, kind, release, &space.namespace).is_ok()
}

fn refusal(name: &str) -> Error {
    Error::conflict(message!(PAUSED, name = name))
}
