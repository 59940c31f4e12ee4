//! The way to another role: a channel whose calls are parts of the trace that they are made for.

use super::{Hop, Kind, answered, rpc};
use crate::{
    Origin,
    origin::{REQUEST_ID, TRACEPARENT},
};
use futures::future::{BoxFuture, Either};
use http::HeaderValue;
use std::task;
use tonic::{
    body::Body,
    transport::{Channel, Error, channel::ResponseFuture},
};

/// A channel to another role. Cheap to clone.
#[derive(Clone)]
pub struct PeerChannel {
    channel: Channel,
    role: &'static str,
}

impl PeerChannel {
    /// `role`: who calls.
    pub(crate) fn new(channel: Channel, role: &'static str) -> Self {
        Self { channel, role }
    }
}

impl tower::Service<http::Request<Body>> for PeerChannel {
    type Response = http::Response<Body>;
    type Error = Error;
    type Future = Either<ResponseFuture, BoxFuture<'static, Result<Self::Response, Error>>>;

    fn poll_ready(&mut self, cx: &mut task::Context<'_>) -> task::Poll<Result<(), Error>> {
        tower::Service::poll_ready(&mut self.channel, cx)
    }

    fn call(&mut self, mut request: http::Request<Body>) -> Self::Future {
        let text = |name| request.headers().get(name).and_then(|value: &HeaderValue| value.to_str().ok());
        let Some(parent) = text(TRACEPARENT) else {
            return Either::Left(self.channel.call(request));
        };
        let mut origin = Origin {
            request_id: text(REQUEST_ID).unwrap_or_default().to_owned(),
            traceparent: Some(parent.to_owned()),
            ..Origin::default()
        };
        let path = request.uri().path();
        let hop = Hop::of(self.role, Kind::Client, format_args!("{}", path.trim_start_matches('/')), &mut origin);
        if !hop.is_told() {
            return Either::Left(self.channel.call(request));
        }
        rpc(&hop, path);
        if let Some(Ok(own)) = origin.traceparent.map(HeaderValue::try_from) {
            request.headers_mut().insert(TRACEPARENT, own);
        }
        let answer = self.channel.call(request);
        Either::Right(Box::pin(async move {
            let answer = answer.await;
            match &answer {
                Ok(answer) => answered(&hop, answer.headers()),
                Err(_) => hop.failed("not reached"),
            }
            answer
        }))
    }
}
