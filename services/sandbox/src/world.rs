//! The simulated cluster: its objects under one lock, its clock, and what every write has in common, whoever makes it.

use crate::{
    catalogue::{Catalogue, Kind},
    check,
    failure::{Failure, Problem},
    json, managers,
    managers::Who,
    normal,
    store::Store,
};
use kit::{Clock, Ids};
use serde_json::{Value, json};
use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// Annotation that makes a pod fail in a certain way.
pub const FAULT: &str = "canopy.internal/fault";
/// Keeps a claim while a pod uses it.
pub const CLAIM_GUARD: &str = "kubernetes.io/pvc-protection";
/// Waits for dependents.
pub const FOREGROUND: &str = "foregroundDeletion";
/// Lets dependents go.
pub const ORPHAN: &str = "orphan";

/// Everything that requests and controllers share.
pub struct World {
    pub catalogue: Arc<Catalogue>,
    pub clock: Arc<dyn Clock>,
    pub ids: Arc<dyn Ids>,
    /// How many times faster than a real cluster pods come and go.
    pub speed: f64,
    store: Mutex<Store>,
}

/// How a write is meant.
#[derive(Debug, Clone, Default)]
pub struct Intent {
    /// Field manager.
    pub manager: String,
    /// `status` and the like.
    pub subresource: String,
    /// Check everything, change nothing.
    pub dry_run: bool,
}

impl Intent {
    /// A controller's write to the object itself.
    pub fn of(manager: &str) -> Self {
        Self { manager: manager.to_owned(), ..Self::default() }
    }

    /// A controller's write to the status.
    pub fn status(manager: &str) -> Self {
        Self { manager: manager.to_owned(), subresource: "status".into(), dry_run: false }
    }
}

/// What a deletion requires and wants.
#[derive(Debug, Clone, Default)]
pub struct Deletion {
    pub uid: Option<String>,
    pub version: Option<String>,
    /// `Foreground`, `Orphan`, or what happens otherwise.
    pub propagation: String,
    /// Seconds; `Some(0)` at once.
    pub grace: Option<i64>,
    pub dry_run: bool,
}

/// What became of a deletion.
pub enum Deleted {
    /// It is gone; its last state.
    Gone(Arc<Value>),
    /// Finalizers or a grace period hold it.
    Ending(Arc<Value>),
}

impl World {
    /// Around a store.
    pub fn new(store: Store, clock: Arc<dyn Clock>, ids: Arc<dyn Ids>, speed: f64) -> Self {
        Self { catalogue: Arc::clone(&store.catalogue), clock, ids, speed, store: Mutex::new(store) }
    }

    /// The objects. Never held across an await.
    pub fn lock(&self) -> MutexGuard<'_, Store> {
        // A panic in a handler leaves whole objects behind: each write is one insertion.
        self.store.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// So long in a real cluster, shorter here.
    pub fn scaled(&self, seconds: f64) -> Duration {
        Duration::from_secs_f64((seconds / self.speed.max(0.001)).clamp(0.0, 86_400.0))
    }

    /// A kind that is known to be there.
    pub fn kind(&self, name: &str) -> Arc<Kind> {
        self.catalogue.kind(name).cloned().unwrap_or_else(|| {
            Arc::new(Kind {
                group: String::new(),
                version: "v1".into(),
                kind: name.to_owned(),
                plural: name.to_lowercase(),
                namespaced: true,
                verbs: Vec::new(),
                subresources: Vec::new(),
                schema: 0,
            })
        })
    }

    fn who(&self, kind: &Kind, intent: &Intent) -> Who {
        Who { manager: intent.manager.clone(), subresource: intent.subresource.clone(), api_version: kind.api_version(), now: self.clock.now() }
    }

    /// Creates an object.
    ///
    /// # Errors
    /// As Kubernetes would.
    pub fn create(&self, store: &mut Store, kind: &Kind, mut object: Value, intent: &Intent) -> Result<Arc<Value>, Failure> {
        self.name(&mut object);
        if !matches!(json::text(&object, "/metadata/resourceVersion"), "" | "0") {
            return Err(Failure::internal("resourceVersion should not be set on objects to be created".into()));
        }
        self.prepare(store, kind, &mut object)?;
        let blank = json!({"apiVersion": kind.api_version(), "kind": kind.kind});
        let entries = managers::update((&self.catalogue.schema, kind.schema), &blank, &object, Vec::new(), &self.who(kind, intent));
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
    fn prepare(&self, store: &Store, kind: &Kind, object: &mut Value) -> Result<(), Failure> {
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
            Some(ns) if json::is_ending(&ns) && kind.kind != "Event" => Err(Failure::terminating(kind, &name, &namespace)),
            Some(_) => Ok(()),
        }
    }

