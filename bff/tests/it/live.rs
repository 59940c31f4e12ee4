//! Live hints: who hears what, and when everything is to be fetched again.

use crate::site::{Site, id, uuid};
use axum::body::Body;
use bytes::{Buf, BytesMut};
use http::{HeaderMap, Request};
use http_body_util::BodyExt;
use kit::testing::Nats;
use prost::Message;
use proto::{
    auth::Role,
    live::{Changed, WatchResponse, watch_response::Frame},
};
use std::time::Duration;
use tokio::task::JoinSet;
use tower::ServiceExt;

const PATH: &str = "/canopy.live.v1.LiveService/Watch";
/// Status codes of gRPC.
const OK: u32 = 0;
const PERMISSION_DENIED: u32 = 7;
const RESOURCE_EXHAUSTED: u32 = 8;
const UNAVAILABLE: u32 = 14;
const UNAUTHENTICATED: u32 = 16;

/// What a browser sees of the stream.
#[derive(Debug, PartialEq, Eq)]
enum Seen {
    Ready,
    Hint(String, String, i64),
    Alive,
    /// The end and its status.
    End(u32),
}

/// A browser's end of a stream.
struct Watch {
    headers: HeaderMap,
    body: Body,
    rest: BytesMut,
}

impl Watch {
    async fn open(site: &Site, token: &str) -> Self {
        // gRPC-web: no flags, an empty message of length 0.
        let mut request = Request::post(PATH).body(Body::from(vec![0_u8; 5])).unwrap();
        let headers = request.headers_mut();
        headers.insert("content-type", "application/grpc-web+proto".parse().unwrap());
        if !token.is_empty() {
            headers.insert("authorization", format!("Bearer {token}").parse().unwrap());
        }
        let response = site.router.clone().oneshot(request).await.unwrap();
        assert_eq!(response.status().as_u16(), 200, "errors are gRPC's");
        let (head, body) = response.into_parts();
        Self { headers: head.headers, body, rest: BytesMut::new() }
    }

    /// The next frame; waits a minute at most.
    async fn next(&mut self) -> Seen {
        // Refused before the first frame: the status stands in the headers.
        if let Some(status) = self.headers.get("grpc-status") {
            return Seen::End(status.to_str().unwrap().parse().unwrap());
        }
        loop {
            if let Some(seen) = self.parse() {
                return seen;
            }
            let frame =
                tokio::time::timeout(Duration::from_secs(60), self.body.frame()).await.expect("within a minute");
            self.rest.extend_from_slice(frame.expect("no end without a status").unwrap().data_ref().unwrap());
        }
    }

    fn parse(&mut self) -> Option<Seen> {
        let length = u32::from_be_bytes(self.rest.get(1..5)?.try_into().unwrap()) as usize;
        if self.rest.len() < 5 + length {
            return None;
        }
        let flags = self.rest.get_u8();
        self.rest.advance(4);
        let bytes = self.rest.split_to(length);
        if flags & 0x80 != 0 {
            let trailers = String::from_utf8(bytes.to_vec()).unwrap();
            let status = trailers.lines().find_map(|line| line.strip_prefix("grpc-status:")).unwrap();
            return Some(Seen::End(status.trim().parse().unwrap()));
        }
        Some(match WatchResponse::decode(bytes).unwrap().frame {
            Some(Frame::Ready(_)) => Seen::Ready,
            Some(Frame::Hint(hint)) => Seen::Hint(hint.kind, hint.id, hint.version),
            None => Seen::Alive,
        })
    }
}

fn hint(kind: &str, n: u128, version: i64) -> Seen {
    Seen::Hint(kind.to_owned(), id(n), version)
}

/// A bff that hears what is said on a NATS of its own.
struct Hearing {
    site: Site,
    nats: Nats,
    speaker: async_nats::Client,
    _loops: JoinSet<anyhow::Result<()>>,
}

impl Hearing {
    async fn begin() -> Self {
        let nats = Nats::start();
        let site = Site::with_nats(&nats).await;
        // Opened before anything is heard: the second `Ready` says that the subscription stands.
        let mut first = Watch::open(&site, &site.token(90, Role::User)).await;
        assert_eq!(first.next().await, Seen::Ready);
        let mut loops = JoinSet::new();
        loops.spawn(site.live.clone().hear());
        assert_eq!(first.next().await, Seen::Ready);
        let speaker = speaker(&nats).await;
        Self { site, nats, speaker, _loops: loops }
    }

    /// A stream that has had its first frame.
    async fn watch(&self, token: &str) -> Watch {
        let mut watch = Watch::open(&self.site, token).await;
        assert_eq!(watch.next().await, Seen::Ready);
        watch
    }

