//! Install and upgrade: bring a sealed revision into its cluster as a Helm release, the first one or the next. They
//! differ in their words and in the hooks that run.

use proto::{
    deployments::{ApplyRequest, WriteSecretsRequest},
    infrastructure::{CheckClusterRequest, EnsureNamespaceRequest, FinishReleaseRequest, RunHooksRequest},
};
use std::time::Duration;

use super::{rollout, ticket};
use crate::{
    ending::{Ending, cancelled_by},
    halt::Halt,
    progress::{Level, tidy},
    step::{Step, Turn},
    task::Kind,
    work::Work,
};

/// Deadline of a call that changes something in a cluster. Fixed: infrastructure works on one for so long at most.
pub const CHANGE: Duration = Duration::from_secs(30);
/// How long a stream may take to open. Fixed: as the deadline of a change.
pub const OPENING: Duration = Duration::from_secs(30);

const APPLY: &str = "apply";
const FINISH: &str = "finish";

/// An install's, in order.
pub const INSTALL: &[Step] = &[
    Step { name: "check", title: "Check the cluster", run: |work| Box::pin(check(work)) },
    Step { name: "namespace", title: "Prepare the namespace", run: |work| Box::pin(namespace(work)) },
    Step { name: "secrets", title: "Write the secrets", run: |work| Box::pin(secrets(work)) },
    Step { name: APPLY, title: "Apply the release", run: |work| Box::pin(apply(work)) },
    Step { name: rollout::NAME, title: rollout::TITLE, run: |work| Box::pin(rollout::follow(work, None)) },
    Step { name: "hooks", title: "Set up the site", run: |work| Box::pin(hooks(work)) },
    Step { name: FINISH, title: "Finish the release", run: |work| Box::pin(finish(work)) },
];

/// An upgrade's, in order.
pub const UPGRADE: &[Step] = &[
    Step { name: "check", title: "Check the cluster", run: |work| Box::pin(check(work)) },
    Step { name: "secrets", title: "Write the secrets", run: |work| Box::pin(secrets(work)) },
    Step { name: APPLY, title: "Apply the change", run: |work| Box::pin(apply(work)) },
    Step { name: rollout::NAME, title: rollout::TITLE, run: |work| Box::pin(rollout::follow(work, None)) },
    Step { name: "hooks", title: "Adjust the site", run: |work| Box::pin(hooks(work)) },
    Step { name: FINISH, title: "Finish the release", run: |work| Box::pin(finish(work)) },
];

async fn check(work: &mut Work) -> Result<Turn, Halt> {
    let task = &work.task;
    let message =
        CheckClusterRequest { cluster_id: task.cluster_id.to_string(), namespace: task.params.namespace.clone() };
    let request = work.app.cx.request_within("infrastructure", &task.origin, message, CHANGE)?;
    let cluster = work.app.workloads.clone().check_cluster(request).await?.into_inner();
    if cluster.missing.is_empty() {
        return Ok(Turn::Done(format!("Kubernetes {}", cluster.version)));
    }
    let headline = format!("The credentials of cluster \"{}\" do not allow this.", task.cluster_name);
    Err(Halt::Failed([&[headline], cluster.missing.as_slice()].concat().join("\n")))
}

async fn namespace(work: &mut Work) -> Result<Turn, Halt> {
    let task = &work.task;
    let labels = [
        ("canopy.internal/deployment".to_owned(), task.deployment_id.to_string()),
        ("canopy.internal/team".to_owned(), task.team_id.to_string()),
        ("pod-security.kubernetes.io/enforce".to_owned(), "restricted".to_owned()),
    ];
    let message = EnsureNamespaceRequest { ticket: Some(ticket(task)), labels: labels.into() };
    let request = work.app.cx.request_within("infrastructure", &task.origin, message, CHANGE)?;
    let answer = work.app.workloads.clone().ensure_namespace(request).await?.into_inner();
    let verb = if answer.created { "was created" } else { "is there" };
    Ok(Turn::Done(format!("Namespace {} {verb}", task.params.namespace)))
}

