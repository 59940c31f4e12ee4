//! ListEvents: newest first; what the caller may see, narrowed by filters.

use access::Caller;
use kit::{Result, clock::unstamp, page::Page};
use proto::events::{ListEventsRequest, ListEventsResponse};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{App, event};

/// A search looks through so many of the newest events that the other filters leave. Fixed: no search walks a history of
/// years.
const SEARCHED: i64 = 50_000;

/// What is looked for, ready for SQL.
#[derive(Default, Hash, PartialEq)]
struct Filter {
    deployment: Option<Uuid>,
    cluster: Option<Uuid>,
    team: Option<Uuid>,
    r#type: Option<String>,
    component: Option<String>,
    from: Option<OffsetDateTime>,
    to: Option<OffsetDateTime>,
    pattern: Option<String>,
    /// Newest events looked through; `None`: as many as the page needs.
    searched: Option<i64>,
}

/// What somebody who is no overseer may see: their teams' events and those of their own account.
#[derive(Hash)]
struct Own<'a> {
    user: Uuid,
    teams: &'a [Uuid],
}

/// One page of events.
///
/// # Errors
/// `Forbidden` for the admin's list; those of the database.
pub async fn list_events(app: &App, caller: &Caller, request: ListEventsRequest) -> Result<ListEventsResponse> {
    let user = caller.user()?;
    if request.admin {
        caller.admin()?;
    }
    let page = Page::of(request.page, request.limit, 20);
    let Some(filter) = read(&request, SEARCHED) else { return Ok(ListEventsResponse::default()) };
    let readable = caller.readable();
    let own = caller.overseer().is_err().then(|| Own { user: user.id, teams: readable.teams() });
    let count = app.long.count(&(&filter, &own), page);
    let narrowed = own.is_some() || filter != Filter::default();
    let mut db = app.cx.read(narrowed).await?;
    let (ids, counted) = match &own {
        None if !narrowed => newest(&mut db, count.walked(), page).await?,
        None => everything(&mut db, &filter, count.walked(), page).await?,
        Some(own) => of_own(&mut db, &filter, own, count.walked(), page).await?,
    };
    let rows = event::read_all(&mut db, &ids).await?;
    let events = rows.into_iter().map(Into::into).collect();
    Ok(ListEventsResponse { events, total: count.total(counted, ids.len()) })
}

/// Ids of a page of all events, and how many there are among the newest `counted`. It has one plan, whatever is asked.
async fn newest(db: &mut PgConnection, counted: i64, page: Page) -> Result<(Vec<Uuid>, i64)> {
    let row = sqlx::query!(
        r#"with newest as (
             select id, created_at from events.event order by created_at desc, id desc limit $1
           )
           select (select count(*) from newest) as "total!",
             array(select id from newest order by created_at desc, id desc limit $2 offset $3) as "ids!""#,
        counted,
        page.limit,
        page.offset
    )
    .fetch_one(db)
    .await?;
    Ok((row.ids, row.total))
}

/// `None`: something is asked for that cannot exist. A search looks through `searched` of the newest events that the other
/// filters leave: no search walks a history of years. A narrower time makes older ones reachable.
fn read(request: &ListEventsRequest, searched: i64) -> Option<Filter> {
    let id = |text: &str| match text {
        "" => Some(None),
        text => kit::ids::parse(text).ok().map(Some),
    };
    let word = |text: &str| (!text.trim().is_empty()).then(|| text.trim().to_owned());
    let pattern = word(&request.search).map(|search| kit::text::like(&search));
    Some(Filter {
        deployment: id(&request.deployment_id)?,
        cluster: id(&request.cluster_id)?,
        team: id(&request.team_id)?,
        r#type: word(&request.r#type),
        component: word(&request.component),
        from: request.from.as_ref().and_then(unstamp),
        to: request.to.as_ref().and_then(unstamp),
        searched: pattern.is_some().then_some(searched),
        pattern,
    })
}

