//! Install and upgrade: bring a sealed revision into its cluster as a Helm release, the first one or the next. They
//! differ in their words and in the hooks that run. A stop, a start and a change of size are upgrades with words of their own; what a stop
//! applies has no pods and no hooks.

use kit::{Message, message};
use proto::{
    deployments::{ApplyRequest, WriteSecretsRequest},
    infrastructure::{
        CheckClusterRequest, CheckClusterResponse, EnsureNamespaceRequest, FinishReleaseRequest, RunHooksRequest,
    },
};
use std::time::Duration;

use super::{rollout, ticket};
use crate::{
    ending::{Ending, cancelled_by},
    interruption::Interruption,
    progress::{Level, tidy},
    step::{Step, Turn},
    task::Kind,
    work::Work,
};

/// Deadline of a call that changes something in a cluster. Fixed: infrastructure works on one for so long at most.
pub const CHANGE: Duration = Duration::from_secs(30);
/// How long a stream may take to open. Fixed: as the deadline of a change.
pub const OPENING: Duration = Duration::from_secs(30);

pub(super) const APPLY: &str = "apply";
pub(super) const FINISH: &str = "finish";

/// An install's, in order.
pub const INSTALL: &[Step] = &[
    Step { name: "check", title: || message!(Step_check), run: |work| Box::pin(check(work)) },
    Step { name: "namespace", title: || message!(Step_namespace), run: |work| Box::pin(namespace(work)) },
    Step { name: "secrets", title: || message!(Step_secrets), run: |work| Box::pin(secrets(work)) },
    Step { name: APPLY, title: || message!(Step_apply), run: |work| Box::pin(apply(work)) },
    Step { name: rollout::NAME, title: rollout::TITLE, run: |work| Box::pin(rollout::follow(work, None)) },
    Step { name: "hooks", title: || message!(Step_hooks), run: |work| Box::pin(hooks(work)) },
    Step { name: FINISH, title: || message!(Step_finish), run: |work| Box::pin(finish(work)) },
];

/// An upgrade's, in order.
pub const UPGRADE: &[Step] = &[
    Step { name: "check", title: || message!(Step_check), run: |work| Box::pin(check(work)) },
    Step { name: "secrets", title: || message!(Step_secrets), run: |work| Box::pin(secrets(work)) },
    Step { name: APPLY, title: || message!(Step_change), run: |work| Box::pin(apply(work)) },
    Step { name: rollout::NAME, title: rollout::TITLE, run: |work| Box::pin(rollout::follow(work, None)) },
    Step { name: "hooks", title: || message!(Step_adjust), run: |work| Box::pin(hooks(work)) },
    Step { name: FINISH, title: || message!(Step_finish), run: |work| Box::pin(finish(work)) },
];

/// A stop's, in order.
pub const STOP: &[Step] = &[
    Step { name: "check", title: || message!(Step_check), run: |work| Box::pin(check(work)) },
    Step { name: "secrets", title: || message!(Step_secrets), run: |work| Box::pin(secrets(work)) },
    Step { name: APPLY, title: || message!(Step_stop), run: |work| Box::pin(apply(work)) },
    Step { name: rollout::NAME, title: || message!(Step_stopped), run: |work| Box::pin(rollout::follow(work, None)) },
    Step { name: FINISH, title: || message!(Step_finish), run: |work| Box::pin(finish(work)) },
];

/// A start's, in order.
pub const START: &[Step] = &[
    Step { name: "check", title: || message!(Step_check), run: |work| Box::pin(check(work)) },
    Step { name: "secrets", title: || message!(Step_secrets), run: |work| Box::pin(secrets(work)) },
    Step { name: APPLY, title: || message!(Step_start), run: |work| Box::pin(apply(work)) },
    Step { name: rollout::NAME, title: rollout::TITLE, run: |work| Box::pin(rollout::follow(work, None)) },
    Step { name: "hooks", title: || message!(Step_adjust), run: |work| Box::pin(hooks(work)) },
    Step { name: FINISH, title: || message!(Step_finish), run: |work| Box::pin(finish(work)) },
];

