//! LookupTasks: what became of tasks, for the sweep of deployments and for the owner of a pending release.

use access::Caller;
use kit::{Error, Result, message, message::Kept};
use proto::tasks::{self as pb, LookupTasksRequest, LookupTasksResponse, TaskState};

use sqlx::types::Json;

use crate::{App, progress::said, task::Status};

/// Ids in one call at most. Fixed: deployments asks in batches of this size.
const MOST: usize = 500;

/// States of the known ones among the ids; hidden tasks too.
///
/// # Errors
/// `Invalid` for too many ids.
pub async fn lookup_tasks(app: &App, caller: &Caller, request: LookupTasksRequest) -> Result<LookupTasksResponse> {
    caller.peer()?;
    if request.ids.len() > MOST {
        return Err(Error::invalid_field("ids", message!(TOO_MANY_IDS, most = 500)));
    }
    // Malformed ids are treated as unknown.
    let ids: Vec<uuid::Uuid> = request.ids.iter().filter_map(|id| kit::ids::parse(id).ok()).collect();
    let mut states = Vec::with_capacity(ids.len());
    match states_of(app, &ids).await {
        Ok(all) => states = all,
        // one that cannot be read must not hold up what is asked about the others
        Err(error) if kit::db::is_unreadable(&error) => {
            for id in ids {
                match states_of(app, &[id]).await {
                    Ok(one) => states.extend(one),
                    Err(error) if kit::db::is_unreadable(&error) => {
                        app.cx.unreadable.tell("Task", id, &error);
                        // it is known, and not at its end: whoever asks waits
                        states.push(TaskState {
                            id: id.to_string(),
                            status: pb::TaskStatus::Running.into(),
                            cancel_requested: true,
                            ..TaskState::default()
                        });
                    }
                    Err(error) => return Err(error),
                }
            }
        }
        Err(error) => return Err(error),
    }
    Ok(LookupTasksResponse { states })
}

async fn states_of(app: &App, ids: &[uuid::Uuid]) -> Result<Vec<TaskState>> {
    let rows = sqlx::query!(
        r#"select id, status as "status: Status", cancel_requested, cancelled, error, error_said as "error_said: Json<Kept>",
             serving, helm_revision
           from tasks.task where id = any($1)"#,
        ids
    )
    .fetch_all(&app.cx.db)
    .await?;
    let states = rows
        .into_iter()
        .map(|row| TaskState {
            id: row.id.to_string(),
            status: row.status.proto().into(),
            cancel_requested: row.cancel_requested,
            cancelled: row.cancelled,
            said: if row.error.is_empty() { String::new() } else { said(row.error_said.as_ref(), &row.error).packed() },
            error: row.error,
            serving: row.serving.unwrap_or_default(),
            serving_unknown: row.serving.is_none(),
            helm_revision: row.helm_revision,
        })
        .collect();
    Ok(states)
}