    #[expect(clippy::disallowed_methods, reason = "a test speaks as the services do")]
    async fn say(&self, sender: &str, kind: &str, n: u128, version: i64, team: &str) {
        let changed = Changed { kind: kind.to_owned(), id: id(n), version, team_id: team.to_owned() };
        self.speaker.publish(format!("hints.{sender}"), changed.encode_to_vec().into()).await.unwrap();
        self.speaker.flush().await.unwrap();
    }
}

async fn speaker(nats: &Nats) -> async_nats::Client {
    async_nats::ConnectOptions::new().retry_on_initial_connect().connect(nats.url()).await.unwrap()
}

#[tokio::test]
async fn a_hint_reaches_only_those_who_may_see_the_team() {
    let hearing = Hearing::begin().await;
    let site = &hearing.site;
    site.fake.join(&id(2), &id(10));
    let mut member = hearing.watch(&site.user()).await;
    let mut other = hearing.watch(&site.token(3, Role::User)).await;
    let mut manager = hearing.watch(&site.token(4, Role::Manager)).await;
    let mut admin = hearing.watch(&site.admin()).await;
    hearing.say("deployments", "deployment", 100, 3, &id(10)).await;
    hearing.say("tasks", "task", 101, 1, &id(11)).await;
    hearing.say("events", "event", 103, 1, "").await;
    hearing.say("infrastructure", "cluster", 102, 7, "").await;
    assert_eq!(member.next().await, hint("deployment", 100, 3));
    assert_eq!(member.next().await, hint("cluster", 102, 7));
    assert_eq!(other.next().await, hint("cluster", 102, 7));
    for overseer in [&mut manager, &mut admin] {
        assert_eq!(overseer.next().await, hint("deployment", 100, 3));
        assert_eq!(overseer.next().await, hint("task", 101, 1));
        assert_eq!(overseer.next().await, hint("event", 103, 1));
        assert_eq!(overseer.next().await, hint("cluster", 102, 7));
    }
}

#[tokio::test]
#[expect(clippy::disallowed_methods, reason = "a test says what no relay would")]
async fn what_cannot_be_read_is_passed_over() {
    let hearing = Hearing::begin().await;
    let mut watch = hearing.watch(&hearing.site.admin()).await;
    hearing.speaker.publish("hints.tasks", vec![0xFF_u8; 3].into()).await.unwrap();
    hearing.say("tasks", "task", 101, 1, "not a team").await;
    hearing.say("tasks", "task", 102, 1, &id(11)).await;
    assert_eq!(watch.next().await, hint("task", 102, 1));
}

#[tokio::test]
async fn a_new_member_is_told_to_fetch_and_hears_of_the_team_from_then_on() {
    let hearing = Hearing::begin().await;
    let mut watch = hearing.watch(&hearing.site.user()).await;
    hearing.say("deployments", "deployment", 100, 1, &id(10)).await;
    hearing.site.fake.join(&id(2), &id(10));
    assert_eq!(watch.next().await, Seen::Ready, "not the hint from before");
    hearing.say("deployments", "deployment", 100, 2, &id(10)).await;
    assert_eq!(watch.next().await, hint("deployment", 100, 2));
}

#[tokio::test]
async fn a_former_member_is_told_to_fetch_and_hears_no_more_of_the_team() {
    let hearing = Hearing::begin().await;
    hearing.site.fake.join(&id(2), &id(10));
    let mut watch = hearing.watch(&hearing.site.user()).await;
    hearing.site.fake.leave(&id(2), &id(10));
    assert_eq!(watch.next().await, Seen::Ready);
    hearing.say("deployments", "deployment", 100, 2, &id(10)).await;
    hearing.say("infrastructure", "cluster", 102, 7, "").await;
    assert_eq!(watch.next().await, hint("cluster", 102, 7));
}

#[tokio::test]
async fn a_reader_that_was_slow_is_told_to_fetch_and_then_hears_again() {
    let hearing = Hearing::begin().await;
    let token = hearing.site.admin();
    let (mut slow, mut quick) = (hearing.watch(&token).await, hearing.watch(&token).await);
    for round in 0..3 {
        for version in 1..=100 {
            hearing.say("tasks", "task", round, version, &id(10)).await;
        }
        for version in 1..=100 {
            assert_eq!(quick.next().await, hint("task", round, version));
        }
    }
    assert_eq!(slow.next().await, Seen::Ready, "300 are more than a queue holds");
    hearing.say("tasks", "task", 9, 1, &id(10)).await;
    assert_eq!(slow.next().await, hint("task", 9, 1), "and nothing of what it missed");
}

#[tokio::test]
async fn when_nats_comes_back_everything_is_to_be_fetched_and_hints_go_on() {
    let mut hearing = Hearing::begin().await;
    let mut watch = hearing.watch(&hearing.site.admin()).await;
    hearing.nats.down();
    hearing.nats.up();
    assert_eq!(watch.next().await, Seen::Ready);
    hearing.speaker = speaker(&hearing.nats).await;
    hearing.say("tasks", "task", 101, 2, &id(10)).await;
    assert_eq!(watch.next().await, hint("task", 101, 2));
}

