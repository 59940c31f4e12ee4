//! Changes: what a write requires of the object, what it may touch, who owns what afterwards.

use super::{Intent, World, delete::is_free, has_generation};
use crate::{
    catalogue::Kind,
    check,
    failure::{Failure, Problem},
    json, managers, normal,
    store::Store,
};
use serde_json::{Value, json};
use std::sync::Arc;

impl World {
    /// Replaces an object by what `new` makes of it; its uid and resourceVersion, where it has any, must fit.
    ///
    /// # Errors
    /// As Kubernetes would.
    pub fn update(
        &self,
        store: &mut Store,
        kind: &Kind,
        old: &Arc<Value>,
        mut new: Value,
        intent: &Intent,
    ) -> Result<Arc<Value>, Failure> {
        let name = json::name(old).to_owned();
        self.confirm(kind, old, &mut new)?;
        json::without_nulls(&mut new);
        normal::quantities(&self.catalogue.schema, kind.schema, &mut new);
        self.confine(kind, old, &mut new, intent);
        if intent.subresource.is_empty() {
            normal::defaults(&kind.kind, &mut new);
        }
        let given = managers::read(&new);
        let entries = if given.is_empty() { managers::read(old) } else { given };
        let bare = |object: &Value| {
            let mut bare = object.clone();
            json::remove(&mut bare, "/metadata", "managedFields");
            bare
        };
        let (live, bare_new) = (bare(old), bare(&new));
        let entries =
            managers::update((&self.catalogue.schema, kind.schema), &live, &bare_new, entries, &self.who(kind, intent));
        managers::write(&mut new, entries);
        self.replace(store, kind, old, new, intent, &name)
    }

    /// Server-side apply; creates the object when there is none.
    ///
    /// # Errors
    /// As Kubernetes would.
    pub fn apply(
        &self,
        store: &mut Store,
        kind: &Kind,
        (namespace, name): (&str, &str),
        applied: &Value,
        intent: &Intent,
        force: bool,
    ) -> Result<(Arc<Value>, bool), Failure> {
        let shape = (&self.catalogue.schema, kind.schema);
        if let Some(problem) = self.catalogue.schema.misfit(kind.schema, applied, &mut String::new()) {
            let place = format!("{}/{name}; {}, Kind={}", json::namespace(applied), kind.api_version(), kind.kind);
            return Err(Failure::internal(format!("failed to create typed patch object ({place}): {problem}")));
        }
        let mut applied = applied.clone();
        json::set(&mut applied, &["metadata", "name"], name);
        let Some(old) = store.get(&kind.kind, namespace, name) else {
            let uid = json::uid(&applied);
            if !uid.is_empty() {
                let why =
                    format!("uid mismatch: the provided object specified uid {uid}, and no existing object was found");
                return Err(Failure::conflict(kind, name, &why));
            }
            if !intent.subresource.is_empty() {
                return Err(Failure::not_found(kind, name));
            }
            let blank = json!({"apiVersion": kind.api_version(), "kind": kind.kind, "metadata": {}});
            let (mut object, entries) =
                managers::apply(shape, &blank, &applied, Vec::new(), &self.who(kind, intent), force)
                    .map_err(|conflicts| Failure::apply_conflict(&conflicts))?;
            if kind.namespaced {
                json::set(&mut object, &["metadata", "namespace"], namespace);
            }
            self.prepare(store, kind, &mut object)?;
            managers::write(&mut object, entries);
            return self.insert(store, kind, object, intent).map(|object| (object, true));
        };
        let mut live = Value::clone(&old);
        json::remove(&mut live, "/metadata", "managedFields");
        // The version is a condition, not something to be merged.
        let version = json::remove(&mut applied, "/metadata", "resourceVersion").filter(|v| !v.is_null());
        let (mut object, entries) =
            managers::apply(shape, &live, &applied, managers::read(&old), &self.who(kind, intent), force)
                .map_err(|conflicts| Failure::apply_conflict(&conflicts))?;
        if let Some(version) = version {
            json::set(&mut object, &["metadata", "resourceVersion"], version);
        }
        self.confirm(kind, &old, &mut object)?;
        self.confine(kind, &old, &mut object, intent);
        json::without_nulls(&mut object);
        normal::quantities(&self.catalogue.schema, kind.schema, &mut object);
        normal::defaults(&kind.kind, &mut object);
        managers::write(&mut object, entries);
        self.replace(store, kind, &old, object, intent, name).map(|object| (object, false))
    }

    /// uid and resourceVersion that a write carries must be those of the object.
    fn confirm(&self, kind: &Kind, old: &Value, new: &mut Value) -> Result<(), Failure> {
        let name = json::name(old);
        let version = json::text(new, "/metadata/resourceVersion");
        if !matches!(version, "" | "0") && version != json::text(old, "/metadata/resourceVersion") {
            return Err(Failure::stale(kind, name));
        }
        let uid = json::uid(new);
        if !uid.is_empty() && uid != json::uid(old) {
            // The real one says it twice, too.
            let problem = Problem::invalid("metadata.uid", &uid.into(), "field is immutable");
            return Err(Failure::invalid(kind, name, &[problem.clone(), problem]));
        }
        for field in [
            "uid",
            "name",
            "namespace",
            "creationTimestamp",
            "resourceVersion",
            "generation",
            "deletionTimestamp",
            "deletionGracePeriodSeconds",
        ] {
            match old.pointer(&format!("/metadata/{field}")) {
                Some(value) => json::set(new, &["metadata", field], value.clone()),
                None => {
                    json::remove(new, "/metadata", field);
                }
            }
        }
        json::set(new, &["apiVersion"], kind.api_version());
        json::set(new, &["kind"], kind.kind.clone());
        Ok(())
    }

    /// The object's own endpoint leaves the status alone, the status endpoint everything else.
    fn confine(&self, kind: &Kind, old: &Value, new: &mut Value, intent: &Intent) {
        let mut keep = |field: &str| match old.get(field) {
            Some(value) => json::set(new, &[field], value.clone()),
            None => {
                json::remove(new, "", field);
            }
        };
        if intent.subresource == "status" {
            keep("spec");
        } else if kind.has("status") {
            keep("status");
        }
        crate::admission::kept(kind, old, new);
    }

    /// The last part of every change.
    fn replace(
        &self,
        store: &mut Store,
        kind: &Kind,
        old: &Arc<Value>,
        mut new: Value,
        intent: &Intent,
        name: &str,
    ) -> Result<Arc<Value>, Failure> {
        if has_generation(kind) && intent.subresource.is_empty() {
            // A Deployment's annotations count as well.
            let annotations = kind.kind == "Deployment"
                && old.pointer("/metadata/annotations") != new.pointer("/metadata/annotations");
            if old.get("spec") != new.get("spec") || annotations {
                let generation = json::int(old, "/metadata/generation").unwrap_or(0) + 1;
                json::set(&mut new, &["metadata", "generation"], generation);
            }
        }
        let mut problems = check::object(&self.catalogue.schema, kind, &new);
        problems.extend(check::change(kind, old, &new));
        if !problems.is_empty() {
            return Err(Failure::invalid(kind, name, &problems));
        }
        if new == **old {
            return Ok(Arc::clone(old));
        }
        if intent.dry_run {
            return Ok(Arc::new(new));
        }
        if json::is_ending(&new) && is_free(kind, &new) {
            store.put(&kind.kind, new);
            let gone = store.remove(&kind.kind, json::namespace(old), name);
            return Ok(gone.unwrap_or_else(|| Arc::clone(old)));
        }
        Ok(store.put(&kind.kind, new))
    }
}
