//! What a cluster shows of its releases, kept current by one watch for each kind, however many rollouts follow it.
//!
//! The watches begin with the first follower and end a while after the last. Where the credentials may not watch all
//! namespaces, each followed namespace has watches of its own.

mod lean;
mod snapshot;
mod store;

pub use snapshot::{Objects, Snapshot, count, seen};

use futures::{Stream, StreamExt as _, stream};
use k8s_openapi::api::core::v1::Event;
use kube::{
    Api, Resource,
    api::ListParams,
    core::{NamespaceResourceScope, Status},
    runtime::{WatchStreamExt as _, watcher},
};
use lean::Lean;
use serde::de::DeserializeOwned;
use std::{
    collections::HashMap,
    fmt::Debug,
    pin::Pin,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError, Weak,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use store::{Message, Store, Touched};
use tokio::{sync::watch, task::AbortHandle, time::Instant};

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
    whole: Mutex<Weak<Watch>>,
    /// The credentials may not watch all namespaces.
    narrow: AtomicBool,
}

/// One set of watches.
struct Watch {
    /// `None`: all namespaces.
    namespace: Option<String>,
    state: Mutex<State>,
    work: Mutex<Option<AbortHandle>>,
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
            let following = Following::of(self.whole(client), namespace);
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
        Following::of(Watch::start(client, Some(namespace)), namespace).complete(patience).await
    }

    /// The watch of all namespaces, begun when there is none.
    fn whole(&self, client: &kube::Client) -> Arc<Watch> {
        let mut whole = self.whole.lock().unwrap_or_else(PoisonError::into_inner);
        match whole.upgrade().filter(|watch| watch.state().refusal.is_none()) {
            Some(watch) => watch,
            None => {
                let watch = Watch::start(client, None);
                *whole = Arc::downgrade(&watch);
                watch
            }
        }
    }
}

impl Watch {
    fn start(client: &kube::Client, namespace: Option<&str>) -> Arc<Self> {
        let watch =
            Arc::new(Self { namespace: namespace.map(str::to_owned), state: Mutex::default(), work: Mutex::default() });
        let work = tokio::spawn(run(Arc::downgrade(&watch), messages(client, namespace)));
        *watch.work.lock().unwrap_or_else(PoisonError::into_inner) = Some(work.abort_handle());
        watch
    }

    fn take(&self, messages: Vec<Message>) {
        let mut state = self.state();
        let State { store, followers, silent, refusal } = &mut *state;
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

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        if let Some(work) = self.work.lock().unwrap_or_else(PoisonError::into_inner).take() {
            work.abort();
        }
    }
}

/// One who follows a namespace.
pub struct Following {
    watch: Arc<Watch>,
    namespace: String,
    changes: Option<watch::Receiver<()>>,
}

