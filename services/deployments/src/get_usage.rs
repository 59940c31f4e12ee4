//! What a deployment uses, now and over time, and when its revisions came into effect.

use crate::{
    App,
    ask_cluster::ask_cluster,
    deployment::{self, Row},
};
use access::Caller;
use kit::{
    Context, Error, Origin, Result,
    clock::{stamp, unstamp},
};
use proto::{
    deployments::{GetUsageRequest, GetUsageResponse, RevisionMark},
    infrastructure::{self, MetricsRange},
};
use time::OffsetDateTime;

/// As infrastructure measured it, with a mark for each revision of that time.
///
/// # Errors
/// 404 for unknown and foreign deployments alike; `Invalid` without a range; `Unavailable` when infrastructure cannot be asked.
pub async fn get_usage(app: &App, caller: &Caller, request: GetUsageRequest) -> Result<GetUsageResponse> {
    let mut db = app.cx.read(false).await?;
    let row = deployment::visible(&mut db, caller, &request.id).await?;
    db.done();
    let usage = ask(&app.cx, caller.origin(), &row, request.range()).await?;
    let from = usage
        .from
        .as_ref()
        .and_then(unstamp)
        .ok_or_else(|| Error::internal(anyhow::anyhow!("usage without its beginning")))?;
    let found = sqlx::query!(
        r#"select number, change, finished_at as "finished_at!" from deployments.revision
           where deployment_id = $1 and result = 'succeeded' and finished_at >= $2 order by finished_at"#,
        row.id,
        from
    )
    .fetch_all(&app.cx.db)
    .await?;
    let mark = |number: i32, at: OffsetDateTime, change: String| RevisionMark { number, at: Some(stamp(at)), change };
    Ok(GetUsageResponse {
        usage: Some(usage),
        revisions: found.into_iter().map(|found| mark(found.number, found.finished_at, found.change)).collect(),
        stopped: row.spec.stopped,
    })
}

async fn ask(
    cx: &Context,
    origin: &Origin,
    row: &Row,
    range: MetricsRange,
) -> Result<infrastructure::GetUsageResponse> {
    let message = infrastructure::GetUsageRequest {
        cluster_id: row.cluster_id.to_string(),
        deployment_id: row.id.to_string(),
        range: range.into(),
        namespace: row.release_name.clone(),
    };
    ask_cluster(cx, origin, message, |mut cluster, request| async move { cluster.get_usage(request).await }).await
}
