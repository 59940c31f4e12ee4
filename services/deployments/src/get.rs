//! One deployment.

use crate::{
    App,
    deployment::{self, WHAT},
    read,
};
use access::Caller;
use kit::{Error, Result};
use proto::deployments::{GetDeploymentRequest, GetDeploymentResponse};

/// Shows a deployment, never its secrets.
///
/// # Errors
/// 404 for unknown, gone and foreign ones alike.
pub async fn get(app: &App, caller: &Caller, request: GetDeploymentRequest) -> Result<GetDeploymentResponse> {
    let id = kit::ids::parse_as(&request.id, WHAT)?;
    let missing = || Error::not_found(WHAT);
    let mut db = app.cx.read(false).await?;
    let listed = read::listed(&mut db, id).await?.ok_or_else(missing)?;
    caller.read(listed.team, WHAT)?;
    let reduced = deployment::reduced(caller, listed.team);
    let deployment = app.recent.one(&mut db, listed, reduced).await?.ok_or_else(missing)?;
    db.done();
    Ok(GetDeploymentResponse { deployment: Some(deployment) })
}
