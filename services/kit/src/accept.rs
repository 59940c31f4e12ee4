//! The accept loop of every listener, REST and gRPC alike: so many connections in all and per network, and nobody keeps one
//! by doing nothing. `axum::serve` and tonic's own server have no such limits: two thousand silent sockets would shut them.

mod lines;

use crate::{
    Context,
    http::{Connection, Encrypted, PeerAddress},
    line::{Busy, Line, Watched},
    unread,
    wire::{Refusal, Stream, Wire},
};
use hyper_util::{
    rt::{TokioExecutor, TokioIo, TokioTimer},
    server::conn::auto,
};
use lines::Lines;
use std::{convert::Infallible, net::SocketAddr, sync::Arc, time::Duration};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_util::task::TaskTracker;
use tower::Service as _;

/// How often connections are looked at: what a limit may be late by.
const LOOK: Duration = Duration::from_secs(1);
/// A ping that is not answered within this ends an HTTP/2 connection.
const PONG: Duration = Duration::from_secs(10);
/// How often HTTP/2 clients are pinged.
const PING: Duration = Duration::from_secs(30);

/// What a listener serves, and how.
pub(crate) struct Port {
    pub(crate) router: axum::Router,
    /// HTTP/1 is spoken too, and strictly; without it the listener is gRPC's.
    pub(crate) refusal: Option<Refusal>,
    pub(crate) tls: Option<TlsAcceptor>,
    /// With TLS: answers who speaks plain HTTP all the same. Without it they are hung up on.
    pub(crate) plain: Option<axum::Router>,
}

/// Accepts until the stop, then lets what is under way finish; the caller's drain deadline ends what does not.
pub(crate) async fn serve(cx: &Context, listener: TcpListener, port: Port) -> anyhow::Result<()> {
    let builder = builder(port.refusal.is_some());
    let lines = Lines::new(cx);
    let (tracker, port) = (TaskTracker::new(), Arc::new(port));
    let mut looks = tokio::time::interval(LOOK);
    looks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        let (stream, peer) = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    // Usually the process has no file descriptor left: one that rests gives way.
                    tracing::warn!(%error, "a connection could not be accepted");
                    lines.make_room(|_| true);
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                }
            },
            _ = looks.tick() => {
                lines.look(cx.settings.patience);
                continue;
            }
            () = cx.stop.cancelled() => break,
        };
        let Some(entered) = lines.enter(peer) else { continue };
        let _ = stream.set_nodelay(true);
        let (builder, port, stop, tracked) = (builder.clone(), port.clone(), cx.stop.clone(), tracker.clone());
        tracker.spawn(async move {
            let line = entered.line.clone();
            tokio::select! {
                () = line.drop.cancelled() => {}
                () = converse(&builder, &port, &tracked, stream, peer, &line, stop) => {}
            }
            drop(entered);
        });
    }
    tracker.close();
    let drained = async {
        loop {
            looks.tick().await;
            lines.look(cx.settings.patience);
        }
    };
    tokio::select! {
        () = tracker.wait() => {}
        () = drained => {}
    }
    Ok(())
}

/// Requests at once over one gRPC connection. Fixed: a service has one connection to each other, and every task that waits
/// for pods keeps a stream open on it; tasks holds half as many.
const RPC_STREAMS: u32 = 4_096;

fn builder(http1: bool) -> auto::Builder<TokioExecutor> {
    let mut builder = auto::Builder::new(TokioExecutor::new());
    // Whole heads are passed on, so hyper has no reason to wait for one.
    builder.http1().timer(TokioTimer::new()).header_read_timeout(None).max_buf_size(64 * 1024).max_headers(100);
    builder
        .http2()
        .timer(TokioTimer::new())
        .keep_alive_interval(PING)
        .keep_alive_timeout(PONG)
        .max_concurrent_streams(if http1 { 100 } else { RPC_STREAMS })
        .max_frame_size(256 * 1024)
        .max_header_list_size(16 * 1024);
    if http1 { builder } else { builder.http2_only() }
}

