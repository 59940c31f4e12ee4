//! Live hints: one subscription to them for the process, told on to every open stream.
//!
//! A stream carries hints only, `{kind, id, version}`, and each is filtered at the moment it is sent by who may see the
//! team it is of; the data comes by REST, where the rules apply. The rights are read again each second. Whenever hints may
//! have been missed (the stream begins, its reader was slow, NATS was away) or the rights are others, the frame is `Ready`:
//! the client fetches again whatever it shows. So nothing needs to be kept, and no hint needs to arrive.

use crate::{
    App,
    edge::Client,
    gate::LogContext,
    rights_changes::RightsChanges,
    streams::{StreamLimit, StreamPermit, Streams},
    table::LIVE,
};
use access::{Caller, Role};
use async_nats::{connection::State as Connection, jetstream};
use axum::{
    Router,
    extract::{Request, State},
    middleware::{Next, from_fn_with_state},
    response::{IntoResponse, Response},
};
use futures::{StreamExt, stream, stream::BoxStream};
use http::{HeaderName, HeaderValue, header};
use kit::{Context, Error, Guard as _, net::Network};
use prost::Message as _;
use proto::live::{
    Changed, Hint, Ready, WatchRequest, WatchResponse,
    live_service_server::{LiveService, LiveServiceServer},
    watch_response::Frame,
};
use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};
use tokio::{
    sync::broadcast::{self, error::RecvError},
    time::{Instant, Interval, MissedTickBehavior},
};
use tonic::Status;
use tower::Layer as _;
use uuid::Uuid;

/// What every role says about its own things.
const SUBJECT: &str = "hints.*";
/// The stream of facts; the role may ask for its state.
const FACTS: &str = "FACTS";
/// Hints that wait for a slow reader at most (fixed: enough for a busy moment); then it is told to fetch everything.
const QUEUE: usize = 256;
/// Streams of one user. Fixed: the tabs of a browser share one, and one that broke may linger for a moment.
const PER_USER: usize = 8;
/// Streams of one address. Fixed: an office is one, and each stream holds one of its connections.
const PER_ADDRESS: usize = 64;
/// How often the rights of an open stream are read again (fixed: what a log-out promises).
const CHECK: Duration = Duration::from_secs(1);
/// Fixed, the console waits for it. A quiet stream says so often that it lives: proxies close silent connections, a browser cannot tell a dead one.
const BEAT: Duration = Duration::from_secs(15);
/// How often the connection to NATS is looked at.
const LOOK: Duration = Duration::from_millis(250);
/// Largest `WatchRequest`, in bytes: it has no fields yet.
const REQUEST_LIMIT: usize = 1024;

/// The live hints of this process. Cheap to clone.
#[derive(Clone)]
pub struct Live {
    cx: Context,
    signals: broadcast::Sender<Signal>,
    places: Streams,
    rights_changes: RightsChanges,
}

/// What all streams are told.
#[derive(Clone)]
enum Signal {
    /// Hints may have been missed.
    Ready,
    Changed(Arc<Change>),
}

struct Change {
    hint: Hint,
    audience: Audience,
}

/// Who may see what changed.
enum Audience {
    Everyone,
    /// Those who read the things of all teams.
    Overseers,
    Team(Uuid),
}

impl Live {
    pub(crate) fn of(cx: &Context, rights_changes: RightsChanges) -> Self {
        // Over HTTP/1 each stream holds a connection: half of them are left to REST.
        let places = Streams::with_addresses((cx.settings.connections / 2).max(1), PER_USER, PER_ADDRESS);
        Self { cx: cx.clone(), signals: broadcast::Sender::new(QUEUE), places, rights_changes }
    }

    /// The service, for the gRPC port as it is and for browsers through [`route`].
    pub(crate) fn server(&self) -> LiveServiceServer<Self> {
        LiveServiceServer::new(self.clone()).max_decoding_message_size(REQUEST_LIMIT)
    }

