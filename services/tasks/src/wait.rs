//! How a worker waits: for a stream's next message, for a cluster, for a round of a step; never longer than the budget,
//! and never deaf to a cancel.

use std::time::Duration;
use tokio::time::Instant;
use tonic::Streaming;

use crate::{
    halt::Halt,
    lease,
    progress::Level,
    task::{Kind, Task},
    work::{Work, again},
};

impl Work {
    /// The next message of a stream, looking for a cancel and at the budget meanwhile. `None`: the stream ended.
    ///
    /// # Errors
    /// `Cancelled`, `Lost`, the end of the budget, or what the stream's error means.
    pub async fn next<M>(&mut self, stream: &mut Streaming<M>) -> Result<Option<M>, Halt> {
        loop {
            self.check().await?;
            self.within_budget("")?;
            tokio::select! {
                message = stream.message() => {
                    let message = message?;
                    if message.is_some() {
                        self.task.waits = 0;
                    }
                    return Ok(message);
                }
                () = self.app.cancels.notified() => {}
                () = tokio::time::sleep(self.app.pace.look) => {}
            }
        }
    }

    /// Waits because of what the sentence says: here for the first times, then by giving the place to other tasks.
    ///
    /// # Errors
    /// `Cancelled`, `Lost`, `Parked`, or `Failed` at the end of the budget.
    pub async fn pause(&mut self, step: &str, level: Level, sentence: &str, longest: Duration) -> Result<(), Halt> {
        self.say(step, level, sentence).await?;
        self.within_budget(sentence)?;
        let pace = &self.app.pace;
        let pause = pace.first.saturating_mul(1 << self.task.waits.clamp(0, 10)).min(longest.min(pace.longest));
        self.task.waits = self.task.waits.saturating_add(1);
        if self.task.waits > pace.in_place {
            let Task { id, fence, waits, .. } = self.task;
            while let Err(error) = lease::give_back(&self.app, id, fence, waits, pause).await {
                again(id, error).await?;
            }
            return Err(Halt::Parked);
        }
        let over = Instant::now() + pause;
        while Instant::now() < over {
            self.check().await?;
            tokio::select! {
                () = self.app.cancels.notified() => {}
                () = tokio::time::sleep_until(over.min(Instant::now() + self.app.pace.look)) => {}
            }
        }
        self.check().await
    }

    /// Refuses to go on waiting when the budget is used up.
    fn within_budget(&self, sentence: &str) -> Result<(), Halt> {
        let started = self.task.started_at.unwrap_or(self.task.created_at);
        if self.task.kind == Kind::Uninstall || self.app.cx.clock.now() - started < self.app.pace.budget {
            return Ok(());
        }
        let last = if sentence.is_empty() { self.message_of(self.current_step()) } else { sentence };
        let last = if last.is_empty() { "Nothing was heard from the cluster." } else { last };
        Err(Halt::Failed(format!("Gave up after {}. {last}", spoken(self.app.pace.budget))))
    }
}

/// In minutes where it is some, else in seconds.
fn spoken(duration: Duration) -> String {
    let (number, unit) = match duration.as_secs() {
        seconds if seconds >= 60 && seconds.is_multiple_of(60) => (seconds / 60, "minute"),
        seconds => (seconds, "second"),
    };
    format!("{number} {unit}{}", if number == 1 { "" } else { "s" })
}
