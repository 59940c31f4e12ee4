//! Move: an install on another cluster, with the same proof as any; then the switch, which is one transaction of deployments;
//! then the uninstall of where the site ran before.
//!
//! Until the switch the site runs where it was, and nothing there is touched, but that it stands still while its volumes are
//! copied: a failure or a cancel has it run again, and removes what was begun on the other cluster. After the switch nothing
//! is taken back any more: the task goes on to its end. Which of the two it is deployments decides, once, whichever worker
//! asks.

use kit::{Message, message};
use proto::{
    deployments::{SwitchClusterRequest, VacateRequest, VacateResponse},
    infrastructure::CopyVolumesRequest,
};

use super::{ending, release, rollout};
use crate::{
    ending::Ending,
    interruption::Interruption,
    progress::Level,
    step::{self, Step, Turn},
    task::Params,
    work::Work,
};

/// Until the site is up on the other cluster.
const THERE: &[Step] = &[
    Step { name: "check", title: || message!(Step_check), run: |work| Box::pin(release::check(work)) },
    Step { name: "namespace", title: || message!(Step_namespace), run: |work| Box::pin(release::namespace(work)) },
    Step { name: "secrets", title: || message!(Step_secrets), run: |work| Box::pin(release::secrets(work)) },
    Step { name: release::APPLY, title: || message!(Step_apply), run: |work| Box::pin(release::apply(work)) },
    Step { name: rollout::NAME, title: rollout::TITLE, run: |work| Box::pin(rollout::follow(work, None)) },
    Step { name: "hooks", title: || message!(Step_hooks), run: |work| Box::pin(release::hooks(work)) },
    Step { name: release::FINISH, title: || message!(Step_finish), run: |work| Box::pin(release::finish(work)) },
];

/// Of a move that brings its data along: what is on the volumes, and the site with it.
const ALONG: &[Step] = &[
    Step { name: COPY, title: || message!(Step_copy), run: |work| Box::pin(copy(work)) },
    Step {
        name: AGAIN,
        title: || message!(Step_again),
        run: |work| Box::pin(rollout::follow_part(work, AGAIN, "", None)),
    },
];
const COPY: &str = "copy";
const AGAIN: &str = "again";

static SWITCH: Step = Step { name: "switch", title: || message!(Step_switch), run: |work| Box::pin(switch(work)) };

/// What is on the cluster that the site does not run on goes.
pub static VACATE: Step = Step { name: "vacate", title: || message!(Step_vacate), run: |work| Box::pin(vacate(work)) };

/// What was begun on the other cluster goes.
static UNDO: Step = Step { name: "undo", title: || message!(Step_undo), run: |work| Box::pin(undo(work)) };

/// Its steps, in order; which of the last two runs is seen at the switch.
pub fn steps(params: &Params) -> Vec<&'static Step> {
    if params.vacates { vec![&VACATE] } else { until_switch(params).chain([&VACATE, &UNDO]).collect() }
}

fn until_switch(params: &Params) -> impl Iterator<Item = &'static Step> {
    let along = if params.copies { ALONG } else { &[] };
    THERE.iter().chain(along).chain([&SWITCH])
}

/// Does what is left of it.
///
/// # Errors
/// `Lost` or `Parked`.
pub async fn run(work: &mut Work) -> Result<Ending, Interruption> {
    if work.task.params.vacates {
        return remove_remains(work).await;
    }
    let known = work.failure().map(Ending::Failed).filter(|_| !work.task.cancel_requested);
    let why = match known {
        Some(why) => why,
        None if work.has_begun(UNDO.name) => Ending::Cancelled { by: work.task.cancelled_by.clone() },
        None => {
            let steps: Vec<&Step> = until_switch(&work.task.params).collect();
            match step::run_all(work, &steps).await {
                Ok(()) => return leave(work).await,
                Err(interruption) => ending(interruption)?,
            }
        }
    };
    take_back(work, why).await
}

/// Removes what was begun, unless the site runs there already.
async fn take_back(work: &mut Work, why: Ending) -> Result<Ending, Interruption> {
    let step = work.current_step().to_owned();
    if !step.is_empty()
        && step != UNDO.name
        && let Some(said) = why.error()
    {
        work.fail(&step, &said).await?;
    }
    resolve(work, &UNDO).await?;
    match step::run_all(work, &[&UNDO]).await {
        Ok(()) => Ok(why),
        Err(Interruption::Failed(said)) if said.reason() == SWITCHED => leave(work).await,
        Err(interruption) => {
            remains(work, &UNDO, ending(interruption)?).await?;
            Ok(why)
        }
    }
}

