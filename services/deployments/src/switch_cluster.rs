//! The switch of a move, in one transaction: from here on the deployment runs on the other cluster, and what is elsewhere
//! is what it left.

use crate::{App, create, deployment, drift, elsewhere::State, facts, operation::Kind, reach, revision};
use access::Caller;
use kit::{Error, Result, message};
use proto::deployments::{SwitchClusterRequest, SwitchClusterResponse};

/// Puts the revision into effect there. Repeating it answers the same.
///
/// # Errors
/// `Conflict` `TASK_OUTDATED` when another task or none is at work, when the move is being undone, and for an earlier worker;
/// `MOVE_NOT_COPIED` when its data was to be brought along and is not; `DOMAIN_TAKEN`, `RELEASE_TAKEN`.
pub async fn switch_cluster(
    app: &App,
    caller: &Caller,
    request: SwitchClusterRequest,
) -> Result<SwitchClusterResponse> {
    caller.peer()?;
    let cx = &app.cx;
    let id = kit::ids::parse_as(&request.deployment_id, deployment::WHAT)?;
    let task = kit::ids::parse_as(&request.task_id, "Task")?;
    let outdated = || Error::conflict(message!(TASK_NOT_CURRENT));
    let mut tx = cx.begin().await?;
    let row = deployment::lock_own(&mut tx, id).await?.ok_or_else(|| Error::not_found(deployment::WHAT))?;
    if row.current_task != Some(task) || row.task_kind != Kind::Move || row.revision != request.revision {
        return Err(outdated());
    }
    let other = row.elsewhere.clone().ok_or_else(outdated)?;
    match other.state {
        State::Left if other.switched_by == Some(task) => {
            return Ok(SwitchClusterResponse {
                to_cluster_name: row.cluster_name,
                from_cluster_name: other.cluster_name,
            });
        }
        State::Target if other.fence <= request.fence => {}
        _ => return Err(outdated()),
    }
    // a worker of an earlier version of Canopy copies nothing
    if other.copies && !request.copied {
        return Err(Error::conflict(message!(MOVE_NOT_COPIED)));
    }
    let now = cx.clock.now();
    sqlx::query!(
        "update deployments.deployment
         set cluster_id = $2, cluster_name = $3, location = $4, effective_revision = revision, helm_revision = $5,
             stopped = spec @> '{\"stopped\": true}', serving = not spec @> '{\"stopped\": true}',
             observation = '', observation_said = null, observed_at = $6, updated_at = $6, version = version + 1
         where id = $1",
        row.id,
        other.cluster_id,
        other.cluster_name,
        other.location,
        request.helm_revision,
        now
    )
    .execute(tx.conn())
    .await
    .map_err(create::taken)?;
    sqlx::query!(
        "update deployments.elsewhere
         set cluster_id = $2, cluster_name = $3, location = $4, state = 'left', switched_by = $5, fence = $6
         where deployment_id = $1",
        row.id,
        row.cluster_id,
        row.cluster_name,
        row.location,
        task,
        request.fence
    )
    .execute(tx.conn())
    .await?;
    let ended = revision::Ended { result: "succeeded", error: None, helm_revision: request.helm_revision, at: now };
    revision::end(&mut tx, &row, ended).await?;
    drift::due(cx, &mut tx, row.id).await?;
    reach::due(cx, &mut tx, row.id).await?;
    let moved = deployment::changed(&mut tx, row.id).await?;
    let (from, to) = (&row.cluster_name, &moved.cluster_name);
    let message = message!(DeploymentMoved, deployment = &row.name, from = from, to = to);
    facts::record(cx, &mut tx, &row.task_origin, &moved, history::Kind::Normal, message).await?;
    tx.commit().await?;
    Ok(SwitchClusterResponse { to_cluster_name: moved.cluster_name, from_cluster_name: row.cluster_name })
}
