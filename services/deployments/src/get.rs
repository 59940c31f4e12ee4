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
    let mut db = app.cx.read(false).await?;
    let row = deployment::visible(&mut db, caller, &request.id).await?;
    db.done();
    Ok(GetDeploymentResponse { deployment: Some(row.shown(deployment::reduced(caller, row.team_id))) })
}
