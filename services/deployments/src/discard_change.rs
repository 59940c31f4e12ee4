//! Giving up a change that did not come about: what is in effect becomes what is wanted, as a new revision.

use crate::{
    App, changes,
    deployment::{self, Row},
    elsewhere, facts,
    operation::Kind,
    plan::{self, Wanted},
    quota,
    revision::{self, Again},
    rollback, task,
};
use access::Caller;
use kit::{Result, message};
use proto::deployments::{DiscardChangeRequest, DiscardChangeResponse};

/// Makes a revision equal to the one in effect and orders its upgrade, since the failed change may have left its traces
/// in the cluster.
///
/// # Errors
/// 404, 403, 409 while a task is at work, the deployment is being deleted, nothing is in effect or nothing differs, for
/// a version that is not the newest, when another deployment has taken the domain meanwhile, and when anything has moved
/// since the plan.
pub async fn discard_change(
    app: &App,
    caller: &Caller,
    request: DiscardChangeRequest,
) -> Result<DiscardChangeResponse> {
    let (id, team) = deployment::owner(&mut *app.cx.db.acquire().await?, &request.id).await?;
    let team = caller.write(team, deployment::WHAT)?;
    deployment::open_for_work(app, caller, id).await?;
    let planned = planned(app, caller, &request).await?;
    let (cx, origin) = (&app.cx, caller.origin());
    let mut tx = cx.begin().await?;
    let row = deployment::lock(&mut tx, team, id).await?;
    row.made_on(request.version)?;
    let effective = row.can_discard()?;
    if planned.as_ref().is_some_and(|(revision, _)| row.revision != *revision) {
        return Err(plan::outdated());
    }
    quota::another_task(app, &mut tx, row.team_id, caller).await?;
    let again = Again { number: effective, change: "discard", reason: "" };
    let given_up = row.spec.clone();
    elsewhere::give_up(&mut tx, &row).await?;
    let row = revision::again(cx, &mut tx, origin, &row, again).await?;
    let changes = changes::between(&given_up, &row.spec);
    let row = task::start(cx, &mut tx, origin, &row, Kind::Upgrade).await?;
    if let Some((_, state)) = planned {
        plan::bind(&mut tx, &row, &state).await?;
    }
    let message = message!(ChangeDiscarded, deployment = &row.name);
    facts::record_changes(cx, &mut tx, origin, &row, history::Kind::Normal, message, changes).await?;
    tx.commit().await?;
    task::accepted(app, id).await;
    Ok(DiscardChangeResponse { deployment: Some(row.shown(false)), task_id: row.last_task.to_string() })
}

/// The deployment as it is, for somebody who may change it.
///
/// # Errors
/// 404, 403; 409 for a version that is not the newest.
pub async fn found(app: &App, caller: &Caller, request: &DiscardChangeRequest) -> Result<Row> {
    let (_, before) = deployment::changeable(app, caller, &request.id).await?;
    before.made_on(request.version)?;
    Ok(before)
}

/// The revision that a plan was made on and the state that it stands on; nothing where nothing was looked at.
async fn planned(app: &App, caller: &Caller, request: &DiscardChangeRequest) -> Result<Option<(i32, plan::State)>> {
    if request.plan.is_empty() {
        return Ok(None);
    }
    let before = found(app, caller, request).await?;
    let opened = rollback::opened(app, &before, before.can_discard()?).await?;
    let wanted = Wanted::again(&before, &opened);
    let state = plan::holds(app, caller, &before, Some(wanted), &request.plan).await?;
    Ok(state.map(|state| (before.revision, state)))
}
