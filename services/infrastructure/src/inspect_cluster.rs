//! InspectCluster: what the cluster itself says, for its page and for whoever chooses it.

use crate::{
    app::App,
    cluster::{ClusterRow, Visibility},
    inspection,
};
use access::Caller;
use kit::{Error, Result, message};
use proto::infrastructure::{InspectClusterRequest, InspectClusterResponse};

/// Reads it now, or tells what was read a moment ago. Everybody is told of nodes, classes and what a site would lack; of
/// what the credentials may do, of warnings and of reasons only admins and managers.
///
/// # Errors
/// `NotFound`; `Invalid` without a kubeconfig; `Unavailable` while the cluster does not answer.
pub async fn inspect(app: &App, caller: &Caller, request: InspectClusterRequest) -> Result<InspectClusterResponse> {
    let id = kit::ids::parse_as(&request.id, "Cluster")?;
    ClusterRow::load(&mut *app.cx.db.acquire().await?, id).await?;
    let visibility = Visibility::of(caller);
    let read = async { inspection::of(app, &*app.gateway.cluster(id).await?).await };
    match (read.await, visibility) {
        (Ok(answer), Visibility::Full) => Ok(answer),
        (Ok(answer), Visibility::Plain) => Ok(plain(answer)),
        (Err(Error::Unavailable { source, .. }), Visibility::Plain) => {
            Err(Error::unavailable(message!(ClusterCannotBeReached), source))
        }
        (Err(error), _) => Err(error),
    }
}

/// Without what is known of the credentials, and without the cluster's own words.
fn plain(mut answer: InspectClusterResponse) -> InspectClusterResponse {
    answer.rights.clear();
    answer.warnings.clear();
    answer.more_warnings = false;
    answer.unread.retain(|unread| unread.part != "rights" && unread.part != "warnings");
    answer.unread.iter_mut().for_each(|unread| unread.said.clear());
    answer.nodes.iter_mut().for_each(|node| node.reason.clear());
    answer
}