/// That of a change of size, in order.
pub const SCALE: &[Step] = &[
    Step { name: "check", title: || message!(Step_check), run: |work| Box::pin(check(work)) },
    Step { name: "secrets", title: || message!(Step_secrets), run: |work| Box::pin(secrets(work)) },
    Step { name: APPLY, title: || message!(Step_scale), run: |work| Box::pin(apply(work)) },
    Step { name: rollout::NAME, title: rollout::TITLE, run: |work| Box::pin(rollout::follow(work, None)) },
    Step { name: "hooks", title: || message!(Step_adjust), run: |work| Box::pin(hooks(work)) },
    Step { name: FINISH, title: || message!(Step_finish), run: |work| Box::pin(finish(work)) },
];

pub(super) async fn check(work: &mut Work) -> Result<Turn, Interruption> {
    let task = &work.task;
    let message =
        CheckClusterRequest { cluster_id: task.cluster_id.to_string(), namespace: task.params.namespace.clone() };
    let request = work.app.cx.request_within("infrastructure", &task.origin, message, CHANGE)?;
    let cluster = work.app.workloads.clone().check_cluster(request).await?.into_inner();
    if cluster.missing.is_empty() {
        return Ok(Turn::Done(message!(KubernetesVersion, version = cluster.version)));
    }
    let said = message!(CredentialsTooWeak, cluster = &task.cluster_name);
    Err(Interruption::Failed(message!(WithDetails, said = said, details = rights(cluster))))
}

/// What the credentials may not do, a line each. An older role gives only the sentences.
fn rights(cluster: CheckClusterResponse) -> Vec<Message> {
    let coded = cluster.missing_said.len() == cluster.missing.len();
    let said = cluster.missing_said.into_iter().chain(std::iter::repeat(String::new()));
    let pairs = said.map(|said| if coded { said } else { String::new() }).zip(cluster.missing);
    pairs.map(|(said, sentence)| Message::unpacked(&said, &sentence)).collect()
}

pub(super) async fn namespace(work: &mut Work) -> Result<Turn, Interruption> {
    let task = &work.task;
    let labels = [
        ("canopy.internal/deployment".to_owned(), task.deployment_id.to_string()),
        ("canopy.internal/team".to_owned(), task.team_id.to_string()),
        ("pod-security.kubernetes.io/enforce".to_owned(), "restricted".to_owned()),
    ];
    let message = EnsureNamespaceRequest { ticket: Some(ticket(task)), labels: labels.into() };
    let request = work.app.cx.request_within("infrastructure", &task.origin, message, CHANGE)?;
    let answer = work.app.workloads.clone().ensure_namespace(request).await?.into_inner();
    let how = if answer.created { "created" } else { "there" };
    Ok(Turn::Done(message!(NamespaceReady, how = how, namespace = &task.params.namespace)))
}

pub(super) async fn secrets(work: &mut Work) -> Result<Turn, Interruption> {
    let task = &work.task;
    let message = WriteSecretsRequest {
        deployment_id: task.deployment_id.to_string(),
        task_id: task.id.to_string(),
        fence: task.fence,
        revision: task.revision,
    };
    let request = work.app.cx.request_within("deployments", &task.origin, message, CHANGE)?;
    let names = work.app.deployments.clone().write_secrets(request).await?.into_inner().names;
    Ok(Turn::Done(message!(SecretsWritten, names = names)))
}

pub(super) async fn apply(work: &mut Work) -> Result<Turn, Interruption> {
    let task = &work.task;
    let message = ApplyRequest {
        deployment_id: task.deployment_id.to_string(),
        task_id: task.id.to_string(),
        fence: task.fence,
        revision: task.revision,
        hash: task.hash.clone(),
        helm_revision: task.helm_revision,
    };
    let request = work.app.cx.request_within("deployments", &task.origin, message, OPENING)?;
    let mut stream = work.app.deployments.clone().apply(request).await?.into_inner();
    let mut last = None;
    while let Some(progress) = work.next(&mut stream).await? {
        work.keep_helm_revision(progress.helm_revision).await?;
        if progress.done {
            return Ok(Turn::Done(Message::unpacked(&progress.said, &progress.message)));
        }
        let message = Message::unpacked(&progress.said, &progress.message);
        work.say(APPLY, Level::Info, message.clone()).await?;
        last = Some(message).filter(|message| !message.sentence().is_empty());
    }
    Err(Interruption::Wait(last.unwrap_or_else(|| message!(ApplyingInterrupted))))
}

