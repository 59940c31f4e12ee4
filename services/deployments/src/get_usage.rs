//! What a deployment uses, now and over time, and when its revisions came into effect.

use crate::{
    App,
    deployment::{self, Row},
    owners,
};
use access::Caller;
use kit::{Context, Error, Origin, Result, clock::stamp, message};
use proto::{
    deployments::{GetUsageRequest, GetUsageResponse, RevisionMark},
    infrastructure::{self, MetricsRange, workload_service_client::WorkloadServiceClient},
};
use std::time::Duration as Span;
use time::{Duration, OffsetDateTime};

/// How long infrastructure may take. Fixed: who asked waits ten seconds.
const WITHIN: Span = Span::from_secs(8);

/// As infrastructure measured it, with a mark for each revision of that time.
///
/// # Errors
/// 404 for unknown and foreign deployments alike; `Invalid` without a range; `Unavailable` when infrastructure cannot be asked.
pub async fn get_usage(app: &App, caller: &Caller, request: GetUsageRequest) -> Result<GetUsageResponse> {
    let back = match request.range() {
        MetricsRange::Unspecified => return Err(Error::invalid_field("range", message!(MISSING))),
        MetricsRange::Day => Duration::DAY,
        MetricsRange::Week => Duration::WEEK,
        MetricsRange::Month => Duration::days(30),
    };
    let mut db = app.cx.read(false).await?;
    let row = deployment::visible(&mut db, caller, &request.id).await?;
    let found = sqlx::query!(
        r#"select number, change, finished_at as "finished_at!" from deployments.revision
           where deployment_id = $1 and result = 'succeeded' and finished_at >= $2 order by finished_at"#,
        row.id,
        app.cx.clock.now() - back
    )
    .fetch_all(&mut *db)
    .await?;
    db.done();
    let mark = |number: i32, at: OffsetDateTime, change: String| RevisionMark { number, at: Some(stamp(at)), change };
    Ok(GetUsageResponse {
        usage: Some(ask(&app.cx, caller.origin(), &row, request.range()).await?),
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
    let asked = cx.request_within("infrastructure", origin, message, WITHIN)?;
    let mut client =
        WorkloadServiceClient::new(cx.peer("infrastructure")).max_decoding_message_size(kit::MESSAGE_LIMIT);
    match tokio::time::timeout(WITHIN, client.get_usage(asked)).await {
        Ok(answer) => Ok(answer.map_err(owners::failure)?.into_inner()),
        Err(elapsed) => Err(Error::unavailable(message!(PART_AWAY), elapsed)),
    }
}
