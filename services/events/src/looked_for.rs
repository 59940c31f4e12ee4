//! What is looked for, and where it is: ids of events, newest first, as far as somebody may see them.
//!
//! A search looks through the newest events first, few and then many: that finds what is in many of them, without reading more
//! than are shown. Where it is not enough, the index of words finds all others.

use access::Caller;
use kit::{Result, clock::unstamp, page::Page};
use proto::events::ListEventsRequest;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::words;

/// So many of the newest events a search looks through at first. Fixed: it takes a few milliseconds.
const FEW: i64 = 5_000;
/// The same for each of many teams at least.
const FEW_OF_TEAM: i64 = 500;
/// So many it looks through then. Fixed: it takes some twenty milliseconds, and what is not often enough in them is found
/// quicker by the index of words.
const MANY: i64 = 20_000;

/// What is looked for, ready for SQL.
#[derive(Clone, Default, Hash, PartialEq)]
pub struct Filter {
    deployment: Option<Uuid>,
    cluster: Option<Uuid>,
    team: Option<Uuid>,
    actor: Option<Uuid>,
    request: Option<String>,
    r#type: Option<String>,
    component: Option<String>,
    from: Option<OffsetDateTime>,
    to: Option<OffsetDateTime>,
    search: Option<Search>,
    /// Only what comes after this event in the list: when it happened, and its id.
    pub after: Option<(OffsetDateTime, Uuid)>,
}

#[derive(Clone, Hash, PartialEq)]
struct Search {
    query: String,
    /// For events that have no words yet.
    patterns: Vec<String>,
}

/// What somebody who is no overseer may see: their teams' events and those of their own account.
#[derive(Hash)]
pub struct Own {
    pub user: Uuid,
    pub teams: Vec<Uuid>,
}

impl Own {
    /// `None`: the caller may see everything.
    ///
    /// # Errors
    /// `Unauthenticated` for whoever is no user.
    pub fn of(caller: &Caller) -> Result<Option<Self>> {
        let user = caller.user()?.id;
        let readable = caller.readable();
        Ok(caller.overseer().is_err().then(|| Self { user, teams: readable.teams().to_vec() }))
    }
}

impl Filter {
    /// `None`: something is asked for that cannot exist.
    pub fn of(request: &ListEventsRequest) -> Option<Self> {
        let id = |text: &str| match text {
            "" => Some(None),
            text => kit::ids::parse(text).ok().map(Some),
        };
        let word = |text: &str| (!text.trim().is_empty()).then(|| text.trim().to_owned());
        let search = match word(&request.search) {
            None => None,
            // A text without a letter or digit is in no word.
            Some(text) => Some(Search { query: words::query(&text)?, patterns: words::patterns(&text) }),
        };
        Some(Self {
            deployment: id(&request.deployment_id)?,
            cluster: id(&request.cluster_id)?,
            team: id(&request.team_id)?,
            actor: id(&request.actor_id)?,
            request: word(&request.request_id),
            r#type: word(&request.r#type),
            component: word(&request.component),
            from: request.from.as_ref().and_then(unstamp),
            to: request.to.as_ref().and_then(unstamp),
            search,
            after: None,
        })
    }

    /// The deployment that alone narrows the list.
    pub fn only_deployment(&self) -> Option<Uuid> {
        let deployment = self.deployment?;
        (*self == Self { deployment: Some(deployment), ..Self::default() }).then_some(deployment)
    }

    /// Nothing narrows the list.
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }
}

/// Ids of the page, and how many there are among the newest `counted`.
///
/// # Errors
/// Those of the database.
pub async fn find(
    db: &mut PgConnection,
    filter: &Filter,
    own: Option<&Own>,
    counted: i64,
    page: Page,
) -> Result<(Vec<Uuid>, i64)> {
    let few = match own {
        None if filter.is_none() => return all(db, counted, page).await,
        None => everything(db, filter, None, FEW, counted, page).await?,
        Some(own) => of_own(db, filter, own, counted, page).await?,
    };
    if few.total >= counted || !few.further {
        return Ok((few.ids, few.total));
    }
    let many = everything(db, filter, own, MANY, counted, page).await?;
    if many.total >= counted || !many.further {
        return Ok((many.ids, many.total));
    }
    by_words(db, filter, own, counted, page).await
}

/// What the newest events hold.
struct Newest {
    ids: Vec<Uuid>,
    total: i64,
    /// A search did not look through all.
    further: bool,
}

