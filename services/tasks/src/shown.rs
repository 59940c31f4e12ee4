//! Tasks as they are shown, each read with its steps by one statement.

use kit::{Origin, message::Kept, page::Page};
use proto::tasks as pb;
use sqlx::{PgConnection, types::Json};
use uuid::Uuid;

use crate::{
    params,
    progress::{self, LineRow, StepRow},
    task::{Kind, Params, Status, Task, row},
};

/// A page of everybody's tasks, newest first, and how many there are, counted up to `counted`; the number is missing where the
/// page is empty.
///
/// # Errors
/// When the database does not answer, or for one that cannot be read.
pub async fn read_newest(
    connection: &mut PgConnection,
    page: Page,
    counted: i64,
    values_as_json: bool,
) -> sqlx::Result<(Vec<pb::Task>, Option<i64>)> {
    let found = sqlx::query!(
        r#"select id, kind as "kind: Kind", status as "status: Status", deployment_id, deployment_name, team_id,
             team_name, cluster_id, cluster_name, case when jsonb_typeof(params) = 'object' then params - 'values' else params end as "params!: Json<Params>", (params -> 'values')::text as values, revision, hash, actor_id, actor_name,
             origin as "origin: Json<Origin>", fence, attempt, waits, spent, helm_revision, serving, cancel_requested,
             cancelled_by, error, error_said as "error_said: Json<Kept>", version, created_at, updated_at, started_at,
             finished_at, hidden,
             array(select (s.name, s.title, s.status, s.started_at, s.finished_at, s.message, s.said::text)
                   from tasks.step s where s.task_id = task.id order by s.position) as "steps!: Vec<StepRow>",
             (select count(*) from (select from tasks.task where not hidden limit $3) as capped) as "total!"
           from tasks.task where not hidden order by created_at desc, id desc limit $1 offset $2"#,
        page.limit,
        page.offset,
        counted
    );
    let found = found
        .try_map(|r| Ok((shown(row!(r), r.values, r.steps, values_as_json)?, r.total)))
        .fetch_all(connection)
        .await?;
    let total = found.first().map(|(_, total)| *total);
    Ok((found.into_iter().map(|(task, _)| task).collect(), total))
}

/// One task that nobody has hidden, with the team that it is of and its log, which is not in it.
///
/// # Errors
/// `NotFound`, or when the database does not answer.
pub async fn read_one(
    connection: &mut PgConnection,
    id: Uuid,
    values_as_json: bool,
) -> kit::Result<(Uuid, pb::Task, Vec<pb::LogLine>)> {
    let found = sqlx::query!(
        r#"select id, kind as "kind: Kind", status as "status: Status", deployment_id, deployment_name, team_id,
             team_name, cluster_id, cluster_name, case when jsonb_typeof(params) = 'object' then params - 'values' else params end as "params!: Json<Params>", (params -> 'values')::text as values, revision, hash, actor_id, actor_name,
             origin as "origin: Json<Origin>", fence, attempt, waits, spent, helm_revision, serving, cancel_requested,
             cancelled_by, error, error_said as "error_said: Json<Kept>", version, created_at, updated_at, started_at,
             finished_at, hidden,
             array(select (s.name, s.title, s.status, s.started_at, s.finished_at, s.message, s.said::text)
                   from tasks.step s where s.task_id = task.id order by s.position) as "steps!: Vec<StepRow>",
             array(select (l.seq, l.at, l.step, l.level, l.message, l.said::text)
                   from tasks.log_line l where l.task_id = task.id order by l.seq) as "lines!: Vec<LineRow>"
           from tasks.task where id = $1 and not hidden"#,
        id
    );
    let found = found
        .try_map(|r| Ok((r.team_id, shown(row!(r), r.values, r.steps, values_as_json)?, progress::lines(r.lines))));
    found.fetch_optional(connection).await?.ok_or_else(|| kit::Error::not_found("Task"))
}

/// `values`: the chart values worth showing, as they are stored. They are passed on like that to whoever can read it.
fn shown(task: Task, values: Option<String>, steps: Vec<StepRow>, as_json: bool) -> sqlx::Result<pb::Task> {
    let steps = steps.into_iter().map(progress::step).collect::<sqlx::Result<_>>()?;
    let mut task = pb::Task { steps, ..task.into() };
    if let (Some(params), Some(values)) = (&mut task.params, values) {
        if as_json && values.starts_with('{') {
            params.values_json = values;
        } else {
            let values = serde_json::from_str(&values).map_err(|error| sqlx::Error::Decode(error.into()))?;
            params.values = params::to_struct(values);
        }
    }
    Ok(task)
}
