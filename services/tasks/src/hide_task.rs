//! HideTask: deletes a finished task from the lists; the row stays for the record.

use access::Caller;
use kit::{Error, Result, message};
use proto::tasks::{HideTaskRequest, HideTaskResponse};

use crate::{App, hint, task};

/// Hides the task from everybody.
///
/// # Errors
/// `NotFound` for a foreign task, `Forbidden` for who does not run the team, `Conflict` for one that is not finished.
pub async fn hide_task(app: &App, caller: &Caller, request: HideTaskRequest) -> Result<HideTaskResponse> {
    let id = kit::ids::parse_as(&request.id, "Task")?;
    let mut tx = app.cx.begin().await?;
    let task = task::read_one(tx.conn(), id).await?;
    caller.manage(task.team_id, "Task")?;
    if !task.status.is_final() {
        return Err(Error::conflict(message!(TASK_UNFINISHED)));
    }
    let hidden = sqlx::query_scalar!(
        "update tasks.task set hidden = true, version = version + 1, updated_at = $2
         where id = $1 and not hidden and status in ('complete', 'failed') returning version",
        id,
        app.cx.clock.now()
    )
    .fetch_optional(tx.conn())
    .await?;
    let Some(version) = hidden else { return Err(Error::not_found("Task")) };
    hint::changed(&mut tx, &task, version);
    tx.commit().await?;
    Ok(HideTaskResponse {})
}
