//! Uninstall: one bounded pass after the other until nothing is left, also on another cluster where something remained.

use kit::{Message, message};
use proto::infrastructure::UninstallRequest;

use super::{moving, ticket};
use crate::{
    interruption::Interruption,
    step::{self, Step, Turn},
    task::Params,
    work::Work,
};

static STEP: Step =
    Step { name: "uninstall", title: || message!(Step_uninstall), run: |work| Box::pin(uninstall(work)) };

/// Its steps, in order.
pub fn steps(params: &Params) -> Vec<&'static Step> {
    std::iter::once(&STEP).chain(params.other.is_some().then_some(&moving::VACATE)).collect()
}

/// Does what is left of it.
///
/// # Errors
/// What ends it otherwise than well.
pub async fn run(work: &mut Work) -> Result<(), Interruption> {
    step::run_all(work, &[&STEP]).await?;
    if let Some(other) = work.task.params.other.clone() {
        work.go_to(other);
        step::run_all(work, &[&moving::VACATE]).await?;
    }
    Ok(())
}

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
