//! 401 is only about the user's own token; everything else that is in doubt is a 503.

use crate::site::{LIFE, Site, request, user, uuid};
use axum::body::Body;
use http::Method;
use kit::Error;
use std::time::Duration;

const PROFILE: &str = "auth.AuthService/GetProfile";

#[tokio::test]
async fn a_bad_an_expired_and_an_ended_token_are_401() {
    let site = Site::open().await;
    let token = site.user();
    let forged = format!("{}AAAA", &token[..token.len() - 4]);
    let now = site.bench.cx.clock.now();
    let unknown = site.bench.cx.identity.user_token(uuid(2), uuid(99), now, LIFE).unwrap();
    let long = "a".repeat(5_000);
    for bad in ["x", "a.b.c", &forged, &unknown, &long] {
        site.get(bad, "/users/profile").await.failure(401, "UNAUTHORIZED");
    }
    for value in ["", "Bearer", "Bearer ", "Basic YTpi", token.as_str()] {
        let mut ask = request(Method::GET, "/users/profile", "", Body::empty());
        ask.headers_mut().insert("authorization", value.parse().unwrap());
        site.send(ask).await.failure(401, "UNAUTHORIZED");
    }
    let mut twice = request(Method::GET, "/users/profile", &token, Body::empty());
    twice.headers_mut().append("authorization", format!("Bearer {token}").parse().unwrap());
    site.send(twice).await.failure(401, "UNAUTHORIZED");
    site.bench.clock.advance(LIFE);
    site.get(&token, "/users/profile").await.failure(401, "UNAUTHORIZED");
    assert_eq!(site.fake.count(), 0);
}

#[tokio::test]
async fn the_token_of_a_service_opens_no_rest_call() {
    let site = Site::open().await;
    let token = site.bench.cx.identity.service_token("bff", None, site.bench.cx.clock.now()).unwrap();
    site.get(&token, "/users/profile").await.failure(403, "FORBIDDEN");
    assert_eq!(site.fake.count(), 0);
}

#[tokio::test]
async fn when_auth_cannot_say_the_answer_is_503() {
    let site = Site::open().await;
    let token = site.user();
    site.fake.auth_away(true);
    site.get(&token, "/users/profile").await.failure(503, "SERVICE_UNAVAILABLE");
}

#[tokio::test]
async fn a_service_that_refuses_a_live_session_is_an_outage_not_a_log_out() {
    let site = Site::open().await;
    let token = site.user();
    site.fake.refuse(PROFILE, || Error::Unauthenticated(kit::message!(TOKEN_INVALID)));
    site.get(&token, "/users/profile").await.failure(503, "SERVICE_UNAVAILABLE");
    let checks = site.fake.asked("auth.AuthService/CheckSessions").len();
    assert_eq!(checks, 2, "once at the gate, once afresh");
}

#[tokio::test]
async fn a_service_that_refuses_an_ended_session_is_a_401() {
    let site = Site::open().await;
    let token = site.user();
    site.fake.answer(PROFILE, &profile());
    assert_eq!(site.get(&token, "/users/profile").await.status.as_u16(), 200);
    // The session ends; the bff still believes in it for a moment, the service does not.
    site.fake.sign_out_everyone();
    site.fake.refuse(PROFILE, || Error::Unauthenticated(kit::message!(SESSION_ENDED)));
    let sentence = site.get(&token, "/users/profile").await.failure(401, "UNAUTHORIZED");
    assert_eq!(sentence, "Your session has expired. Please log in again to continue.");
}

#[tokio::test]
async fn a_service_that_refuses_while_auth_is_away_is_a_503() {
    let site = Site::open().await;
    let token = site.user();
    site.fake.answer(PROFILE, &profile());
    assert_eq!(site.get(&token, "/users/profile").await.status.as_u16(), 200);
    site.fake.auth_away(true);
    site.fake.refuse(PROFILE, || Error::Unauthenticated(kit::message!(SESSION_ENDED)));
    site.get(&token, "/users/profile").await.failure(503, "SERVICE_UNAVAILABLE");
}

#[tokio::test]
async fn after_log_out_the_token_is_dead_at_once() {
    let site = Site::open().await;
    let token = site.user();
    site.fake.answer("auth.AuthService/Logout", &proto::auth::LogoutResponse {});
    site.fake.answer(PROFILE, &profile());
    assert_eq!(site.get(&token, "/users/profile").await.status.as_u16(), 200);
    site.fake.sign_out_everyone();
    let answer = site.send(request(Method::POST, "/auth/logout", &token, Body::empty())).await;
    assert_eq!((answer.status.as_u16(), answer.data()), (200, serde_json::json!({})));
    site.get(&token, "/users/profile").await.failure(401, "UNAUTHORIZED");
}

#[tokio::test]
async fn a_service_that_never_answers_does_not_hang_the_call() {
    let site = Site::open().await;
    let token = site.user();
    site.fake.never_answer(PROFILE);
    site.fake.answer("tasks.TaskService/ListTasks", &proto::tasks::ListTasksResponse::default());
    // The clock of the runtime stands from here on and jumps to the next deadline when all wait.
    assert_eq!(site.get(&token, "/tasks").await.status.as_u16(), 200);
    tokio::time::pause();
    let started = tokio::time::Instant::now();
    site.get(&token, "/users/profile").await.failure(503, "SERVICE_UNAVAILABLE");
    assert!(started.elapsed() <= Duration::from_secs(11), "{:?}", started.elapsed());
}

fn profile() -> proto::auth::GetProfileResponse {
    proto::auth::GetProfileResponse {
        user: Some(user(2, proto::auth::Role::User)),
        language: "en".into(),
        timezone: "UTC".into(),
        ..Default::default()
    }
}
