//! Giving up a change that did not come about: what is in effect becomes what is wanted, as a new revision.

use crate::{
    App, deployment, facts,
    operation::Kind,
    quota,
    revision::{self, Again},
    task,
};
use access::Caller;
use kit::{Result, message};
use proto::deployments::{DiscardChangeRequest, DiscardChangeResponse};

/// Makes a revision equal to the one in effect and orders its upgrade, since the failed change may have left its traces
/// in the cluster.
///
/// # Errors
/// 404, 403, 409 while a task is at work, the deployment is being deleted, nothing is in effect or nothing differs, for
/// a version that is not the newest, or when another deployment has taken the domain meanwhile.
pub async fn discard_change(
    app: &App,
    caller: &Caller,
    request: DiscardChangeRequest,
) -> Result<DiscardChangeResponse> {
    let (id, team) = deployment::owner(&mut *app.cx.db.acquire().await?, &request.id).await?;
    let team = caller.write(team, deployment::WHAT)?;
    deployment::open_for_work(app, caller, id).await?;
    let (cx, origin) = (&app.cx, caller.origin());
    let mut tx = cx.begin().await?;
    let row = deployment::lock(&mut tx, team, id).await?;
    row.made_on(request.version)?;
    let effective = row.can_discard()?;
    quota::another_task(app, &mut tx, row.team_id, caller).await?;
    let again = Again { number: effective, change: "discard", reason: "" };
    let row = revision::again(cx, &mut tx, origin, &row, again).await?;
    let row = task::start(cx, &mut tx, origin, &row, Kind::Upgrade).await?;
    let message = message!(ChangeDiscarded, deployment = &row.name);
    facts::record(cx, &mut tx, origin, &row, history::Kind::Normal, message).await?;
    tx.commit().await?;
    task::accepted(app, id).await;
    Ok(DiscardChangeResponse { deployment: Some(row.shown(false)), task_id: row.last_task.to_string() })
}
