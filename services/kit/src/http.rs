//! What stands in front of every handler: the gate and the deadline of gRPC calls, and what a listener tells of a request.

use crate::{
    Context, Error, Guard, Origin,
    line::{Busy, Line},
    message,
    trace::{self, Hop},
};
use axum::{
    extract::{Request, State},
    middleware::Next,
    response::{IntoResponse, Response},
};
use futures::FutureExt as _;
use http::{HeaderMap, HeaderValue};
use std::{net::SocketAddr, panic::AssertUnwindSafe, sync::Arc, time::Duration};
use tonic::Status;
use tracing::Instrument as _;

/// What the gate needs.
pub(crate) struct Gate {
    pub(crate) guard: Arc<dyn Guard>,
    pub(crate) cx: Context,
}

/// The longest that a gRPC call is worked on (streams: until the first answer), whatever its deadline says.
const LONGEST_CALL: Duration = Duration::from_secs(60);

/// Address of the peer, left in a request's extensions by the listener.
#[derive(Clone, Copy, Debug)]
pub struct PeerAddress(pub SocketAddr);

/// The connection that a request came over, left in a request's extensions by the listener.
#[derive(Clone)]
pub struct Connection(pub(crate) Arc<Line>);

impl Connection {
    /// Whether another role has asked over it.
    #[must_use]
    pub fn is_of_role(&self) -> bool {
        self.0.is_of_role()
    }

    /// Another role asks over it, as its token shows: it is not closed for resting, and gives way to nobody.
    pub fn belongs_to_role(&self) {
        self.0.belongs_to_role();
    }
}

impl Connection {
    /// Takes the connection over once its request is answered with 101: it goes on counting as an open one, and as one that
    /// is worked for, until the guard is dropped. A client that does not take what is written for it is given up as always.
    #[must_use]
    pub fn hold(&self) -> Held {
        Held { _busy: Busy::on(&self.0), line: self.0.clone() }
    }
}

/// A connection that was taken over.
pub struct Held {
    line: Arc<Line>,
    _busy: Busy,
}

impl Held {
    /// Completes when the listener gives the connection up: its client takes nothing any more, or others need its place.
    pub async fn given_up(&self) {
        self.line.drop.cancelled().await;
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.line.over.cancel();
    }
}

/// The request came over TLS that ends here.
#[derive(Clone, Copy, Debug)]
pub struct Encrypted;

/// Our own address on the request's connection.
#[derive(Clone, Copy, Debug)]
pub struct LocalAddress(pub SocketAddr);

/// Opens the span, asks the guard, turns a panic into an internal error.
pub(crate) async fn admit(State(gate): State<Arc<Gate>>, request: Request, next: Next) -> Response {
    let path = request.uri().path().to_owned();
    let origin = Origin::of_headers(request.headers(), gate.cx.ids.as_ref());
    let span = tracing::info_span!(
        "rpc",
        role = gate.cx.service,
        method = path,
        request_id = origin.request_id,
        trace_id = origin.trace_id()
    );
    async move {
        let started = tokio::time::Instant::now();
        // a method that there is not would make a counter of its own
        let known = || if gate.guard.covers(&path) { path.clone() } else { "unknown".to_owned() };
        let mut call = gate.cx.metrics.call(known);
        let (mut head, body) = request.into_parts();
        head.extensions.insert(origin);
        let answer = match gate.guard.admit(head).await {
            Ok(mut head) => {
                let hop: Hop = head.extensions.remove().unwrap_or_default();
                let handled = AssertUnwindSafe(next.run(Request::from_parts(head, body))).catch_unwind();
                let answer = hop.run(handled).await.map_or_else(panicked, readable);
                trace::answered(&hop, answer.headers());
                answer
            }
            Err(error) => refuse(error),
        };
        if let Some(call) = &mut call {
            call.answered(&answer);
        }
        tracing::debug!(ms = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX), "answered");
        answer
    }
    .instrument(span)
    .await
}

fn panicked(panic: Box<dyn std::any::Any + Send>) -> Response {
    let text =
        panic.downcast_ref::<&str>().map(|s| (*s).to_owned()).or_else(|| panic.downcast_ref::<String>().cloned());
    refuse(Error::internal(anyhow::anyhow!("a handler panicked: {}", text.unwrap_or_default())))
}

/// A path that no service has.
#[expect(clippy::disallowed_methods, reason = "Error has no word for it: only a wrong client gets here")]
pub(crate) async fn unknown() -> Response {
    Status::unimplemented(crate::message!(NO_METHOD).to_string()).into_http::<axum::body::Body>().into_response()
}

fn refuse(error: Error) -> Response {
    Status::from(error).into_http::<axum::body::Body>().into_response()
}

/// A message that cannot be decoded is the caller's fault; tonic calls it an internal error. All of our own errors carry
/// details, so that one without them is tonic's.
fn readable(mut answer: Response) -> Response {
    let headers = answer.headers_mut();
    let internal = headers.get("grpc-status").is_some_and(|status| status == "13");
    if internal && !headers.contains_key("grpc-status-details-bin") {
        tracing::debug!(message = ?headers.get("grpc-message"), "a message could not be decoded");
        return refuse(Error::invalid(message!(MESSAGE_UNREADABLE)));
    }
    answer
}

/// Ends a call at its deadline.
pub(crate) async fn deadline(request: Request, next: Next) -> Response {
    let within = timeout(request.headers()).map_or(LONGEST_CALL, |timeout| timeout.min(LONGEST_CALL));
    match tokio::time::timeout(within, next.run(request)).await {
        Ok(answer) => answer,
        Err(_) => refuse(Error::Timeout(message!(CALL_TOO_LONG))),
    }
}

/// `grpc-timeout`: at most eight digits and a unit.
fn timeout(headers: &HeaderMap) -> Option<Duration> {
    let text = headers.get("grpc-timeout").map(HeaderValue::to_str)?.ok()?;
    let (digits, unit) = text.split_at_checked(text.len().checked_sub(1)?)?;
    let number: u64 = digits.parse().ok().filter(|_| digits.len() <= 8)?;
    Some(match unit {
        "H" => Duration::from_secs(number * 3_600),
        "M" => Duration::from_secs(number * 60),
        "S" => Duration::from_secs(number),
        "m" => Duration::from_millis(number),
        "u" => Duration::from_micros(number),
        "n" => Duration::from_nanos(number),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deadline_has_a_unit() {
        let of = |text: &'static str| {
            timeout(&[("grpc-timeout".parse().unwrap(), text.parse().unwrap())].into_iter().collect())
        };
        assert_eq!(of("250m"), Some(Duration::from_millis(250)));
        assert_eq!(of("2S"), Some(Duration::from_secs(2)));
        for bad in ["", "S", "5", "-1S", "123456789S", "1x"] {
            assert_eq!(of(bad), None, "{bad:?}");
        }
    }
}
