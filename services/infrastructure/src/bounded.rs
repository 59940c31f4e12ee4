//! What one answer of a cluster may cost: time until it begins, silence within it, and bytes.

use futures::future::BoxFuture;
use http::{Request, Response, Uri};
use http_body::{Body, Frame, SizeHint};
use hyper::body::{Bytes, Incoming};
use kit::{Message, message};
use std::{
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};
use tokio::time::Sleep;
use tower::BoxError;

/// How much is borne.
#[derive(Debug, Clone, Copy)]
pub struct Bounds {
    /// Time until the headers are there, and between two pieces of a plain answer.
    pub silence: Duration,
    /// Bytes of one plain answer, and of one line of a stream.
    pub size: usize,
}

/// Why an answer was given up.
#[derive(Debug, thiserror::Error)]
pub enum Limit {
    /// Nothing came for so long.
    #[error("the cluster did not answer within {} seconds", .0.as_secs_f64())]
    Silence(Duration),
    /// More bytes than this.
    #[error("the answer of the cluster is larger than {} MiB", .0 >> 20)]
    Size(usize),
}

impl Limit {
    /// As part of a sentence.
    #[must_use]
    pub fn message(&self) -> Message {
        match self {
            Self::Silence(limit) => message!(ClusterSilent, seconds = limit.as_secs_f64().to_string()),
            Self::Size(limit) => message!(ClusterAnswerTooLarge, most = limit >> 20),
        }
    }
}

/// The client of one cluster with these limits.
#[derive(Clone)]
pub struct Bounded<S> {
    inner: S,
    bounds: Bounds,
}

impl<S> Bounded<S> {
    /// Around `inner`.
    pub fn new(inner: S, bounds: Bounds) -> Self {
        Self { inner, bounds }
    }
}

impl<S, B> tower::Service<Request<B>> for Bounded<S>
where
    S: tower::Service<Request<B>, Response = Response<Incoming>, Error: Into<BoxError>, Future: Send + 'static>,
{
    type Response = Response<Answer>;
    type Error = BoxError;
    type Future = BoxFuture<'static, Result<Self::Response, BoxError>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        self.inner.poll_ready(cx).map_err(Into::into)
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let stream = is_stream(request.uri());
        let answer = self.inner.call(request);
        let bounds = self.bounds;
        Box::pin(async move {
            let answer = tokio::time::timeout(bounds.silence, answer).await;
            let answer = answer.map_err(|_| Limit::Silence(bounds.silence))?.map_err(Into::into)?;
            Ok(answer.map(|body| Answer {
                body,
                stream,
                bounds,
                seen: 0,
                silence: Box::pin(tokio::time::sleep(bounds.silence)),
            }))
        })
    }
}

/// Watches and followed logs: they may be silent for long and grow without end, but a single line may not.
fn is_stream(uri: &Uri) -> bool {
    is_on(uri, "watch") || is_on(uri, "follow")
}

/// Whether a parameter of the query is on.
pub(crate) fn is_on(uri: &Uri, parameter: &str) -> bool {
    let mut pairs = uri.query().unwrap_or_default().split('&').filter_map(|pair| pair.split_once('='));
    pairs.any(|(name, value)| name == parameter && matches!(value, "true" | "1"))
}

/// The body of an answer.
pub struct Answer {
    body: Incoming,
    stream: bool,
    bounds: Bounds,
    /// Bytes since the beginning, of a stream since the last line end.
    seen: usize,
    silence: Pin<Box<Sleep>>,
}

impl Answer {
    fn count(&mut self, data: &[u8]) -> Result<(), Limit> {
        let line = if self.stream { data.iter().rposition(|byte| *byte == b'\n') } else { None };
        // The line that ends in this piece counts before it is forgotten.
        let before = line.map_or(data.len(), |_| data.iter().position(|byte| *byte == b'\n').unwrap_or(0));
        if self.seen.saturating_add(before) > self.bounds.size {
            return Err(Limit::Size(self.bounds.size));
        }
        self.seen = line.map_or(self.seen + data.len(), |end| data.len() - end - 1);
        Ok(())
    }
}

impl Body for Answer {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        let this = self.get_mut();
        match Pin::new(&mut this.body).poll_frame(cx) {
            Poll::Ready(Some(Ok(frame))) => {
                if let Some(data) = frame.data_ref()
                    && let Err(limit) = this.count(data)
                {
                    return Poll::Ready(Some(Err(limit.into())));
                }
                this.silence.as_mut().reset(tokio::time::Instant::now() + this.bounds.silence);
                Poll::Ready(Some(Ok(frame)))
            }
            Poll::Ready(other) => Poll::Ready(other.map(|result| result.map_err(Into::into))),
            Poll::Pending if this.stream => Poll::Pending,
            Poll::Pending => {
                ready!(this.silence.as_mut().poll(cx));
                Poll::Ready(Some(Err(Limit::Silence(this.bounds.silence).into())))
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
