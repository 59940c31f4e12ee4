//! What a cluster shows of its releases, kept current by one watch for each kind, however many rollouts follow it.
//!
//! The watches begin with the first follower and end a while after the last. Where the credentials may not watch all
//! namespaces, each followed namespace has watches of its own.

mod feed;
mod lean;
mod snapshot;
mod store;
#[cfg(test)]
mod tests;

pub use snapshot::{Objects, Snapshot, count, seen};

use feed::refused;
use k8s_openapi::api::core::v1::Event;
use kube::{Api, api::ListParams, core::Status};
use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use store::{Message, Store, Touched};
use tokio::{sync::watch, task::JoinSet, time::Instant};

/// Helm's label of what belongs to a release. Ours is named as its namespace.
pub const INSTANCE: &str = "app.kubernetes.io/instance";
/// How long the watches go on without a follower: the next one comes soon while people work. Fixed: it costs memory only.
const LINGER: Duration = Duration::from_secs(60);
/// Events that are read of a namespace when somebody begins to follow it. Fixed: the newest explain what happens.
const EARLIER_EVENTS: u32 = 500;

/// The watches of one cluster.
#[derive(Default)]
pub struct Watches {
    /// Of all namespaces.
    whole: Mutex<Option<Arc<Watch>>>,
    /// The credentials may not watch all namespaces.
    narrow: AtomicBool,
}

/// One set of watches.
struct Watch {
    /// `None`: all namespaces.
    namespace: Option<String>,
    state: Mutex<State>,
    /// Ends with the watch.
    work: Mutex<JoinSet<()>>,
}

#[derive(Default)]
struct State {
    store: Store,
    /// Namespace → wakes those who follow it.
    followers: HashMap<String, watch::Sender<()>>,
    /// Since when nothing but errors came.
    silent: Option<Instant>,
    /// A "no" that no waiting changes.
    refusal: Option<Status>,
    /// Since when nobody follows.
    idle: Option<Instant>,
    /// The watches are over: refused, or nobody followed for long.
    ended: bool,
}

/// Why nothing can be followed.
#[derive(Debug)]
pub enum Failure {
    /// The cluster says no: missing rights, revoked credentials.
    Refused(kube::Error),
    /// It has not answered for too long.
    Silent,
}

impl Watches {
    /// Follows a namespace; returns when everything in it has been listed. `labelled`: all that is of interest carries the
    /// release's label, and the release is named as the namespace.
    ///
    /// # Errors
    /// When the cluster refuses, or is silent for so long.
    pub async fn follow(
        &self,
        client: &kube::Client,
        namespace: &str,
        labelled: bool,
        patience: Duration,
    ) -> Result<Following, Failure> {
        if labelled && !self.narrow.load(Ordering::Relaxed) {
            let following = self.follow_whole(client, namespace);
            match following.complete(patience).await {
                Ok(following) => {
                    following.add_earlier_events(client).await;
                    return Ok(following);
                }
                Err(Failure::Refused(kube::Error::Api(status))) if status.code == 403 => {
                    tracing::info!("these credentials may not watch all namespaces: each is watched by itself");
                    self.narrow.store(true, Ordering::Relaxed);
                }
                Err(failure) => return Err(failure),
            }
        }
        let watch = Watch::start(client, Some(namespace));
        let following = Following::of(&watch, &mut watch.state(), namespace);
        following.complete(patience).await
    }

    /// Follows the watch of all namespaces, which is begun when there is none.
    fn follow_whole(&self, client: &kube::Client, namespace: &str) -> Following {
        let mut whole = self.whole.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(watch) = &*whole {
            let mut state = watch.state();
            if !state.ended {
                return Following::of(watch, &mut state, namespace);
            }
        }
        let watch = Watch::start(client, None);
        let following = Following::of(&watch, &mut watch.state(), namespace);
        *whole = Some(watch);
        following
    }
}

impl Watch {
    fn start(client: &kube::Client, namespace: Option<&str>) -> Arc<Self> {
        let watch =
            Arc::new(Self { namespace: namespace.map(str::to_owned), state: Mutex::default(), work: Mutex::default() });
        let work = feed::run(Arc::downgrade(&watch), feed::messages(client, namespace));
        watch.work.lock().unwrap_or_else(PoisonError::into_inner).spawn(work);
        watch
    }

