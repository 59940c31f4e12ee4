//! The simulated cluster: its objects under one lock, its clock, and what every write has in common, whoever makes it.

mod create;
mod delete;
mod update;

use crate::{
    catalogue::{Catalogue, Kind},
    managers::Who,
    store::Store,
};
pub use delete::{Deleted, Deletion};
use kit::{Clock, Ids};
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
        Who {
            manager: intent.manager.clone(),
            subresource: intent.subresource.clone(),
            api_version: kind.api_version(),
            now: self.clock.now(),
        }
    }
}

/// Kinds that count changes of their spec.
fn has_generation(kind: &Kind) -> bool {
    const COUNTED: [&str; 9] = [
        "Deployment",
        "ReplicaSet",
        "StatefulSet",
        "Job",
        "CronJob",
        "Ingress",
        "NetworkPolicy",
        "PodDisruptionBudget",
        "Pod",
    ];
    COUNTED.contains(&kind.kind.as_str())
}
