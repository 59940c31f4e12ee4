//! How a task waits: for a stream's next message, for a cluster, for its turn; without a permit, never longer than the
//! budget, and never deaf to a cancel.

use kit::{Message, message};
use std::time::Duration;
use tokio::time::Instant;
use tonic::Streaming;

use crate::{
    heartbeat::News,
    interruption::Interruption,
    lease,
    progress::Level,
    task::{Kind, Task},
    work::{Work, again},
};

impl Work {
    /// The next message of a stream. `None`: the stream ended.
    ///
    /// # Errors
    /// `Cancelled`, `Lost`, the end of the budget, or what the stream's error means.
    pub async fn next<M>(&mut self, stream: &mut Streaming<M>) -> Result<Option<M>, Interruption> {
        loop {
            self.heard()?;
            self.within_budget(None)?;
            tokio::select! {
                message = stream.message() => {
                    let message = message?;
                    if message.is_some() {
                        self.task.waits = 0;
                    }
                    return Ok(message);
                }
                news = self.news.changed() => news.map_err(|_| Interruption::Lost)?,
                () = tokio::time::sleep(self.app.retry_policy.look) => self.tell_screens().await?,
            }
        }
    }

    /// Waits because of what the message says: at the worker for the first times, then in the queue.
    ///
    /// # Errors
    /// `Cancelled`, `Lost`, `Parked`, or `Failed` at the end of the budget.
    pub async fn pause(
        &mut self,
        step: &str,
        level: Level,
        message: Message,
        longest: Duration,
    ) -> Result<(), Interruption> {
        self.say(step, level, message.clone()).await?;
        self.within_budget(Some(message))?;
        let retry_policy = &self.app.retry_policy;
        let pause =
            retry_policy.first.saturating_mul(1 << self.task.waits.clamp(0, 10)).min(longest.min(retry_policy.longest));
        self.task.waits = self.task.waits.saturating_add(1);
        if self.task.waits <= retry_policy.in_place {
            return self.rest(pause).await;
        }
        let Task { id, fence, waits, .. } = self.task;
        while let Err(error) = lease::give_back(&self.app, id, fence, waits, pause, self.spent() + pause).await {
            again(id, error).await?;
        }
        Err(Interruption::Parked)
    }

    /// Waits so long at the worker, without a permit.
    ///
    /// # Errors
    /// `Cancelled` or `Lost`.
    pub async fn rest(&mut self, pause: Duration) -> Result<(), Interruption> {
        self.permit = None;
        let over = Instant::now() + pause;
        while Instant::now() < over {
            self.heard()?;
            tokio::select! {
                news = self.news.changed() => news.map_err(|_| Interruption::Lost)?,
                () = tokio::time::sleep_until(over.min(Instant::now() + self.app.retry_policy.look)) => self.tell_screens().await?,
            }
        }
        self.check().await
    }

    /// Waits for the turn to change the cluster, unless the task has it.
    ///
    /// # Errors
    /// `Cancelled` or `Lost`.
    pub async fn turn(&mut self) -> Result<(), Interruption> {
        let permits = self.app.permits.clone();
        let turn = permits.go_on(self.place.cluster_id, self.task.team_id);
        tokio::pin!(turn);
        while self.permit.is_none() {
            self.heard()?;
            tokio::select! {
                permit = &mut turn => self.permit = Some(permit),
                news = self.news.changed() => news.map_err(|_| Interruption::Lost)?,
            }
        }
        Ok(())
    }

    /// What the heartbeat heard.
    fn heard(&mut self) -> Result<(), Interruption> {
        let News { lost, cancelled_by } = self.news.borrow_and_update().clone();
        match cancelled_by {
            _ if lost => Err(Interruption::Lost),
            Some(by) if !self.resolved => Err(Interruption::Cancelled { by }),
            _ => Ok(()),
        }
    }

    /// Refuses to go on waiting when the budget is used up. It is not counted by the time of day, which somebody may set, and which
    /// leaps when a machine that slept wakes up.
    fn within_budget(&self, last: Option<Message>) -> Result<(), Interruption> {
        if self.task.kind == Kind::Uninstall || self.spent() < self.app.retry_policy.budget {
            return Ok(());
        }
        let last = last.or_else(|| self.message_of(self.current_step())).unwrap_or_else(|| message!(NothingHeard));
        let (unit, count) = spoken(self.app.retry_policy.budget);
        Err(Interruption::Failed(message!(GaveUp, unit = unit, count = count, said = last)))
    }
}

/// In minutes where it is some, else in seconds.
fn spoken(duration: Duration) -> (&'static str, u64) {
    match duration.as_secs() {
        seconds if seconds >= 60 && seconds.is_multiple_of(60) => ("minutes", seconds / 60),
        seconds => ("seconds", seconds),
    }
}
