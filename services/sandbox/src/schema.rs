//! The shapes of the kinds, as a real API server publishes them: fields, keys of lists, what is atomic, defaults.
//!
//! They decide what server-side apply merges, what strategic merge patches merge, and which fields are unknown.

use serde_json::Value;
use std::collections::{BTreeMap, HashMap};

/// Index of a shape.
pub type Id = usize;

/// What stands at one place of an object.
#[derive(Debug)]
pub struct Node {
    /// What it may hold.
    pub shape: Shape,
    /// What it holds when nothing is said.
    pub default: Option<Value>,
    /// The only texts allowed.
    pub allowed: Vec<String>,
    /// Strategic merge: lists are merged by this field instead of being replaced.
    pub merge_key: Option<String>,
    /// Strategic merge: a list or map is merged.
    pub merged: bool,
}

/// What a place may hold.
#[derive(Debug)]
pub enum Shape {
    /// As another place.
    Same(Id),
    /// One value.
    Scalar(Scalar),
    /// Known fields.
    Struct { fields: BTreeMap<String, Id>, required: Vec<String>, atomic: bool },
    /// Any keys.
    Map { values: Id, atomic: bool },
    /// Items.
    List { items: Id, keys: Keys },
    /// Anything; it has one owner.
    Any,
}

/// Kinds of single values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scalar {
    Text,
    Whole,
    Number,
    Truth,
    /// `500m`, `1Gi`
    Quantity,
    /// `80` or `http`
    WholeOrText,
}

/// What tells the items of a list apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Keys {
    /// Nothing: the list is one value.
    Atomic,
    /// The items themselves.
    Set,
    /// These fields.
    Fields(Vec<String>),
}

/// All shapes.
#[derive(Debug, Default)]
pub struct Schema {
    nodes: Vec<Node>,
    names: HashMap<String, Id>,
    /// (group, version, kind) → its shape
    kinds: HashMap<(String, String, String), Id>,
}

const REFERENCE: &str = "/components/schemas/";

impl Schema {
    /// Reads the published schemas.
    pub fn read(schemas: &BTreeMap<String, Value>) -> Self {
        let mut schema = Self::default();
        for name in schemas.keys() {
            let id = schema.add(Node {
                shape: Shape::Any,
                default: None,
                allowed: Vec::new(),
                merge_key: None,
                merged: false,
            });
            schema.names.insert(name.clone(), id);
        }
        for (name, text) in schemas {
            let shape = schema.shape_of(name, text);
            let id = schema.names[name];
            schema.nodes[id].shape = shape;
            for known in crate::json::items(text, "/x-kubernetes-group-version-kind") {
                let part = |key: &str| known.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
                schema.kinds.insert((part("group"), part("version"), part("kind")), id);
            }
        }
        schema
    }

