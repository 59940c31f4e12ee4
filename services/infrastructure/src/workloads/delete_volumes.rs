//! `DeleteVolumes`: deletes volume claims that a change has left without use. Only when the newest revision of the release
//! is the task's own and deployed, and names the claim nowhere: after a failed change, or when somebody has changed the
//! release since, nothing is deleted. One bounded pass; repeated until nothing is going.

use crate::{
    kubernetes::{
        change::Change,
        delete::{self, Deleted},
        kinds,
        lock::{self, Standing},
        release,
    },
    watch::INSTANCE,
    workloads::{Workloads, claims, masked},
};
use helm::{Claims, release::Status};
use kit::{Error, Message, Problems, Result, message};
use kube::{
    ResourceExt as _,
    api::{DynamicObject, ListParams},
};
use proto::infrastructure::{self as pb, VolumeOutcome};

/// Claims of one call. Fixed: a deployment has fewer.
const MOST: usize = 50;

/// What became of a claim.
enum Outcome {
    Gone,
    /// Why it is not gone yet.
    Going(Message),
    /// Why it is not deleted.
    Stays(Message),
}

pub(super) async fn delete_volumes(
    app: &Workloads,
    request: pb::DeleteVolumesRequest,
) -> Result<pb::DeleteVolumesResponse> {
    let mut problems = Problems::new();
    if request.volumes.len() > MOST {
        problems.add("volumes", message!(AT_MOST, most = MOST));
    }
    if request.volumes.iter().any(|volume| !is_name(&volume.name) || volume.uid.is_empty()) {
        problems.add("volumes", message!(NO_NAME));
    }
    problems.done()?;
    let change = app.change(request.ticket).await?;
    masked(&change.space, pass(&change, request.volumes)).await
}

/// Of a claim, before it becomes part of an address.
fn is_name(name: &str) -> bool {
    let inner = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-' || b == b'.';
    (1..=253).contains(&name.len()) && name.bytes().all(inner) && !name.starts_with(['-', '.'])
}

async fn pass(change: &Change, volumes: Vec<pb::VolumeToDelete>) -> Result<pb::DeleteVolumesResponse> {
    change.space.belongs_to(change.ticket.deployment).await?;
    let used = in_effect(change).await?;
    let mut answers = Vec::with_capacity(volumes.len());
    for pb::VolumeToDelete { name, uid } in volumes {
        let outcome = match &used {
            Some(used) => one(change, used, &name, &uid).await?,
            None => Outcome::Stays(message!(VolumeReleaseMoved)),
        };
        answers.push(answer(name, outcome));
    }
    Ok(pb::DeleteVolumesResponse { volumes: answers })
}

/// What the revision of this task uses, when it is the newest one and deployed.
async fn in_effect(change: &Change) -> Result<Option<Claims>> {
    let (space, ticket) = (&change.space, &change.ticket);
    let history = release::history(space, &ticket.release).await?;
    let newest = helm::release::last(&history.revisions).map(|last| last.version);
    let Standing::Ended(version, Status::Deployed) = lock::standing(&history.revisions, ticket.task) else {
        return Ok(None);
    };
    if newest != Some(version) {
        return Ok(None);
    }
    let Some(stored) = release::read(space, &ticket.release, version).await? else { return Ok(None) };
    Ok(Some(claims::used(&claims::documents(&stored.record.manifest)?)))
}

async fn one(change: &Change, used: &Claims, name: &str, uid: &str) -> Result<Outcome> {
    change.in_time()?;
    let Some(claim) = change.space.get(kinds::CLAIM, name).await? else { return Ok(Outcome::Gone) };
    if used.has(name) {
        return Ok(Outcome::Stays(message!(VolumeUsed)));
    }
    if claim.metadata.deletion_timestamp.is_none()
        && let Some(wait) = mounted(change, name).await?
    {
        return Ok(wait);
    }
    let (release, namespace) = (&change.ticket.release, &change.ticket.namespace);
    let ours = |claim: &DynamicObject| {
        claim.metadata.uid.as_deref() == Some(uid) && claims::is_ours(&claim.metadata, release, namespace)
    };
    match delete::delete(change, kinds::CLAIM, name, &ours).await {
        Ok(Deleted::Gone) => Ok(Outcome::Gone),
        Ok(Deleted::Kept) => Ok(Outcome::Stays(message!(VolumeReplaced))),
        Ok(Deleted::Going) => Ok(match change.space.get(kinds::CLAIM, name).await? {
            None => Outcome::Gone,
            Some(claim) => Outcome::Going(ending(&claim)),
        }),
        Err(error) if is_final(&error) => Ok(Outcome::Stays(error.message())),
        Err(error) => Err(error),
    }
}

/// A refusal by the cluster, which asking again does not change.
fn is_final(error: &Error) -> bool {
    match error {
        Error::Forbidden(_) | Error::Invalid { .. } => true,
        Error::Conflict(message) => message.reason() != "FENCED",
        _ => false,
    }
}

/// What a pod that still has the volume means: one of the release goes with what was switched off, another does not.
async fn mounted(change: &Change, claim: &str) -> Result<Option<Outcome>> {
    let pods = change.space.list(kinds::POD, &ListParams::default()).await?;
    let Some(pod) = pods.iter().find(|pod| claims::mounts(pod, claim) && claims::may_run(pod)) else { return Ok(None) };
    let name = pod.name_any();
    let of_release = pod.labels().get(INSTANCE) == Some(&change.ticket.release);
    Ok(Some(if of_release || pod.metadata.deletion_timestamp.is_some() {
        Outcome::Going(message!(VolumeMounted, pod = name))
    } else {
        Outcome::Stays(message!(VolumeMountedElsewhere, pod = name))
    }))
}

fn ending(claim: &DynamicObject) -> Message {
    let waits = claim.finalizers().iter().take(3).map(|text| crate::fault::clean(text, 100)).collect::<Vec<_>>();
    if waits.is_empty() { message!(VolumeEnding) } else { message!(VolumeHeld, names = waits) }
}

fn answer(name: String, outcome: Outcome) -> pb::DeletedVolume {
    let (outcome, said) = match outcome {
        Outcome::Gone => (VolumeOutcome::Gone, None),
        Outcome::Going(why) => (VolumeOutcome::Going, Some(why)),
        Outcome::Stays(why) => (VolumeOutcome::Stays, Some(why)),
    };
    pb::DeletedVolume {
        name,
        outcome: outcome.into(),
        message: said.as_ref().map(Message::to_string).unwrap_or_default(),
        said: said.as_ref().map(Message::packed).unwrap_or_default(),
    }
}