impl Following {
    fn of(watch: Arc<Watch>, namespace: &str) -> Self {
        let changes = watch.state().followers.entry(namespace.to_owned()).or_default().subscribe();
        Self { watch, namespace: namespace.to_owned(), changes: Some(changes) }
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
        drop(state);
        if self.watch.namespace.is_none()
            && let Ok(runtime) = tokio::runtime::Handle::try_current()
        {
            let watch = Arc::clone(&self.watch);
            runtime.spawn(async move {
                tokio::time::sleep(LINGER).await;
                drop(watch);
            });
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

type Messages = Pin<Box<dyn Stream<Item = Message> + Send>>;

/// Feeds the watch until nobody holds it.
async fn run(watch: Weak<Watch>, messages: Messages) {
    // What came in one moment is taken in under one lock.
    let mut messages = messages.ready_chunks(256);
    while let Some(some) = messages.next().await {
        let Some(watch) = watch.upgrade() else { return };
        watch.take(some);
    }
}

fn messages(client: &kube::Client, namespace: Option<&str>) -> Messages {
    Box::pin(stream::select_all([
        watched(client, namespace, true, Message::Deployment),
        watched(client, namespace, true, Message::ReplicaSet),
        watched(client, namespace, true, Message::StatefulSet),
        watched(client, namespace, true, Message::Job),
        watched(client, namespace, true, Message::Pod),
        watched(client, namespace, true, Message::Claim),
        watched(client, namespace, false, Message::Event),
    ]))
}

/// A watch of one kind, listed in pages, tried again with back-off. Of all namespaces only what a release labels.
fn watched<K>(
    client: &kube::Client,
    namespace: Option<&str>,
    labelled: bool,
    wrap: fn(watcher::Result<watcher::Event<K>>) -> Message,
) -> Messages
where
    K: Resource<Scope = NamespaceResourceScope, DynamicType = ()>
        + Lean
        + Clone
        + DeserializeOwned
        + Debug
        + Send
        + 'static,
{
    let mut config = watcher::Config::default().page_size(250);
    let api = match namespace {
        Some(namespace) => Api::<K>::namespaced(client.clone(), namespace),
        None => {
            if labelled {
                config = config.labels(INSTANCE);
            }
            Api::<K>::all(client.clone())
        }
    };
    let stream = watcher(api, config).default_backoff();
    Box::pin(stream.map(move |message| wrap(message.map(|event| event.modify(K::make_lean)))))
}

/// A "no" that no waiting changes: missing rights.
fn refused(error: watcher::Error) -> Option<Status> {
    let status = match error {
        watcher::Error::InitialListFailed(kube::Error::Api(status))
        | watcher::Error::WatchStartFailed(kube::Error::Api(status)) => status,
        _ => return None,
    };
    matches!(status.code, 401 | 403 | 404).then(|| *status)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bytes::Bytes;
    use http::{Request, Response, StatusCode};
    use http_body::Frame;
    use http_body_util::{BodyExt as _, Full, StreamBody, combinators::UnsyncBoxBody};
    use kube::client::Body;
    use serde_json::json;
    use std::convert::Infallible;

    type Asked = Arc<Mutex<Vec<String>>>;

    /// An API server that has nothing and whose watches say nothing; where `refuses` says so it says 403.
    fn client(asked: &Asked, refuses: fn(&str) -> bool) -> kube::Client {
        let asked = Arc::clone(asked);
        let service = tower::service_fn(move |request: Request<Body>| {
            let asked = Arc::clone(&asked);
            async move {
                let path = request.uri().path().to_owned();
                let watches = request.uri().query().unwrap_or_default().contains("watch=true");
                asked.lock().unwrap().push(format!("{} {path}", if watches { "watch" } else { "list" }));
                let answer = |status, body: UnsyncBoxBody<Bytes, Infallible>| {
                    Response::builder().status(status).body(body).expect("an answer")
                };
                let whole = |json: serde_json::Value| Full::new(Bytes::from(json.to_string())).boxed_unsync();
                if refuses(&path) {
                    let no = json!({"kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure",
                        "message": "no", "reason": "Forbidden", "code": 403});
                    return Ok::<_, Infallible>(answer(StatusCode::FORBIDDEN, whole(no)));
                }
                let silence = StreamBody::new(stream::pending::<Result<Frame<Bytes>, Infallible>>());
                let list = json!({"metadata": {"resourceVersion": "1"}, "items": []});
                Ok(answer(StatusCode::OK, if watches { silence.boxed_unsync() } else { whole(list) }))
            }
        });
        kube::Client::new(service, "default")
    }

    async fn follow(watches: &Watches, client: &kube::Client, namespace: &str) -> Following {
        watches.follow(client, namespace, true, Duration::from_secs(30)).await.expect("it can be followed")
    }

    /// How often each kind was asked for so, all namespaces or single ones.
    fn count(asked: &Asked, verb: &str, namespaced: bool) -> usize {
        let all = asked.lock().unwrap();
        all.iter().filter(|line| line.starts_with(verb) && line.contains("/namespaces/") == namespaced).count()
    }

    #[tokio::test(start_paused = true)]
    async fn hundred_followers_are_seven_watches() {
        let (asked, watches) = (Asked::default(), Watches::default());
        let client = client(&asked, |_| false);
        let mut all = Vec::new();
        for n in 0..100 {
            all.push(follow(&watches, &client, &format!("shop-{n}")).await);
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
        assert_eq!((count(&asked, "list", false), count(&asked, "watch", false)), (7, 7));
        assert_eq!(count(&asked, "watch", true), 0);
        assert_eq!(count(&asked, "list", true), 100, "the earlier events of each namespace, once");
        drop(all);
        tokio::time::sleep(LINGER / 2).await;
        drop(follow(&watches, &client, "blog").await);
        assert_eq!(count(&asked, "list", false), 7, "they linger");
        tokio::time::sleep(LINGER * 2).await;
        assert!(watches.whole.lock().unwrap().upgrade().is_none(), "nobody follows: the watches end");
    }

    #[tokio::test(start_paused = true)]
    async fn credentials_that_may_not_watch_all_namespaces_watch_each_by_itself() {
        let (asked, watches) = (Asked::default(), Watches::default());
        let client = client(&asked, |path| !path.contains("/namespaces/"));
        let first = follow(&watches, &client, "shop").await;
        let tries = count(&asked, "list", false);
        let second = follow(&watches, &client, "blog").await;
        tokio::time::sleep(Duration::from_secs(1)).await;
        assert_eq!(count(&asked, "list", false), tries, "the refusal is remembered");
        assert_eq!(count(&asked, "watch", true), 14);
        drop((first, second));
    }

    #[tokio::test(start_paused = true)]
    async fn credentials_that_may_watch_nothing_are_a_failure() {
        let (asked, watches) = (Asked::default(), Watches::default());
        let client = client(&asked, |_| true);
        let failed = watches.follow(&client, "shop", true, Duration::from_secs(30)).await.err();
        assert!(matches!(failed, Some(Failure::Refused(_))), "{failed:?}");
    }
}
