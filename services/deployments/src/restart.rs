//! Starting a deployment's pods anew.

use crate::{App, deployment, facts, operation::Kind, quota, task};
use access::Caller;
use kit::{Result, message};
use proto::deployments::{RestartDeploymentRequest, RestartDeploymentResponse};

/// Orders the restart.
///
/// # Errors
/// 404, 403, 409 while a task is at work, the deployment is being deleted, or what is wanted is not in effect.
pub async fn restart(
    app: &App,
    caller: &Caller,
    request: RestartDeploymentRequest,
) -> Result<RestartDeploymentResponse> {
    let (id, team) = deployment::owner(&mut *app.cx.db.acquire().await?, &request.id).await?;
    let team = caller.write(team, deployment::WHAT)?;
    deployment::open_for_work(app, caller, id).await?;
    let mut tx = app.cx.begin().await?;
    let row = deployment::lock(&mut tx, team, id).await?;
    row.made_on(request.version)?;
    row.can_restart()?;
    quota::another_task(app, &mut tx, row.team_id, caller).await?;
    let row = task::start(&app.cx, &mut tx, caller.origin(), &row, Kind::Restart).await?;
    let message = message!(RestartRequested, deployment = &row.name);
    facts::record(&app.cx, &mut tx, caller.origin(), &row, history::Kind::Normal, message).await?;
    tx.commit().await?;
    task::accepted(app, id).await;
    Ok(RestartDeploymentResponse { deployment: Some(row.shown(false)), task_id: row.last_task.to_string() })
}
