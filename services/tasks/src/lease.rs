//! Who is at work on a task: taking it up and giving it back. `heartbeat.rs` keeps it.
//!
//! Leases are measured on the database's clock. A lease or a pause that ends a minute later than any can was written while that clock
//! was wrong: it counts as over, or the task would wait for as long as the clock was ahead. The fencing number is drawn anew at each taking up; whoever holds an
//! older one can neither write here nor, through infrastructure, in a cluster.

use std::{collections::HashMap, time::Duration};
use uuid::Uuid;

use crate::{
    App, hint, progress, run,
    task::{self, Kind, Task},
};

/// Takes up a due task, if there is one, outside the clusters that have no free permit. The team whose turn was longest
/// ago comes first, and of its tasks the one that has been due for longest; `turns` has the fence of each team's last one.
///
/// # Errors
/// When the database does not answer.
pub async fn take(app: &App, owner: Uuid, exhausted: &[Uuid], turns: &HashMap<Uuid, i64>) -> kit::Result<Option<Task>> {
    let now = app.cx.clock.now();
    let (teams, fences): (Vec<Uuid>, Vec<i64>) = turns.iter().map(|(team, fence)| (*team, *fence)).unzip();
    let mut tx = app.cx.begin().await?;
    let taken = sqlx::query!(
        r#"update tasks.task as t
           set status = 'running', lease_owner = $1, lease_until = now() + make_interval(secs => $4),
               fence = nextval('tasks.fence'),
               -- a running task without an owner was given back on purpose: that is no new attempt
               attempt = attempt + case when t.status = 'running' and t.lease_owner is null then 0 else 1 end,
               started_at = coalesce(started_at, $2), updated_at = $2, version = version + 1
           where id = (
               select due.id from tasks.task due
               left join unnest($5::uuid[], $6::bigint[]) as turn (team, fence) on turn.team = due.team_id
               where due.status in ('pending', 'running') and due.cluster_id <> all($3)
                 and (due.run_after <= now() or due.run_after > now() + make_interval(secs => $7, mins => 1))
                 and (due.lease_until is null or due.lease_until < now()
                      or due.lease_until > now() + make_interval(secs => $4, mins => 1))
               order by coalesce(turn.fence, 0), due.run_after, due.created_at
               for update of due skip locked limit 1
           )
           returning id, kind as "kind: Kind""#,
        owner,
        now,
        exhausted,
        app.retry_policy.lease.as_secs_f64(),
        &teams,
        &fences,
        app.retry_policy.longest.as_secs_f64()
    )
    .fetch_optional(tx.conn())
    .await?;
    let Some(taken) = taken else { return Ok(None) };
    let task = task::read_one(tx.conn(), taken.id).await?;
    progress::lay_out(tx.conn(), task.id, &run::steps(&task)).await?;
    // A task that waits is taken up every few seconds; screens hear of it when something changes.
    if task.waits == 0 {
        hint::changed(&mut tx, &task, task.version);
    }
    tx.commit().await?;
    Ok(Some(task))
}

/// Gives the task back into the queue, to be taken up where it stands after `pause`; `spent` is of its budget, the
/// pause included, where it is more than what is written already. Does nothing when it is not ours.
///
/// # Errors
/// When the database does not answer.
pub async fn give_back(
    app: &App,
    id: Uuid,
    fence: i64,
    waits: i32,
    pause: Duration,
    spent: Duration,
) -> kit::Result<()> {
    sqlx::query!(
        "update tasks.task set lease_owner = null, lease_until = null, waits = $3,
             run_after = now() + make_interval(secs => $4), spent = greatest(spent, $5)
         where id = $1 and fence = $2 and status = 'running'",
        id,
        fence,
        waits,
        pause.as_secs_f64(),
        spent.as_secs_f64()
    )
    .execute(&app.cx.db)
    .await?;
    Ok(())
}
