//! Tokens, passwords and bodies stay out of the log; one line tells each request.
//!
//! A test binary of its own: what is logged where is decided per process.
#![allow(clippy::unwrap_used, reason = "a test may end where it stands")]
#![allow(dead_code, reason = "the other binary uses the rest of the fakes")]

mod fake;
mod site;

use crate::site::{Site, request, user};
use axum::body::Body;
use http::Method;
use proto::auth as pb;
use serde_json::json;
use std::{
    io,
    sync::{Arc, Mutex},
};
use tracing_subscriber::fmt::MakeWriter;

#[derive(Clone, Default)]
struct Captured(Arc<Mutex<Vec<u8>>>);

impl io::Write for Captured {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Captured {
    type Writer = Self;
    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

#[tokio::test]
async fn one_line_tells_a_request_and_no_line_tells_a_secret() {
    let site = Site::open().await;
    let captured = Captured::default();
    let log =
        tracing_subscriber::fmt().json().with_max_level(tracing::Level::TRACE).with_writer(captured.clone()).finish();
    let _log = tracing::subscriber::set_default(log);
    let token = site.user();
    let signed_in =
        pb::SignedIn { token: "CANARY-session".into(), user: Some(user(2, pb::Role::User)), expires_at_ms: 1 };
    site.fake.answer("auth.AuthService/Login", &pb::LoginResponse { signed_in: Some(signed_in), ..Default::default() });
    site.fake.answer("tasks.TaskService/ListTasks", &proto::tasks::ListTasksResponse::default());
    let password = json!({"email": "a@example.com", "password": "CANARY-password"});
    assert_eq!(site.post("", "/auth/login", &password).await.status.as_u16(), 200);
    site.fake.refuse("auth.AuthService/Login", || kit::Error::internal(anyhow::anyhow!("broken")));
    site.post("", "/auth/login", &password).await.failure(500, "INTERNAL_SERVER_ERROR");
    let mut ask = request(Method::GET, "/tasks?search=CANARY-search", &token, Body::empty());
    ask.headers_mut().insert("x-request-id", "browser-17".parse().unwrap());
    assert_eq!(site.send(ask).await.status.as_u16(), 200);
    site.send(request(Method::POST, "/teams", &token, Body::from("CANARY-body")))
        .await
        .failure(400, "VALIDATION_ERROR");

    let text = String::from_utf8(captured.0.lock().unwrap().clone()).unwrap();
    assert!(!text.contains("CANARY"), "{text}");
    assert!(!text.contains(&token) && !text.contains("Bearer"), "{text}");
    let lines: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let told: Vec<_> =
        lines.iter().filter(|line| line["fields"]["message"] == "request" && line["level"] == "INFO").collect();
    assert_eq!(told.len(), 4, "{text}");
    let fields = &told[2]["fields"];
    assert_eq!(
        (&fields["method"], &fields["route"], &fields["status"]),
        (&json!("GET"), &json!("/tasks"), &json!(200))
    );
    assert_eq!((&fields["request_id"], &fields["user"]), (&json!("browser-17"), &json!(crate::site::id(2))));
    assert!(fields["ms"].as_f64().is_some());
}
