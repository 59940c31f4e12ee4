//! What was asked for over time, newest first.

use crate::{App, deployment, spec::Spec, volumes::Deletion};
use access::Caller;
use kit::{Message, Result, clock::stamp, page::Page};
use proto::deployments::{ListRevisionsRequest, ListRevisionsResponse, Revision};
use sqlx::types::Json;

/// The revisions of one deployment. Who only oversees the team sees no account names, and no error texts.
///
/// # Errors
/// 404.
pub async fn list_revisions(
    app: &App,
    caller: &Caller,
    request: ListRevisionsRequest,
) -> Result<ListRevisionsResponse> {
    let mut connection = app.cx.db.acquire().await?;
    let row = deployment::visible(&mut connection, caller, &request.id).await?;
    let reduced = deployment::reduced(caller, row.team_id);
    let page = Page::of(request.page, request.limit, 1000);
    let rows = sqlx::query!(
        r#"select number, spec as "spec: Json<Spec>", chart_version, change, reason, created_by, created_by_name, created_at,
                  result, error_log, error_said as "error_said: Json<Message>", finished_at, helm_revisions, restored,
                  deletes as "deletes: Json<Vec<Deletion>>"
           from deployments.revision where deployment_id = $1 order by number desc limit $2 offset $3"#,
        row.id,
        page.limit,
        page.offset
    )
    .fetch_all(&mut *connection)
    .await?;
    let revisions = rows
        .into_iter()
        .map(|found| Revision {
            number: found.number,
            spec: Some(found.spec.shown(reduced)),
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
                Message::beside(found.error_said.as_ref().map(|Json(said)| said), &found.error_log).packed()
            },
            error_log: if reduced { String::new() } else { found.error_log },
            finished_at: found.finished_at.map(stamp),
            helm_revisions: found.helm_revisions,
            effective: row.effective == Some(found.number),
            restored: found.restored.unwrap_or_default(),
            deletes: found.deletes.0.into_iter().map(|deletion| deletion.shown(reduced)).collect(),
        })
        .collect();
    // numbers go from 1 without a gap, and none is ever removed
    Ok(ListRevisionsResponse { revisions, total: u32::try_from(row.revision).unwrap_or_default() })
}
