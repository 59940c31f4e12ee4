//! CountTasks: numbers for the dashboard.

use access::Caller;
use kit::{Result, page::TOTAL_CAP};
use proto::tasks::{CountTasksRequest, CountTasksResponse};

use crate::App;

/// Counts what the caller may see, exact up to 1,000.
///
/// # Errors
/// When the database does not answer.
pub async fn count_tasks(app: &App, caller: &Caller, _: CountTasksRequest) -> Result<CountTasksResponse> {
    let readable = caller.readable();
    let mut db = app.cx.read(!readable.all()).await?;
    let row = sqlx::query!(
        r#"select
             (select count(*) from (select 1 from tasks.task
                where not hidden and ($1 or team_id = any($2)) limit $3) as seen) as "total!",
             (select count(*) from (select 1 from tasks.task
                where status in ('pending', 'running') and ($1 or team_id = any($2)) limit $3) as open) as "active!""#,
        readable.all(),
        readable.teams(),
        TOTAL_CAP
    )
    .fetch_one(&mut *db)
    .await?;
    Ok(CountTasksResponse {
        total: u32::try_from(row.total).unwrap_or(u32::MAX),
        active: u32::try_from(row.active).unwrap_or(u32::MAX),
    })
}