async fn secrets(work: &mut Work) -> Result<Turn, Halt> {
    let task = &work.task;
    let message = WriteSecretsRequest {
        deployment_id: task.deployment_id.to_string(),
        task_id: task.id.to_string(),
        fence: task.fence,
        revision: task.revision,
    };
    let request = work.app.cx.request_within("deployments", &task.origin, message, CHANGE)?;
    let names = work.app.deployments.clone().write_secrets(request).await?.into_inner().names;
    Ok(Turn::Done(names.join(", ")))
}

async fn apply(work: &mut Work) -> Result<Turn, Halt> {
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
    let mut last = String::new();
    while let Some(progress) = work.next(&mut stream).await? {
        work.keep_helm_revision(progress.helm_revision).await?;
        if progress.done {
            return Ok(Turn::Done(progress.message));
        }
        work.say(APPLY, Level::Info, &progress.message).await?;
        last = progress.message;
    }
    Err(Halt::Wait(if last.is_empty() { "Applying was interrupted.".to_owned() } else { last }))
}

async fn hooks(work: &mut Work) -> Result<Turn, Halt> {
    let task = &work.task;
    let message = RunHooksRequest {
        ticket: Some(ticket(task)),
        event: if task.kind == Kind::Upgrade { "post-upgrade" } else { "post-install" }.to_owned(),
        helm_revision: task.helm_revision,
    };
    let request = work.app.cx.request_within("infrastructure", &task.origin, message, CHANGE)?;
    let state = work.app.workloads.clone().run_hooks(request).await?.into_inner();
    if state.failed {
        let error = if state.error.is_empty() { state.message } else { state.error };
        return Err(Halt::Failed(if error.is_empty() { "Setting up the site failed.".to_owned() } else { error }));
    }
    Ok(if state.done { Turn::Done(state.message) } else { Turn::Again(state.message) })
}

async fn finish(work: &mut Work) -> Result<Turn, Halt> {
    if finish_release(work, true, "").await? {
        return Ok(Turn::Done("The release is deployed".to_owned()));
    }
    // An earlier attempt, or somebody with the Helm CLI, ended it otherwise; a terminal status stays.
    Err(Halt::Failed("The release was marked as failed by another operation.".to_owned()))
}

/// Ends the release record after a failure or a cancel once applying had begun. `true`: the record was deployed
/// already, which is the point of no return, so the task is complete.
///
/// # Errors
/// `Lost` or `Parked`.
pub async fn was_deployed_after_all(work: &mut Work, ending: &Ending) -> Result<bool, Halt> {
    if !work.has_begun(APPLY) {
        return Ok(false);
    }
    let description = match ending {
        Ending::Complete => return Ok(true),
        Ending::Cancelled { by } => cancelled_by(by),
        Ending::Failed(sentence) => tidy(sentence.lines().next().unwrap_or_default(), 500),
    };
    // Once "deployed" may have been written, only the cluster can tell how the task ended.
    let tries = work.app.pace.last_tries * if work.has_begun(FINISH) { 10 } else { 1 };
    for n in 1..=tries {
        let ended = match finish_release(work, false, &description).await {
            Err(Halt::Broken) => Err(Halt::Wait("A part of Canopy reported an internal error.".to_owned())),
            other => other,
        };
        match ended {
            Ok(deployed) => return Ok(deployed),
            Err(Halt::Wait(sentence) | Halt::Held(sentence)) if n < tries => {
                let step = work.current_step().to_owned();
                work.say(&step, Level::Warn, &format!("Ending the release: {sentence}")).await?;
                work.hold().await?;
                tokio::time::sleep(work.app.pace.first).await;
            }
            Err(halt @ (Halt::Lost | Halt::Parked)) => return Err(halt),
            // The record stays pending; the next task of this deployment finds its owner finished and ends it.
            Err(halt) => {
                tracing::warn!(task = %work.task.id, ?halt, "the release record could not be ended");
                return Ok(false);
            }
        }
    }
    Ok(false)
}

async fn finish_release(work: &mut Work, succeeded: bool, description: &str) -> Result<bool, Halt> {
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
