//! Uninstall: one bounded pass after the other until nothing is left.

use kit::{Message, message};
use proto::infrastructure::UninstallRequest;

use super::ticket;
use crate::{
    interruption::Interruption,
    step::{Step, Turn},
    work::Work,
};

/// The one step.
pub const STEPS: &[Step] =
    &[Step { name: "uninstall", title: || message!(Step_uninstall), run: |work| Box::pin(uninstall(work)) }];

async fn uninstall(work: &mut Work) -> Result<Turn, Interruption> {
    let task = &work.task;
    let message = UninstallRequest { ticket: Some(ticket(task)), planned: task.params.planned.clone() };
    let request = work.app.cx.request_within("infrastructure", &task.origin, message, super::release::CHANGE)?;
    let pass = work.app.workloads.clone().uninstall(request).await?.into_inner();
    if pass.done {
        work.keep_serving(false).await?;
        return Ok(Turn::Done(Message::unpacked(&pass.said, &pass.message)));
    }
    Ok(Turn::Again(match (pass.message.is_empty(), pass.remaining.as_slice()) {
        (true, []) => message!(WaitingForRest),
        (true, remaining) => message!(StillThere, names = remaining),
        (false, _) => Message::unpacked(&pass.said, &pass.message),
    }))
}
