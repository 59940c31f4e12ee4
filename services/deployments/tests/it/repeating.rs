//! The same click twice.

use crate::{member, other, shop, verdict, world};
use deployments::create::create;
use prost::Message;
use proto::deployments::CreateDeploymentRequest;

#[tokio::test]
async fn the_same_key_gives_the_first_answer_and_another_body_is_refused() {
    let world = world().await;
    let caller = member().with_key("click-1");
    let shop = || {
        // a map has no order on the wire, and yet it is the same body
        let mut request = shop();
        request
            .spec
            .as_mut()
            .unwrap()
            .services
            .extend(["nginx", "mysql", "redis", "phpmyadmin"].map(|name| (name.to_owned(), true)));
        CreateDeploymentRequest::decode(request.encode_to_vec().as_slice()).unwrap()
    };
    let first = create(&world.app, &caller, shop()).await.unwrap();
    // the world has moved on; the answer has not
    world.peers.state().clusters[0].status = "maintenance".into();
    let second = create(&world.app, &caller, shop()).await.unwrap();
    assert_eq!(first, second);
    assert_eq!(world.orders().await.len(), 1);
    assert_eq!(verdict(create(&world.app, &caller, other("Else")).await), "409 IDEMPOTENCY_KEY_REUSED");
    world.peers.state().clusters[0].status = "operational".into();
    let without = create(&world.app, &member(), shop()).await;
    assert_eq!(verdict(without), "409 NAME_TAKEN");
}

#[tokio::test]
async fn ten_clicks_at_once_with_one_key_make_one_deployment() {
    let world = world().await;
    let caller = member().with_key("click-2");
    let clicks = (0..10).map(|_| create(&world.app, &caller, shop()));
    let answers = futures::future::join_all(clicks).await;
    let first = answers[0].as_ref().unwrap();
    assert!(answers.iter().all(|answer| answer.as_ref().unwrap() == first));
    assert_eq!(world.orders().await.len(), 1);
}

async fn until(what: &str, mut done: impl AsyncFnMut() -> bool) {
    for _ in 0..1_200 {
        if done().await {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(25)).await;
    }
    panic!("waited in vain until {what}");
}

/// Of two equal calls the first loses its question to teams, after its row was written; the second has the answer that was
/// kept for it by then.
#[tokio::test]
async fn a_repeat_never_answers_with_what_the_first_call_has_withdrawn() {
    let world = world().await;
    let caller = member().with_key("click-3");
    let (mut senders, mut receivers) = (Vec::new(), std::collections::VecDeque::new());
    for _ in 0..3 {
        let (sender, receiver) = tokio::sync::oneshot::channel();
        senders.push(sender);
        receivers.push_back(receiver);
    }
    world.peers.state().held = receivers;
    let mut senders = senders.into_iter();
    let mut answer = |yes: bool| senders.next().unwrap().send(yes).unwrap();
    // teams is there before the row is written, and then it is not
    answer(true);
    let held = || world.peers.state().held.len();
    let rows = async || {
        let rows = sqlx::query_scalar::<_, i64>("select count(*) from deployments.deployment");
        rows.fetch_one(&world.app.cx.db).await.unwrap()
    };
    let first = create(&world.app, &caller, shop());
    let second = async {
        until("the first call asks for the second time", async || held() == 1).await;
        create(&world.app, &caller, shop()).await
    };
    let between = async {
        until("the second call asks", async || held() == 0).await;
        answer(false);
        until("the first call has taken its row back", async || rows().await == 0).await;
        answer(true);
    };
    let (first, second, ()) = tokio::join!(first, second, between);
    assert!(matches!(first, Err(kit::Error::Unavailable { .. })), "{first:?}");
    // the key was free again: the repeat made a deployment of its own
    let made = second.unwrap().deployment.unwrap();
    assert_eq!(world.shown(&made.id).await.name, made.name);
    let orders = world.orders().await;
    assert_eq!((orders.len(), orders[0].deployment_id.as_str()), (1, made.id.as_str()));
}

/// The other way round: the repeat had the owners' yes before the first call lost its question.
#[tokio::test]
async fn what_a_repeat_has_ordered_is_the_first_calls_success_too() {
    let world = world().await;
    let caller = member().with_key("click-4");
    let (lost, receiver) = tokio::sync::oneshot::channel();
    let (yes, known) = tokio::sync::oneshot::channel();
    yes.send(true).unwrap();
    world.peers.state().held = [known, receiver].into();
    let held = || world.peers.state().held.len();
    let first = create(&world.app, &caller, shop());
    let second = async {
        until("the first call asks for the second time", async || held() == 0).await;
        let answer = create(&world.app, &caller, shop()).await;
        lost.send(false).unwrap();
        answer
    };
    let (first, second) = tokio::join!(first, second);
    assert_eq!(first.unwrap(), second.unwrap());
    assert_eq!(world.orders().await.len(), 1);
}
