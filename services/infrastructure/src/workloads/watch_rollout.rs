//! `WatchRollout`: follows a rollout until it is ready or has failed. Changes nothing, and may be attached again at any
//! time; it sends a line only when something changed.

use crate::{
    fault,
    kubernetes::{change, kinds, release, space::Space},
    watch::{Failure, INSTANCE},
    workloads::{
        Workloads, component,
        progress::{Answers, Progress, told},
        rollout::{Judge, Judgement, Patience, Signal, Wanted, tail, taints},
    },
};
use kit::{Error, Message, Result, clock, message, message::as_is};
use kube::api::ListParams;
use proto::infrastructure as pb;
use std::time::Duration;
use time::OffsetDateTime;
use tokio::time::{Instant, MissedTickBehavior, interval};

/// How often times are looked at when nothing happens. Fixed: patience is counted in seconds.
const TICK: Duration = Duration::from_secs(1);
/// Changes of one moment are judged together. Fixed: shorter than anybody sees.
const SETTLE: Duration = Duration::from_millis(50);

const COMPONENT: &str = "app.kubernetes.io/component";

type Tell = Progress<pb::WatchRolloutResponse>;

pub(super) async fn watch_rollout(
    app: &Workloads,
    request: pb::WatchRolloutRequest,
) -> Result<Answers<pb::WatchRolloutResponse>> {
    let since = match request.since.as_ref() {
        Some(at) => Some(clock::unstamp(at).ok_or_else(|| Error::invalid_field("since", kit::message!(NO_TIME)))?),
        None => None,
    };
    let release = change::namespace(&request.release_name)?;
    let part = component("component", &request.component)?.to_owned();
    let space = app.space(&request.cluster_id, &request.deployment_id, &request.namespace).await?;
    let patience = app.patience;
    Ok(told(move |progress| {
        Box::pin(async move {
            let watched = async {
                let (wanted, labelled) = wanted(&space, &release, &part, since).await?;
                follow(&space, &wanted, labelled, &patience, &progress).await
            };
            match watched.await {
                Ok(()) => Ok(()),
                Err(error) => Err(space.masked(error).await),
            }
        })
    }))
}

/// What the last revision's manifest has; without a record, what carries the release's label. And whether all of it
/// carries that label.
async fn wanted(space: &Space, name: &str, part: &str, since: Option<OffsetDateTime>) -> Result<(Wanted, bool)> {
    let history = release::history(space, name).await?;
    let (wanted, of_part, labelled);
    if let Some(last) = helm::release::last(&history.revisions)
        && let Some(stored) = release::read(space, name, last.version).await?
    {
        let documents = helm::parse_manifest(&stored.record.manifest);
        wanted = Wanted::of(&documents);
        of_part = Wanted::of(&documents.iter().filter(|document| is_of(document, part)).cloned().collect::<Vec<_>>());
        labelled = documents.iter().all(|document| is_labelled(document, name));
    } else {
        wanted = labelled_with(space, &format!("{INSTANCE}={name}")).await?;
        of_part = labelled_with(space, &format!("{INSTANCE}={name},{COMPONENT}={part}")).await?;
        labelled = true;
    }
    let since = since.and_then(|at| at.replace_nanosecond(0).ok());
    let wanted = match (part, since) {
        ("", Some(at)) => wanted.restarted(at),
        ("", None) => wanted,
        (_, since) => Wanted { since, whole: Some(Box::new(wanted)), ..of_part },
    };
    Ok((wanted, labelled && space.namespace == name))
}

/// The workloads with these labels.
async fn labelled_with(space: &Space, labels: &str) -> Result<Wanted> {
    let selector = ListParams::default().labels(labels);
    let names = |list: Vec<kube::api::PartialObjectMeta<kube::api::DynamicObject>>| {
        list.into_iter().filter_map(|o| o.metadata.name).collect()
    };
    Ok(Wanted {
        deployments: names(space.list_metadata(kinds::DEPLOYMENT, &selector).await?),
        stateful_sets: names(space.list_metadata(kinds::STATEFUL_SET, &selector).await?),
        ..Wanted::default()
    })
}

