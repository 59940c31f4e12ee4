//! `/deployments/{id}/logs`: the tail as JSON, the stream as lines.

use crate::site::{MADE_TEXT, Site, id, made, request};
use axum::body::Body;
use http_body_util::BodyExt;
use kit::Error;
use prost::Message;
use proto::deployments as pb;
use serde_json::{Value, json};
use std::time::Duration;
use tower::ServiceExt;

const STREAM: &str = "deployments.DeploymentService/StreamLogs";

fn lines(messages: &[&str]) -> pb::StreamLogsResponse {
    let line = |message: &&str| pb::PodLine {
        at: made(),
        pod: "shop-web-0".into(),
        container: "php".into(),
        message: (*message).to_owned(),
    };
    pb::StreamLogsResponse { lines: messages.iter().map(line).collect(), ..Default::default() }
}

fn shown(message: &str, level: &str) -> Value {
    json!({"timestamp": MADE_TEXT, "level": level, "pod": "shop-web-0", "container": "php", "message": message})
}

fn path(query: &str) -> String {
    format!("/deployments/{}/logs{query}", id(7))
}

/// The stream's next line; `None` at its end. Waits a minute at most.
async fn next(body: &mut Body, rest: &mut String) -> Option<Value> {
    loop {
        while let Some((line, after)) = rest.split_once('\n') {
            let (line, after) = (line.to_owned(), after.to_owned());
            *rest = after;
            if !line.is_empty() {
                return Some(serde_json::from_str(&line).unwrap());
            }
        }
        let frame = tokio::time::timeout(Duration::from_secs(60), body.frame()).await.expect("within a minute")?;
        rest.push_str(std::str::from_utf8(frame.unwrap().data_ref()?).unwrap());
    }
}

#[tokio::test]
async fn the_tail_is_json_with_the_level_that_each_line_tells() {
    let site = Site::open().await;
    site.fake.stream(STREAM, &[lines(&["one", "PHP Warning:  two"]), lines(&["[error] three"])]);
    let answer = site.get(&site.user(), &path("?source=nginx&tail=2")).await;
    assert_eq!(answer.data(), json!([shown("PHP Warning:  two", "warn"), shown("[error] three", "error")]));
    let asked: pb::StreamLogsRequest = site.fake.message(STREAM);
    assert_eq!((asked.id, asked.source.as_str(), asked.tail, asked.follow), (id(7), "nginx", 2, false));
    assert!(!asked.previous);
    site.fake.stream(STREAM, &[lines(&["it ended"])]);
    let answer = site.get(&site.user(), &path("?previous=true")).await;
    assert_eq!(answer.data(), json!([shown("it ended", "info")]));
    let before = pb::StreamLogsRequest::decode(site.fake.asked(STREAM)[1].body.clone()).unwrap();
    assert!(before.previous && !before.follow);
    let fields = site.get(&site.user(), &path("?tail=2001&follow=yes")).await.fields();
    assert_eq!(fields.keys().collect::<Vec<_>>(), ["follow", "tail"]);
}

#[tokio::test]
async fn a_part_of_the_time_is_asked_for_and_what_of_it_is_not_there_is_told() {
    let site = Site::open().await;
    let last = pb::StreamLogsResponse { kept_from: made(), cut: true, ..Default::default() };
    site.fake.stream(STREAM, &[lines(&["one"]), last]);
    let query = "?from=2026-11-21T08:00:00Z&to=2026-11-21T09:00:00.5Z&level=error";
    let answer = site.get(&site.user(), &path(query)).await;
    assert_eq!(answer.data(), json!([shown("one", "info")]));
    let body = answer.json();
    assert_eq!((&body["keptFrom"], &body["cut"]), (&json!(MADE_TEXT), &json!(true)));
    let asked: pb::StreamLogsRequest = site.fake.message(STREAM);
    let span = asked.to.unwrap().seconds - asked.from.unwrap().seconds;
    assert_eq!((span, asked.to.unwrap().nanos, asked.least.as_str()), (3600, 500_000_000, "error"));
    for wrong in ["?from=yesterday", "?from=2026-11-21T09:00:00Z&to=2026-11-21T08:00:00Z", "?level=info"] {
        assert_eq!(site.get(&site.user(), &path(wrong)).await.status.as_u16(), 400, "{wrong}");
    }
}

#[tokio::test]
async fn following_gives_a_line_of_json_for_each_line_until_it_ends() {
    let site = Site::open().await;
    site.fake.stream(STREAM, &[lines(&["one"]), lines(&["two", "three"])]);
    let ask = request(http::Method::GET, &path("?follow=true"), &site.user(), Body::empty());
    let response = site.router.clone().oneshot(ask).await.unwrap();
    assert_eq!(response.headers()["content-type"], "application/x-ndjson");
    assert!(response.headers().contains_key("x-request-id"));
    let (mut body, mut rest) = (response.into_body(), String::new());
    for message in ["one", "two", "three"] {
        assert_eq!(next(&mut body, &mut rest).await, Some(shown(message, "info")));
    }
    assert_eq!(next(&mut body, &mut rest).await, None);
    assert!(<pb::StreamLogsRequest as prost::Message>::decode(site.fake.asked(STREAM)[0].body.clone()).unwrap().follow);
}

