//! Connections that do nothing, on sockets: they end, and shut nobody else out.

use crate::boot;
use axum::{body::Body, extract::Path, routing::get};
use bytes::Bytes;
use futures::{FutureExt as _, StreamExt as _, stream};
use kit::{Parts, Service, Settings, http::Connection, recent::Recent};
use std::{
    net::{Ipv4Addr, SocketAddr},
    path::PathBuf,
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpSocket, TcpStream},
    task::JoinHandle,
};
use tokio_util::sync::CancellationToken;
use tonic::transport::Endpoint;

const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
/// A whole beginning of HTTP/2, and then no request: an empty SETTINGS frame.
const SETTINGS: &[u8] = &[0, 0, 0, 4, 0, 0, 0, 0, 0];
/// SETTINGS with INITIAL_WINDOW_SIZE = 0, then HEADERS of stream 1: `GET /endless` of host `a`, END_STREAM and END_HEADERS.
const NOTHING_TAKEN: &[u8] = &[
    0, 0, 6, 4, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, //
    0, 0, 15, 1, 5, 0, 0, 0, 1, 0x82, 0x86, 0x41, 1, b'a', 0x04, 8, b'/', b'e', b'n', b'd', b'l', b'e', b's', b's',
];

/// Answers that are under way.
static ENDLESS: AtomicUsize = AtomicUsize::new(0);
static WORKING: AtomicUsize = AtomicUsize::new(0);

