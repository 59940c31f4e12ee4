//! An API server of the test's own: real TCP, real TLS, three answers.

mod authority;
mod objects;

use bytes::Bytes;
use futures::stream;
use http::{Request, Response, StatusCode};
use http_body_util::{BodyExt as _, Full, StreamBody, combinators::UnsyncBoxBody};
use hyper::{
    body::{Frame, Incoming},
    service::service_fn,
};
use hyper_util::{
    rt::{TokioExecutor, TokioIo},
    server::conn::auto,
};
use serde_json::{Value, json};
use std::{
    convert::Infallible,
    net::SocketAddr,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::Notify,
    task::JoinSet,
};
use tokio_rustls::TlsAcceptor;
use tokio_util::sync::CancellationToken;

pub use authority::{Authority, base64, kubeconfig};
pub use objects::{LOG, METRICS, SITE};
use objects::{NGINX, VOLUMES, measured, namespace, node, pod, site_pod, volumes, web};

/// What the fakes of this process have started so far: each counts the versions of its objects anew.
static STARTED: AtomicUsize = AtomicUsize::new(0);

/// What the fake answers; tests change it while it runs.
#[derive(Clone)]
pub struct Answers {
    pub uid: String,
    pub version: StatusCode,
    pub nodes: StatusCode,
    /// Classes of both kinds with whether each is the default; `None`: they may not be listed.
    pub classes: Option<Vec<(&'static str, bool)>>,
    /// What the credentials may not do, as `verb resource`; everything else they may.
    pub forbidden: Vec<&'static str>,
    pub redirect: Option<String>,
    /// Pods that are available of the one site on it; `None`: there is none.
    pub site: Option<i32>,
    /// What metrics.k8s.io answers: with 200 the figures of the site's pod and of one that is nobody's.
    pub metrics: StatusCode,
    /// What the kubelet of the node answers.
    pub volumes: StatusCode,
    /// Questions below this path are not answered.
    pub hangs: Option<&'static str>,
    /// Connections are accepted, questions are not answered.
    pub silent: bool,
    /// Which fake of this process it is: a watch that began at another one has expired.
    number: usize,
}

impl Answers {
    /// The version that says how the site is.
    fn resource_version(&self) -> usize {
        let site = self.site.map_or(0, |available| usize::try_from(available).expect("a number") + 1);
        self.number * 100 + site
    }
}

/// A running fake.
pub struct Fake {
    pub address: SocketAddr,
    pub authority: Arc<Authority>,
    pub answers: Arc<Mutex<Answers>>,
    pub requests: Arc<AtomicUsize>,
    /// Connections that are open now.
    pub connections: Arc<AtomicUsize>,
    standstill: Arc<Notify>,
    stop: CancellationToken,
    server: JoinSet<()>,
}

pub const TOKEN: &str = "fake-token";

impl Fake {
    pub async fn start(uid: &str) -> Self {
        Self::start_at("127.0.0.1:0", uid, Arc::new(Authority::create())).await
    }

    pub async fn start_at(address: &str, uid: &str, authority: Arc<Authority>) -> Self {
        let listener = TcpListener::bind(address).await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let answers = Answers {
            uid: uid.to_owned(),
            version: StatusCode::OK,
            nodes: StatusCode::OK,
            classes: None,
            forbidden: Vec::new(),
            redirect: None,
            site: None,
            metrics: StatusCode::NOT_FOUND,
            volumes: StatusCode::FORBIDDEN,
            hangs: None,
            silent: false,
            number: STARTED.fetch_add(1, Ordering::SeqCst) + 1,
        };
        let answers = Arc::new(Mutex::new(answers));
        let (requests, connections, standstill) = (Arc::default(), Arc::default(), Arc::default());
        let stop = CancellationToken::new();
        let acceptor = authority.acceptor(&["127.0.0.1", "localhost", "api.test"]);
        let mut fake =
            Self { address, authority, answers, requests, connections, standstill, stop, server: JoinSet::new() };
        fake.server.spawn(serve(listener, acceptor, fake.shared()));
        fake
    }

