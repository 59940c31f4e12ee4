//! A task: its row, its words, and its form in the contract.

use kit::{Origin, clock::stamp, message::Kept};
use proto::tasks as pb;
use serde::{Deserialize, Serialize};
use sqlx::{PgConnection, types::Json};
use std::collections::BTreeMap;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{params, progress};

/// What a task does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "lowercase")]
pub enum Kind {
    /// Brings a deployment's revision into its cluster.
    Install,
    /// Puts a revision in the place of the one in effect.
    Upgrade,
    /// Starts the pods of a deployment anew.
    Restart,
    /// Puts a revision without pods in the place of the one in effect.
    Stop,
    /// Puts a revision with pods in the place of a stopped one.
    Start,
    /// Puts a revision of another size in the place of the one in effect.
    Scale,
    /// Installs a revision on another cluster, switches over, and removes the deployment from the one before.
    Move,
    /// Removes a deployment from its cluster.
    Uninstall,
}

impl Kind {
    /// From the contract; `None` when it is not given or unknown.
    #[must_use]
    pub fn of(kind: pb::TaskKind) -> Option<Self> {
        match kind {
            pb::TaskKind::Install => Some(Self::Install),
            pb::TaskKind::Upgrade => Some(Self::Upgrade),
            pb::TaskKind::Restart => Some(Self::Restart),
            pb::TaskKind::Stop => Some(Self::Stop),
            pb::TaskKind::Start => Some(Self::Start),
            pb::TaskKind::Scale => Some(Self::Scale),
            pb::TaskKind::Move => Some(Self::Move),
            pb::TaskKind::Uninstall => Some(Self::Uninstall),
            pb::TaskKind::Unspecified => None,
        }
    }

    /// Whether it applies a revision as a Helm release.
    #[must_use]
    pub fn applies(self) -> bool {
        matches!(self, Self::Install | Self::Upgrade | Self::Stop | Self::Start | Self::Scale)
    }

    /// In the contract.
    #[must_use]
    pub fn proto(self) -> pb::TaskKind {
        match self {
            Self::Install => pb::TaskKind::Install,
            Self::Upgrade => pb::TaskKind::Upgrade,
            Self::Restart => pb::TaskKind::Restart,
            Self::Stop => pb::TaskKind::Stop,
            Self::Start => pb::TaskKind::Start,
            Self::Scale => pb::TaskKind::Scale,
            Self::Move => pb::TaskKind::Move,
            Self::Uninstall => pb::TaskKind::Uninstall,
        }
    }
}

/// Where a task stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "lowercase")]
pub enum Status {
    /// Nobody has taken it up yet.
    Pending,
    /// Taken up; perhaps waiting for its cluster.
    Running,
    /// Done.
    Complete,
    /// Ended without being done; a cancelled task too.
    Failed,
}

impl Status {
    /// In the contract.
    #[must_use]
    pub fn proto(self) -> pb::TaskStatus {
        match self {
            Self::Pending => pb::TaskStatus::Pending,
            Self::Running => pb::TaskStatus::Running,
            Self::Complete => pb::TaskStatus::Complete,
            Self::Failed => pb::TaskStatus::Failed,
        }
    }

    /// The word in the database; `None` for "any".
    #[must_use]
    pub fn word(status: pb::TaskStatus) -> Option<&'static str> {
        match status {
            pb::TaskStatus::Unspecified => None,
            pb::TaskStatus::Pending => Some("pending"),
            pb::TaskStatus::Running => Some("running"),
            pb::TaskStatus::Complete => Some("complete"),
            pb::TaskStatus::Failed => Some("failed"),
        }
    }

    /// Whether nothing more happens.
    #[must_use]
    pub fn is_final(self) -> bool {
        matches!(self, Self::Complete | Self::Failed)
    }
}

/// What is shown of the work order; stored as JSON, never with a secret.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Params {
    /// `canopy/<type>`
    pub chart_name: String,
    /// Helm's release name.
    pub release_name: String,
    /// Kubernetes namespace of the release.
    pub namespace: String,
    /// Service name → switched on.
    pub services: BTreeMap<String, bool>,
    /// Chart values worth showing; null where they are read by themselves.
    #[serde(default)]
    pub values: serde_json::Value,
    /// Of a restart: the components, in order. Empty in orders of an older role.
    #[serde(default)]
    pub restart: Vec<String>,
    /// Of an install or upgrade: the volume claims that it deletes in the end.
    #[serde(default)]
    pub delete_volumes: Vec<String>,
    /// Of an uninstall: what its plan named. Not shown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub planned: Vec<String>,
    /// Of a move: the cluster that the site leaves. Of an uninstall: another one on which something of it remains.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other: Option<Place>,
    /// Of a move: only what remains on the other cluster goes.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub vacates: bool,
    /// Of a move: what is on the volumes is brought along.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub copies: bool,
}

/// A cluster.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// Its id.
    pub cluster_id: Uuid,
    /// What it is called.
    pub cluster_name: String,
}

