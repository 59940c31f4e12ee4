//! Forgetting what may remain of a deployment on a cluster that it does not run on, when that cluster is gone.

use crate::{
    App, abandon, deployment,
    elsewhere::{self, Elsewhere, State},
    facts, owners,
};
use access::Caller;
use kit::{Error, Result, message, message::as_is};
use proto::deployments::{ForgetRemainsRequest, ForgetRemainsResponse};

/// Takes it off the books and says what remains there, should the cluster come back. The site itself is not touched.
///
/// # Errors
/// 403 for everyone but admins, 404; 409 while a task is at work, where nothing remains, when that cluster answers, and for
/// a version that is not the newest.
pub async fn forget_remains(
    app: &App,
    caller: &Caller,
    request: ForgetRemainsRequest,
) -> Result<ForgetRemainsResponse> {
    caller.admin()?;
    let (team, before) = deployment::changeable(app, caller, &request.id).await?;
    let place = there(&before)?;
    let (cx, origin) = (&app.cx, caller.origin());
    if owners::cluster(cx, origin, place.cluster_id).await?.as_ref().is_some_and(abandon::answers) {
        return Err(Error::conflict(message!(CLUSTER_REACHABLE_ELSEWHERE, cluster = &place.cluster_name)));
    }
    let mut tx = cx.begin().await?;
    let row = deployment::lock(&mut tx, team, before.id).await?;
    row.made_on(request.version)?;
    if there(&row)? != place {
        return Err(Error::conflict(message!(TASK_RUNNING)));
    }
    let remains = abandon::remains(app, &mut tx, &row).await?;
    if place.state == State::Left {
        elsewhere::forget(&mut tx, row.id).await?;
    } else {
        // the change that was to bring it there can still be tried again
        elsewhere::undone(&mut tx, row.id).await?;
    }
    let message = message!(
        RemainsForgotten,
        deployment = &row.name,
        cluster = &place.cluster_name,
        remains = as_is(kit::text::cut(&remains.join(", "), 1500))
    );
    facts::record(cx, &mut tx, origin, &row, history::Kind::Warning, message).await?;
    sqlx::query!(
        "update deployments.deployment
         set updated_at = $2, version = version + 1, changed_version = version + 1, changed_by = $3 where id = $1",
        row.id,
        cx.clock.now(),
        origin.actor_name()
    )
    .execute(tx.conn())
    .await?;
    let row = deployment::changed(&mut tx, row.id).await?;
    tx.commit().await?;
    Ok(ForgetRemainsResponse { deployment: Some(row.shown(false)), remains })
}

/// Where something may remain that no task is at work on.
fn there(row: &deployment::Row) -> Result<Elsewhere> {
    row.free()?;
    row.remains().cloned().ok_or_else(|| Error::conflict(message!(NOTHING_REMAINS)))
}
