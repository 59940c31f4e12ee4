//! The edges of a role: the gate in front of every gRPC handler, and the HTTP listener with time-outs that
//! `axum::serve` does not have (it leaves half-sent requests open for ever and does not end its drain).

use crate::{Context, Error, Guard, Origin};
use axum::{
    extract::{Request, State},
    middleware::Next,
    response::{IntoResponse, Response},
};
use futures::FutureExt as _;
use hyper_util::{
    rt::{TokioExecutor, TokioIo, TokioTimer},
    server::conn::auto,
    service::TowerToHyperService,
};
use std::{panic::AssertUnwindSafe, sync::Arc, time::Duration};
use tokio::{net::TcpListener, sync::Semaphore};
use tokio_util::task::TaskTracker;
use tonic::Status;
use tracing::Instrument as _;

/// What the gate needs.
#[derive(Clone)]
pub(crate) struct Gate {
    pub(crate) guard: Arc<dyn Guard>,
    pub(crate) cx: Context,
}

/// Address of the peer, left in a request's extensions by the HTTP listener.
#[derive(Clone, Copy, Debug)]
pub struct PeerAddress(pub std::net::SocketAddr);

/// Opens the span, asks the guard, turns a panic into an internal error.
pub(crate) async fn admit(State(gate): State<Gate>, request: Request, next: Next) -> Response {
    let method = request.uri().path().to_owned();
    let origin = Origin::of_headers(request.headers(), gate.cx.ids.as_ref());
    let span = tracing::info_span!(
        "rpc",
        role = gate.cx.service,
        method,
        request_id = origin.request_id,
        trace_id = origin.trace_id()
    );
    async move {
        let started = tokio::time::Instant::now();
        let (mut head, body) = request.into_parts();
        head.extensions.insert(origin);
        let answer = match gate.guard.admit(head).await {
            Ok(head) => match AssertUnwindSafe(next.run(Request::from_parts(head, body))).catch_unwind().await {
                Ok(answer) => answer,
                Err(panic) => {
                    let text = panic
                        .downcast_ref::<&str>()
                        .map(|s| (*s).to_owned())
                        .or_else(|| panic.downcast_ref::<String>().cloned());
                    refuse(Error::internal(anyhow::anyhow!("a handler panicked: {}", text.unwrap_or_default())))
                }
            },
            Err(error) => refuse(error),
        };
        tracing::debug!(ms = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX), "answered");
        answer
    }
    .instrument(span)
    .await
}

/// A path that no service has.
#[expect(clippy::disallowed_methods, reason = "Error has no word for it: only a wrong client gets here")]
pub(crate) async fn unknown() -> Response {
    Status::unimplemented("No such method.").into_http::<axum::body::Body>().into_response()
}

fn refuse(error: Error) -> Response {
    Status::from(error).into_http::<axum::body::Body>().into_response()
}

/// Serves HTTP/1 (and HTTP/2 without TLS for those who insist) with limits on everything a client can be slow with.
pub(crate) async fn serve(cx: &Context, listener: TcpListener, router: axum::Router) -> anyhow::Result<()> {
    let connections = Arc::new(Semaphore::new(cx.settings.http_connections));
    let tracker = TaskTracker::new();
    let mut builder = auto::Builder::new(TokioExecutor::new());
    builder
        .http1()
        .timer(TokioTimer::new())
        .header_read_timeout(cx.settings.http_header_timeout)
        .max_buf_size(64 * 1024)
        .max_headers(64);
    builder.http2().timer(TokioTimer::new()).max_concurrent_streams(100).max_header_list_size(16 * 1024);
    loop {
        let permit = tokio::select! {
            permit = connections.clone().acquire_owned() => permit?,
            () = cx.stop.cancelled() => break,
        };
        let (stream, peer) = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    tracing::warn!(%error, "a connection could not be accepted");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                }
            },
            () = cx.stop.cancelled() => break,
        };
        let _ = stream.set_nodelay(true);
        let service = TowerToHyperService::new(router.clone().layer(axum::Extension(PeerAddress(peer))));
        let (builder, stop) = (builder.clone(), cx.stop.clone());
        tracker.spawn(async move {
            let connection = builder.serve_connection(TokioIo::new(stream), service);
            tokio::pin!(connection);
            tokio::select! {
                _ = connection.as_mut() => {}
                () = stop.cancelled() => {
                    connection.as_mut().graceful_shutdown();
                    let _ = connection.await;
                }
            }
            drop(permit);
        });
    }
    tracker.close();
    // The caller's drain deadline ends what does not finish.
    tracker.wait().await;
    Ok(())
}
