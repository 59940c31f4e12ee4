//! Traces: what one click in the browser sets in motion, through all roles, as OpenTelemetry knows it.
//!
//! A trace begins at the bff, which decides by the setting whether there is one; every part of it is a [`Hop`]. The context of
//! the hop that is at work is the `traceparent` of the [`Origin`], which travels with requests, outbox rows, facts and tasks. So
//! who has no sampled `traceparent` makes no hop, and while traces are off nobody has one: all that is left of them is a look at
//! an `Option`.

mod parent;
mod peer;
mod send;

pub use parent::Parent;
pub(crate) use peer::Peer;
pub use peer::PeerChannel;
pub use send::Sender;

use crate::{Context, Origin, origin::TRACEPARENT};
use opentelemetry::{
    Context as Otel, Value,
    trace::{Status, TraceContextExt as _},
};
use std::{fmt, future::Future};
use tracing::{Instrument as _, Span};
use tracing_opentelemetry::OpenTelemetrySpanExt as _;

/// Target of the spans that are hops. They are no log lines' spans: where traces are off the log's filter keeps them from being
/// made, and where they are on the log does not see them.
pub(crate) const TARGET: &str = "canopy_trace";
/// Attribute with the role that a hop was made by.
const ROLE: &str = "canopy.role";

/// What a hop is to its parent, in OpenTelemetry's words.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// It answers a call.
    Server,
    /// It makes a call.
    Client,
    /// It passes on what is handled later.
    Producer,
    /// It handles what was passed on.
    Consumer,
    /// Work within a role.
    Internal,
}

impl Kind {
    fn word(self) -> &'static str {
        match self {
            Self::Server => "server",
            Self::Client => "client",
            Self::Producer => "producer",
            Self::Consumer => "consumer",
            Self::Internal => "internal",
        }
    }
}

/// One part of a trace, from when it is made until its last clone is gone; or nothing, where there is no trace.
#[derive(Clone, Default)]
pub struct Hop(Option<Span>);

impl Hop {
    /// The next part of the trace that the origin belongs to, which continues from here on; nothing without one. The name says
    /// what is done in general: no ids, no names.
    #[must_use]
    pub fn of(role: &str, kind: Kind, name: fmt::Arguments<'_>, origin: &mut Origin) -> Self {
        let Some(parent) = origin.parent() else { return Self::default() };
        let hop = Self::under(role, kind, name, Otel::new().with_remote_span_context(parent.context()));
        hop.attribute("canopy.request_id", origin.request_id.clone());
        if let Some(own) = hop.parent() {
            origin.traceparent = Some(own.to_string());
        }
        hop
    }

    /// A part of what this thread is at work on; nothing where that is no part of a trace.
    #[must_use]
    pub fn within(role: &str, kind: Kind, name: fmt::Arguments<'_>) -> Self {
        match Self::current().0 {
            Some(outer) => Self::under(role, kind, name, outer.context()),
            None => Self::default(),
        }
    }

    /// What this thread is at work on.
    #[must_use]
    pub fn current() -> Self {
        let span = Span::current();
        let is_hop = span.metadata().is_some_and(|metadata| metadata.target() == TARGET);
        Self(is_hop.then_some(span))
    }

    fn under(role: &str, kind: Kind, name: fmt::Arguments<'_>, parent: Otel) -> Self {
        let span = tracing::info_span!(
            target: TARGET,
            parent: None,
            "hop",
            otel.name = name.to_string(),
            otel.kind = kind.word(),
            canopy.role = role
        );
        if span.is_disabled() || span.set_parent(parent).is_err() {
            return Self::default();
        }
        Self(Some(span))
    }

    /// Whether it is a part of a trace.
    #[must_use]
    pub fn is_told(&self) -> bool {
        self.0.is_some()
    }

    /// Says more about it. No secret, no text of a person.
    pub fn attribute(&self, name: &'static str, value: impl Into<Value>) {
        if let Some(span) = &self.0 {
            span.set_attribute(name, value);
        }
    }

    /// It did not come to its end as it should; `why` is a code or a word.
    pub fn failed(&self, why: impl Into<std::borrow::Cow<'static, str>>) {
        if let Some(span) = &self.0 {
            span.set_status(Status::error(why));
        }
    }

