//! Scaling a deployment: how many pods serve, what each may have, and how large its volume is.

use crate::{App, small_change};
use access::Caller;
use kit::Result;
use proto::deployments::{ScaleDeploymentRequest, ScaleDeploymentResponse};

/// Makes a revision of that size and orders its task. A stopped site stays stopped: it counts when it is started.
///
/// # Errors
/// 404, 403, 400 for amounts that cannot be (a volume that would shrink, or whose class does not let it grow, among them);
/// 409 while a task is at work, the deployment is being deleted, what is wanted is not in effect or nothing would change,
/// for a version that is not the newest, and when anything has moved since the plan.
pub async fn scale(app: &App, caller: &Caller, request: ScaleDeploymentRequest) -> Result<ScaleDeploymentResponse> {
    let row = small_change::make(app, caller, (&request).into()).await?;
    Ok(ScaleDeploymentResponse { deployment: Some(row.shown(false)), task_id: row.last_task.to_string() })
}
