//! When a rollout is ready: kubectl's rule for Deployments, Helm's (stricter than kubectl's) for StatefulSets.

use super::Snapshot;
use helm::Document;
use k8s_openapi::api::{
    apps::v1::{Deployment, StatefulSet},
    batch::v1::Job,
    core::v1::{PersistentVolumeClaim, PodTemplateSpec},
};
use kit::{Message, message};
use kube::{Resource, ResourceExt as _};
use time::{OffsetDateTime, format_description::well_known::Rfc3339};

/// Which objects a rollout waits for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wanted {
    /// Deployments by name.
    pub deployments: Vec<String>,
    /// StatefulSets by name.
    pub stateful_sets: Vec<String>,
    /// Jobs of the manifest (hooks are not part of it).
    pub jobs: Vec<String>,
    /// Volume claims of the manifest.
    pub claims: Vec<String>,
    /// Of a restart: the workloads must have been restarted at or after this time.
    pub since: Option<OffsetDateTime>,
    /// When this is only a part of the release: all of it, by which is judged whether the site serves.
    pub whole: Option<Box<Wanted>>,
}

impl Wanted {
    /// What the release's manifest has.
    #[must_use]
    pub fn of(documents: &[Document]) -> Self {
        let names = |kind: &str| documents.iter().filter(|d| d.kind == kind).map(|d| d.name.clone()).collect();
        Self {
            deployments: names("Deployment"),
            stateful_sets: names("StatefulSet"),
            jobs: names("Job"),
            claims: names("PersistentVolumeClaim"),
            since: None,
            whole: None,
        }
    }

    /// A restart of everything at once touches Deployments only, so only they are waited for.
    #[must_use]
    pub fn restarted(self, since: OffsetDateTime) -> Self {
        Self { deployments: self.deployments, since: Some(since), ..Self::default() }
    }
}

/// How far it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Progressed {
    /// One line per thing that is not ready, for instance "web: 1 of 2 pods are ready"; empty when all is.
    pub waiting: Vec<Message>,
    /// Workloads of the release that are not in the cluster.
    pub missing: Vec<String>,
    /// Whether something of the release serves now.
    pub serving: bool,
}

/// Looks at everything that is wanted.
#[must_use]
pub fn progress(snapshot: &Snapshot, wanted: &Wanted) -> Progressed {
    let mut out = Progressed::default();
    for name in &wanted.deployments {
        match snapshot.deployments.get(name) {
            None => out.missing.push(format!("Deployment {name}")),
            Some(d) => out.waiting.extend(deployment(d, wanted.since).map(|said| of_part(d, said))),
        }
    }
    for name in &wanted.stateful_sets {
        match snapshot.stateful_sets.get(name) {
            None => out.missing.push(format!("StatefulSet {name}")),
            Some(s) => out.waiting.extend(stateful_set(s, wanted.since).map(|said| of_part(s, said))),
        }
    }
    for name in &wanted.jobs {
        match snapshot.jobs.get(name) {
            None => out.missing.push(format!("Job {name}")),
            Some(j) => out.waiting.extend((!is_complete(j)).then(|| of_part(j, message!(JobRunning)))),
        }
    }
    for name in &wanted.claims {
        match snapshot.claims.get(name) {
            None => out.missing.push(format!("PersistentVolumeClaim {name}")),
            Some(c) if is_bound(c) || waits_for_consumer(snapshot, c) => {}
            Some(_) => out.waiting.push(message!(RolloutPart, part = name, said = message!(VolumeAwaited))),
        }
    }
    out.waiting.extend(out.missing.iter().map(|object| message!(ObjectAwaited, object = object)));
    out.serving = serving(snapshot, wanted);
    out
}

/// kubectl's `rollout status`: `None` when it is done.
fn deployment(d: &Deployment, since: Option<OffsetDateTime>) -> Option<Message> {
    let (spec, status) = (d.spec.as_ref()?, d.status.clone().unwrap_or_default());
    if status.observed_generation.unwrap_or(0) < d.metadata.generation.unwrap_or(0) {
        return Some(message!(ChangeTakenUp));
    }
    if let Some(since) = since
        && restarted(&spec.template).is_none_or(|at| at < since)
    {
        return Some(message!(RestartAwaited));
    }
    let wanted = spec.replicas.unwrap_or(1);
    let (updated, all, available) =
        (status.updated_replicas.unwrap_or(0), status.replicas.unwrap_or(0), status.available_replicas.unwrap_or(0));
    if updated < wanted {
        Some(message!(PodsUpdated, ready = updated, wanted = wanted))
    } else if all > updated {
        Some(message!(OldPodsEnding, count = all - updated))
    } else if available < updated {
        Some(message!(PodsReady, ready = available, wanted = wanted))
    } else {
        None
    }
}

