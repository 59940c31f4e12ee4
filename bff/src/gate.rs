//! Behind the router: who is calling, may they, and only then the handler.

use crate::{
    App,
    caller::Call,
    error::{ApiError, Outcome},
    policy::{self, Limit},
};
use axum::{
    extract::{MatchedPath, Request, State},
    middleware::Next,
    response::{IntoResponse, Response},
};
use http::{HeaderMap, header};
use kit::{Origin, http::PeerAddress};
use uuid::Uuid;

/// For the log line: the matched route and the user.
#[derive(Clone, Copy)]
pub struct Passed {
    pub route: &'static str,
    pub user: Option<Uuid>,
}

/// Wraps every matched route.
pub async fn gate(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let matched = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_owned());
    let path = matched.as_deref().and_then(|path| path.strip_prefix("/api"));
    let Some(row) = path.and_then(|path| policy::find(request.method(), path)) else {
        // No such route, or not with this method: the router says which.
        return next.run(request).await;
    };
    let passed = Passed { route: row.path(), user: None };
    let origin = request.extensions_mut().remove::<Origin>().unwrap_or_default();
    let (mut response, user) =
        match admit(&app, row, origin, request.headers(), request.extensions().get().copied()).await {
            Err(error) => (error.into_response(), None),
            Ok(call) => {
                request.extensions_mut().insert(row.limit);
                request.extensions_mut().insert(call.clone());
                let response = next.run(request).await;
                (settle(response, &call, row).await, call.user_id())
            }
        };
    response.extensions_mut().insert(Passed { user, ..passed });
    response
}

/// Size, then identity, then the rule.
async fn admit(
    app: &App,
    row: &'static policy::Row,
    origin: Origin,
    headers: &HeaderMap,
    peer: Option<PeerAddress>,
) -> Result<Call, ApiError> {
    let Limit(limit) = row.limit;
    let length = headers.get(header::CONTENT_LENGTH).and_then(|v| v.to_str().ok()?.parse::<u64>().ok());
    if length.is_some_and(|length| length > limit as u64) {
        return Err(ApiError::too_large(limit));
    }
    Call::of(app, row, origin, headers, peer).await
}

/// Settles a doubted identity: is it the session (401), or are the services at odds (503 and an alarm)?
async fn settle(mut response: Response, call: &Call, row: &'static policy::Row) -> Response {
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