/// Ids of a page of all events, and how many there are among the newest `counted`. It has one plan, whatever is asked.
async fn all(db: &mut PgConnection, counted: i64, page: Page) -> Result<(Vec<Uuid>, i64)> {
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

/// From one bounded walk along an index; a search looks through so many. Without one `hit` is a constant, so the walk reads no row, only the index.
async fn everything(
    db: &mut PgConnection,
    filter: &Filter,
    own: Option<&Own>,
    searched: i64,
    counted: i64,
    page: Page,
) -> Result<Newest> {
    let row = sqlx::query!(
        r#"with seen as (
             select id, created_at, ($8::text is null or case when words is not null then words @@ $8::text::tsquery
                 else concat_ws(' ', message, reason, namespace, host, deployment_name, cluster_name, team_name, actor_name, params)
                      ilike all ($9::text[]) end) as hit
             from events.event
             where ($1::uuid is null or deployment_id = $1) and ($2::uuid is null or cluster_id = $2)
               and ($3::uuid is null or team_id = $3) and ($4::text is null or type = $4)
               and ($5::text is null or component = $5)
               and ($6::timestamptz is null or created_at >= $6) and ($7::timestamptz is null or created_at <= $7)
               and ($14::uuid is null or actor_id = $14) and ($15::text is null or request_id = $15)
               and ($16::timestamptz is null or (created_at, id) < ($16, $17::uuid))
               and ($18::uuid is null or (not admin_only and (team_id = any ($19) or (team_id is null and actor_id = $18))))
             order by created_at desc, id desc limit $10
           ), found as (
             select id, created_at from seen
             where hit
             order by created_at desc, id desc limit $11
           )
           select (select count(*) from found) as "total!",
             array(select id from found order by created_at desc, id desc limit $12 offset $13) as "ids!",
             ($8::text is not null and (select count(*) from seen) >= $10) as "further!""#,
        filter.deployment,
        filter.cluster,
        filter.team,
        filter.r#type,
        filter.component,
        filter.from,
        filter.to,
        filter.search.as_ref().map(|search| search.query.as_str()),
        filter.search.as_ref().map(|search| search.patterns.as_slice()),
        filter.search.as_ref().map_or(counted, |_| searched),
        counted,
        page.limit,
        page.offset,
        filter.actor,
        filter.request,
        filter.after.map(|(at, _)| at),
        filter.after.map(|(_, id)| id),
        own.map(|own| own.user),
        own.map(|own| own.teams.as_slice())
    )
    .fetch_one(db)
    .await?;
    Ok(Newest { ids: row.ids, total: row.total, further: row.further })
}

/// As [`everything`]: the newest of each team and of the account along their own indexes, then merged. Where a search did not
/// look through all of a team, what is older than that team's last one is left to [`by_words`]: the order would be wrong.
async fn of_own(db: &mut PgConnection, filter: &Filter, own: &Own, counted: i64, page: Page) -> Result<Newest> {
    let branches = i64::try_from(own.teams.len()).unwrap_or(i64::MAX).saturating_add(1);
    let row = sqlx::query!(
        r#"with seen as (
             select t.*, mine.team_id as branch from unnest($19::uuid[]) as mine (team_id) cross join lateral (
               select id, created_at, ($8::text is null or case when words is not null then words @@ $8::text::tsquery
                   else concat_ws(' ', message, reason, namespace, host, deployment_name, cluster_name, team_name, actor_name, params)
                        ilike all ($9::text[]) end) as hit
               from events.event
               where team_id = mine.team_id and not admin_only
                 and ($1::uuid is null or deployment_id = $1) and ($2::uuid is null or cluster_id = $2)
                 and ($3::uuid is null or team_id = $3) and ($4::text is null or type = $4)
                 and ($5::text is null or component = $5)
                 and ($6::timestamptz is null or created_at >= $6) and ($7::timestamptz is null or created_at <= $7)
                 and ($14::uuid is null or actor_id = $14) and ($15::text is null or request_id = $15)
                 and ($16::timestamptz is null or (created_at, id) < ($16, $17::uuid))
               order by created_at desc, id desc limit $10
             ) as t
             union all (
               select id, created_at, ($8::text is null or case when words is not null then words @@ $8::text::tsquery
                   else concat_ws(' ', message, reason, namespace, host, deployment_name, cluster_name, team_name, actor_name, params)
                        ilike all ($9::text[]) end) as hit, null::uuid as branch
               from events.event
               where actor_id = $18 and team_id is null and not admin_only
                 and ($1::uuid is null or deployment_id = $1) and ($2::uuid is null or cluster_id = $2)
                 and $3::uuid is null and ($4::text is null or type = $4)
                 and ($5::text is null or component = $5)
                 and ($6::timestamptz is null or created_at >= $6) and ($7::timestamptz is null or created_at <= $7)
                 and ($14::uuid is null or actor_id = $14) and ($15::text is null or request_id = $15)
                 and ($16::timestamptz is null or (created_at, id) < ($16, $17::uuid))
               order by created_at desc, id desc limit $10
             )
           ), cut as (
             select max(oldest) as at from (
               select min(created_at) as oldest from seen
               where $8::text is not null group by branch having count(*) >= $10
             ) as full_branch
           ), found as (
             select id, created_at from seen
             where hit and ((select at from cut) is null or created_at > (select at from cut))
             order by created_at desc, id desc limit $11
           )
           select (select count(*) from found) as "total!",
             array(select id from found order by created_at desc, id desc limit $12 offset $13) as "ids!",
             (select at is not null from cut) as "further!""#,
        filter.deployment,
        filter.cluster,
        filter.team,
        filter.r#type,
        filter.component,
        filter.from,
        filter.to,
        filter.search.as_ref().map(|search| search.query.as_str()),
        filter.search.as_ref().map(|search| search.patterns.as_slice()),
        filter.search.as_ref().map_or(counted, |_| (FEW / branches).max(FEW_OF_TEAM)),
        counted,
        page.limit,
        page.offset,
        filter.actor,
        filter.request,
        filter.after.map(|(at, _)| at),
        filter.after.map(|(_, id)| id),
        own.user,
        &own.teams
    )
    .fetch_one(db)
    .await?;
    Ok(Newest { ids: row.ids, total: row.total, further: row.further })
}

