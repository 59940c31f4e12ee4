//! The runner: takes up due tasks as long as their clusters have permits, team after team, and on stop gives back what it
//! has at hand.

use anyhow::Context as _;
use kit::message;
use sqlx::types::Json;
use std::{collections::HashMap, time::Duration};
use tokio::{
    sync::watch,
    task::{Id, JoinError, JoinSet},
    time::Instant,
};
use tracing::Instrument as _;
use uuid::Uuid;

use crate::{
    App, Permit,
    ending::{self, Ending},
    heartbeat::{Hands, News},
    interruption::Interruption,
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

/// Tasks held by one runner at most, nearly all of them waiting. Fixed: each costs a few kilobytes and one stream of the
/// connection to infrastructure, which carries twice as many.
const MOST_HELD: usize = 2_000;
/// Teams whose last turn is remembered. Fixed: forgetting them all costs one unfair round.
const MOST_TURNS: usize = 10_000;

/// Runs until the role stops.
///
/// # Errors
/// Never by itself; an error would end the role.
pub async fn run(app: App) -> anyhow::Result<()> {
    let stop = app.cx.stop.clone();
    let hands = Hands::new(app.clone());
    let mut poll = kit::Poll::of(&app.cx, "runner", app.retry_policy.poll);
    let mut runner = Runner { app, hands, jobs: JoinSet::new(), tasks: HashMap::new(), turns: HashMap::new() };
    let hands = runner.hands.clone();
    let heartbeat = hands.keep();
    tokio::pin!(heartbeat);
    while !stop.is_cancelled() {
        if !poll.is_seldom() {
            runner.fill().await;
        } else if runner.may_find_some().await {
            poll.busy();
            continue;
        }
        tokio::select! {
            () = stop.cancelled() => {}
            () = runner.app.wake.notified() => poll.busy(),
            () = tokio::time::sleep(poll.pause()) => {}
            () = &mut heartbeat => {}
            Some(joined) = runner.jobs.join_next_with_id() => runner.joined(joined).await,
        }
    }
    // Every worker hears the stop by itself and gives its task back.
    while let Some(joined) = runner.jobs.join_next_with_id().await {
        runner.joined(joined).await;
    }
    Ok(())
}

struct Runner {
    app: App,
    hands: Hands,
    jobs: JoinSet<Outcome>,
    tasks: HashMap<Id, Task>,
    /// Team → fence of the task it had taken up last: fences grow, so the smallest is the longest ago.
    turns: HashMap<Uuid, i64>,
}

impl Runner {
    /// Takes up tasks until there is none due whose cluster has a free permit.
    async fn fill(&mut self) {
        while self.tasks.len() < MOST_HELD && !self.app.cx.stop.is_cancelled() {
            let taken = Instant::now();
            let exhausted = self.app.permits.exhausted();
            match lease::take(&self.app, self.hands.owner, &exhausted, &self.turns).await {
                Ok(Some(task)) => self.start(task, taken),
                Ok(None) => break,
                Err(error) => {
                    tracing::warn!(?error, "the queue cannot be read");
                    break;
                }
            }
        }
        self.app.permits.settle();
    }

    /// Whether there is a task that has not ended: here, waiting in the queue, or at another replica, which may be killed.
    async fn may_find_some(&self) -> bool {
        let unfinished = sqlx::query_scalar!(
            r#"select exists (select from tasks.task where status in ('pending', 'running')) as "unfinished!""#
        );
        !self.tasks.is_empty() || unfinished.fetch_one(&self.app.cx.db).await.unwrap_or(true)
    }

    fn start(&mut self, task: Task, taken: Instant) {
        if self.turns.len() >= MOST_TURNS {
            self.turns.clear();
        }
        self.turns.insert(task.team_id, task.fence);
        let permit = self.app.permits.begin(task.cluster_id);
        let news = self.hands.hold(&task, taken);
        let job = self.jobs.spawn(work(self.app.clone(), task.clone(), news, permit).instrument(span(&task)));
        self.tasks.insert(job.id(), task);
    }

    async fn joined(&mut self, joined: Result<(Id, Outcome), JoinError>) {
        match joined {
            Ok((id, outcome)) => {
                let Some(task) = self.tasks.remove(&id) else { return };
                if outcome == Outcome::Lost {
                    self.app.metrics.lost();
                }
                self.hands.let_go(task.id, task.fence);
            }
            Err(error) => {
                let Some(task) = self.tasks.remove(&error.id()) else { return };
                tracing::error!(task = %task.id, %error, "the work on a task broke down");
                end(&self.app, &task, &Ending::Failed(message!(INTERNAL))).await;
                self.hands.let_go(task.id, task.fence);
            }
        }
    }
}

/// What log lines about the work say beside their own: the request that the task was ordered by, and its trace.
fn span(task: &Task) -> tracing::Span {
    let Json(origin) = &task.origin;
    tracing::info_span!("task", role = "tasks", request_id = origin.request_id, trace_id = origin.trace_id())
}

/// Works on a task just taken up until it ends, waits in the queue, is lost, or the role stops.
async fn work(app: App, task: Task, mut news: watch::Receiver<News>, permit: Permit) -> Outcome {
    let Task { id, fence, waits, .. } = task;
    tracing::info!(task = %id, kind = ?task.kind, attempt = task.attempt, fence, "work on a task");
    let heard = news.clone();
    tokio::select! {
        outcome = to_the_end(&app, task, heard, permit) => outcome,
        () = async { let _ = news.wait_for(|news| news.lost).await; } => {
            tracing::warn!(task = %id, fence, "another worker has the task");
            Outcome::Lost
        }
        () = app.cx.stop.cancelled() => {
            // What is done is written, and what of the budget is spent; the step at work is gone on with by the next worker.
            if let Err(error) = lease::give_back(&app, id, fence, waits, Duration::ZERO, Duration::ZERO).await {
                tracing::warn!(task = %id, ?error, "the task could not be given back; its lease runs out by itself");
            }
            Outcome::Released
        }
    }
}

async fn to_the_end(app: &App, task: Task, news: watch::Receiver<News>, permit: Permit) -> Outcome {
    // What its workers died of so often is the task itself.
    let most = app.retry_policy.attempts;
    if task.attempt > most {
        return end(app, &task, &Ending::Failed(message!(InterruptedOften, count = most))).await;
    }
    let mut work = loop {
        match Work::of(app.clone(), task.clone(), news.clone()).await {
            Ok(work) => break work,
            Err(error) => {
                if work::again(task.id, error).await.is_err() {
                    return Outcome::Lost;
                }
            }
        }
    };
    work.permit = Some(permit);
    match run::run(&mut work).await {
        Ok(ending) => end(app, &work.task, &ending).await,
        Err(Interruption::Parked) => Outcome::Parked,
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
        app.metrics.ended(app, task, ending);
    }
    Ok(ended)
}

/// Takes up one task and works on it, as the runner does; `None` when none is due.
///
/// # Errors
/// When the database does not answer.
pub async fn run_one(app: &App) -> anyhow::Result<Option<Outcome>> {
    let (hands, taken) = (Hands::new(app.clone()), Instant::now());
    let task = lease::take(app, hands.owner, &[], &HashMap::new()).await.context("taking up a task")?;
    let Some(task) = task else { return Ok(None) };
    let (news, permit) = (hands.hold(&task, taken), app.permits.begin(task.cluster_id));
    Ok(Some(tokio::select! {
        outcome = work(app.clone(), task, news, permit) => outcome,
        () = hands.keep() => Outcome::Lost,
    }))
}
