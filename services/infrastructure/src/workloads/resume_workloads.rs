//! `ResumeWorkloads`: a site whose volumes were being copied runs again where it was.

use crate::workloads::{Workloads, copy_volumes::copier, masked, standstill};
use kit::Result;
use proto::infrastructure as pb;

pub(super) async fn resume_workloads(
    app: &Workloads,
    request: pb::ResumeWorkloadsRequest,
) -> Result<pb::ResumeWorkloadsResponse> {
    let change = app.change(request.ticket).await?;
    let work = async {
        change.space.belongs_to(change.ticket.deployment).await?;
        copier::remove(&change).await?;
        let documents = standstill::deployed(&change.space, &change.ticket.release).await?;
        standstill::resume(&change, &documents).await
    };
    masked(&change.space, work).await?;
    Ok(pb::ResumeWorkloadsResponse {})
}
