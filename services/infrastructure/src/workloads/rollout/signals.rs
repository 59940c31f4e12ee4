//! What goes wrong: a table from what the cluster shows to one clear sentence, and how long it is borne.

use super::{
    Patience, Snapshot, Wanted, pod_signals,
    ready::{is_bound, label, waits_for_consumer},
};
use crate::kubernetes::failure::plain;
use k8s_openapi::api::{
    apps::v1::{Deployment, StatefulSet},
    batch::v1::Job,
    core::v1::{PersistentVolumeClaim, Pod},
};
use kit::{Message, message, message::as_is};
use kube::{Resource, ResourceExt as _};
use std::time::Duration;

const REVISION: &str = "deployment.kubernetes.io/revision";
/// Something that goes wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signal {
    /// The same as long as it is the same trouble.
    pub key: String,
    /// How long it is borne.
    pub after: Duration,
    /// What to tell.
    pub message: Message,
    /// A log whose last lines say more.
    pub tail: Option<Tail>,
    /// Whether the container starts and ends; a Job counts its own attempts.
    pub crash: bool,
}

impl Signal {
    /// Whether it is that no node takes a pod.
    #[must_use]
    pub fn is_of_nodes(&self) -> bool {
        self.key.starts_with("schedule/")
    }
}

/// Which log to read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tail {
    /// The pod.
    pub pod: String,
    /// The container.
    pub container: String,
    /// The run before this one.
    pub previous: bool,
}

/// Everything that goes wrong with what is wanted, the most telling first.
#[must_use]
pub fn signals(snapshot: &Snapshot, wanted: &Wanted, patience: &Patience) -> Vec<Signal> {
    let deployments: Vec<&Deployment> =
        wanted.deployments.iter().filter_map(|name| snapshot.deployments.get(name)).collect();
    let sets: Vec<&StatefulSet> =
        wanted.stateful_sets.iter().filter_map(|name| snapshot.stateful_sets.get(name)).collect();
    let pods = deployments
        .iter()
        .flat_map(|d| pods_of_deployment(snapshot, d))
        .chain(sets.iter().flat_map(|s| pods_of_set(snapshot, s)));
    let mut found = Vec::new();
    // A restart waits for no volume, and neither for what it does not touch. Before the pods, which no node takes without it.
    if wanted.since.is_none() {
        found.extend(snapshot.claims.values().filter_map(|c| claim(snapshot, c, patience)));
    }
    found.extend(pods.flat_map(|pod| pod_signals(snapshot, pod, patience)));
    found.extend(wanted.jobs.iter().filter_map(|name| snapshot.jobs.get(name)).filter_map(job));
    found.extend(deployments.iter().filter_map(|d| cannot_create(d, patience)));
    found.extend(sets.iter().filter_map(|s| set_cannot_create(snapshot, s, patience)));
    found.extend(deployments.iter().flat_map(|d| late(snapshot, d)));
    found
}

/// Pods of the Deployment's new replica set.
fn pods_of_deployment<'a>(snapshot: &'a Snapshot, d: &'a Deployment) -> Vec<&'a Pod> {
    let revision = d.annotations().get(REVISION);
    let newest: Vec<Option<&str>> = snapshot
        .replica_sets
        .values()
        .filter(|r| {
            is_owned(*r, d.metadata.uid.as_deref()) && revision.is_some() && r.annotations().get(REVISION) == revision
        })
        .map(|r| r.metadata.uid.as_deref())
        .collect();
    snapshot
        .pods
        .values()
        .filter(|pod| newest.iter().any(|uid| is_owned(*pod, *uid)) && pod.metadata.deletion_timestamp.is_none())
        .collect()
}

/// Pods of the StatefulSet's newest revision.
fn pods_of_set<'a>(snapshot: &'a Snapshot, s: &'a StatefulSet) -> Vec<&'a Pod> {
    let revision = s.status.as_ref().and_then(|status| status.update_revision.as_ref());
    let current = |pod: &Pod| revision.is_none() || pod.labels().get("controller-revision-hash") == revision;
    snapshot
        .pods
        .values()
        .filter(|pod| {
            is_owned(*pod, s.metadata.uid.as_deref()) && current(pod) && pod.metadata.deletion_timestamp.is_none()
        })
        .collect()
}

