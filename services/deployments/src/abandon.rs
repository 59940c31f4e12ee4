//! Forgetting a deployment whose cluster is gone: nothing can be uninstalled any more.

use crate::{App, chart, deployment, drift, elsewhere, facts, owners, revision, secrets, task};
use access::{Caller, WriteTeam};
use kit::{Error, Result, message, message::as_is};
use proto::{deployments::DeleteDeploymentResponse, infrastructure::Cluster};
use uuid::Uuid;

/// Takes the deployment off the books and says what remains in the cluster, should it come back.
///
/// # Errors
/// 403 for everyone but admins, 409 when the cluster answers or for a version that is not the newest.
pub async fn abandon(
    app: &App,
    caller: &Caller,
    team: WriteTeam,
    id: Uuid,
    version: i64,
) -> Result<DeleteDeploymentResponse> {
    caller.admin()?;
    let (cx, origin) = (&app.cx, caller.origin());
    let cluster = {
        let mut connection = cx.db.acquire().await?;
        deployment::find(&mut connection, caller.read(team.team(), deployment::WHAT)?, id).await?.cluster_id
    };
    if let Some(cluster) = owners::cluster(cx, origin, cluster).await?
        && answers(&cluster)
    {
        return Err(Error::conflict(message!(CLUSTER_REACHABLE)));
    }
    let mut tx = cx.begin().await?;
    let row = deployment::lock(&mut tx, team, id).await?;
    row.made_on(version)?;
    let remains = remains(app, &mut tx, &row).await?;
    if let Some(task) = row.current_task {
        let by = origin.actor_name();
        task::cancel(cx, &mut tx, origin, id, task, by).await?;
    }
    let message = message!(
        DeploymentAbandoned,
        deployment = &row.name,
        cluster = &row.cluster_name,
        remains = as_is(kit::text::cut(&remains.join(", "), 1500))
    );
    facts::record(cx, &mut tx, origin, &row, history::Kind::Warning, message).await?;
    sqlx::query!(
        "update deployments.deployment
         set gone_at = $2, current_task = null, serving = false, updated_at = $2, version = version + 1 where id = $1",
        id,
        cx.clock.now()
    )
    .execute(tx.conn())
    .await?;
    secrets::forget(&mut tx, id).await?;
    drift::forget(&mut tx, id).await?;
    elsewhere::forget(&mut tx, id).await?;
    facts::changed(&mut tx, id, row.team_id, row.version + 1);
    tx.commit().await?;
    Ok(DeleteDeploymentResponse { deployment: Some(row.shown(false)), task_id: String::new(), remains })
}

/// A cluster that is only in maintenance comes back; one without a kubeconfig cannot be asked.
pub fn answers(cluster: &Cluster) -> bool {
    cluster.has_kubeconfig && matches!(cluster.status.as_str(), "operational" | "maintenance")
}

/// What a deployment leaves in a cluster that nobody cleans up.
///
/// # Errors
/// A revision that cannot be opened.
pub async fn remains(app: &App, tx: &mut kit::Tx, row: &deployment::Row) -> Result<Vec<String>> {
    let release = &row.release_name;
    let mut remains =
        vec![format!("Namespace {release}"), format!("Secret {release}-app"), format!("Secret {release}-db")];
    let sealed = revision::open(&app.cx, tx.conn(), row, row.revision).await?;
    remains.extend(chart::objects(&sealed.bundle)?);
    Ok(remains)
}
