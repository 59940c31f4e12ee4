//! What a request body may be.

use crate::site::{Site, request};
use axum::body::Body;
use bytes::Bytes;
use futures::stream;
use http::Method;
use serde_json::json;

#[tokio::test]
async fn unknown_fields_are_named_with_their_place() {
    let site = Site::open().await;
    let token = site.admin();
    let cases = [
        ("/teams", json!({"name": "Web", "owner_id": "x"}), vec!["owner_id"]),
        ("/auth/register", json!({"email": "a@b.c", "role": "admin"}), vec!["role"]),
        (
            "/deployments",
            json!({"id": "1", "baseParameters": {"domain": "a.b", "appPassword": "x"}}),
            vec!["baseParameters.appPassword", "id"],
        ),
        ("/clusters", json!({"name": "a", "credentials": {}}), vec!["credentials"]),
    ];
    for (path, body, expected) in cases {
        let fields = site.post(&token, path, &body).await.fields();
        assert_eq!(fields.keys().map(String::as_str).collect::<Vec<_>>(), expected, "{path}");
    }
    assert_eq!(site.fake.count(), 0, "nobody was asked");
}

#[tokio::test]
async fn broken_json_is_400_in_the_usual_shape() {
    let site = Site::open().await;
    let token = site.user();
    for bad in ["", "{", "[]", "nonsense", r#"{"name":"a","name":"b"}"#, r#"{"name":"\u0000"}"#] {
        let answer = site.send(request(Method::POST, "/teams", &token, Body::from(bad))).await;
        answer.failure(400, "VALIDATION_ERROR");
    }
    let answer = site.post(&token, "/teams", &json!({"name": 5})).await;
    assert_eq!(answer.fields()["name"], "name must be a text.");
}

#[tokio::test]
async fn a_large_body_is_413_whether_or_not_it_says_its_length() {
    let site = Site::open().await;
    let token = site.admin();
    let body = |bytes: usize| format!(r#"{{"description":"{}"}}"#, "a".repeat(bytes));
    let whole = request(Method::POST, "/teams", &token, Body::from(body(64 * 1024)));
    site.send(with_length(whole, 64 * 1024 + 18)).await.failure(413, "PAYLOAD_TOO_LARGE");
    let pieces = stream::iter((0..100).map(|_| Ok::<_, std::io::Error>(Bytes::from(vec![b' '; 1024]))));
    let streamed = request(Method::POST, "/teams", &token, Body::from_stream(pieces));
    assert_eq!(site.send(streamed).await.failure(413, "PAYLOAD_TOO_LARGE"), "The body is larger than 64 KiB.");
    assert_eq!(site.fake.count(), 0);

    site.fake.refuse_all(|| kit::Error::forbidden(kit::message!(NOT_PERMITTED)));
    let kubeconfig = json!({"kubeconfig": "a".repeat(390 * 1024)});
    for path in ["/clusters", "/clusters/validate", &format!("/clusters/{}/kubeconfig", crate::site::id(7))] {
        site.post(&token, path, &kubeconfig).await.failure(403, "FORBIDDEN");
        let more = json!({"kubeconfig": "a".repeat(400 * 1024)});
        site.post(&token, path, &more).await.failure(413, "PAYLOAD_TOO_LARGE");
    }
}

fn with_length(mut request: http::Request<Body>, length: usize) -> http::Request<Body> {
    request.headers_mut().insert("content-length", length.into());
    request
}

#[tokio::test]
async fn only_plain_json_is_read() {
    let site = Site::open().await;
    let token = site.user();
    for (name, value) in
        [("content-type", "text/plain"), ("content-type", "multipart/form-data"), ("content-encoding", "gzip")]
    {
        let mut ask = request(Method::POST, "/teams", &token, Body::from("{}"));
        ask.headers_mut().insert(name, value.parse().unwrap());
        let answer = site.send(ask).await;
        assert_eq!(answer.status.as_u16(), 400);
        assert_eq!(answer.json()["code"], "VALIDATION_ERROR");
    }
    let mut ask = request(Method::POST, "/teams", &token, Body::from("{}"));
    ask.headers_mut().remove("content-type");
    assert_eq!(site.send(ask).await.status.as_u16(), 400);
}
