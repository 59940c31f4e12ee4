//! `/admin/mail`, to the letter.

use crate::{
    fake::Fake,
    site::{MADE_TEXT, Site, made},
};
use kit::Error;
use proto::mail as pb;
use serde_json::{Value, json};

const GET: &str = "mail.MailService/GetMail";
const TEST: &str = "mail.MailService/SendTestMail";

fn mail() -> pb::GetMailResponse {
    pb::GetMailResponse {
        server: Some(pb::MailServer {
            host: "mail.example.com".into(),
            port: 587,
            encryption: pb::Encryption::Starttls.into(),
            signs_in: true,
            sender: "Canopy <canopy@example.com>".into(),
            public_url: "https://canopy.example.com".into(),
        }),
        waiting: 2,
        oldest: made(),
        sent_at: None,
        failure: Some(pb::MailFailure {
            at: made(),
            outcome: pb::Outcome::Refused.into(),
            answer: "550 no such user".into(),
            given_up: true,
        }),
    }
}

fn of(service: &str) -> Value {
    json!({"service": service, "waiting": 2, "oldest": MADE_TEXT, "sentAt": null,
        "failure": {"at": MADE_TEXT, "outcome": "refused", "answer": "550 no such user", "givenUp": true}})
}

fn server() -> Value {
    json!({"host": "mail.example.com", "port": 587, "encryption": "starttls", "signsIn": true,
        "sender": "Canopy <canopy@example.com>", "publicUrl": "https://canopy.example.com"})
}

#[tokio::test]
async fn administrators_see_how_mail_is_sent_and_how_the_letters_of_each_service_go() {
    let site = Site::open().await;
    site.fake.answer(GET, &mail());
    let data = site.get(&site.admin(), "/admin/mail").await.data();
    assert_eq!(data, json!({"server": server(), "services": [of("auth"), of("teams")], "missing": []}));
    site.fake.answer(GET, &pb::GetMailResponse::default());
    let data = site.get(&site.admin(), "/admin/mail").await.data();
    assert_eq!(data["server"], Value::Null);
    assert_eq!(
        data["services"][1],
        json!({"service": "teams", "waiting": 0, "oldest": null, "sentAt": null, "failure": null})
    );
    site.get(&site.user(), "/admin/mail").await.failure(403, "FORBIDDEN");
    site.fake.refuse(GET, || Error::unavailable(kit::message!(PART_AWAY), std::io::Error::other("away")));
    site.get(&site.admin(), "/admin/mail").await.failure(503, "SERVICE_UNAVAILABLE");
}

#[tokio::test]
async fn a_service_that_does_not_answer_hides_nothing_of_the_other() {
    let fake = Fake::default();
    fake.answer(GET, &mail());
    let here = fake.listen().await;
    let other = Fake::default();
    other.refuse(GET, || Error::unavailable(kit::message!(PART_AWAY), std::io::Error::other("away")));
    let away = other.listen().await;
    let roles = ["auth", "teams", "infrastructure", "deployments", "tasks", "events", "health"];
    let peers = roles.map(|role| (role, if role == "teams" { away } else { here })).into();
    let site = Site::with_peers(fake, peers).await;
    let data = site.get(&site.admin(), "/admin/mail").await.data();
    assert_eq!(data, json!({"server": server(), "services": [of("auth")], "missing": ["teams"]}));
}

#[tokio::test]
async fn a_test_letter_is_written_in_the_language_that_is_asked_for() {
    let site = Site::open().await;
    let tested = pb::SendTestMailResponse { outcome: pb::Outcome::Taken.into(), ..Default::default() };
    site.fake.answer(TEST, &tested);
    site.post(&site.admin(), "/admin/mail/test", &json!({"language": "es"})).await.data();
    let asked: pb::SendTestMailRequest = site.fake.message(TEST);
    assert_eq!(asked.language, "es");
}

#[tokio::test]
async fn a_test_letter_tells_what_the_server_answered() {
    let site = Site::open().await;
    for (outcome, word, answer) in [
        (pb::Outcome::Taken, "taken", "250 queued"),
        (pb::Outcome::Refused, "refused", "535 wrong"),
        (pb::Outcome::Unreachable, "unreachable", "Connection error: refused"),
        (pb::Outcome::Silent, "silent", ""),
    ] {
        let to = "ada@example.com".to_owned();
        let tested = pb::SendTestMailResponse { to, outcome: outcome.into(), answer: answer.into() };
        site.fake.answer(TEST, &tested);
        let data = site.post(&site.admin(), "/admin/mail/test", &json!({"language": "es"})).await.data();
        assert_eq!(data, json!({"to": "ada@example.com", "outcome": word, "answer": answer}));
    }
    site.post(&site.user(), "/admin/mail/test", &json!({})).await.failure(403, "FORBIDDEN");
}
