//! `/deployments/{id}/timeline`: what happened to a site, on one axis.

use super::{
    super::{
        events::{Event, Named},
        prelude::*,
        range::{RangeFilter, range},
        tasks::{TaskStatus, TaskType},
    },
    revisions::{RevisionChange, change},
    shown::{ChangeResult, result},
};
use kit::clock::stamp;
use proto::{deployments as pb, events, infrastructure::MetricsRange, tasks};
use time::Duration;

/// Of each kind so many are answered, the newest.
const MOST: u32 = 100;

/// A revision on the axis.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TimelineRevision {
    pub number: i32,
    pub change: RevisionChange,
    /// Who asked for it.
    pub author_name: String,
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    /// When it was in effect, or had failed; null while neither is known.
    #[schema(required)]
    #[serde(with = "time::serde::rfc3339::option")]
    pub finished_at: Option<OffsetDateTime>,
    /// Null while it was never tried to the end.
    #[schema(required)]
    pub result: Option<ChangeResult>,
}

/// A task on the axis.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TimelineTask {
    pub id: String,
    pub r#type: TaskType,
    pub status: TaskStatus,
    /// Who asked for it.
    #[schema(required)]
    pub actor: Option<Named>,
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    /// Null while it waits.
    #[schema(required)]
    #[serde(with = "time::serde::rfc3339::option")]
    pub started_at: Option<OffsetDateTime>,
    /// Null until its end.
    #[schema(required)]
    #[serde(with = "time::serde::rfc3339::option")]
    pub finished_at: Option<OffsetDateTime>,
}

/// What happened to a site in a span of time, each kind newest first.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Timeline {
    #[serde(with = "time::serde::rfc3339")]
    pub from: OffsetDateTime,
    /// Now.
    #[serde(with = "time::serde::rfc3339")]
    pub to: OffsetDateTime,
    /// Revisions that were made or came to their end in that time.
    pub revisions: Vec<TimelineRevision>,
    /// Tasks that were asked for or at work in that time.
    pub tasks: Vec<TimelineTask>,
    pub events: Vec<Event>,
    /// Of one kind or another there are more than the hundred newest, which are here.
    pub more: bool,
}

impl TryFrom<pb::Revision> for TimelineRevision {
    type Error = kit::Error;

    fn try_from(revision: pb::Revision) -> kit::Result<Self> {
        Ok(Self {
            number: revision.number,
            change: change(&revision.change)?,
            author_name: revision.author_name,
            created_at: moment(revision.created_at, "Revision.created_at")?,
            finished_at: moment_or_none(revision.finished_at),
            result: result(&revision.result)?,
        })
    }
}

impl TryFrom<tasks::Task> for TimelineTask {
    type Error = kit::Error;

    fn try_from(task: tasks::Task) -> kit::Result<Self> {
        Ok(Self {
            r#type: TaskType::of(task.kind())?,
            status: TaskStatus::of(task.status())?,
            id: task.id,
            actor: Named::known(task.actor_id, task.actor_name),
            created_at: moment(task.created_at, "Task.created_at")?,
            started_at: moment_or_none(task.started_at),
            finished_at: moment_or_none(task.finished_at),
        })
    }
}

/// Revisions, tasks and events of a deployment over the last day, week or month.
#[utoipa::path(get, path = "/deployments/{id}/timeline", tag = "deployments",
    params(("id" = String, Path, description = "The deployment"), RangeFilter), responses((status = 200, body = Data<Timeline>), ReadErrors))]
pub async fn timeline(call: Call, ids: Ids, mut query: Parameters) -> Result<Answer<Data<Timeline>>> {
    let id = ids.one("Deployment")?;
    let range = range(&mut query);
    query.done()?;
    let to = call.app().cx.clock.now();
    let from = to - length(range);
    let (revisions, tasks, events) =
        futures::try_join!(revisions(&call, &id), tasks(&call, &id), events(&call, &id, from))?;
    let (revisions, earlier) = since(revisions, from, |it| it.finished_at.unwrap_or(it.created_at));
    let (tasks, before) = since(tasks, from, |it| it.finished_at.unwrap_or(to));
    Ok(call.data(Timeline { from, to, revisions, tasks, more: earlier || before || events.more, events: events.rows }))
}

/// How far back a range goes.
fn length(range: MetricsRange) -> Duration {
    match range {
        MetricsRange::Week => Duration::WEEK,
        MetricsRange::Month => Duration::days(30),
        MetricsRange::Day | MetricsRange::Unspecified => Duration::DAY,
    }
}

/// The newest entries of a list, and whether there are more.
struct Newest<T> {
    rows: Vec<T>,
    more: bool,
}

impl<T> Newest<T> {
    fn of<P>(items: Vec<P>, total: u32) -> Self
    where
        T: TryFrom<P, Error = kit::Error>,
    {
        Self { rows: readable(items).rows, more: total > MOST }
    }
}

/// Those that ended after a moment, or have not ended, and whether some of them may be missing.
fn since<T>(newest: Newest<T>, from: OffsetDateTime, ended: impl Fn(&T) -> OffsetDateTime) -> (Vec<T>, bool) {
    let Newest { mut rows, more } = newest;
    let all = rows.len();
    rows.retain(|row| ended(row) >= from);
    let missing = more && rows.len() == all;
    (rows, missing)
}

async fn revisions(call: &Call, id: &str) -> kit::Result<Newest<TimelineRevision>> {
    let message = pb::ListRevisionsRequest { id: id.to_owned(), page: 1, limit: MOST };
    let answer = call.api().deployments.clone().list_revisions(call.ask(message)?).await?.into_inner();
    Ok(Newest::of(answer.revisions, answer.total))
}

async fn tasks(call: &Call, id: &str) -> kit::Result<Newest<TimelineTask>> {
    let message = tasks::ListTasksRequest { deployment_id: id.to_owned(), page: 1, limit: MOST, ..Default::default() };
    let answer = call.api().tasks.clone().list_tasks(call.ask(message)?).await?.into_inner();
    Ok(Newest::of(answer.tasks, answer.total))
}

async fn events(call: &Call, id: &str, from: OffsetDateTime) -> kit::Result<Newest<Event>> {
    let message = events::ListEventsRequest {
        deployment_id: id.to_owned(),
        from: Some(stamp(from)),
        page: 1,
        limit: MOST,
        ..Default::default()
    };
    let answer = call.api().events.clone().list_events(call.ask(message)?).await?.into_inner();
    Ok(Newest::of(answer.events, answer.total))
}
