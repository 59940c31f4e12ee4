//! What a receiver cannot do to us, and where nobody can send us.

use kit::dial::Resolve;
use proto::{
    auth,
    events::{
        AttemptOutcome, DeliveryState, NotificationChannel, notification_service_server::NotificationService as _,
    },
};
use std::{
    net::IpAddr,
    sync::{Arc, Mutex},
};
use tonic::Code;

use crate::{
    house::{House, ada, wish},
    receiver::{Receiver, Say},
    stage::{ADA, TEAM, asked},
};

const HOOK: NotificationChannel = NotificationChannel::Webhook;

#[tokio::test]
async fn a_receiver_that_hangs_delays_nobody_else_and_is_silent() {
    let (hanging, well) = (Receiver::start().await, Receiver::start().await);
    hanging.will([Say::Nothing, Say::Nothing]);
    let mut house = House::with(&[&hanging, &well]).await;
    let (slow, _) = house.rule(HOOK, &hanging.url()).await;
    let (quick, _) = house.rule(HOOK, &well.url()).await;
    house.run();
    house.fail(1).await;
    hanging.requests(1).await;
    house.fail(2).await;
    well.requests(2).await;
    house.until(&quick, DeliveryState::Delivered, 1).await;
    assert_eq!(hanging.count(), 1, "one at a time");
    let all = async {
        loop {
            let tried = house.deliveries(ada(), &slow).await.into_iter().flat_map(|delivery| delivery.attempts).next();
            match tried {
                Some(attempt) => return attempt,
                None => tokio::time::sleep(std::time::Duration::from_millis(50)).await,
            }
        }
    };
    let attempt = tokio::time::timeout(std::time::Duration::from_secs(90), all).await.expect("it is given up");
    assert_eq!((attempt.outcome(), attempt.status, attempt.answer.as_str()), (AttemptOutcome::Silent, 0, ""));
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    let (receiver, elsewhere) = (Receiver::start().await, Receiver::start().await);
    receiver.will([Say::Redirect(elsewhere.url())]);
    let mut house = House::with(&[&receiver, &elsewhere]).await;
    let (rule, _) = house.rule(HOOK, &receiver.url()).await;
    house.run();
    house.fail(1).await;
    let delivery = house.until(&rule, DeliveryState::Waiting, 1).await;
    assert_eq!((delivery.attempts[0].outcome(), delivery.attempts[0].status), (AttemptOutcome::Refused, 302));
    assert_eq!(elsewhere.count(), 0);
}

#[tokio::test]
async fn of_a_long_answer_only_the_beginning_is_read() {
    let receiver = Receiver::start().await;
    receiver.will([Say::Much(10 * 1024 * 1024)]);
    let mut house = House::with(&[&receiver]).await;
    let (rule, _) = house.rule(HOOK, &receiver.url()).await;
    house.run();
    house.fail(1).await;
    let delivery = house.until(&rule, DeliveryState::Delivered, 1).await;
    let answer = &delivery.attempts[0].answer;
    assert!(answer.starts_with("xxx") && answer.chars().count() <= 300, "{}", answer.len());
}

#[tokio::test]
async fn an_address_inside_is_refused_when_it_is_written() {
    let (receiver, unlisted) = (Receiver::start().await, Receiver::start().await);
    let house = House::with(&[&receiver]).await;
    for url in [unlisted.url(), "https://127.0.0.1/".to_owned(), "https://10.0.0.1/".to_owned()] {
        let refused = house.rpc().create_rule(asked(ada(), wish("", HOOK, &url))).await.expect_err("refused");
        assert_eq!(refused.code(), Code::InvalidArgument, "{url}");
    }
    house.rule(HOOK, &receiver.url()).await;
}

/// A name that has another address each time it is asked for.
fn changing(addresses: &[&str]) -> Resolve {
    let left: Mutex<Vec<IpAddr>> = Mutex::new(addresses.iter().rev().map(|ip| ip.parse().unwrap()).collect());
    let left = Arc::new(left);
    Arc::new(move |_| {
        let ip = left.lock().unwrap().pop();
        Box::pin(async move { ip.map(|ip| vec![ip]).ok_or_else(|| std::io::Error::other("no address")) })
    })
}

#[tokio::test]
async fn a_name_that_leads_inside_is_refused_at_each_connection() {
    let receiver = Receiver::start().await;
    let resolve = changing(&["127.0.0.1", "192.168.1.9", "169.254.169.254"]);
    let mut house = House::built(&[&receiver], &[], &resolve).await;
    let (rule, _) = house.rule(HOOK, "https://hooks.example.com/a").await;
    house.run();
    for n in 1..=4 {
        house.fail(n).await;
        house.later(std::time::Duration::from_secs(3_600)).await;
        let wanted = if n == 4 { AttemptOutcome::Unresolved } else { AttemptOutcome::Forbidden };
        let attempted = async {
            loop {
                let deliveries = house.deliveries(ada(), &rule).await;
                let attempts: Vec<_> = deliveries.iter().flat_map(|delivery| &delivery.attempts).collect();
                if attempts.iter().any(|attempt| attempt.outcome() == wanted) && attempts.len() as u128 >= n {
                    return attempts.iter().all(|attempt| attempt.answer.is_empty() && attempt.status == 0);
                }
                tokio::time::sleep(std::time::Duration::from_millis(20)).await;
            }
        };
        let silent = tokio::time::timeout(std::time::Duration::from_secs(90), attempted).await.expect("tried");
        assert!(silent, "whether anything is there is not told");
    }
}

#[tokio::test]
async fn a_private_network_is_for_administrators_as_long_as_they_are() {
    let resolve = changing(&["10.0.0.7"]);
    let house = House::built(&[], &[], &resolve).await;
    let admin = access::testing::user_caller(ADA, access::Role::Admin, Vec::new());
    house.people.put(ADA, auth::Role::Admin, "", &[TEAM]);
    let made = house.rpc().create_rule(asked(admin, wish("", HOOK, "https://10.0.0.7/a"))).await.expect("allowed");
    let rule = made.into_inner().rule.unwrap();
    house.people.put(ADA, auth::Role::User, "", &[TEAM]);
    let mut house = house;
    house.run();
    house.fail(1).await;
    let delivery = house.until(&rule, DeliveryState::Waiting, 1).await;
    assert_eq!(delivery.attempts[0].outcome(), AttemptOutcome::Forbidden);
}
