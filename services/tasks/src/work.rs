//! A worker's hold on one task: every write it makes names the fencing number it took the task up with.

use kit::Message;
use sqlx::types::Json;
use std::time::Duration;
use time::OffsetDateTime;
use tokio::{sync::watch, time::Instant};

use crate::{
    App, Permit,
    heartbeat::News,
    hint,
    interruption::Interruption,
    progress::{self, LINE_LENGTH, Level, MESSAGE_LENGTH, Step, StepStatus, fit},
    task::{Place, Task},
};

/// One task in the hands of one worker.
pub struct Work {
    /// Clients, clock, settings.
    pub app: App,
    /// The row as this worker knows it.
    pub task: Task,
    /// What the heartbeat hears about it.
    pub news: watch::Receiver<News>,
    /// Held while the task changes its cluster.
    pub permit: Option<Permit>,
    steps: Vec<Step>,
    hinted: Option<Instant>,
    /// A change was written without a hint because the last one was too fresh.
    owed: bool,
    /// The cluster that it works on now, whose permit it holds.
    pub place: Place,
    /// What it does now is gone on with whatever is wanted.
    pub resolved: bool,
    /// When this worker took it up.
    taken: Instant,
}

/// What one write changes, besides the task's version.
#[derive(Default)]
struct Change<'a> {
    /// Name, status and message of a step.
    step: Option<(&'a str, StepStatus, Option<&'a Message>)>,
    line: Option<(&'a str, Level, &'a Message)>,
    helm_revision: Option<i32>,
    serving: Option<bool>,
}

