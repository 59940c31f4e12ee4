//! Standing by, at an API server that cuts, forgets, hangs, refuses and goes away.

use super::*;
use serde_json::Value;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use uuid::Uuid;

const PODS: &str = "/api/v1/pods";

/// An API server with a list for each path, whose watches say what a test says.
#[derive(Clone, Default)]
struct Server(Arc<Mutex<Inner>>);

#[derive(Default)]
struct Inner {
    lists: HashMap<String, Vec<Value>>,
    /// The open watches; one that is dropped is cut.
    watches: HashMap<String, UnboundedSender<Bytes>>,
    /// What was asked: verb, path and resource version.
    asked: Vec<(&'static str, String, String)>,
    /// It answers nothing but this.
    broken: Option<StatusCode>,
}

impl Server {
    /// With so many sites, each with its namespace, its Deployment and a pod.
    fn of(sites: u128) -> Self {
        let server = Self::default();
        let each = |of: fn(u128) -> Value| (0..sites).map(of).collect();
        server.list("/api/v1/namespaces", each(namespace));
        server.list("/apis/apps/v1/deployments", each(deployment));
        server.list(PODS, each(|n| pod(n, "first")));
        server
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap()
    }

    fn list(&self, path: &str, items: Vec<Value>) {
        self.inner().lists.insert(path.to_owned(), items);
    }

    fn say(&self, path: &str, kind: &str, object: &Value) {
        let line = format!("{}\n", json!({"type": kind, "object": object}));
        self.inner().watches[path].send(Bytes::from(line)).expect("an open watch");
    }

    fn cut(&self, path: &str) {
        self.inner().watches.remove(path);
    }

    fn breaks(&self, status: Option<StatusCode>) {
        let mut inner = self.inner();
        inner.broken = status;
        if status.is_some() {
            inner.watches.clear();
        }
    }

    /// The resource versions that were asked for so, and how often.
    fn asked(&self, verb: &str, path: &str) -> Vec<String> {
        let inner = self.inner();
        let found = inner.asked.iter().filter(|(v, p, _)| *v == verb && (path.is_empty() || p == path));
        found.map(|(_, _, version)| version.clone()).collect()
    }

    fn client(&self) -> kube::Client {
        let server = self.clone();
        let service = tower::service_fn(move |request: Request<Body>| {
            let answer = server.answer(&request);
            async move { Ok::<_, Infallible>(answer) }
        });
        kube::Client::new(service, "default")
    }

