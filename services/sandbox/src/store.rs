//! The objects and what happened to them, in memory. One version counts all changes, as etcd's revision does.
//!
//! Objects are kept as their JSON text: as trees of values they take seven times as much. Those in use are kept as both.

mod parsed;
mod snapshot;

use crate::{catalogue::Catalogue, json};
use parsed::Parsed;
use serde_json::{Value, value::RawValue};
use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet, HashMap, VecDeque},
    sync::Arc,
};
use tokio::sync::watch;

/// Bytes of changes that a watch can be attached behind: some hundreds, as a watch that was cut off for a moment needs.
/// Whoever comes later is told to list again, as by a real API server.
const REMEMBERED: usize = 2 << 20;
/// The version before the first object: `1` is one that no object has.
const FIRST: u64 = 1;

/// (namespace, name)
pub type Key = (String, String);

/// One state of an object.
#[derive(Debug, Clone)]
pub struct Stored {
    /// Its resourceVersion.
    pub version: u64,
    /// Its JSON.
    pub text: Arc<RawValue>,
}

impl Stored {
    /// What is written under a version that the object already carries.
    fn new(version: u64, object: &Value) -> Self {
        // A tree of values has nothing that JSON cannot say.
        let text = serde_json::value::to_raw_value(object).unwrap_or_default();
        Self { version, text: text.into() }
    }

    /// The object as a tree of values.
    pub fn parse(&self) -> Value {
        serde_json::from_str(self.text.get()).unwrap_or_default()
    }
}

/// One change.
#[derive(Debug, Clone)]
pub struct Change {
    /// The object before.
    pub before: Option<Stored>,
    /// The object after, with the change's version; for a deletion its last state.
    pub after: Stored,
    /// Whether it is gone.
    pub deleted: bool,
}

impl Change {
    /// Bytes that it adds to what is kept: what was before is of the change before.
    fn weight(&self) -> usize {
        self.after.text.get().len()
    }
}

/// All objects of one kind.
#[derive(Default)]
struct KindStore {
    objects: BTreeMap<Key, Stored>,
    /// Changes, with the namespace of each.
    history: VecDeque<(String, Change)>,
    /// The newest version that is forgotten.
    forgotten: u64,
}

impl KindStore {
    /// Version of the oldest change that is remembered.
    fn oldest(&self) -> Option<u64> {
        self.history.front().map(|(_, change)| change.after.version)
    }
}

