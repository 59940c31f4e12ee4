//! What the kinds of tasks do: one file each, a list of steps.

pub mod release;
pub mod restart;
mod rollout;
pub mod uninstall;
mod volumes;

use kit::message;
use proto::infrastructure::Ticket;

use crate::{
    ending::Ending,
    interruption::Interruption,
    step::{self, Step},
    task::{Kind, Task},
    work::Work,
};

/// The steps of a task, in order.
#[must_use]
pub fn steps(task: &Task) -> Vec<&'static Step> {
    match task.kind {
        Kind::Install => release::INSTALL.iter().chain(volumes::step(&task.params)).collect(),
        Kind::Upgrade => release::UPGRADE.iter().chain(volumes::step(&task.params)).collect(),
        Kind::Stop => release::STOP.iter().chain(volumes::step(&task.params)).collect(),
        Kind::Start => release::START.iter().chain(volumes::step(&task.params)).collect(),
        Kind::Scale => release::SCALE.iter().chain(volumes::step(&task.params)).collect(),
        Kind::Restart => restart::steps(&task.params.restart),
        Kind::Uninstall => uninstall::STEPS.iter().collect(),
    }
}

/// Does what is left of a task.
///
/// # Errors
/// When the work stops before the task's end: `Lost` or `Parked`.
pub async fn run(work: &mut Work) -> Result<Ending, Interruption> {
    let kind = work.task.kind;
    let ending = match step::run_all(work, &steps(&work.task)).await {
        Ok(()) => return Ok(Ending::Complete),
        Err(Interruption::Cancelled { by }) => Ending::Cancelled { by },
        // `run_all` waits by itself; the message would say all there is to say.
        Err(Interruption::Failed(why) | Interruption::Wait(why) | Interruption::Held(why)) => Ending::Failed(why),
        Err(Interruption::Broken) => Ending::Failed(message!(INTERNAL)),
        Err(interruption @ (Interruption::Lost | Interruption::Parked)) => return Err(interruption),
    };
    if kind.applies() && release::was_deployed_after_all(work, &ending).await? {
        volumes::left(work, &ending).await?;
        return Ok(Ending::Complete);
    }
    Ok(ending)
}

/// Whose change it is, for infrastructure.
fn ticket(task: &Task) -> Ticket {
    Ticket {
        cluster_id: task.cluster_id.to_string(),
        deployment_id: task.deployment_id.to_string(),
        task_id: task.id.to_string(),
        fence: task.fence,
        namespace: task.params.namespace.clone(),
        release_name: task.params.release_name.clone(),
    }
}
