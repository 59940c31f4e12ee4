//! The deployments a caller may see, newest first or sorted otherwise.

use crate::{
    App,
    order::{self, Order},
    read,
    recent::{Listed, ListedRecord},
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
    let newest = if narrowed { None } else { newest(&mut db, page).await? };
    let (listed, total) = match newest {
        Some(newest) => newest,
        None => filtered(app, &mut db, &readable, &filter, order, page).await?,
    };
    let (own, admin) = (caller.own_teams(), caller.admin().is_ok());
    let reduced = |team: Uuid| !admin && !own.ids().contains(&team);
    let deployments = app.recent.shown(&app.cx, &mut db, &listed, reduced).await?;
    db.done();
    let unreadable = u32::try_from(listed.len() - deployments.len()).unwrap_or(u32::MAX);
    Ok(ListDeploymentsResponse { deployments, total, unreadable })
}

/// A page of all deployments and how many there are; `None` behind the last page.
async fn newest(db: &mut PgConnection, page: Page) -> Result<Option<(Vec<Listed>, u32)>> {
    let (listed, total) = read::newest(db, page).await?;
    Ok(total.map(|total| (listed, u32::try_from(total.clamp(0, TOTAL_CAP)).unwrap_or_default())))
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

/// The page, and the total up to where totals are exact. Counted is only what the page does not tell.
async fn filtered(
    app: &App,
    db: &mut PgConnection,
    readable: &Readable,
    filter: &Filter,
    order: Option<Order>,
    page: Page,
) -> Result<(Vec<Listed>, u32)> {
    // A list is as long in any order.
    let count = app.long.count(&(readable.all(), readable.teams(), filter), page);
    if let Some(order) = order {
        let (listed, total) = order::page(db, order, readable, filter, page, count.counted()).await?;
        let total = count.total(total, listed.len());
        return Ok((listed, total));
    }
    let row = sqlx::query!(
        r#"select
             array(select (d.id, d.team_id, d.stamp,
                           coalesce((select r.xmin::text::bigint from deployments.reach r where r.deployment_id = d.id), 0),
                           coalesce((select e.xmin::text::bigint from deployments.elsewhere e where e.deployment_id = d.id), 0))
                   from (select id, team_id, xmin::text::bigint as stamp from deployments.deployment
                         where gone_at is null
                           and ($1 or team_id = any($2))
                           and ($3::text is null or name ilike $3 or description ilike $3)
                           and ($4::uuid is null or cluster_id = $4)
                           and ($5::uuid is null or team_id = $5)
                           and ($6::text is null or status = $6)
                         order by created_at desc, id desc
                         limit $7 offset $8) d) as "page!: Vec<ListedRecord>",
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
    let total = count.total(row.total, row.page.len());
    Ok((row.page.into_iter().map(Listed::from).collect(), total))
}
