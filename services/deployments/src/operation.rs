//! What may happen to a deployment next. Every verb asks here, and so does the console, which shows what is possible
//! and says why the rest is not.

use crate::deployment::Row;
use kit::{Error, Result, message};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// What a task does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    /// Brings the wanted revision into a cluster where nothing of it is in effect.
    Install,
    /// Puts the wanted revision in the place of the one in effect.
    Upgrade,
    /// Starts the pods of the revision in effect anew.
    Restart,
    /// Puts a revision without pods in the place of the one in effect.
    Stop,
    /// Puts a revision with pods in the place of a stopped one.
    Start,
    /// Puts a revision of another size in the place of the one in effect.
    Scale,
    /// Brings the wanted revision into another cluster and, once it is in effect there, takes everything out of the one
    /// that it ran on.
    Move,
    /// Takes everything out of the cluster.
    Uninstall,
}

impl Kind {
    /// The word in the database and in the contract.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Install => "install",
            Self::Upgrade => "upgrade",
            Self::Restart => "restart",
            Self::Stop => "stop",
            Self::Start => "start",
            Self::Scale => "scale",
            Self::Move => "move",
            Self::Uninstall => "uninstall",
        }
    }

    /// The kind that a word in the database names.
    ///
    /// # Errors
    /// `Internal` for an unknown word.
    pub fn of_word(word: &str) -> Result<Self> {
        match word {
            "install" => Ok(Self::Install),
            "upgrade" => Ok(Self::Upgrade),
            "restart" => Ok(Self::Restart),
            "stop" => Ok(Self::Stop),
            "start" => Ok(Self::Start),
            "scale" => Ok(Self::Scale),
            "move" => Ok(Self::Move),
            "uninstall" => Ok(Self::Uninstall),
            other => Err(Error::internal(anyhow::anyhow!("task kind {other:?} in the database"))),
        }
    }

    /// Whether the task applies a revision.
    #[must_use]
    pub fn applies(self) -> bool {
        matches!(self, Self::Install | Self::Upgrade | Self::Stop | Self::Start | Self::Scale | Self::Move)
    }
}

/// What a Delete has to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deletion {
    /// An uninstall is at work already.
    AtWork(Uuid),
    /// An earlier Delete waits for another task to end.
    Waiting,
    /// A task is in the way: cancel it; its end starts the uninstall.
    Cancel(Uuid),
    /// Nothing is in the way.
    Start,
}

impl Row {
    /// Refuses while a task is at work or the deployment is to go.
    ///
    /// # Errors
    /// `Conflict` `TASK_RUNNING` or `DELETING`.
    pub fn free(&self) -> Result<()> {
        self.idle()?;
        self.kept()
    }

    /// Refuses when the deployment is to go.
    ///
    /// # Errors
    /// `Conflict` `DELETING`.
    pub fn kept(&self) -> Result<()> {
        if self.to_be_deleted {
            return Err(Error::conflict(message!(DELETING)));
        }
        Ok(())
    }

    fn idle(&self) -> Result<()> {
        if self.current_task.is_some() {
            return Err(Error::conflict(message!(TASK_RUNNING)));
        }
        Ok(())
    }

    /// Refuses a change that was made on an older version than the last change by a person; 0 is any version. What
    /// tasks and observations changed since then is no conflict.
    ///
    /// # Errors
    /// `Conflict` `CHANGED_MEANWHILE`, with who was faster.
    pub fn made_on(&self, version: i64) -> Result<()> {
        if version == 0 || version >= self.changed_version {
            return Ok(());
        }
        let known = if self.changed_by.is_empty() { "no" } else { "yes" };
        Err(Error::conflict(message!(CHANGED_MEANWHILE, known = known, who = &self.changed_by)))
    }

    /// What would bring about what is wanted; `None` when it is in effect.
    #[must_use]
    pub fn converging(&self) -> Option<Kind> {
        match self.effective {
            _ if self.to_be_deleted => Some(Kind::Uninstall),
            None => Some(Kind::Install),
            Some(effective) if effective != self.revision && self.bound_for().is_some() => Some(Kind::Move),
            Some(effective) if effective != self.revision => Some(match (self.stopped, self.spec.stopped) {
                (false, true) => Kind::Stop,
                (true, false) => Kind::Start,
                _ => Kind::Upgrade,
            }),
            Some(_) => None,
        }
    }

    /// Refuses a restart of what is not in effect.
    ///
    /// # Errors
    /// `Conflict` `TASK_RUNNING`, `DELETING`, `NOT_INSTALLED`, `CHANGE_UNFINISHED` or `STOPPED`.
    pub fn can_restart(&self) -> Result<()> {
        self.converged("restart")?;
        if self.stopped {
            return Err(Error::conflict(message!(STOPPED)));
        }
        Ok(())
    }

