//! What the watches of one cluster have shown so far, by namespace.

use super::{
    Objects,
    lean::Mark,
    packed::{Namespaced, Packed},
    snapshot::{RELEASED, Snapshot},
};
use crate::kubernetes::space::DEPLOYMENT_LABEL;
use k8s_openapi::api::{
    apps::v1::{Deployment, ReplicaSet, StatefulSet},
    batch::v1::Job,
    core::v1::{Event, Namespace, PersistentVolumeClaim, Pod},
};
use kube::{Resource, ResourceExt as _, runtime::watcher};
use serde::{Serialize, de::DeserializeOwned};
use std::{
    collections::{BTreeSet, HashMap},
    time::Duration,
};
use tokio::time::Instant;
use uuid::Uuid;

/// Namespaces of which something is kept. Fixed: a hostile cluster may list without end.
const MOST_NAMESPACES: usize = 10_000;
/// A watch that has not failed for so long is up again, also when it had nothing to say. Fixed: longer than the longest
/// pause between two tries and the time that one of them may take.
const QUIET: Duration = Duration::from_secs(60);

/// One message of one of the watches.
pub enum Message {
    Deployment(watcher::Result<watcher::Event<Deployment>>),
    ReplicaSet(watcher::Result<watcher::Event<ReplicaSet>>),
    StatefulSet(watcher::Result<watcher::Event<StatefulSet>>),
    Job(watcher::Result<watcher::Event<Job>>),
    Pod(watcher::Result<watcher::Event<Pod>>),
    Claim(watcher::Result<watcher::Event<PersistentVolumeClaim>>),
    Event(watcher::Result<watcher::Event<Event>>),
    Namespace(watcher::Result<watcher::Event<Namespace>>),
    /// Of the kind at that place of [`RELEASED`].
    Released(usize, watcher::Result<watcher::Event<Mark>>),
}

impl Message {
    /// The part of the watches that it came from.
    #[must_use]
    pub fn part(&self) -> Part {
        match self {
            Self::Deployment(_) | Self::ReplicaSet(_) | Self::StatefulSet(_) | Self::Pod(_) => Part::Workloads,
            Self::Job(_) | Self::Claim(_) | Self::Event(_) => Part::Details,
            Self::Namespace(_) => Part::Names,
            Self::Released(..) => Part::Released,
        }
    }
}

/// Watches that begin and end together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// What runs: it says whether a site serves, and a rollout needs it too.
    Workloads,
    /// What else a rollout is judged by.
    Details,
    /// Whose each namespace is: only those who look at all sites need it.
    Names,
    /// What else releases are made of: whether it has changed.
    Released,
}

impl Part {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Workloads, Self::Details, Self::Names, Self::Released];
}

/// Whose snapshots a message changed.
#[derive(Debug, PartialEq, Eq)]
pub enum Touched {
    Nobody,
    Namespace(String),
    Everybody,
}

/// Snapshots by namespace, and how much of them is there.
#[derive(Default)]
pub struct Store {
    namespaces: HashMap<String, Namespaced>,
    deployments: Listed<Deployment>,
    replica_sets: Listed<ReplicaSet>,
    stateful_sets: Listed<StatefulSet>,
    jobs: Listed<Job>,
    pods: Listed<Pod>,
    claims: Listed<PersistentVolumeClaim>,
    events: Listed<Event>,
    names: Names,
    released: [Listed<Mark>; RELEASED.len()],
}

/// Whose each namespace is, of those that are Canopy's and are not being deleted.
#[derive(Default)]
struct Names {
    owners: HashMap<String, Uuid>,
    listed: Listed<Namespace>,
}

/// How far the list of one kind is. It is complete after the first one.
struct Listed<K> {
    coming: HashMap<String, Packed<K>>,
    complete: bool,
    /// When its watch failed and has said nothing since, or is listed anew.
    failed: Option<Instant>,
}

impl<K> Default for Listed<K> {
    fn default() -> Self {
        Self { coming: HashMap::new(), complete: false, failed: None }
    }
}

impl<K> Listed<K> {
    /// Whether what is kept is what the cluster shows now.
    fn is_current(&self) -> bool {
        self.complete && self.failed.is_none_or(|at| at.elapsed() >= QUIET)
    }

    fn heard(&mut self, result: watcher::Result<watcher::Event<K>>) -> watcher::Result<watcher::Event<K>> {
        self.failed = match &result {
            Ok(watcher::Event::Apply(_) | watcher::Event::Delete(_) | watcher::Event::InitDone) => None,
            Ok(watcher::Event::Init | watcher::Event::InitApply(_)) | Err(_) => Some(Instant::now()),
        };
        result
    }
}

