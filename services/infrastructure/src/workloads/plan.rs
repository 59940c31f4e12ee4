//! `Plan`: what applying would do, asked of the API server object by object with dry runs. Changes nothing.
//!
//! What is rendered is never compared with what is there: the API server fills in defaults and writes quantities its own
//! way. Its answer to the dry run is compared with the live object.

mod absent;
mod restart;
mod taken_back;
mod uninstall;
mod volumes;

use crate::{
    fault::clean,
    kubernetes::{
        apply::{self, HELM},
        change,
        difference::{self, essence},
        failure::Fault,
        hands::{self, Changed},
        kinds::{self, Kind},
        managed_fields,
        mask::Mask,
        release::{self, History},
        space::Space,
    },
    workloads::{Workloads, apply::documents, left_over, masked},
};
use futures::{StreamExt as _, TryStreamExt as _, stream};
use helm::Document;
use kit::{Error, Message, Result};
use kube::api::DynamicObject;
use proto::infrastructure::{self as pb, PlannedAction};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

/// Objects that are asked for at once. Fixed: the cluster has others to answer.
const AT_ONCE: usize = 4;

/// An object, and its state now: part of what the plan stands on.
struct Planned {
    object: pb::PlannedObject,
    live: Option<Value>,
    problem: Option<Message>,
}

pub(super) async fn plan(app: &Workloads, request: pb::PlanRequest) -> Result<pb::PlanResponse> {
    if request.uninstall {
        return uninstall::plan(app, &request).await;
    }
    if request.restart {
        return restart::plan(app, &request).await;
    }
    let release = change::namespace(&request.release_name)?;
    let documents = documents(&request.documents)?;
    let space = match app.space(&request.cluster_id, &request.deployment_id, &request.namespace).await {
        Ok(space) => space,
        Err(error) if error.is_conflict("NAMESPACE_GONE") => {
            return absent::plan(app, &request, &release, &documents).await;
        }
        Err(error) => return Err(error),
    };
    masked(&space, async {
        let delete = &request.delete_volumes;
        if request.state_only {
            let state = state(&space, &release, &documents, delete).await?;
            return Ok(pb::PlanResponse { state, ..pb::PlanResponse::default() });
        }
        let planned: Vec<Planned> = if request.take_back {
            let asked: Vec<_> =
                documents.iter().map(|document| taken_back::applied(&space, &release, document)).collect();
            stream::iter(asked).buffered(AT_ONCE).try_collect().await?
        } else {
            let asked: Vec<_> = documents.iter().map(|document| applied(&space, &release, document)).collect();
            stream::iter(asked).buffered(AT_ONCE).try_collect().await?
        };
        let planned = followed(planned, &space, &release, &documents, delete).await?;
        Ok(answer(planned, &space.mask().await?))
    })
    .await
}

/// [`pb::PlanResponse::state`] as it is now, without trying anything.
///
/// # Errors
/// When the cluster refuses or does not answer.
pub(super) async fn state(space: &Space, release: &str, documents: &[Document], delete: &[String]) -> Result<String> {
    let asked: Vec<_> = documents
        .iter()
        .map(|document| async move {
            let (_, live) = met(space, document).await?;
            Ok::<_, Error>(Planned { live: live.as_ref().map(json), ..created(document) })
        })
        .collect();
    let planned: Vec<Planned> = stream::iter(asked).buffered(AT_ONCE).try_collect().await?;
    Ok(state_of(&followed(planned, space, release, documents, delete).await?))
}

/// What is applied, then what is used again, and what goes: objects first, then volumes.
async fn followed(
    applied: Vec<Planned>,
    space: &Space,
    release: &str,
    documents: &[Document],
    delete: &[String],
) -> Result<Vec<Planned>> {
    let history = release::history(space, release).await?;
    let again = volumes::used_again(space, release, &history, documents).await?;
    let mut planned = volumes::beside(applied, again);
    planned.extend(gone(space, release, &history, documents).await?);
    planned.extend(volumes::deleted(space, release, documents, delete).await?);
    Ok(planned)
}

/// What goes.
async fn gone(space: &Space, release: &str, history: &History, documents: &[Document]) -> Result<Vec<Planned>> {
    let gone = left_over::left_over(space, release, history, u32::MAX, documents).await?;
    let asked: Vec<_> = gone.iter().map(|(kind, document)| removed(space, release, *kind, document)).collect();
    let gone: Vec<Option<Planned>> = stream::iter(asked).buffered(AT_ONCE).try_collect().await?;
    Ok(gone.into_iter().flatten().collect())
}

fn created(document: &Document) -> Planned {
    Planned { object: named(document, PlannedAction::Create), live: None, problem: None }
}

fn named(document: &Document, action: PlannedAction) -> pb::PlannedObject {
    pb::PlannedObject {
        kind: document.kind.clone(),
        name: document.name.clone(),
        action: action.into(),
        ..pb::PlannedObject::default()
    }
}

/// The kind of a document, and the object that it meets.
async fn met(space: &Space, document: &Document) -> Result<(Kind, Option<DynamicObject>)> {
    let kind = kinds::of_document(&document.object).ok_or_else(|| apply::not_allowed(&document.object))?;
    Ok((kind, space.get(kind, &document.name).await?))
}