/// One connection from its first byte to its last.
async fn converse(
    builder: &auto::Builder<TokioExecutor>,
    port: &Port,
    tracker: &TaskTracker,
    stream: TcpStream,
    peer: SocketAddr,
    line: &Arc<Line>,
    stop: tokio_util::sync::CancellationToken,
) {
    let local = stream.local_addr().ok();
    #[cfg(test)]
    let at_once = tests::AtOnce(stream.nodelay().unwrap_or_default());
    let (stream, router) = match (&port.tls, &port.plain) {
        (None, _) => (Stream::Plain(stream), &port.router),
        (Some(_), Some(plain)) if !begins_tls(&stream).await => (Stream::Plain(stream), plain),
        (Some(tls), _) => match tls.accept(stream).await {
            Ok(stream) => (Stream::Tls(Box::new(stream)), &port.router),
            Err(error) => return tracing::debug!(%error, %peer, "a TLS handshake failed"),
        },
    };
    let is_encrypted = matches!(stream, Stream::Tls(_));
    let wire = Wire::new(stream, line.clone(), port.refusal.clone());
    let service = hyper::service::service_fn(|mut request: http::Request<hyper::body::Incoming>| {
        let busy = Busy::on(line);
        request.extensions_mut().insert(PeerAddress(peer));
        request.extensions_mut().insert(Connection(line.clone()));
        if is_encrypted {
            request.extensions_mut().insert(Encrypted);
        }
        #[cfg(test)]
        request.extensions_mut().insert(at_once);
        if let Some(local) = local {
            request.extensions_mut().insert(crate::http::LocalAddress(local));
        }
        let (request, rest) = unread::lend(request);
        let (answer, line, tracker) = (router.clone().call(request), line.clone(), tracker.clone());
        async move {
            let Ok(mut response) = answer.await;
            if let Some(reading) = rest.and_then(|rest| rest.settle(response.headers_mut())) {
                tracker.spawn(reading);
            }
            if response.status() == http::StatusCode::SWITCHING_PROTOCOLS {
                line.upgrade();
            }
            Ok::<_, Infallible>(response.map(|body| Watched::new(body, busy)))
        }
    });
    let connection = builder.serve_connection_with_upgrades(TokioIo::new(wire), service);
    tokio::pin!(connection);
    let stopping = tokio::select! {
        _ = connection.as_mut() => {
            if line.is_upgraded() {
                // Whoever has it now lets go of it soon at a stop.
                line.over.cancelled().await;
            }
            return;
        }
        () = stop.cancelled() => true,
        () = line.close.cancelled() => false,
    };
    connection.as_mut().graceful_shutdown();
    // At a stop work is finished; who only rests has to agree soon.
    let within = if stopping { Duration::MAX } else { PONG };
    let _ = tokio::time::timeout(within, connection).await;
}