/// Whether the object belongs to the component.
fn is_of(document: &helm::Document, part: &str) -> bool {
    let labels = document.object.pointer("/metadata/labels");
    labels.and_then(|labels| labels.get(COMPONENT)).is_some_and(|component| component == part)
}

/// Whether the object, where it matters for a rollout, and the pods made for it carry the release's label.
fn is_labelled(document: &helm::Document, release: &str) -> bool {
    let carries = |path: &str| {
        document.object.pointer(path).and_then(|labels| labels.get(INSTANCE)).is_some_and(|l| l == release)
    };
    match document.kind.as_str() {
        "Deployment" | "StatefulSet" | "Job" => {
            carries("/metadata/labels") && carries("/spec/template/metadata/labels")
        }
        "PersistentVolumeClaim" => carries("/metadata/labels"),
        _ => true,
    }
}

async fn follow(space: &Space, wanted: &Wanted, labelled: bool, patience: &Patience, progress: &Tell) -> Result<()> {
    let cluster = space.cluster();
    let unwatchable = |failure| match failure {
        Failure::Refused(error) => fault::sentence(cluster.name(), "watch pods", error),
        Failure::Silent => Error::unavailable(
            kit::message!(ROLLOUT_UNSEEN, cluster = cluster.name()),
            anyhow::anyhow!("nothing but errors came from the watches"),
        ),
    };
    let following = cluster.watches().follow(cluster.client(), &space.namespace, labelled, patience.silent).await;
    let mut following = following.map_err(unwatchable)?;
    let (mut judge, began, mut said) = (Judge::default(), Instant::now(), None);
    let mut ticks = interval(TICK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            // The rest of the same change comes with it, so that half of it is not reported.
            () = following.changed() => tokio::time::sleep(SETTLE).await,
            _ = ticks.tick() => {}
        }
        let judged =
            following.look(patience.silent, |snapshot| judge.judge(snapshot, wanted, patience, began.elapsed()));
        match judged.map_err(unwatchable)? {
            Judgement::Going { line, serving } => {
                if said.as_ref() != Some(&(line.clone(), serving)) {
                    progress
                        .tell(pb::WatchRolloutResponse {
                            message: line.to_string(),
                            said: line.packed(),
                            serving,
                            ..pb::WatchRolloutResponse::default()
                        })
                        .await?;
                    said = Some((line, serving));
                }
            }
            Judgement::Ready { serving } => {
                let message = message!(RolloutReady);
                return progress
                    .tell(pb::WatchRolloutResponse {
                        said: message.packed(),
                        message: message.to_string(),
                        ready: true,
                        serving,
                        ..pb::WatchRolloutResponse::default()
                    })
                    .await;
            }
            Judgement::Failed { signal, lines, serving, previous } => {
                let error = composed(space, &signal, &lines, previous).await?;
                let (message, said) = (message!(RolloutFailed).to_string(), error.packed());
                let error = error.to_string();
                return progress
                    .tell(pb::WatchRolloutResponse { message, said, failed: true, error, serving, ready: false })
                    .await;
            }
        }
    }
}

/// One sentence, then lines, masked.
async fn composed(space: &Space, signal: &Signal, lines: &[String], previous: bool) -> Result<Message> {
    let mask = space.mask().await?;
    let mut message = signal.message.clone();
    if previous {
        message = message!(RolloutPreviousRuns, said = message);
    }
    if let Some(tail_of) = &signal.tail {
        let log = tail(space, &tail_of.pod, Some(&tail_of.container), tail_of.previous, &mask).await;
        if !log.is_empty() {
            message = message!(WithLastLines, said = message, lines = as_is(log));
        }
    }
    let nodes = if signal.is_of_nodes() { taints(space).await } else { Vec::new() };
    let details: Vec<&str> = nodes.iter().chain(lines).map(String::as_str).collect();
    if !details.is_empty() {
        message = message!(WithDetails, said = message, details = as_is(details.join("\n")));
    }
    Ok(message.with_texts(&|text| mask.lines(text)))
}
