//! Manifests: reading a stored one, marking objects as Helm's, and what to delete after a change.

use crate::{Document, Error, yaml};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The annotation that keeps an object in the cluster when it leaves the manifest or the release is uninstalled.
pub const KEEP: &str = "helm.sh/resource-policy";
const MANAGED_BY: &str = "app.kubernetes.io/managed-by";
const RELEASE_NAME: &str = "meta.helm.sh/release-name";
const RELEASE_NAMESPACE: &str = "meta.helm.sh/release-namespace";

/// What makes two documents the same object: not the version of their API.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Identity {
    /// `apps`; empty for the core group.
    pub group: String,
    /// `Deployment`
    pub kind: String,
    /// Empty when the document leaves it to the release.
    pub namespace: String,
    /// `shop-web`
    pub name: String,
}

impl Document {
    /// The identity used for comparing manifests. `namespace` is the release's, for documents that name none.
    #[must_use]
    pub fn identity(&self, namespace: &str) -> Identity {
        let group = self.api_version.rsplit_once('/').map_or("", |(group, _)| group);
        let own = self.object.pointer("/metadata/namespace").and_then(Value::as_str).filter(|n| !n.is_empty());
        Identity {
            group: group.to_string(),
            kind: self.kind.clone(),
            namespace: own.unwrap_or(namespace).to_string(),
            name: self.name.clone(),
        }
    }

    /// Does the object ask to stay (`helm.sh/resource-policy: keep`)?
    #[must_use]
    pub fn kept(&self) -> bool {
        kept(&self.object)
    }

    pub(crate) fn read(source: &str, text: &str) -> Result<Option<Self>, Error> {
        let wrong = |reason: &str| Error::Manifest { file: source.to_string(), reason: reason.to_string() };
        let object = match yaml::parse(text).map_err(|e| wrong(&e))? {
            Value::Null => return Ok(None),
            object @ Value::Object(_) => object,
            _ => return Err(wrong("is not a map")),
        };
        let field = |pointer: &str| {
            object.pointer(pointer).and_then(Value::as_str).filter(|s| !s.is_empty()).map(str::to_string)
        };
        let api_version = field("/apiVersion").ok_or_else(|| wrong("has no apiVersion"))?;
        let kind = field("/kind").ok_or_else(|| wrong("has no kind"))?;
        let name = field("/metadata/name").ok_or_else(|| wrong("has no metadata.name"))?;
        Ok(Some(Self { source: source.to_string(), api_version, kind, name, object }))
    }
}

/// The same question about a live object.
pub(crate) fn kept(object: &Value) -> bool {
    object
        .pointer("/metadata/annotations")
        .and_then(|a| a.get(KEEP))
        .and_then(Value::as_str)
        .is_some_and(|p| p.trim().eq_ignore_ascii_case("keep"))
}

/// Reads a stored manifest; one broken document is an error, since deleting by half a manifest would be wrong.
pub fn documents(manifest: &str) -> Result<Vec<Document>, Error> {
    let mut out = Vec::new();
    for (i, text) in yaml::split(manifest).into_iter().enumerate() {
        let named = text.lines().find_map(|l| l.strip_prefix("# Source: ")).map(str::trim);
        let source = named.map_or_else(|| format!("document {}", i + 1), str::to_string);
        out.extend(Document::read(&source, text)?);
    }
    Ok(out)
}

/// Reads a stored manifest and passes over what it cannot read, for showing it. For deciding about deletion use
/// [`documents`].
#[must_use]
pub fn parse_manifest(manifest: &str) -> Vec<Document> {
    yaml::split(manifest)
        .into_iter()
        .filter_map(|text| {
            let source = text.lines().find_map(|l| l.strip_prefix("# Source: ")).unwrap_or_default().trim();
            Document::read(source, text).ok().flatten()
        })
        .collect()
}

/// What is left over after a change: everything of the earlier manifests (the last deployed one and the failed ones
/// since) that the new set no longer has, compared by group, kind, namespace and name. The first list is to be deleted,
/// in order; the second would be but asks to stay. Whoever deletes must look at the live object too: it may belong to
/// another release by now (see [`owner`]) or carry the keep annotation only there.
#[must_use]
pub fn prune_set(earlier: &[&[Document]], new: &[Document], namespace: &str) -> (Vec<Document>, Vec<Document>) {
    let wanted: BTreeSet<Identity> = new.iter().map(|d| d.identity(namespace)).collect();
    let mut gone: BTreeMap<Identity, Document> = BTreeMap::new();
    for document in earlier.iter().flat_map(|list| list.iter()) {
        let identity = document.identity(namespace);
        if !wanted.contains(&identity) {
            gone.insert(identity, document.clone());
        }
    }
    let (keep, mut delete): (Vec<_>, Vec<_>) = gone.into_values().partition(Document::kept);
    crate::uninstall_order(&mut delete);
    (delete, keep)
}

/// The object as it is applied: with the label and the two annotations without which Helm refuses to touch it.
#[must_use]
pub fn owned(object: &Value, release: &str, namespace: &str) -> Value {
    let mut out = object.clone();
    set(&mut out, "labels", MANAGED_BY, "Helm");
    set(&mut out, "annotations", RELEASE_NAME, release);
    set(&mut out, "annotations", RELEASE_NAMESPACE, namespace);
    out
}

/// Which release a live object says it belongs to, as (release, namespace); None when it is nobody's.
#[must_use]
pub fn owner(object: &Value) -> Option<(String, String)> {
    let labelled =
        object.pointer("/metadata/labels").and_then(|l| l.get(MANAGED_BY)).and_then(Value::as_str) == Some("Helm");
    let annotation =
        |key: &str| object.pointer("/metadata/annotations").and_then(|a| a.get(key)).and_then(Value::as_str);
    match (labelled, annotation(RELEASE_NAME), annotation(RELEASE_NAMESPACE)) {
        (true, Some(name), Some(namespace)) => Some((name.to_string(), namespace.to_string())),
        _ => None,
    }
}

fn set(object: &mut Value, section: &str, key: &str, value: &str) {
    let Value::Object(root) = object else { return };
    let metadata = root.entry("metadata").or_insert_with(|| json!({}));
    let Value::Object(metadata) = metadata else { return };
    let map = metadata.entry(section).or_insert_with(|| Value::Object(Map::new()));
    if map.is_null() {
        *map = Value::Object(Map::new());
    }
    if let Value::Object(map) = map {
        map.insert(key.to_string(), value.into());
    }
}
