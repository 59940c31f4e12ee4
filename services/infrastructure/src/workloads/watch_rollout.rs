//! `WatchRollout`: follows a rollout until it is ready or has failed. Changes nothing, and may be attached again at any
//! time; it sends a line only when something changed.

use crate::{
    kubernetes::{change, kinds, mask::Mask, release, space::Space},
    workloads::{
        Workloads,
        progress::{Answers, Progress, told},
        rollout::{Followed, Judge, Judgement, Patience, Signal, Snapshot, Wanted, tail},
    },
};
use futures::{Stream, StreamExt as _, stream};
use k8s_openapi::api::{
    apps::v1::{Deployment, ReplicaSet, StatefulSet},
    batch::v1::Job,
    core::v1::{Event, PersistentVolumeClaim, Pod},
};
use kit::{Error, Result, clock};
use kube::{
    Api, Resource,
    api::ListParams,
    core::NamespaceResourceScope,
    runtime::{WatchStreamExt as _, watcher},
};
use proto::infrastructure as pb;
use serde::de::DeserializeOwned;
use std::{fmt::Debug, pin::Pin, time::Duration};
use time::OffsetDateTime;
use tokio::time::{Instant, MissedTickBehavior, interval};

/// How often times are looked at when nothing happens. Fixed: patience is counted in seconds.
const TICK: Duration = Duration::from_secs(1);
/// Changes of one moment are judged together. Fixed: shorter than anybody sees.
const SETTLE: Duration = Duration::from_millis(50);

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
    let space = app.space(&request.cluster_id, &request.deployment_id, &request.namespace).await?;
    let patience = app.patience;
    Ok(told(move |progress| {
        Box::pin(async move {
            let watched = async {
                let wanted = wanted(&space, &release, since).await?;
                follow(&space, &wanted, &patience, &progress).await
            };
            match watched.await {
                Ok(()) => Ok(()),
                Err(error) => Err(space.masked(error).await),
            }
        })
    }))
}

/// What the last revision's manifest has; without a record, what carries the release's label.
async fn wanted(space: &Space, name: &str, since: Option<OffsetDateTime>) -> Result<Wanted> {
    let history = release::history(space, name).await?;
    let mut wanted = Wanted::default();
    if let Some(last) = helm::release::last(&history.revisions)
        && let Some(stored) = release::read(space, name, last.version).await?
    {
        wanted = Wanted::of(&helm::parse_manifest(&stored.record.manifest));
    } else {
        let selector = ListParams::default().labels(&format!("app.kubernetes.io/instance={name}"));
        let names = |list: Vec<kube::api::PartialObjectMeta<kube::api::DynamicObject>>| {
            list.into_iter().filter_map(|o| o.metadata.name).collect()
        };
        wanted.deployments = names(space.list_metadata(kinds::DEPLOYMENT, &selector).await?);
        wanted.stateful_sets = names(space.list_metadata(kinds::STATEFUL_SET, &selector).await?);
    }
    Ok(match since.and_then(|at| at.replace_nanosecond(0).ok()) {
        Some(at) => wanted.restarted(at),
        None => wanted,
    })
}

async fn follow(space: &Space, wanted: &Wanted, patience: &Patience, progress: &Tell) -> Result<()> {
    let mut view = View::default();
    let mut messages = messages(space);
    let (mut judge, began, mut said) = (Judge::default(), Instant::now(), None);
    let mut silent_since: Option<Instant> = None;
    let mut ticks = interval(TICK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let mut changed = false;
        tokio::select! {
            message = messages.next() => changed = view.take(message, patience, &mut silent_since, space)?,
            _ = ticks.tick() => {}
        }
        // The rest of the same burst, so that half of a change is not reported. `settle` ends it under a flood.
        let settle = Instant::now() + SETTLE;
        while changed && let Ok(message) = tokio::time::timeout_at(settle, messages.next()).await {
            view.take(message, patience, &mut silent_since, space)?;
        }
        if !view.is_complete() {
            continue;
        }
        view.snapshot.trim();
        match judge.judge(&view.snapshot, wanted, patience, began.elapsed()) {
            Judgement::Going { line, serving } => {
                if said.as_ref() != Some(&(line.clone(), serving)) {
                    progress
                        .tell(pb::WatchRolloutResponse {
                            message: line.clone(),
                            serving,
                            ..pb::WatchRolloutResponse::default()
                        })
                        .await?;
                    said = Some((line, serving));
                }
            }
            Judgement::Ready { serving } => {
                let message = "Everything is ready.".to_owned();
                return progress
                    .tell(pb::WatchRolloutResponse {
                        message,
                        ready: true,
                        serving,
                        ..pb::WatchRolloutResponse::default()
                    })
                    .await;
            }
            Judgement::Failed { signal, lines, serving, previous } => {
                let error = composed(space, &signal, &lines, previous).await?;
                let message = "The rollout has failed.".to_owned();
                return progress
                    .tell(pb::WatchRolloutResponse { message, failed: true, error, serving, ..Default::default() })
                    .await;
            }
        }
    }
}

