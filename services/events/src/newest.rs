//! The newest events, and how many there are, by one statement that has one plan, whatever is asked.

use crate::event::{Row, row};
use kit::page::Page;
use serde_json::value::RawValue;
use sqlx::{PgConnection, types::Json};
use uuid::Uuid;

/// A page of all events, newest first, and how many there are, counted up to `counted`; the number is missing where the page
/// is empty.
///
/// # Errors
/// Those of the database.
pub async fn of_all(connection: &mut PgConnection, page: Page, counted: i64) -> sqlx::Result<(Vec<Row>, Option<i64>)> {
    let found = sqlx::query!(
        r#"select id, sender, type, message, reason, params as "params: Json<Box<RawValue>>", component, host, namespace, count,
             uid, deployment_id, deployment_name, cluster_id, cluster_name, team_id, team_name, task_id, task_name, actor_id,
             actor_name, admin_only, request_id, address, changes as "changes: Json<Box<RawValue>>", created_at, updated_at,
             first_seen, last_seen,
             (select count(*) from (select from events.event limit $3) as capped) as "total!"
           from events.event order by created_at desc, id desc limit $1 offset $2"#,
        page.limit,
        page.offset,
        counted
    );
    let found = found.map(|r| (row!(r), r.total)).fetch_all(connection).await?;
    let total = found.first().map(|(_, total)| *total);
    Ok((found.into_iter().map(|(row, _)| row).collect(), total))
}

/// As [`of_all`], of the events of one deployment.
///
/// # Errors
/// Those of the database.
pub async fn of_deployment(
    connection: &mut PgConnection,
    deployment: Uuid,
    page: Page,
    counted: i64,
) -> sqlx::Result<(Vec<Row>, Option<i64>)> {
    let found = sqlx::query!(
        r#"select id, sender, type, message, reason, params as "params: Json<Box<RawValue>>", component, host, namespace, count,
             uid, deployment_id, deployment_name, cluster_id, cluster_name, team_id, team_name, task_id, task_name, actor_id,
             actor_name, admin_only, request_id, address, changes as "changes: Json<Box<RawValue>>", created_at, updated_at,
             first_seen, last_seen,
             (select count(*) from (select from events.event where deployment_id = $4 limit $3) as capped) as "total!"
           from events.event where deployment_id = $4 order by created_at desc, id desc limit $1 offset $2"#,
        page.limit,
        page.offset,
        counted,
        deployment
    );
    let found = found.map(|r| (row!(r), r.total)).fetch_all(connection).await?;
    let total = found.first().map(|(_, total)| *total);
    Ok((found.into_iter().map(|(row, _)| row).collect(), total))
}
