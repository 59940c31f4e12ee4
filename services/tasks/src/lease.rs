//! Who is at work on a task: taking it up, keeping it, giving it back.
//!
//! Leases are measured on the database's clock. The fencing number is drawn anew at each taking up; whoever holds an
//! older one can neither write here nor, through infrastructure, in a cluster.

use sqlx::types::Json;
use std::time::Duration;
use tokio::time::Instant;
use uuid::Uuid;

use crate::{
    App, hint, progress, run,
    task::{self, Kind, Task},
};

/// Takes up the task that has been due for longest, if there is one, outside the clusters named as busy.
///
/// # Errors
/// When the database does not answer.
pub async fn take(app: &App, owner: Uuid, busy: &[Uuid]) -> kit::Result<Option<Task>> {
    let now = app.cx.clock.now();
    let mut tx = app.cx.begin().await?;
    let taken = sqlx::query!(
        r#"update tasks.task as t
           set status = 'running', lease_owner = $1, lease_until = now() + make_interval(secs => $4),
               fence = nextval('tasks.fence'),
               -- a running task without an owner was given back on purpose: that is no new attempt
               attempt = attempt + case when t.status = 'running' and t.lease_owner is null then 0 else 1 end,
               started_at = coalesce(started_at, $2), updated_at = $2, version = version + 1
           where id = (
               select id from tasks.task
               where status in ('pending', 'running') and run_after <= now()
                 and (lease_until is null or lease_until < now()) and cluster_id <> all($3)
               order by run_after, created_at
               for update skip locked limit 1
           )
           returning id, kind as "kind: Kind""#,
        owner,
        now,
        busy,
        app.pace.lease.as_secs_f64()
    )
    .fetch_optional(tx.conn())
    .await?;
    let Some(taken) = taken else { return Ok(None) };
    progress::lay_out(tx.conn(), taken.id, run::steps(taken.kind)).await?;
    let task = task::read_one(tx.conn(), taken.id).await?;
    // A task that waits is taken up every few seconds; screens hear of it when something changes.
    if task.waits == 0 {
        let Json(origin) = &task.origin;
        hint::changed(&mut tx, app, origin, &task, task.version).await?;
    }
    tx.commit().await?;
    Ok(Some(task))
}

/// Keeps the lease; returns when it is lost, or may be.
pub async fn keep(app: &App, id: Uuid, fence: i64, taken: Instant) {
    let mut sure = taken;
    loop {
        tokio::time::sleep(app.pace.heartbeat).await;
        match tokio::time::timeout_at(sure + app.pace.sure(), accepted_beat(app, id, fence)).await {
            Ok(Some(at)) => sure = at,
            Ok(None) => return,
            Err(_) => {
                tracing::warn!(task = %id, "no heartbeat was accepted for too long: the task is left to others");
                return;
            }
        }
    }
}

/// Beats until one is answered; when it was sent, or `None` when the task is no longer ours.
async fn accepted_beat(app: &App, id: Uuid, fence: i64) -> Option<Instant> {
    loop {
        let sent = Instant::now();
        let beat = sqlx::query!(
            "update tasks.task set lease_until = now() + make_interval(secs => $3)
             where id = $1 and fence = $2 and status = 'running'",
            id,
            fence,
            app.pace.lease.as_secs_f64()
        )
        .execute(&app.cx.db);
        match tokio::time::timeout(app.pace.answer(), beat).await {
            Ok(Ok(done)) => return (done.rows_affected() == 1).then_some(sent),
            Ok(Err(error)) => tracing::warn!(task = %id, %error, "a heartbeat failed"),
            Err(_) => tracing::warn!(task = %id, "a heartbeat was not answered"),
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}

/// Gives the task back into the queue, to be taken up where it stands after `pause`. Does nothing when it is not ours.
///
/// # Errors
/// When the database does not answer.
pub async fn give_back(app: &App, id: Uuid, fence: i64, waits: i32, pause: Duration) -> kit::Result<()> {
    sqlx::query!(
        "update tasks.task set lease_owner = null, lease_until = null, waits = $3,
             run_after = now() + make_interval(secs => $4)
         where id = $1 and fence = $2 and status = 'running'",
        id,
        fence,
        waits,
        pause.as_secs_f64()
    )
    .execute(&app.cx.db)
    .await?;
    Ok(())
}