/// The site runs on the other cluster: what it left goes. That it could not go now takes nothing back.
async fn leave(work: &mut Work) -> Result<Ending, Interruption> {
    let Some(other) = work.task.params.other.clone() else { return Ok(Ending::Complete) };
    work.go_to(other);
    resolve(work, &VACATE).await?;
    if let Err(interruption) = step::run_all(work, &[&VACATE]).await {
        remains(work, &VACATE, ending(interruption)?).await?;
    }
    Ok(Ending::Complete)
}

/// Nothing is moved any more: what remains goes, or the task fails.
async fn remove_remains(work: &mut Work) -> Result<Ending, Interruption> {
    if let Some(other) = work.task.params.other.clone() {
        work.go_to(other);
    }
    match step::run_all(work, &[&VACATE]).await {
        Ok(()) => Ok(Ending::Complete),
        Err(interruption) => ending(interruption),
    }
}

/// From here on the task goes on whatever is wanted of it, with a budget of its own.
async fn resolve(work: &mut Work, step: &Step) -> Result<(), Interruption> {
    work.resolved = true;
    if !work.has_begun(step.name) {
        work.renew_budget();
    }
    work.begin(step.name, &(step.title)()).await
}

/// Says what stays where it is, and why.
async fn remains(work: &mut Work, step: &Step, why: Ending) -> Result<(), Interruption> {
    let cluster = work.place.cluster_name.clone();
    match why.error() {
        Some(said) => work.say(step.name, Level::Warn, message!(RemainsThere, cluster = cluster, said = said)).await,
        None => Ok(()),
    }
}

/// Brings along what is on the volumes. However much there is: as long as it gets on, it takes its time.
async fn copy(work: &mut Work) -> Result<Turn, Interruption> {
    let task = &work.task;
    let Some(other) = &task.params.other else { return Ok(Turn::Done(Message::said(""))) };
    let message =
        CopyVolumesRequest { ticket: Some(super::ticket(task)), from_cluster_id: other.cluster_id.to_string() };
    let request = work.app.cx.request_within("infrastructure", &task.origin, message, release::OPENING)?;
    let mut stream = work.app.workloads.clone().copy_volumes(request).await?.into_inner();
    // others may change their sites in this cluster meanwhile
    work.permit = None;
    let mut bytes = 0;
    while let Some(state) = work.next(&mut stream).await? {
        if state.bytes > bytes {
            bytes = state.bytes;
            work.renew_budget();
        }
        let message = Message::unpacked(&state.said, &state.message);
        if state.done {
            return Ok(Turn::Done(message));
        }
        work.say(COPY, Level::Info, message).await?;
    }
    Err(Interruption::Wait(message!(CopyingInterrupted)))
}

async fn switch(work: &mut Work) -> Result<Turn, Interruption> {
    let task = &work.task;
    let message = SwitchClusterRequest {
        deployment_id: task.deployment_id.to_string(),
        task_id: task.id.to_string(),
        fence: task.fence,
        revision: task.revision,
        helm_revision: task.helm_revision,
        copied: work.is_complete(COPY),
    };
    let request = work.app.cx.request_within("deployments", &task.origin, message, release::CHANGE)?;
    let answer = work.app.deployments.clone().switch_cluster(request).await?.into_inner();
    Ok(Turn::Done(message!(SwitchedOver, from = answer.from_cluster_name, to = answer.to_cluster_name)))
}

async fn vacate(work: &mut Work) -> Result<Turn, Interruption> {
    let pass = pass(work, false).await?;
    let message = Message::unpacked(&pass.said, &pass.message);
    Ok(if pass.done { Turn::Done(message) } else { Turn::Again(message) })
}

/// Reason of what [`undo`] says when there is nothing to undo any more.
const SWITCHED: &str = "SwitchedAlready";

async fn undo(work: &mut Work) -> Result<Turn, Interruption> {
    let pass = pass(work, true).await?;
    if pass.switched {
        return Err(Interruption::Failed(message!(SwitchedAlready)));
    }
    let message = Message::unpacked(&pass.said, &pass.message);
    Ok(if pass.done { Turn::Done(message) } else { Turn::Again(message) })
}

async fn pass(work: &Work, undo: bool) -> Result<VacateResponse, Interruption> {
    let task = &work.task;
    let message = VacateRequest {
        deployment_id: task.deployment_id.to_string(),
        task_id: task.id.to_string(),
        fence: task.fence,
        undo,
        resume: undo && work.has_begun(COPY),
    };
    let request = work.app.cx.request_within("deployments", &task.origin, message, release::CHANGE)?;
    Ok(work.app.deployments.clone().vacate(request).await?.into_inner())
}