    /// The last part of every creation.
    fn insert(&self, store: &mut Store, kind: &Kind, mut object: Value, intent: &Intent) -> Result<Arc<Value>, Failure> {
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

    /// Replaces an object by what `new` makes of it; its uid and resourceVersion, where it has any, must fit.
    ///
    /// # Errors
    /// As Kubernetes would.
    pub fn update(&self, store: &mut Store, kind: &Kind, old: &Arc<Value>, mut new: Value, intent: &Intent) -> Result<Arc<Value>, Failure> {
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
        let entries = managers::update((&self.catalogue.schema, kind.schema), &live, &bare_new, entries, &self.who(kind, intent));
        managers::write(&mut new, entries);
        self.replace(store, kind, old, new, intent, &name)
    }

    /// Server-side apply; creates the object when there is none.
    ///
    /// # Errors
    /// As Kubernetes would.
    pub fn apply(&self, store: &mut Store, kind: &Kind, (namespace, name): (&str, &str), applied: &Value, intent: &Intent, force: bool) -> Result<(Arc<Value>, bool), Failure> {
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
                let why = format!("uid mismatch: the provided object specified uid {uid}, and no existing object was found");
                return Err(Failure::conflict(kind, name, &why));
            }
            if !intent.subresource.is_empty() {
                return Err(Failure::not_found(kind, name));
            }
            let blank = json!({"apiVersion": kind.api_version(), "kind": kind.kind, "metadata": {}});
            let (mut object, entries) = managers::apply(shape, &blank, &applied, Vec::new(), &self.who(kind, intent), force)
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
        let (mut object, entries) = managers::apply(shape, &live, &applied, managers::read(&old), &self.who(kind, intent), force)
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
        for field in ["uid", "name", "namespace", "creationTimestamp", "resourceVersion", "generation", "deletionTimestamp", "deletionGracePeriodSeconds"] {
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
    fn replace(&self, store: &mut Store, kind: &Kind, old: &Arc<Value>, mut new: Value, intent: &Intent, name: &str) -> Result<Arc<Value>, Failure> {
        if has_generation(kind) && intent.subresource.is_empty() {
            // A Deployment's annotations count as well.
            let annotations = kind.kind == "Deployment" && old.pointer("/metadata/annotations") != new.pointer("/metadata/annotations");
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

    /// Deletes an object, or marks it when something holds it.
    ///
    /// # Errors
    /// A precondition that does not hold.
    pub fn delete(&self, store: &mut Store, kind: &Kind, old: &Arc<Value>, deletion: &Deletion) -> Result<Deleted, Failure> {
        let name = json::name(old).to_owned();
        if let Some(uid) = &deletion.uid
            && uid != json::uid(old)
        {
            let why = format!("the UID in the precondition ({uid}) does not match the UID in record ({}). The object might have been deleted and then recreated", json::uid(old));
            return Err(Failure::precondition(kind, &name, &why));
        }
        let version = json::text(old, "/metadata/resourceVersion");
        if let Some(wanted) = &deletion.version
            && wanted != version
        {
            let why = format!("the ResourceVersion in the precondition ({wanted}) does not match the ResourceVersion in record ({version}). The object might have been modified");
            return Err(Failure::precondition(kind, &name, &why));
        }
        let mut object = Value::clone(old);
        finalizers(&mut object, &deletion.propagation);
        let grace = grace(kind, &object, deletion.grace);
        let shortened = json::int(old, "/metadata/deletionGracePeriodSeconds").is_some_and(|was| grace < was);
        if !json::is_ending(&object) {
            let at = self.clock.now() + time::Duration::seconds(grace);
            json::set(&mut object, &["metadata", "deletionTimestamp"], json::stamp(at));
            if kind.kind != "Namespace" {
                json::set(&mut object, &["metadata", "deletionGracePeriodSeconds"], grace);
            }
            if has_generation(kind) {
                let generation = json::int(&object, "/metadata/generation").unwrap_or(0) + 1;
                json::set(&mut object, &["metadata", "generation"], generation);
            }
            if kind.kind == "Namespace" {
                json::set(&mut object, &["status", "phase"], "Terminating");
            }
        } else if shortened {
            json::set(&mut object, &["metadata", "deletionGracePeriodSeconds"], grace);
        }
        let free = is_free(kind, &object);
        if deletion.dry_run {
            let object = Arc::new(object);
            return Ok(if free { Deleted::Gone(object) } else { Deleted::Ending(object) });
        }
        if free && let Some(gone) = store.remove(&kind.kind, json::namespace(old), &name) {
            return Ok(Deleted::Gone(gone));
        }
        if object == **old {
            return Ok(Deleted::Ending(Arc::clone(old)));
        }
        Ok(Deleted::Ending(store.put(&kind.kind, object)))
    }
}

/// Adds or removes the finalizers that say what becomes of dependents.
fn finalizers(object: &mut Value, propagation: &str) {
    let mut list: Vec<Value> = json::items(object, "/metadata/finalizers").to_vec();
    let had = list.clone();
    let wanted = match propagation {
        "Foreground" => Some(FOREGROUND),
        "Orphan" => Some(ORPHAN),
        "Background" => None,
        _ => return,
    };
    list.retain(|f| f != FOREGROUND && f != ORPHAN || f.as_str() == wanted);
    if let Some(wanted) = wanted
        && !list.iter().any(|f| f == wanted)
    {
        list.push(wanted.into());
    }
    if list == had {
        return;
    }
    if list.is_empty() {
        json::remove(object, "/metadata", "finalizers");
    } else {
        json::set(object, &["metadata", "finalizers"], list);
    }
}

fn grace(kind: &Kind, object: &Value, wanted: Option<i64>) -> i64 {
    let over = matches!(json::text(object, "/status/phase"), "Succeeded" | "Failed");
    if kind.kind != "Pod" || over || json::text(object, "/spec/nodeName").is_empty() {
        return 0;
    }
    wanted.or_else(|| json::int(object, "/spec/terminationGracePeriodSeconds")).unwrap_or(30).max(0)
}

/// Whether nothing holds an object that is on its way out.
fn is_free(kind: &Kind, object: &Value) -> bool {
    let held = !json::items(object, "/metadata/finalizers").is_empty()
        || (kind.kind == "Namespace" && !json::items(object, "/spec/finalizers").is_empty());
    !held && json::int(object, "/metadata/deletionGracePeriodSeconds").unwrap_or(0) == 0
}

/// Kinds that count changes of their spec.
fn has_generation(kind: &Kind) -> bool {
    const COUNTED: [&str; 9] =
        ["Deployment", "ReplicaSet", "StatefulSet", "Job", "CronJob", "Ingress", "NetworkPolicy", "PodDisruptionBudget", "Pod"];
    COUNTED.contains(&kind.kind.as_str())
}