    /// Hears what changed and tells the streams, until the role stops.
    ///
    /// # Errors
    /// When the connection to NATS was closed for good; it is opened again after every loss.
    pub async fn hear(self) -> anyhow::Result<()> {
        let Some(nats) = self.cx.nats.client() else {
            tracing::warn!("no NATS address is set: screens are refreshed by polling only");
            self.cx.stop.cancelled().await;
            return Ok(());
        };
        let hints = nats.subscribe(SUBJECT).await?;
        tokio::select! {
            () = self.cx.stop.cancelled() => Ok(()),
            () = self.tell(hints) => Err(anyhow::anyhow!("the connection to NATS was closed")),
            () = self.follow(nats) => Ok(()),
        }
    }

    async fn tell(&self, mut hints: async_nats::Subscriber) {
        while let Some(hint) = hints.next().await {
            match change(&hint.payload) {
                // An error means that nobody is listening at the moment.
                Some(change) => drop(self.signals.send(Signal::Changed(Arc::new(change)))),
                None => tracing::warn!(subject = %hint.subject, "a hint cannot be read"),
            }
        }
    }

    /// After each connection to NATS, the first one included: what was said before it was missed.
    async fn follow(&self, nats: async_nats::Client) {
        let (statistics, jetstream) = (nats.statistics(), jetstream::new(nats.clone()));
        let mut looks = interval(LOOK);
        let mut heard = 0;
        loop {
            looks.tick().await;
            let connections = statistics.connects.load(Ordering::Relaxed);
            if connections == heard || nats.connection_state() != Connection::Connected {
                continue;
            }
            // Sent after our subscription on the same connection: whatever is answered, the server has subscribed us.
            let _ = jetstream.get_stream(FACTS).await;
            heard = connections;
            let _ = self.signals.send(Signal::Ready);
        }
    }

    /// The frames for one caller.
    fn frames(
        &self,
        caller: Caller,
        from: Option<Network>,
    ) -> kit::Result<BoxStream<'static, Result<WatchResponse, Status>>> {
        let place = self.places.enter_from(caller.user()?.id, from).map_err(|full| match full {
            StreamLimit::Caller => Error::RateLimited { retry_after: Duration::from_secs(5) },
            StreamLimit::Server => {
                Error::unavailable(kit::message!(SCREENS_CROWDED), anyhow::anyhow!("all places are taken"))
            }
        })?;
        let watching = Watching {
            stop: self.cx.stop.clone(),
            signals: self.signals.subscribe(),
            rights_changes: self.rights_changes.clone(),
            rights: Rights::of(&caller),
            caller,
            checks: interval(CHECK),
            said: Instant::now(),
            greeted: false,
            _permit: place,
        };
        let frames = stream::unfold(Some(watching), |watching| async { watching?.next().await });
        Ok(frames.boxed())
    }
}

#[tonic::async_trait]
impl LiveService for Live {
    type WatchStream = BoxStream<'static, Result<WatchResponse, Status>>;

    async fn watch(&self, request: tonic::Request<WatchRequest>) -> Result<tonic::Response<Self::WatchStream>, Status> {
        let from = request.extensions().get().map(|Client(address)| Network::of(*address));
        let (caller, WatchRequest {}) = access::open(request)?;
        Ok(tonic::Response::new(self.frames(caller, from)?))
    }
}

/// An open stream and what ends it.
struct Watching {
    stop: tokio_util::sync::CancellationToken,
    signals: broadcast::Receiver<Signal>,
    rights_changes: RightsChanges,
    caller: Caller,
    rights: Rights,
    checks: Interval,
    /// When the last frame was sent.
    said: Instant,
    /// The first frame was sent.
    greeted: bool,
    _permit: StreamPermit,
}

impl Watching {
    /// The next frame, and the stream again unless it is the last one.
    async fn next(mut self) -> Option<(Result<WatchResponse, Status>, Option<Self>)> {
        match self.frame().await {
            Ok(Some(frame)) => {
                self.said = Instant::now();
                Some((Ok(frame), Some(self)))
            }
            Ok(None) => None,
            Err(error) => Some((Err(error.into()), None)),
        }
    }

