//! The runner: takes up due tasks, a bounded number at once, and on stop gives back what it has at hand.

use anyhow::Context as _;
use std::{collections::HashMap, time::Duration};
use tokio::{
    task::{Id, JoinError, JoinSet},
    time::Instant,
};
use uuid::Uuid;

use crate::{
    App,
    ending::{self, Ending},
    halt::Halt,
    lease, run,
    task::Task,
    work::{self, Work},
};

/// What became of a task in one worker's hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It ended.
    Ended,
    /// It waits in the queue for its next taking up.
    Parked,
    /// It was given back, because the role stops.
    Released,
    /// Another worker has it, or will: nothing was written after that.
    Lost,
}

/// Runs until the role stops.
///
/// # Errors
/// Never by itself; an error would end the role.
pub async fn run(app: App) -> anyhow::Result<()> {
    let owner = app.cx.ids.uuid();
    let stop = app.cx.stop.clone();
    let mut crew = Crew { app, owner, jobs: JoinSet::new(), tasks: HashMap::new() };
    while !stop.is_cancelled() {
        crew.fill().await;
        tokio::select! {
            () = stop.cancelled() => {}
            () = crew.app.wake.notified() => {}
            () = tokio::time::sleep(crew.app.pace.poll) => {}
            Some(joined) = crew.jobs.join_next_with_id() => crew.joined(joined).await,
        }
    }
    // Every worker hears the stop by itself and gives its task back.
    while let Some(joined) = crew.jobs.join_next_with_id().await {
        crew.joined(joined).await;
    }
    Ok(())
}

/// The workers of one runner.
struct Crew {
    app: App,
    owner: Uuid,
    jobs: JoinSet<Outcome>,
    tasks: HashMap<Id, Task>,
}

impl Crew {
    /// Takes up tasks until there is none due or no place left.
    async fn fill(&mut self) {
        while self.tasks.len() < self.app.pace.at_once && !self.app.cx.stop.is_cancelled() {
            let taken = Instant::now();
            match lease::take(&self.app, self.owner, &self.busy()).await {
                Ok(Some(task)) => {
                    let job = self.jobs.spawn(work(self.app.clone(), task.clone(), taken));
                    self.tasks.insert(job.id(), task);
                }
                Ok(None) => return,
                Err(error) => {
                    tracing::warn!(?error, "the queue cannot be read");
                    return;
                }
            }
        }
    }

    /// Clusters that already have their share of the places: one that hangs must not stop the others.
    fn busy(&self) -> Vec<Uuid> {
        let mut counts: HashMap<Uuid, usize> = HashMap::new();
        for task in self.tasks.values() {
            *counts.entry(task.cluster_id).or_default() += 1;
        }
        let share = self.app.pace.at_once.div_ceil(2);
        counts.into_iter().filter(|(_, count)| *count >= share).map(|(cluster, _)| cluster).collect()
    }

    async fn joined(&mut self, joined: Result<(Id, Outcome), JoinError>) {
        match joined {
            Ok((id, _)) => {
                self.tasks.remove(&id);
            }
            Err(error) => {
                let Some(task) = self.tasks.remove(&error.id()) else { return };
                tracing::error!(task = %task.id, %error, "the work on a task broke down");
                end(&self.app, &task, &Ending::Failed("Internal error".to_owned())).await;
            }
        }
    }
}

/// Works on a task just taken up until it ends, waits, is lost, or the role stops.
pub async fn work(app: App, task: Task, taken: Instant) -> Outcome {
    let Task { id, fence, waits, .. } = task;
    tracing::info!(task = %id, kind = ?task.kind, attempt = task.attempt, fence, "work on a task");
    tokio::select! {
        outcome = to_the_end(&app, task) => outcome,
        () = lease::keep(&app, id, fence, taken) => {
            tracing::warn!(task = %id, fence, "another worker has the task");
            Outcome::Lost
        }
        () = app.cx.stop.cancelled() => {
            // What is done is written; the step at work is gone on with by the next worker.
            if let Err(error) = lease::give_back(&app, id, fence, waits, Duration::ZERO).await {
                tracing::warn!(task = %id, ?error, "the task could not be given back; its lease runs out by itself");
            }
            Outcome::Released
        }
    }
}

async fn to_the_end(app: &App, task: Task) -> Outcome {
    // What its workers died of so often is the task itself.
    let most = app.pace.attempts;
    if task.attempt > most {
        let sentence = format!("The work was interrupted {most} times and is not tried again.");
        return end(app, &task, &Ending::Failed(sentence)).await;
    }
    let mut work = loop {
        match Work::of(app.clone(), task.clone()).await {
            Ok(work) => break work,
            Err(error) => {
                if work::again(task.id, error).await.is_err() {
                    return Outcome::Lost;
                }
            }
        }
    };
    match run::run(&mut work).await {
        Ok(ending) => end(app, &work.task, &ending).await,
        Err(Halt::Parked) => Outcome::Parked,
        Err(_) => Outcome::Lost,
    }
}

/// Ends the task, trying again while the database is away.
async fn end(app: &App, task: &Task, ending: &Ending) -> Outcome {
    loop {
        match try_end(app, task, ending).await {
            Ok(true) => {
                tracing::info!(task = %task.id, ?ending, "the task ended");
                return Outcome::Ended;
            }
            Ok(false) => return Outcome::Lost,
            Err(error) => {
                if work::again(task.id, error).await.is_err() {
                    return Outcome::Lost;
                }
            }
        }
    }
}

async fn try_end(app: &App, task: &Task, ending: &Ending) -> kit::Result<bool> {
    let mut tx = app.cx.begin().await?;
    let ended = ending::record(&mut tx, app, task, Some(task.fence), ending).await?;
    if ended {
        tx.commit().await?;
    }
    Ok(ended)
}

/// Takes up one task and works on it, as the runner does; `None` when none is due.
///
/// # Errors
/// When the database does not answer.
pub async fn run_one(app: &App) -> anyhow::Result<Option<Outcome>> {
    let taken = Instant::now();
    let task = lease::take(app, app.cx.ids.uuid(), &[]).await.context("taking up a task")?;
    Ok(match task {
        Some(task) => Some(work(app.clone(), task, taken).await),
        None => None,
    })
}
