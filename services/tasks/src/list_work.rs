//! ListWork: how far tasks are, in one batch and two statements: for lists of what they work on.

use access::{Caller, Readable};
use kit::{Error, Result, clock::stamp, message, page::MAX_LIMIT};
use proto::tasks::{ListWorkRequest, ListWorkResponse, Work};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::{
    App,
    progress::{self, Step, StepStatus},
    task::{Kind, Status},
};

/// Those among the tasks that the caller may see; without parameters and logs, so the same for everybody who may.
///
/// # Errors
/// `Invalid` for more ids than a list has rows; when the database does not answer.
pub async fn list_work(app: &App, caller: &Caller, request: ListWorkRequest) -> Result<ListWorkResponse> {
    let readable = caller.readable();
    if request.task_ids.len() > MAX_LIMIT as usize {
        return Err(Error::invalid_field("task_ids", message!(TOO_MANY_IDS, most = MAX_LIMIT)));
    }
    // Malformed ids are treated as unknown.
    let ids: Vec<Uuid> = request.task_ids.iter().filter_map(|id| kit::ids::parse(id).ok()).collect();
    if ids.is_empty() {
        return Ok(ListWorkResponse::default());
    }
    let mut db = app.cx.db.acquire().await?;
    match works_of(&mut db, &readable, &ids).await {
        Err(error) if kit::db::is_unreadable(&error) => {}
        outcome => return outcome.map(|works| ListWorkResponse { works }),
    }
    let mut works = Vec::with_capacity(ids.len());
    for id in ids {
        match works_of(&mut db, &readable, &[id]).await {
            Ok(work) => works.extend(work),
            Err(error) if kit::db::is_unreadable(&error) => app.cx.unreadable.tell("Task", id, &error),
            Err(error) => return Err(error),
        }
    }
    Ok(ListWorkResponse { works })
}

async fn works_of(db: &mut PgConnection, readable: &Readable, ids: &[Uuid]) -> Result<Vec<Work>> {
    let rows = sqlx::query!(
        r#"select id, kind as "kind: Kind", status as "status: Status", cancel_requested, started_at
           from tasks.task where id = any($1) and not hidden and ($2 or team_id = any($3))"#,
        ids,
        readable.all(),
        readable.teams()
    )
    .fetch_all(&mut *db)
    .await?;
    let seen: Vec<Uuid> = rows.iter().map(|row| row.id).collect();
    let mut steps = progress::steps_of(db, &seen).await?;
    let works = rows.into_iter().map(|row| {
        let mut own = steps.remove(&row.id).unwrap_or_default();
        let (count, place) = (own.len(), place_of(&own));
        let running = own.iter().position(|step| step.status == StepStatus::Running);
        Work {
            task_id: row.id.to_string(),
            kind: row.kind.proto().into(),
            status: row.status.proto().into(),
            cancel_requested: row.cancel_requested,
            started_at: row.started_at.map(stamp),
            step: running.map(|at| own.swap_remove(at).into()),
            position: u32::try_from(place).unwrap_or(u32::MAX),
            steps: u32::try_from(count).unwrap_or(u32::MAX),
        }
    });
    Ok(works.collect())
}

/// From 1: the step at work, else the next one; the last when all are over, 0 when there is none.
fn place_of(steps: &[Step]) -> usize {
    let first = |wanted| steps.iter().position(|step| step.status == wanted);
    first(StepStatus::Running).or_else(|| first(StepStatus::Pending)).map_or(steps.len(), |at| at + 1)
}
