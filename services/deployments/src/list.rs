//! The deployments a caller may see, newest first or sorted otherwise.

use crate::{
    App,
    deployment::{self, Row},
    order::{self, Order},
    read,
    shown::word_of_status,
};
use access::{Caller, Readable};
use kit::{
    Result,
    page::{Page, TOTAL_CAP},
};
use proto::deployments::{ListDeploymentsRequest, ListDeploymentsResponse};
use sqlx::PgConnection;
use uuid::Uuid;

/// What a list is narrowed to; absent filters let everything pass.
#[derive(Default, Hash, PartialEq)]
pub(crate) struct Filter {
    pub(crate) pattern: Option<String>,
    pub(crate) cluster: Option<Uuid>,
    pub(crate) team: Option<Uuid>,
    pub(crate) status: Option<&'static str>,
}

/// Lists with filters, order and paging.
///
/// # Errors
/// `Invalid` for an order that is not known; those of the database.
pub async fn list(app: &App, caller: &Caller, request: ListDeploymentsRequest) -> Result<ListDeploymentsResponse> {
    let order = Order::of(&request)?;
    let Some(filter) = filter(&request) else { return Ok(ListDeploymentsResponse::default()) };
    let readable = caller.readable();
    let page = Page::of(request.page, request.limit, 1000);
    let narrowed = !readable.all() || filter != Filter::default() || order.is_some();
    let mut db = app.cx.read(narrowed).await?;
    if !narrowed {
        match read::load_newest(&mut db, page).await {
            Ok((rows, Some(total))) => {
                db.done();
                return Ok(shown(caller, &rows, u32::try_from(total.clamp(0, TOTAL_CAP)).unwrap_or_default(), 0));
            }
            // Behind the last page, or with rows that are to be passed over: read in two steps.
            Ok((_, None)) => {}
            Err(error) if kit::db::is_unreadable(&error) => {}
            Err(error) => return Err(error),
        }
    }
    let (ids, total) = ids(app, &mut db, &readable, &filter, order, page).await?;
    let rows = deployment::load_readable(&app.cx, &mut db, &ids).await?;
    db.done();
    Ok(shown(caller, &rows, total, ids.len() - rows.len()))
}

fn shown(caller: &Caller, rows: &[Row], total: u32, unreadable: usize) -> ListDeploymentsResponse {
    let own = caller.own_teams();
    let admin = caller.admin().is_ok();
    let deployments = rows.iter().map(|row| row.shown(!admin && !own.ids().contains(&row.team_id))).collect();
    ListDeploymentsResponse { deployments, total, unreadable: u32::try_from(unreadable).unwrap_or(u32::MAX) }
}

/// `None` when a filter names what cannot exist: the list is empty then.
fn filter(request: &ListDeploymentsRequest) -> Option<Filter> {
    let id = |text: &str| if text.is_empty() { Some(None) } else { kit::ids::parse(text).ok().map(Some) };
    // PostgreSQL has no text with U+0000, so nothing matches it
    let search: String = request.search.trim().chars().take(100).collect();
    if search.contains('\0') {
        return None;
    }
    Some(Filter {
        pattern: (!search.is_empty()).then(|| kit::text::like(&search)),
        cluster: id(&request.cluster_id)?,
        team: id(&request.team_id)?,
        status: word_of_status(request.status),
    })
}

/// Ids of the page, and the total up to where totals are exact. Counted is only what the page does not tell.
async fn ids(
    app: &App,
    db: &mut PgConnection,
    readable: &Readable,
    filter: &Filter,
    order: Option<Order>,
    page: Page,
) -> Result<(Vec<Uuid>, u32)> {
    // A list is as long in any order.
    let count = app.long.count(&(readable.all(), readable.teams(), filter), page);
    if let Some(order) = order {
        let (ids, total) = order::ids(db, order, readable, filter, page, count.counted()).await?;
        let total = count.total(total, ids.len());
        return Ok((ids, total));
    }
    let row = sqlx::query!(
        r#"select
             array(select id from deployments.deployment
                   where gone_at is null
                     and ($1 or team_id = any($2))
                     and ($3::text is null or name ilike $3 or description ilike $3)
                     and ($4::uuid is null or cluster_id = $4)
                     and ($5::uuid is null or team_id = $5)
                     and ($6::text is null or status = $6)
                   order by created_at desc, id desc
                   limit $7 offset $8) as "ids!",
             (select count(*) from (
                select from deployments.deployment
                where gone_at is null
                  and ($1 or team_id = any($2))
                  and ($3::text is null or name ilike $3 or description ilike $3)
                  and ($4::uuid is null or cluster_id = $4)
                  and ($5::uuid is null or team_id = $5)
                  and ($6::text is null or status = $6)
                limit $9) as capped) as "total!""#,
        readable.all(),
        readable.teams(),
        filter.pattern,
        filter.cluster,
        filter.team,
        filter.status,
        page.limit,
        page.offset,
        count.counted()
    )
    .fetch_one(db)
    .await?;
    let total = count.total(row.total, row.ids.len());
    Ok((row.ids, total))
}
