//! What a cluster shows of its releases, kept current by one watch for each kind, however many rollouts follow it.
//!
//! Whoever looks at all sites stands by: what runs is watched as long as that lasts. What else a rollout is judged by is
//! watched from the first follower until a while after the last. Where the credentials may not watch all namespaces, each
//! followed namespace has watches of its own.

mod feed;
mod lean;
mod objects;
mod packed;
mod snapshot;
mod standing;
mod store;
#[cfg(test)]
mod tests;
mod unlisted;

pub use objects::Objects;
pub use snapshot::{RELEASED, Snapshot, count, seen};
pub use standing::{Changes, Standing};
pub use store::{Part, Store};

pub(crate) use feed::{WATCH_SECONDS, refused};
use k8s_openapi::api::core::v1::Event;
use kube::{Api, api::ListParams, core::Status};
use standing::Stand;
use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, OnceLock, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use store::{Message, Touched};
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
    whole: OnceLock<Arc<Watch>>,
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
    /// Who looks at all sites.
    stand: Option<Stand>,
    /// Since when nothing but errors came.
    silent: Option<Instant>,
    /// When something else came last.
    heard: Option<Instant>,
    /// What is being watched.
    running: Vec<Part>,
    /// What was refused when it was watched last: a "no" that no waiting changes.
    refusals: Vec<(Part, Status)>,
    /// Since when nobody follows.
    idle: Option<Instant>,
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
        let watch = Arc::new(Watch::of(Some(namespace)));
        let following = Following::of(&watch, client, namespace);
        following.complete(patience).await
    }

    /// Follows the watch of all namespaces, which is begun when there is none.
    fn follow_whole(&self, client: &kube::Client, namespace: &str) -> Following {
        Following::of(self.whole(), client, namespace)
    }

    fn whole(&self) -> &Arc<Watch> {
        self.whole.get_or_init(|| Arc::new(Watch::of(None)))
    }
}

impl Watch {
    fn of(namespace: Option<&str>) -> Self {
        Self { namespace: namespace.map(str::to_owned), state: Mutex::default(), work: Mutex::default() }
    }

    /// Begins the parts that are not watched yet.
    fn begin(self: &Arc<Self>, state: &mut State, client: &kube::Client, parts: &[Part]) {
        let mut work = self.work.lock().unwrap_or_else(PoisonError::into_inner);
        while work.try_join_next().is_some() {}
        if state.running.is_empty() {
            state.silent = None;
        }
        for part in parts.iter().filter(|part| !state.running.contains(part)).copied().collect::<Vec<_>>() {
            state.running.push(part);
            state.refusals.retain(|(refused, _)| *refused != part);
            let messages = feed::messages(client, self.namespace.as_deref(), part);
            work.spawn(feed::run(Arc::downgrade(self), part, messages));
        }
    }

    fn take(&self, messages: Vec<Message>) {
        let mut state = self.state();
        let State { store, followers, stand, silent, heard, refusals, .. } = &mut *state;
        let whole = self.namespace.is_none();
        for message in messages {
            let own = |namespace: &str, labels: &std::collections::BTreeMap<String, String>| {
                !whole || labels.get(INSTANCE).is_some_and(|release| release == namespace)
            };
            let part = message.part();
            match store.take(message, own, |namespace| followers.contains_key(namespace)) {
                Ok(touched) => {
                    *silent = None;
                    *heard = Some(Instant::now());
                    if let Some(stand) = stand {
                        stand.note(&touched);
                    }
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
                        refusals.push((part, status));
                        followers.values().for_each(|wake| wake.send_replace(()));
                        if let Some(stand) = stand {
                            stand.wake();
                        }
                    }
                }
            }
        }
    }

    /// Whether there is no more reason to watch the part; what is known of it is dropped then.
    fn is_over(&self, part: Part) -> bool {
        let mut state = self.state();
        let followed = !state.followers.is_empty() || state.idle.is_some_and(|since| since.elapsed() < LINGER);
        let needed = match part {
            Part::Workloads => followed || state.stand.is_some(),
            Part::Details => followed,
            Part::Names | Part::Released => state.stand.is_some(),
        };
        let over = !needed || state.refusals.iter().any(|(refused, _)| *refused == part);
        if over {
            state.running.retain(|running| *running != part);
            state.store.forget(part);
        }
        over
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
    fn of(watch: &Arc<Watch>, client: &kube::Client, namespace: &str) -> Self {
        let mut state = watch.state();
        state.idle = None;
        watch.begin(&mut state, client, &[Part::Workloads, Part::Details]);
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
        let snapshot = state.store.snapshot(&self.namespace).unwrap_or_default();
        drop(state);
        Ok(look(&snapshot))
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
    /// A "no" to whoever looks at all sites.
    fn refused(&self) -> Option<&Status> {
        let asked = |part: Part| matches!(part, Part::Workloads | Part::Names);
        self.refusals.iter().find(|(part, _)| asked(*part)).map(|(_, status)| status)
    }

    fn check(&self, patience: Duration) -> Result<(), Failure> {
        // who follows asks neither whose the namespaces are nor what else releases are made of
        let asked = |part: Part| matches!(part, Part::Workloads | Part::Details);
        if let Some((_, status)) = self.refusals.iter().find(|(part, _)| asked(*part)) {
            return Err(Failure::Refused(kube::Error::Api(Box::new(status.clone()))));
        }
        if self.silent.is_some_and(|since| since.elapsed() >= patience) {
            return Err(Failure::Silent);
        }
        Ok(())
    }
}
