//! What is sent, how often, and what happens when something dies in the middle.

use kit::testing::wait_until;
use proto::events::{
    AttemptOutcome, DeliveryState, NotificationChannel, ResendRequest, SendTestRequest,
    notification_service_server::NotificationService as _,
};
use sha2::Digest as _;
use std::time::Duration;
use tonic::Code;

use crate::{
    house::{House, ada},
    receiver::{Receiver, Say},
    stage::asked,
};

const HOOK: NotificationChannel = NotificationChannel::Webhook;

/// HMAC-SHA256 (RFC 2104), written out.
fn hmac(key: &[u8], text: &[u8]) -> String {
    let mut block = [0_u8; 64];
    block[..key.len()].copy_from_slice(key);
    let inner = sha2::Sha256::digest([block.map(|byte| byte ^ 0x36).as_slice(), text].concat());
    let outer = sha2::Sha256::digest([block.map(|byte| byte ^ 0x5c).as_slice(), &inner].concat());
    outer.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[tokio::test]
async fn a_webhook_is_told_once_in_its_owners_language_and_signed() {
    let receiver = Receiver::start().await;
    let mut house = House::with(&[&receiver]).await;
    let (rule, secret) = house.rule(HOOK, &receiver.url()).await;
    house.run();
    for _ in 0..3 {
        house.fail(1).await;
    }
    let delivery = house.until(&rule, DeliveryState::Delivered, 1).await;
    let got = receiver.requests(1).await;
    assert_eq!((got.len(), receiver.count()), (1, 1), "told once");
    assert_eq!(got[0].line, "POST /hooks/a-long-secret-path HTTP/1.1");
    let body = got[0].json();
    assert_eq!(body["id"], delivery.id);
    assert_eq!(got[0].headers["canopy-delivery"], delivery.id);
    assert_eq!((body["kind"].as_str(), body["test"].as_bool()), (Some("task_failed"), Some(false)));
    assert_eq!(body["event"]["message"], "Installing deployment \"shop\" failed: No space.");
    assert_ne!(body["text"], body["event"]["message"], "in Spanish");
    assert!(body["text"].as_str().unwrap().contains("shop"), "{body}");
    let signature = &got[0].headers["canopy-signature"];
    let (at, v1) = signature.split_once(",v1=").unwrap();
    let signed = format!("{}.{}", at.strip_prefix("t=").unwrap(), got[0].body);
    assert_eq!(v1, hmac(secret.as_bytes(), signed.as_bytes()));
    let [attempt] = delivery.attempts.as_slice() else { panic!("{delivery:?}") };
    assert_eq!((attempt.outcome(), attempt.status, attempt.answer.as_str()), (AttemptOutcome::Taken, 200, "thanks"));
}

#[tokio::test]
async fn what_is_refused_is_sent_again_after_longer_and_longer_pauses_until_it_is_taken() {
    let receiver = Receiver::start().await;
    receiver.will([Say::Status(500, "not\nnow"), Say::Status(503, "")]);
    let mut house = House::with(&[&receiver]).await;
    let (rule, _) = house.rule(HOOK, &receiver.url()).await;
    house.run();
    house.fail(1).await;
    house.until(&rule, DeliveryState::Waiting, 1).await;
    house.later(Duration::from_secs(14)).await;
    assert_eq!(receiver.count(), 1, "not yet");
    house.later(Duration::from_secs(1)).await;
    let waiting = house.until(&rule, DeliveryState::Waiting, 2).await;
    assert!(waiting.next_at.is_some());
    house.later(Duration::from_secs(30)).await;
    let delivery = house.until(&rule, DeliveryState::Delivered, 3).await;
    let answers: Vec<_> = delivery.attempts.iter().map(|a| (a.status, a.answer.as_str())).collect();
    assert_eq!(answers, [(200, "thanks"), (503, ""), (500, "not now")]);
    let bodies: Vec<String> = receiver.requests(3).await.into_iter().map(|got| got.body).collect();
    assert!(bodies.iter().all(|body| *body == bodies[0]), "the same each time");
}

#[tokio::test]
async fn what_a_clock_that_was_ahead_put_off_is_sent_once_it_is_right() {
    let receiver = Receiver::start().await;
    receiver.will([Say::Status(500, "")]);
    let mut house = House::with(&[&receiver]).await;
    let (rule, _) = house.rule(HOOK, &receiver.url()).await;
    let ahead = Duration::from_secs(8 * 86_400);
    house.later(ahead).await;
    house.run();
    house.fail(1).await;
    house.until(&rule, DeliveryState::Waiting, 1).await;
    house.earlier(ahead).await;
    house.until(&rule, DeliveryState::Delivered, 2).await;
}

#[tokio::test]
async fn what_nobody_takes_is_given_up_after_a_day_and_can_be_sent_again() {
    let receiver = Receiver::start().await;
    receiver.will([Say::Status(500, "")]);
    let mut house = House::with(&[&receiver]).await;
    let (rule, _) = house.rule(HOOK, &receiver.url()).await;
    house.run();
    house.fail(1).await;
    let waiting = house.until(&rule, DeliveryState::Waiting, 1).await;
    let again = |id: &str| asked(ada(), ResendRequest { rule_id: rule.id.clone(), delivery_id: id.to_owned() });
    let refused = house.rpc().resend(again(&waiting.id)).await.expect_err("it waits");
    assert_eq!(refused.code(), Code::FailedPrecondition);
    house.later(Duration::from_secs(86_400)).await;
    house.until(&rule, DeliveryState::Failed, 1).await;
    assert_eq!(receiver.count(), 1);
    house.rpc().resend(again(&waiting.id)).await.expect("queued");
    let delivered = house.until(&rule, DeliveryState::Delivered, 2).await;
    assert_eq!(delivered.id, waiting.id);
    house.rpc().resend(again(&waiting.id)).await.expect("once more");
    let got = receiver.requests(3).await;
    assert!(got.iter().all(|got| got.headers["canopy-delivery"] == waiting.id));
}

#[tokio::test]
async fn what_was_stored_before_a_kill_is_told_after_it_and_not_twice() {
    let receiver = Receiver::start().await;
    let mut house = House::with(&[&receiver]).await;
    let (rule, _) = house.rule(HOOK, &receiver.url()).await;
    // killed before anybody looked whose rules it matches
    house.fail(1).await;
    house.fail(1).await;
    house.run();
    house.until(&rule, DeliveryState::Delivered, 1).await;
    house.kill().await;
    // killed when it was matched, and not sent
    house.fail(2).await;
    assert!(events::matching::look(&house.app).await.expect("looked"));
    // and somebody else looks at the same time
    assert!(!events::matching::look(&house.app).await.expect("looked"));
    house.run();
    receiver.requests(2).await;
    house.until(&rule, DeliveryState::Delivered, 1).await;
    assert_eq!(house.deliveries(ada(), &rule).await.len(), 2);
    assert_eq!(receiver.count(), 2);
}

#[tokio::test]
async fn what_was_being_sent_when_it_was_killed_is_sent_again() {
    let receiver = Receiver::start().await;
    receiver.will([Say::Nothing]);
    let mut house = House::with(&[&receiver]).await;
    let (rule, _) = house.rule(HOOK, &receiver.url()).await;
    house.run();
    house.fail(1).await;
    receiver.requests(1).await;
    house.kill().await;
    house.run();
    // its claim runs out
    house.later(Duration::from_secs(120)).await;
    house.until(&rule, DeliveryState::Delivered, 1).await;
    let got = receiver.requests(2).await;
    assert_eq!(got[0].headers["canopy-delivery"], got[1].headers["canopy-delivery"]);
}

#[tokio::test]
async fn a_test_goes_the_same_way_also_by_a_rule_that_is_off() {
    let receiver = Receiver::start().await;
    let mut house = House::with(&[&receiver]).await;
    let (rule, _) = house.rule(NotificationChannel::Slack, &receiver.url()).await;
    let off = proto::events::UpdateRuleRequest { id: rule.id.clone(), enabled: Some(false), ..Default::default() };
    house.rpc().update_rule(asked(ada(), off)).await.expect("off");
    house.run();
    house.fail(1).await;
    let sent = house.rpc().send_test(asked(ada(), SendTestRequest { id: rule.id.clone() })).await.expect("queued");
    let delivery = house.until(&rule, DeliveryState::Delivered, 1).await;
    assert_eq!((Some(&delivery.id), delivery.test), (sent.into_inner().delivery.map(|d| d.id).as_ref(), true));
    let got = receiver.requests(1).await;
    assert!(got[0].json()["text"].as_str().unwrap().contains("Night watch"), "{}", got[0].body);
    assert!(!got[0].headers.contains_key("canopy-signature"));
    assert_eq!(house.deliveries(ada(), &rule).await.len(), 1, "a rule that is off tells nothing else");
}

#[tokio::test]
async fn a_repeat_that_grows_is_not_told_again() {
    let receiver = Receiver::start().await;
    let mut house = House::with(&[&receiver]).await;
    house.rule(HOOK, &receiver.url()).await;
    house.run();
    let mut event = crate::house::failure(&house.stage, 1);
    event.component = "Deployment".to_owned();
    for count in [1, 5] {
        event.count = count;
        let caller = access::testing::service_caller("deployments");
        let request = proto::events::RecordEventsRequest { events: vec![event.clone()] };
        proto::events::event_service_server::EventService::record_events(house.rpc(), asked(caller, request))
            .await
            .expect("kept");
    }
    receiver.requests(1).await;
    wait_until(&house.app.cx.db, "all were looked at", "select not exists (select 1 from events.unmatched)").await;
    let all: i64 =
        sqlx::query_scalar("select count(*) from events.delivery").fetch_one(&house.app.cx.db).await.unwrap();
    assert_eq!(all, 1);
}
