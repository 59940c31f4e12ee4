//! What a namespace shows at one moment.

use super::{Objects, lean::Mark};
use crate::kubernetes::kinds::{self, Kind};
use k8s_openapi::api::{
    apps::v1::{Deployment, ReplicaSet, StatefulSet},
    batch::v1::Job,
    core::v1::{Event, PersistentVolumeClaim, Pod},
};
use kube::{Resource, ResourceExt as _};

/// What releases are made of, beside what runs, as far as it is watched: what a site is reached by and what it is set up by.
/// Fixed: each kind is one more connection to each cluster.
pub const RELEASED: [Kind; 6] =
    [kinds::CONFIG_MAP, kinds::SERVICE, kinds::INGRESS, kinds::CLAIM, kinds::NETWORK_POLICY, kinds::CRON_JOB];

/// The concerned objects of one namespace.
#[derive(Debug, Clone, Default)]
pub struct Snapshot {
    /// Deployments.
    pub deployments: Objects<Deployment>,
    /// Their replica sets.
    pub replica_sets: Objects<ReplicaSet>,
    /// StatefulSets.
    pub stateful_sets: Objects<StatefulSet>,
    /// Jobs.
    pub jobs: Objects<Job>,
    /// Pods.
    pub pods: Objects<Pod>,
    /// Volume claims.
    pub claims: Objects<PersistentVolumeClaim>,
    /// Events.
    pub events: Objects<Event>,
    /// What else is of releases, by kind as in [`RELEASED`].
    pub released: [Objects<Mark>; RELEASED.len()],
}

impl Snapshot {
    /// Of a few pods and the namespace's events.
    #[must_use]
    pub fn of_pods(pods: Vec<Pod>, events: Vec<Event>) -> Self {
        Self { pods: by_name(pods), events: by_name(events), ..Self::default() }
    }

    /// Events about the object with that uid, newest first.
    pub fn events_of<'a>(&'a self, uid: Option<&'a str>) -> impl Iterator<Item = &'a Event> {
        let mut found: Vec<&Event> =
            self.events.values().filter(|e| uid.is_some() && e.involved_object.uid.as_deref() == uid).collect();
        found.sort_by_key(|event| std::cmp::Reverse(seen(event)));
        found.into_iter()
    }

    /// The newest event about the object with one of the reasons.
    #[must_use]
    pub fn event(&self, uid: Option<&str>, reasons: &[&str]) -> Option<&Event> {
        let found = self.events.values().filter(|e| uid.is_some() && e.involved_object.uid.as_deref() == uid);
        found
            .filter(|event| event.reason.as_deref().is_some_and(|reason| reasons.contains(&reason)))
            .max_by_key(|event| seen(event))
    }
}

fn by_name<K: Resource>(items: Vec<K>) -> Objects<K> {
    items.into_iter().map(|item| (item.name_any(), item)).collect()
}

/// When an event was seen last, seconds: the two shapes that exist fill different fields.
#[must_use]
pub fn seen(event: &Event) -> i64 {
    let series = event.series.as_ref().and_then(|series| series.last_observed_time.as_ref()).map(|at| at.0.as_second());
    let last = event.last_timestamp.as_ref().map(|at| at.0.as_second());
    let first = event.event_time.as_ref().map(|at| at.0.as_second());
    let made = event.metadata.creation_timestamp.as_ref().map(|at| at.0.as_second());
    series.or(last).or(first).or(made).unwrap_or(0)
}

/// How often an event was seen.
#[must_use]
pub fn count(event: &Event) -> i32 {
    event.series.as_ref().and_then(|series| series.count).or(event.count).unwrap_or(1).max(1)
}
