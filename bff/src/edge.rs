//! The outermost layer: request id, host, trailing slash, so many requests of one address, the shape of every failure,
//! headers, one log line.

use crate::{
    App,
    error::ApiError,
    gate::{LogContext, Traced},
};
use axum::{
    extract::{Request, State},
    middleware::Next,
    response::Response,
};
use http::{HeaderName, HeaderValue, Uri, header};
use kit::{
    Origin,
    http::{Encrypted, LocalAddress, PeerAddress},
    net::{self, Network},
};
use std::{net::IpAddr, time::Instant};
use tracing::Instrument;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// How long a browser speaks nothing but HTTPS to this name. Not to names below it: those are somebody else's.
const ONE_YEAR: HeaderValue = HeaderValue::from_static("max-age=31536000");
/// Of everything but the console's own files: what is no page runs nothing, whatever is made of it.
const NOTHING: HeaderValue = HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'");

/// The address that a request comes from, seen through our own proxies.
#[derive(Clone, Copy, Debug)]
pub struct Client(pub IpAddr);

/// Wraps every request.
pub async fn edge(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let started = Instant::now();
    // whether there is a trace is decided behind the router, whatever a stranger says
    let origin = Origin { traceparent: None, ..Origin::of_headers(request.headers(), &*app.cx.ids) };
    let request_id = origin.request_id.clone();
    let method = request.method().clone();
    strip_slash(&mut request);
    let path = request.uri().path();
    let (in_api, is_probe) = (path == "/api" || path.starts_with("/api/"), matches!(path, "/livez" | "/readyz"));
    let is_encrypted = request.extensions().get::<Encrypted>().is_some();
    request.extensions_mut().insert(origin);
    let host = app.hosts.check(request.uri(), request.headers(), request.extensions().get::<LocalAddress>().copied());
    let client = client(&app, &request);
    if let Some(client) = client {
        request.extensions_mut().insert(client);
    }

    let span = tracing::info_span!("request", %request_id, trace_id = tracing::field::Empty);
    let answered = async {
        // A load balancer that asks whether we live knows no name of ours; it learns nothing else either.
        if !is_probe && let Err(error) = host {
            return error.into();
        }
        let _one = match client.filter(|_| !is_probe) {
            None => None,
            Some(Client(address)) => match app.addresses.enter(Network::of(address)).await {
                Some(one) => Some(one),
                None => return ApiError::too_many(kit::message!(TOO_MANY_AT_ONCE), 1).into(),
            },
        };
        // A body that never ends, or a handler that waits for one.
        match tokio::time::timeout(app.cx.settings.http_request_timeout, next.run(request)).await {
            Ok(response) => Outcome::Answered(response),
            Err(_) => ApiError::timeout().into(),
        }
    };
    let mut response = match answered.instrument(span).await {
        Outcome::Answered(response) => shaped(response, &request_id),
        Outcome::TurnedAway(error) => error.render(&request_id),
    };

    let failed = response.status().is_client_error() || response.status().is_server_error();
    let headers = response.headers_mut();
    if let Ok(value) = HeaderValue::from_str(&request_id) {
        headers.insert(REQUEST_ID, value);
    }
    if is_encrypted {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, ONE_YEAR);
    }
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    // Addresses of the console may carry a token (set-up, invites).
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    if in_api || failed {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response.headers_mut().entry(header::CONTENT_SECURITY_POLICY).or_insert(NOTHING);
    let passed = response.extensions().get::<LogContext>();
    let route = passed.map_or(if is_probe { "probe" } else { "none" }, |passed| passed.route);
    let user = passed.and_then(|passed| passed.user).map(tracing::field::display);
    let trace_id = response.extensions().get::<Traced>().map(|Traced(id)| id.as_str());
    app.metrics.count(&method, route, response.status(), started.elapsed());
    let status = response.status().as_u16();
    let ms = started.elapsed().as_secs_f64() * 1_000.0;
    // Whoever follows the log asks every two seconds: the log would be full of that.
    let is_quiet = is_probe || (route == "/admin/logs" && !failed);
    if is_quiet {
        tracing::debug!(%method, route, status, ms, %request_id, trace_id, "request");
    } else {
        tracing::info!(%method, route, status, ms, %request_id, trace_id, user, "request");
    }
    response
}

fn client(app: &App, request: &Request) -> Option<Client> {
    let PeerAddress(peer) = request.extensions().get::<PeerAddress>()?;
    Some(Client(net::client(&app.cx.settings.trusted_proxies, peer.ip(), request.headers())))
}

enum Outcome {
    Answered(Response),
    TurnedAway(ApiError),
}

impl From<ApiError> for Outcome {
    fn from(error: ApiError) -> Self {
        Self::TurnedAway(error)
    }
}

/// Every failure in the one shape, whoever made it; the header Allow of a 405 is kept.
fn shaped(mut response: Response, request_id: &str) -> Response {
    let error = match response.extensions_mut().remove::<ApiError>() {
        Some(error) => error,
        None if response.status().is_client_error() || response.status().is_server_error() => {
            ApiError::of_status(response.status())
        }
        None => return response,
    };
    let mut shaped = error.render(request_id);
    if let Some(allow) = response.headers_mut().remove(header::ALLOW) {
        shaped.headers_mut().insert(header::ALLOW, allow);
    }
    *shaped.extensions_mut() = std::mem::take(response.extensions_mut());
    shaped
}

/// `/api/teams/` is `/api/teams`.
fn strip_slash(request: &mut Request) {
    let uri = request.uri();
    let Some(path) = uri.path().strip_suffix('/').filter(|path| path.len() > 1) else { return };
    let text = match uri.query() {
        Some(query) => format!("{path}?{query}"),
        None => path.to_owned(),
    };
    // An address that was valid with its slash is valid without.
    if let Ok(stripped) = text.parse::<Uri>() {
        *request.uri_mut() = stripped;
    }
}

/// What a panic in a handler becomes; its words are in the log.
pub fn panicked(cause: Box<dyn std::any::Any + Send>) -> Response {
    let words = cause.downcast_ref::<String>().map(String::as_str).or_else(|| cause.downcast_ref::<&str>().copied());
    tracing::error!(cause = words.unwrap_or("unknown"), "a handler panicked");
    axum::response::IntoResponse::into_response(ApiError::internal())
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::{Router, body::Body, routing::get};
    use tower::ServiceExt;
    use tower_http::catch_panic::CatchPanicLayer;

    #[tokio::test]
    async fn a_panic_in_a_handler_is_a_500_without_its_words() {
        async fn broken() -> &'static str {
            panic!("the password is hunter2")
        }
        let router: Router = Router::new().route("/", get(broken)).layer(CatchPanicLayer::custom(panicked));
        let response = router.oneshot(Request::new(Body::empty())).await.expect("an answer");
        let shaped = shaped(response, "r-1");
        assert_eq!(shaped.status().as_u16(), 500);
        let body = axum::body::to_bytes(shaped.into_body(), 10_000).await.expect("a body");
        let text = String::from_utf8_lossy(&body);
        assert!(text.contains("INTERNAL_SERVER_ERROR") && text.contains("r-1") && !text.contains("hunter2"), "{text}");
    }

    #[test]
    fn only_one_trailing_slash_goes_and_the_root_stays() {
        for (from, to) in
            [("/api/teams/?a=b/", "/api/teams?a=b/"), ("/api/teams//", "/api/teams/"), ("/", "/"), ("/api/", "/api")]
        {
            let mut request = Request::builder().uri(from).body(Body::empty()).expect("a request");
            strip_slash(&mut request);
            assert_eq!(request.uri().to_string(), to);
        }
    }
}
