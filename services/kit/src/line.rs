//! One connection as the listener sees it: whose turn it is, ours or the client's, and since when.

use crate::net::Network;
use bytes::Bytes;
use http_body::{Body as _, Frame, SizeHint};
use std::{
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed},
    },
    task::{Context, Poll, ready},
    time::Duration,
};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// A moment that never was.
const NEVER: u64 = u64::MAX;

/// How long a client may make us wait. No settings: what is shorter hurts slow networks, what is longer helps nobody.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// From the connection (or the first byte of a next request) to a whole head.
    pub head: Duration,
    /// Without taking anything of what waits for it.
    pub taking: Duration,
    /// Without a request under way.
    pub idle: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self { head: Duration::from_secs(10), taking: Duration::from_secs(30), idle: Duration::from_secs(75) }
    }
}

/// What is to be done about a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Keep,
    /// Finish what is under way and close.
    Close,
    /// Drop it.
    Drop,
}

/// Counters of one connection; times are milliseconds since it was opened.
pub(crate) struct Line {
    pub(crate) network: Network,
    /// A proxy of ours: it speaks for many.
    pub(crate) proxy: bool,
    /// Another role has asked over it. It may rest for as long as it likes: closing it would cost the request that comes just then.
    of_role: AtomicBool,
    opened: Instant,
    /// A whole request has arrived.
    asked: AtomicBool,
    /// HTTP is over: what comes now is frames.
    upgraded: AtomicBool,
    /// Requests whose answers are not yet handed over.
    busy: AtomicU32,
    idle_since: AtomicU64,
    /// The first byte of a head that is not whole.
    head_since: AtomicU64,
    /// Bytes wait to be taken by the client's side of the connection.
    stalled_since: AtomicU64,
    /// Answers of which a part was handed over and the next not yet asked for.
    handed: AtomicU32,
    moved: AtomicU64,
    pub(crate) close: CancellationToken,
    pub(crate) drop: CancellationToken,
    /// Whoever took the connection over has let go of it.
    pub(crate) over: CancellationToken,
}

impl Line {
    pub(crate) fn new(network: Network, proxy: bool) -> Self {
        Self {
            network,
            proxy,
            of_role: AtomicBool::new(false),
            opened: Instant::now(),
            asked: AtomicBool::new(false),
            upgraded: AtomicBool::new(false),
            busy: AtomicU32::new(0),
            idle_since: AtomicU64::new(0),
            head_since: AtomicU64::new(NEVER),
            stalled_since: AtomicU64::new(NEVER),
            handed: AtomicU32::new(0),
            moved: AtomicU64::new(0),
            close: CancellationToken::new(),
            drop: CancellationToken::new(),
            over: CancellationToken::new(),
        }
    }

    fn now(&self) -> u64 {
        u64::try_from(self.opened.elapsed().as_millis()).unwrap_or(NEVER - 1)
    }

    /// Whether another role has shown its token on this connection.
    pub(crate) fn is_of_role(&self) -> bool {
        self.of_role.load(Relaxed)
    }

    pub(crate) fn belongs_to_role(&self) {
        self.of_role.store(true, Relaxed);
    }

    /// Whether the connection speaks something else than HTTP by now.
    pub(crate) fn is_upgraded(&self) -> bool {
        self.upgraded.load(Relaxed)
    }

    /// The answer is 101: what the client sends after it has that is no head.
    pub(crate) fn upgrade(&self) {
        self.upgraded.store(true, Relaxed);
    }

    /// How long the client has been making us wait, in each way that there is.
    fn waits(&self) -> (Option<Duration>, Option<Duration>, Option<Duration>) {
        let now = self.now();
        let since = |at: u64| (at != NEVER).then(|| Duration::from_millis(now.saturating_sub(at)));
        let head = if self.asked.load(Relaxed) { since(self.head_since.load(Relaxed)) } else { since(0) };
        let handed = (self.handed.load(Relaxed) > 0).then(|| since(self.moved.load(Relaxed))).flatten();
        let taking = since(self.stalled_since.load(Relaxed)).max(handed);
        let rests = self.busy.load(Relaxed) == 0 && !self.is_of_role();
        let idle = rests.then(|| since(self.idle_since.load(Relaxed))).flatten();
        (head, taking, idle)
    }

    /// How long it is the client's turn; `None` while it is ours. Whoever has asked nothing yet comes before (is greater
    /// than) all who have: a flood of new connections does not drive out those that rest between two requests.
    pub(crate) fn waiting(&self) -> Option<(bool, Duration)> {
        let (head, taking, idle) = self.waits();
        Some((!self.asked.load(Relaxed), head.max(taking).max(idle)?))
    }

    /// Between two requests: it can be closed without anybody losing anything.
    pub(crate) fn rests(&self) -> bool {
        let (head, taking, idle) = self.waits();
        self.asked.load(Relaxed) && head.is_none() && taking.is_none() && idle.is_some()
    }

    pub(crate) fn judge(&self, patience: Patience) -> Verdict {
        let (head, taking, idle) = self.waits();
        let over = |wait: Option<Duration>, limit: Duration| wait.is_some_and(|wait| wait >= limit);
        if over(head, patience.head) || over(taking, patience.taking) || over(idle, patience.idle + patience.head) {
            Verdict::Drop
        } else if over(idle, patience.idle) {
            Verdict::Close
        } else {
            Verdict::Keep
        }
    }