/// A row of `tasks.task`.
#[derive(Clone, Debug)]
pub struct Task {
    pub id: Uuid,
    pub kind: Kind,
    pub status: Status,
    pub deployment_id: Uuid,
    pub deployment_name: String,
    pub team_id: Uuid,
    pub team_name: String,
    pub cluster_id: Uuid,
    pub cluster_name: String,
    pub params: Json<Params>,
    pub revision: i32,
    pub hash: String,
    pub actor_id: Option<Uuid>,
    pub actor_name: String,
    pub origin: Json<Origin>,
    pub fence: i64,
    pub attempt: i32,
    pub waits: i32,
    /// Seconds that it was worked on and waited, by the clocks of its workers that nobody sets; as of the last write.
    pub spent: f64,
    pub helm_revision: i32,
    pub serving: Option<bool>,
    pub cancel_requested: bool,
    pub cancelled_by: String,
    pub error: String,
    /// The error with its code; nothing for an older one.
    pub error_said: Option<Json<Kept>>,
    pub version: i64,
    pub created_at: OffsetDateTime,
    pub updated_at: OffsetDateTime,
    pub started_at: Option<OffsetDateTime>,
    pub finished_at: Option<OffsetDateTime>,
    /// Somebody has deleted it from the lists.
    pub hidden: bool,
}

/// A row from a record with all columns.
macro_rules! row {
    ($record:ident) => {
        Task {
            id: $record.id,
            kind: $record.kind,
            status: $record.status,
            deployment_id: $record.deployment_id,
            deployment_name: $record.deployment_name,
            team_id: $record.team_id,
            team_name: $record.team_name,
            cluster_id: $record.cluster_id,
            cluster_name: $record.cluster_name,
            params: $record.params,
            revision: $record.revision,
            hash: $record.hash,
            actor_id: $record.actor_id,
            actor_name: $record.actor_name,
            origin: $record.origin,
            fence: $record.fence,
            attempt: $record.attempt,
            waits: $record.waits,
            spent: $record.spent,
            helm_revision: $record.helm_revision,
            serving: $record.serving,
            cancel_requested: $record.cancel_requested,
            cancelled_by: $record.cancelled_by,
            error: $record.error,
            error_said: $record.error_said,
            version: $record.version,
            created_at: $record.created_at,
            updated_at: $record.updated_at,
            started_at: $record.started_at,
            finished_at: $record.finished_at,
            hidden: $record.hidden,
        }
    };
}
pub(crate) use row;

/// Reads tasks by id, newest first; unknown ids are left out.
///
/// # Errors
/// When the database does not answer.
pub async fn read(connection: &mut PgConnection, ids: &[Uuid]) -> sqlx::Result<Vec<Task>> {
    let found = sqlx::query!(
        r#"select id, kind as "kind: Kind", status as "status: Status", deployment_id, deployment_name, team_id,
             team_name, cluster_id, cluster_name, params as "params: Json<Params>", revision, hash, actor_id, actor_name,
             origin as "origin: Json<Origin>", fence, attempt, waits, spent, helm_revision, serving,
             cancel_requested, cancelled_by, error, error_said as "error_said: Json<Kept>", version, created_at, updated_at,
             started_at, finished_at, hidden
           from tasks.task where id = any($1) order by created_at desc, id desc"#,
        ids
    );
    found.map(|r| row!(r)).fetch_all(connection).await
}

/// Reads one task.
///
/// # Errors
/// `NotFound`, or when the database does not answer.
pub async fn read_one(connection: &mut PgConnection, id: Uuid) -> kit::Result<Task> {
    read(connection, &[id]).await?.pop().ok_or_else(|| kit::Error::not_found("Task"))
}

/// The contract's form, with the steps of all tasks read in one query and without logs.
///
/// # Errors
/// When the database does not answer.
pub async fn with_steps(connection: &mut PgConnection, tasks: Vec<Task>) -> sqlx::Result<Vec<pb::Task>> {
    let ids: Vec<Uuid> = tasks.iter().map(|task| task.id).collect();
    let mut steps = progress::steps_of(connection, &ids).await?;
    Ok(tasks
        .into_iter()
        .map(|task| {
            let own = steps.remove(&task.id).unwrap_or_default();
            pb::Task { steps: own.into_iter().map(pb::Step::from).collect(), ..task.into() }
        })
        .collect())
}

impl From<Task> for pb::Task {
    fn from(task: Task) -> Self {
        let Task {
            id,
            kind,
            status,
            deployment_id,
            deployment_name,
            team_id,
            team_name,
            cluster_id,
            cluster_name,
            params: Json(params),
            revision,
            hash: _,
            actor_id,
            actor_name,
            origin: _,
            fence: _,
            attempt,
            waits: _,
            helm_revision: _,
            serving: _,
            cancel_requested,
            cancelled_by: _,
            error,
            error_said,
            version: _,
            created_at,
            updated_at,
            started_at,
            finished_at,
            hidden: _,
            spent: _,
        } = task;
        Self {
            id: id.to_string(),
            kind: kind.proto().into(),
            status: status.proto().into(),
            deployment_id: deployment_id.to_string(),
            deployment_name,
            team_id: team_id.to_string(),
            team_name,
            params: Some(params::to_proto(params, cluster_id)),
            steps: Vec::new(),
            logs: Vec::new(),
            said: if error.is_empty() { String::new() } else { progress::said(error_said.as_ref(), &error).packed() },
            error,
            cancel_requested,
            actor_id: actor_id.map(|id| id.to_string()).unwrap_or_default(),
            actor_name,
            created_at: Some(stamp(created_at)),
            updated_at: Some(stamp(updated_at)),
            started_at: started_at.map(stamp),
            finished_at: finished_at.map(stamp),
            revision,
            attempt,
            cluster_name,
        }
    }
}