struct Open(&'static AtomicUsize);

impl Open {
    fn one(of: &'static AtomicUsize) -> Self {
        of.fetch_add(1, Ordering::SeqCst);
        Self(of)
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

async fn endless() -> Body {
    let open = Open::one(&ENDLESS);
    Body::from_stream(stream::repeat(Bytes::from(vec![b'a'; 64 * 1024])).map(move |part| {
        let _ = &open;
        Ok::<_, std::io::Error>(part)
    }))
}

/// Answers when the test says so, which is never.
async fn working(Path(_): Path<String>) {
    let _open = Open::one(&WORKING);
    std::future::pending::<()>().await;
}

fn router() -> axum::Router {
    axum::Router::new()
        .route("/", get(|| async { "here" }))
        .route("/as-role", get(|connection: axum::Extension<Connection>| async move { connection.belongs_to_role() }))
        .route("/endless", get(endless))
        .route("/working/{n}", get(working))
}

const ROLE: Service = Service {
    name: "door",
    migrator: None,
    sealed: &[],
    descriptors: &[],
    start: |_| {
        async {
            Ok(Parts::new(boot::Closed).http(router(), axum::Router::new(), |sentence, id| format!("{sentence} {id}")))
        }
        .boxed()
    },
};

/// A role that serves HTTP and gRPC.
pub struct Running {
    pub http: SocketAddr,
    pub grpc: SocketAddr,
    keys: PathBuf,
    stop: CancellationToken,
    role: JoinHandle<anyhow::Result<()>>,
}

impl Running {
    pub async fn with(change: impl FnOnce(&mut Settings)) -> Self {
        Self::start(boot::free(), change).await
    }

    /// With its gRPC server at this address.
    pub async fn at(grpc: SocketAddr) -> Self {
        Self::start(grpc, |_| {}).await
    }

    async fn start(grpc: SocketAddr, change: impl FnOnce(&mut Settings)) -> Self {
        let http = boot::free();
        let mut settings = boot::settings();
        settings.keys = boot::keys(&["door"]);
        settings.listen = format!("door={grpc}").parse().unwrap();
        settings.http_listen = http;
        change(&mut settings);
        let (keys, stop) = (settings.keys.clone(), CancellationToken::new());
        let role = tokio::spawn({
            let stop = stop.clone();
            async move { kit::run(&[ROLE], settings, Recent::default(), stop).await }
        });
        let near = format!("http://127.0.0.1:{}", grpc.port());
        boot::serves(Endpoint::from_shared(near).unwrap().connect_lazy()).await;
        let running = Self { http, grpc, keys, stop, role };
        while TcpStream::connect(http).await.is_err() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        running
    }

    /// The answer to a GET from an address of loopback; empty when the connection was closed without one.
    async fn get(&self, from: u8) -> String {
        let mut socket = connect(from, self.http).await;
        let _ = socket.write_all(b"GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n").await;
        rest(&mut socket).await
    }

    pub async fn end(self) {
        self.stop.cancel();
        self.role.await.unwrap().unwrap();
        let _ = std::fs::remove_dir_all(&self.keys);
    }
}

async fn connect(from: u8, to: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind((Ipv4Addr::new(127, 0, 0, from), 0).into()).unwrap();
    socket.connect(to).await.unwrap()
}

/// What comes until the end, which comes within a minute.
pub async fn rest(socket: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let _ = tokio::time::timeout(Duration::from_secs(60), socket.read_to_end(&mut bytes)).await.expect("the end");
    String::from_utf8_lossy(&bytes).into_owned()
}

async fn until(what: &str, done: impl Fn() -> bool) {
    for _ in 0..1_200 {
        if done() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("waited in vain until {what}");
}

#[tokio::test]
async fn six_hundred_connections_that_do_nothing_shut_nobody_out() {
    let running = Running::with(|settings| {
        (settings.connections, settings.connections_per_address) = (200, 100);
        // Nobody is sent away for being slow: what makes room is the limit.
        settings.patience.head = Duration::from_secs(3_600);
    })
    .await;
    for port in [running.http, running.grpc] {
        let mut held = Vec::new();
        for n in 0..600_usize {
            let mut socket = connect(u8::try_from(2 + n % 7).unwrap(), port).await;
            let idle = [PREFACE, SETTINGS].concat();
            let begun: &[u8] = [b"", &PREFACE[..11], &idle, b"GET / HTTP/1.1\r\nhost:"][n % 4];
            let _ = socket.write_all(begun).await;
            held.push(socket);
        }
        assert!(running.get(20).await.ends_with("here"), "somebody else");
        assert!(running.get(2).await.ends_with("here"), "and somebody at an address of theirs");
        boot::serves(Endpoint::from_shared(format!("http://{}", running.grpc)).unwrap().connect_lazy()).await;
    }
    running.end().await;
}

#[tokio::test]
async fn a_connection_without_a_request_is_closed() {
    let running = Running::with(|settings| settings.patience.head = Duration::from_millis(300)).await;
    for port in [running.http, running.grpc] {
        let idle = [PREFACE, SETTINGS].concat();
        for begun in [b"".as_slice(), &PREFACE[..11], &idle, b"GET / HTTP/1.1\r\nhost:"] {
            let mut socket = connect(1, port).await;
            socket.write_all(begun).await.unwrap();
            rest(&mut socket).await;
        }
    }
    let mut kept = connect(1, running.http).await;
    kept.write_all(b"GET / HTTP/1.1\r\nhost: a\r\n\r\nGET / HT").await.unwrap();
    assert!(rest(&mut kept).await.ends_with("here"), "half a second request");
    running.end().await;
}

#[tokio::test]
async fn a_connection_that_rests_is_closed() {
    let running = Running::with(|settings| settings.patience.idle = Duration::from_millis(300)).await;
    let mut kept = connect(1, running.http).await;
    kept.write_all(b"GET / HTTP/1.1\r\nhost: a\r\n\r\n").await.unwrap();
    assert!(rest(&mut kept).await.ends_with("here"));
    // A client of ours notices nothing: it connects again.
    let channel = Endpoint::from_shared(format!("http://{}", running.grpc)).unwrap().connect_lazy();
    for _ in 0..3 {
        boot::serves(channel.clone()).await;
        tokio::time::sleep(Duration::from_millis(700)).await;
    }
    running.end().await;
}

#[tokio::test]
async fn a_connection_of_another_role_may_rest() {
    let running = Running::with(|settings| settings.patience.idle = Duration::from_millis(300)).await;
    let mut of_role = connect(1, running.http).await;
    of_role.write_all(b"GET /as-role HTTP/1.1\r\nhost: a\r\n\r\n").await.unwrap();
    assert_ne!(of_role.read_u8().await.unwrap(), 0);
    // One that rests for a shorter time is closed meanwhile.
    let mut other = connect(1, running.http).await;
    other.write_all(b"GET / HTTP/1.1\r\nhost: a\r\n\r\n").await.unwrap();
    assert!(rest(&mut other).await.ends_with("here"));
    of_role.write_all(b"GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n").await.unwrap();
    assert!(rest(&mut of_role).await.ends_with("here"));
    running.end().await;
}

#[tokio::test]
async fn an_answer_that_nobody_reads_ends() {
    let running = Running::with(|settings| settings.patience.taking = Duration::from_millis(500)).await;
    let mut sockets = Vec::new();
    for asked in [b"GET /endless HTTP/1.1\r\nhost: a\r\n\r\n".to_vec(), [PREFACE, NOTHING_TAKEN].concat()] {
        let mut socket = connect(1, running.http).await;
        socket.write_all(&asked).await.unwrap();
        until("it answers", || ENDLESS.load(Ordering::SeqCst) > 0).await;
        until("nobody answers any more", || ENDLESS.load(Ordering::SeqCst) == 0).await;
        sockets.push(socket);
    }
    running.end().await;
}

#[tokio::test]
async fn an_address_has_so_many_connections_and_a_proxy_any_number() {
    let running = Running::with(|settings| {
        settings.connections_per_address = 5;
        settings.trusted_proxies = vec!["127.0.0.9".parse().unwrap()];
    })
    .await;
    let busy = async |from: u8, n: usize| {
        let mut socket = connect(from, running.http).await;
        socket.write_all(format!("GET /working/{n} HTTP/1.1\r\nhost: a\r\n\r\n").as_bytes()).await.unwrap();
        socket
    };
    let mut held = Vec::new();
    for n in 0..5 {
        held.push(busy(4, n).await);
    }
    until("all five are worked for", || WORKING.load(Ordering::SeqCst) >= 5).await;
    assert_eq!(running.get(4).await, "", "the sixth finds no place");
    assert!(running.get(5).await.ends_with("here"), "others do");
    for n in 0..20 {
        held.push(busy(9, n).await);
    }
    assert!(running.get(9).await.ends_with("here"), "a proxy speaks for many");
    drop(held);
    running.end().await;
}
