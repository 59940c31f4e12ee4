//! The kinds that are served, as a real API server lists them, and their schema.

use crate::{
    protobuf::Table,
    schema::{Id, Schema},
};
use serde::Deserialize;
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
};

/// One kind.
#[derive(Debug)]
pub struct Kind {
    /// `apps`; empty for the core group.
    pub group: String,
    /// `v1`
    pub version: String,
    /// `Deployment`
    pub kind: String,
    /// `deployments`
    pub plural: String,
    /// Whether objects are in a namespace.
    pub namespaced: bool,
    /// `get`, `list`, …
    pub verbs: Vec<String>,
    /// `status`, `scale`, …
    pub subresources: Vec<String>,
    /// Its shape.
    pub schema: Id,
}

impl Kind {
    /// `apps/v1`
    pub fn api_version(&self) -> String {
        if self.group.is_empty() { self.version.clone() } else { format!("{}/{}", self.group, self.version) }
    }

    /// `deployments.apps`
    pub fn resource(&self) -> String {
        if self.group.is_empty() { self.plural.clone() } else { format!("{}.{}", self.plural, self.group) }
    }

    /// Whether there is such a subresource.
    pub fn has(&self, subresource: &str) -> bool {
        self.subresources.iter().any(|known| known == subresource)
    }

    /// Whether objects are kept: reviews are only answered.
    pub fn is_stored(&self) -> bool {
        self.verbs.iter().any(|verb| verb == "get")
    }
}

/// A resource as discovery tells it.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Resource {
    pub name: String,
    #[serde(default)]
    pub singular_name: String,
    pub namespaced: bool,
    pub kind: String,
    pub verbs: Vec<String>,
    #[serde(default)]
    pub short_names: Vec<String>,
    #[serde(default)]
    pub categories: Vec<String>,
    #[serde(default)]
    pub group: String,
    #[serde(default)]
    pub version: String,
}

#[derive(Deserialize)]
struct Published {
    version: String,
    resources: BTreeMap<String, Vec<Resource>>,
    schemas: BTreeMap<String, Value>,
}

/// Everything that is known about kinds.
pub struct Catalogue {
    /// All shapes.
    pub schema: Schema,
    /// `v1.36.3`
    pub version: String,
    /// Group version → resources, for discovery.
    pub resources: BTreeMap<String, Vec<Resource>>,
    /// The schemas as published, for `/openapi`.
    pub schemas: BTreeMap<String, Value>,
    /// For bodies that are not JSON.
    pub protobuf: Table,
    kinds: HashMap<String, Arc<Kind>>,
    paths: HashMap<(String, String), Arc<Kind>>,
}

/// The API of a metrics server: no schema is published for it here.
pub const METRICS: &str = "metrics.k8s.io/v1beta1";

impl Catalogue {
    /// Reads what was published.
    ///
    /// # Errors
    /// Only when the file in the tree is broken.
    pub fn read() -> anyhow::Result<Self> {
        let published: Published = serde_json::from_str(include_str!("../schema/kubernetes.json"))?;
        let schema = Schema::read(&published.schemas);
        let mut resources = published.resources;
        let (mut kinds, mut paths) = (HashMap::new(), HashMap::new());
        for (group_version, list) in &resources {
            let (group, version) = group_version.rsplit_once('/').unwrap_or(("", group_version));
            for resource in list.iter().filter(|resource| !resource.name.contains('/')) {
                let Some(id) = schema.of_kind(group, version, &resource.kind) else { continue };
                let below = format!("{}/", resource.name);
                let subresources =
                    list.iter().filter_map(|other| other.name.strip_prefix(&below).map(str::to_owned)).collect();
                let kind = Arc::new(Kind {
                    group: group.to_owned(),
                    version: version.to_owned(),
                    kind: resource.kind.clone(),
                    plural: resource.name.clone(),
                    namespaced: resource.namespaced,
                    verbs: resource.verbs.clone(),
                    subresources,
                    schema: id,
                });
                kinds.insert(kind.kind.clone(), Arc::clone(&kind));
                paths.insert((group_version.clone(), kind.plural.clone()), kind);
            }
        }
        let metric = |name: &str, kind: &str, namespaced: bool| -> Result<Resource, serde_json::Error> {
            serde_json::from_value(
                json!({"name": name, "kind": kind, "namespaced": namespaced, "verbs": ["get", "list"]}),
            )
        };
        resources.insert(
            METRICS.to_owned(),
            vec![metric("nodes", "NodeMetrics", false)?, metric("pods", "PodMetrics", true)?],
        );
        let version = format!("{}+sandbox", published.version);
        Ok(Self { schema, version, resources, schemas: published.schemas, protobuf: Table::read()?, kinds, paths })
    }

    /// By its name; each name is there once.
    pub fn kind(&self, name: &str) -> Option<&Arc<Kind>> {
        self.kinds.get(name)
    }

    /// By its path.
    pub fn at(&self, group_version: &str, plural: &str) -> Option<&Arc<Kind>> {
        self.paths.get(&(group_version.to_owned(), plural.to_owned()))
    }

    /// All kinds whose objects are kept.
    pub fn stored(&self) -> impl Iterator<Item = &Arc<Kind>> {
        self.kinds.values().filter(|kind| kind.is_stored())
    }
}
