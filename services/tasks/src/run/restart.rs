//! Restart: patches the workloads, then waits for the new pods.

use futures::future::BoxFuture;
use kit::{clock::stamp, message};
use proto::infrastructure::RestartRequest;

use super::{rollout, ticket};
use crate::{
    halt::Halt,
    step::{Step, Turn},
    work::Work,
};

/// In order. The task's creation time is the restart's time in every attempt: repeated, the patch changes nothing.
pub const STEPS: &[Step] = &[
    Step { name: "restart", title: || message!(Step_restart), run: |work| Box::pin(restart(work)) },
    Step { name: rollout::NAME, title: rollout::TITLE, run: follow },
];

async fn restart(work: &mut Work) -> Result<Turn, Halt> {
    let task = &work.task;
    let message = RestartRequest { ticket: Some(ticket(task)), at: Some(stamp(task.created_at)) };
    let request = work.app.cx.request_within("infrastructure", &task.origin, message, super::release::CHANGE)?;
    let workloads = work.app.workloads.clone().restart(request).await?.into_inner().workloads;
    Ok(Turn::Done(match workloads.as_slice() {
        [] => message!(NothingRestarted),
        names => message!(Restarted, names = names),
    }))
}

fn follow(work: &mut Work) -> BoxFuture<'_, Result<Turn, Halt>> {
    let since = stamp(work.task.created_at);
    Box::pin(rollout::follow(work, Some(since)))
}
