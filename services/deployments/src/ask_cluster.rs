//! A question to a cluster while somebody waits for the answer, asked through infrastructure.

use crate::owners;
use kit::{Context, Error, Origin, PeerChannel, Result, message};
use proto::infrastructure::workload_service_client::WorkloadServiceClient;
use std::{future::Future, time::Duration};
use tonic::{Request, Response, Status};

/// How long the cluster may take. Fixed: who asked waits ten seconds, and is told that the cluster is silent.
const WITHIN: Duration = Duration::from_secs(8);

/// By how much infrastructure's own deadline is later: it says nothing of clusters, so the one here comes first.
const LONGER: Duration = Duration::from_secs(1);

/// The answer to `message`, which `call` sends.
///
/// # Errors
/// What infrastructure refuses; `Unavailable` `CLUSTER_SILENT` when the time is over.
pub async fn ask_cluster<M, A, F>(
    cx: &Context,
    origin: &Origin,
    message: M,
    call: impl FnOnce(WorkloadServiceClient<PeerChannel>, Request<M>) -> F,
) -> Result<A>
where
    F: Future<Output = Result<Response<A>, Status>>,
{
    ask_within(cx, origin, WITHIN, message, call).await
}

/// The same with another time.
///
/// # Errors
/// As [`ask_cluster`].
pub async fn ask_within<M, A, F>(
    cx: &Context,
    origin: &Origin,
    within: Duration,
    message: M,
    call: impl FnOnce(WorkloadServiceClient<PeerChannel>, Request<M>) -> F,
) -> Result<A>
where
    F: Future<Output = Result<Response<A>, Status>>,
{
    let request = cx.request_within("infrastructure", origin, message, within + LONGER)?;
    let client = WorkloadServiceClient::new(cx.peer("infrastructure")).max_decoding_message_size(kit::MESSAGE_LIMIT);
    match tokio::time::timeout(within, call(client, request)).await {
        Ok(Ok(answer)) => Ok(answer.into_inner()),
        Ok(Err(status)) => Err(owners::failure(status)),
        Err(elapsed) => Err(Error::unavailable(message!(CLUSTER_SILENT), elapsed)),
    }
}