fn is_owned<K: Resource>(object: &K, uid: Option<&str>) -> bool {
    uid.is_some_and(|uid| object.owner_references().iter().any(|owner| owner.uid == uid))
}

/// Quota, pod security, webhooks: no pod is even made, while `Progressing` stays true.
fn cannot_create(d: &Deployment, patience: &Patience) -> Option<Signal> {
    let conditions = d.status.as_ref()?.conditions.as_deref()?;
    let failure = conditions.iter().find(|c| c.type_ == "ReplicaFailure" && c.status == "True")?;
    Some(Signal {
        key: format!("create/Deployment/{}", d.name_any()),
        after: patience.create,
        message: message!(RolloutNoPod, owner = label(d), said = said(failure.message.as_deref().map(plain))),
        tail: None,
        crash: false,
    })
}

/// A StatefulSet has no such condition, only an event.
fn set_cannot_create(snapshot: &Snapshot, s: &StatefulSet, patience: &Patience) -> Option<Signal> {
    let made = s.status.as_ref().map_or(0, |status| status.replicas);
    if made >= s.spec.as_ref().and_then(|spec| spec.replicas).unwrap_or(1) {
        return None;
    }
    let event = snapshot.event(s.metadata.uid.as_deref(), &["FailedCreate"])?;
    Some(Signal {
        key: format!("create/StatefulSet/{}", s.name_any()),
        after: patience.create,
        message: message!(RolloutNoPod, owner = label(s), said = said(event.message.as_deref().map(created))),
        tail: None,
        crash: false,
    })
}

/// Without "create Pod x in StatefulSet y failed error: ", which says nothing new.
fn created(message: &str) -> String {
    plain(message.split_once(" failed error: ").map_or(message, |(_, reason)| reason))
}

/// `FailedBinding` comes as a Normal event, `ProvisioningFailed` as a Warning.
fn claim(snapshot: &Snapshot, c: &PersistentVolumeClaim, patience: &Patience) -> Option<Signal> {
    let signal = |after, why: Message| Signal {
        key: format!("claim/{}", c.name_any()),
        after,
        message: message!(RolloutNoVolume, volume = c.name_any(), said = why),
        tail: None,
        crash: false,
    };
    if c.status.as_ref().and_then(|status| status.phase.as_deref()) == Some("Lost") {
        // A provisioner that names the volume before it makes it leaves the claim Lost for a moment.
        return Some(signal(patience.claim, message!(VolumeLost)));
    }
    if is_bound(c) || waits_for_consumer(snapshot, c) {
        return None;
    }
    let uid = c.metadata.uid.as_deref();
    if let Some(event) = snapshot.event(uid, &["ProvisioningFailed", "FailedBinding"]) {
        return Some(signal(patience.claim, said(event.message.as_deref().map(plain))));
    }
    // A provisioner beside the cluster that has not said anything yet: as long as a pod may wait for a node.
    let event = snapshot.event(uid, &["ExternalProvisioning", "Provisioning"])?;
    Some(signal(patience.schedule, said(event.message.as_deref().map(plain))))
}

fn job(job: &Job) -> Option<Signal> {
    let conditions = job.status.as_ref()?.conditions.as_deref()?;
    let failed = conditions.iter().find(|c| c.type_ == "Failed" && c.status == "True")?;
    Some(Signal {
        key: format!("job/{}", job.name_any()),
        after: Duration::ZERO,
        message: message!(
            RolloutJobFailed,
            job = job.name_any(),
            why = plain(failed.reason.as_deref().unwrap_or("Failed")),
            said = as_is(plain(failed.message.as_deref().unwrap_or_default()))
        ),
        tail: None,
        crash: true,
    })
}

