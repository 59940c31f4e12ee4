//! A step of an install or upgrade, after its release is deployed: the kept volumes that the revision names are deleted,
//! and what became of each is kept with the revision. Repeated until nothing is left to do.

use crate::{
    App,
    deployment::{self, Row},
    facts, owners, ticket,
    volumes::{self, Deletion},
};
use access::Caller;
use kit::{Error, Message, Result, message};
use proto::{
    deployments::{DeleteVolumesRequest, DeleteVolumesResponse},
    infrastructure::{
        self, DeletedVolume, VolumeOutcome, VolumeToDelete, workload_service_client::WorkloadServiceClient,
    },
};
use sqlx::types::Json;

/// Has infrastructure delete them and keeps what is over, with a line of history for each; what is over is not asked again.
///
/// # Errors
/// `Conflict` `TASK_OUTDATED` or `FENCED`, and when the cluster does not answer.
pub async fn delete_volumes(
    app: &App,
    caller: &Caller,
    request: DeleteVolumesRequest,
) -> Result<DeleteVolumesResponse> {
    let peer = caller.peer()?;
    let (row, ticket, deletions) = {
        let mut connection = app.cx.db.acquire().await?;
        let (row, ticket) =
            ticket::ticket(&mut connection, peer, &request.deployment_id, &request.task_id, request.fence).await?;
        if row.revision != request.revision {
            return Err(Error::conflict(message!(TASK_NOT_CURRENT)));
        }
        let deletions = volumes::of_revision(&mut connection, row.id, request.revision).await?;
        (row, ticket, deletions)
    };
    let open: Vec<VolumeToDelete> = deletions
        .iter()
        .filter(|deletion| !deletion.is_over())
        .map(|deletion| VolumeToDelete { name: deletion.name.clone(), uid: deletion.uid.clone() })
        .collect();
    if open.is_empty() {
        return Ok(answer(&deletions, &[]));
    }
    let message = infrastructure::DeleteVolumesRequest { ticket: Some(ticket), volumes: open };
    let asked = app.cx.request_within("infrastructure", caller.origin(), message, ticket::WITHIN)?;
    let outcomes = WorkloadServiceClient::new(app.cx.peer("infrastructure"))
        .max_decoding_message_size(kit::MESSAGE_LIMIT)
        .delete_volumes(asked)
        .await
        .map_err(owners::failure)?
        .into_inner()
        .volumes;
    let deletions = keep(app, &row, &outcomes).await?;
    Ok(answer(&deletions, &outcomes))
}

/// Keeps what is over, and tells it, unless an earlier attempt did.
async fn keep(app: &App, row: &Row, outcomes: &[DeletedVolume]) -> Result<Vec<Deletion>> {
    let (cx, origin) = (&app.cx, &row.task_origin);
    let mut tx = cx.begin().await?;
    let locked = deployment::lock_own(&mut tx, row.id).await?;
    let Some(row) = locked.filter(|locked| locked.current_task == row.current_task && locked.revision == row.revision)
    else {
        return Err(Error::conflict(message!(TASK_NOT_CURRENT)));
    };
    let mut deletions = volumes::of_revision(tx.conn(), row.id, row.revision).await?;
    let mut changed = false;
    for deletion in deletions.iter_mut().filter(|deletion| !deletion.is_over()) {
        let Some(outcome) = outcomes.iter().find(|outcome| outcome.name == deletion.name) else { continue };
        let (volume, service, size) = (&deletion.name, &deletion.service, &deletion.size);
        let (kind, told) = match outcome.outcome() {
            VolumeOutcome::Gone => {
                deletion.deleted_at = Some(cx.clock.now());
                let told =
                    message!(VolumeDeleted, deployment = &row.name, volume = volume, service = service, size = size);
                (history::Kind::Normal, told)
            }
            VolumeOutcome::Stays => {
                let why = Message::unpacked(&outcome.said, &outcome.message);
                deletion.problem = Some(why.clone());
                let told = message!(VolumeNotDeleted, deployment = &row.name, volume = volume, said = why);
                (history::Kind::Warning, told)
            }
            VolumeOutcome::Going | VolumeOutcome::Unspecified => continue,
        };
        facts::record(cx, &mut tx, origin, &row, kind, told).await?;
        changed = true;
    }
    if changed {
        sqlx::query!(
            "update deployments.revision set deletes = $3 where deployment_id = $1 and number = $2",
            row.id,
            row.revision,
            Json(&deletions) as _
        )
        .execute(tx.conn())
        .await?;
    }
    tx.commit().await?;
    Ok(deletions)
}

/// What there is to say: of those that are going while any is, else of all.
fn answer(deletions: &[Deletion], outcomes: &[DeletedVolume]) -> DeleteVolumesResponse {
    let going: Vec<Message> = deletions
        .iter()
        .filter(|deletion| !deletion.is_over())
        .map(|deletion| {
            let outcome = outcomes.iter().find(|outcome| outcome.name == deletion.name);
            let said = outcome.map(|outcome| Message::unpacked(&outcome.said, &outcome.message));
            message!(VolumeWaits, volume = &deletion.name, said = said.unwrap_or_else(|| message!(VolumeEnding)))
        })
        .collect();
    let ended = deletions.iter().filter(|deletion| deletion.is_over()).map(|deletion| match &deletion.problem {
        Some(why) => message!(VolumeStays, volume = &deletion.name, said = why.clone()),
        None => message!(VolumeGone, volume = &deletion.name, size = &deletion.size),
    });
    let done = going.is_empty();
    let lines = if done { ended.collect() } else { going };
    let message = message!(VolumeLines, lines = lines);
    DeleteVolumesResponse { done, message: message.to_string(), said: message.packed() }
}
