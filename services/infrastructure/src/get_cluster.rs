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
    let mut connection = app.cx.db.acquire().await?;
    let row = ClusterRow::load(&mut connection, id).await?;
    let closing = row.is_closing(app.cx.clock.now());
    let cluster = Cluster { closing, ..row.shown(Visibility::of(caller)) };
    Ok(GetClusterResponse { cluster: Some(cluster) })
}