#[tokio::test]
async fn a_stream_that_breaks_says_so_in_its_last_line() {
    let site = Site::open().await;
    let gone = || Error::unavailable(kit::message!(PART_AWAY), std::io::Error::other("10.0.0.7"));
    site.fake.stream_then_refuse(STREAM, &[lines(&["one"])], gone);
    let ask = request(http::Method::GET, &path("?follow=true"), &site.user(), Body::empty());
    let (mut body, mut rest) = (site.router.clone().oneshot(ask).await.unwrap().into_body(), String::new());
    assert_eq!(next(&mut body, &mut rest).await, Some(shown("one", "info")));
    let expected = json!({"error": "A part of Canopy does not answer at the moment. Please try again.",
        "reason": "PART_AWAY", "params": {}, "code": "SERVICE_UNAVAILABLE"});
    assert_eq!(next(&mut body, &mut rest).await, Some(expected));
    assert_eq!(next(&mut body, &mut rest).await, None);
    site.fake.refuse(STREAM, || Error::forbidden(kit::message!(NOT_PERMITTED)));
    site.get(&site.user(), &path("?follow=true")).await.failure(403, "FORBIDDEN");
}

#[tokio::test]
async fn who_is_logged_out_reads_no_further_line() {
    let site = Site::open().await;
    site.fake.endless(STREAM, &[lines(&["one"])]);
    let ask = request(http::Method::GET, &path("?follow=true"), &site.user(), Body::empty());
    let (mut body, mut rest) = (site.router.clone().oneshot(ask).await.unwrap().into_body(), String::new());
    assert_eq!(next(&mut body, &mut rest).await, Some(shown("one", "info")));
    site.fake.sign_out_everyone();
    let last = next(&mut body, &mut rest).await.unwrap();
    assert_eq!(last["code"], "UNAUTHORIZED");
    assert_eq!(next(&mut body, &mut rest).await, None);
}

#[tokio::test]
async fn a_stop_ends_open_streams() {
    let site = Site::open().await;
    site.fake.endless(STREAM, &[lines(&["one"])]);
    let ask = request(http::Method::GET, &path("?follow=true"), &site.user(), Body::empty());
    let (mut body, mut rest) = (site.router.clone().oneshot(ask).await.unwrap().into_body(), String::new());
    assert!(next(&mut body, &mut rest).await.is_some());
    site.bench.cx.stop.cancel();
    assert_eq!(next(&mut body, &mut rest).await, None);
}

#[tokio::test]
async fn a_user_follows_eight_logs_at_most() {
    let site = Site::open().await;
    let token = site.user();
    site.fake.endless(STREAM, &[lines(&["one"])]);
    let mut open = Vec::new();
    for _ in 0..8 {
        let ask = request(http::Method::GET, &path("?follow=true"), &token, Body::empty());
        let response = site.router.clone().oneshot(ask).await.unwrap();
        assert_eq!(response.status().as_u16(), 200);
        open.push(response);
    }
    site.get(&token, &path("?follow=true")).await.failure(429, "RATE_LIMIT_EXCEEDED");
    open.pop();
    let ask = request(http::Method::GET, &path("?follow=true"), &token, Body::empty());
    assert_eq!(site.router.clone().oneshot(ask).await.unwrap().status().as_u16(), 200);
}

#[tokio::test]
async fn a_cluster_that_does_not_answer_is_not_canopys_failure() {
    let site = Site::open().await;
    let silent = kit::message!(CLUSTER_LATE, cluster = "prod");
    let (said, silent) = (silent.packed(), silent.to_string());
    let last = pb::StreamLogsResponse { unreachable: silent.clone(), said, ..Default::default() };
    site.fake.stream(STREAM, &[lines(&["one"]), last]);
    let answer = site.get(&site.user(), &path("")).await;
    let answer = answer.json();
    assert_eq!(answer["data"], json!([shown("one", "info")]));
    assert_eq!((&answer["reachable"], &answer["problem"]), (&json!(false), &json!(silent)));
    assert_eq!((&answer["reason"], &answer["params"]), (&json!("CLUSTER_LATE"), &json!({"cluster": "prod"})));
    let ask = request(http::Method::GET, &path("?follow=true"), &site.user(), Body::empty());
    let (mut body, mut rest) = (site.router.clone().oneshot(ask).await.unwrap().into_body(), String::new());
    assert_eq!(next(&mut body, &mut rest).await, Some(shown("one", "info")));
    let broken = json!({"error": silent, "reason": "CLUSTER_LATE", "params": {"cluster": "prod"},
        "code": "SERVICE_UNAVAILABLE", "reachable": false});
    assert_eq!(next(&mut body, &mut rest).await, Some(broken));
    assert_eq!(next(&mut body, &mut rest).await, None);

    site.fake.stream(STREAM, &[lines(&["one"])]);
    let answer = site.get(&site.user(), &path("")).await;
    let answer = answer.json();
    assert_eq!((&answer["reachable"], &answer["problem"]), (&json!(true), &json!(null)));
}
