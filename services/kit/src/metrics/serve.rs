//! The port of the metrics, and whether the role lives and takes calls: what Prometheus and a supervisor ask, without a token
//! and without detail. It is not for strangers: on loopback, or behind a network policy.

use crate::{
    Context,
    accept::{self, Port},
    wire::Refusal,
};
use axum::{
    Router,
    extract::State,
    response::{IntoResponse, Response},
    routing::get,
};
use http::{StatusCode, header};
use tokio::net::TcpListener;

/// What the text is.
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Answers until the role stops.
pub(crate) async fn serve(cx: Context, listener: TcpListener) -> anyhow::Result<()> {
    let router = Router::new()
        .route("/metrics", get(metrics))
        .route("/livez", get(|| async { "ok" }))
        .route("/readyz", get(readyz))
        .with_state(cx.clone());
    let refusal = Some(Refusal { malformed: |why, _| why.to_string(), ids: cx.ids.clone() });
    accept::serve(&cx, listener, Port { router, refusal, tls: None, plain: None }).await
}

async fn metrics(State(cx): State<Context>) -> Response {
    match cx.metrics.text().await {
        Ok(text) => ([(header::CONTENT_TYPE, OPEN_METRICS)], text).into_response(),
        Err(error) => {
            tracing::error!(error = format!("{error:#}"), "the metrics cannot be shown");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}

/// It has its tables, listens, and is not about to stop.
async fn readyz(State(cx): State<Context>) -> (StatusCode, &'static str) {
    match (cx.stop.is_cancelled(), cx.metrics.is_ready()) {
        (true, _) => (StatusCode::SERVICE_UNAVAILABLE, "stopping"),
        (false, false) => (StatusCode::SERVICE_UNAVAILABLE, "starting"),
        (false, true) => (StatusCode::OK, "ok"),
    }
}