/// The Deployment's own deadline has passed: with what its pods say, when they say something.
fn late(snapshot: &Snapshot, d: &Deployment) -> Vec<Signal> {
    let conditions = d.status.as_ref().and_then(|status| status.conditions.as_deref()).unwrap_or_default();
    let current = d.status.as_ref().and_then(|status| status.observed_generation) >= d.metadata.generation;
    let exceeded = conditions.iter().any(|c| {
        c.type_ == "Progressing" && c.status == "False" && c.reason.as_deref() == Some("ProgressDeadlineExceeded")
    });
    if !exceeded || !current {
        return Vec::new();
    }
    let seconds = d.spec.as_ref().and_then(|spec| spec.progress_deadline_seconds).unwrap_or(600);
    let why = not_ready(snapshot, pods_of_deployment(snapshot, d).into_iter());
    let (said, tail) = why.unwrap_or_else(|| (counted(d), None));
    let message = message!(RolloutLate, owner = label(d), seconds = seconds, said = said);
    vec![Signal { key: format!("late/{}", d.name_any()), after: Duration::ZERO, message, tail, crash: false }]
}

/// What the cluster says, or that it says nothing.
fn said(text: Option<String>) -> Message {
    text.map_or_else(|| message!(NoReasonGiven), Message::said)
}

fn counted(d: &Deployment) -> Message {
    let status = d.status.clone().unwrap_or_default();
    let wanted = d.spec.as_ref().and_then(|spec| spec.replicas).unwrap_or(1);
    let ready = status.available_replicas.unwrap_or(0).min(status.updated_replicas.unwrap_or(0));
    message!(PodsReady, ready = ready, wanted = wanted)
}

/// Pods of everything that is wanted, for the sentence at the overall deadline; with the log that says more.
#[must_use]
pub fn unready(snapshot: &Snapshot, wanted: &Wanted) -> Option<(Message, Option<Tail>)> {
    let deployments = wanted.deployments.iter().filter_map(|name| snapshot.deployments.get(name));
    let sets = wanted.stateful_sets.iter().filter_map(|name| snapshot.stateful_sets.get(name));
    let pods =
        deployments.flat_map(|d| pods_of_deployment(snapshot, d)).chain(sets.flat_map(|s| pods_of_set(snapshot, s)));
    not_ready(snapshot, pods)
}

/// "running but not ready", with the probe's own words, or the init step at which a pod stays, with its log.
fn not_ready<'a>(snapshot: &Snapshot, pods: impl Iterator<Item = &'a Pod>) -> Option<(Message, Option<Tail>)> {
    for pod in pods {
        let conditions = pod.status.as_ref().and_then(|status| status.conditions.as_deref()).unwrap_or_default();
        let ready = conditions.iter().any(|c| c.type_ == "Ready" && c.status == "True");
        let phase = pod.status.as_ref().and_then(|status| status.phase.as_deref());
        if ready {
            continue;
        }
        if let Some(step) = step_at_work(pod) {
            let tail = Tail { pod: pod.name_any(), container: step.to_owned(), previous: false };
            return Some((message!(PodAtStep, pod = pod.name_any(), step = step), Some(tail)));
        }
        if phase != Some("Running") {
            continue;
        }
        let unhealthy = snapshot.event(pod.metadata.uid.as_deref(), &["Unhealthy"]);
        let message = match unhealthy.and_then(|event| event.message.as_deref()) {
            Some(said) => message!(PodUnreadyBecause, pod = pod.name_any(), said = as_is(plain(said))),
            None => message!(PodUnready, pod = pod.name_any()),
        };
        return Some((message, None));
    }
    None
}

/// The init container that runs.
fn step_at_work(pod: &Pod) -> Option<&str> {
    let steps = pod.status.as_ref()?.init_container_statuses.as_deref()?;
    let running = |state: &k8s_openapi::api::core::v1::ContainerState| state.running.is_some();
    steps.iter().find(|step| step.state.as_ref().is_some_and(running)).map(|step| step.name.as_str())
}