impl Store {
    /// Whether everything that existed when the watches began has been listed.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.deployments.complete
            && self.replica_sets.complete
            && self.stateful_sets.complete
            && self.jobs.complete
            && self.pods.complete
            && self.claims.complete
            && self.events.complete
    }

    /// Whether what is known of all sites is what the cluster shows now.
    #[must_use]
    pub fn is_current(&self) -> bool {
        self.names.listed.is_current()
            && self.deployments.is_current()
            && self.replica_sets.is_current()
            && self.stateful_sets.is_current()
            && self.pods.is_current()
    }

    /// Whether what is known of the objects of releases is what the cluster shows now.
    #[must_use]
    pub fn knows_releases(&self) -> bool {
        self.deployments.is_current() && self.stateful_sets.is_current() && self.released.iter().all(Listed::is_current)
    }

    /// The namespaces that are Canopy's, and whose each is.
    #[must_use]
    pub fn owners(&self) -> &HashMap<String, Uuid> {
        &self.names.owners
    }

    /// The watches of a part are over: what they brought says nothing any more.
    pub fn forget(&mut self, part: Part) {
        match part {
            Part::Names => self.names = Names::default(),
            Part::Workloads => {
                self.deployments = Listed::default();
                self.replica_sets = Listed::default();
                self.stateful_sets = Listed::default();
                self.pods = Listed::default();
            }
            Part::Details => {
                self.jobs = Listed::default();
                self.claims = Listed::default();
                self.events = Listed::default();
            }
            Part::Released => self.released = Default::default(),
        }
        for snapshot in self.namespaces.values_mut() {
            snapshot.forget(part);
        }
        self.namespaces.retain(|_, snapshot| !snapshot.is_empty());
    }

    /// What the namespace shows; `None`: nothing.
    #[must_use]
    pub fn snapshot(&self, namespace: &str) -> Option<Snapshot> {
        self.namespaces.get(namespace).map(Namespaced::snapshot)
    }

    /// A pod; `None`: there is none of that name.
    #[must_use]
    pub fn pod(&self, namespace: &str, name: &str) -> Option<Pod> {
        self.namespaces.get(namespace)?.pods.get(name)
    }

    /// The pods of a namespace.
    #[must_use]
    pub fn pods(&self, namespace: &str) -> Objects<Pod> {
        self.namespaces.get(namespace).map(|known| known.pods.all()).unwrap_or_default()
    }

    /// Events that were there before anybody followed the namespace; what is known already is newer.
    pub fn add_events(&mut self, namespace: &str, events: Vec<Event>) {
        let snapshot = self.namespaces.entry(namespace.to_owned()).or_default();
        for event in events {
            if !snapshot.events.contains(&event.name_any()) {
                snapshot.events.put(&event);
            }
        }
        snapshot.trim();
    }

    /// Nobody follows the namespace any more: its events go.
    pub fn forget_events(&mut self, namespace: &str) {
        if let Some(snapshot) = self.namespaces.get_mut(namespace) {
            snapshot.events = Packed::default();
        }
        self.drop_empty(namespace);
    }

    /// Takes a message in. `own` says whether an object of that namespace with those labels is a release's, `followed`
    /// whether somebody follows the namespace: of all others nothing is kept.
    ///
    /// # Errors
    /// The watch's error.
    pub fn take(
        &mut self,
        message: Message,
        own: impl Fn(&str, &BTreeMap) -> bool,
        followed: impl Fn(&str) -> bool,
    ) -> Result<Touched, watcher::Error> {
        let all = &mut self.namespaces;
        let touched = match message {
            Message::Deployment(m) => take(&mut self.deployments, all, |s| &mut s.deployments, m, own)?,
            Message::ReplicaSet(m) => take(&mut self.replica_sets, all, |s| &mut s.replica_sets, m, own)?,
            Message::StatefulSet(m) => take(&mut self.stateful_sets, all, |s| &mut s.stateful_sets, m, own)?,
            Message::Job(m) => take(&mut self.jobs, all, |s| &mut s.jobs, m, own)?,
            Message::Pod(m) => take(&mut self.pods, all, |s| &mut s.pods, m, own)?,
            Message::Claim(m) => take(&mut self.claims, all, |s| &mut s.claims, m, own)?,
            Message::Event(m) => {
                let touched = take(&mut self.events, all, |s| &mut s.events, m, |namespace, _| followed(namespace))?;
                if let Touched::Namespace(namespace) = &touched
                    && let Some(snapshot) = all.get_mut(namespace)
                {
                    snapshot.trim();
                }
                touched
            }
            Message::Released(kind, m) => take(&mut self.released[kind], all, move |s| &mut s.released[kind], m, own)?,
            Message::Namespace(m) => self.names.take(m)?,
        };
        if let Touched::Namespace(namespace) = &touched {
            self.drop_empty(namespace);
        }
        Ok(touched)
    }

    fn drop_empty(&mut self, namespace: &str) {
        if self.namespaces.get(namespace).is_some_and(Namespaced::is_empty) {
            self.namespaces.remove(namespace);
        }
    }
}

