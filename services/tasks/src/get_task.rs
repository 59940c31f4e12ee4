//! GetTask: one task with its steps, and its log for those who may see it.

use access::Caller;
use kit::{Error, Result};
use proto::tasks::{GetTaskRequest, GetTaskResponse};
use uuid::Uuid;

use crate::{App, fetch_order::fetch_order, shown};

/// The task, also one whose order is still on its way. A manager outside the team sees it without logs.
///
/// # Errors
/// `NotFound`, also for a foreign or hidden one.
pub async fn get_task(app: &App, caller: &Caller, request: GetTaskRequest) -> Result<GetTaskResponse> {
    let id = kit::ids::parse_as(&request.id, "Task")?;
    match read(app, caller, id, request.values_as_json).await {
        Err(Error::NotFound(_)) if fetch_order(app, caller.origin(), id).await? => {
            read(app, caller, id, request.values_as_json).await
        }
        outcome => outcome,
    }
}

async fn read(app: &App, caller: &Caller, id: Uuid, values_as_json: bool) -> Result<GetTaskResponse> {
    let mut db = app.cx.read(false).await?;
    let (team, mut task, logs) = shown::read_one(&mut db, id, values_as_json).await?;
    db.done();
    caller.read(team, "Task")?;
    if caller.read_private(team, "Task").is_ok() {
        task.logs = logs;
    }
    Ok(GetTaskResponse { task: Some(task) })
}
