//! One deployment.

use crate::{App, deployment};
use access::Caller;
use kit::Result;
use proto::deployments::{GetDeploymentRequest, GetDeploymentResponse};

/// Shows a deployment, never its secrets.
///
/// # Errors
/// 404 for unknown, gone and foreign ones alike.
pub async fn get(app: &App, caller: &Caller, request: GetDeploymentRequest) -> Result<GetDeploymentResponse> {
    let mut connection = app.cx.db.acquire().await?;
    let (id, team) = deployment::owner(&mut connection, &request.id).await?;
    let readable = caller.read(team, deployment::WHAT)?;
    let row = deployment::find(&mut connection, readable, id).await?;
    Ok(GetDeploymentResponse { deployment: Some(row.shown(deployment::reduced(caller, team))) })
}