/// Ids of the page, and how many there are among the newest `counted`: both from one bounded walk along an index. Without a
/// search `hit` is a constant, so the walk reads no row, only the index.
async fn everything(db: &mut PgConnection, filter: &Filter, counted: i64, page: Page) -> Result<(Vec<Uuid>, i64)> {
    let row = sqlx::query!(
        r#"with seen as (
             select id, created_at, ($8::text is null or message ilike $8 or reason ilike $8 or namespace ilike $8 or host ilike $8
                 or deployment_name ilike $8 or cluster_name ilike $8 or team_name ilike $8 or actor_name ilike $8) as hit
             from events.event
             where ($1::uuid is null or deployment_id = $1) and ($2::uuid is null or cluster_id = $2)
               and ($3::uuid is null or team_id = $3) and ($4::text is null or type = $4)
               and ($5::text is null or component = $5)
               and ($6::timestamptz is null or created_at >= $6) and ($7::timestamptz is null or created_at <= $7)
             order by created_at desc, id desc limit $9
           ), found as (
             select id, created_at from seen
             where hit
             order by created_at desc, id desc limit $10
           )
           select (select count(*) from found) as "total!",
             array(select id from found order by created_at desc, id desc limit $11 offset $12) as "ids!""#,
        filter.deployment,
        filter.cluster,
        filter.team,
        filter.r#type,
        filter.component,
        filter.from,
        filter.to,
        filter.pattern,
        filter.searched.unwrap_or(counted),
        counted,
        page.limit,
        page.offset
    )
    .fetch_one(db)
    .await?;
    Ok((row.ids, row.total))
}

/// As [`everything`]: the newest of each team and of the account along their own indexes, then merged.
async fn of_own(
    db: &mut PgConnection,
    filter: &Filter,
    own: &Own<'_>,
    counted: i64,
    page: Page,
) -> Result<(Vec<Uuid>, i64)> {
    let row = sqlx::query!(
        r#"with seen as (
             select t.* from unnest($14::uuid[]) as mine (team_id) cross join lateral (
               select id, created_at, ($8::text is null or message ilike $8 or reason ilike $8 or namespace ilike $8 or host ilike $8
                 or deployment_name ilike $8 or cluster_name ilike $8 or team_name ilike $8 or actor_name ilike $8) as hit
               from events.event
               where team_id = mine.team_id and not admin_only
                 and ($1::uuid is null or deployment_id = $1) and ($2::uuid is null or cluster_id = $2)
                 and ($3::uuid is null or team_id = $3) and ($4::text is null or type = $4)
                 and ($5::text is null or component = $5)
                 and ($6::timestamptz is null or created_at >= $6) and ($7::timestamptz is null or created_at <= $7)
               order by created_at desc, id desc limit $9
             ) as t
             union all (
               select id, created_at, ($8::text is null or message ilike $8 or reason ilike $8 or namespace ilike $8 or host ilike $8
                 or deployment_name ilike $8 or cluster_name ilike $8 or team_name ilike $8 or actor_name ilike $8) as hit
               from events.event
               where actor_id = $13 and team_id is null and not admin_only
                 and ($1::uuid is null or deployment_id = $1) and ($2::uuid is null or cluster_id = $2)
                 and $3::uuid is null and ($4::text is null or type = $4)
                 and ($5::text is null or component = $5)
                 and ($6::timestamptz is null or created_at >= $6) and ($7::timestamptz is null or created_at <= $7)
               order by created_at desc, id desc limit $9
             )
           ), found as (
             select id, created_at from seen
             where hit
             order by created_at desc, id desc limit $10
           )
           select (select count(*) from found) as "total!",
             array(select id from found order by created_at desc, id desc limit $11 offset $12) as "ids!""#,
        filter.deployment,
        filter.cluster,
        filter.team,
        filter.r#type,
        filter.component,
        filter.from,
        filter.to,
        filter.pattern,
        filter.searched.unwrap_or(counted),
        counted,
        page.limit,
        page.offset,
        own.user,
        own.teams
    )
    .fetch_one(db)
    .await?;
    Ok((row.ids, row.total))
}