    fn add(&mut self, node: Node) -> Id {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    fn node_of(&mut self, text: &Value) -> Id {
        let shape = self.shape_of("", text);
        let word = |key: &str| text.get(key).and_then(Value::as_str);
        let allowed = crate::json::items(text, "/enum").iter().filter_map(|v| v.as_str().map(str::to_owned)).collect();
        let node = Node {
            shape,
            default: text.get("default").cloned(),
            allowed,
            merge_key: word("x-kubernetes-patch-merge-key").map(str::to_owned),
            merged: word("x-kubernetes-patch-strategy").is_some_and(|s| s.split(',').any(|s| s == "merge")),
        };
        self.add(node)
    }

    fn shape_of(&mut self, name: &str, text: &Value) -> Shape {
        if name.ends_with("api.resource.Quantity") {
            return Shape::Scalar(Scalar::Quantity);
        }
        if text.get("format").and_then(Value::as_str) == Some("int-or-string") {
            return Shape::Scalar(Scalar::WholeOrText);
        }
        let target = text.get("$ref").or_else(|| text.pointer("/allOf/0/$ref")).and_then(Value::as_str);
        if let Some(id) = target.and_then(|target| target.split(REFERENCE).nth(1)).and_then(|name| self.names.get(name))
        {
            return Shape::Same(*id);
        }
        let atomic = text.get("x-kubernetes-map-type").and_then(Value::as_str) == Some("atomic");
        match text.get("type").and_then(Value::as_str) {
            Some("string") => Shape::Scalar(Scalar::Text),
            Some("integer") => Shape::Scalar(Scalar::Whole),
            Some("number") => Shape::Scalar(Scalar::Number),
            Some("boolean") => Shape::Scalar(Scalar::Truth),
            Some("array") => {
                let items = self.node_of(text.get("items").unwrap_or(&Value::Null));
                Shape::List { items, keys: keys(text) }
            }
            Some("object") => {
                if let Some(fields) = text.get("properties").and_then(Value::as_object) {
                    let fields = fields.iter().map(|(name, field)| (name.clone(), self.node_of(field))).collect();
                    let required = crate::json::items(text, "/required")
                        .iter()
                        .filter_map(|v| v.as_str().map(str::to_owned))
                        .collect();
                    Shape::Struct { fields, required, atomic }
                } else if let Some(values) = text.get("additionalProperties").filter(|v| v.is_object()) {
                    let values = self.node_of(values);
                    Shape::Map { values, atomic }
                } else {
                    Shape::Any
                }
            }
            _ => Shape::Any,
        }
    }

    /// The shape of a kind.
    pub fn of_kind(&self, group: &str, version: &str, kind: &str) -> Option<Id> {
        self.kinds.get(&(group.to_owned(), version.to_owned(), kind.to_owned())).copied()
    }

    /// The place itself.
    pub fn node(&self, id: Id) -> &Node {
        &self.nodes[id]
    }

    /// What the place holds, references followed.
    pub fn shape(&self, id: Id) -> &Shape {
        let mut at = id;
        loop {
            match &self.nodes[at].shape {
                Shape::Same(next) => at = *next,
                shape => return shape,
            }
        }
    }

    /// The place of a field or a key.
    pub fn field(&self, id: Id, name: &str) -> Option<Id> {
        match self.shape(id) {
            Shape::Struct { fields, .. } => fields.get(name).copied(),
            Shape::Map { values, .. } => Some(*values),
            _ => None,
        }
    }

    /// The place of a list's items.
    pub fn items(&self, id: Id) -> Option<Id> {
        match self.shape(id) {
            Shape::List { items, .. } => Some(*items),
            _ => None,
        }
    }

    /// Whether the place is owned as a whole.
    pub fn is_atomic(&self, id: Id) -> bool {
        match self.shape(id) {
            Shape::Struct { atomic, .. } | Shape::Map { atomic, .. } => *atomic,
            Shape::List { keys, .. } => *keys == Keys::Atomic,
            _ => true,
        }
    }

    /// Whether Kubernetes' own types always have a field, empty or not; `Some(true)` when it is a list.
    pub fn always(&self, id: Id, name: &str, field: Id) -> Option<bool> {
        let empty =
            || self.nodes[field].default.as_ref().and_then(Value::as_object).is_some_and(serde_json::Map::is_empty);
        match (self.shape(field), self.shape(id)) {
            (Shape::Struct { .. }, _) if empty() => Some(false),
            (Shape::List { .. }, Shape::Struct { required, .. }) if required.iter().any(|r| r == name) => Some(true),
            _ => None,
        }
    }
}

fn keys(text: &Value) -> Keys {
    match text.get("x-kubernetes-list-type").and_then(Value::as_str) {
        Some("set") => Keys::Set,
        Some("map") => {
            let mut keys: Vec<String> = crate::json::items(text, "/x-kubernetes-list-map-keys")
                .iter()
                .filter_map(|v| v.as_str().map(str::to_owned))
                .collect();
            keys.sort();
            Keys::Fields(keys)
        }
        _ => Keys::Atomic,
    }
}
