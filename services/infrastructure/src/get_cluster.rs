//! GetCluster.

use crate::{
    app::App,
    cluster::{ClusterRow, Visibility},
};
use access::Caller;
use kit::Result;
use proto::infrastructure::{Cluster, GetClusterRequest, GetClusterResponse};

/// One cluster, as far as the caller sees it.
///
/// # Errors
/// `NotFound`.
pub async fn get(app: &App, caller: &Caller, request: GetClusterRequest) -> Result<GetClusterResponse> {
    let id = kit::ids::parse_as(&request.id, "Cluster")?;
    let mut db = app.cx.read(false).await?;
    let row = ClusterRow::load(&mut db, id).await?;
    db.done();
    let closing = row.is_closing(app.cx.clock.now());
    let cluster = Cluster { closing, ..row.shown(Visibility::of(caller)) };
    Ok(GetClusterResponse { cluster: Some(cluster) })
}
