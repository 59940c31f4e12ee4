//! The engine that drives the steps of a task: what is done stays done, what is begun is gone on with.

use futures::future::BoxFuture;
use kit::{
    Message, message,
    trace::{Hop, Kind},
};
use sqlx::types::Json;

use crate::{ending, interruption::Interruption, progress::Level, work::Work};

/// One idempotent step. It may be run again after a crash at any moment, and then goes on where it was.
pub struct Step {
    /// Stable word.
    pub name: &'static str,
    /// For people.
    pub title: fn() -> Message,
    /// Does the work, or one round of it.
    pub run: for<'a> fn(&'a mut Work) -> BoxFuture<'a, Result<Turn, Interruption>>,
}

/// How a round of a step ended.
#[derive(Debug)]
pub enum Turn {
    /// The step is done; one line about it, or empty.
    Done(Message),
    /// It goes on after a pause; one line of progress.
    Again(Message),
}

/// Internal errors in a row of one step that are borne. Fixed: what does not pass so is a defect, and people should see it.
const MOST_BROKEN: u32 = 3;

/// Runs the steps that are not done yet, in order.
///
/// # Errors
/// What ended the work before the last step.
pub async fn run_all(work: &mut Work, steps: &[&Step]) -> Result<(), Interruption> {
    for step in steps {
        if work.is_complete(step.name) {
            continue;
        }
        work.check().await?;
        work.begin(step.name, &(step.title)()).await?;
        let (round, unreachable) = (work.app.retry_policy.round, work.app.retry_policy.longest);
        let mut broken = 0;
        loop {
            work.turn().await?;
            match one_run(work, step).await {
                Ok(Turn::Done(message)) => {
                    work.complete(step.name, message).await?;
                    break;
                }
                Ok(Turn::Again(message)) => work.pause(step.name, Level::Info, message, round).await?,
                Err(Interruption::Wait(why)) => {
                    let message = message!(WaitingForCluster, cluster = &work.place.cluster_name, said = why);
                    work.pause(step.name, Level::Warn, message, unreachable).await?;
                }
                Err(Interruption::Held(why)) => work.pause(step.name, Level::Warn, why, unreachable).await?,
                Err(Interruption::Broken) if broken < MOST_BROKEN => {
                    work.say(step.name, Level::Warn, message!(BrokenTryingAgain)).await?;
                    work.rest(work.app.retry_policy.first.saturating_mul(1 << broken)).await?;
                    broken += 1;
                }
                Err(interruption) => return Err(interruption),
            }
        }
    }
    Ok(())
}

/// One run of a step, as a part of the trace of the request that the task was ordered by: what the step asks of others belongs
/// to it.
async fn one_run(work: &mut Work, step: &Step) -> Result<Turn, Interruption> {
    if work.task.origin.parent().is_none() {
        return (step.run)(work).await;
    }
    let Json(order) = work.task.origin.clone();
    let Json(origin) = &mut work.task.origin;
    let hop = Hop::of(work.app.cx.service, Kind::Internal, format_args!("step {}", step.name), origin);
    hop.attribute("canopy.task_id", work.task.id.to_string());
    hop.attribute("canopy.task_kind", ending::noun(work.task.kind));
    hop.attribute("canopy.step", step.name);
    hop.attribute("canopy.attempt", i64::from(work.task.attempt));
    let outcome = hop.run((step.run)(work)).await;
    work.task.origin = Json(order);
    if outcome.is_err() {
        hop.failed("interrupted");
    }
    outcome
}
