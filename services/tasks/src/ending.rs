//! The end of a task, in one transaction: its row, its steps, the command to deployments, the history, the hint.

use kit::{Tx, clock::stamp, outbox::Command};
use proto::{
    deployments::FinishRequest,
    events::{EventRecorded, Reference},
};
use sqlx::types::Json;
use uuid::Uuid;

use crate::{
    App, hint,
    progress::{self, Level, tidy},
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
    Failed(String),
    /// Somebody asked for it.
    Cancelled {
        /// Name for "Cancelled by …".
        by: String,
    },
}

impl Ending {
    /// The text shown as the task's error; empty when it is done.
    #[must_use]
    pub fn error(&self) -> String {
        match self {
            Self::Complete => String::new(),
            Self::Failed(sentence) => tidy(sentence, ERROR_LENGTH),
            Self::Cancelled { by } => cancelled_by(by),
        }
    }
}

/// "Cancelled by …".
#[must_use]
pub fn cancelled_by(name: &str) -> String {
    let name = tidy(name, 200);
    if name.is_empty() { "Cancelled by Canopy".to_owned() } else { format!("Cancelled by {}", name.replace('\n', " ")) }
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
        "update tasks.task set status = case when $3 then 'complete' else 'failed' end, error = $4, finished_at = $5,
             updated_at = $5, cancelled = $6, lease_owner = null, lease_until = null, version = version + 1, log_seq = log_seq + 1
         where id = $1 and status in ('pending', 'running')
           and case when $2::bigint is null then lease_owner is null else fence = $2 and status = 'running' end
         returning version, log_seq, helm_revision, serving",
        task.id,
        fence,
        complete,
        error,
        now,
        matches!(ending, Ending::Cancelled { .. })
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
    let line = match ending {
        Ending::Complete => (step.as_str(), Level::Info, "The task is complete."),
        Ending::Failed(_) => (step.as_str(), Level::Error, error.as_str()),
        Ending::Cancelled { .. } => (step.as_str(), Level::Warn, error.as_str()),
    };
    progress::log(tx.conn(), task.id, (row.log_seq, app.pace.lines), now, line).await?;

    let Json(origin) = &task.origin;
    let finish = FinishRequest {
        task_id: task.id.to_string(),
        deployment_id: task.deployment_id.to_string(),
        succeeded: complete,
        cancelled: matches!(ending, Ending::Cancelled { .. }),
        error,
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
    let event = event(app, task, ending);
    kit::outbox::fact(tx, kit::ids::parse(&event.id)?, origin, &event).await?;
    hint::changed(tx, app, origin, task, row.version).await?;
    Ok(true)
}

/// The line of history.
fn event(app: &App, task: &Task, ending: &Ending) -> EventRecorded {
    let id = app.cx.ids.uuid().to_string();
    let now = Some(stamp(app.cx.clock.now()));
    let reference = |id: Uuid, name: &str| Some(Reference { id: id.to_string(), name: name.to_owned() });
    let (kind, reason) = match ending {
        Ending::Complete => ("Normal", "TaskCompleted"),
        Ending::Failed(_) => ("Error", "TaskFailed"),
        Ending::Cancelled { .. } => ("Warning", "TaskCancelled"),
    };
    EventRecorded {
        id: id.clone(),
        uid: id,
        r#type: kind.to_owned(),
        message: sentence(task, ending),
        reason: reason.to_owned(),
        component: "Task".to_owned(),
        host: String::new(),
        namespace: task.params.namespace.clone(),
        count: 1,
        at: now,
        first_seen: now,
        last_seen: now,
        deployment: reference(task.deployment_id, &task.deployment_name),
        cluster: reference(task.cluster_id, &task.cluster_name),
        team: reference(task.team_id, &task.team_name),
        task: reference(task.id, noun(task.kind)),
        actor: task.actor_id.and_then(|actor| reference(actor, &task.actor_name)),
        admin_only: false,
    }
}

fn noun(kind: Kind) -> &'static str {
    match kind {
        Kind::Install => "install",
        Kind::Upgrade => "upgrade",
        Kind::Restart => "restart",
        Kind::Uninstall => "uninstall",
    }
}

fn sentence(task: &Task, ending: &Ending) -> String {
    let (doing, done) = match task.kind {
        Kind::Install => ("Installing", "was installed on"),
        Kind::Upgrade => ("Upgrading", "was upgraded on"),
        Kind::Restart => ("Restarting", "was restarted on"),
        Kind::Uninstall => ("Uninstalling", "was uninstalled from"),
    };
    let deployment = quoted(&task.deployment_name);
    match ending {
        Ending::Complete => format!("Deployment {deployment} {done} cluster {}.", quoted(&task.cluster_name)),
        Ending::Failed(_) => {
            let error = ending.error();
            let why = kit::text::cut(error.lines().next().unwrap_or_default(), EVENT_LENGTH);
            format!("{doing} deployment {deployment} failed: {why}")
        }
        Ending::Cancelled { by } if by.trim().is_empty() => format!("{doing} deployment {deployment} was cancelled."),
        Ending::Cancelled { by } => format!("{doing} deployment {deployment} was cancelled by {}.", quoted(by)),
    }
}

/// A name in quotation marks, which it cannot break out of.
fn quoted(name: &str) -> String {
    format!("\"{}\"", tidy(name, 200).replace('"', "'").replace('\n', " "))
}
