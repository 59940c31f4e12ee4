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
