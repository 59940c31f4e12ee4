//! The objects and what happened to them, in memory. One version counts all changes, as etcd's revision does.

use crate::{catalogue::Catalogue, json};
use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet, HashMap, VecDeque},
    sync::Arc,
};
use tokio::sync::watch;

/// Bytes of changes, about, that a watch can be attached behind: some hundreds, as a watch that was cut off for a moment needs.
/// Whoever comes later is told to list again, as by a real API server.
const REMEMBERED: usize = 16 << 20;
/// The version before the first object: `1` is one that no object has.
const FIRST: u64 = 1;

/// (namespace, name)
pub type Key = (String, String);

/// One change.
#[derive(Debug, Clone)]
pub struct Change {
    /// The version that it made.
    pub version: u64,
    /// The object before.
    pub before: Option<Arc<Value>>,
    /// The object after; for a deletion the last state with the deletion's version.
    pub after: Arc<Value>,
    /// Whether it is gone.
    pub deleted: bool,
}

/// All objects of one kind.
#[derive(Default)]
struct KindStore {
    objects: BTreeMap<Key, Arc<Value>>,
    history: VecDeque<Change>,
    /// The newest version that is forgotten.
    forgotten: u64,
}

impl KindStore {
    /// Version of the oldest change that is remembered.
    fn oldest(&self) -> Option<u64> {
        self.history.front().map(|change| change.version)
    }
}

/// Everything at one moment, to be written to a file. It shares the objects with the store.
#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Snapshot {
    resource_version: u64,
    #[serde(serialize_with = "each")]
    objects: Vec<Arc<Value>>,
}

fn each<S: serde::Serializer>(objects: &[Arc<Value>], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(objects.iter().map(|object| &**object))
}

/// Everything that is kept.
pub struct Store {
    /// What is served.
    pub catalogue: Arc<Catalogue>,
    version: u64,
    kinds: HashMap<String, KindStore>,
    changed: watch::Sender<u64>,
    /// About as many bytes as the history takes.
    remembered: usize,
    /// Namespaces in which something happened since the controllers looked; cluster-wide things are in the one without a name.
    dirty: BTreeSet<String>,
}

impl Store {
    /// An empty one.
    pub fn empty(catalogue: Arc<Catalogue>) -> Self {
        let kinds = catalogue.stored().map(|kind| (kind.kind.clone(), KindStore::default())).collect();
        Self {
            catalogue,
            version: FIRST,
            kinds,
            changed: watch::Sender::new(FIRST),
            remembered: 0,
            dirty: BTreeSet::new(),
        }
    }

    /// What a snapshot held. Watches cannot go back behind it.
    pub fn restore(catalogue: Arc<Catalogue>, snapshot: &Value) -> anyhow::Result<Self> {
        let mut store = Self::empty(catalogue);
        store.version = json::int(snapshot, "/resourceVersion").and_then(|v| u64::try_from(v).ok()).unwrap_or(FIRST);
        for object in json::items(snapshot, "/objects") {
            let kind = json::text(object, "/kind");
            let kind_store = store
                .kinds
                .get_mut(kind)
                .ok_or_else(|| anyhow::anyhow!("the snapshot holds the unknown kind {kind:?}"))?;
            let key = (json::namespace(object).to_owned(), json::name(object).to_owned());
            store.dirty.insert(dirty_of(object));
            kind_store.objects.insert(key, Arc::new(object.clone()));
        }
        let version = store.version;
        store.kinds.values_mut().for_each(|kind_store| kind_store.forgotten = version);
        store.changed.send_replace(version);
        Ok(store)
    }

    /// Everything, to be written to a file.
    pub fn snapshot(&self) -> Snapshot {
        let objects = self.kinds.values().flat_map(|kind_store| kind_store.objects.values().cloned()).collect();
        Snapshot { resource_version: self.version, objects }
    }

    /// The version of the last change.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Tells each change's version.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// Namespaces in which something happened, once.
    pub fn take_dirty(&mut self) -> BTreeSet<String> {
        std::mem::take(&mut self.dirty)
    }

    /// One object.
    pub fn get(&self, kind: &str, namespace: &str, name: &str) -> Option<Arc<Value>> {
        self.kinds.get(kind)?.objects.get(&(namespace.to_owned(), name.to_owned())).cloned()
    }

    /// Objects in order of namespace and name; of all namespaces without one.
    pub fn list(&self, kind: &str, namespace: Option<&str>) -> Vec<Arc<Value>> {
        let Some(kind_store) = self.kinds.get(kind) else { return Vec::new() };
        match namespace {
            None => kind_store.objects.values().cloned().collect(),
            Some(namespace) => {
                let from = (namespace.to_owned(), String::new());
                kind_store
                    .objects
                    .range(from..)
                    .take_while(|(key, _)| key.0 == namespace)
                    .map(|(_, object)| Arc::clone(object))
                    .collect()
            }
        }
    }

