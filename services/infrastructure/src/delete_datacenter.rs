//! DeleteDatacenter: a datacenter goes when nothing is deployed in it. Its clusters stay, without a datacenter.

use crate::{app::App, datacenter::Datacenter, facts, set_kubeconfig::count_deployments};
use access::Caller;
use futures::{StreamExt, TryStreamExt, stream};
use history::{Kind, Line};
use kit::{Error, Result, message};
use proto::infrastructure::{DeleteDatacenterRequest, DeleteDatacenterResponse};

/// Clusters that are asked about at once. Fixed: one answer takes a millisecond.
const AT_ONCE: usize = 8;

/// Deletes it and detaches its clusters. Something that is deployed meanwhile loses nothing: its cluster stays.
///
/// # Errors
/// `Forbidden`; `NotFound`; `Invalid` while there are deployments on its clusters; `Conflict` when somebody changed it
/// meanwhile; `Unavailable` when deployments does not answer.
pub async fn delete(app: &App, caller: &Caller, request: DeleteDatacenterRequest) -> Result<DeleteDatacenterResponse> {
    caller.admin()?;
    let id = kit::ids::parse_as(&request.id, "Datacenter")?;
    let (cx, now) = (&app.cx, app.cx.clock.now());
    Datacenter::load(&mut *cx.db.acquire().await?, id, now).await?;
    let clusters = sqlx::query_scalar!("select id from infrastructure.cluster where datacenter_id = $1", id)
        .fetch_all(&cx.db)
        .await?;
    let counts: Vec<u32> = stream::iter(clusters)
        .map(|cluster| count_deployments(app, caller.origin(), cluster))
        .buffer_unordered(AT_ONCE)
        .try_collect()
        .await?;
    let count = counts.iter().fold(0_u32, |sum, n| sum.saturating_add(*n));
    if count > 0 {
        return Err(Error::invalid(message!(DATACENTER_HAS_DEPLOYMENTS, n = count)));
    }
    let mut tx = cx.begin().await?;
    let changed_by =
        sqlx::query_scalar!("select changed_by from infrastructure.datacenter where id = $1 for update", id)
            .fetch_optional(tx.conn())
            .await?
            .ok_or_else(|| Error::not_found("Datacenter"))?;
    let row = Datacenter::load(tx.conn(), id, now).await?;
    row.made_on(request.row_version, &changed_by)?;
    let detached = sqlx::query!(
        "update infrastructure.cluster set datacenter_id = null, row_version = row_version + 1
         where datacenter_id = $1 returning id, row_version",
        id
    )
    .fetch_all(tx.conn())
    .await?;
    sqlx::query!("delete from infrastructure.datacenter where id = $1", id).execute(tx.conn()).await?;
    let message = message!(DatacenterDeleted, datacenter = &row.name, n = detached.len());
    Line::new(Kind::Normal, "Datacenter", &message).admin_only().write(cx, &mut tx, caller.origin()).await?;
    facts::changed(&mut tx, "datacenter", id, row.row_version + 1);
    for cluster in detached {
        facts::changed(&mut tx, "cluster", cluster.id, cluster.row_version);
    }
    tx.commit().await?;
    Ok(DeleteDatacenterResponse {})
}
