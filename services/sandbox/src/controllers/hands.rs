//! How controllers read and write: one namespace, one moment, failures noted and not fatal.

use super::MANAGER;
use crate::{
    failure::Failure,
    json,
    store::Store,
    world::{Deletion, Intent, World},
};
use serde_json::{Value, json};
use std::{collections::BTreeMap, sync::Arc};
use time::OffsetDateTime;

/// Seconds between two attempts to make a pod that is refused.
const PATIENCE: f64 = 10.0;

/// A look at one namespace.
pub struct Hands<'a> {
    pub world: &'a World,
    pub store: &'a mut Store,
    pub namespace: String,
    pub now: OffsetDateTime,
    due: Option<OffsetDateTime>,
    refused: &'a mut BTreeMap<String, OffsetDateTime>,
}

impl<'a> Hands<'a> {
    pub fn new(
        world: &'a World,
        store: &'a mut Store,
        refused: &'a mut BTreeMap<String, OffsetDateTime>,
        namespace: &str,
        now: OffsetDateTime,
    ) -> Self {
        Self { world, store, namespace: namespace.to_owned(), now, due: None, refused }
    }

    /// Whether the owner's last pod was refused a moment ago: then it is tried again a little later.
    pub fn is_patient(&mut self, owner: &Value) -> bool {
        let again = self.refused.get(json::uid(owner)).copied().filter(|again| *again > self.now);
        if let Some(again) = again {
            self.wake(again);
        }
        again.is_some()
    }

    /// Notes that a pod of the owner was refused.
    pub fn be_patient(&mut self, owner: &Value) {
        let (now, again) = (self.now, self.after(self.now, PATIENCE));
        self.refused.retain(|_, at| *at > now);
        self.refused.insert(json::uid(owner).to_owned(), again);
        self.wake(again);
    }

    /// When the namespace is to be looked at again.
    pub fn due(&self) -> Option<OffsetDateTime> {
        self.due
    }

    /// Look again at that moment.
    pub fn wake(&mut self, at: OffsetDateTime) {
        self.due = Some(self.due.map_or(at, |due| due.min(at)));
    }

    /// The moment so many seconds of a real cluster after another.
    pub fn after(&self, from: OffsetDateTime, seconds: f64) -> OffsetDateTime {
        from + self.world.scaled(seconds)
    }

    /// `2026-11-21T08:00:00Z`
    pub fn stamp(&self) -> String {
        json::stamp(self.now)
    }

    pub fn list(&self, kind: &str) -> Vec<Arc<Value>> {
        self.store.list(kind, Some(&self.namespace))
    }

    pub fn get(&self, kind: &str, name: &str) -> Option<Arc<Value>> {
        self.store.get(kind, &self.namespace, name)
    }

    /// Objects that an owner controls.
    pub fn owned(&self, kind: &str, owner: &Value) -> Vec<Arc<Value>> {
        let uid = json::uid(owner);
        self.list(kind).into_iter().filter(|object| controller_uid(object) == uid).collect()
    }

    pub fn create(&mut self, kind: &str, mut object: Value) -> Result<Arc<Value>, Failure> {
        let kind = self.world.kind(kind);
        if kind.namespaced {
            json::set(&mut object, &["metadata", "namespace"], self.namespace.clone());
        }
        self.world.create(self.store, &kind, object, &Intent::of(MANAGER))
    }

    /// Changes an object; nothing happens when it is gone or stays the same.
    pub fn edit(
        &mut self,
        kind: &str,
        object: &Value,
        manager: &str,
        change: impl FnOnce(&mut Value),
    ) -> Option<Arc<Value>> {
        self.write(kind, object, &Intent::of(manager), change)
    }

    /// Changes an object's status.
    pub fn set_status(&mut self, kind: &str, object: &Value, manager: &str, status: Value) -> Option<Arc<Value>> {
        if object.get("status") == Some(&status) {
            return None;
        }
        self.write(kind, object, &Intent::status(manager), |object| object["status"] = status)
    }