    fn answer(&self, request: &Request<Body>) -> Response<UnsyncBoxBody<Bytes, Infallible>> {
        let accept = request.headers().get(http::header::ACCEPT).and_then(|value| value.to_str().ok());
        let metadata = accept.is_some_and(|accept| accept.contains("PartialObjectMetadata"));
        // a kind may be watched whole and by its metadata
        let path = format!("{}{}", request.uri().path(), if metadata { " (metadata)" } else { "" });
        let query: HashMap<&str, &str> =
            request.uri().query().unwrap_or_default().split('&').filter_map(|pair| pair.split_once('=')).collect();
        let watches = query.get("watch") == Some(&"true");
        let version = query.get("resourceVersion").copied().unwrap_or_default().to_owned();
        let mut inner = self.inner();
        inner.asked.push((if watches { "watch" } else { "list" }, path.clone(), version));
        let answer = |status, body| Response::builder().status(status).body(body).expect("an answer");
        let whole = |json: Value| Full::new(Bytes::from(json.to_string())).boxed_unsync();
        if let Some(status) = inner.broken {
            let no = json!({"kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure", "message": "no",
                "reason": "", "code": status.as_u16()});
            return answer(status, whole(no));
        }
        if !watches {
            let items = inner.lists.get(&path).cloned().unwrap_or_default();
            return answer(StatusCode::OK, whole(json!({"metadata": {"resourceVersion": "7"}, "items": items})));
        }
        let (say, said) = unbounded_channel();
        inner.watches.insert(path, say);
        let lines = stream::unfold(said, |mut said| async move {
            let line = said.recv().await?;
            Some((Ok::<_, Infallible>(Frame::data(line)), said))
        });
        answer(StatusCode::OK, StreamBody::new(lines).boxed_unsync())
    }
}

fn owner(n: u128) -> Uuid {
    Uuid::from_u128(n + 1)
}

fn namespace(n: u128) -> Value {
    json!({"metadata": {"name": format!("shop-{n}"), "resourceVersion": "5",
        "labels": {"canopy.internal/deployment": owner(n).to_string()}}})
}

fn deployment(n: u128) -> Value {
    let labels = json!({INSTANCE: format!("shop-{n}"), "app.kubernetes.io/component": "web"});
    json!({"metadata": {"name": "web", "namespace": format!("shop-{n}"), "labels": labels, "resourceVersion": "5"},
        "spec": {"replicas": 1, "selector": {}, "template": {}}, "status": {"availableReplicas": 1}})
}

fn pod(n: u128, name: &str) -> Value {
    let metadata = json!({"name": name, "namespace": format!("shop-{n}"), "labels": {INSTANCE: format!("shop-{n}")},
        "resourceVersion": "8"});
    json!({"apiVersion": "v1", "kind": "Pod", "metadata": metadata})
}

fn pods(standing: &Standing, n: u128) -> Option<Vec<String>> {
    standing.look(|store| {
        store.snapshot(&format!("shop-{n}")).map(|s| s.pods.keys().map(str::to_owned).collect()).unwrap_or_default()
    })
}

/// Waits until it is so; the clock is the test's, and goes on by itself.
async fn until(what: &str, so: impl Fn() -> bool) {
    for _ in 0..10_000 {
        if so() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("never: {what}");
}

async fn stood(watches: &Watches, server: &Server) -> Standing {
    let mut standing = watches.stand(&server.client());
    until("all is listed", || standing.look(|_| ()).is_some()).await;
    until("all is watched", || server.inner().watches.len() == 11).await;
    let _ = standing.changes();
    standing
}

#[tokio::test(start_paused = true)]
async fn an_idle_minute_of_fifty_sites_lists_nothing_and_a_change_is_there_at_once() {
    let (server, watches) = (Server::of(50), Watches::default());
    let mut standing = stood(&watches, &server).await;
    assert_eq!((server.asked("list", "").len(), server.asked("watch", "").len()), (11, 11), "one for each kind");
    tokio::time::sleep(Duration::from_secs(60)).await;
    assert_eq!((server.asked("list", "").len(), server.asked("watch", "").len()), (11, 11), "an idle minute");
    tokio::time::sleep(Duration::from_secs(3600)).await;
    assert_eq!(server.asked("list", "").len(), 11, "nor does an idle hour, in which watches end and begin again");
    server.say(PODS, "ADDED", &pod(49, "second"));
    standing.changed().await;
    let namespaces = std::collections::BTreeSet::from(["shop-49".to_owned()]);
    assert_eq!(standing.changes(), Changes { all: false, namespaces });
    assert_eq!(pods(&standing, 49), Some(vec!["first".to_owned(), "second".to_owned()]));
    let known = watches.known(owner(49), "shop-49").expect("it is known");
    assert_eq!((known.pods.len(), known.deployments.len()), (2, 1));
    assert!(watches.known(owner(48), "shop-49").is_none(), "somebody else's namespace");
    assert_eq!(server.asked("list", "").len(), 11);
    let first = watches.known(owner(0), "shop-0").expect("it is known");
    println!("one site with one pod takes about {} bytes", format!("{first:?}").len());
}

#[tokio::test(start_paused = true)]
async fn a_watch_that_is_cut_goes_on_where_it_stood() {
    let (server, watches) = (Server::of(1), Watches::default());
    let standing = stood(&watches, &server).await;
    server.say(PODS, "ADDED", &pod(0, "second"));
    until("it is seen", || pods(&standing, 0).is_some_and(|pods| pods.len() == 2)).await;
    server.cut(PODS);
    until("it is watched again", || server.asked("watch", PODS).len() == 2).await;
    assert_eq!(server.asked("watch", PODS), ["7", "8"], "from the last version that was seen");
    server.say(PODS, "DELETED", &pod(0, "first"));
    until("it is gone", || pods(&standing, 0) == Some(vec!["second".to_owned()])).await;
    assert_eq!(server.asked("list", PODS).len(), 1);
}

#[tokio::test(start_paused = true)]
async fn what_an_expired_watch_missed_is_listed_anew() {
    let (server, watches) = (Server::of(1), Watches::default());
    let mut standing = stood(&watches, &server).await;
    server.list(PODS, vec![pod(0, "another")]);
    let expired = json!({"kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure",
        "message": "too old resource version", "reason": "Expired", "code": 410});
    server.say(PODS, "ERROR", &expired);
    standing.changed().await;
    assert!(standing.changes().all);
    assert_eq!(pods(&standing, 0), Some(vec!["another".to_owned()]));
    assert_eq!(server.asked("list", "").len(), 12, "the one kind alone");
}

#[tokio::test(start_paused = true)]
async fn a_watch_that_hangs_is_given_up_and_asked_for_again() {
    let (server, watches) = (Server::of(1), Watches::default());
    let standing = stood(&watches, &server).await;
    // the server ends a watch when it was asked to, unless it hangs
    tokio::time::sleep(Duration::from_secs(150)).await;
    assert_eq!(server.asked("watch", PODS).len(), 2);
    server.say(PODS, "ADDED", &pod(0, "second"));
    until("it is seen", || pods(&standing, 0).is_some_and(|pods| pods.len() == 2)).await;
}

#[tokio::test(start_paused = true)]
async fn a_cluster_that_is_away_for_an_hour_is_asked_seldom_and_known_again_when_it_is_back() {
    for status in [StatusCode::TOO_MANY_REQUESTS, StatusCode::INTERNAL_SERVER_ERROR] {
        let (server, watches) = (Server::of(1), Watches::default());
        let standing = stood(&watches, &server).await;
        let before = server.asked("watch", PODS).len();
        server.breaks(Some(status));
        tokio::time::sleep(Duration::from_secs(3600)).await;
        assert!(pods(&standing, 0).is_none(), "what is not known is not said");
        assert!(watches.known(owner(0), "shop-0").is_none());
        let tries = server.asked("watch", PODS).len() - before;
        assert!((50..=300).contains(&tries), "{status}: tried {tries} times");
        server.breaks(None);
        server.list(PODS, vec![pod(0, "another")]);
        until("it is watched again", || server.inner().watches.contains_key(PODS)).await;
        let expired = json!({"kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure", "code": 410});
        server.say(PODS, "ERROR", &expired);
        until("it is known", || pods(&standing, 0) == Some(vec!["another".to_owned()])).await;
    }
}

#[tokio::test(start_paused = true)]
async fn rights_that_are_missing_are_said_and_nothing_is_asked_any_more() {
    let (server, watches) = (Server::of(1), Watches::default());
    server.breaks(Some(StatusCode::FORBIDDEN));
    let standing = watches.stand(&server.client());
    until("it is refused", || standing.refusal().is_some()).await;
    assert_eq!(standing.refusal().map(|status| status.code), Some(403));
    tokio::time::sleep(Duration::from_secs(30)).await;
    let asked = server.asked("list", "").len();
    tokio::time::sleep(Duration::from_secs(600)).await;
    assert_eq!(server.asked("list", "").len(), asked);
    drop(standing);
    server.breaks(None);
    stood(&watches, &server).await;
}

#[tokio::test(start_paused = true)]
async fn a_rollout_shares_what_is_watched_and_all_ends_with_the_last_who_needs_it() {
    let (server, watches) = (Server::of(1), Watches::default());
    let standing = stood(&watches, &server).await;
    let following = follow(&watches, &server.client(), "shop-0").await;
    assert_eq!(server.asked("list", PODS).len(), 1, "the pods are watched once");
    assert_eq!(server.asked("list", "/api/v1/events (metadata)").len(), 1, "and what a rollout needs besides");
    assert_eq!(
        server.asked("list", "/api/v1/events").len(),
        0,
        "the events of all that is on the cluster are not read for it"
    );
    drop(following);
    tokio::time::sleep(LINGER * 2).await;
    assert_eq!(watches.whole().state().running.len(), 3, "the events are watched no more");
    assert!(standing.look(|_| ()).is_some());
    drop(standing);
    tokio::time::sleep(LINGER * 2).await;
    assert!(watches.whole().state().running.is_empty());
    assert!(watches.known(owner(0), "shop-0").is_none());
}
