//! A step of an install: the sealed revision, and nothing else, goes to infrastructure.

use crate::{App, drift, owners, plan, revision, ticket, volumes};
use access::Caller;
use futures::{Stream, StreamExt, stream};
use kit::{Error, Message, Result, message};
use proto::{
    deployments::{ApplyRequest, ApplyResponse},
    infrastructure::{self, workload_service_client::WorkloadServiceClient},
};
use tonic::{Status, Streaming};

/// Opens the revision, checks its hash and passes infrastructure's progress on.
///
/// # Errors
/// `Conflict` `TASK_OUTDATED` or `HASH_MISMATCH`, and those of infrastructure; in the stream `Conflict` `LOCKED` while
/// another Helm operation holds the release, which is worth waiting for.
pub async fn apply(
    app: &App,
    caller: &Caller,
    request: ApplyRequest,
) -> Result<impl Stream<Item = Result<ApplyResponse, Status>> + use<>> {
    let peer = caller.peer()?;
    let (ticket, opened, planned, deletes, take_back) = {
        let mut connection = app.cx.db.acquire().await?;
        let (row, ticket) =
            ticket::ticket(&mut connection, peer, &request.deployment_id, &request.task_id, request.fence).await?;
        let opened = revision::open(&app.cx, &mut connection, &row, request.revision).await?;
        let task = kit::ids::parse_as(&request.task_id, "Task")?;
        let planned = plan::bound(&mut connection, row.id, task).await?;
        let deletes = volumes::of_revision(&mut connection, row.id, request.revision).await?;
        let take_back = drift::takes_back(&mut connection, row.id, task).await?;
        (ticket, opened, planned, deletes, take_back)
    };
    if opened.hash != request.hash {
        return Err(Error::conflict(message!(HASH_MISMATCH)));
    }
    let message = infrastructure::ApplyRequest {
        ticket: Some(ticket),
        release: opened.bundle.release.into_bytes(),
        documents: opened.bundle.documents.into_bytes(),
        helm_revision: request.helm_revision,
        revision: request.revision,
        planned,
        delete_volumes: volumes::names(&deletes),
        take_back,
    };
    let request = app.cx.request_within("infrastructure", caller.origin(), message, ticket::WITHIN)?;
    let upstream = WorkloadServiceClient::new(app.cx.peer("infrastructure"))
        .max_decoding_message_size(kit::MESSAGE_LIMIT)
        .apply(request)
        .await
        .map_err(owners::failure)?
        .into_inner();
    Ok(passed_on(upstream))
}

fn passed_on(upstream: Streaming<infrastructure::ApplyResponse>) -> impl Stream<Item = Result<ApplyResponse, Status>> {
    // ends after the first error: nothing that follows would mean anything
    stream::unfold(Some(upstream), |upstream| async {
        let mut upstream = upstream?;
        match upstream.next().await? {
            Ok(answer) if answer.waiting => Some((Err(locked(&answer).into()), None)),
            Ok(answer) => {
                let infrastructure::ApplyResponse { message, said, helm_revision, done, .. } = answer;
                Some((Ok(ApplyResponse { message, said, helm_revision, done }), Some(upstream)))
            }
            // through our own error, so that the category and the sentence arrive, and the cause stays here
            Err(status) => Some((Err(owners::failure(status).into()), None)),
        }
    })
}

/// With the sentence of infrastructure, which knows who it is.
fn locked(answer: &infrastructure::ApplyResponse) -> Error {
    if !answer.message.is_empty() {
        let said = Message::unpacked(&answer.said, &answer.message);
        return Error::conflict(message!(LOCKED, said = said));
    }
    let since = answer.locked_since.as_ref().and_then(kit::clock::unstamp).and_then(|at| {
        at.replace_nanosecond(0).unwrap_or(at).format(&time::format_description::well_known::Rfc3339).ok()
    });
    let said = match since {
        Some(since) => message!(ReleaseHeldSince, who = "helm", since = since),
        None => message!(ReleaseHeld, who = "helm"),
    };
    Error::conflict(message!(LOCKED, said = said))
}