/// One sentence, then lines, masked.
async fn composed(space: &Space, signal: &Signal, lines: &[String], previous: bool) -> Result<String> {
    let mask = space.mask().await?;
    let mut text = vec![signal.sentence.clone()];
    if previous {
        text.push("The new version failed, the previous one is still running.".to_owned());
    }
    if let Some(tail_of) = &signal.tail {
        let log = tail(space, &tail_of.pod, Some(&tail_of.container), tail_of.previous, &mask).await;
        if !log.is_empty() {
            text.push("Last lines:".to_owned());
            text.push(log);
        }
    }
    text.extend_from_slice(lines);
    Ok(text.iter().map(|part| mask_lines(&mask, part)).collect::<Vec<_>>().join("\n"))
}

fn mask_lines(mask: &Mask, text: &str) -> String {
    text.lines().map(|line| mask.text(line)).collect::<Vec<_>>().join("\n")
}

/// One message of one of the watches.
enum Message {
    Deployment(Result<watcher::Event<Deployment>, watcher::Error>),
    ReplicaSet(Result<watcher::Event<ReplicaSet>, watcher::Error>),
    StatefulSet(Result<watcher::Event<StatefulSet>, watcher::Error>),
    Job(Result<watcher::Event<Job>, watcher::Error>),
    Pod(Result<watcher::Event<Pod>, watcher::Error>),
    Claim(Result<watcher::Event<PersistentVolumeClaim>, watcher::Error>),
    Event(Result<watcher::Event<Event>, watcher::Error>),
}

type Messages = Pin<Box<dyn Stream<Item = Message> + Send>>;

fn messages(space: &Space) -> Messages {
    Box::pin(stream::select_all([
        watched(space, Message::Deployment),
        watched(space, Message::ReplicaSet),
        watched(space, Message::StatefulSet),
        watched(space, Message::Job),
        watched(space, Message::Pod),
        watched(space, Message::Claim),
        watched(space, Message::Event),
    ]))
}

/// A watch of one kind in the namespace, listed in pages, tried again with back-off.
fn watched<K>(space: &Space, wrap: fn(Result<watcher::Event<K>, watcher::Error>) -> Message) -> Messages
where
    K: Resource<Scope = NamespaceResourceScope, DynamicType = ()> + Clone + DeserializeOwned + Debug + Send + 'static,
{
    let api = Api::<K>::namespaced(space.client(), &space.namespace);
    let stream = watcher(api, watcher::Config::default().page_size(250)).default_backoff();
    let lean =
        stream.map(|message| message.map(|event| event.modify(|object| object.meta_mut().managed_fields = None)));
    Box::pin(lean.map(wrap))
}

/// The snapshot and how much of it is there.
#[derive(Default)]
struct View {
    snapshot: Snapshot,
    deployments: Followed<Deployment>,
    replica_sets: Followed<ReplicaSet>,
    stateful_sets: Followed<StatefulSet>,
    jobs: Followed<Job>,
    pods: Followed<Pod>,
    claims: Followed<PersistentVolumeClaim>,
    events: Followed<Event>,
}

impl View {
    fn is_complete(&self) -> bool {
        self.deployments.complete
            && self.replica_sets.complete
            && self.stateful_sets.complete
            && self.jobs.complete
            && self.pods.complete
            && self.claims.complete
            && self.events.complete
    }

    /// Takes a message in; false when it was an error that is still borne.
    fn take(
        &mut self,
        message: Option<Message>,
        patience: &Patience,
        silent: &mut Option<Instant>,
        space: &Space,
    ) -> Result<bool> {
        let Some(message) = message else {
            return Err(Error::unavailable(kit::message!(WATCH_ENDED), anyhow::anyhow!("every watch stream ended")));
        };
        let shown = &mut self.snapshot;
        let failed = match message {
            Message::Deployment(m) => m.map(|event| self.deployments.take(&mut shown.deployments, event)).err(),
            Message::ReplicaSet(m) => m.map(|event| self.replica_sets.take(&mut shown.replica_sets, event)).err(),
            Message::StatefulSet(m) => m.map(|event| self.stateful_sets.take(&mut shown.stateful_sets, event)).err(),
            Message::Job(m) => m.map(|event| self.jobs.take(&mut shown.jobs, event)).err(),
            Message::Pod(m) => m.map(|event| self.pods.take(&mut shown.pods, event)).err(),
            Message::Claim(m) => m.map(|event| self.claims.take(&mut shown.claims, event)).err(),
            Message::Event(m) => m.map(|event| self.events.take(&mut shown.events, event)).err(),
        };
        let Some(error) = failed else {
            *silent = None;
            return Ok(true);
        };
        match refusal(&error) {
            Some(kube_error) => Err(crate::fault::sentence(space.cluster().name(), "watch the rollout", kube_error)),
            None if silent.get_or_insert_with(Instant::now).elapsed() >= patience.silent => {
                let message = kit::message!(ROLLOUT_UNSEEN, cluster = space.cluster().name());
                Err(Error::unavailable(message, error))
            }
            None => Ok(false),
        }
    }
}

/// A "no" that no waiting changes: missing rights.
fn refusal(error: &watcher::Error) -> Option<kube::Error> {
    let status = match error {
        watcher::Error::InitialListFailed(kube::Error::Api(status))
        | watcher::Error::WatchStartFailed(kube::Error::Api(status)) => status,
        _ => return None,
    };
    matches!(status.code, 401 | 403 | 404).then(|| kube::Error::Api(status.clone()))
}
