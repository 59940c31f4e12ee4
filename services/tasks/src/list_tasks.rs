//! ListTasks: newest first or sorted otherwise, with steps, never with logs.

use access::Caller;
use kit::{Result, page::Page};
use proto::tasks::{self as pb, ListTasksRequest, ListTasksResponse};
use sqlx::PgConnection;
use std::collections::HashMap;
use uuid::Uuid;

use crate::{
    App,
    order::{self, Order},
    shown,
    task::{self, Status},
};

/// What is looked for, ready for SQL.
#[derive(Default, Hash, PartialEq)]
pub(crate) struct Filter {
    pub(crate) deployment: Option<Uuid>,
    pub(crate) status: Option<&'static str>,
    pub(crate) pattern: Option<String>,
    /// `None`: every team's.
    pub(crate) teams: Option<Vec<Uuid>>,
}

/// One page of the tasks that the caller may see.
///
/// # Errors
/// `Invalid` for an order that is not known; when the database does not answer.
pub async fn list_tasks(app: &App, caller: &Caller, request: ListTasksRequest) -> Result<ListTasksResponse> {
    let order = Order::of(&request)?;
    let readable = caller.readable();
    let page = Page::of(request.page, request.limit, 1000);
    let deployment = match request.deployment_id.as_str() {
        "" => None,
        id => match kit::ids::parse(id) {
            Ok(id) => Some(id),
            // Tasks of something that cannot exist: none.
            Err(_) => return Ok(ListTasksResponse::default()),
        },
    };
    let search = request.search.trim();
    let filter = Filter {
        deployment,
        status: Status::word(request.status()),
        pattern: (!search.is_empty()).then(|| kit::text::like(search)),
        teams: (!readable.all()).then(|| readable.teams().to_vec()),
    };
    let count = app.long.count(&filter, page);
    let narrowed = filter != Filter::default() || order.is_some();
    let mut db = app.cx.read(narrowed).await?;
    if !narrowed {
        match shown::read_newest(&mut db, page, count.counted(), request.values_as_json).await {
            Ok((tasks, Some(counted))) => {
                db.done();
                let total = count.total(counted, tasks.len());
                return Ok(ListTasksResponse { tasks, total, unreadable: 0 });
            }
            // Behind the last page, or with tasks that are to be passed over: read in two steps.
            Ok((_, None)) => {}
            Err(error) => match kit::Error::from(error) {
                error if kit::db::is_unreadable(&error) => {}
                error => return Err(error),
            },
        }
    }
    let (ids, counted) = match (&filter.teams, order) {
        (None, None) => everybodys(&mut db, &filter, count.walked(), page).await?,
        (None, Some(order)) => order::everybodys(&mut db, order, &filter, count.walked(), page).await?,
        (Some(teams), Some(order)) => order::of_teams(&mut db, order, &filter, teams, count.walked(), page).await?,
        (Some(teams), None) => of_teams(&mut db, &filter, teams, count.walked(), page).await?,
    };
    let tasks = those_readable(app, &mut db, &ids).await?;
    db.done();
    let unreadable = u32::try_from(ids.len() - tasks.len()).unwrap_or(u32::MAX);
    Ok(ListTasksResponse { tasks, total: count.total(counted, ids.len()), unreadable })
}

/// These tasks with their steps, in this order. One that cannot be read (a newer version wrote it) is passed over.
async fn those_readable(app: &App, db: &mut PgConnection, ids: &[Uuid]) -> Result<Vec<pb::Task>> {
    match by_id(db, ids).await {
        Err(error) if kit::db::is_unreadable(&error) => {}
        outcome => return outcome,
    }
    let mut tasks = Vec::with_capacity(ids.len());
    for id in ids {
        match by_id(db, &[*id]).await {
            Ok(task) => tasks.extend(task),
            Err(error) if kit::db::is_unreadable(&error) => app.cx.unreadable.tell("Task", *id, &error),
            Err(error) => return Err(error),
        }
    }
    Ok(tasks)
}

async fn by_id(db: &mut PgConnection, ids: &[Uuid]) -> Result<Vec<pb::Task>> {
    let mut tasks = task::read(db, ids).await?;
    let places: HashMap<Uuid, usize> = ids.iter().enumerate().map(|(place, id)| (*id, place)).collect();
    tasks.sort_by_key(|task| places.get(&task.id).copied());
    Ok(task::with_steps(db, tasks).await?)
}

/// Ids of the page, and how many there are among the newest `counted`: both from one bounded walk along the index.
async fn everybodys(db: &mut PgConnection, filter: &Filter, counted: i64, page: Page) -> Result<(Vec<Uuid>, i64)> {
    let (limit, offset) = page.slice();
    let row = sqlx::query!(
        r#"with found as materialized (select array(
             select id from tasks.task
             where not hidden and ($1::uuid is null or deployment_id = $1) and ($2::text is null or status = $2)
               and ($3::text is null or deployment_name ilike $3 or params ->> 'release_name' ilike $3
                    or cluster_name ilike $3 or kind ilike $3)
             order by created_at desc, id desc limit $4) as ids)
           select cardinality(ids)::bigint as "total!", ids[$6::int + 1 : $6 + $5::int] as "ids!" from found"#,
        filter.deployment,
        filter.status,
        filter.pattern,
        counted,
        limit,
        offset
    )
    .fetch_one(db)
    .await?;
    Ok((row.ids, row.total))
}

/// As [`everybodys`]: each team's newest along its own index, then merged.
async fn of_teams(
    db: &mut PgConnection,
    filter: &Filter,
    teams: &[Uuid],
    counted: i64,
    page: Page,
) -> Result<(Vec<Uuid>, i64)> {
    let (limit, offset) = page.slice();
    let row = sqlx::query!(
        r#"with found as materialized (select array(
             select t.id from unnest($7::uuid[]) as mine (team_id)
             cross join lateral (
                 select id, created_at from tasks.task
                 where team_id = mine.team_id and not hidden and ($1::uuid is null or deployment_id = $1)
                   and ($2::text is null or status = $2)
                   and ($3::text is null or deployment_name ilike $3 or params ->> 'release_name' ilike $3
                        or cluster_name ilike $3 or kind ilike $3)
                 order by created_at desc, id desc limit $4
             ) as t
             order by t.created_at desc, t.id desc limit $4) as ids)
           select cardinality(ids)::bigint as "total!", ids[$6::int + 1 : $6 + $5::int] as "ids!" from found"#,
        filter.deployment,
        filter.status,
        filter.pattern,
        counted,
        limit,
        offset,
        teams
    )
    .fetch_one(db)
    .await?;
    Ok((row.ids, row.total))
}
