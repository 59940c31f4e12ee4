//! The fence: of all workers that ever held a deployment's task, only the last may change anything.
//!
//! tasks draws a number from one sequence each time a worker takes a task up. The highest number seen of a deployment is
//! kept here; a lower one is refused, and the number is read again before each request that changes something.

use crate::kubernetes::change::Ticket;
use kit::{Error, Result, message};
use sqlx::PgPool;
use uuid::Uuid;

/// One worker's number.
#[derive(Clone, Debug)]
pub struct Fence {
    db: PgPool,
    deployment: Uuid,
    task: Uuid,
    number: i64,
}

impl Fence {
    /// Raises the deployment's fence to the ticket's number.
    ///
    /// # Errors
    /// Conflict `FENCED` when a higher number was seen, or the same one from another task.
    pub async fn raise(db: &PgPool, ticket: &Ticket) -> Result<Self> {
        // helm_revision belongs to the task that saved it: another task starts without one.
        let raised = sqlx::query_scalar!(
            "insert into infrastructure.fence as held (deployment_id, task_id, fence, helm_revision)
             values ($1, $2, $3, null)
             on conflict (deployment_id) do update
                set helm_revision = case when held.task_id = excluded.task_id then held.helm_revision else null end,
                    task_id = excluded.task_id,
                    fence = excluded.fence
              where held.fence < excluded.fence
                 or (held.fence = excluded.fence and held.task_id = excluded.task_id)
             returning held.fence",
            ticket.deployment,
            ticket.task,
            ticket.fence
        )
        .fetch_optional(db)
        .await?;
        match raised {
            Some(_) => {
                Ok(Self { db: db.clone(), deployment: ticket.deployment, task: ticket.task, number: ticket.fence })
            }
            None => Err(fenced()),
        }
    }

    /// Whether this worker is still the last one. Called right before each request that changes something.
    ///
    /// # Errors
    /// Conflict `FENCED`.
    pub async fn check(&self) -> Result<()> {
        let held =
            sqlx::query!("select task_id, fence from infrastructure.fence where deployment_id = $1", self.deployment)
                .fetch_optional(&self.db)
                .await?;
        match held {
            Some(held) if held.task_id == self.task && held.fence == self.number => Ok(()),
            _ => Err(fenced()),
        }
    }

    /// Notes which Helm revision this task is about to create, so that a worker that takes over finds it.
    ///
    /// # Errors
    /// Conflict `FENCED`.
    pub async fn save_revision(&self, revision: u32) -> Result<()> {
        let revision = i32::try_from(revision).map_err(Error::internal)?;
        let saved = sqlx::query!(
            "update infrastructure.fence set helm_revision = $4 where deployment_id = $1 and task_id = $2 and fence = $3",
            self.deployment,
            self.task,
            self.number,
            revision
        )
        .execute(&self.db)
        .await?;
        if saved.rows_affected() == 1 { Ok(()) } else { Err(fenced()) }
    }

    /// The Helm revision this task noted; `None` when it has not come that far.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn saved_revision(&self) -> Result<Option<u32>> {
        let saved = sqlx::query_scalar!(
            "select helm_revision from infrastructure.fence where deployment_id = $1 and task_id = $2",
            self.deployment,
            self.task
        )
        .fetch_optional(&self.db)
        .await?;
        Ok(saved.flatten().and_then(|n| u32::try_from(n).ok()).filter(|n| *n > 0))
    }

    /// The value of the annotation that each apply sets. It differs from worker to worker, so that each worker's apply
    /// moves the object's version and an earlier worker's late request meets a changed object.
    #[must_use]
    pub fn stamp(&self) -> String {
        format!("{}.{}", self.task, self.number)
    }
}

fn fenced() -> Error {
    Error::conflict(message!(FENCED))
}