    async fn frame(&mut self) -> kit::Result<Option<WatchResponse>> {
        if !std::mem::replace(&mut self.greeted, true) {
            return Ok(Some(ready()));
        }
        loop {
            tokio::select! {
                // In this order: after a pause of the reader the rights are read before anything that waited is sent.
                biased;
                () = self.stop.cancelled() => return Ok(None),
                _ = self.checks.tick() => {
                    self.caller = self.caller.again().await?;
                    let rights = Rights::of(&self.caller);
                    if std::mem::replace(&mut self.rights, rights) != self.rights {
                        // what is fetched now must not meet a service that has not noticed yet
                        self.rights_changes.note(self.caller.user()?.id);
                        return Ok(Some(ready()));
                    }
                    if self.said.elapsed() >= BEAT {
                        return Ok(Some(WatchResponse { frame: None }));
                    }
                }
                signal = self.signals.recv() => match signal {
                    Ok(Signal::Changed(change)) if !self.may_see(&change) => {}
                    Ok(Signal::Changed(change)) => {
                        return Ok(Some(WatchResponse { frame: Some(Frame::Hint(change.hint.clone())) }));
                    }
                    Ok(Signal::Ready) => return Ok(Some(ready())),
                    Err(RecvError::Lagged(_)) => {
                        // What still waits is older than what the reader is about to fetch.
                        self.signals = self.signals.resubscribe();
                        return Ok(Some(ready()));
                    }
                    Err(RecvError::Closed) => return Ok(None),
                },
            }
        }
    }

    fn may_see(&self, change: &Change) -> bool {
        match change.audience {
            Audience::Everyone => true,
            Audience::Overseers => self.caller.overseer().is_ok(),
            Audience::Team(team) => self.caller.read(team, "Team").is_ok(),
        }
    }
}

/// What decides about the things that screens show. Compared, never judged by.
#[derive(PartialEq, Eq)]
struct Rights {
    role: Option<Role>,
    /// Team, whether its admin, whether its owner.
    teams: Vec<(Uuid, bool, bool)>,
}

impl Rights {
    fn of(caller: &Caller) -> Self {
        let user = caller.user().ok();
        let memberships = user.map_or(&[][..], |user| &user.memberships);
        let mut teams: Vec<_> = memberships.iter().map(|place| (place.team, place.admin, place.owner)).collect();
        teams.sort_unstable();
        Self { role: user.map(|user| user.role), teams }
    }
}

fn ready() -> WatchResponse {
    WatchResponse { frame: Some(Frame::Ready(Ready {})) }
}

fn change(payload: &[u8]) -> Option<Change> {
    let Changed { kind, id, version, team_id } = Changed::decode(payload).ok()?;
    let audience = match (team_id.as_str(), kind.as_str()) {
        ("", "event") => Audience::Overseers,
        ("", _) => Audience::Everyone,
        (team, _) => Audience::Team(kit::ids::parse(team).ok()?),
    };
    Some(Change { hint: Hint { kind, id, version }, audience })
}

fn interval(period: Duration) -> Interval {
    let mut interval = tokio::time::interval(period);
    interval.set_missed_tick_behavior(MissedTickBehavior::Delay);
    interval
}

/// The service at the address of the REST API, as gRPC-web: every error is a gRPC status of HTTP 200.
pub(crate) fn route(app: &App) -> Router<App> {
    let guarded =
        Router::new().route_service(LIVE.call, app.live.server()).layer(from_fn_with_state(app.clone(), admit));
    Router::new().route_service(LIVE.call, tonic_web::GrpcWebLayer::new().layer(guarded))
}

/// What `gate` does for REST: who is calling, and may they.
async fn admit(State(app): State<App>, request: Request, next: Next) -> Response {
    let (head, body) = request.into_parts();
    let (mut response, user) = match app.guard.admit(head).await {
        Err(error) => (Status::from(error).into_http::<axum::body::Body>().into_response(), None),
        Ok(head) => {
            let user = head.extensions.get::<Caller>().and_then(|caller| Some(caller.user().ok()?.id));
            (next.run(Request::from_parts(head, body)).await, user)
        }
    };
    response.extensions_mut().insert(LogContext { route: LIVE.call, user });
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    // nginx would hold frames back until its buffer is full.
    headers.insert(HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));
    response
}
