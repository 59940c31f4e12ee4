//! CancelTask: a person ends a task of their team.

use access::Caller;
use kit::{Error, Result, message};
use proto::tasks::{CancelTaskRequest, CancelTaskResponse};

use crate::{
    App,
    cancel::{announce, request_cancel},
    fetch_order::fetch_order,
    task,
};
use uuid::Uuid;

/// Cancels the task at its next step; cancelling twice is once.
///
/// # Errors
/// `NotFound` for a foreign task, `Forbidden` for a manager outside the team, `Conflict` for a finished one.
pub async fn cancel_task(app: &App, caller: &Caller, request: CancelTaskRequest) -> Result<CancelTaskResponse> {
    let id = kit::ids::parse_as(&request.id, "Task")?;
    match cancel(app, caller, id).await {
        Err(Error::NotFound(_)) if fetch_order(app, caller.origin(), id).await? => cancel(app, caller, id).await,
        outcome => outcome,
    }
}

async fn cancel(app: &App, caller: &Caller, id: Uuid) -> Result<CancelTaskResponse> {
    let user = caller.user()?;
    let mut tx = app.cx.begin().await?;
    let task = task::read_one(tx.conn(), id).await?;
    caller.write(task.team_id, "Task")?;
    if task.status.is_final() {
        return Err(Error::conflict(message!(TASK_FINISHED)));
    }
    let task = request_cancel(&mut tx, app, id, &user.name()).await?.ok_or_else(|| Error::not_found("Task"))?;
    let task = task::with_steps(tx.conn(), vec![task]).await?.pop();
    tx.commit().await?;
    announce(app);
    Ok(CancelTaskResponse { task })
}