    fn shared(&self) -> Shared {
        let Self { answers, requests, connections, standstill, stop, .. } = self;
        Shared {
            answers: Arc::clone(answers),
            requests: Arc::clone(requests),
            connections: Arc::clone(connections),
            standstill: Arc::clone(standstill),
            stop: stop.clone(),
        }
    }

    /// The connections that are open now stay so and do nothing any more.
    pub fn stand_still(&self) {
        self.standstill.notify_waiters();
    }

    /// Ends it with its connections.
    pub async fn end(mut self) {
        self.stop.cancel();
        while self.server.join_next().await.is_some() {}
    }

    pub fn set(&self, change: impl FnOnce(&mut Answers)) {
        change(&mut self.answers.lock().expect("answers"));
    }

    /// A kubeconfig that leads here.
    pub fn kubeconfig(&self) -> String {
        self.kubeconfig_for(&format!("https://{}", self.address))
    }

    pub fn kubeconfig_for(&self, server: &str) -> String {
        kubeconfig(server, &self.authority.pem(), &format!("token: {TOKEN}"))
    }

    pub fn allow(&self) -> String {
        format!("--cluster-allow={}", self.address)
    }
}

/// What all connections of a fake have.
#[derive(Clone)]
struct Shared {
    answers: Arc<Mutex<Answers>>,
    requests: Arc<AtomicUsize>,
    connections: Arc<AtomicUsize>,
    standstill: Arc<Notify>,
    stop: CancellationToken,
}

async fn serve(listener: TcpListener, acceptor: TlsAcceptor, shared: Shared) {
    let mut connections = JoinSet::new();
    loop {
        let stream = tokio::select! {
            () = shared.stop.cancelled() => return,
            accepted = listener.accept() => accepted.expect("a connection").0,
        };
        connections.spawn(converse(stream, acceptor.clone(), shared.clone()));
    }
}

async fn converse(stream: TcpStream, acceptor: TlsAcceptor, shared: Shared) {
    let Ok(stream) = acceptor.accept(stream).await else { return };
    let Shared { answers, requests, connections, standstill, .. } = shared;
    let service = service_fn(move |request: Request<Incoming>| {
        requests.fetch_add(1, Ordering::SeqCst);
        let reviewed = request.uri().path().ends_with("/selfsubjectaccessreviews");
        let whole = Arc::clone(&answers);
        let (answer, silent) = {
            let answers = answers.lock().expect("answers");
            let hangs = answers.hangs.is_some_and(|path| request.uri().path().starts_with(path));
            (answer(&request, &answers), answers.silent || hangs)
        };
        let answer = match request.uri().query().unwrap_or_default().contains("watch=true") {
            true => answer.map(|_| watched(request.uri(), Arc::clone(&whole))),
            false => answer.map(Full::boxed_unsync),
        };
        async move {
            if silent {
                std::future::pending::<()>().await;
            }
            if reviewed {
                return Ok(reviewed_by(&whole, request).await);
            }
            Ok::<_, Infallible>(answer)
        }
    });
    connections.fetch_add(1, Ordering::SeqCst);
    let server = auto::Builder::new(TokioExecutor::new());
    let conversation = server.serve_connection(TokioIo::new(stream), service);
    tokio::pin!(conversation);
    tokio::select! {
        _ = &mut conversation => {}
        () = standstill.notified() => std::future::pending().await,
    }
    connections.fetch_sub(1, Ordering::SeqCst);
}

fn answer(request: &Request<Incoming>, answers: &Answers) -> Response<Full<Bytes>> {
    let authorised = request.headers().get("authorization").is_some_and(|value| value == &format!("Bearer {TOKEN}"));
    if !authorised {
        return failure(StatusCode::UNAUTHORIZED, "Unauthorized");
    }
    if let Some(location) = &answers.redirect {
        let redirect = Response::builder().status(StatusCode::FOUND).header("location", location);
        return redirect.body(Full::default()).expect("an answer");
    }
    let version = answers.resource_version();
    match request.uri().path() {
        "/version" if answers.version != StatusCode::OK => failure(answers.version, "not now"),
        "/version" => body(&json!({
            "major": "1", "minor": "36", "gitVersion": "v1.36.3", "gitCommit": "x", "gitTreeState": "clean",
            "buildDate": "2026-01-01T00:00:00Z", "goVersion": "go1.26", "compiler": "gc", "platform": "linux/amd64",
        })),
        "/api/v1/namespaces/kube-system" => body(&json!({
            "apiVersion": "meta.k8s.io/v1", "kind": "PartialObjectMetadata",
            "metadata": {"name": "kube-system", "uid": answers.uid},
        })),
        "/api/v1/nodes" if answers.nodes != StatusCode::OK => failure(
            answers.nodes,
            "nodes is forbidden: User \"u\" cannot list resource \"nodes\" in API group \"\" at the cluster scope",
        ),
        "/api/v1/nodes" => {
            body(&json!({"apiVersion": "v1", "kind": "NodeList", "metadata": {}, "items": [node(), node()]}))
        }
        "/api/v1/pods" => {
            let site = answers.site.map(|_| site_pod());
            let items: Vec<Value> = [pod("n"), pod("n"), pod("gone")].into_iter().chain(site).collect();
            body(
                &json!({"apiVersion": "v1", "kind": "PodList", "metadata": {"resourceVersion": version.to_string()}, "items": items}),
            )
        }
        VOLUMES if answers.volumes != StatusCode::OK => failure(answers.volumes, "not here"),
        VOLUMES => body(&volumes()),
        LOG => Response::new(Full::new(Bytes::from_static(NGINX.as_bytes()))),
        METRICS if answers.metrics != StatusCode::OK => failure(answers.metrics, "not here"),
        METRICS => {
            let items = [measured("shop", "shop-web-1"), measured("shop", "stray"), measured("other", "shop-web-1")];
            body(
                &json!({"apiVersion": "metrics.k8s.io/v1beta1", "kind": "PodMetricsList", "metadata": {}, "items": items}),
            )
        }
        "/api/v1/namespaces" => body(&list(version, "v1", "NamespaceList", answers.site.map(|_| namespace(version)))),
        "/apis/apps/v1/deployments" => {
            body(&list(version, "apps/v1", "DeploymentList", answers.site.map(|available| web(available, version))))
        }
        "/apis/apps/v1/replicasets" => body(&list(version, "apps/v1", "ReplicaSetList", None)),
        "/apis/apps/v1/statefulsets" => body(&list(version, "apps/v1", "StatefulSetList", None)),
        "/apis/networking.k8s.io/v1/ingressclasses" => classes(answers, "networking.k8s.io/v1", "IngressClass"),
        "/apis/storage.k8s.io/v1/storageclasses" => classes(answers, "storage.k8s.io/v1", "StorageClass"),
        "/api/v1/events" => body(&list(version, "v1", "EventList", Some(warning(version)))),
        "/api/v1/namespaces/shop/secrets" => body(&list(version, "v1", "SecretList", Some(secret()))),
        "/huge" => Response::new(Full::new(Bytes::from(vec![b'x'; 17 * 1024 * 1024]))),
        _ => failure(StatusCode::NOT_FOUND, "the server could not find the requested resource"),
    }
}

/// Whether the credentials may do what the review asks about.
async fn reviewed_by(
    answers: &Mutex<Answers>,
    request: Request<Incoming>,
) -> Response<UnsyncBoxBody<Bytes, Infallible>> {
    let asked = request.into_body().collect().await.expect("a body").to_bytes();
    let mut review: Value = serde_json::from_slice(&asked).expect("a review");
    let about = review["spec"]["resourceAttributes"].clone();
    let word = |key: &str| about[key].as_str().unwrap_or_default().to_owned();
    let (forbidden, asked) =
        (answers.lock().expect("answers").forbidden.clone(), [word("verb"), word("resource")].join(" "));
    let may = !forbidden.contains(&asked.as_str()) && (forbidden.is_empty() || word("verb") != "*");
    review["status"] = json!({"allowed": may});
    body(&review).map(Full::boxed_unsync)
}

fn classes(answers: &Answers, api_version: &str, kind: &str) -> Response<Full<Bytes>> {
    let Some(classes) = &answers.classes else { return failure(StatusCode::FORBIDDEN, "classes are forbidden") };
    let class = |(name, default): &(&str, bool)| {
        let annotation = format!("{}.kubernetes.io/is-default-class", kind.to_lowercase());
        json!({"metadata": {"name": name, "annotations": {annotation: default.to_string()}},
            "provisioner": "disks.example", "spec": {"controller": "doors.example"}})
    };
    let items: Vec<Value> = classes.iter().map(class).collect();
    body(&json!({"apiVersion": api_version, "kind": format!("{kind}List"), "metadata": {}, "items": items}))
}

fn warning(version: usize) -> Value {
    json!({
        "metadata": {"name": "w", "namespace": "shop", "uid": "w-1", "resourceVersion": version.to_string()},
        "type": "Warning", "reason": "BackOff", "message": format!("Back-off with {PASSWORD}"), "count": 3,
        "involvedObject": {"kind": "Pod", "namespace": "shop", "name": "shop-web-1"}, "source": {"component": "kubelet", "host": "n"},
        "firstTimestamp": "2026-11-20T09:00:00Z", "lastTimestamp": "2026-11-20T10:00:00Z",
    })
}

/// A password of the site.
pub const PASSWORD: &str = "correct-horse-battery";

fn secret() -> Value {
    json!({"metadata": {"name": "shop-app", "namespace": "shop"}, "type": "Opaque", "data": {"password": base64(PASSWORD)}})
}

/// What a watch of the path says: how the site is, whenever that changes.
fn watched(uri: &http::Uri, answers: Arc<Mutex<Answers>>) -> UnsyncBoxBody<Bytes, Infallible> {
    let pairs = uri.query().unwrap_or_default().split('&').filter_map(|pair| pair.split_once('='));
    let from = pairs.filter(|(name, _)| *name == "resourceVersion").find_map(|(_, version)| version.parse().ok());
    let from: usize = from.unwrap_or_default();
    if from / 100 != answers.lock().expect("answers").number {
        let gone = json!({"kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure", "code": 410});
        let line = format!("{}\n", json!({"type": "ERROR", "object": gone}));
        return Full::new(Bytes::from(line)).boxed_unsync();
    }
    let object: fn(i32, usize) -> Value = match uri.path() {
        "/api/v1/namespaces" => |_, version| namespace(version),
        "/apis/apps/v1/deployments" => web,
        _ => return StreamBody::new(stream::pending::<Result<Frame<Bytes>, Infallible>>()).boxed_unsync(),
    };
    let lines = stream::unfold(from, move |known| {
        let answers = Arc::clone(&answers);
        async move {
            loop {
                let (site, version) = {
                    let answers = answers.lock().expect("answers");
                    (answers.site, answers.resource_version())
                };
                if let Some(available) = site.filter(|_| version != known) {
                    let line = format!("{}\n", json!({"type": "MODIFIED", "object": object(available, version)}));
                    return Some((Ok::<_, Infallible>(Frame::data(Bytes::from(line))), version));
                }
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        }
    });
    StreamBody::new(lines).boxed_unsync()
}

fn list(version: usize, api_version: &str, kind: &str, item: Option<Value>) -> Value {
    json!({"apiVersion": api_version, "kind": kind, "metadata": {"resourceVersion": version.to_string()}, "items": item.into_iter().collect::<Vec<_>>()})
}

fn body(value: &Value) -> Response<Full<Bytes>> {
    Response::builder()
        .header("content-type", "application/json")
        .body(Full::new(Bytes::from(value.to_string())))
        .expect("an answer")
}

fn failure(code: StatusCode, message: &str) -> Response<Full<Bytes>> {
    let status = json!({
        "kind": "Status", "apiVersion": "v1", "status": "Failure", "message": message, "reason": "Test", "code": code.as_u16(),
    });
    let mut response = body(&status);
    *response.status_mut() = code;
    response
}
