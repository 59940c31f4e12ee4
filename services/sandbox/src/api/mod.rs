//! The HTTP side: what a path means, who may ask, and one file per verb.

mod change;
mod delete;
mod discovery;
mod exec;
mod list;
mod log;
mod metrics;
mod openapi;
mod patch;
mod read;
mod request;
mod review;
mod stats;
mod volumes;
mod watch;

use crate::{failure::Failure, world::World};
use bytes::Bytes;
use http::{Method, Response, StatusCode, header};
use http_body_util::{BodyExt as _, Full, Limited, combinators::UnsyncBoxBody};
use hyper::body::Incoming;
use request::{Call, Target};
use serde::Serialize;
use std::{convert::Infallible, sync::Arc};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

/// What is answered: whole, or a stream.
pub type Body = UnsyncBoxBody<Bytes, Infallible>;

/// A request's body may have this many bytes, as at the real server.
const MOST_BYTES: usize = 3 * 1024 * 1024;

/// Everything a request needs.
pub struct Api {
    pub world: Arc<World>,
    /// Who has it may do everything.
    pub token: String,
    /// Ends streams.
    pub stop: CancellationToken,
    /// Shells that are open.
    pub sessions: TaskTracker,
}

type Answer = Result<Response<Body>, Failure>;

/// Answers one request.
pub async fn answer(api: Arc<Api>, request: http::Request<Incoming>) -> Response<Body> {
    let (head, body) = request.into_parts();
    let call = match Call::read(&head) {
        Ok(call) => call,
        Err(failure) => return refused(&failure),
    };
    if let Err(failure) = call.admitted(&api.token, &head.headers, &api.world.catalogue) {
        return refused(&failure);
    }
    if call.path.ends_with("/exec") {
        let shell = opened(&api, &call, http::Request::from_parts(head, body));
        return shell.unwrap_or_else(|failure| refused(&failure));
    }
    let bytes = match Limited::new(body, MOST_BYTES).collect().await {
        Ok(collected) => collected.to_bytes(),
        Err(error) => return refused(&Failure::bad_request(format!("the body cannot be read: {error}"))),
    };
    match route(&api, call, &bytes) {
        Ok(response) => response,
        Err(failure) => refused(&failure),
    }
}

/// A request whose connection is handed over, so that its body is no body.
fn opened(api: &Arc<Api>, call: &Call, request: http::Request<Incoming>) -> Answer {
    let parts: Vec<&str> = call.path.split('/').filter(|part| !part.is_empty()).collect();
    let target = Target::of(&parts, &api.world.catalogue)?;
    if call.method != Method::GET || target.part != "exec" {
        return Err(Failure::no_method());
    }
    exec::answer(api, &target, call, request)
}

fn route(api: &Arc<Api>, mut call: Call, body: &Bytes) -> Answer {
    let path = call.path.clone();
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    match parts[..] {
        ["healthz" | "readyz" | "livez", ..] => return Ok(plain("ok")),
        ["version"] => return Ok(json(StatusCode::OK, &discovery::version(&api.world.catalogue))),
        ["api", "v1", "nodes", node, "proxy", "stats", "summary"] => {
            return stats::summary(&api.world, node, &call.method);
        }
        ["openapi", ..] => return openapi::answer(&api.world.catalogue, &parts, &call),
        [] | ["api" | "apis"] | ["api", _] | ["apis", _] | ["apis", _, _] => {
            return discovery::answer(&api.world.catalogue, &parts, &call);
        }
        _ => {}
    }
    let target = Target::of(&parts, &api.world.catalogue)?;
    call.body.clone_from(body);
    call.unpack(&api.world.catalogue)?;
    if target.is_metric {
        return metrics::answer(&api.world, &target, &call);
    }
    if target.kind.verbs.is_empty() {
        return Err(Failure::no_resource());
    }
    if !target.kind.is_stored() {
        return review::answer(api, &target, &call);
    }
    match (&call.method, target.name.is_some(), target.part.as_str()) {
        (&Method::GET, true, "log") => log::answer(api, &target, &call),
        (_, true, "scale") => change::scale(&api.world, &target, &call),
        (&Method::POST, true, "eviction") => delete::evict(&api.world, &target, &call),
        (&Method::PUT, true, "finalize") => change::finalize(&api.world, &target, &call),
        (&Method::GET, false, "") if call.is("watch") => watch::answer(api, &target, &call),
        (&Method::GET, true, "") if call.is("watch") => watch::answer(api, &target, &call),
        (&Method::GET, false, "") => list::answer(&api.world, &target, &call),
        (&Method::GET, true, "" | "status") => read::answer(&api.world, &target, &call),
        (&Method::POST, false, "") => change::create(&api.world, &target, &call),
        (&Method::PUT, true, "" | "status") => change::replace(&api.world, &target, &call),
        (&Method::PATCH, true, "" | "status") => patch::answer(&api.world, &target, &call),
        (&Method::DELETE, true, "") => delete::one(&api.world, &target, &call),
        (&Method::DELETE, false, "") => delete::all(&api.world, &target, &call),
        _ => Err(Failure::no_method()),
    }
}

fn refused(failure: &Failure) -> Response<Body> {
    json(StatusCode::from_u16(failure.code).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR), &failure.status())
}

/// A JSON answer.
fn json(code: StatusCode, value: &impl Serialize) -> Response<Body> {
    typed(code, "application/json", serde_json::to_vec(value).unwrap_or_default())
}

fn plain(text: &str) -> Response<Body> {
    typed(StatusCode::OK, "text/plain; charset=utf-8", text.as_bytes().to_vec())
}

fn typed(code: StatusCode, content_type: &'static str, bytes: Vec<u8>) -> Response<Body> {
    let body: Body = Full::new(Bytes::from(bytes)).boxed_unsync();
    streamed(code, content_type, body)
}

fn streamed(code: StatusCode, content_type: &'static str, body: Body) -> Response<Body> {
    let mut response = Response::new(body);
    *response.status_mut() = code;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, http::HeaderValue::from_static(content_type));
    headers.insert(header::CACHE_CONTROL, http::HeaderValue::from_static("no-cache, private"));
    response
}