#[tokio::test]
async fn a_stream_ends_when_its_session_does() {
    let site = Site::open().await;
    let mut watch = Watch::open(&site, &site.user()).await;
    assert_eq!(watch.next().await, Seen::Ready);
    site.fake.sign_out_everyone();
    assert_eq!(watch.next().await, Seen::End(UNAUTHENTICATED));
}

#[tokio::test]
async fn who_is_nobody_a_service_or_in_doubt_gets_no_stream() {
    let site = Site::open().await;
    let service = site.bench.cx.identity.service_token("bff", None, site.bench.cx.clock.now()).unwrap();
    let unknown = site.bench.cx.identity.user_token(uuid(2), uuid(99), site.bench.cx.clock.now(), crate::site::LIFE);
    for (token, status) in [
        ("", UNAUTHENTICATED),
        ("a.b.c", UNAUTHENTICATED),
        (unknown.unwrap().as_str(), UNAUTHENTICATED),
        (service.as_str(), PERMISSION_DENIED),
    ] {
        assert_eq!(Watch::open(&site, token).await.next().await, Seen::End(status), "{token}");
    }
    let token = site.user();
    site.fake.auth_away(true);
    assert_eq!(Watch::open(&site, &token).await.next().await, Seen::End(UNAVAILABLE), "an outage is no verdict");
}

#[tokio::test]
async fn a_user_has_eight_streams_at_most() {
    let site = Site::open().await;
    let token = site.user();
    let mut open = Vec::new();
    for _ in 0..8 {
        let mut watch = Watch::open(&site, &token).await;
        assert_eq!(watch.next().await, Seen::Ready);
        open.push(watch);
    }
    assert_eq!(Watch::open(&site, &token).await.next().await, Seen::End(RESOURCE_EXHAUSTED));
    assert_eq!(Watch::open(&site, &site.admin()).await.next().await, Seen::Ready, "somebody else has their own");
    open.pop();
    assert_eq!(Watch::open(&site, &token).await.next().await, Seen::Ready);
}

#[tokio::test]
async fn an_address_has_so_many_streams_however_many_users_it_has() {
    let site = Site::open().await;
    let mut open = Vec::new();
    for n in 0..64 {
        let mut watch = Watch::open(&site, &site.token(100 + n / 8, Role::User)).await;
        assert_eq!(watch.next().await, Seen::Ready);
        open.push(watch);
    }
    assert_eq!(Watch::open(&site, &site.user()).await.next().await, Seen::End(RESOURCE_EXHAUSTED));
    open.pop();
    assert_eq!(Watch::open(&site, &site.user()).await.next().await, Seen::Ready);
}

#[tokio::test]
async fn a_stop_ends_the_streams() {
    let site = Site::open().await;
    let mut watch = Watch::open(&site, &site.user()).await;
    assert_eq!(watch.next().await, Seen::Ready);
    site.bench.cx.stop.cancel();
    assert_eq!(watch.next().await, Seen::End(OK));
}

#[tokio::test]
async fn a_quiet_stream_lives_on_and_says_so() {
    let site = Site::open().await;
    // Before the stream: its signs of life are counted from when it was opened.
    let started = tokio::time::Instant::now();
    let mut watch = Watch::open(&site, &site.user()).await;
    assert_eq!(watch.next().await, Seen::Ready);
    // The clock of the runtime stands from here on and jumps to the next deadline when all wait.
    tokio::time::pause();
    for _ in 0..2 {
        assert_eq!(watch.next().await, Seen::Alive);
    }
    let quiet = started.elapsed();
    assert!(quiet >= Duration::from_secs(30) && quiet < Duration::from_secs(40), "{quiet:?}");
}

#[tokio::test]
async fn the_answer_has_the_headers_of_the_edge_and_those_that_proxies_need() {
    let site = Site::open().await;
    for token in [site.user(), String::new()] {
        let watch = Watch::open(&site, &token).await;
        let header = |name: &str| watch.headers.get(name).map_or("", |value| value.to_str().unwrap()).to_owned();
        assert!(header("content-type").starts_with("application/grpc-web"), "{}", header("content-type"));
        assert!(!header("x-request-id").is_empty());
        assert_eq!(header("x-content-type-options"), "nosniff");
        assert_eq!(header("cache-control"), "no-store");
        assert_eq!(header("x-accel-buffering"), "no");
        assert!(watch.headers.keys().all(|name| !name.as_str().starts_with("access-control")), "no CORS");
    }
    let mut get = Request::get(PATH).body(Body::empty()).unwrap();
    get.headers_mut().insert("authorization", format!("Bearer {}", site.user()).parse().unwrap());
    site.send(get).await.failure(400, "VALIDATION_ERROR");
}
