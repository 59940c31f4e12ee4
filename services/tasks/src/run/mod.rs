//! What the kinds of tasks do: one file each, a list of steps.

mod moving;
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
        Kind::Move => moving::steps(&task.params),
        Kind::Uninstall => uninstall::steps(&task.params),
    }
}

/// Does what is left of a task.
///
/// # Errors
/// When the work stops before the task's end: `Lost` or `Parked`.
pub async fn run(work: &mut Work) -> Result<Ending, Interruption> {
    let kind = work.task.kind;
    let outcome = match kind {
        Kind::Move => return moving::run(work).await,
        Kind::Uninstall => uninstall::run(work).await,
        _ => step::run_all(work, &steps(&work.task)).await,
    };
    let Err(interruption) = outcome else { return Ok(Ending::Complete) };
    let ending = ending(interruption)?;
    if kind.applies() && release::was_deployed_after_all(work, &ending).await? {
        volumes::left(work, &ending).await?;
        return Ok(Ending::Complete);
    }
    Ok(ending)
}

/// How a task ends that was interrupted for good.
fn ending(interruption: Interruption) -> Result<Ending, Interruption> {
    match interruption {
        Interruption::Cancelled { by } => Ok(Ending::Cancelled { by }),
        // `run_all` waits by itself; the message would say all there is to say.
        Interruption::Failed(why) | Interruption::Wait(why) | Interruption::Held(why) => Ok(Ending::Failed(why)),
        Interruption::Broken => Ok(Ending::Failed(message!(INTERNAL))),
        Interruption::Lost | Interruption::Parked => Err(interruption),
    }
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
