//! Bringing about what is wanted, after a task did not.

use crate::{App, deployment, drift, elsewhere, facts, operation::Kind, owners, quota, read, task};
use access::Caller;
use kit::{Result, message};
use proto::deployments::{RetryDeploymentRequest, RetryDeploymentResponse};
use uuid::Uuid;

/// Orders whatever brings about what is wanted, whichever task failed before: an install when nothing is in effect, an
/// upgrade over what is, the uninstall of what is to go.
///
/// # Errors
/// 404, 403, 409 while a task is at work, when what is wanted is in effect, or for a version that is not the newest.
pub async fn retry(app: &App, caller: &Caller, request: RetryDeploymentRequest) -> Result<RetryDeploymentResponse> {
    let (id, team) = deployment::owner(&mut *app.cx.db.acquire().await?, &request.id).await?;
    let team = caller.write(team, deployment::WHAT)?;
    open_for_work(app, caller, id).await?;
    let mut tx = app.cx.begin().await?;
    let row = deployment::lock(&mut tx, team, id).await?;
    row.made_on(request.version)?;
    let kind = row.retry()?;
    // an upgrade to what is in effect already put it right
    let puts_right = kind == Kind::Upgrade && row.converging().is_none();
    if kind != Kind::Uninstall {
        quota::another_task(app, &mut tx, row.team_id, caller).await?;
    }
    if kind == Kind::Move {
        elsewhere::again(&mut tx, &row).await?;
    }
    let row = task::start(&app.cx, &mut tx, caller.origin(), &row, kind).await?;
    if puts_right {
        drift::take_back(&mut tx, id).await?;
    }
    let kind = if kind == Kind::Move && !row.is_moving() { "vacate" } else { kind.word() };
    let message = message!(RetryRequested, kind = kind, deployment = &row.name);
    facts::record(&app.cx, &mut tx, caller.origin(), &row, history::Kind::Normal, message).await?;
    tx.commit().await?;
    task::accepted(app, id).await;
    Ok(RetryDeploymentResponse { deployment: Some(row.shown(false)), task_id: row.last_task.to_string() })
}

/// Refuses new work where it would be done. What is to go may go.
async fn open_for_work(app: &App, caller: &Caller, id: Uuid) -> Result<()> {
    let row = read::load_one(&mut *app.cx.db.acquire().await?, id).await?;
    match row.as_ref().map(|row| (row, row.converging())) {
        Some((row, Some(Kind::Move))) => match row.bound_for() {
            Some(target) => owners::open_for_work(&app.cx, caller.origin(), target.cluster_id).await,
            None => Ok(()),
        },
        Some((row, None)) if row.retry().is_ok_and(|kind| kind == Kind::Move) => Ok(()),
        _ => deployment::open_for_work(app, caller, id).await,
    }
}
