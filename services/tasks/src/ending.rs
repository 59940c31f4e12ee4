//! The end of a task, in one transaction: its row, its steps, the command to deployments, the history, the hint.

use history::Line;
use kit::{Message, Tx, message, message::Value, outbox::Command};
use proto::deployments::FinishRequest;
use sqlx::types::Json;

use crate::{
    App, hint,
    progress::{self, Level, fit},
    task::{Kind, Task},
};

/// Method of the command that tells deployments.
pub const FINISH: &str = "/canopy.deployments.v1.DeploymentService/Finish";
/// Characters kept of why a task failed. Fixed: deployments keeps twice as many.
const ERROR_LENGTH: usize = 8000;
/// Characters of it in a line of history. Fixed: events takes 2000.
const EVENT_LENGTH: usize = 400;

/// How a task ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Done.
    Complete,
    /// Not done; one sentence, perhaps with lines of detail.
    Failed(Message),
    /// Somebody asked for it.
    Cancelled {
        /// Name for "Cancelled by …".
        by: String,
    },
}

impl Ending {
    /// What is shown as the task's error; nothing when it is done.
    #[must_use]
    pub fn error(&self) -> Option<Message> {
        match self {
            Self::Complete => None,
            Self::Failed(why) => Some(fit(why.clone(), ERROR_LENGTH)),
            Self::Cancelled { by } => Some(cancelled_by(by)),
        }
    }
}

/// "Cancelled by …".
#[must_use]
pub fn cancelled_by(name: &str) -> Message {
    if name.trim().is_empty() { message!(CancelledBy, user = "Canopy") } else { message!(CancelledBy, user = name) }
}

/// Ends a task. With a fence only when it is still held under it, without one only when nobody holds it.
/// `false`: it was not, and nothing was written.
///
/// # Errors
/// When the database does not answer.
pub async fn record(tx: &mut Tx, app: &App, task: &Task, fence: Option<i64>, ending: &Ending) -> kit::Result<bool> {
    let now = app.cx.clock.now();
    let error = ending.error();
    let complete = *ending == Ending::Complete;
    let row = sqlx::query!(
        "update tasks.task set status = case when $3 then 'complete' else 'failed' end, error = $4, error_said = $7, finished_at = $5,
             updated_at = $5, cancelled = $6, lease_owner = null, lease_until = null, version = version + 1, log_seq = log_seq + 1
         where id = $1 and status in ('pending', 'running')
           and case when $2::bigint is null then lease_owner is null else fence = $2 and status = 'running' end
         returning version, log_seq, helm_revision, serving",
        task.id,
        fence,
        complete,
        error.as_ref().map_or("", Message::sentence),
        now,
        matches!(ending, Ending::Cancelled { .. }),
        error.as_ref().map(Json) as _
    )
    .fetch_optional(tx.conn())
    .await?;
    let Some(row) = row else { return Ok(false) };
    let step = sqlx::query_scalar!("select name from tasks.step where task_id = $1 and status = 'running'", task.id)
        .fetch_optional(tx.conn())
        .await?
        .unwrap_or_default();
    sqlx::query!(
        "update tasks.step set finished_at = case when status = 'running' then $3::timestamptz end,
             status = case when status = 'pending' then 'skipped' when $2 then 'complete' else 'failed' end
         where task_id = $1 and status in ('pending', 'running')",
        task.id,
        complete,
        now
    )
    .execute(tx.conn())
    .await?;
    let level = match ending {
        Ending::Complete => Level::Info,
        Ending::Failed(_) => Level::Error,
        Ending::Cancelled { .. } => Level::Warn,
    };
    let last = error.clone().unwrap_or_else(|| message!(TaskDone));
    progress::log(tx.conn(), task.id, (row.log_seq, app.retry_policy.lines), now, (&step, level, &last)).await?;

    let Json(origin) = &task.origin;
    let finish = FinishRequest {
        task_id: task.id.to_string(),
        deployment_id: task.deployment_id.to_string(),
        succeeded: complete,
        cancelled: matches!(ending, Ending::Cancelled { .. }),
        said: error.as_ref().map(Message::packed).unwrap_or_default(),
        error: error.map(|error| error.to_string()).unwrap_or_default(),
        serving: row.serving.unwrap_or_default(),
        helm_revision: row.helm_revision,
        serving_unknown: row.serving.is_none(),
    };
    let command = Command {
        id: app.cx.ids.uuid(),
        target: "deployments",
        method: FINISH,
        key: task.deployment_id,
        origin,
        message: &finish,
    };
    kit::outbox::command(tx, command).await?;
    history(task, ending).write(&app.cx, tx, origin).await?;
    hint::changed(tx, task, row.version);
    Ok(true)
}

/// The line of history.
fn history(task: &Task, ending: &Ending) -> Line {
    let (kind, deployment) = (noun(task.kind), &task.deployment_name);
    // a move that moves nothing any more is told as what it does
    let (did, cluster) = match &task.params.other {
        Some(other) if task.params.vacates => ("vacate", &other.cluster_name),
        _ => (kind, &task.cluster_name),
    };
    let (how, message) = match ending {
        Ending::Complete => {
            let message = message!(TaskCompleted, kind = did, deployment = deployment, cluster = cluster);
            (history::Kind::Normal, message)
        }
        Ending::Failed(why) => {
            let why = fit(shortest(why.clone().with_texts(&first_line)), EVENT_LENGTH);
            (history::Kind::Error, message!(TaskFailed, kind = did, deployment = deployment, said = why))
        }
        Ending::Cancelled { by } if by.trim().is_empty() => {
            (history::Kind::Warning, message!(TaskCancelled, how = did, deployment = deployment, user = ""))
        }
        Ending::Cancelled { by } => {
            let how = format!("{did}_by");
            let message = message!(TaskCancelled, how = how, deployment = deployment, user = by);
            (history::Kind::Warning, message)
        }
    };
    let line = Line::new(how, "Task", &message)
        .namespace(&task.params.namespace)
        .deployment(task.deployment_id, deployment)
        .cluster(task.cluster_id, &task.cluster_name)
        .team(task.team_id, &task.team_name)
        .task(task.id, kind);
    match task.actor_id {
        Some(actor) => line.actor(actor, &task.actor_name),
        None => line,
    }
}

/// What a failure says before its details.
fn shortest(why: Message) -> Message {
    match why.params().get("said") {
        Some(Value::Message(said)) if why.sentence().lines().count() > 1 => shortest((**said).clone()),
        _ => why,
    }
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().to_owned()
}

/// The word for it.
pub fn noun(kind: Kind) -> &'static str {
    match kind {
        Kind::Install => "install",
        Kind::Upgrade => "upgrade",
        Kind::Restart => "restart",
        Kind::Stop => "stop",
        Kind::Start => "start",
        Kind::Scale => "scale",
        Kind::Move => "move",
        Kind::Uninstall => "uninstall",
    }
}
