//! GetTask: one task with its steps, and its log for those who may see it.

use access::Caller;
use kit::{Error, Result};
use proto::tasks::{GetTaskRequest, GetTaskResponse};
use uuid::Uuid;

use crate::{App, fetch_order::fetch_order, progress, task};

/// The task, also one whose order is still on its way. A manager outside the team sees it without logs.
///
/// # Errors
/// `NotFound`, also for a foreign or hidden one.
pub async fn get_task(app: &App, caller: &Caller, request: GetTaskRequest) -> Result<GetTaskResponse> {
    let id = kit::ids::parse_as(&request.id, "Task")?;
    match read(app, caller, id).await {
        Err(Error::NotFound(_)) if fetch_order(app, caller.origin(), id).await? => read(app, caller, id).await,
        outcome => outcome,
    }
}

async fn read(app: &App, caller: &Caller, id: Uuid) -> Result<GetTaskResponse> {
    let mut connection = app.cx.db.acquire().await?;
    // What is read later is newer: a task at work may have steps that are further, never one that has ended steps that are not.
    let task = task::read_shown(&mut connection, id).await?;
    caller.read(task.team_id, "Task")?;
    let team = task.team_id;
    let mut task = task::with_steps(&mut connection, vec![task]).await?.pop();
    if let (Some(task), Ok(_)) = (&mut task, caller.read_private(team, "Task")) {
        task.logs = progress::logs_of(&mut connection, id).await?;
    }
    Ok(GetTaskResponse { task })
}
