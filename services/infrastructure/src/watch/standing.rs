//! Standing by: the sites of a whole cluster, as long as somebody looks at them.

use super::{Part, Snapshot, Store, Watch, Watches, store::Touched};
use kube::core::Status;
use std::{collections::BTreeSet, sync::Arc, time::Duration};
use tokio::sync::watch;
use uuid::Uuid;

/// The one who looks at all sites of a cluster. What runs is watched until it is dropped.
pub struct Standing {
    watch: Arc<Watch>,
    wake: watch::Receiver<()>,
}

/// What the watches keep for them.
pub(super) struct Stand {
    wake: watch::Sender<()>,
    changes: Changes,
}

/// Where something has changed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Changes {
    /// Everywhere: the cluster was listed anew.
    pub all: bool,
    /// In these namespaces.
    pub namespaces: BTreeSet<String>,
}

impl Stand {
    pub(super) fn note(&mut self, touched: &Touched) {
        match touched {
            Touched::Nobody => return,
            Touched::Namespace(namespace) => {
                self.changes.namespaces.insert(namespace.clone());
            }
            Touched::Everybody => self.changes.all = true,
        }
        self.wake();
    }

    pub(super) fn wake(&self) {
        self.wake.send_replace(());
    }
}

impl Watches {
    /// Stands by; the one who did before is passed over.
    pub fn stand(&self, client: &kube::Client) -> Standing {
        let watch = self.whole();
        let (wake, woken) = watch::channel(());
        let mut state = watch.state();
        state.stand = Some(Stand { wake, changes: Changes::default() });
        watch.begin(&mut state, client, &[Part::Workloads, Part::Names, Part::Released]);
        drop(state);
        Standing { watch: Arc::clone(watch), wake: woken }
    }

    /// What the watches know of a site's namespace; `None` when they do not know what it shows now, or that it is the
    /// deployment's.
    #[must_use]
    pub fn known(&self, deployment: Uuid, namespace: &str) -> Option<Snapshot> {
        let state = self.whole.get()?.state();
        let current = state.stand.is_some() && state.store.is_current();
        (current && state.store.owners().get(namespace) == Some(&deployment))
            .then(|| state.store.snapshot(namespace).unwrap_or_default())
    }
}

impl Watches {
    /// The deployment whose namespace it is; `Some(None)`: nobody's. `None` while the watches do not know what there is.
    #[must_use]
    pub fn owner(&self, namespace: &str) -> Option<Option<Uuid>> {
        let state = self.whole.get()?.state();
        let current = state.stand.is_some() && state.store.is_current();
        current.then(|| state.store.owners().get(namespace).copied())
    }
}

impl Watches {
    /// Whether the cluster refuses to show what all its sites are: no waiting changes that.
    pub(crate) fn refused(&self) -> bool {
        let Some(watch) = self.whole.get() else { return false };
        watch.state().refused().is_some()
    }

    /// Looks at all sites as the cluster shows them now; `None` while the watches do not know that.
    pub(crate) fn sites<T>(&self, look: impl FnOnce(&Store) -> T) -> Option<T> {
        let state = self.whole.get()?.state();
        let current = state.stand.is_some() && state.store.is_current();
        current.then(|| look(&state.store))
    }
}

impl Watches {
    /// Whether what is known of all sites is what the cluster shows now, and how long ago the watches brought something: a
    /// cluster in which nothing happens says nothing for long. `None`: nobody looks at all sites.
    #[must_use]
    pub fn age(&self) -> Option<(bool, Option<Duration>)> {
        let state = self.whole.get()?.state();
        state.stand.as_ref()?;
        Some((state.store.is_current(), state.heard.map(|heard| heard.elapsed())))
    }
}

impl Standing {
    /// Waits until something has changed since the last call.
    pub async fn changed(&mut self) {
        if self.wake.changed().await.is_err() {
            // the sender is gone: somebody else stands by now
            std::future::pending().await
        }
    }

    /// Where something has changed since this was asked last.
    #[must_use]
    pub fn changes(&mut self) -> Changes {
        self.wake.mark_unchanged();
        self.watch.state().stand.as_mut().map(|stand| std::mem::take(&mut stand.changes)).unwrap_or_default()
    }

    /// A "no" that no waiting changes.
    #[must_use]
    pub fn refusal(&self) -> Option<Status> {
        self.watch.state().refused().cloned()
    }

    /// Whether the cluster refuses to say what else releases are made of: then what runs is all that is known of them.
    #[must_use]
    pub fn lacks_releases(&self) -> bool {
        self.watch.state().refusals.iter().any(|(part, _)| *part == Part::Released)
    }

    /// Looks at what the cluster shows now; `None` when that is not known.
    pub fn look<T>(&self, look: impl FnOnce(&Store) -> T) -> Option<T> {
        let state = self.watch.state();
        state.store.is_current().then(|| look(&state.store))
    }
}

impl Drop for Standing {
    fn drop(&mut self) {
        let mut state = self.watch.state();
        // one who came later goes on: their channel is another, and ours is closed
        if self.wake.has_changed().is_ok() {
            state.stand = None;
        }
    }
}
