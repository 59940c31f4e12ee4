//! The way to another role: a channel whose calls are parts of the trace that they are made for, and which tells when the role
//! answers no more, and when it answers again.

use super::{Hop, Kind, answered, rpc};
use crate::{
    Origin,
    origin::{REQUEST_ID, TRACEPARENT},
    trouble::Trouble,
};
use futures::future::BoxFuture;
use http::HeaderValue;
use std::{sync::Arc, task};
use tonic::{
    body::Body,
    transport::{Channel, Error},
};

/// Another role. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Peer {
    name: Arc<str>,
    channel: Channel,
    silent: Trouble,
}

impl Peer {
    pub(crate) fn of(name: &str, channel: Channel) -> Self {
        Self { name: name.into(), channel, silent: Trouble::default() }
    }
}

/// A channel to another role. Cheap to clone.
#[derive(Clone)]
pub struct PeerChannel {
    peer: Peer,
    role: &'static str,
}

impl PeerChannel {
    /// `role`: who calls.
    pub(crate) fn new(peer: Peer, role: &'static str) -> Self {
        Self { peer, role }
    }

    /// The part of a trace that a call is, if it is one; told to whom it is made.
    fn hop(&self, request: &mut http::Request<Body>) -> Option<Hop> {
        let text = |name| request.headers().get(name).and_then(|value: &HeaderValue| value.to_str().ok());
        let mut origin = Origin {
            request_id: text(REQUEST_ID).unwrap_or_default().to_owned(),
            traceparent: Some(text(TRACEPARENT)?.to_owned()),
            ..Origin::default()
        };
        let path = request.uri().path();
        let hop = Hop::of(self.role, Kind::Client, format_args!("{}", path.trim_start_matches('/')), &mut origin);
        if !hop.is_told() {
            return None;
        }
        rpc(&hop, path);
        if let Some(Ok(own)) = origin.traceparent.map(HeaderValue::try_from) {
            request.headers_mut().insert(TRACEPARENT, own);
        }
        Some(hop)
    }
}

impl tower::Service<http::Request<Body>> for PeerChannel {
    type Response = http::Response<Body>;
    type Error = Error;
    type Future = BoxFuture<'static, Result<Self::Response, Error>>;

    fn poll_ready(&mut self, cx: &mut task::Context<'_>) -> task::Poll<Result<(), Error>> {
        tower::Service::poll_ready(&mut self.peer.channel, cx)
    }

    fn call(&mut self, mut request: http::Request<Body>) -> Self::Future {
        let hop = self.hop(&mut request);
        let answer = self.peer.channel.call(request);
        let (peer, silent) = (self.peer.name.clone(), self.peer.silent.clone());
        Box::pin(async move {
            let answer = answer.await;
            match (&answer, hop) {
                (Ok(answer), Some(hop)) => answered(&hop, answer.headers()),
                (Err(_), Some(hop)) => hop.failed("not reached"),
                (_, None) => {}
            }
            match &answer {
                Ok(_) if silent.ends() => tracing::info!(%peer, "a role answers again"),
                Err(error) if silent.begins() => {
                    tracing::warn!(%peer, error = chain(error), "a role does not answer");
                }
                _ => {}
            }
            answer
        })
    }
}

/// An error with its causes: the first says no more than that there was one.
fn chain(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(Some(error), |error| error.source());
    causes.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}
