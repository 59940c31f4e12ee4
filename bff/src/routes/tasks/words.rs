//! What tasks are and how they are, in the words of the API.

use super::super::prelude::*;
use proto::tasks as pb;

/// What the work is.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum TaskType {
    Install,
    Upgrade,
    Restart,
    /// Upgrades to a revision without pods.
    Stop,
    /// Upgrades from one.
    Start,
    /// Upgrades to a revision of another size.
    Scale,
    /// Installs on another cluster, switches over, uninstalls where it ran before. `cluster_id` is the new one.
    Move,
    Uninstall,
}

impl TaskType {
    /// The type that a word names.
    pub fn of_word(word: &str) -> kit::Result<Self> {
        match word {
            "install" => Ok(Self::Install),
            "upgrade" => Ok(Self::Upgrade),
            "restart" => Ok(Self::Restart),
            "stop" => Ok(Self::Stop),
            "start" => Ok(Self::Start),
            "scale" => Ok(Self::Scale),
            "move" => Ok(Self::Move),
            "uninstall" => Ok(Self::Uninstall),
            _ => Err(missing("Deployment.operation")),
        }
    }

    /// The type that a service means.
    pub fn of(kind: pb::TaskKind) -> kit::Result<Self> {
        match kind {
            pb::TaskKind::Install => Ok(Self::Install),
            pb::TaskKind::Upgrade => Ok(Self::Upgrade),
            pb::TaskKind::Restart => Ok(Self::Restart),
            pb::TaskKind::Stop => Ok(Self::Stop),
            pb::TaskKind::Start => Ok(Self::Start),
            pb::TaskKind::Scale => Ok(Self::Scale),
            pb::TaskKind::Move => Ok(Self::Move),
            pb::TaskKind::Uninstall => Ok(Self::Uninstall),
            pb::TaskKind::Unspecified => Err(missing("Task.kind")),
        }
    }
}

#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum TaskStatus {
    Pending,
    Running,
    Complete,
    Failed,
}

impl TaskStatus {
    /// The status that a service means.
    pub fn of(status: pb::TaskStatus) -> kit::Result<Self> {
        match status {
            pb::TaskStatus::Pending => Ok(Self::Pending),
            pb::TaskStatus::Running => Ok(Self::Running),
            pb::TaskStatus::Complete => Ok(Self::Complete),
            pb::TaskStatus::Failed => Ok(Self::Failed),
            pb::TaskStatus::Unspecified => Err(missing("Task.status")),
        }
    }
}

#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum StepStatus {
    Pending,
    Running,
    Complete,
    Failed,
    Skipped,
}