    fn write(
        &mut self,
        kind: &str,
        object: &Value,
        intent: &Intent,
        change: impl FnOnce(&mut Value),
    ) -> Option<Arc<Value>> {
        let old = self
            .store
            .get(kind, json::namespace(object), json::name(object))
            .filter(|old| json::uid(old) == json::uid(object))?;
        let mut new = Value::clone(&old);
        change(&mut new);
        if new == *old {
            return Some(old);
        }
        match self.world.update(self.store, &self.world.kind(kind), &old, new, intent) {
            Ok(object) => Some(object),
            Err(failure) => {
                tracing::warn!(
                    kind,
                    name = json::name(object),
                    failure = failure.message,
                    "a controller's write was refused"
                );
                None
            }
        }
    }

    /// Deletes an object as far as its finalizers let it.
    pub fn delete(&mut self, kind: &str, object: &Value, grace: Option<i64>) {
        self.delete_as(kind, object, Deletion { grace, ..Deletion::default() });
    }

    /// Deletes an object in a certain way.
    pub fn delete_as(&mut self, kind: &str, object: &Value, deletion: Deletion) {
        let known = self
            .store
            .get(kind, json::namespace(object), json::name(object))
            .filter(|old| json::uid(old) == json::uid(object));
        if let Some(old) = known
            && let Err(failure) = self.world.delete(self.store, &self.world.kind(kind), &old, &deletion)
        {
            tracing::warn!(
                kind,
                name = json::name(object),
                failure = failure.message,
                "a controller's deletion was refused"
            );
        }
    }

    /// Takes a finalizer off.
    pub fn release(&mut self, kind: &str, object: &Value, finalizer: &str) {
        self.edit(kind, object, MANAGER, |object| {
            let list: Vec<Value> =
                json::items(object, "/metadata/finalizers").iter().filter(|f| *f != finalizer).cloned().collect();
            if list.is_empty() {
                json::remove(object, "/metadata", "finalizers");
            } else {
                json::set(object, &["metadata", "finalizers"], list);
            }
        });
    }

    /// Metadata of an object that an owner makes.
    pub fn reference(&self, kind: &str, owner: &Value) -> Value {
        let kind = self.world.kind(kind);
        json!([{"apiVersion": kind.api_version(), "kind": kind.kind, "name": json::name(owner), "uid": json::uid(owner),
            "controller": true, "blockOwnerDeletion": true}])
    }

    /// Whether the namespace takes new objects.
    pub fn is_open(&self) -> bool {
        self.store.get("Namespace", "", &self.namespace).is_some_and(|namespace| !json::is_ending(&namespace))
    }
}

/// The uid of an object's controller; empty without one.
pub fn controller_uid(object: &Value) -> &str {
    let owner = json::items(object, "/metadata/ownerReferences").iter().find(|owner| json::yes(owner, "/controller"));
    owner.map_or("", |owner| json::text(owner, "/uid"))
}

/// One condition laid over a list; its transition time moves only when its status does.
pub fn condition(
    conditions: &mut Vec<Value>,
    now: &str,
    with_update: bool,
    (kind, status, reason, message): (&str, bool, &str, &str),
) {
    let status = if status { "True" } else { "False" };
    let mut new =
        json!({"type": kind, "status": status, "lastTransitionTime": now, "reason": reason, "message": message});
    if with_update {
        new["lastUpdateTime"] = now.into();
    }
    match conditions.iter_mut().find(|c| json::text(c, "/type") == kind) {
        Some(old) => {
            if json::text(old, "/status") == status {
                new["lastTransitionTime"] = old["lastTransitionTime"].clone();
                if with_update && json::text(old, "/reason") == reason && json::text(old, "/message") == message {
                    new["lastUpdateTime"] = old["lastUpdateTime"].clone();
                }
            }
            *old = new;
        }
        None => conditions.push(new),
    }
}
