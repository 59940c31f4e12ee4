//! Starting a deployment's pods anew.

use crate::{
    App, applications,
    deployment::{self, Row},
    facts,
    operation::Kind,
    plan, quota, task,
};
use access::{Caller, WriteTeam};
use kit::{Result, message};
use proto::deployments::{RestartDeploymentRequest, RestartDeploymentResponse};

/// Orders the restart.
///
/// # Errors
/// 404, 403, 409 while a task is at work, the deployment is being deleted, or what is wanted is not in effect, and when
/// anything has moved since the plan.
pub async fn restart(
    app: &App,
    caller: &Caller,
    request: RestartDeploymentRequest,
) -> Result<RestartDeploymentResponse> {
    let (id, team) = deployment::owner(&mut *app.cx.db.acquire().await?, &request.id).await?;
    let team = caller.write(team, deployment::WHAT)?;
    deployment::open_for_work(app, caller, id).await?;
    let planned = planned(app, caller, &request).await?;
    let mut tx = app.cx.begin().await?;
    let row = deployment::lock(&mut tx, team, id).await?;
    row.made_on(request.version)?;
    row.can_restart()?;
    if planned.is_some_and(|revision| row.revision != revision) {
        return Err(plan::outdated());
    }
    quota::another_task(app, &mut tx, row.team_id, caller).await?;
    let row = task::start(&app.cx, &mut tx, caller.origin(), &row, Kind::Restart).await?;
    let message = message!(RestartRequested, deployment = &row.name);
    facts::record(&app.cx, &mut tx, caller.origin(), &row, history::Kind::Normal, message).await?;
    tx.commit().await?;
    task::accepted(app, id).await;
    Ok(RestartDeploymentResponse { deployment: Some(row.shown(false)), task_id: row.last_task.to_string() })
}

/// The deployment as it is, for somebody who may restart it.
///
/// # Errors
/// 404, 403; 409 for a version that is not the newest, and when it cannot be restarted now.
pub async fn found(app: &App, caller: &Caller, request: &RestartDeploymentRequest) -> Result<(WriteTeam, Row)> {
    let (team, before) = deployment::changeable(app, caller, &request.id).await?;
    before.made_on(request.version)?;
    before.can_restart()?;
    Ok((team, before))
}

/// What is restarted, one after the other; none: everything at once.
///
/// # Errors
/// A kind that is not known: it was not made here.
pub fn components(row: &Row) -> Result<Vec<String>> {
    Ok(applications::of(&row.application)?.restarted(&row.spec))
}

/// The revision that a plan was made on; nothing where nothing was looked at.
async fn planned(app: &App, caller: &Caller, request: &RestartDeploymentRequest) -> Result<Option<i32>> {
    if request.plan.is_empty() {
        return Ok(None);
    }
    let (_, before) = found(app, caller, request).await?;
    plan::restart_holds(app, caller, &before, &request.plan).await?;
    Ok(Some(before.revision))
}
