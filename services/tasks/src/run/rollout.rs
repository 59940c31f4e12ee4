//! Waiting for the pods: follows infrastructure's watch, which can be attached again at any time. Nothing is changed
//! meanwhile, so other tasks may have the permit.

use kit::{Message, message};
use prost_types::Timestamp;
use proto::infrastructure::WatchRolloutRequest;

use crate::{interruption::Interruption, progress::Level, step::Turn, work::Work};

/// Name of the step in all kinds of tasks.
pub const NAME: &str = "rollout";
/// Title of the step in all kinds of tasks.
pub const TITLE: fn() -> Message = || message!(Step_rollout);

/// Follows the rollout until the pods are ready; with `since` only pods started by a change from then on count.
pub async fn follow(work: &mut Work, since: Option<Timestamp>) -> Result<Turn, Interruption> {
    follow_part(work, NAME, "", since).await
}

/// The same for one component of the release, as progress of a step; without a component for all of it.
pub async fn follow_part(
    work: &mut Work,
    step: &str,
    component: &str,
    since: Option<Timestamp>,
) -> Result<Turn, Interruption> {
    let task = &work.task;
    let message = WatchRolloutRequest {
        cluster_id: task.cluster_id.to_string(),
        deployment_id: task.deployment_id.to_string(),
        namespace: task.params.namespace.clone(),
        release_name: task.params.release_name.clone(),
        since,
        component: component.to_owned(),
    };
    let request = work.app.cx.request_within("infrastructure", &task.origin, message, super::release::OPENING)?;
    let mut stream = work.app.workloads.clone().watch_rollout(request).await?.into_inner();
    work.permit = None;
    while let Some(state) = work.next(&mut stream).await? {
        // all of the release ready means that it serves, a part of it does not
        work.keep_serving(state.serving || (state.ready && component.is_empty())).await?;
        if state.ready {
            return Ok(Turn::Done(Message::unpacked(&state.said, &state.message)));
        }
        if state.failed {
            let why = super::release::failed(&state.said, state.error, state.message, || message!(PodsNotReady));
            return Err(Interruption::Failed(why));
        }
        work.say(step, Level::Info, Message::unpacked(&state.said, &state.message)).await?;
    }
    Err(Interruption::Wait(message!(WatchEndedEarly)))
}
