//! Behind the router: who is calling, may they, their body, a place, and only then the handler.
//!
//! In this order: whoever sends a body slowly, or nothing but its head, holds no place that others wait for.

use crate::{
    App, body,
    caller::Call,
    edge::Client,
    error::{ApiError, Outcome},
    table::{Limit, Row},
};
use axum::{
    extract::{MatchedPath, Request, State},
    middleware::Next,
    response::{IntoResponse, Response},
};
use http::{HeaderMap, HeaderValue, header};
use kit::{Origin, message, trace, websocket};
use uuid::Uuid;

/// For the log line: the matched route and the user.
#[derive(Clone, Copy)]
pub struct LogContext {
    pub route: &'static str,
    pub user: Option<Uuid>,
}

/// For the log line: the trace that there is of the request.
#[derive(Clone)]
pub struct Traced(pub String);

/// Wraps every matched route.
pub async fn gate(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let matched = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_owned());
    let path = matched.as_deref().and_then(|path| path.strip_prefix("/api"));
    let Some(row) = path.and_then(|path| app.rules.find(request.method(), path)) else {
        // No such route, or not with this method: the router says which.
        return next.run(request).await;
    };
    let mut origin = request.extensions_mut().remove::<Origin>().unwrap_or_default();
    let hop =
        trace::enter(&app.cx, format_args!("{} /api{}", row.method(), row.path()), request.headers(), &mut origin);
    let traced = origin.trace_id().map(|id| Traced(id.to_owned()));
    if let Some(Traced(id)) = &traced {
        tracing::Span::current().record("trace_id", id.as_str());
        hop.attribute("http.request.method", row.method());
        hop.attribute("http.route", format!("/api{}", row.path()));
    }
    let mut response = hop.run(admitted(&app, row, origin, request, next)).await;
    if let Some(traced) = traced {
        let status = response.status();
        hop.attribute("http.response.status_code", i64::from(status.as_u16()));
        if status.is_server_error() {
            hop.failed(status.canonical_reason().unwrap_or("server error"));
        }
        response.extensions_mut().insert(traced);
    }
    response
}

/// Who is calling, may they, and then the handler.
async fn admitted(app: &App, row: Row, origin: Origin, mut request: Request, next: Next) -> Response {
    let client = request.extensions().get().copied();
    let (mut response, user) = match admit(app, row, origin, request.headers(), client).await {
        Err(error) => (error.into_response(), None),
        Ok(call) => {
            request.extensions_mut().insert(row.limit);
            request.extensions_mut().insert(call.clone());
            let response = handle(app, &call, row, request, next).await.unwrap_or_else(ApiError::into_response);
            (settle(response, &call, row).await, call.user_id())
        }
    };
    response.extensions_mut().insert(LogContext { route: row.path(), user });
    response
}

/// Reads the body, takes a place and runs the handler.
async fn handle(app: &App, call: &Call, row: Row, request: Request, next: Next) -> Result<Response, ApiError> {
    let _one = match call.user_id() {
        Some(user) => {
            Some(app.users.enter(user).await.ok_or_else(|| ApiError::too_many(message!(TOO_MANY_AT_ONCE), 1))?)
        }
        None => None,
    };
    if let Some(user) = call.user_id().filter(|_| row.sparing) {
        app.secrets.take(user).map_err(|wait| kit::Error::RateLimited { retry_after: wait })?;
    }
    let (head, sent) = request.into_parts();
    let sent =
        if row.method() == "GET" { axum::body::Body::empty() } else { body::collect(sent, row.limit).await?.into() };
    // Strangers have places of their own: those who are signed in never wait for them.
    let places = if call.user_id().is_some() { &app.places } else { &app.anonymous };
    let _place = match places.try_acquire() {
        Ok(place) => place,
        Err(_) => match tokio::time::timeout(app.queue, places.acquire()).await {
            Ok(Ok(place)) => place,
            _ => return Err(ApiError::unavailable(message!(BUSY))),
        },
    };
    Ok(next.run(Request::from_parts(head, sent)).await)
}

/// Size, then identity, then the rule.
async fn admit(
    app: &App,
    row: Row,
    origin: Origin,
    headers: &HeaderMap,
    client: Option<Client>,
) -> Result<Call, ApiError> {
    let Limit(limit) = row.limit;
    let length = headers.get(header::CONTENT_LENGTH).and_then(|v| v.to_str().ok()?.parse::<u64>().ok());
    if length.is_some_and(|length| length > limit as u64) {
        return Err(ApiError::too_large(limit));
    }
    match shown(row, headers) {
        Some(headers) => Call::of(app, row, origin, &headers, client).await,
        None => Call::of(app, row, origin, headers, client).await,
    }
}

/// What stands before a token among the protocols of a WebSocket.
const TOKEN: &str = "canopy.token.";

/// The headers with the token where it is looked for. A browser can set no header of a WebSocket, and in an address a token
/// would be in every log on the way; so it is one of the protocols that are offered, which no server ever chooses.
fn shown(row: Row, headers: &HeaderMap) -> Option<HeaderMap> {
    if !row.socket || !websocket::is_wanted(headers) || headers.contains_key(header::AUTHORIZATION) {
        return None;
    }
    let mut offered = websocket::words(headers, header::SEC_WEBSOCKET_PROTOCOL);
    let token = offered.find_map(|word| word.strip_prefix(TOKEN))?;
    let mut value = HeaderValue::try_from(format!("Bearer {token}")).ok()?;
    value.set_sensitive(true);
    let mut headers = headers.clone();
    headers.insert(header::AUTHORIZATION, value);
    Some(headers)
}

/// Settles a doubted identity: is it the session (401), or are the services at odds (503 and an alarm)?
async fn settle(mut response: Response, call: &Call, row: Row) -> Response {
    let doubted = |error: &ApiError| error.outcome == Outcome::Doubted;
    if !response.extensions().get::<ApiError>().is_some_and(doubted) {
        return response;
    }
    response.extensions_mut().remove::<ApiError>();
    match call.afresh().await {
        Err(error) => error.into_response(),
        Ok(()) => {
            tracing::error!(route = row.path(), "a service refused an identity that is good: check keys and clocks");
            ApiError::outage().into_response()
        }
    }
}
