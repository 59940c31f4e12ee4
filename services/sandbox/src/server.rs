//! Connections: TLS, HTTP/1 and HTTP/2, and a drain at the end.

use crate::api::{self, Api};
use hyper::service::service_fn;
use hyper_util::{
    rt::{TokioExecutor, TokioIo, TokioTimer},
    server::conn::auto,
};
use rustls::ServerConfig;
use std::{convert::Infallible, sync::Arc, time::Duration};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_util::{sync::CancellationToken, task::TaskTracker};

/// A client has this long for its handshake.
const HANDSHAKE: Duration = Duration::from_secs(10);
/// And for the head of a request.
const HEAD: Duration = Duration::from_secs(30);
/// Open connections get this long to end.
const DRAIN: Duration = Duration::from_secs(3);

/// Serves until the stop.
pub async fn run(
    listener: TcpListener,
    tls: ServerConfig,
    api: Arc<Api>,
    stop: CancellationToken,
) -> anyhow::Result<()> {
    let acceptor = TlsAcceptor::from(Arc::new(tls));
    let tracker = TaskTracker::new();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = stop.cancelled() => break,
        };
        match accepted {
            Ok((stream, _)) => {
                let _ = stream.set_nodelay(true);
                tracker.spawn(connection(stream, acceptor.clone(), Arc::clone(&api), stop.clone()));
            }
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }
    tracker.close();
    let _ = tokio::time::timeout(DRAIN, tracker.wait()).await;
    Ok(())
}

async fn connection(stream: TcpStream, acceptor: TlsAcceptor, api: Arc<Api>, stop: CancellationToken) {
    let Ok(Ok(stream)) = tokio::time::timeout(HANDSHAKE, acceptor.accept(stream)).await else { return };
    let service = service_fn(move |request| {
        let api = Arc::clone(&api);
        async move { Ok::<_, Infallible>(api::answer(api, request).await) }
    });
    let mut builder = auto::Builder::new(TokioExecutor::new());
    builder.http1().timer(TokioTimer::new()).header_read_timeout(HEAD);
    builder.http2().timer(TokioTimer::new()).max_concurrent_streams(500);
    let connection = builder.serve_connection_with_upgrades(TokioIo::new(stream), service);
    tokio::pin!(connection);
    tokio::select! {
        _ = connection.as_mut() => {}
        () = stop.cancelled() => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
}
