//! Going back: an earlier revision becomes what is wanted once more, as a new one with its values and documents.

use crate::{
    App, changes,
    deployment::{self, Row},
    elsewhere, facts,
    operation::Kind,
    plan::{self, Wanted},
    quota,
    revision::{self, Again, Opened},
    task, update,
};
use access::{Caller, WriteTeam};
use kit::{Problems, Result, message};
use proto::deployments::{RollbackDeploymentRequest, RollbackDeploymentResponse};

/// Makes a revision equal to an earlier one, from what was sealed for that, and orders its upgrade (an install where
/// nothing is in effect). Secrets stay as they are now.
///
/// # Errors
/// 404 for an unknown deployment or revision, 403, 400 for the reason; 409 while a task is at work, the deployment is being
/// deleted, for the revision that is wanted already, for a version that is not the newest, when another deployment has
/// taken the domain meanwhile, and when anything has moved since the plan.
pub async fn rollback(
    app: &App,
    caller: &Caller,
    request: RollbackDeploymentRequest,
) -> Result<RollbackDeploymentResponse> {
    let mut problems = Problems::new();
    let reason = update::reason(&request.reason, &mut problems);
    let (team, before) = found(app, caller, &request).await?;
    problems.done()?;
    let id = before.id;
    deployment::open_for_work(app, caller, id).await?;
    let opened = opened(app, &before, request.revision).await?;
    let wanted = Wanted::again(&before, &opened);
    let planned = plan::holds(app, caller, &before, Some(wanted), &request.plan).await?;

    let (cx, origin) = (&app.cx, caller.origin());
    let mut tx = cx.begin().await?;
    let row = deployment::lock(&mut tx, team, id).await?;
    row.made_on(request.version)?;
    row.can_roll_back(request.revision)?;
    if planned.is_some() && row.revision != before.revision {
        return Err(plan::outdated());
    }
    quota::another_task(app, &mut tx, row.team_id, caller).await?;
    let again = Again { number: request.revision, change: "rollback", reason: &reason };
    let earlier = row.spec.clone();
    // where it ran then is no part of a revision: it comes back where the deployment runs now
    elsewhere::give_up(&mut tx, &row).await?;
    let row = revision::again(cx, &mut tx, origin, &row, again).await?;
    let changes = changes::between(&earlier, &row.spec);
    let row = task::start(cx, &mut tx, origin, &row, row.converging().unwrap_or(Kind::Upgrade)).await?;
    if let Some(state) = planned {
        plan::bind(&mut tx, &row, &state).await?;
    }
    let message =
        message!(DeploymentRolledBack, deployment = &row.name, to = request.revision, revision = row.revision);
    facts::record_changes(cx, &mut tx, origin, &row, history::Kind::Normal, message, changes).await?;
    tx.commit().await?;
    task::accepted(app, id).await;
    Ok(RollbackDeploymentResponse { deployment: Some(row.shown(false)), task_id: row.last_task.to_string() })
}

/// The deployment as it is, for somebody who may roll it back.
///
/// # Errors
/// 404, 403; 409 for a version that is not the newest, and when it cannot go back to that revision now.
pub async fn found(app: &App, caller: &Caller, request: &RollbackDeploymentRequest) -> Result<(WriteTeam, Row)> {
    let (team, before) = deployment::changeable(app, caller, &request.id).await?;
    before.made_on(request.version)?;
    before.can_roll_back(request.revision)?;
    Ok((team, before))
}

/// The revision to return to.
///
/// # Errors
/// 404 for an unknown number.
pub async fn opened(app: &App, before: &Row, number: i32) -> Result<Opened> {
    let mut connection = app.cx.db.acquire().await?;
    revision::open(&app.cx, &mut connection, before, number).await
}
