//! Starting a stopped deployment: it comes up as it was asked for, with what was changed meanwhile.

use crate::{App, small_change};
use access::Caller;
use kit::Result;
use proto::deployments::{StartDeploymentRequest, StartDeploymentResponse};

/// Makes a revision whose values do not say any more that the site is stopped, and orders its task.
///
/// # Errors
/// 404, 403, 400 for the reason; 409 while a task is at work, the deployment is being deleted, what is wanted is not in
/// effect or the site is not stopped, for a version that is not the newest, and when anything has moved since the plan.
pub async fn start(app: &App, caller: &Caller, request: StartDeploymentRequest) -> Result<StartDeploymentResponse> {
    let row = small_change::make(app, caller, (&request).into()).await?;
    Ok(StartDeploymentResponse { deployment: Some(row.shown(false)), task_id: row.last_task.to_string() })
}
