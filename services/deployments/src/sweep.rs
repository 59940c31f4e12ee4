//! What a crash left: creations whose owners were not asked, orders that tasks does not know, ends that were not told. And
//! what changes left in the tally.

use crate::{
    App, admit,
    deployment::{self, Row},
    elsewhere,
    finish::{self, Outcome},
    owners, tally, task,
};
use kit::{Message, Origin, Result};
use proto::tasks::{LookupTasksRequest, TaskState, TaskStatus, task_service_client::TaskServiceClient};
use sqlx::{Postgres, pool::PoolConnection};
use std::collections::HashMap;
use time::OffsetDateTime;
use uuid::Uuid;

/// Tasks in one question. Fixed: tasks accepts so many.
const BATCH: i64 = 500;

/// Sweeps until the role stops. A sweep that fails is no reason to end: the next one does its work.
pub async fn run(app: App) -> anyhow::Result<()> {
    let rounds = kit::Rounds::of(&app.cx);
    loop {
        tokio::select! {
            () = tokio::time::sleep(rounds.next(app.options.deployments_sweep)) => {}
            () = app.cx.stop.cancelled() => return Ok(()),
        }
        if let Err(error) = once(&app).await {
            tracing::warn!(error = format!("{:#}", anyhow::Error::from(error)), "the sweep will be repeated");
        }
    }
}

/// One sweep.
///
/// # Errors
/// Those of the database and of the peers.
pub async fn once(app: &App) -> Result<()> {
    let before = app.cx.clock.now() - app.options.deployments_sweep_age;
    let mut db = app.cx.db.acquire().await?;
    let creations = sqlx::query_scalar!(
        "select id from deployments.deployment where not admitted and current_task is not null and created_at < $1 order by id limit 500",
        before
    )
    .fetch_all(&mut *db)
    .await?;
    // an outage of one owner must not keep the rest from being done
    let reservations = elsewhere::sweep(&mut db, before).await;
    let tally = tally::add_up(&mut db).await;
    let orders = orders(app, db, before).await;
    admit_all(app, creations).await.and(reservations).and(tally).and(orders)
}

async fn admit_all(app: &App, ids: Vec<Uuid>) -> Result<()> {
    // one that cannot be finished must not hold up the others
    let mut outcome = Ok(());
    for id in ids {
        if let Err(error) = admit::admit_later(app, id).await {
            outcome = Err(error);
        }
    }
    outcome
}

async fn orders(app: &App, mut db: PoolConnection<Postgres>, before: OffsetDateTime) -> Result<()> {
    let mut last = Uuid::nil();
    loop {
        let ids = sqlx::query!(
            r#"select id, current_task as "task!" from deployments.deployment
               where current_task > $1 and admitted and task_at < $2
               order by current_task limit $3"#,
            last,
            before,
            BATCH
        )
        .fetch_all(&mut *db)
        .await?;
        let Some(end) = ids.last().map(|at_work| at_work.task) else { return Ok(()) };
        drop(db);
        let tasks: Vec<Uuid> = ids.iter().map(|at_work| at_work.task).collect();
        let states = lookup(app, &tasks).await?;
        for at_work in ids {
            // one that cannot be read or written must not hold up the others
            if let Err(error) = check(app, at_work.id, at_work.task, states.get(&at_work.task)).await {
                if error.is_transient() {
                    return Err(error);
                }
                tracing::error!(deployment = %at_work.id, ?error, "a deployment is passed over by the sweep");
            }
        }
        last = end;
        db = app.cx.db.acquire().await?;
    }
}

async fn lookup(app: &App, tasks: &[Uuid]) -> Result<HashMap<Uuid, TaskState>> {
    let origin = Origin::of_role(app.cx.ids.as_ref());
    let request = LookupTasksRequest { ids: tasks.iter().map(Uuid::to_string).collect() };
    let request = app.cx.request("tasks", &origin, request)?;
    let answer = TaskServiceClient::new(app.cx.peer("tasks"))
        .max_decoding_message_size(kit::MESSAGE_LIMIT)
        .lookup_tasks(request)
        .await
        .map_err(owners::failure)?
        .into_inner();
    Ok(answer.states.into_iter().filter_map(|state| Some((Uuid::try_parse(&state.id).ok()?, state))).collect())
}

async fn check(app: &App, id: Uuid, task: Uuid, state: Option<&TaskState>) -> Result<()> {
    let Some(state) = state else {
        return again(app, id, task, task::SUBMIT, |_| true).await;
    };
    match state.status() {
        TaskStatus::Complete | TaskStatus::Failed => ended(app, id, task, state).await,
        _ if !state.cancel_requested => again(app, id, task, task::CANCEL, |row| row.cancelled_by.is_some()).await,
        _ => Ok(()),
    }
}

/// The end of a task counts from whoever brings it first: its Finish, or this.
async fn ended(app: &App, id: Uuid, task: Uuid, state: &TaskState) -> Result<()> {
    let mut tx = app.cx.begin().await?;
    if let Some(row) = deployment::lock_own(&mut tx, id).await?.filter(|row| row.current_task == Some(task)) {
        tracing::info!(deployment = %id, %task, "the end of a task is taken from tasks itself");
        let outcome = Outcome {
            succeeded: state.status() == TaskStatus::Complete,
            cancelled: state.cancelled,
            error: Message::unpacked(&state.said, &state.error),
            serving: (!state.serving_unknown).then_some(state.serving),
            helm_revision: state.helm_revision,
        };
        finish::end(&app.cx, &mut tx, &row, outcome).await?;
    }
    tx.commit().await
}

/// Puts an order into the outbox again, unless one waits there or the deployment has moved on.
async fn again(app: &App, id: Uuid, task: Uuid, method: &str, wanted: fn(&Row) -> bool) -> Result<()> {
    let cx = &app.cx;
    if kit::outbox::command_waits(&cx.db, method, id).await? {
        return Ok(());
    }
    let mut tx = cx.begin().await?;
    let row = deployment::lock_own(&mut tx, id).await?.filter(|row| row.current_task == Some(task) && wanted(row));
    if let Some(row) = row {
        tracing::info!(deployment = %id, %task, method, "an order is sent again");
        if method == task::SUBMIT {
            task::submit(cx, &mut tx, &row).await?;
        } else {
            let by = row.cancelled_by.as_deref().unwrap_or("Canopy");
            task::cancel(cx, &mut tx, &row.task_origin, id, task, by).await?;
        }
    }
    tx.commit().await
}
