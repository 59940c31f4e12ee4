//! A bff with fake services behind it, and how to ask it.

use crate::fake::Fake;
use axum::body::Body;
use bff::web::Bundle;
use bytes::Bytes;
use http::{HeaderMap, Method, Request, StatusCode};
use http_body_util::BodyExt;
use kit::{
    clock::stamp,
    http::PeerAddress,
    testing::{Bench, Nats},
};
use proto::auth;
use serde_json::Value;
use std::{collections::BTreeMap, sync::Arc, time::Duration};
use time::{OffsetDateTime, macros::datetime};
use tower::ServiceExt;
use uuid::Uuid;

/// When everything was made.
pub const MADE: OffsetDateTime = datetime!(2026-11-20 10:30:00 UTC);
/// The same as the API writes it.
pub const MADE_TEXT: &str = "2026-11-20T10:30:00Z";
pub const LIFE: Duration = Duration::from_secs(7 * 86_400);

/// An id that is easy to recognise: `00000000-0000-4000-8000-…<n>`.
pub fn id(n: u128) -> String {
    uuid(n).to_string()
}

pub fn uuid(n: u128) -> Uuid {
    Uuid::from_u128(0x4000_8000_0000_0000_0000 | n)
}

pub fn made() -> Option<prost_types::Timestamp> {
    Some(stamp(MADE))
}

/// The bff under test.
pub struct Site {
    pub bench: Bench,
    pub fake: Fake,
    pub router: axum::Router,
    pub live: bff::live::Live,
}

/// An answer.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub text: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }

    pub fn data(&self) -> Value {
        assert!(self.status.is_success(), "{} {}", self.status, self.text);
        self.json()["data"].clone()
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// A failure in exactly the contract's shape: the sentence.
    #[track_caller]
    pub fn failure(&self, status: u16, code: &str) -> String {
        assert_eq!(self.status.as_u16(), status, "{}", self.text);
        let json = self.json();
        let keys: Vec<&String> = json.as_object().unwrap().keys().collect();
        assert_eq!(keys, ["code", "details", "error", "message", "request_id", "status"]);
        assert_eq!(json["code"], code);
        assert_eq!(json["status"], status);
        assert_eq!(json["error"], json["message"]);
        assert_eq!(json["request_id"], self.header("x-request-id"));
        assert!(!self.header("x-request-id").is_empty());
        assert_eq!(!self.header("retry-after").is_empty(), matches!(status, 429 | 503), "Retry-After of {status}");
        json["message"].as_str().unwrap().to_owned()
    }

    /// `details.fields`.
    #[track_caller]
    pub fn fields(&self) -> BTreeMap<String, String> {
        self.failure(400, "VALIDATION_ERROR");
        serde_json::from_value(self.json()["details"]["fields"].clone()).unwrap_or_default()
    }
}

/// What every client says.
async fn named(mut request: axum::extract::Request) -> axum::extract::Request {
    request.headers_mut().entry("host").or_insert_with(|| "localhost".parse().unwrap());
    request
}

impl Site {
    pub async fn open() -> Self {
        let fake = Fake::default();
        let address = fake.listen().await;
        let roles = ["auth", "teams", "infrastructure", "deployments", "tasks", "events", "health"];
        Self::with_peers(fake, roles.map(|role| (role, address)).into()).await
    }

    /// With these files of a console: what the build found in its place says nothing about the code.
    pub async fn with_bundle(files: &'static [bff::web::File]) -> Self {
        Self::of(Fake::default(), BTreeMap::new(), Bundle(files), None, |_| {}).await
    }

    /// Connected to NATS, but not hearing yet.
    pub async fn with_nats(nats: &Nats) -> Self {
        let fake = Fake::default();
        let address = fake.listen().await;
        Self::of(fake, [("auth", address), ("teams", address)].into(), Bundle(&[]), Some(nats), |_| {}).await
    }

    pub async fn with_peers(fake: Fake, peers: BTreeMap<&str, std::net::SocketAddr>) -> Self {
        Self::of(fake, peers, Bundle(&[]), None, |_| {}).await
    }

    /// With other settings.
    pub async fn with_settings(change: impl FnOnce(&mut kit::Settings)) -> Self {
        let fake = Fake::default();
        let address = fake.listen().await;
        Self::of(
            fake,
            ["auth", "teams", "events", "infrastructure"].map(|role| (role, address)).into(),
            Bundle(&[]),
            None,
            change,
        )
        .await
    }