    /// Works within it.
    pub fn run<F: Future>(&self, work: F) -> impl Future<Output = F::Output> + use<F> {
        work.instrument(self.0.clone().unwrap_or_else(Span::none))
    }

    /// What its children name as their parent.
    #[must_use]
    pub fn parent(&self) -> Option<Parent> {
        Parent::of(self.0.as_ref()?.context().span().span_context())
    }
}

/// A request comes in from outside: whether there is a trace of it is decided here, by the setting alone. What the stranger says
/// about a trace of theirs is believed as far as its ids: then ours is a part of theirs.
#[must_use]
pub fn enter(cx: &Context, name: fmt::Arguments<'_>, headers: &http::HeaderMap, origin: &mut Origin) -> Hop {
    origin.traceparent = None;
    let is_wanted = cx.settings.otlp_endpoint().is_some() && cx.settings.trace_ratio.takes(cx.ids.as_ref());
    if is_wanted { root(cx.service, name, headers, origin) } else { Hop::default() }
}

fn root(role: &str, name: fmt::Arguments<'_>, headers: &http::HeaderMap, origin: &mut Origin) -> Hop {
    let theirs = headers.get(TRACEPARENT).and_then(|value| Parent::read(value.to_str().ok()?));
    let parent =
        theirs.map_or_else(Otel::new, |theirs| Otel::new().with_remote_span_context(theirs.sampled().context()));
    let hop = Hop::under(role, Kind::Server, name, parent);
    hop.attribute("canopy.request_id", origin.request_id.clone());
    origin.traceparent = hop.parent().map(|parent| parent.to_string());
    hop
}

/// The guard has admitted a call: it is a part of the trace that its caller is at. Leaves the hop in the request's extensions,
/// where the chassis finds it.
pub fn admitted(role: &str, head: &mut http::request::Parts, origin: &mut Origin) {
    let path = head.uri.path();
    let hop = Hop::of(role, Kind::Server, format_args!("{}", path.trim_start_matches('/')), origin);
    if hop.is_told() {
        rpc(&hop, path);
        head.extensions.insert(hop);
    }
}

/// What OpenTelemetry says about every gRPC call.
fn rpc(hop: &Hop, path: &str) {
    let (service, method) = path.trim_start_matches('/').split_once('/').unwrap_or_default();
    hop.attribute("rpc.system", "grpc");
    hop.attribute("rpc.service", service.to_owned());
    hop.attribute("rpc.method", method.to_owned());
}

/// How a gRPC call ended, as far as the head of its answer tells.
pub(crate) fn answered(hop: &Hop, headers: &http::HeaderMap) {
    let Some(code) = headers.get("grpc-status").and_then(|code| code.to_str().ok()?.parse::<i64>().ok()) else {
        return;
    };
    hop.attribute("rpc.grpc.status_code", code);
    // What the caller asked wrongly is no failure of the callee: DEADLINE_EXCEEDED, UNIMPLEMENTED, INTERNAL, UNAVAILABLE, …
    if matches!(code, 2 | 4 | 12 | 13 | 14 | 15) {
        hop.failed(tonic::Code::from_i32(i32::try_from(code).unwrap_or(2)).description());
    }
}

/// A share of all requests.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ratio(f64);

impl Ratio {
    /// Whether this one is among them. By chance of our own: an id of a stranger would let them choose.
    fn takes(self, ids: &dyn crate::Ids) -> bool {
        if self.0 >= 1.0 || self.0 <= 0.0 {
            return self.0 >= 1.0;
        }
        let mut drawn = [0; 4];
        ids.fill(&mut drawn);
        f64::from(u32::from_le_bytes(drawn)) / f64::from(u32::MAX) < self.0
    }
}

impl std::str::FromStr for Ratio {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let ratio = text.parse().ok().filter(|ratio| (0.0..=1.0).contains(ratio));
        ratio.map(Self).ok_or_else(|| format!("'{text}' is not a share from 0 to 1"))
    }
}

#[cfg(test)]
mod tests;