impl Work {
    /// A task just taken up.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn of(app: App, task: Task, news: watch::Receiver<News>) -> kit::Result<Self> {
        let mut connection = app.cx.db.acquire().await?;
        let steps = progress::steps_of(&mut connection, &[task.id]).await?.remove(&task.id).unwrap_or_default();
        drop(connection);
        let place = Place { cluster_id: task.cluster_id, cluster_name: task.cluster_name.clone() };
        let (hinted, owed, resolved, taken) = (None, false, false, Instant::now());
        Ok(Self { app, task, news, permit: None, steps, hinted, owed, place, resolved, taken })
    }

    /// Whether the step was done, by this worker or by an earlier one.
    #[must_use]
    pub fn is_complete(&self, step: &str) -> bool {
        self.steps.iter().any(|known| known.name == step && known.status == StepStatus::Complete)
    }

    /// Whether the step was begun, by this worker or by an earlier one.
    #[must_use]
    pub fn has_begun(&self, step: &str) -> bool {
        self.steps.iter().any(|known| known.name == step && known.status != StepStatus::Pending)
    }

    /// Why a step failed, when one did and the task has not ended with it.
    #[must_use]
    pub fn failure(&self) -> Option<Message> {
        self.steps.iter().find(|step| step.status == StepStatus::Failed).map(Step::said)
    }

    /// What of its budget is used up.
    #[must_use]
    pub fn spent(&self) -> Duration {
        Duration::from_secs_f64(self.task.spent.max(0.0)) + self.taken.elapsed()
    }

    /// Its budget counts from now on; the next write keeps that.
    pub fn renew_budget(&mut self) {
        self.task.spent = 0.0;
        self.taken = Instant::now();
    }

    /// Goes to another cluster: the permit of the one before is given back.
    pub fn go_to(&mut self, place: Place) {
        if place != self.place {
            self.permit = None;
            self.place = place;
        }
    }

    /// The step that is at work, for log lines.
    #[must_use]
    pub fn current_step(&self) -> &str {
        self.steps.iter().find(|step| step.status == StepStatus::Running).map_or("", |step| step.name.as_str())
    }

    /// Notes that a step begins. One that an earlier worker had begun is gone on with and keeps its start.
    ///
    /// # Errors
    /// When the task is lost.
    pub async fn begin(&mut self, step: &str, title: &Message) -> Result<(), Interruption> {
        if self.has_begun(step) {
            return Ok(());
        }
        self.save(Change {
            step: Some((step, StepStatus::Running, None)),
            line: Some((step, Level::Info, title)),
            ..Change::default()
        })
        .await
    }

    /// Notes that a step is done, with its last line of progress (one without words keeps the one that stands).
    ///
    /// # Errors
    /// When the task is lost.
    pub async fn complete(&mut self, step: &str, message: Message) -> Result<(), Interruption> {
        let last = self.message_of(step);
        let message = Some(fit(message, MESSAGE_LENGTH)).filter(|message| !message.sentence().is_empty());
        let line = message.as_ref().filter(|new| last.as_ref() != Some(*new)).map(|new| (step, Level::Info, new));
        self.task.waits = 0;
        let message = message.as_ref().or(last.as_ref());
        self.save(Change { step: Some((step, StepStatus::Complete, message)), line, ..Change::default() }).await
    }

    /// Notes that a step failed, and why, though the task goes on.
    ///
    /// # Errors
    /// When the task is lost.
    pub async fn fail(&mut self, step: &str, why: &Message) -> Result<(), Interruption> {
        let why = fit(why.clone(), MESSAGE_LENGTH);
        let line = Some((step, Level::Error, &why));
        self.save(Change { step: Some((step, StepStatus::Failed, Some(&why))), line, ..Change::default() }).await
    }

    /// One line of progress of the step at work; the same one again is not written.
    ///
    /// # Errors
    /// When the task is lost.
    pub async fn say(&mut self, step: &str, level: Level, message: Message) -> Result<(), Interruption> {
        let message = fit(message, MESSAGE_LENGTH);
        if message.sentence().is_empty() || self.message_of(step).as_ref() == Some(&message) {
            return Ok(());
        }
        self.save(Change {
            step: Some((step, StepStatus::Running, Some(&message))),
            line: Some((step, level, &message)),
            ..Change::default()
        })
        .await
    }

    /// Keeps the number of Helm's revision that this task makes.
    ///
    /// # Errors
    /// When the task is lost.
    pub async fn keep_helm_revision(&mut self, revision: i32) -> Result<(), Interruption> {
        if revision <= 0 || revision == self.task.helm_revision {
            return Ok(());
        }
        self.save(Change { helm_revision: Some(revision), ..Change::default() }).await
    }

    /// Keeps whether the application was seen serving.
    ///
    /// # Errors
    /// When the task is lost.
    pub async fn keep_serving(&mut self, serving: bool) -> Result<(), Interruption> {
        if self.task.serving == Some(serving) {
            return Ok(());
        }
        self.save(Change { serving: Some(serving), ..Change::default() }).await
    }

    /// Looks whether the task is still ours and wanted.
    ///
    /// # Errors
    /// `Cancelled` or `Lost`.
    pub async fn check(&mut self) -> Result<(), Interruption> {
        self.hold().await?;
        if self.task.cancel_requested && !self.resolved {
            return Err(Interruption::Cancelled { by: self.task.cancelled_by.clone() });
        }
        Ok(())
    }

    /// Looks whether the task is still ours, whatever is wanted of it.
    ///
    /// # Errors
    /// `Lost`.
    pub async fn hold(&mut self) -> Result<(), Interruption> {
        let row = loop {
            let asked = sqlx::query!(
                "select cancel_requested, cancelled_by from tasks.task
                 where id = $1 and fence = $2 and status = 'running'",
                self.task.id,
                self.task.fence
            )
            .fetch_optional(&self.app.cx.db)
            .await;
            match asked {
                Ok(row) => break row,
                Err(error) => again(self.task.id, error.into()).await?,
            }
        };
        let row = row.ok_or(Interruption::Lost)?;
        self.task.cancel_requested = row.cancel_requested;
        self.task.cancelled_by = row.cancelled_by;
        self.tell_screens().await
    }

    /// Tells open screens of a change that was written too soon after the last one.
    ///
    /// # Errors
    /// `Lost`.
    pub async fn tell_screens(&mut self) -> Result<(), Interruption> {
        if self.owed && self.may_hint() {
            self.save(Change::default()).await?;
        }
        Ok(())
    }

    fn may_hint(&self) -> bool {
        self.hinted.is_none_or(|at| at.elapsed() >= self.app.retry_policy.hint_gap)
    }

    /// The step's line of progress, when it has one.
    #[must_use]
    pub fn message_of(&self, step: &str) -> Option<Message> {
        let known = self.steps.iter().find(|known| known.name == step && !known.message.is_empty());
        known.map(Step::said)
    }

    /// Writes, trying again while the database is away; the heartbeat decides when that has been too long.
    async fn save(&mut self, change: Change<'_>) -> Result<(), Interruption> {
        let now = self.app.cx.clock.now();
        let hinting = self.may_hint();
        while let Err(error) = self.try_save(&change, now, hinting).await? {
            again(self.task.id, error).await?;
        }
        if hinting {
            self.hinted = Some(Instant::now());
        }
        self.owed = !hinting;
        self.task.helm_revision = change.helm_revision.unwrap_or(self.task.helm_revision);
        self.task.serving = change.serving.or(self.task.serving);
        if let Some((name, status, message)) = change.step
            && let Some(step) = self.steps.iter_mut().find(|step| step.name == name)
        {
            step.status = status;
            step.message = message.map(ToString::to_string).unwrap_or_default();
            step.said = message.map(|message| Json(message.clone().into()));
            step.started_at.get_or_insert(now);
        }
        Ok(())
    }

    /// One try: the outer error is final, the inner one may pass.
    async fn try_save(
        &mut self,
        change: &Change<'_>,
        now: OffsetDateTime,
        hinting: bool,
    ) -> Result<kit::Result<()>, Interruption> {
        match self.write(change, now, hinting).await {
            Ok(true) => Ok(Ok(())),
            Ok(false) => Err(Interruption::Lost),
            Err(error) => Ok(Err(error)),
        }
    }

    /// One statement: the task's row under our fence, and what hangs on it.
    /// `false`: the task is no longer ours, and nothing was written.
    async fn write(&mut self, change: &Change<'_>, now: OffsetDateTime, hinting: bool) -> kit::Result<bool> {
        let (step, status, message) =
            change.step.map_or((None, None, None), |(step, status, message)| (Some(step), Some(status), message));
        let line = change.line.map(|(step, level, message)| (step, level, fit(message.clone(), LINE_LENGTH)));
        let line = line.as_ref();
        let mut tx = self.app.cx.begin().await?;
        let version = sqlx::query_scalar!(
            r#"with held as (
                 update tasks.task set version = version + 1, updated_at = $3, log_seq = log_seq + ($13::text is not null)::int,
                   waits = $6, spent = $7, helm_revision = coalesce($4, helm_revision), serving = coalesce($5, serving)
                 where id = $1 and fence = $2 and status = 'running' returning id, version, log_seq
               ), stepped as (
                 update tasks.step s set status = $9, message = coalesce($10, ''), said = $11,
                   started_at = coalesce(s.started_at, $3), finished_at = case when $9 in ('complete', 'failed') then $3 end
                 from held where s.task_id = held.id and s.name = $8
               ), logged as (
                 insert into tasks.log_line (task_id, seq, at, step, level, message, said)
                 select id, log_seq, $3, $12, $13, $14, $15 from held where $13 is not null
               ), dropped as (
                 delete from tasks.log_line l using held where l.task_id = held.id and l.seq <= held.log_seq - $16
               )
               select version as "version!" from held"#,
            self.task.id,
            self.task.fence,
            now,
            change.helm_revision,
            change.serving,
            self.task.waits,
            self.spent().as_secs_f64(),
            step,
            status as Option<StepStatus>,
            message.map(Message::sentence),
            message.map(Json) as _,
            line.map(|(step, ..)| *step),
            line.map(|(_, level, _)| level.word()),
            line.map(|(.., message)| message.sentence()),
            line.map(|(.., message)| Json(message)) as _,
            self.app.retry_policy.lines
        )
        .fetch_optional(tx.conn())
        .await?;
        let Some(version) = version else { return Ok(false) };
        if hinting {
            hint::changed(&mut tx, &self.task, version);
        }
        tx.commit().await?;
        self.task.version = version;
        Ok(true)
    }
}

/// After a write or a look that failed: waits a moment when that can pass, and gives up the work when not.
///
/// Given up is not ended: the lease runs out, and another try is made from where the task stands.
pub async fn again(task: uuid::Uuid, error: kit::Error) -> Result<(), Interruption> {
    if error.is_transient() {
        tracing::warn!(%task, "the database does not answer; the task waits for it");
        tokio::time::sleep(Duration::from_millis(500)).await;
        return Ok(());
    }
    tracing::error!(%task, ?error, "progress could not be written");
    Err(Interruption::Lost)
}