    async fn of(
        fake: Fake,
        peers: BTreeMap<&str, std::net::SocketAddr>,
        bundle: Bundle,
        nats: Option<&Nats>,
        change: impl FnOnce(&mut kit::Settings),
    ) -> Self {
        let mut bench = kit::testing::context_with_peers(&bff::SERVICE, peers, &[]).await;
        change(Arc::make_mut(&mut bench.cx.settings));
        if let Some(nats) = nats {
            bench.connect(nats).await;
        }
        let browser = PeerAddress("203.0.113.9:50000".parse().unwrap());
        let bff::Front { router, live, .. } = bff::front(&bench.cx, bundle).unwrap();
        let router = router.layer(axum::Extension(browser)).layer(axum::middleware::map_request(named));
        Self { bench, fake, router, live }
    }

    /// Signs somebody in; the token.
    pub fn token(&self, n: u128, role: auth::Role) -> String {
        let session = uuid(0x5E55_0000 + n);
        self.fake.sign_in(session, user(n, role));
        self.bench.cx.identity.user_token(uuid(n), session, self.bench.cx.clock.now(), LIFE).unwrap()
    }

    pub fn admin(&self) -> String {
        self.token(1, auth::Role::Admin)
    }

    pub fn user(&self) -> String {
        self.token(2, auth::Role::User)
    }

    pub async fn send(&self, request: Request<Body>) -> Answer {
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (head, body) = response.into_parts();
        let body: Bytes = body.collect().await.unwrap().to_bytes();
        Answer { status: head.status, headers: head.headers, text: String::from_utf8(body.to_vec()).unwrap() }
    }

    pub async fn get(&self, token: &str, path: &str) -> Answer {
        self.send(request(Method::GET, path, token, Body::empty())).await
    }

    pub async fn post(&self, token: &str, path: &str, body: &Value) -> Answer {
        self.send(request(Method::POST, path, token, Body::from(body.to_string()))).await
    }

    pub async fn put(&self, token: &str, path: &str, body: &Value) -> Answer {
        self.send(request(Method::PUT, path, token, Body::from(body.to_string()))).await
    }

    pub async fn delete(&self, token: &str, path: &str) -> Answer {
        self.send(request(Method::DELETE, path, token, Body::empty())).await
    }

    /// Every call of the document: method, path with ids filled in, public, admin only.
    pub fn calls() -> Vec<Documented> {
        let document: Value = serde_json::from_str(&bff::document().unwrap()).unwrap();
        let mut calls = Vec::new();
        for (path, item) in document["paths"].as_object().unwrap() {
            for (method, operation) in item.as_object().unwrap() {
                calls.push(Documented {
                    method: method.to_uppercase().parse().unwrap(),
                    path: path
                        .replace("{id}", &id(7))
                        .replace("{userId}", &id(8))
                        .replace("{inviteId}", &id(9))
                        .replace("{deliveryId}", &id(9))
                        .replace("{service}", "tasks")
                        .replace("{number}", "1"),
                    public: operation["security"].as_array().is_some_and(Vec::is_empty),
                    admin: operation["description"]
                        .as_str()
                        .is_some_and(|text| text.contains("For global admins only.")),
                });
            }
        }
        assert!(calls.len() >= 39, "{}", calls.len());
        calls
    }
}

/// A call as the document tells it.
#[derive(Debug)]
pub struct Documented {
    pub method: Method,
    pub path: String,
    pub public: bool,
    pub admin: bool,
}

pub fn request(method: Method, path: &str, token: &str, body: Body) -> Request<Body> {
    let mut request = Request::builder().method(method).uri(format!("/api{path}")).body(body).unwrap();
    let headers = request.headers_mut();
    headers.insert("content-type", "application/json".parse().unwrap());
    if !token.is_empty() {
        headers.insert("authorization", format!("Bearer {token}").parse().unwrap());
    }
    request
}

pub fn user(n: u128, role: auth::Role) -> auth::User {
    auth::User {
        id: id(n),
        email: format!("user{n}@example.com"),
        first_name: "Ada".into(),
        last_name: format!("No{n}"),
        role: role.into(),
        status: auth::UserStatus::Active.into(),
        last_login: None,
        created_at: made(),
    }
}
