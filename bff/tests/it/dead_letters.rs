//! `/admin/dead-letters`, to the letter.

use crate::{
    fake::Fake,
    site::{MADE_TEXT, Site, id, made},
};
use kit::Error;
use proto::letters as pb;
use serde_json::{Value, json};

const LIST: &str = "letters.DeadLetterService/ListDeadLetters";

fn letter() -> pb::DeadLetter {
    pb::DeadLetter {
        id: id(7),
        kind: "command".into(),
        target: "tasks".into(),
        method: "/canopy.tasks.v1.TaskService/Submit".into(),
        error: "Task not found".into(),
        created_at: made(),
        request_id: "request-1".into(),
        actor_name: String::new(),
        again: false,
        said: kit::message!(NOT_FOUND, what = "Task").packed(),
    }
}

fn shown(service: &str) -> Value {
    json!({"id": id(7), "service": service, "kind": "command", "target": "tasks",
        "method": "/canopy.tasks.v1.TaskService/Submit", "error": "Task not found", "reason": "NOT_FOUND", "params": {"what": "Task"}, "createdAt": MADE_TEXT,
        "requestId": "request-1", "actor": null, "again": false})
}

#[tokio::test]
async fn administrators_see_those_of_every_service_and_which_service_does_not_answer() {
    let site = Site::open().await;
    site.fake.answer(LIST, &pb::ListDeadLettersResponse { letters: vec![letter()] });
    let data = site.get(&site.admin(), "/admin/dead-letters").await.data();
    let services = ["auth", "teams", "infrastructure", "deployments", "tasks", "events"];
    assert_eq!(data, json!({"letters": services.map(shown), "missing": []}));
    site.fake.refuse(LIST, || Error::unavailable(kit::message!(PART_AWAY), std::io::Error::other("away")));
    site.get(&site.admin(), "/admin/dead-letters").await.failure(503, "SERVICE_UNAVAILABLE");
    site.get(&site.user(), "/admin/dead-letters").await.failure(403, "FORBIDDEN");
}

#[tokio::test]
async fn a_service_that_does_not_answer_hides_nothing_of_the_others() {
    let fake = Fake::default();
    fake.answer(LIST, &pb::ListDeadLettersResponse { letters: vec![letter()] });
    let here = fake.listen().await;
    // Nothing listens on port 1.
    let nowhere = std::net::SocketAddr::from(([127, 0, 0, 1], 1));
    let roles = ["auth", "teams", "infrastructure", "deployments", "tasks", "events", "health"];
    let peers = roles.map(|role| (role, if role == "events" { nowhere } else { here })).into();
    let site = Site::with_peers(fake, peers).await;
    let data = site.get(&site.admin(), "/admin/dead-letters").await.data();
    let others = ["auth", "teams", "infrastructure", "deployments", "tasks"];
    assert_eq!(data, json!({"letters": others.map(shown), "missing": ["events"]}));
}

#[tokio::test]
async fn one_is_sent_again_or_dropped() {
    let site = Site::open().await;
    let path = format!("/admin/dead-letters/deployments/{}", id(7));
    let resent = pb::ResendDeadLetterResponse { letter: Some(letter()) };
    site.fake.answer("letters.DeadLetterService/ResendDeadLetter", &resent);
    let data = site.post(&site.admin(), &format!("{path}/resend"), &json!({})).await.data();
    assert_eq!(data, shown("deployments"));
    let asked: pb::ResendDeadLetterRequest = site.fake.message("letters.DeadLetterService/ResendDeadLetter");
    assert_eq!(asked.id, id(7));
    let dropped = pb::DropDeadLetterResponse { letter: Some(letter()) };
    site.fake.answer("letters.DeadLetterService/DropDeadLetter", &dropped);
    assert_eq!(site.delete(&site.admin(), &path).await.data(), json!({"id": id(7)}));
    site.delete(&site.user(), &path).await.failure(403, "FORBIDDEN");
    let nowhere = format!("/admin/dead-letters/bff/{}", id(7));
    assert_eq!(site.delete(&site.admin(), &nowhere).await.failure(404, "NOT_FOUND"), "Dead letter not found");
}