/// Whether the first byte is that of a TLS handshake (the content type 22 of RFC 8446, section 5.1). No method of HTTP begins with it.
async fn begins_tls(stream: &TcpStream) -> bool {
    let mut first = [0];
    !matches!(stream.peek(&mut first).await, Ok(1) if first != [22])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::websocket;
    use futures::{SinkExt as _, StreamExt as _};
    use hyper_util::client::legacy::Client;
    use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};

    /// What getsockopt says about `TCP_NODELAY` of the connection that a request came over.
    #[derive(Clone, Copy)]
    pub(super) struct AtOnce(pub bool);

    async fn said(axum::Extension(AtOnce(at_once)): axum::Extension<AtOnce>) -> http::StatusCode {
        if at_once { http::StatusCode::OK } else { http::StatusCode::CONFLICT }
    }

    /// Without it an answer in two parts waits for the other side's delayed acknowledgement: 40 ms per call.
    #[tokio::test]
    async fn no_answer_waits_for_an_acknowledgement() {
        let bench = crate::testing::context(&crate::testing::ROLE).await;
        let refusal = Refusal { malformed: |why, _| why.to_string(), ids: bench.cx.ids.clone() };
        for refusal in [Some(refusal), None] {
            let grpc = refusal.is_none();
            let router = axum::Router::new().route("/", axum::routing::get(said));
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let uri: http::Uri = format!("http://{}/", listener.local_addr().unwrap()).parse().unwrap();
            let client = Client::builder(TokioExecutor::new()).http2_only(grpc).build_http::<axum::body::Body>();
            let port = Port { router, refusal, tls: None, plain: None };
            tokio::select! {
                ended = serve(&bench.cx, listener, port) => panic!("it ended: {ended:?}"),
                answer = client.get(uri) => assert_eq!(answer.unwrap().status(), http::StatusCode::OK, "gRPC: {grpc}"),
            }
        }
    }

    /// Says what it hears, over a connection that it took over.
    async fn echo(
        cx: axum::extract::State<Arc<TaskTracker>>,
        mut request: axum::extract::Request,
    ) -> axum::response::Response {
        let upgrade = request.extensions_mut().remove::<websocket::OnUpgrade>().expect("a connection");
        let held = request.extensions().get::<Connection>().expect("a listener").hold();
        let (head, _) = request.into_parts();
        cx.spawn(async move {
            let mut socket = websocket::over(upgrade.await.expect("handed over"), websocket::Role::Server).await;
            while let Some(Ok(frame)) = socket.next().await {
                if frame.is_binary() {
                    socket.send(frame).await.expect("sent");
                }
            }
            drop(held);
        });
        websocket::switch(websocket::accept(&head).expect("a handshake"), None, axum::body::Body::empty())
    }

    /// Frames pass the strict reader of heads, the connection counts as one that is worked for, and gives its place back.
    #[tokio::test]
    async fn a_connection_that_was_taken_over_counts_until_it_ends() {
        let mut bench = crate::testing::context(&crate::testing::ROLE).await;
        let mut settings = (*bench.cx.settings).clone();
        settings.connections = 1;
        bench.cx.settings = Arc::new(settings);
        let router = axum::Router::new().route("/", axum::routing::get(echo)).with_state(Arc::new(TaskTracker::new()));
        let refusal = Refusal { malformed: |why, _| why.to_string(), ids: bench.cx.ids.clone() };
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let port = Port { router, refusal: Some(refusal), tls: None, plain: None };
        let test = async {
            let mut first = crate::testing::socket::open(&address, "/", &[]).await.expect("a WebSocket");
            // what would be the end of a line of no head
            first.send(b"\n\r\0 no head").await;
            first.until("\n\r\0 no head").await;
            // the one place is taken by somebody who is worked for
            let mut second = TcpStream::connect(&address).await.unwrap();
            assert_eq!(tokio::io::AsyncReadExt::read(&mut second, &mut [0; 1]).await.unwrap_or_default(), 0);
            first.leave();
            while crate::testing::socket::try_open(&address, "/", &[]).await.is_none() {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::select! {
            ended = serve(&bench.cx, listener, port) => panic!("it ended: {ended:?}"),
            () = test => {}
        }
    }

    /// A server that refuses by the head alone.
    async fn refusing(test: impl AsyncFnOnce(BufReader<TcpStream>)) {
        let bench = crate::testing::context(&crate::testing::ROLE).await;
        let router = axum::Router::new().route("/", axum::routing::post(|| async { http::StatusCode::FORBIDDEN }));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let client = BufReader::new(TcpStream::connect(listener.local_addr().unwrap()).await.unwrap());
        let refusal = Refusal { malformed: |why, _| why.to_string(), ids: bench.cx.ids.clone() };
        tokio::select! {
            ended = serve(&bench.cx, listener, Port { router, refusal: Some(refusal), tls: None, plain: None }) => panic!("it ended: {ended:?}"),
            () = test(client) => {}
        }
    }

    /// Sends a request with the first two bytes of a body of so many.
    async fn ask(client: &mut BufReader<TcpStream>, length: usize, more: &str) {
        let head = format!("POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: {length}\r\n{more}\r\nab");
        client.write_all(head.as_bytes()).await.expect("sent");
    }

    /// The head of an answer, in lower case; empty when the connection has ended.
    async fn head(client: &mut BufReader<TcpStream>) -> String {
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") && client.read_line(&mut head).await.expect("not reset") > 0 {}
        head.to_ascii_lowercase()
    }

    #[tokio::test]
    async fn a_request_that_is_refused_by_its_head_does_not_cost_the_next_one() {
        refusing(async |mut client| {
            ask(&mut client, 8, "").await;
            let answer = head(&mut client).await;
            assert!(answer.starts_with("http/1.1 403 ") && !answer.contains("connection: close"), "{answer}");
            client.write_all(b"cdefgh").await.expect("sent");
            ask(&mut client, 2, "").await;
            assert!(head(&mut client).await.starts_with("http/1.1 403 "), "the next request has no answer");
        })
        .await;
    }

    /// Unread bytes at the end of a connection would reset it, and take the answer away from who still sends.
    #[tokio::test]
    async fn a_body_that_is_not_read_ends_the_connection_and_not_the_answer() {
        for (length, more) in [(unread::MOST + 1, ""), (9, "expect: 100-continue\r\n")] {
            refusing(async |mut client| {
                ask(&mut client, length, more).await;
                for part in vec![b'c'; (length - 2).min(unread::MOST / 2)].chunks(64 * 1024) {
                    client.write_all(part).await.expect("sent");
                }
                let answer = head(&mut client).await;
                assert!(answer.starts_with("http/1.1 403 ") && answer.contains("connection: close"), "{answer}");
                assert_eq!(head(&mut client).await, "", "the connection ends in peace");
            })
            .await;
        }
    }
}
