//! The orders that a list of tasks can have besides newest first. Each is a walk along an index, forwards or backwards;
//! what is equal in it stands in the order of its creation and its id.

use kit::{Error, Result, message, page::Page};
use proto::tasks::{ListTasksRequest, TaskSort};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::list_tasks::Filter;

/// An order that somebody has chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Order {
    /// Word of the statements below.
    by: &'static str,
    descending: bool,
}

impl Order {
    /// What a request asks for; `None`: newest first, as what nobody has sorted.
    ///
    /// # Errors
    /// `Invalid` for a number that is no sort.
    pub(crate) fn of(request: &ListTasksRequest) -> Result<Option<Self>> {
        let descending = request.descending;
        let by = match TaskSort::try_from(request.sort) {
            Ok(TaskSort::Unspecified) => return Ok(None),
            Ok(TaskSort::CreatedAt) if descending => return Ok(None),
            Ok(TaskSort::CreatedAt) => "created",
            Ok(TaskSort::Status) => "status",
            Ok(TaskSort::Duration) => "duration",
            Err(_) => {
                let known = ["createdAt", "status", "duration"].as_slice();
                return Err(Error::invalid_field("sort", message!(PARAMETER_WORD, name = "sort", known = known)));
            }
        };
        Ok(Some(Self { by, descending }))
    }
}

/// Ids of the page in this order, and how many there are among the first `counted`. It is to be planned with its values:
/// then all but one of the orders fall away, and the index of that one is walked.
///
/// # Errors
/// Those of the database.
pub(crate) async fn everybodys(
    db: &mut PgConnection,
    order: Order,
    filter: &Filter,
    counted: i64,
    page: Page,
) -> Result<(Vec<Uuid>, i64)> {
    let (limit, offset) = page.slice();
    let row = sqlx::query!(
        r#"with found as materialized (select array(
             select id from tasks.task
             where not hidden and ($1::uuid is null or deployment_id = $1) and ($2::text is null or status = $2)
               and ($3::text is null or deployment_name ilike $3 or params ->> 'release_name' ilike $3
                    or cluster_name ilike $3 or kind ilike $3)
             order by case when $7::text = 'status' and not $8::boolean then status end,
                      case when $7 = 'status' and $8 then status end desc,
                      case when $7 = 'duration' and not $8 then finished_at - started_at end,
                      case when $7 = 'duration' and $8 then finished_at - started_at end desc,
                      case when not $8 then created_at end,
                      case when $8 then created_at end desc,
                      case when not $8 then id end,
                      case when $8 then id end desc
             limit $4) as ids)
           select cardinality(ids)::bigint as "total!", ids[$6::int + 1 : $6 + $5::int] as "ids!" from found"#,
        filter.deployment,
        filter.status,
        filter.pattern,
        counted,
        limit,
        offset,
        order.by,
        order.descending
    )
    .fetch_one(db)
    .await?;
    Ok((row.ids, row.total))
}

/// As [`everybodys`]: each team's first along its own index, then merged.
///
/// # Errors
/// Those of the database.
pub(crate) async fn of_teams(
    db: &mut PgConnection,
    order: Order,
    filter: &Filter,
    teams: &[Uuid],
    counted: i64,
    page: Page,
) -> Result<(Vec<Uuid>, i64)> {
    let (limit, offset) = page.slice();
    let row = sqlx::query!(
        r#"with found as materialized (select array(
             select t.id from unnest($9::uuid[]) as mine (team_id)
             cross join lateral (
                 select id, created_at, status, started_at, finished_at from tasks.task
                 where team_id = mine.team_id and not hidden and ($1::uuid is null or deployment_id = $1) and ($2::text is null or status = $2)
                   and ($3::text is null or deployment_name ilike $3 or params ->> 'release_name' ilike $3
                        or cluster_name ilike $3 or kind ilike $3)
                 order by case when $7::text = 'status' and not $8::boolean then status end,
                          case when $7 = 'status' and $8 then status end desc,
                          case when $7 = 'duration' and not $8 then finished_at - started_at end,
                          case when $7 = 'duration' and $8 then finished_at - started_at end desc,
                          case when not $8 then created_at end,
                          case when $8 then created_at end desc,
                          case when not $8 then id end,
                          case when $8 then id end desc
                 limit $4
             ) as t
             order by case when $7::text = 'status' and not $8::boolean then status end,
                      case when $7 = 'status' and $8 then status end desc,
                      case when $7 = 'duration' and not $8 then finished_at - started_at end,
                      case when $7 = 'duration' and $8 then finished_at - started_at end desc,
                      case when not $8 then created_at end,
                      case when $8 then created_at end desc,
                      case when not $8 then id end,
                      case when $8 then id end desc
             limit $4) as ids)
           select cardinality(ids)::bigint as "total!", ids[$6::int + 1 : $6 + $5::int] as "ids!" from found"#,
        filter.deployment,
        filter.status,
        filter.pattern,
        counted,
        limit,
        offset,
        order.by,
        order.descending,
        teams
    )
    .fetch_one(db)
    .await?;
    Ok((row.ids, row.total))
}
