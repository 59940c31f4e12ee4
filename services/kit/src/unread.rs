//! What a handler leaves unread of a request's body over HTTP/1: whoever is refused by the head alone (401, 403, 413) may still
//! be sending it. hyper looks once whether the rest is there and otherwise closes the connection, which costs the client its next
//! request, or even the answer. So the rest is read in vain, within bounds; beyond them the answer says that the connection ends.

use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Request, Version, header};
use http_body::{Body, Frame, SizeHint};
use http_body_util::BodyExt as _;
use hyper::body::Incoming;
use std::{
    future::Future,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};
use tokio::sync::oneshot;

/// Most bytes that are read in vain.
pub(crate) const MOST: usize = 1024 * 1024;
/// How long they may take.
const SOON: Duration = Duration::from_secs(5);

/// A body as a handler has it: what it does not read comes back when it drops it.
struct Lent(Option<(Incoming, oneshot::Sender<Incoming>)>);

/// Where the rest of a lent body comes back to.
pub(crate) struct Rest {
    back: oneshot::Receiver<Incoming>,
    /// The client waits for our word before it sends the body.
    asks_first: bool,
}

/// The request as a handler has it, and the rest of a body that it may leave unread. Over HTTP/2 a stream ends by itself.
pub(crate) fn lend(request: Request<Incoming>) -> (Request<axum::body::Body>, Option<Rest>) {
    if request.version() >= Version::HTTP_2 || request.body().is_end_stream() {
        return (request.map(axum::body::Body::new), None);
    }
    let (back, rest) = oneshot::channel();
    let rest = Rest { back: rest, asks_first: request.headers().contains_key(header::EXPECT) };
    (request.map(|body| axum::body::Body::new(Lent(Some((body, back))))), Some(rest))
}

impl Rest {
    /// The handler has answered: what is to be run beside the answer so that the next request can follow. When that is not to
    /// be waited for, the answer says that the connection ends.
    pub(crate) fn settle(mut self, answer: &mut HeaderMap) -> Option<impl Future<Output = ()> + use<>> {
        // nothing comes back of a body that was read to its end, or that a handler goes on reading
        let body = self.back.try_recv().ok()?;
        if self.asks_first || body.size_hint().lower() > MOST as u64 {
            answer.insert(header::CONNECTION, HeaderValue::from_static("close"));
            return None;
        }
        // When the body is dropped before its end, hyper ends the connection.
        Some(async {
            let _ = tokio::time::timeout(SOON, in_vain(body)).await;
        })
    }
}

/// Reads to the end, or to the bound.
async fn in_vain(mut body: Incoming) {
    let mut left = MOST;
    while let Some(Ok(frame)) = body.frame().await {
        match left.checked_sub(frame.data_ref().map_or(0, Bytes::len)) {
            Some(fewer) => left = fewer,
            None => return,
        }
    }
}

impl Body for Lent {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        self.0.as_mut().map_or(Poll::Ready(None), |(body, _)| Pin::new(body).poll_frame(cx))
    }

    fn is_end_stream(&self) -> bool {
        self.0.as_ref().is_none_or(|(body, _)| body.is_end_stream())
    }

    fn size_hint(&self) -> SizeHint {
        self.0.as_ref().map_or_else(|| SizeHint::with_exact(0), |(body, _)| body.size_hint())
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        if let Some((body, back)) = self.0.take().filter(|(body, _)| !body.is_end_stream()) {
            // nobody waits for it any more: the connection is over
            let _ = back.send(body);
        }
    }
}
