//! Deleting a deployment: always accepted. The row stays until nothing of it is left in the cluster.

use crate::{
    App, abandon,
    deployment::{self, Row},
    facts,
    operation::{Deletion, Kind},
    plan, task,
};
use access::{Caller, WriteTeam};
use kit::{Context, Origin, Result, Tx, message};
use proto::deployments::{DeleteDeploymentRequest, DeleteDeploymentResponse};
use uuid::Uuid;

/// Wants the deployment gone: starts the uninstall, or cancels the task that is in the way of it. Asked twice, it
/// answers the same.
///
/// # Errors
/// 404, 403; with `abandon` those of [`abandon::abandon`]; with a plan 409 when anything has moved since.
pub async fn delete(app: &App, caller: &Caller, request: DeleteDeploymentRequest) -> Result<DeleteDeploymentResponse> {
    let (id, team) = deployment::owner(&mut *app.cx.db.acquire().await?, &request.id).await?;
    let team = caller.write(team, deployment::WHAT)?;
    if request.abandon {
        return abandon::abandon(app, caller, team, id, request.version).await;
    }
    let planned = planned(app, caller, &request).await?;
    let (cx, origin) = (&app.cx, caller.origin());
    let mut tx = cx.begin().await?;
    let row = deployment::lock(&mut tx, team, id).await?;
    row.made_on(request.version)?;
    if planned.as_ref().is_some_and(|seen| (row.revision, row.last_task) != (seen.revision, seen.last_task)) {
        return Err(plan::outdated());
    }
    let (row, task) = match row.deletion() {
        Deletion::AtWork(task) => (row, Some(task)),
        Deletion::Waiting => (row, None),
        Deletion::Cancel(task) => (cancel(cx, &mut tx, origin, &row, task).await?, None),
        Deletion::Start => {
            want(cx, &mut tx, origin, id).await?;
            let parts = planned.as_ref().map(|seen| seen.parts.as_str());
            let row = task::start_on(cx, &mut tx, origin, &row, Kind::Uninstall, parts).await?;
            let task = row.current_task;
            requested(cx, &mut tx, origin, &row).await?;
            (row, task)
        }
    };
    tx.commit().await?;
    task::accepted(app, id).await;
    Ok(DeleteDeploymentResponse {
        deployment: Some(row.shown(false)),
        task_id: task.map(|task| task.to_string()).unwrap_or_default(),
        remains: Vec::new(),
    })
}

/// The deployment as it is, for somebody who may delete it.
///
/// # Errors
/// 404, 403; 409 for a version that is not the newest.
pub async fn found(app: &App, caller: &Caller, request: &DeleteDeploymentRequest) -> Result<(WriteTeam, Row)> {
    let (team, before) = deployment::changeable(app, caller, &request.id).await?;
    before.made_on(request.version)?;
    Ok((team, before))
}

/// What a plan still holds for.
struct Planned {
    revision: i32,
    last_task: Uuid,
    /// What it named: the task does not begin where there is more.
    parts: plan::State,
}

/// Nothing where nothing was looked at.
async fn planned(app: &App, caller: &Caller, request: &DeleteDeploymentRequest) -> Result<Option<Planned>> {
    if request.plan.is_empty() {
        return Ok(None);
    }
    let (_, before) = found(app, caller, request).await?;
    let parts = plan::removal_holds(app, caller, &before, &request.plan).await?;
    Ok(Some(Planned { revision: before.revision, last_task: before.last_task, parts }))
}

async fn cancel(cx: &Context, tx: &mut Tx, origin: &Origin, row: &Row, task: Uuid) -> Result<Row> {
    let by = by(origin);
    want(cx, tx, origin, row.id).await?;
    sqlx::query!("update deployments.deployment set cancelled_by = $2 where id = $1", row.id, by)
        .execute(tx.conn())
        .await?;
    task::cancel(cx, tx, origin, row.id, task, by).await?;
    let row = deployment::changed(tx, row.id).await?;
    requested(cx, tx, origin, &row).await?;
    Ok(row)
}

async fn want(cx: &Context, tx: &mut Tx, origin: &Origin, id: Uuid) -> Result<()> {
    sqlx::query!(
        "update deployments.deployment
         set wanted = 'deleted', wanted_origin = $2, updated_at = $3, version = version + 1,
             changed_version = version + 1, changed_by = $4
         where id = $1",
        id,
        serde_json::to_value(origin).map_err(kit::Error::internal)?,
        cx.clock.now(),
        by(origin)
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

async fn requested(cx: &Context, tx: &mut Tx, origin: &Origin, row: &Row) -> Result<()> {
    let message = message!(DeletionRequested, deployment = &row.name);
    facts::record(cx, tx, origin, row, history::Kind::Normal, message).await
}

/// Who asks, by name.
fn by(origin: &Origin) -> &str {
    origin.actor_name()
}
