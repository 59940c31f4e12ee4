//! GetTask: one task with its steps, and its log for those who may see it.

use access::Caller;
use kit::{Error, Result};
use proto::tasks::{GetTaskRequest, GetTaskResponse};

use crate::{App, progress, task};

/// The task. A manager outside the team sees it without logs.
///
/// # Errors
/// `NotFound`, also for a foreign or hidden one.
pub async fn get_task(app: &App, caller: &Caller, request: GetTaskRequest) -> Result<GetTaskResponse> {
    let id = kit::ids::parse_as(&request.id, "Task")?;
    // One transaction, so that steps and log fit the task's state.
    let mut tx = app.cx.begin().await?;
    let task = task::read_one(tx.conn(), id).await?;
    caller.read(task.team_id, "Task")?;
    let team = task.team_id;
    if is_hidden(&mut tx, id).await? {
        return Err(Error::not_found("Task"));
    }
    let mut task = task::with_steps(tx.conn(), vec![task]).await?.pop();
    if let (Some(task), Ok(_)) = (&mut task, caller.read_private(team, "Task")) {
        task.logs = progress::logs_of(tx.conn(), id).await?;
    }
    Ok(GetTaskResponse { task })
}

async fn is_hidden(tx: &mut kit::Tx, id: uuid::Uuid) -> Result<bool> {
    Ok(sqlx::query_scalar!("select hidden from tasks.task where id = $1", id).fetch_one(tx.conn()).await?)
}
