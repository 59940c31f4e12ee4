//! CountTasks: numbers for the dashboard.

use access::Caller;
use kit::{
    Result,
    page::{Page, TOTAL_CAP},
};
use proto::tasks::{CountTasksRequest, CountTasksResponse};

use crate::{App, list_tasks::Filter};

/// Counts what the caller may see, exact up to 1,000.
///
/// # Errors
/// When the database does not answer.
pub async fn count_tasks(app: &App, caller: &Caller, _: CountTasksRequest) -> Result<CountTasksResponse> {
    let readable = caller.readable();
    // as long as the list of everything, which may be known to be long
    let filter = Filter { teams: (!readable.all()).then(|| readable.teams().to_vec()), ..Filter::default() };
    let count = app.long.count(&filter, Page::of(1, 1, 1));
    let mut db = app.cx.read(!readable.all()).await?;
    let row = sqlx::query!(
        r#"select
             (select count(*) from (select 1 from tasks.task
                where not hidden and ($1 or team_id = any($2)) limit $3) as seen) as "total!",
             (select count(*) from (select 1 from tasks.task
                where status in ('pending', 'running') and ($1 or team_id = any($2)) limit $4) as open) as "active!""#,
        readable.all(),
        readable.teams(),
        count.counted(),
        TOTAL_CAP
    )
    .fetch_one(&mut *db)
    .await?;
    db.done();
    Ok(CountTasksResponse {
        // a page of one: it tells nothing about the total
        total: count.total(row.total, 1),
        active: u32::try_from(row.active).unwrap_or(u32::MAX),
    })
}