type BTreeMap = std::collections::BTreeMap<String, String>;

/// A new list replaces what is known when it is complete, not before.
fn take<K: Resource + Serialize + DeserializeOwned>(
    listed: &mut Listed<K>,
    namespaces: &mut HashMap<String, Namespaced>,
    objects: impl Fn(&mut Namespaced) -> &mut Packed<K>,
    message: watcher::Result<watcher::Event<K>>,
    keep: impl Fn(&str, &BTreeMap) -> bool,
) -> watcher::Result<Touched> {
    let has_room = |namespace: &str, known: &HashMap<String, Namespaced>| {
        known.len() < MOST_NAMESPACES || known.contains_key(namespace)
    };
    Ok(match listed.heard(message)? {
        watcher::Event::Apply(item) => {
            let namespace = item.namespace().unwrap_or_default();
            if !keep(&namespace, item.labels()) || !has_room(&namespace, namespaces) {
                return Ok(Touched::Nobody);
            }
            objects(namespaces.entry(namespace.clone()).or_default()).put(&item);
            Touched::Namespace(namespace)
        }
        watcher::Event::Delete(item) => {
            let namespace = item.namespace().unwrap_or_default();
            let known =
                namespaces.get_mut(&namespace).is_some_and(|snapshot| objects(snapshot).remove(&item.name_any()));
            if known { Touched::Namespace(namespace) } else { Touched::Nobody }
        }
        watcher::Event::Init => {
            listed.coming.clear();
            Touched::Nobody
        }
        watcher::Event::InitApply(item) => {
            let namespace = item.namespace().unwrap_or_default();
            let known = listed.coming.len() < MOST_NAMESPACES || listed.coming.contains_key(&namespace);
            if keep(&namespace, item.labels()) && known {
                listed.coming.entry(namespace).or_default().put(&item);
            }
            Touched::Nobody
        }
        watcher::Event::InitDone => {
            let mut coming = std::mem::take(&mut listed.coming);
            let names: BTreeSet<String> = namespaces.keys().chain(coming.keys()).cloned().collect();
            for name in names {
                let new = coming.remove(&name).unwrap_or_default();
                *objects(namespaces.entry(name).or_default()) = new;
            }
            namespaces.retain(|_, snapshot| !snapshot.is_empty());
            listed.complete = true;
            Touched::Everybody
        }
    })
}

impl Names {
    fn take(&mut self, message: watcher::Result<watcher::Event<Namespace>>) -> watcher::Result<Touched> {
        Ok(match self.listed.heard(message)? {
            watcher::Event::Apply(namespace) => {
                let name = namespace.name_any();
                match owner(&namespace) {
                    Some(owner) if self.owners.len() < MOST_NAMESPACES || self.owners.contains_key(&name) => {
                        self.owners.insert(name.clone(), owner);
                    }
                    _ => {
                        self.owners.remove(&name);
                    }
                }
                Touched::Namespace(name)
            }
            watcher::Event::Delete(namespace) => {
                self.owners.remove(&namespace.name_any());
                Touched::Namespace(namespace.name_any())
            }
            watcher::Event::Init => {
                self.listed.coming.clear();
                Touched::Nobody
            }
            watcher::Event::InitApply(namespace) => {
                if self.listed.coming.len() < MOST_NAMESPACES {
                    self.listed.coming.entry(namespace.name_any()).or_default().put(&namespace);
                }
                Touched::Nobody
            }
            watcher::Event::InitDone => {
                let coming = std::mem::take(&mut self.listed.coming);
                let namespaces = coming.iter().filter_map(|(name, packed)| Some((name, packed.get(name)?)));
                self.owners =
                    namespaces.filter_map(|(name, namespace)| Some((name.clone(), owner(&namespace)?))).collect();
                self.listed.complete = true;
                Touched::Everybody
            }
        })
    }
}

/// Whose namespace it is; nobody's when it is being deleted.
fn owner(namespace: &Namespace) -> Option<Uuid> {
    let label = namespace.labels().get(DEPLOYMENT_LABEL)?;
    let stays = namespace.metadata.deletion_timestamp.is_none();
    stays.then(|| Uuid::try_parse(label).ok()).flatten()
}

#[cfg(test)]
mod tests;
