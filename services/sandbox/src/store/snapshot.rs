//! Everything at one moment, as it stands in a file.

use super::{FIRST, Key, Store, Stored};
use crate::catalogue::Catalogue;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::value::RawValue;
use std::sync::Arc;

/// It shares the objects with the store that it is of.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Snapshot {
    resource_version: u64,
    #[serde(serialize_with = "each")]
    objects: Vec<Arc<RawValue>>,
}

fn each<S: Serializer>(objects: &[Arc<RawValue>], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(objects.iter().map(|object| &**object))
}

/// What a file holds.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Held {
    #[serde(default)]
    resource_version: Option<u64>,
    #[serde(default)]
    objects: Vec<Box<RawValue>>,
}

/// What an object says of itself.
#[derive(Deserialize)]
struct Named {
    #[serde(default)]
    kind: String,
    metadata: Metadata,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Metadata {
    #[serde(default)]
    namespace: String,
    #[serde(default)]
    name: String,
    resource_version: String,
}

impl Store {
    /// What a snapshot held. Watches cannot go back behind it.
    ///
    /// # Errors
    /// When it is none, or one of other kinds.
    pub fn restore(catalogue: Arc<Catalogue>, snapshot: &[u8]) -> anyhow::Result<Self> {
        let held: Held = serde_json::from_slice(snapshot)?;
        let mut store = Self::empty(catalogue);
        store.version = held.resource_version.unwrap_or(FIRST);
        for text in held.objects {
            let Named { kind, metadata } = serde_json::from_str(text.get())?;
            let kind_store = store
                .kinds
                .get_mut(&kind)
                .ok_or_else(|| anyhow::anyhow!("the snapshot holds the unknown kind {kind:?}"))?;
            let stored = Stored { version: metadata.resource_version.parse()?, text: text.into() };
            let key: Key = (metadata.namespace, metadata.name);
            store.dirty.insert(super::dirty_of(&kind, &key).to_owned());
            kind_store.objects.insert(key, stored);
        }
        let version = store.version;
        store.kinds.values_mut().for_each(|kind_store| kind_store.forgotten = version);
        store.changed.send_replace(version);
        Ok(store)
    }

    /// Everything, to be written to a file.
    pub fn snapshot(&self) -> Snapshot {
        let objects = self.kinds.values().flat_map(|kind_store| kind_store.objects.values());
        Snapshot { resource_version: self.version, objects: objects.map(|stored| Arc::clone(&stored.text)).collect() }
    }
}