/// Everything that is kept.
pub struct Store {
    /// What is served.
    pub catalogue: Arc<Catalogue>,
    version: u64,
    kinds: HashMap<String, KindStore>,
    changed: watch::Sender<u64>,
    /// Bytes that the history takes.
    remembered: usize,
    parsed: RefCell<Parsed>,
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
            parsed: RefCell::default(),
            dirty: BTreeSet::new(),
        }
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
        let stored = self.kinds.get(kind)?.objects.get(&(namespace.to_owned(), name.to_owned()))?;
        Some(self.parsed(stored))
    }

    /// Objects in order of namespace and name; of all namespaces without one.
    pub fn list(&self, kind: &str, namespace: Option<&str>) -> Vec<Arc<Value>> {
        self.each(kind, namespace).map(|(_, stored)| self.parsed(stored)).collect()
    }

    /// The same, for one look at many objects: what is read for it is not kept.
    pub fn list_once(&self, kind: &str, namespace: Option<&str>) -> Vec<Arc<Value>> {
        let parsed = self.parsed.borrow();
        self.each(kind, namespace).map(|(_, stored)| parsed.once(stored)).collect()
    }

    /// The same, as they are kept.
    pub fn each<'a>(
        &'a self,
        kind: &str,
        namespace: Option<&'a str>,
    ) -> impl Iterator<Item = (&'a Key, &'a Stored)> + use<'a> {
        let from = (namespace.unwrap_or_default().to_owned(), String::new());
        let objects = self.kinds.get(kind).map(|kind_store| kind_store.objects.range(from..));
        objects.into_iter().flatten().take_while(move |(key, _)| namespace.is_none_or(|namespace| key.0 == namespace))
    }

    /// A state of an object as a tree of values.
    pub fn parsed(&self, stored: &Stored) -> Arc<Value> {
        self.parsed.borrow_mut().of(stored)
    }

    /// Forgets the trees of values that were not used since the last call.
    pub fn turn(&mut self) {
        self.parsed.get_mut().turn();
    }

    /// Kinds with objects in a namespace.
    pub fn kinds_in(&self, namespace: &str) -> Vec<String> {
        let mut kinds: Vec<String> =
            self.kinds.keys().filter(|kind| self.each(kind, Some(namespace)).next().is_some()).cloned().collect();
        kinds.sort();
        kinds
    }

    /// Changes of a kind after a version, of all namespaces without one; `None` when they are not all known any more.
    pub fn since(&self, kind: &str, namespace: Option<&str>, version: u64) -> Option<impl Iterator<Item = &Change>> {
        let kind_store = self.kinds.get(kind)?;
        if version < kind_store.forgotten {
            return None;
        }
        let from = kind_store.history.partition_point(|(_, change)| change.after.version <= version);
        let later = kind_store.history.range(from..);
        Some(later.filter(move |(within, _)| namespace.is_none_or(|wanted| wanted == within)).map(|(_, change)| change))
    }

    /// Writes an object under the next version.
    pub fn put(&mut self, kind: &str, mut object: Value) -> Arc<Value> {
        let stored = self.next(&mut object);
        let key = (json::namespace(&object).to_owned(), json::name(&object).to_owned());
        let before = self.kinds.get_mut(kind).and_then(|known| known.objects.insert(key.clone(), stored.clone()));
        self.note(kind, key, Change { before, after: stored.clone(), deleted: false });
        self.parsed.get_mut().keep(stored.version, Arc::new(object))
    }

    /// Removes an object; its last state, with the version of the removal.
    pub fn remove(&mut self, kind: &str, namespace: &str, name: &str) -> Option<Arc<Value>> {
        let key = (namespace.to_owned(), name.to_owned());
        let before = self.kinds.get_mut(kind)?.objects.remove(&key)?;
        let mut last = Value::clone(&self.parsed(&before));
        let stored = self.next(&mut last);
        self.note(kind, key, Change { before: Some(before), after: stored, deleted: true });
        Some(Arc::new(last))
    }

    /// The object under the next version.
    fn next(&mut self, object: &mut Value) -> Stored {
        self.version += 1;
        json::set(object, &["metadata", "resourceVersion"], self.version.to_string());
        Stored::new(self.version, object)
    }

    fn note(&mut self, kind: &str, key: Key, change: Change) {
        self.dirty.insert(dirty_of(kind, &key).to_owned());
        if let Some(kind_store) = self.kinds.get_mut(kind) {
            self.remembered += change.weight();
            kind_store.history.push_back((key.0, change));
        }
        while self.remembered > REMEMBERED
            && let Some(kind_store) =
                self.kinds.values_mut().filter(|kind_store| !kind_store.history.is_empty()).min_by_key(|s| s.oldest())
            && let Some((_, old)) = kind_store.history.pop_front()
        {
            self.remembered -= old.weight();
            kind_store.forgotten = old.after.version;
        }
        self.changed.send_replace(self.version);
    }
}

/// Which namespace a change concerns: that of a Namespace is itself.
fn dirty_of<'a>(kind: &str, (namespace, name): &'a Key) -> &'a str {
    if kind == "Namespace" { name } else { namespace }
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
                   "data": {"n": number.to_string(), "text": "x".repeat(REMEMBERED / 8)}})
        };
        let first = store.version();
        for number in 0..100 {
            store.put("ConfigMap", object(number));
        }
        assert!(store.remembered <= REMEMBERED, "{}", store.remembered);
        assert!(store.since("ConfigMap", None, first).is_none(), "the first changes are forgotten");
        let lately = store.since("ConfigMap", Some("a"), store.version() - 5).expect("the last ones are not");
        assert_eq!(lately.count(), 5);
        // A kind of which nothing was forgotten can be watched from the beginning.
        assert!(store.since("Secret", None, first).is_some());
        store.remove("ConfigMap", "a", "big");
        assert!(store.remembered <= REMEMBERED && store.list("ConfigMap", None).is_empty());
    }
}
