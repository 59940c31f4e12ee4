//! The last step of an install or upgrade that deletes kept volumes. The release is deployed by then, which is what the
//! task is for: what becomes of a volume changes nothing about that, and a cancel spares those that are still there.

use kit::{Message, message};
use proto::deployments::DeleteVolumesRequest;

use crate::{
    ending::Ending,
    interruption::Interruption,
    progress::Level,
    step::{Step, Turn},
    task::Params,
    work::Work,
};

static STEP: Step = Step { name: "volumes", title: || message!(Step_volumes), run: |work| Box::pin(delete(work)) };

/// The step, for tasks that have volumes to delete.
pub fn step(params: &Params) -> Option<&'static Step> {
    (!params.delete_volumes.is_empty()).then_some(&STEP)
}

/// Says why volumes were left as they are, when the step was begun and not done.
///
/// # Errors
/// `Lost`.
pub async fn left(work: &mut Work, ending: &Ending) -> Result<(), Interruption> {
    let name = STEP.name;
    if !work.has_begun(name) || work.is_complete(name) {
        return Ok(());
    }
    match ending.error() {
        Some(why) => work.say(name, Level::Warn, message!(VolumesLeft, said = why)).await,
        None => Ok(()),
    }
}

/// Asks until all are gone, or stay for good.
async fn delete(work: &mut Work) -> Result<Turn, Interruption> {
    let task = &work.task;
    let message = DeleteVolumesRequest {
        deployment_id: task.deployment_id.to_string(),
        task_id: task.id.to_string(),
        fence: task.fence,
        revision: task.revision,
    };
    let request = work.app.cx.request_within("deployments", &task.origin, message, super::release::CHANGE)?;
    let pass = work.app.deployments.clone().delete_volumes(request).await?.into_inner();
    let message = Message::unpacked(&pass.said, &pass.message);
    Ok(if pass.done { Turn::Done(message) } else { Turn::Again(message) })
}