    /// Refuses to stop what is not in effect, and what is stopped.
    ///
    /// # Errors
    /// `Conflict` `TASK_RUNNING`, `DELETING`, `NOT_INSTALLED`, `CHANGE_UNFINISHED` or `ALREADY_STOPPED`.
    pub fn can_stop(&self) -> Result<()> {
        self.converged("stop")?;
        if self.stopped {
            return Err(Error::conflict(message!(ALREADY_STOPPED)));
        }
        Ok(())
    }

    /// Refuses to start what is not stopped.
    ///
    /// # Errors
    /// `Conflict` `TASK_RUNNING`, `DELETING`, `NOT_INSTALLED`, `CHANGE_UNFINISHED` or `NOT_STOPPED`.
    pub fn can_start(&self) -> Result<()> {
        self.converged("start")?;
        if self.stopped {
            return Ok(());
        }
        Err(Error::conflict(message!(NOT_STOPPED)))
    }

    /// Refuses to move what is not in effect or has no pods that could prove it, and what was left on another cluster.
    ///
    /// # Errors
    /// `Conflict` `TASK_RUNNING`, `DELETING`, `NOT_INSTALLED`, `CHANGE_UNFINISHED`, `STOPPED` or `REMAINS_ELSEWHERE`.
    pub fn can_move(&self) -> Result<()> {
        self.converged("move")?;
        if self.stopped {
            return Err(Error::conflict(message!(STOPPED)));
        }
        match &self.elsewhere {
            None => Ok(()),
            Some(elsewhere) => Err(Error::conflict(message!(REMAINS_ELSEWHERE, cluster = &elsewhere.cluster_name))),
        }
    }

    /// Refuses a verb that is for what is in effect while that is not what is wanted.
    ///
    /// # Errors
    /// `Conflict` `TASK_RUNNING`, `DELETING`, `NOT_INSTALLED` or `CHANGE_UNFINISHED`.
    pub fn converged(&self, verb: &str) -> Result<()> {
        self.free()?;
        match self.converging() {
            None => Ok(()),
            Some(Kind::Install) => Err(Error::conflict(message!(NOT_INSTALLED, verb = verb))),
            Some(_) => Err(Error::conflict(message!(CHANGE_UNFINISHED))),
        }
    }

    /// What a retry does: whatever brings about what is wanted; a restart that failed is done again, and so is an upgrade
    /// that was to put right what is in effect; then what remains on another cluster goes.
    ///
    /// # Errors
    /// `Conflict` `TASK_RUNNING` or `NOTHING_TO_RETRY`.
    pub fn retry(&self) -> Result<Kind> {
        self.idle()?;
        let again =
            matches!(self.task_kind, Kind::Restart | Kind::Upgrade) && self.last_result.as_deref() != Some("succeeded");
        match self.converging() {
            Some(kind) => Ok(kind),
            None if again => Ok(self.task_kind),
            None if self.remains().is_some() => Ok(Kind::Move),
            None => Err(Error::conflict(message!(NOTHING_TO_RETRY))),
        }
    }

    /// The revision that a discard returns to.
    ///
    /// # Errors
    /// `Conflict` `TASK_RUNNING`, `DELETING`, `NOT_INSTALLED` or `NOTHING_TO_DISCARD`.
    pub fn can_discard(&self) -> Result<i32> {
        self.free()?;
        match self.effective {
            None => Err(Error::conflict(message!(NOT_INSTALLED, verb = "discard"))),
            Some(effective) if effective == self.revision => Err(Error::conflict(message!(NOTHING_TO_DISCARD))),
            Some(effective) => Ok(effective),
        }
    }

    /// Refuses a rollback to what is wanted already.
    ///
    /// # Errors
    /// `Conflict` `TASK_RUNNING`, `DELETING` or `NOTHING_TO_ROLL_BACK`.
    pub fn can_roll_back(&self, to: i32) -> Result<()> {
        self.free()?;
        if to == self.revision {
            return Err(Error::conflict(message!(NOTHING_TO_ROLL_BACK)));
        }
        Ok(())
    }

    /// What a Delete does now.
    #[must_use]
    pub fn deletion(&self) -> Deletion {
        match (self.current_task, self.to_be_deleted) {
            (Some(task), _) if self.task_kind == Kind::Uninstall => Deletion::AtWork(task),
            (Some(_), true) => Deletion::Waiting,
            (Some(task), false) => Deletion::Cancel(task),
            (None, _) => Deletion::Start,
        }
    }

    /// The verbs a person may want to use now, each with the refusal it would meet.
    pub fn verbs(&self) -> [(&'static str, Result<()>); 8] {
        [
            ("restart", self.can_restart()),
            ("update", self.free()),
            ("retry", self.retry().map(|_| ())),
            ("discard", self.can_discard().map(|_| ())),
            ("stop", self.can_stop()),
            ("start", self.can_start()),
            ("scale", self.converged("scale")),
            ("move", self.can_move()),
        ]
    }
}
