//! What a namespace shows at one moment, kept current by watches.

use k8s_openapi::api::{
    apps::v1::{Deployment, ReplicaSet, StatefulSet},
    batch::v1::Job,
    core::v1::{Event, PersistentVolumeClaim, Pod},
};
use kube::{Resource, ResourceExt as _, runtime::watcher};
use std::collections::BTreeMap;

/// Objects by name.
pub type Shelf<K> = BTreeMap<String, K>;

/// Events of a namespace that are kept; a crash loop makes many. Fixed: the newest explain what happens.
const MOST_EVENTS: usize = 1_000;
/// Objects of one kind that are kept. Fixed: a hostile cluster may list without end, a deployment has a handful.
const MOST: usize = 5_000;

/// The concerned objects of one namespace.
#[derive(Debug, Default)]
pub struct Snapshot {
    /// Deployments.
    pub deployments: Shelf<Deployment>,
    /// Their replica sets.
    pub replica_sets: Shelf<ReplicaSet>,
    /// StatefulSets.
    pub stateful_sets: Shelf<StatefulSet>,
    /// Jobs.
    pub jobs: Shelf<Job>,
    /// Pods.
    pub pods: Shelf<Pod>,
    /// Volume claims.
    pub claims: Shelf<PersistentVolumeClaim>,
    /// Events.
    pub events: Shelf<Event>,
}

impl Snapshot {
    /// Of a few pods and the namespace's events.
    #[must_use]
    pub fn of_pods(pods: Vec<Pod>, events: Vec<Event>) -> Self {
        Self { pods: shelf(pods), events: shelf(events), ..Self::default() }
    }

    /// Keeps the newest events only.
    pub fn trim(&mut self) {
        let surplus = self.events.len().saturating_sub(MOST_EVENTS);
        if surplus > 0 {
            let mut ages: Vec<(i64, String)> =
                self.events.iter().map(|(name, event)| (seen(event), name.clone())).collect();
            ages.sort();
            for (_, name) in &ages[..surplus] {
                self.events.remove(name);
            }
        }
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

fn shelf<K: Resource>(items: Vec<K>) -> Shelf<K> {
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

/// A shelf that follows a watch. It is complete after the first list.
#[derive(Debug)]
pub struct Followed<K> {
    coming: Shelf<K>,
    /// Whether everything that exists has been listed.
    pub complete: bool,
}

impl<K> Default for Followed<K> {
    fn default() -> Self {
        Self { coming: Shelf::new(), complete: false }
    }
}

impl<K: Resource> Followed<K> {
    /// Takes in one message of the watch. A new list replaces the shelf when it is complete, not before.
    pub fn take(&mut self, shelf: &mut Shelf<K>, event: watcher::Event<K>) {
        match event {
            watcher::Event::Apply(item) => put(shelf, item),
            watcher::Event::Delete(item) => {
                shelf.remove(&item.name_any());
            }
            watcher::Event::Init => self.coming.clear(),
            watcher::Event::InitApply(item) => put(&mut self.coming, item),
            watcher::Event::InitDone => {
                *shelf = std::mem::take(&mut self.coming);
                self.complete = true;
            }
        }
    }
}

/// What is known already is always updated.
fn put<K: Resource>(shelf: &mut Shelf<K>, item: K) {
    let name = item.name_any();
    if shelf.len() < MOST || shelf.contains_key(&name) {
        shelf.insert(name, item);
    }
}
