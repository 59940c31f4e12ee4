//! `FinishRelease`: the record's end. A status that is final stays: it is the point of no return, and beats a cancel.

use crate::{
    kubernetes::{change::Change, release},
    workloads::{Workloads, masked},
};
use helm::release::{Record, Status, lock_holder};
use kit::{Error, Result, message};
use proto::infrastructure as pb;
use time::OffsetDateTime;

/// Longest description in a record. Fixed: tasks cuts it there.
const DESCRIPTION: usize = 500;

pub(super) async fn finish_release(
    app: &Workloads,
    request: pb::FinishReleaseRequest,
) -> Result<pb::FinishReleaseResponse> {
    let change = app.change(request.ticket.clone()).await?;
    let now = app.cx.clock.now();
    let status = masked(&change.space, finish(&change, &request, now)).await?;
    Ok(pb::FinishReleaseResponse { status: status.as_str().to_owned() })
}

async fn finish(change: &Change, request: &pb::FinishReleaseRequest, now: OffsetDateTime) -> Result<Status> {
    let Some(version) = version(change, request.helm_revision).await? else {
        // The release Secret was never created: there is nothing to end, and nothing is deployed.
        return nothing(request);
    };
    match change.space.belongs_to(change.ticket.deployment).await {
        Ok(_) => {}
        // Somebody removed the namespace, and the record with it.
        Err(error) if error.is_conflict("NAMESPACE_GONE") => return nothing(request),
        Err(error) => return Err(error),
    }
    let reason = match request.description.as_str() {
        "" => "interrupted".to_owned(),
        text => change.space.mask().await?.text(&crate::fault::clean(text, DESCRIPTION)),
    };
    let ended =
        release::rewrite(change, version, now, |record| end(record, change, request.succeeded, &reason, now)).await?;
    let Some(ended) = ended else { return nothing(request) };
    if !is_mine(&ended, change) {
        let release = &change.ticket.release;
        return Err(Error::conflict(message!(FOREIGN_RELEASE, release = release, revision = version)));
    }
    // Repeated when an earlier attempt ended between the two: the record that is deployed stays the only one.
    if ended.info.status == Status::Deployed {
        supersede(change, version, now).await?;
    }
    Ok(ended.info.status)
}

/// The record as it should end; `None` when it has ended already or is not ours.
fn end(record: Record, change: &Change, succeeded: bool, reason: &str, now: OffsetDateTime) -> Option<Record> {
    let open = record.info.status.is_pending() || record.info.status == Status::Unknown;
    if !open || !is_mine(&record, change) {
        return None;
    }
    Some(if succeeded { helm::release::deployed(record, now) } else { helm::release::failed(record, reason) })
}

fn is_mine(record: &Record, change: &Change) -> bool {
    lock_holder(&record.into()) == Some(change.ticket.task.to_string().as_str())
}

async fn supersede(change: &Change, version: u32, now: OffsetDateTime) -> Result<()> {
    let history = release::history(&change.space, &change.ticket.release).await?;
    let earlier =
        history.revisions.iter().filter(|revision| revision.version < version && revision.status == Status::Deployed);
    for revision in earlier {
        release::rewrite(change, revision.version, now, |record| {
            (record.info.status == Status::Deployed).then(|| helm::release::superseded(record))
        })
        .await?;
    }
    Ok(())
}

async fn version(change: &Change, said: i32) -> Result<Option<u32>> {
    match u32::try_from(said) {
        Ok(version) if version > 0 => Ok(Some(version)),
        Ok(_) => change.fence.saved_revision().await,
        Err(_) => Err(Error::invalid_field("helm_revision", message!(AT_LEAST, least = 0))),
    }
}

fn nothing(request: &pb::FinishReleaseRequest) -> Result<Status> {
    if request.succeeded {
        return Err(Error::conflict(message!(RELEASE_GONE)));
    }
    Ok(Status::Failed)
}
