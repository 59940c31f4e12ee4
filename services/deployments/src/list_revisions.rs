//! What was asked for over time, newest first.

use crate::{App, deployment, spec::Spec, volumes::Deletion};
use access::Caller;
use kit::{Error, Message, Result, clock::stamp, message::Kept, page::Page};
use proto::deployments::{ListRevisionsRequest, ListRevisionsResponse, Revision};
use sqlx::types::Json;
use time::OffsetDateTime;
use uuid::Uuid;

/// A row; what a newer version may have written otherwise is read by itself.
struct Found {
    number: i32,
    spec: serde_json::Value,
    chart_version: String,
    change: String,
    reason: String,
    created_by: Uuid,
    created_by_name: String,
    created_at: OffsetDateTime,
    result: Option<String>,
    error_log: String,
    error_said: Option<Json<Kept>>,
    finished_at: Option<OffsetDateTime>,
    helm_revisions: Vec<i32>,
    restored: Option<i32>,
    deletes: serde_json::Value,
    cluster_id: Option<Uuid>,
    cluster_name: String,
}

/// The revisions of one deployment; one that cannot be read is passed over. Who only oversees the team sees no account names, and no error texts.
///
/// # Errors
/// 404.
pub async fn list_revisions(
    app: &App,
    caller: &Caller,
    request: ListRevisionsRequest,
) -> Result<ListRevisionsResponse> {
    let mut db = app.cx.read(false).await?;
    let row = deployment::visible(&mut db, caller, &request.id).await?;
    let reduced = deployment::reduced(caller, row.team_id);
    let page = Page::of(request.page, request.limit, 1000);
    let rows = sqlx::query_as!(
        Found,
        r#"select number, spec, chart_version, change, reason, created_by, created_by_name, created_at,
                  result, error_log, error_said as "error_said: Json<Kept>", finished_at, helm_revisions, restored, deletes, cluster_id, cluster_name
           from deployments.revision where deployment_id = $1 order by number desc limit $2 offset $3"#,
        row.id,
        page.limit,
        page.offset
    )
    .fetch_all(&mut *db)
    .await?;
    db.done();
    let read = |found: Found| -> serde_json::Result<Revision> {
        let (spec, deletes): (Spec, Vec<Deletion>) =
            (serde_json::from_value(found.spec)?, serde_json::from_value(found.deletes)?);
        Ok(Revision {
            number: found.number,
            spec: Some(spec.shown(reduced)),
            chart_version: found.chart_version,
            change: found.change,
            reason: found.reason,
            author_id: found.created_by.to_string(),
            author_name: found.created_by_name,
            created_at: Some(stamp(found.created_at)),
            result: found.result.unwrap_or_default(),
            said: if reduced || found.error_log.is_empty() {
                String::new()
            } else {
                Message::beside_kept(found.error_said.as_ref().map(|Json(said)| said), &found.error_log).packed()
            },
            error_log: if reduced { String::new() } else { found.error_log },
            finished_at: found.finished_at.map(stamp),
            helm_revisions: found.helm_revisions,
            effective: row.effective == Some(found.number),
            restored: found.restored.unwrap_or_default(),
            deletes: deletes.into_iter().map(|deletion| deletion.shown(reduced)).collect(),
            cluster_id: found.cluster_id.unwrap_or(row.cluster_id).to_string(),
            cluster_name: if found.cluster_id.is_some() { found.cluster_name } else { row.cluster_name.clone() },
        })
    };
    let readable = |found: Found| match read(found) {
        Ok(revision) => Some(revision),
        // a newer version wrote it
        Err(error) => {
            app.cx.unreadable.tell("Revision", row.id, &Error::internal(error));
            None
        }
    };
    let revisions = rows.into_iter().filter_map(readable).collect();
    // numbers go from 1 without a gap, and none is ever removed
    Ok(ListRevisionsResponse { revisions, total: u32::try_from(row.revision).unwrap_or_default() })
}