    fn take(&self, messages: Vec<Message>) {
        let mut state = self.state();
        let State { store, followers, silent, refusal, .. } = &mut *state;
        let whole = self.namespace.is_none();
        for message in messages {
            let own = |namespace: &str, labels: &std::collections::BTreeMap<String, String>| {
                !whole || labels.get(INSTANCE).is_some_and(|release| release == namespace)
            };
            match store.take(message, own, |namespace| followers.contains_key(namespace)) {
                Ok(touched) => {
                    *silent = None;
                    match touched {
                        Touched::Nobody => {}
                        Touched::Namespace(namespace) => {
                            followers.get(&namespace).into_iter().for_each(|wake| wake.send_replace(()));
                        }
                        Touched::Everybody => followers.values().for_each(|wake| wake.send_replace(())),
                    }
                }
                Err(error) => {
                    silent.get_or_insert_with(Instant::now);
                    if let Some(status) = refused(error) {
                        *refusal = Some(status);
                        followers.values().for_each(|wake| wake.send_replace(()));
                    }
                }
            }
        }
    }

    /// Whether there is no more reason to watch; what is known is dropped then.
    fn is_over(&self) -> bool {
        let mut state = self.state();
        state.ended = state.refusal.is_some() || state.idle.is_some_and(|since| since.elapsed() >= LINGER);
        if state.ended {
            state.store = Store::default();
        }
        state.ended
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One who follows a namespace.
pub struct Following {
    watch: Arc<Watch>,
    namespace: String,
    changes: Option<watch::Receiver<()>>,
}

impl Following {
    fn of(watch: &Arc<Watch>, state: &mut State, namespace: &str) -> Self {
        state.idle = None;
        let changes = state.followers.entry(namespace.to_owned()).or_default().subscribe();
        Self { watch: Arc::clone(watch), namespace: namespace.to_owned(), changes: Some(changes) }
    }

    /// Waits until something in the namespace has changed since the last call.
    pub async fn changed(&mut self) {
        match &mut self.changes {
            Some(changes) => {
                // The sender lives as long as the watch, which we hold.
                let _ = changes.changed().await;
            }
            None => std::future::pending().await,
        }
    }

    /// Looks at what the namespace shows now.
    ///
    /// # Errors
    /// When the cluster refuses, or has been silent for so long.
    pub fn look<T>(&self, patience: Duration, look: impl FnOnce(&Snapshot) -> T) -> Result<T, Failure> {
        let state = self.watch.state();
        state.check(patience)?;
        let nothing = Snapshot::default();
        Ok(look(state.store.snapshot(&self.namespace).unwrap_or(&nothing)))
    }

    async fn complete(mut self, patience: Duration) -> Result<Self, Failure> {
        let began = Instant::now();
        loop {
            {
                let state = self.watch.state();
                state.check(patience)?;
                if state.store.is_complete() {
                    break;
                }
            }
            if began.elapsed() >= patience.max(Duration::from_secs(1)) {
                return Err(Failure::Silent);
            }
            let _ = tokio::time::timeout(Duration::from_secs(1), self.changed()).await;
        }
        Ok(self)
    }

    /// Events of before are no part of what is kept of namespaces that nobody follows. Best effort: they only say why.
    async fn add_earlier_events(&self, client: &kube::Client) {
        let api = Api::<Event>::namespaced(client.clone(), &self.namespace);
        match api.list(&ListParams::default().limit(EARLIER_EVENTS)).await {
            Ok(list) => self.watch.state().store.add_events(&self.namespace, list.items),
            Err(error) => tracing::debug!(%error, namespace = self.namespace, "earlier events cannot be read"),
        }
    }
}

impl Drop for Following {
    fn drop(&mut self) {
        self.changes = None;
        let mut state = self.watch.state();
        if state.followers.get(&self.namespace).is_some_and(|wake| wake.receiver_count() == 0) {
            state.followers.remove(&self.namespace);
            state.store.forget_events(&self.namespace);
        }
        if state.followers.is_empty() {
            state.idle = Some(Instant::now());
        }
    }
}

impl State {
    fn check(&self, patience: Duration) -> Result<(), Failure> {
        if let Some(status) = &self.refusal {
            return Err(Failure::Refused(kube::Error::Api(Box::new(status.clone()))));
        }
        if self.silent.is_some_and(|since| since.elapsed() >= patience) {
            return Err(Failure::Silent);
        }
        Ok(())
    }
}
