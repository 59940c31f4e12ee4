//! Doing a failed task's work again, as a new task.

use crate::{
    App,
    deployment::{self, Kind},
    facts::{self, quoted},
    task,
};
use access::Caller;
use kit::Result;
use proto::deployments::{RetryTaskRequest, RetryTaskResponse};

/// Orders a task of the same kind; of a deployment that is to go, the uninstall.
///
/// # Errors
/// 404, 403, 409 when a task is at work, or the task is not the last one, or it did not fail.
pub async fn retry_task(app: &App, caller: &Caller, request: RetryTaskRequest) -> Result<RetryTaskResponse> {
    let (id, team) = deployment::owner(&mut *app.cx.db.acquire().await?, &request.deployment_id).await?;
    let team = caller.write(team, deployment::WHAT)?;
    let task = kit::ids::parse_as(&request.task_id, "Task")?;
    let mut tx = app.cx.begin().await?;
    let row = deployment::lock(&mut tx, team, id).await?;
    let kind = row.retry(task)?;
    let row = task::start(&app.cx, &mut tx, caller.origin(), &row, kind).await?;
    let what = match kind {
        Kind::Install => "installation",
        Kind::Restart => "restart",
        Kind::Uninstall => "removal",
    };
    let sentence = format!("Another try at the {what} of deployment {} was requested.", quoted(&row.name));
    facts::record(&app.cx, &mut tx, caller.origin(), &row, "Normal", "RetryRequested", sentence).await?;
    tx.commit().await?;
    Ok(RetryTaskResponse { deployment: Some(row.shown(false)), task_id: row.last_task.to_string() })
}
