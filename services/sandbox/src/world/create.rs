//! Creations: names, defaults, admission, checks.

use super::{Intent, World, has_generation};
use crate::{catalogue::Kind, check, failure::Failure, json, managers, normal, store::Store};
use serde_json::{Value, json};
use std::sync::Arc;

impl World {
    /// Creates an object.
    ///
    /// # Errors
    /// As Kubernetes would.
    pub fn create(
        &self,
        store: &mut Store,
        kind: &Kind,
        mut object: Value,
        intent: &Intent,
    ) -> Result<Arc<Value>, Failure> {
        self.name(&mut object);
        if !matches!(json::text(&object, "/metadata/resourceVersion"), "" | "0") {
            return Err(Failure::internal("resourceVersion should not be set on objects to be created".into()));
        }
        self.prepare(store, kind, &mut object)?;
        let blank = json!({"apiVersion": kind.api_version(), "kind": kind.kind});
        let entries = managers::update(
            (&self.catalogue.schema, kind.schema),
            &blank,
            &object,
            Vec::new(),
            &self.who(kind, intent),
        );
        managers::write(&mut object, entries);
        self.insert(store, kind, object, intent)
    }

    fn name(&self, object: &mut Value) {
        let prefix = json::text(object, "/metadata/generateName").to_owned();
        if json::name(object).is_empty() && !prefix.is_empty() {
            let bytes = self.ids.bytes(8);
            let number = bytes.iter().fold(0_u64, |n, byte| n << 8 | u64::from(*byte));
            let cut: String = prefix.chars().take(58).collect();
            json::set(object, &["metadata", "name"], format!("{cut}{}", json::suffix(number, 5)));
        }
    }

    /// Defaults, without what a client may not say.
    pub(super) fn prepare(&self, store: &Store, kind: &Kind, object: &mut Value) -> Result<(), Failure> {
        json::without_nulls(object);
        json::set(object, &["apiVersion"], kind.api_version());
        json::set(object, &["kind"], kind.kind.clone());
        for field in ["resourceVersion", "uid", "generation", "selfLink", "deletionTimestamp", "creationTimestamp"] {
            json::remove(object, "/metadata", field);
        }
        if kind.has("status") && !matches!(kind.kind.as_str(), "Node" | "PersistentVolume") {
            json::remove(object, "", "status");
        }
        normal::quantities(&self.catalogue.schema, kind.schema, object);
        normal::defaults(&kind.kind, object);
        if !kind.namespaced {
            json::remove(object, "/metadata", "namespace");
            return Ok(());
        }
        let (name, namespace) = (json::name(object).to_owned(), json::namespace(object).to_owned());
        match store.get("Namespace", "", &namespace) {
            None => Err(Failure::not_found(&self.kind("Namespace"), &namespace)),
            Some(ns) if json::is_ending(&ns) && kind.kind != "Event" => {
                Err(Failure::terminating(kind, &name, &namespace))
            }
            Some(_) => Ok(()),
        }
    }

    /// The last part of every creation.
    pub(super) fn insert(
        &self,
        store: &mut Store,
        kind: &Kind,
        mut object: Value,
        intent: &Intent,
    ) -> Result<Arc<Value>, Failure> {
        let (name, namespace) = (json::name(&object).to_owned(), json::namespace(&object).to_owned());
        json::set(&mut object, &["metadata", "uid"], self.ids.uuid().to_string());
        json::set(&mut object, &["metadata", "creationTimestamp"], json::stamp(self.clock.now()));
        if has_generation(kind) {
            json::set(&mut object, &["metadata", "generation"], 1);
        }
        crate::admission::created(store, kind, &mut object)?;
        let problems = check::object(&self.catalogue.schema, kind, &object);
        if !problems.is_empty() {
            return Err(Failure::invalid(kind, &name, &problems));
        }
        if store.get(&kind.kind, &namespace, &name).is_some() {
            return Err(Failure::exists(kind, &name));
        }
        if intent.dry_run {
            return Ok(Arc::new(object));
        }
        Ok(store.put(&kind.kind, object))
    }
}