    pub(crate) fn head(&self, begun: bool) {
        match (begun, self.head_since.load(Relaxed)) {
            (true, NEVER) => self.head_since.store(self.now(), Relaxed),
            (false, since) if since != NEVER => self.head_since.store(NEVER, Relaxed),
            _ => {}
        }
    }

    pub(crate) fn stalled(&self, stalled: bool) {
        match (stalled, self.stalled_since.load(Relaxed)) {
            (true, NEVER) => self.stalled_since.store(self.now(), Relaxed),
            (false, since) if since != NEVER => self.stalled_since.store(NEVER, Relaxed),
            _ => {}
        }
    }

    fn hand(&self) {
        self.moved.store(self.now(), Relaxed);
        self.handed.fetch_add(1, Relaxed);
    }

    fn take(&self) {
        self.moved.store(self.now(), Relaxed);
        self.handed.fetch_sub(1, Relaxed);
    }
}

/// A request under way, until its answer is handed over or nobody waits for it any more.
pub(crate) struct Busy(Arc<Line>);

impl Busy {
    pub(crate) fn on(line: &Arc<Line>) -> Self {
        line.asked.store(true, Relaxed);
        line.busy.fetch_add(1, Relaxed);
        Self(line.clone())
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.idle_since.store(self.0.now(), Relaxed);
        self.0.busy.fetch_sub(1, Relaxed);
    }
}

/// An answer's body that notes when the client does not take it.
pub(crate) struct Watched {
    inner: axum::body::Body,
    busy: Busy,
    /// A part (or the head) was handed over.
    handed: bool,
}

impl Watched {
    pub(crate) fn new(inner: axum::body::Body, busy: Busy) -> Self {
        let handed = !inner.is_end_stream();
        if handed {
            busy.0.hand();
        }
        Self { inner, busy, handed }
    }
}

impl http_body::Body for Watched {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if std::mem::take(&mut self.handed) {
            self.busy.0.take();
        }
        let frame = ready!(Pin::new(&mut self.inner).poll_frame(cx));
        if frame.is_some() {
            self.handed = true;
            self.busy.0.hand();
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        if self.handed {
            self.busy.0.take();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use http_body_util::BodyExt as _;

    fn line() -> Arc<Line> {
        Arc::new(Line::new(Network::of(std::net::Ipv4Addr::LOCALHOST.into()), false))
    }

    async fn after(line: &Line, seconds: u64) -> Verdict {
        tokio::time::advance(Duration::from_secs(seconds)).await;
        line.judge(Patience::default())
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_asks_nothing_is_dropped_and_one_that_rests_is_closed() {
        let silent = line();
        assert_eq!(after(&silent, 9).await, Verdict::Keep);
        assert_eq!(after(&silent, 1).await, Verdict::Drop);

        let resting = line();
        drop(Busy::on(&resting));
        assert_eq!(after(&resting, 74).await, Verdict::Keep);
        assert_eq!(after(&resting, 1).await, Verdict::Close);
        assert_eq!(after(&resting, 10).await, Verdict::Drop, "it was asked to go");

        let halting = line();
        drop(Busy::on(&halting));
        halting.head(true);
        assert_eq!(after(&halting, 10).await, Verdict::Drop, "half a head");
    }

    #[tokio::test(start_paused = true)]
    async fn who_has_asked_nothing_gives_way_before_who_rests() {
        let resting = line();
        drop(Busy::on(&resting));
        tokio::time::advance(Duration::from_secs(60)).await;
        let silent = line();
        assert!(silent.waiting() > resting.waiting());
        assert!(resting.rests() && !silent.rests());
        resting.head(true);
        assert!(!resting.rests(), "half a head");
    }

    #[tokio::test(start_paused = true)]
    async fn work_of_ours_takes_as_long_as_it_takes() {
        let line = line();
        let busy = Busy::on(&line);
        assert_eq!(after(&line, 3_600).await, Verdict::Keep);
        assert_eq!(line.waiting(), None);
        // an answer that goes on for ever, and whose next part is not there yet
        let (_sender, receiver) = tokio::sync::mpsc::channel::<Result<Bytes, std::io::Error>>(1);
        let parts = tokio_stream::wrappers::ReceiverStream::new(receiver);
        let mut body = Watched::new(axum::body::Body::from_stream(parts), busy);
        assert!(futures::poll!(body.frame()).is_pending());
        assert_eq!(after(&line, 3_600).await, Verdict::Keep);
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_does_not_take_its_answer_is_dropped() {
        let stuck = line();
        let _body = Watched::new(axum::body::Body::from("answer"), Busy::on(&stuck));
        assert_eq!(after(&stuck, 29).await, Verdict::Keep);
        assert_eq!(after(&stuck, 1).await, Verdict::Drop);

        let full = line();
        let _busy = Busy::on(&full);
        full.stalled(true);
        assert_eq!(after(&full, 29).await, Verdict::Keep);
        full.stalled(false);
        full.stalled(true);
        assert_eq!(after(&full, 29).await, Verdict::Keep, "some bytes were taken");
        assert_eq!(after(&full, 1).await, Verdict::Drop);
    }
}
