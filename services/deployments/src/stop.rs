//! Stopping a deployment: no pod of it runs until it is started; volumes, addresses and all settings stay.

use crate::{App, small_change};
use access::Caller;
use kit::Result;
use proto::deployments::{StopDeploymentRequest, StopDeploymentResponse};

/// Makes a revision whose values say that the site is stopped, and orders its task.
///
/// # Errors
/// 404, 403, 400 for the reason; 409 while a task is at work, the deployment is being deleted, what is wanted is not in
/// effect or the site is stopped, for a version that is not the newest, and when anything has moved since the plan.
pub async fn stop(app: &App, caller: &Caller, request: StopDeploymentRequest) -> Result<StopDeploymentResponse> {
    let row = small_change::make(app, caller, (&request).into()).await?;
    Ok(StopDeploymentResponse { deployment: Some(row.shown(false)), task_id: row.last_task.to_string() })
}