/// All that the index of words finds, and those that have no words yet.
async fn by_words(
    db: &mut PgConnection,
    filter: &Filter,
    own: Option<&Own>,
    counted: i64,
    page: Page,
) -> Result<(Vec<Uuid>, i64)> {
    // Where what the index finds does not fit into memory, pages are read whole and looked through once more.
    sqlx::query!(
        r#"select set_config('work_mem', '64MB', true) as "memory!", set_config('jit', 'off', true) as "jit!""#
    )
    .fetch_one(&mut *db)
    .await?;
    let row = sqlx::query!(
        r#"with matching as materialized (
             select id, created_at from events.event
             where words @@ $8::text::tsquery
               and ($1::uuid is null or deployment_id = $1) and ($2::uuid is null or cluster_id = $2)
               and ($3::uuid is null or team_id = $3) and ($4::text is null or type = $4)
               and ($5::text is null or component = $5)
               and ($6::timestamptz is null or created_at >= $6) and ($7::timestamptz is null or created_at <= $7)
               and ($13::uuid is null or actor_id = $13) and ($14::text is null or request_id = $14)
               and ($15::timestamptz is null or (created_at, id) < ($15, $16::uuid))
               and ($17::uuid is null or (not admin_only and (team_id = any ($18) or (team_id is null and actor_id = $17))))
             union all
             select id, created_at from events.event
             where words is null
               and concat_ws(' ', message, reason, namespace, host, deployment_name, cluster_name, team_name, actor_name, params)
                   ilike all ($9::text[])
               and ($1::uuid is null or deployment_id = $1) and ($2::uuid is null or cluster_id = $2)
               and ($3::uuid is null or team_id = $3) and ($4::text is null or type = $4)
               and ($5::text is null or component = $5)
               and ($6::timestamptz is null or created_at >= $6) and ($7::timestamptz is null or created_at <= $7)
               and ($13::uuid is null or actor_id = $13) and ($14::text is null or request_id = $14)
               and ($15::timestamptz is null or (created_at, id) < ($15, $16::uuid))
               and ($17::uuid is null or (not admin_only and (team_id = any ($18) or (team_id is null and actor_id = $17))))
           )
           select (select count(*) from (select from matching limit $10) as some_of_them) as "total!",
             array(select id from matching order by created_at desc, id desc limit $11 offset $12) as "ids!""#,
        filter.deployment,
        filter.cluster,
        filter.team,
        filter.r#type,
        filter.component,
        filter.from,
        filter.to,
        filter.search.as_ref().map(|search| search.query.as_str()),
        filter.search.as_ref().map(|search| search.patterns.as_slice()),
        counted,
        page.limit,
        page.offset,
        filter.actor,
        filter.request,
        filter.after.map(|(at, _)| at),
        filter.after.map(|(_, id)| id),
        own.map(|own| own.user),
        own.map(|own| own.teams.as_slice())
    )
    .fetch_one(db)
    .await?;
    Ok((row.ids, row.total))
}
