//! What is kept of a namespace between two looks: each object as its JSON. A struct of Kubernetes has a field for everything that could
//! be said and takes ten times as much; and of thousands of sites hardly one is looked at.

use super::{
    Objects, Part,
    lean::Mark,
    snapshot::{RELEASED, Snapshot, seen},
};
use k8s_openapi::api::{
    apps::v1::{Deployment, ReplicaSet, StatefulSet},
    batch::v1::Job,
    core::v1::{Event, PersistentVolumeClaim, Pod},
};
use kube::{Resource, ResourceExt as _};
use serde::{Serialize, de::DeserializeOwned};
use std::marker::PhantomData;

/// Events of a namespace that are kept; a crash loop makes many. Fixed: the newest explain what happens.
const MOST_EVENTS: usize = 1_000;
/// Objects of one kind that are kept. Fixed: a hostile cluster may list without end, a deployment has a handful.
const MOST_OBJECTS: usize = 5_000;

/// Objects of one kind as their JSON, sorted by name.
pub(super) struct Packed<K> {
    objects: Vec<(Box<str>, Box<[u8]>)>,
    kind: PhantomData<fn() -> K>,
}

impl<K> Default for Packed<K> {
    fn default() -> Self {
        Self { objects: Vec::new(), kind: PhantomData }
    }
}

impl<K> Packed<K> {
    pub(super) fn len(&self) -> usize {
        self.objects.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.objects.is_empty()
    }

    pub(super) fn contains(&self, name: &str) -> bool {
        self.place(name).is_ok()
    }

    /// Whether it was there.
    pub(super) fn remove(&mut self, name: &str) -> bool {
        let found = self.place(name);
        if let Ok(at) = found {
            self.objects.remove(at);
        }
        found.is_ok()
    }

    fn place(&self, name: &str) -> Result<usize, usize> {
        self.objects.binary_search_by(|(known, _)| (**known).cmp(name))
    }
}

impl<K: Resource + Serialize + DeserializeOwned> Packed<K> {
    /// Takes an object in, up to a bound; what is known already is always updated.
    pub(super) fn put(&mut self, object: &K) {
        let name = object.name_any();
        let place = self.place(&name);
        if place.is_err() && self.len() >= MOST_OBJECTS {
            return;
        }
        let packed = match serde_json::to_vec(object) {
            Ok(packed) => packed.into_boxed_slice(),
            Err(error) => return tracing::error!(%error, name, "an object cannot be kept"),
        };
        match place {
            Ok(at) => self.objects[at].1 = packed,
            Err(at) => {
                // most stay the only one
                if self.is_empty() {
                    self.objects.reserve_exact(1);
                }
                self.objects.insert(at, (name.into(), packed));
            }
        }
    }

    /// The one of that name.
    pub(super) fn get(&self, name: &str) -> Option<K> {
        self.place(name).ok().and_then(|at| unpacked(&self.objects[at].1))
    }

    /// All of them.
    pub(super) fn all(&self) -> Objects<K> {
        self.objects.iter().filter_map(|(name, packed)| Some((name.clone(), unpacked(packed)?))).collect()
    }
}

/// What was packed here can be read here.
fn unpacked<K: DeserializeOwned>(packed: &[u8]) -> Option<K> {
    serde_json::from_slice(packed)
        .inspect_err(|error| tracing::error!(%error, "an object that was kept cannot be read"))
        .ok()
}

/// The concerned objects of one namespace: what a [`Snapshot`] is made from.
#[derive(Default)]
pub(super) struct Namespaced {
    pub(super) deployments: Packed<Deployment>,
    pub(super) replica_sets: Packed<ReplicaSet>,
    pub(super) stateful_sets: Packed<StatefulSet>,
    pub(super) jobs: Packed<Job>,
    pub(super) pods: Packed<Pod>,
    pub(super) claims: Packed<PersistentVolumeClaim>,
    pub(super) events: Packed<Event>,
    pub(super) released: [Packed<Mark>; RELEASED.len()],
}

impl Namespaced {
    pub(super) fn snapshot(&self) -> Snapshot {
        let Self { deployments, replica_sets, stateful_sets, jobs, pods, claims, events, released } = self;
        Snapshot {
            deployments: deployments.all(),
            replica_sets: replica_sets.all(),
            stateful_sets: stateful_sets.all(),
            jobs: jobs.all(),
            pods: pods.all(),
            claims: claims.all(),
            events: events.all(),
            released: released.each_ref().map(Packed::all),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        let Self { deployments, replica_sets, stateful_sets, jobs, pods, claims, events, released } = self;
        deployments.is_empty()
            && replica_sets.is_empty()
            && stateful_sets.is_empty()
            && jobs.is_empty()
            && pods.is_empty()
            && claims.is_empty()
            && events.is_empty()
            && released.iter().all(Packed::is_empty)
    }

    /// Drops what the watches of that part brought.
    pub(super) fn forget(&mut self, part: Part) {
        match part {
            Part::Names => {}
            Part::Released => self.released = Default::default(),
            Part::Workloads => {
                self.deployments = Packed::default();
                self.replica_sets = Packed::default();
                self.stateful_sets = Packed::default();
                self.pods = Packed::default();
            }
            Part::Details => {
                self.jobs = Packed::default();
                self.claims = Packed::default();
                self.events = Packed::default();
            }
        }
    }

    /// Keeps the newest events only.
    pub(super) fn trim(&mut self) {
        let surplus = self.events.len().saturating_sub(MOST_EVENTS);
        if surplus > 0 {
            let events = self.events.all();
            let mut ages: Vec<(i64, &str)> = events.iter().map(|(name, event)| (seen(event), name)).collect();
            ages.sort_unstable();
            for (_, name) in &ages[..surplus] {
                self.events.remove(name);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn pod(name: &str, image: &str) -> Pod {
        let container = json!({"name": "app", "image": image});
        serde_json::from_value(json!({"metadata": {"name": name}, "spec": {"containers": [container]}})).expect("a pod")
    }

    #[test]
    fn an_object_comes_back_as_it_was_and_a_newer_one_takes_its_place() {
        let mut pods = Packed::<Pod>::default();
        for (name, image) in [("b", "1"), ("a", "2"), ("b", "3")] {
            pods.put(&pod(name, image));
        }
        assert_eq!((pods.get("b"), pods.get("c"), pods.len()), (Some(pod("b", "3")), None, 2));
        assert_eq!(pods.all().keys().collect::<String>(), "ab");
        assert!(pods.remove("a") && !pods.remove("a") && pods.contains("b"));
    }

    #[test]
    fn of_one_kind_no_more_than_a_bound_is_kept() {
        let mut pods = Packed::<Pod>::default();
        for number in 0..=MOST_OBJECTS {
            pods.put(&pod(&format!("pod-{number:05}"), "1"));
        }
        pods.put(&pod("pod-00000", "2"));
        assert_eq!((pods.len(), pods.get("pod-00000")), (MOST_OBJECTS, Some(pod("pod-00000", "2"))));
    }
}