/// Helm's rule: `None` when it is done.
fn stateful_set(s: &StatefulSet, since: Option<OffsetDateTime>) -> Option<Message> {
    let (spec, status) = (s.spec.as_ref()?, s.status.clone().unwrap_or_default());
    if status.observed_generation.unwrap_or(0) < s.metadata.generation.unwrap_or(0) {
        return Some(message!(ChangeTakenUp));
    }
    if let Some(since) = since
        && restarted(&spec.template).is_none_or(|at| at < since)
    {
        return Some(message!(RestartAwaited));
    }
    let strategy = spec.update_strategy.clone().unwrap_or_default();
    let wanted = spec.replicas.unwrap_or(1);
    let ready = status.ready_replicas.unwrap_or(0);
    if strategy.type_.as_deref() != Some("OnDelete") {
        let partition = strategy.rolling_update.and_then(|rolling| rolling.partition).unwrap_or(0);
        let updated = status.updated_replicas.unwrap_or(0);
        if updated < wanted - partition {
            return Some(message!(PodsUpdated, ready = updated, wanted = wanted));
        }
        if ready == wanted && partition == 0 && status.current_revision != status.update_revision {
            return Some(message!(UpdateCompleting));
        }
    }
    (ready != wanted).then(|| message!(PodsReady, ready = ready, wanted = wanted))
}

/// What is said about a part, with the name that people know it by.
fn of_part<K: Resource>(object: &K, said: Message) -> Message {
    message!(RolloutPart, part = label(object), said = said)
}

fn restarted(template: &PodTemplateSpec) -> Option<OffsetDateTime> {
    let annotations = template.metadata.as_ref()?.annotations.as_ref()?;
    OffsetDateTime::parse(annotations.get("kubectl.kubernetes.io/restartedAt")?, &Rfc3339).ok()
}

fn is_complete(job: &Job) -> bool {
    let conditions = job.status.as_ref().and_then(|status| status.conditions.as_deref()).unwrap_or_default();
    conditions.iter().any(|condition| condition.type_ == "Complete" && condition.status == "True")
}

pub(super) fn is_bound(claim: &PersistentVolumeClaim) -> bool {
    claim.status.as_ref().and_then(|status| status.phase.as_deref()) == Some("Bound")
}

/// A volume that is made only when a pod wants it says nothing by itself.
pub(super) fn waits_for_consumer(snapshot: &Snapshot, claim: &PersistentVolumeClaim) -> bool {
    let newest = snapshot.events_of(claim.metadata.uid.as_deref()).next();
    newest.and_then(|event| event.reason.as_deref()) == Some("WaitForFirstConsumer")
}

/// Whether the site is served: by the web part where there is one, else by any part.
fn serving(snapshot: &Snapshot, wanted: &Wanted) -> bool {
    let wanted = wanted.whole.as_deref().unwrap_or(wanted);
    let parts: Vec<(bool, bool)> = wanted
        .deployments
        .iter()
        .filter_map(|name| snapshot.deployments.get(name))
        .map(|d| (is_web(d), d.status.as_ref().and_then(|s| s.available_replicas).unwrap_or(0) > 0))
        .chain(
            wanted
                .stateful_sets
                .iter()
                .filter_map(|name| snapshot.stateful_sets.get(name))
                .map(|s| (is_web(s), s.status.as_ref().and_then(|s| s.ready_replicas).unwrap_or(0) > 0)),
        )
        .collect();
    let some_web = parts.iter().any(|(web, _)| *web);
    parts.into_iter().any(|(web, available)| available && (web || !some_web))
}

fn is_web<K: Resource>(object: &K) -> bool {
    object.labels().get("app.kubernetes.io/component").is_some_and(|component| component == "web")
}

/// What people know a part by: its component, else its name.
pub(super) fn label<K: Resource>(object: &K) -> String {
    object.labels().get("app.kubernetes.io/component").cloned().unwrap_or_else(|| object.name_any())
}
