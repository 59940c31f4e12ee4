//! `/tasks`: long work, its steps and its log.

mod words;

pub use words::{StepStatus, TaskStatus, TaskType};

use super::{
    deployments::{Changed, changed},
    events::Named,
    prelude::*,
    version::{IfMatch, Versioned},
};
use proto::{deployments, tasks as pb};
use serde_json::{
    Value,
    value::{RawValue, to_raw_value},
};

/// Long work on a deployment.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Task {
    pub id: String,
    pub r#type: TaskType,
    pub status: TaskStatus,
    #[serde(rename = "Params")]
    pub params: Params,
    /// Only in GET /tasks/{id}; empty for managers outside the team.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logs: Option<Vec<Line>>,
    /// Why it failed; null otherwise.
    #[schema(required)]
    pub error: Option<String>,
    /// The stable word of the error; empty without one.
    pub reason: String,
    /// What the error is filled with.
    #[serde(rename = "params")]
    pub error_params: TextParams,
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339")]
    pub updated_at: OffsetDateTime,
    pub deployment_id: String,
    pub deployment_name: String,
    pub team_id: String,
    pub team_name: String,
    /// The cluster's name when the task was admitted.
    pub cluster_name: String,
    pub steps: Vec<Step>,
    /// A cancel was asked for and takes effect at the next step.
    pub cancel_requested: bool,
    /// Who asked for it.
    #[schema(required)]
    pub actor: Option<Named>,
    #[schema(required)]
    #[serde(with = "time::serde::rfc3339::option")]
    pub started_at: Option<OffsetDateTime>,
    #[schema(required)]
    #[serde(with = "time::serde::rfc3339::option")]
    pub finished_at: Option<OffsetDateTime>,
    /// The deployment's revision that it applies.
    pub revision: i32,
    /// Times a worker took the task up: 1 without a crash.
    pub attempt: i32,
}

/// What a task is about, without secrets.
#[derive(Serialize, ToSchema)]
pub struct Params {
    /// `canopy/<type>`
    pub chart_name: String,
    pub release_name: String,
    pub namespace: String,
    pub cluster_id: String,
    pub services: BTreeMap<String, bool>,
    #[schema(value_type = Object)]
    pub values: Box<RawValue>,
}

/// A part of the work.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Step {
    /// Stable word, for instance `apply`.
    pub name: String,
    /// For people, for instance `Apply the release`.
    pub title: String,
    pub status: StepStatus,
    #[schema(required)]
    #[serde(with = "time::serde::rfc3339::option")]
    pub started_at: Option<OffsetDateTime>,
    #[schema(required)]
    #[serde(with = "time::serde::rfc3339::option")]
    pub finished_at: Option<OffsetDateTime>,
    /// One line of progress.
    pub message: String,
    /// Its stable word; empty without one.
    pub reason: String,
    /// What it is filled with.
    pub params: TextParams,
}

/// A line of the task's own log.
#[derive(Serialize, ToSchema)]
#[schema(as = TaskLine)]
pub struct Line {
    #[serde(with = "time::serde::rfc3339")]
    pub timestamp: OffsetDateTime,
    /// info, warn or error.
    pub level: String,
    /// Name of the step.
    pub step: String,
    pub message: String,
    /// Its stable word; empty without one.
    pub reason: String,
    /// What it is filled with.
    pub params: TextParams,
}

impl From<pb::TaskParams> for Params {
    fn from(params: pb::TaskParams) -> Self {
        let pb::TaskParams { chart_name, release_name, namespace, cluster_id, services, values, values_json, .. } =
            params;
        // a service that does not know how to write JSON gives them one by one
        let values = RawValue::from_string(values_json)
            .or_else(|_| to_raw_value(&object(values.unwrap_or_default())))
            .unwrap_or_else(|_| RawValue::NULL.to_owned());
        Self { chart_name, release_name, namespace, cluster_id, services: services.into_iter().collect(), values }
    }
}

fn object(fields: prost_types::Struct) -> Value {
    Value::Object(fields.fields.into_iter().map(|(name, value)| (name, json(value))).collect())
}

