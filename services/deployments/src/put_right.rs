//! Putting right: the revision in effect is brought about once more, over what somebody changed in the cluster.

use crate::{
    App, deployment,
    drift::{self, check::comparable},
    facts,
    get_drift::wanted,
    operation::Kind,
    plan, quota,
    rollback::opened,
    task,
};
use access::Caller;
use kit::{Result, message};
use proto::deployments::{PutRightRequest, PutRightResponse};

/// Orders an upgrade to the revision in effect that takes back what others changed by hand.
///
/// # Errors
/// 404, 403; 409 while a task is at work, the deployment is being deleted, what is wanted is not in effect, for a version
/// that is not the newest, and when anything has moved since it was looked at.
pub async fn put_right(app: &App, caller: &Caller, request: PutRightRequest) -> Result<PutRightResponse> {
    let (team, before) = deployment::changeable(app, caller, &request.id).await?;
    before.made_on(request.version)?;
    let revision = comparable(&before)?;
    let id = before.id;
    deployment::open_for_work(app, caller, id).await?;
    let opened = opened(app, &before, revision).await?;
    let planned = plan::holds(app, caller, &before, Some(wanted(&before, &opened)), &request.plan).await?;
    let (cx, origin) = (&app.cx, caller.origin());
    let mut tx = cx.begin().await?;
    let row = deployment::lock(&mut tx, team, id).await?;
    row.made_on(request.version)?;
    if comparable(&row)? != revision {
        return Err(plan::outdated());
    }
    quota::another_task(app, &mut tx, row.team_id, caller).await?;
    let row = task::start(cx, &mut tx, origin, &row, Kind::Upgrade).await?;
    drift::take_back(&mut tx, id).await?;
    if let Some(state) = planned {
        plan::bind(&mut tx, &row, &state).await?;
    }
    let message = message!(DriftPutRight, deployment = &row.name, revision = revision);
    facts::record(cx, &mut tx, origin, &row, history::Kind::Normal, message).await?;
    tx.commit().await?;
    task::accepted(app, id).await;
    Ok(PutRightResponse { deployment: Some(row.shown(false)), task_id: row.last_task.to_string() })
}
