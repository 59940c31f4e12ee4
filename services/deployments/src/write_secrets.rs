//! A step of an install: the application's passwords become Secrets beside the release.

use crate::{App, applications, owners, secrets, ticket};
use access::Caller;
use kit::Result;
use proto::{
    deployments::{WriteSecretsRequest, WriteSecretsResponse},
    infrastructure::{PutSecretsRequest, workload_service_client::WorkloadServiceClient},
};

/// Opens the secrets and has infrastructure write them; repeating it writes the same.
///
/// # Errors
/// `Conflict` `TASK_OUTDATED`, and those of infrastructure.
pub async fn write_secrets(app: &App, caller: &Caller, request: WriteSecretsRequest) -> Result<WriteSecretsResponse> {
    let peer = caller.peer()?;
    let (ticket, secrets) = {
        let mut connection = app.cx.db.acquire().await?;
        let (row, ticket) =
            ticket::ticket(&mut connection, peer, &request.deployment_id, &request.task_id, request.fence).await?;
        let named = secrets::open(&app.cx, &mut connection, row.id, row.team_id).await?;
        let application = applications::of(&row.application)?;
        let labels = ticket::labels(&row);
        (ticket, secrets::objects(application, &row.spec, &row.release_name, &labels, &named)?)
    };
    let names = secrets.iter().map(|secret| secret.name.clone()).collect();
    let put = PutSecretsRequest { ticket: Some(ticket), secrets };
    let put = app.cx.request_within("infrastructure", caller.origin(), put, ticket::WITHIN)?;
    WorkloadServiceClient::new(app.cx.peer("infrastructure"))
        .max_decoding_message_size(kit::MESSAGE_LIMIT)
        .put_secrets(put)
        .await
        .map_err(owners::failure)?;
    Ok(WriteSecretsResponse { names })
}
