//! DeleteCluster: a cluster is forgotten, once nothing of Canopy's is on it any more.
//!
//! First the cluster is closed, which is committed: deployments puts nothing new on it from then on. Then deployments is
//! asked how many there are. Then the cluster is deleted or opened again; a closing that a crash cut off runs out
//! ([`CLOSED`]).

use crate::{
    app::App,
    cluster::{CLOSED, ClusterRow},
    facts,
    set_kubeconfig::count_deployments,
    update_cluster,
};
use access::Caller;
use history::{Kind, Line};
use kit::{Error, Result, message};
use proto::infrastructure::{DeleteClusterRequest, DeleteClusterResponse};
use time::OffsetDateTime;
use uuid::Uuid;

/// With its kubeconfig and figures; the history stays, and so does everything in the cluster itself.
///
/// # Errors
/// `Forbidden`; `NotFound`; `Invalid` while there are deployments on it; `Conflict` when somebody changed it meanwhile;
/// `Unavailable` when deployments does not answer.
pub async fn delete(app: &App, caller: &Caller, request: DeleteClusterRequest) -> Result<DeleteClusterResponse> {
    caller.admin()?;
    let id = kit::ids::parse_as(&request.id, "Cluster")?;
    let closed = close(app, id, request.row_version).await?;
    match count_deployments(app, caller.origin(), id).await {
        Ok(0) => {}
        Ok(n) => {
            open(app, id, closed).await?;
            return Err(Error::invalid(message!(CLUSTER_HAS_DEPLOYMENTS, n = n)));
        }
        Err(error) => {
            open(app, id, closed).await?;
            return Err(error);
        }
    }
    let cx = &app.cx;
    let mut tx = cx.begin().await?;
    let row = ClusterRow::load(tx.conn(), id).await?;
    let gone = sqlx::query!("delete from infrastructure.cluster where id = $1 and closing_at = $2", id, closed)
        .execute(tx.conn())
        .await?
        .rows_affected();
    // Not when it may have been open again meanwhile: then something may have been put on it.
    if gone == 0 || cx.clock.now() - closed > CLOSED / 2 {
        return Err(Error::Timeout(message!(CALL_TOO_LONG)));
    }
    let line = Line::new(Kind::Warning, "Cluster", &message!(ClusterDeleted, cluster = &row.name));
    line.admin_only().cluster(id, &row.name).write(cx, &mut tx, caller.origin()).await?;
    facts::changed(&mut tx, "cluster", id, row.row_version + 1);
    if let Some(place) = row.datacenter_id {
        facts::changed(&mut tx, "datacenter", place, 0);
    }
    tx.commit().await?;
    Ok(DeleteClusterResponse {})
}

/// Closes the cluster; says since when it is closed by this call.
async fn close(app: &App, id: Uuid, version: i64) -> Result<OffsetDateTime> {
    let mut tx = app.cx.begin().await?;
    sqlx::query!("select id from infrastructure.cluster where id = $1 for update", id)
        .fetch_optional(tx.conn())
        .await?;
    let (_, changed) = update_cluster::read(tx.conn(), id).await?;
    changed.allows(version)?;
    let closed = sqlx::query_scalar!(
        r#"update infrastructure.cluster set closing_at = $2 where id = $1 returning closing_at as "at!""#,
        id,
        app.cx.clock.now()
    )
    .fetch_one(tx.conn())
    .await?;
    tx.commit().await?;
    Ok(closed)
}

async fn open(app: &App, id: Uuid, closed: OffsetDateTime) -> Result<()> {
    sqlx::query!("update infrastructure.cluster set closing_at = null where id = $1 and closing_at = $2", id, closed)
        .execute(&app.cx.db)
        .await?;
    Ok(())
}
