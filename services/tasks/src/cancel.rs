//! Cancel: the command of deployments. An unknown task gets a tombstone and is born cancelled.

use access::Caller;
use kit::{Result, Tx};
use proto::tasks::{CancelRequest, CancelResponse};
use uuid::Uuid;

use crate::{
    App,
    ending::{self, Ending},
    hint,
    submit::one_at_a_time,
    task::{self, Kind, Task},
};

/// Cancels a task at its next step; a finished one stays as it is.
///
/// # Errors
/// `NotFound` for something that is no id.
pub async fn cancel(app: &App, caller: &Caller, request: CancelRequest) -> Result<CancelResponse> {
    caller.peer()?;
    let id = kit::ids::parse_as(&request.id, "Task")?;
    let deployment = kit::ids::parse_as(&request.deployment_id, "Deployment")?;
    let mut tx = app.cx.begin().await?;
    one_at_a_time(&mut tx, id).await?;
    if request_cancel(&mut tx, app, id, &request.actor_name).await?.is_none() {
        sqlx::query!(
            "insert into tasks.tombstone (task_id, deployment_id, cancelled_by, created_at) values ($1, $2, $3, $4)
             on conflict (task_id) do nothing",
            id,
            deployment,
            request.actor_name,
            app.cx.clock.now()
        )
        .execute(tx.conn())
        .await?;
    }
    tx.commit().await?;
    announce(app);
    Ok(CancelResponse {})
}

/// Wakes the workers of this process that wait, and the runner for those that wait in the queue.
pub fn announce(app: &App) {
    app.cancels.notify_waiters();
    app.wake.notify_one();
}

/// Ends a task that nobody has taken up yet; marks one that is at work. `None`: there is no such task.
///
/// # Errors
/// When the database does not answer.
pub async fn request_cancel(tx: &mut Tx, app: &App, id: Uuid, by: &str) -> Result<Option<Task>> {
    // Locked first, so that no worker takes it up meanwhile.
    let found =
        sqlx::query_scalar!("select id from tasks.task where id = $1 for update", id).fetch_optional(tx.conn()).await?;
    if found.is_none() {
        return Ok(None);
    }
    let task = task::read_one(tx.conn(), id).await?;
    match task.status {
        // one that moves may have been begun by a worker that is gone, and what it began goes: it is taken up for that
        task::Status::Pending if task.kind != Kind::Move => {
            sqlx::query!("update tasks.task set cancel_requested = true, cancelled_by = $2 where id = $1", id, by)
                .execute(tx.conn())
                .await?;
            ending::record(tx, app, &task, None, &Ending::Cancelled { by: by.to_owned() }).await?;
        }
        task::Status::Pending | task::Status::Running if !task.cancel_requested => {
            let version = sqlx::query_scalar!(
                // one that waits in the queue is due at once
                "update tasks.task set cancel_requested = true, cancelled_by = $2, run_after = least(run_after, now()),
                     updated_at = $3, version = version + 1
                 where id = $1 returning version",
                id,
                by,
                app.cx.clock.now()
            )
            .fetch_one(tx.conn())
            .await?;
            hint::changed(tx, &task, version);
        }
        task::Status::Pending | task::Status::Running | task::Status::Complete | task::Status::Failed => {}
    }
    task::read_one(tx.conn(), id).await.map(Some)
}
