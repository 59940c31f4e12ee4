//! `/admin/logs`, to the letter.

use crate::{
    fake::Fake,
    site::{MADE_TEXT, Site, made},
};
use kit::Error;
use proto::logs as pb;
use serde_json::{Value, json};

const LIST: &str = "logs.LogService/ListLogLines";
/// Those that answer in these tests; the bff asks itself by gRPC as well, which is not listening.
const SERVICES: [&str; 7] = ["auth", "teams", "infrastructure", "deployments", "tasks", "events", "health"];

fn line(text: &str, seconds: i64) -> pb::LogLine {
    let at = made().map(|at| prost_types::Timestamp { seconds: at.seconds + seconds, ..at });
    pb::LogLine {
        at,
        level: pb::Level::Warn.into(),
        target: "kit::error".into(),
        text: text.into(),
        fields: r#"{"tries":3}"#.into(),
        request_id: "request-1".into(),
    }
}

fn shown(service: &str, text: &str, at: &str) -> Value {
    json!({"service": service, "at": at, "level": "warn", "target": "kit::error", "text": text, "fields": {"tries": 3},
        "requestId": "request-1"})
}

fn answer(lines: Vec<pb::LogLine>) -> pb::ListLogLinesResponse {
    pb::ListLogLinesResponse { lines, more: false }
}

#[tokio::test]
async fn administrators_see_the_lines_of_every_service_by_time() {
    let site = Site::open().await;
    site.fake.answer(LIST, &answer(vec![line("first", 0), line("second", 1)]));
    let data = site.get(&site.admin(), "/admin/logs").await.data();
    let first = SERVICES.map(|service| shown(service, "first", MADE_TEXT));
    let second = SERVICES.map(|service| shown(service, "second", "2026-11-20T10:30:01Z"));
    let both = [&first[..], &second].concat();
    assert_eq!(data, json!({"lines": both, "missing": ["bff"], "more": false}));
    let newest = site.get(&site.admin(), "/admin/logs?limit=7").await.data();
    assert_eq!(newest, json!({"lines": second, "missing": ["bff"], "more": true}));
    site.get(&site.user(), "/admin/logs").await.failure(403, "FORBIDDEN");
}

#[tokio::test]
async fn the_services_are_asked_for_what_is_wanted() {
    let site = Site::open().await;
    let lone = pb::LogLine { fields: String::new(), request_id: String::new(), ..line("one", 0) };
    site.fake.answer(LIST, &pb::ListLogLinesResponse { lines: vec![lone], more: true });
    let query = "service=tasks&level=info&search=Shop&requestId=r-1&after=2026-11-20T10:30:00Z&limit=5000";
    let data = site.get(&site.admin(), &format!("/admin/logs?{query}")).await.data();
    let mut expected = shown("tasks", "one", MADE_TEXT);
    (expected["fields"], expected["requestId"]) = (json!({}), Value::Null);
    assert_eq!(data, json!({"lines": [expected], "missing": [], "more": true}));
    let asked: pb::ListLogLinesRequest = site.fake.message(LIST);
    let wanted = pb::ListLogLinesRequest {
        level: pb::Level::Info.into(),
        search: "Shop".into(),
        request_id: "r-1".into(),
        after: made(),
        limit: 1_000,
    };
    assert_eq!(asked, wanted);
    let wrong = site.get(&site.admin(), "/admin/logs?service=nobody&level=loud&after=soon&limit=0").await;
    assert_eq!(wrong.fields().into_keys().collect::<Vec<_>>(), ["after", "level", "limit", "service"]);
}

#[tokio::test]
async fn a_service_that_does_not_answer_hides_nothing_of_the_others() {
    let fake = Fake::default();
    fake.answer(LIST, &answer(vec![line("here", 0)]));
    let here = fake.listen().await;
    // Nothing listens on port 1.
    let nowhere = std::net::SocketAddr::from(([127, 0, 0, 1], 1));
    let roles = [SERVICES.as_slice(), &["bff"]].concat();
    let peers = roles.iter().map(|role| (*role, if *role == "events" { nowhere } else { here })).collect();
    let site = Site::with_peers(fake, peers).await;
    let data = site.get(&site.admin(), "/admin/logs").await.data();
    let others: Vec<Value> =
        roles.iter().filter(|role| **role != "events").map(|role| shown(role, "here", MADE_TEXT)).collect();
    assert_eq!(data, json!({"lines": others, "missing": ["events"], "more": false}));
    site.get(&site.admin(), "/admin/logs?service=events").await.failure(503, "SERVICE_UNAVAILABLE");
    site.fake.refuse(LIST, || Error::forbidden(kit::message!(NOT_PERMITTED)));
    site.get(&site.admin(), "/admin/logs").await.failure(403, "FORBIDDEN");
}