/// protobuf's own JSON-like value as JSON; whole numbers without a point.
fn json(value: prost_types::Value) -> Value {
    use prost_types::value::Kind;
    match value.kind {
        None | Some(Kind::NullValue(_)) => Value::Null,
        #[expect(clippy::cast_possible_truncation, reason = "only numbers that are whole and exact in a double")]
        Some(Kind::NumberValue(n)) if n.fract() == 0.0 && n.abs() < 9e15 => Value::from(n as i64),
        Some(Kind::NumberValue(n)) => Value::from(n),
        Some(Kind::StringValue(text)) => Value::from(text),
        Some(Kind::BoolValue(flag)) => Value::from(flag),
        Some(Kind::StructValue(fields)) => object(fields),
        Some(Kind::ListValue(list)) => Value::Array(list.values.into_iter().map(json).collect()),
    }
}

impl TryFrom<pb::Step> for Step {
    type Error = kit::Error;

    fn try_from(step: pb::Step) -> kit::Result<Self> {
        let status = match step.status() {
            pb::StepStatus::Pending => StepStatus::Pending,
            pb::StepStatus::Running => StepStatus::Running,
            pb::StepStatus::Complete => StepStatus::Complete,
            pb::StepStatus::Failed => StepStatus::Failed,
            pb::StepStatus::Skipped => StepStatus::Skipped,
            pb::StepStatus::Unspecified => return Err(missing("Step.status")),
        };
        let pb::Step { name, title, status: _, started_at, finished_at, message, said } = step;
        let (reason, params) = coded(&said);
        let (started_at, finished_at) = (moment_or_none(started_at), moment_or_none(finished_at));
        Ok(Self { name, title, status, started_at, finished_at, message, reason, params })
    }
}

impl TryFrom<pb::LogLine> for Line {
    type Error = kit::Error;

    fn try_from(line: pb::LogLine) -> kit::Result<Self> {
        let pb::LogLine { at, step, level, message, said } = line;
        let (reason, params) = coded(&said);
        Ok(Self { timestamp: moment(at, "LogLine.at")?, level, step, message, reason, params })
    }
}

impl TryFrom<pb::Task> for Task {
    type Error = kit::Error;

    fn try_from(task: pb::Task) -> kit::Result<Self> {
        let kind = TaskType::of(task.kind())?;
        let state = TaskStatus::of(task.status())?;
        let pb::Task {
            id,
            kind: _,
            status: _,
            deployment_id,
            deployment_name,
            team_id,
            params,
            steps,
            logs: _,
            error,
            cancel_requested,
            actor_id,
            actor_name,
            created_at,
            updated_at,
            started_at,
            finished_at,
            revision,
            attempt,
            cluster_name,
            team_name,
            said,
        } = task;
        let (reason, error_params) = coded(&said);
        Ok(Self {
            id,
            r#type: kind,
            status: state,
            params: params.unwrap_or_default().into(),
            logs: None,
            error: text(error),
            reason,
            error_params,
            created_at: moment(created_at, "Task.created_at")?,
            updated_at: moment(updated_at, "Task.updated_at")?,
            deployment_id,
            deployment_name,
            team_id,
            team_name,
            cluster_name,
            steps: all(steps)?,
            cancel_requested,
            actor: Named::known(actor_id, actor_name),
            started_at: moment_or_none(started_at),
            finished_at: moment_or_none(finished_at),
            revision,
            attempt,
        })
    }
}

/// Documents the filters.
#[derive(IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
#[allow(dead_code, reason = "read through `Parameters`; this is its documentation")]
pub struct Filters {
    /// Id of a deployment.
    #[param(required = false)]
    deployment_id: String,
    /// pending, running, complete or failed.
    #[param(required = false)]
    status: String,
    /// createdAt, status or duration; with a `-` before it from the last to the first. Newest first without it. What has not
    /// ended is longer than all that has.
    #[param(required = false)]
    sort: String,
}

/// What the list can be sorted by.
const SORTS: [(&str, pb::TaskSort); 3] =
    [("createdAt", pb::TaskSort::CreatedAt), ("status", pb::TaskSort::Status), ("duration", pb::TaskSort::Duration)];

/// Tasks of what the caller may see, newest first unless sorted otherwise.
#[utoipa::path(get, path = "/tasks", tag = "tasks", params(Search, Filters, Paging),
    responses((status = 200, body = Listed<Task>), ReadErrors))]
