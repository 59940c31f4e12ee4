//! GetTask: one task with its steps, and its log for those who may see it.

use access::Caller;
use kit::Result;
use proto::tasks::{GetTaskRequest, GetTaskResponse};

use crate::{App, shown};

/// The task. A manager outside the team sees it without logs.
///
/// # Errors
/// `NotFound`, also for a foreign or hidden one.
pub async fn get_task(app: &App, caller: &Caller, request: GetTaskRequest) -> Result<GetTaskResponse> {
    let id = kit::ids::parse_as(&request.id, "Task")?;
    let mut db = app.cx.read(false).await?;
    let (team, mut task, logs) = shown::read_one(&mut db, id, request.values_as_json).await?;
    db.done();
    caller.read(team, "Task")?;
    if caller.read_private(team, "Task").is_ok() {
        task.logs = logs;
    }
    Ok(GetTaskResponse { task: Some(task) })
}
