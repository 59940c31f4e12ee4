//! Bringing about what is wanted, after a task did not.

use crate::{App, deployment, drift, facts, operation::Kind, quota, task};
use access::Caller;
use kit::{Result, message};
use proto::deployments::{RetryDeploymentRequest, RetryDeploymentResponse};

/// Orders whatever brings about what is wanted, whichever task failed before: an install when nothing is in effect, an
/// upgrade over what is, the uninstall of what is to go.
///
/// # Errors
/// 404, 403, 409 while a task is at work, when what is wanted is in effect, or for a version that is not the newest.
pub async fn retry(app: &App, caller: &Caller, request: RetryDeploymentRequest) -> Result<RetryDeploymentResponse> {
    let (id, team) = deployment::owner(&mut *app.cx.db.acquire().await?, &request.id).await?;
    let team = caller.write(team, deployment::WHAT)?;
    deployment::open_for_work(app, caller, id).await?;
    let mut tx = app.cx.begin().await?;
    let row = deployment::lock(&mut tx, team, id).await?;
    row.made_on(request.version)?;
    let kind = row.retry()?;
    // an upgrade to what is in effect already put it right
    let puts_right = kind == Kind::Upgrade && row.converging().is_none();
    if kind != Kind::Uninstall {
        quota::another_task(app, &mut tx, row.team_id, caller).await?;
    }
    let row = task::start(&app.cx, &mut tx, caller.origin(), &row, kind).await?;
    if puts_right {
        drift::take_back(&mut tx, id).await?;
    }
    let message = message!(RetryRequested, kind = kind.word(), deployment = &row.name);
    facts::record(&app.cx, &mut tx, caller.origin(), &row, history::Kind::Normal, message).await?;
    tx.commit().await?;
    task::accepted(app, id).await;
    Ok(RetryDeploymentResponse { deployment: Some(row.shown(false)), task_id: row.last_task.to_string() })
}