pub async fn list(call: Call, mut query: Parameters) -> Result<Answer<Listed<Task>>> {
    let paging = query.paging(ALL);
    let status = match query.word("status", &["pending", "running", "complete", "failed"]).as_str() {
        "pending" => pb::TaskStatus::Pending,
        "running" => pb::TaskStatus::Running,
        "complete" => pb::TaskStatus::Complete,
        "failed" => pb::TaskStatus::Failed,
        _ => pb::TaskStatus::Unspecified,
    };
    let (sort, descending) = query.sort(&SORTS).unwrap_or_default();
    let message = pb::ListTasksRequest {
        deployment_id: query.id("deploymentId"),
        status: status.into(),
        search: query.search(),
        page: paging.page,
        limit: paging.limit,
        sort: sort.into(),
        descending,
        values_as_json: true,
    };
    query.done()?;
    let answer = call.api().tasks.clone().list_tasks(call.ask(message)?).await?.into_inner();
    let pb::ListTasksResponse { tasks, total, unreadable } = answer;
    Ok(call.list(readable(tasks).and(unreadable), paging, total))
}

/// One task with its log.
#[utoipa::path(get, path = "/tasks/{id}", tag = "tasks", params(("id" = String, Path, description = "The task")),
    responses((status = 200, body = Data<Task>), ReadErrors))]
pub async fn get(call: Call, ids: Ids) -> Result<Answer<Data<Task>>> {
    let mut task = fetch(&call, ids.one("Task")?).await?;
    let logs = all(std::mem::take(&mut task.logs))?;
    Ok(call.data(Task { logs: Some(logs), ..task.try_into()? }))
}

async fn fetch(call: &Call, id: String) -> Result<pb::Task> {
    let message = pb::GetTaskRequest { id, values_as_json: true };
    let answer = call.api().tasks.clone().get_task(call.ask(message)?).await?.into_inner();
    Ok(answer.task.ok_or_else(|| missing("Task"))?)
}

/// Takes a finished task out of the lists.
#[utoipa::path(delete, path = "/tasks/{id}", tag = "tasks", params(("id" = String, Path, description = "The task")),
    responses((status = 200, body = Data<Deleted>), ChangeErrors))]
pub async fn delete(call: Call, ids: Ids) -> Result<Answer<Data<Deleted>>> {
    let id = ids.one("Task")?;
    let message = pb::HideTaskRequest { id: id.clone() };
    let pb::HideTaskResponse {} = call.api().tasks.clone().hide_task(call.ask(message)?).await?.into_inner();
    Ok(call.data(Deleted { id }))
}

/// Cancels a pending or running task at its next step.
#[utoipa::path(post, path = "/tasks/{id}/cancel", tag = "tasks", params(("id" = String, Path, description = "The task")),
    responses((status = 200, body = Data<Task>), ChangeErrors))]
pub async fn cancel(call: Call, ids: Ids) -> Result<Answer<Data<Task>>> {
    let message = pb::CancelTaskRequest { id: ids.one("Task")? };
    let answer = call.api().tasks.clone().cancel_task(call.ask(message)?).await?.into_inner();
    Ok(call.data(answer.task.ok_or_else(|| missing("Task"))?.try_into()?))
}

/// Brings about what is wanted of the task's deployment and is not in effect, as a new task. The version is the deployment's.
#[utoipa::path(post, path = "/tasks/{id}/retry", tag = "tasks",
    params(("id" = String, Path, description = "The task"), Versioned),
    responses((status = 200, body = Data<Changed>), ChangeErrors))]
pub async fn retry(call: Call, ids: Ids, IfMatch(version): IfMatch) -> Result<Answer<Data<Changed>>> {
    let task = fetch(&call, ids.one("Task")?).await?;
    let message = deployments::RetryDeploymentRequest { id: task.deployment_id, version };
    let answer = call.api().deployments.clone().retry_deployment(call.ask(message)?).await?.into_inner();
    let deployments::RetryDeploymentResponse { deployment, task_id } = answer;
    Ok(call.data(changed(deployment, task_id)?))
}

/// Restarts the pods of the task's deployment, as a new task. The version is the deployment's.
#[utoipa::path(post, path = "/tasks/{id}/restart", tag = "tasks",
    params(("id" = String, Path, description = "The task"), Versioned),
    responses((status = 200, body = Data<Changed>), ChangeErrors))]
pub async fn restart(call: Call, ids: Ids, IfMatch(version): IfMatch) -> Result<Answer<Data<Changed>>> {
    let task = fetch(&call, ids.one("Task")?).await?;
    let message = deployments::RestartDeploymentRequest { id: task.deployment_id, version, ..Default::default() };
    let answer = call.api().deployments.clone().restart_deployment(call.ask(message)?).await?.into_inner();
    let deployments::RestartDeploymentResponse { deployment, task_id } = answer;
    Ok(call.data(changed(deployment, task_id)?))
}