    /// Kinds with objects in a namespace.
    pub fn kinds_in(&self, namespace: &str) -> Vec<String> {
        let mut kinds: Vec<String> =
            self.kinds.keys().filter(|kind| !self.list(kind, Some(namespace)).is_empty()).cloned().collect();
        kinds.sort();
        kinds
    }

    /// Changes of a kind after a version; `None` when they are not all known any more.
    pub fn since(&self, kind: &str, version: u64) -> Option<Vec<Change>> {
        let kind_store = self.kinds.get(kind)?;
        if version < kind_store.forgotten {
            return None;
        }
        let from = kind_store.history.partition_point(|change| change.version <= version);
        Some(kind_store.history.range(from..).cloned().collect())
    }

    /// Writes an object under the next version.
    pub fn put(&mut self, kind: &str, mut object: Value) -> Arc<Value> {
        self.version += 1;
        json::set(&mut object, &["metadata", "resourceVersion"], self.version.to_string());
        let key = (json::namespace(&object).to_owned(), json::name(&object).to_owned());
        let after = Arc::new(object);
        let before = self.kinds.get_mut(kind).and_then(|kind_store| kind_store.objects.insert(key, Arc::clone(&after)));
        self.note(kind, Change { version: self.version, before, after: Arc::clone(&after), deleted: false });
        after
    }

    /// Removes an object; its last state, with the version of the removal.
    pub fn remove(&mut self, kind: &str, namespace: &str, name: &str) -> Option<Arc<Value>> {
        let before = self.kinds.get_mut(kind)?.objects.remove(&(namespace.to_owned(), name.to_owned()))?;
        self.version += 1;
        let mut last = Value::clone(&before);
        json::set(&mut last, &["metadata", "resourceVersion"], self.version.to_string());
        let after = Arc::new(last);
        self.note(
            kind,
            Change { version: self.version, before: Some(before), after: Arc::clone(&after), deleted: true },
        );
        Some(after)
    }

    fn note(&mut self, kind: &str, change: Change) {
        self.dirty.insert(dirty_of(&change.after));
        if let Some(kind_store) = self.kinds.get_mut(kind) {
            self.remembered += weight(&change.after);
            kind_store.history.push_back(change);
        }
        while self.remembered > REMEMBERED
            && let Some(kind_store) =
                self.kinds.values_mut().filter(|kind_store| !kind_store.history.is_empty()).min_by_key(|s| s.oldest())
            && let Some(old) = kind_store.history.pop_front()
        {
            self.remembered -= weight(&old.after);
            kind_store.forgotten = old.version;
        }
        self.changed.send_replace(self.version);
    }
}

/// Which namespace a change concerns: that of a Namespace is itself.
fn dirty_of(object: &Value) -> String {
    let whose = if json::text(object, "/kind") == "Namespace" { json::name(object) } else { json::namespace(object) };
    whose.to_owned()
}

/// About as many bytes as a value takes on the heap: what it is made of, with what the allocator adds. An object is a tree whose
/// nodes have room for eleven fields each, however few they hold.
fn weight(value: &Value) -> usize {
    const BLOCK: usize = 16;
    const NODE: usize = 11 * (size_of::<String>() + size_of::<Value>()) + 2 * BLOCK;
    match value {
        Value::String(text) => BLOCK + text.len(),
        Value::Array(items) => BLOCK + items.iter().map(|item| size_of::<Value>() + weight(item)).sum::<usize>(),
        Value::Object(fields) => {
            let within: usize = fields.iter().map(|(name, field)| BLOCK + name.len() + weight(field)).sum();
            NODE * fields.len().div_ceil(8) + within
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_remembered_of_changes_is_bounded_and_what_is_forgotten_is_told() {
        let mut store = Store::empty(Arc::new(Catalogue::read().expect("the catalogue")));
        let object = |number: usize| {
            json!({"kind": "ConfigMap", "metadata": {"namespace": "a", "name": "big"},
                   "data": {"n": number.to_string(), "text": "x".repeat(1 << 20)}})
        };
        let first = store.version();
        for number in 0..100 {
            store.put("ConfigMap", object(number));
        }
        assert!(store.remembered <= REMEMBERED, "{}", store.remembered);
        assert!(store.since("ConfigMap", first).is_none(), "the first changes are forgotten");
        let lately = store.since("ConfigMap", store.version() - 5).expect("the last ones are not");
        assert_eq!(lately.len(), 5);
        // A kind of which nothing was forgotten can be watched from the beginning.
        assert!(store.since("Secret", first).is_some());
        store.remove("ConfigMap", "a", "big");
        assert!(store.remembered <= REMEMBERED && store.list("ConfigMap", None).is_empty());
    }
}
