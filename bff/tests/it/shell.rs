//! `/deployments/{id}/shell`: who may be told what before the connection becomes a WebSocket. The rest is the cluster suite's.

use crate::site::{Answer, Site, id, request};
use axum::body::Body;
use http::{HeaderName, HeaderValue, Method};
use kit::{Error, message};
use proto::deployments::{OpenShellRequest, OpenShellResponse, open_shell_request::Message};

const OPEN: &str = "deployments.DeploymentService/OpenShell";

fn path(query: &str) -> String {
    format!("/deployments/{}/shell{query}", id(7))
}

/// A handshake of a browser, without a connection that could be handed over.
async fn handshake(site: &Site, headers: &[(&'static str, &str)]) -> Answer {
    let mut ask = request(Method::GET, &path(""), "", Body::empty());
    ask.headers_mut().remove("authorization");
    let usual = [
        ("connection", "Upgrade"),
        ("upgrade", "websocket"),
        ("sec-websocket-version", "13"),
        ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ=="),
    ];
    for (name, value) in usual.iter().chain(headers) {
        ask.headers_mut().append(HeaderName::from_static(name), HeaderValue::from_str(value).unwrap());
    }
    site.send(ask).await
}

fn reason(answer: &Answer) -> String {
    answer.json()["details"]["reason"].as_str().unwrap_or_default().to_owned()
}

#[tokio::test]
async fn without_a_handshake_it_is_asked_whether_one_may() {
    let site = Site::open().await;
    site.fake.stream::<OpenShellResponse>(OPEN, &[]);
    let answer = site.get(&site.user(), &path("?service=nginx&pod=p&container=c&columns=100&rows=30")).await;
    answer.failure(400, "VALIDATION_ERROR");
    assert_eq!(reason(&answer), "SHELL_NO_WEBSOCKET");
    let asked: OpenShellRequest = site.fake.message(OPEN);
    let Some(Message::Open(target)) = asked.message else { panic!("it names nothing") };
    assert!(target.check);
    assert_eq!(
        (target.id, target.service, target.pod, target.container),
        (id(7), "nginx".into(), "p".into(), "c".into())
    );
    assert_eq!(target.size.map(|size| (size.columns, size.rows)), Some((100, 30)));
    let fields = site.get(&site.user(), &path("?columns=0&rows=5000")).await.fields();
    assert_eq!(fields.keys().collect::<Vec<_>>(), ["columns", "rows"]);
}

#[tokio::test]
async fn a_refusal_is_an_answer_like_others() {
    let site = Site::open().await;
    type Case = (fn() -> Error, u16, &'static str, &'static str);
    let cases: [Case; 5] = [
        (|| Error::not_found("Deployment"), 404, "NOT_FOUND", "NOT_FOUND"),
        (|| Error::forbidden(message!(NOT_PERMITTED)), 403, "FORBIDDEN", "NOT_PERMITTED"),
        (|| Error::conflict(message!(SHELL_OFF)), 409, "CONFLICT", "SHELL_OFF"),
        (|| Error::conflict(message!(SHELLS_OF_USER, most = 4)), 429, "RATE_LIMIT_EXCEEDED", "SHELLS_OF_USER"),
        (
            || Error::unavailable(message!(SHELLS_CROWDED), std::io::Error::other("test")),
            503,
            "SERVICE_UNAVAILABLE",
            "SHELLS_CROWDED",
        ),
    ];
    for (refusal, status, code, expected) in cases {
        site.fake.refuse(OPEN, refusal);
        let answer = site.get(&site.user(), &path("")).await;
        answer.failure(status, code);
        assert_eq!(reason(&answer), expected);
    }
}

#[tokio::test]
async fn a_browsers_token_is_one_of_the_protocols() {
    let site = Site::open().await;
    site.fake.stream::<OpenShellResponse>(OPEN, &[]);
    handshake(&site, &[]).await.failure(401, "UNAUTHORIZED");
    handshake(&site, &[("sec-websocket-protocol", "canopy.shell.v1, canopy.token.x.y.z")])
        .await
        .failure(401, "UNAUTHORIZED");
    let protocols = format!("canopy.shell.v1, canopy.token.{}", site.user());
    // it gets as far as there is no connection to hand over
    let answer = handshake(&site, &[("sec-websocket-protocol", &protocols)]).await;
    answer.failure(400, "VALIDATION_ERROR");
    assert_eq!(reason(&answer), "SHELL_NO_WEBSOCKET");
    let asked = site.fake.asked(OPEN);
    assert!(asked[0].headers["authorization"].to_str().unwrap().starts_with("Bearer "));
    assert!(!asked[0].headers.contains_key("sec-websocket-protocol"));

    // for no other call
    let mut ask = request(Method::GET, "/teams", "", Body::empty());
    ask.headers_mut().remove("authorization");
    ask.headers_mut().insert("upgrade", HeaderValue::from_static("websocket"));
    ask.headers_mut().insert("sec-websocket-protocol", HeaderValue::from_str(&protocols).unwrap());
    site.send(ask).await.failure(401, "UNAUTHORIZED");
}

#[tokio::test]
async fn a_page_of_somebody_else_opens_none() {
    let site = Site::open().await;
    site.fake.stream::<OpenShellResponse>(OPEN, &[]);
    let protocols = format!("canopy.shell.v1, canopy.token.{}", site.user());
    let headers = [("sec-websocket-protocol", protocols.as_str()), ("origin", "https://evil.example.com")];
    let answer = handshake(&site, &headers).await;
    answer.failure(403, "FORBIDDEN");
    assert_eq!(reason(&answer), "SHELL_OTHER_ORIGIN");
    assert!(site.fake.asked(OPEN).is_empty());
    let headers = [("sec-websocket-protocol", protocols.as_str()), ("origin", "http://localhost:5173")];
    handshake(&site, &headers).await.failure(400, "VALIDATION_ERROR");
}