pub(super) async fn hooks(work: &mut Work) -> Result<Turn, Interruption> {
    let task = &work.task;
    let message = RunHooksRequest {
        ticket: Some(ticket(task)),
        event: if matches!(task.kind, Kind::Install | Kind::Move) { "post-install" } else { "post-upgrade" }.to_owned(),
        helm_revision: task.helm_revision,
    };
    let request = work.app.cx.request_within("infrastructure", &task.origin, message, CHANGE)?;
    let state = work.app.workloads.clone().run_hooks(request).await?.into_inner();
    if state.failed {
        return Err(Interruption::Failed(failed(&state.said, state.error, state.message, || message!(HooksFailed))));
    }
    let message = Message::unpacked(&state.said, &state.message);
    Ok(if state.done { Turn::Done(message) } else { Turn::Again(message) })
}

pub(super) async fn finish(work: &mut Work) -> Result<Turn, Interruption> {
    if finish_release(work, true, "").await? {
        return Ok(Turn::Done(message!(ReleaseFinished)));
    }
    // An earlier attempt, or somebody with the Helm CLI, ended it otherwise; a terminal status stays.
    Err(Interruption::Failed(message!(ReleaseFailedElsewhere)))
}

/// Ends the release record after a failure or a cancel once applying had begun. `true`: the record was deployed
/// already, which is the point of no return, so the task is complete.
///
/// # Errors
/// `Lost` or `Parked`.
pub async fn was_deployed_after_all(work: &mut Work, ending: &Ending) -> Result<bool, Interruption> {
    if !work.has_begun(APPLY) {
        return Ok(false);
    }
    let description = match ending {
        Ending::Complete => return Ok(true),
        Ending::Cancelled { by } => cancelled_by(by).to_string(),
        Ending::Failed(why) => tidy(why.sentence().lines().next().unwrap_or_default(), 500),
    };
    // Once "deployed" may have been written, only the cluster can tell how the task ended.
    let tries = work.app.retry_policy.last_tries * if work.has_begun(FINISH) { 10 } else { 1 };
    for n in 1..=tries {
        let ended = match finish_release(work, false, &description).await {
            Err(Interruption::Broken) => Err(Interruption::Wait(message!(PartBroken))),
            other => other,
        };
        match ended {
            Ok(deployed) => return Ok(deployed),
            Err(Interruption::Wait(why) | Interruption::Held(why)) if n < tries => {
                let step = work.current_step().to_owned();
                work.say(&step, Level::Warn, message!(EndingRelease, said = why)).await?;
                work.hold().await?;
                tokio::time::sleep(work.app.retry_policy.first).await;
            }
            Err(interruption @ (Interruption::Lost | Interruption::Parked)) => return Err(interruption),
            // The record stays pending; the next task of this deployment finds its owner finished and ends it.
            Err(interruption) => {
                tracing::warn!(task = %work.task.id, ?interruption, "the release record could not be ended");
                return Ok(false);
            }
        }
    }
    Ok(false)
}

/// Why something failed: with its code, in an older role's words, or in ours.
pub fn failed(said: &str, error: String, message: String, ours: fn() -> Message) -> Message {
    let sentence = if error.is_empty() { message } else { error };
    if sentence.is_empty() { ours() } else { Message::unpacked(said, &sentence) }
}

async fn finish_release(work: &mut Work, succeeded: bool, description: &str) -> Result<bool, Interruption> {
    let task = &work.task;
    let message = FinishReleaseRequest {
        ticket: Some(ticket(task)),
        helm_revision: task.helm_revision,
        succeeded,
        description: description.to_owned(),
    };
    let request = work.app.cx.request_within("infrastructure", &task.origin, message, CHANGE)?;
    let answer = work.app.workloads.clone().finish_release(request).await?.into_inner();
    Ok(answer.status == "deployed")
}