/// What becomes of a document's object.
async fn applied(space: &Space, release: &str, document: &Document) -> Result<Planned> {
    let (kind, live) = met(space, document).await?;
    if let Some(object) = &live
        && let Err(error) = apply::owned_by_release(object, kind, release, &space.namespace)
    {
        return Ok(refused(document, Some(object), error));
    }
    let body = helm::owned(&document.object, release, &space.namespace);
    let (would, problem) = match tried(space, kind, &document.name, &body, live.as_ref()).await {
        Ok(would) => would,
        Err(error) if said_no(&error) => return Ok(refused(document, live.as_ref(), error)),
        Err(error) => return Err(error),
    };
    let Some(live) = live else { return Ok(Planned { problem, ..created(document) }) };
    let (now, then) = (json(&live), json(&would));
    let entries = live.metadata.managed_fields.as_deref().unwrap_or_default();
    let fields = difference::fields(&now, &then);
    let fields: Vec<_> = fields.into_iter().map(|field| told(hands::changed(entries, &field.path), field)).collect();
    let action = if fields.is_empty() { PlannedAction::None } else { PlannedAction::Change };
    let restarts = now.pointer("/spec/template") != then.pointer("/spec/template")
        && runs_pods(kind)
        && replicas(&now) > 0
        && replicas(&then) > 0;
    let object = pb::PlannedObject {
        restarts,
        interrupts: restarts && stops_first(kind, &then),
        fields,
        ..named(document, action)
    };
    Ok(Planned { object, live: Some(now), problem })
}

/// What the API server would make of it. Fields that somebody else owns are a problem, since an apply never takes them by
/// force; what would be is said all the same.
async fn tried(
    space: &Space,
    kind: Kind,
    name: &str,
    body: &Value,
    live: Option<&DynamicObject>,
) -> Result<(DynamicObject, Option<Message>)> {
    let error = |fault: Fault| space.doing("apply", kind, name).error(fault);
    let entries = live.and_then(|object| object.metadata.managed_fields.as_deref()).unwrap_or_default();
    if managed_fields::upgraded(entries, HELM).is_some() {
        // What Helm wrote by update is taken over before an apply: it is no conflict.
        return Ok((space.try_apply(kind, name, HELM, body, true).await.map_err(error)?, None));
    }
    match space.try_apply(kind, name, HELM, body, false).await.map_err(error) {
        Ok(object) => Ok((object, None)),
        Err(conflict) if conflict.is_conflict("FIELD_CONFLICT") => {
            let object = space.try_apply(kind, name, HELM, body, true).await.map_err(error)?;
            Ok((object, Some(conflict.message())))
        }
        Err(other) => Err(other),
    }
}

/// An answer about this object; anything else is about the cluster.
fn said_no(error: &Error) -> bool {
    matches!(error, Error::Invalid { .. } | Error::Conflict(_) | Error::Forbidden(_))
}

fn refused(document: &Document, live: Option<&DynamicObject>, error: Error) -> Planned {
    let action = if live.is_some() { PlannedAction::Change } else { PlannedAction::Create };
    Planned { object: named(document, action), live: live.map(json), problem: Some(error.message()) }
}

/// What becomes of an object that the new set has not; `None`: nothing, it is gone, somebody else's, or stays.
async fn removed(space: &Space, release: &str, kind: Kind, document: &Document) -> Result<Option<Planned>> {
    let Some(live) = space.get(kind, &document.name).await? else { return Ok(None) };
    if !left_over::may_go(&live, kind, release, &space.namespace) {
        return Ok(None);
    }
    let object = pb::PlannedObject { loses_data: kind == kinds::CLAIM, ..named(document, PlannedAction::Delete) };
    Ok(Some(Planned { object, live: Some(json(&live)), problem: None }))
}

fn json(object: &DynamicObject) -> Value {
    essence(&serde_json::to_value(object).unwrap_or_default())
}

fn runs_pods(kind: Kind) -> bool {
    kind == kinds::DEPLOYMENT || kind == kinds::STATEFUL_SET
}

/// Whether the old pods go before new ones are there.
fn stops_first(kind: Kind, object: &Value) -> bool {
    let strategy = object.pointer("/spec/strategy/type").and_then(Value::as_str);
    strategy == Some("Recreate") || (kind == kinds::STATEFUL_SET && replicas(object) == 1)
}

/// How many pods a workload is asked to have.
fn replicas(object: &Value) -> i64 {
    object.pointer("/spec/replicas").and_then(Value::as_i64).unwrap_or(1)
}

/// With who made it what it is now.
fn told(who: Changed, field: difference::Field) -> pb::PlannedField {
    let (manager, at) = match who {
        Changed::By(manager, at) => (clean(&manager, 100), at),
        Changed::ByRight | Changed::Unknown => (String::new(), None),
    };
    let changed_at = at.map(|seconds| prost_types::Timestamp { seconds, nanos: 0 });
    pb::PlannedField { path: field.path, before: field.before, after: field.after, manager, changed_at }
}

/// Of every object concerned, as it is now.
fn state_of(planned: &[Planned]) -> String {
    let mut state = Sha256::new();
    for Planned { object, live, .. } in planned {
        let live = live.as_ref().map(Value::to_string).unwrap_or_default();
        for part in [&object.kind, &object.name, &live] {
            state.update(part.len().to_be_bytes());
            state.update(part.as_bytes());
        }
    }
    state.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Without what was asked for the state only.
fn state_alone(answer: pb::PlanResponse) -> pb::PlanResponse {
    pb::PlanResponse { objects: Vec::new(), ..answer }
}

/// Masked, with the state that it stands on.
fn answer(planned: Vec<Planned>, mask: &Mask) -> pb::PlanResponse {
    let shown = |text: &str| mask.lines(text);
    let state = state_of(&planned);
    let objects = planned.into_iter().map(|Planned { mut object, problem, .. }| {
        for field in &mut object.fields {
            field.before = field.before.as_deref().map(shown);
            field.after = field.after.as_deref().map(shown);
        }
        if let Some(problem) = problem {
            let problem = problem.with_texts(&shown);
            (object.problem, object.said) = (problem.to_string(), problem.packed());
        }
        object
    });
    pb::PlanResponse { objects: objects.collect(), state, ..pb::PlanResponse::default() }
}
