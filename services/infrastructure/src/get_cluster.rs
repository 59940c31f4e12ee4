//! GetCluster.

use crate::{
    app::App,
    cluster::{ClusterRow, Visibility},
};
use access::Caller;
use kit::Result;
use proto::infrastructure::{GetClusterRequest, GetClusterResponse};

/// One cluster, as far as the caller sees it.
///
/// # Errors
/// `NotFound`.
pub async fn get(app: &App, caller: &Caller, request: GetClusterRequest) -> Result<GetClusterResponse> {
    let id = kit::ids::parse_as(&request.id, "Cluster")?;
    let mut connection = app.cx.db.acquire().await?;
    let row = ClusterRow::load(&mut connection, id).await?;
    Ok(GetClusterResponse { cluster: Some(row.shown(Visibility::of(caller))) })
}
