//! Plain HTTP where HTTPS is spoken: the same address over TLS.

use crate::{App, error::ApiError, gate::LogContext};
use axum::{
    extract::{Request, State},
    response::{IntoResponse, Redirect, Response},
};
use http::{header, uri::Authority};

/// Sends everything on, with its method and its body. The edge has seen that the host is one of ours; for probes it does not look.
pub(crate) async fn redirect(State(app): State<App>, request: Request) -> Response {
    let told = request.headers().get(header::HOST).and_then(|host| Authority::try_from(host.as_bytes()).ok());
    let Some(host) = request.uri().authority().cloned().or(told) else {
        return ApiError::malformed(kit::message!(ONE_HOST)).into_response();
    };
    let port = match app.cx.settings.http_listen.port() {
        443 => String::new(),
        port => format!(":{port}"),
    };
    let rest = request.uri().path_and_query().map_or("/", |rest| rest.as_str());
    let mut response = Redirect::permanent(&format!("https://{}{port}{rest}", host.host())).into_response();
    response.extensions_mut().insert(LogContext { route: "redirect", user: None });
    response
}
