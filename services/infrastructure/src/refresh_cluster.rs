//! RefreshCluster: looks at a cluster now, and not when its turn comes.

use crate::{
    app::App,
    cluster::{ClusterRow, Visibility},
    probe, store,
};
use access::Caller;
use kit::{Error, Result, message};
use proto::infrastructure::{RefreshClusterRequest, RefreshClusterResponse};
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// How often the row is read while the cluster is looked at. Fixed: a read takes a fraction of a millisecond.
const PAUSE: Duration = Duration::from_millis(100);

/// Answers with what was seen, or after a few seconds with what is known: a cluster that does not answer is looked at
/// a second time before it is called unreachable.
///
/// # Errors
/// `Forbidden`; `NotFound`; `Conflict` without a kubeconfig.
pub async fn refresh(app: &App, caller: &Caller, request: RefreshClusterRequest) -> Result<RefreshClusterResponse> {
    caller.admin()?;
    let id = kit::ids::parse_as(&request.id, "Cluster")?;
    let asked = app.cx.clock.now();
    let row = ClusterRow::load(&mut *app.cx.db.acquire().await?, id).await?;
    if !row.has_kubeconfig {
        return Err(Error::conflict(message!(WITHOUT_KUBECONFIG)));
    }
    app.look_at(id);
    let until = Instant::now() + probe::WAITED;
    while Instant::now() < until {
        let looked = sqlx::query_scalar!("select checked_at from infrastructure.cluster where id = $1", id)
            .fetch_optional(&app.cx.db)
            .await?
            .flatten();
        if looked.is_some_and(|at| at >= asked && at <= app.cx.clock.now() + store::AHEAD) {
            break;
        }
        sleep(PAUSE).await;
    }
    let row = ClusterRow::load(&mut *app.cx.db.acquire().await?, id).await?;
    Ok(RefreshClusterResponse { cluster: Some(row.shown(Visibility::Full)) })
}
