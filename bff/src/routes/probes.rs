//! `/livez` and `/readyz`: for a supervisor, without a token and without detail.

use crate::App;
use axum::extract::State;
use http::StatusCode;

/// The process serves.
pub async fn livez() -> &'static str {
    "ok"
}

/// The process takes new work: it is not about to stop.
pub async fn readyz(State(app): State<App>) -> (StatusCode, &'static str) {
    match app.cx.stop.is_cancelled() {
        false => (StatusCode::OK, "ok"),
        true => (StatusCode::SERVICE_UNAVAILABLE, "stopping"),
    }
}
