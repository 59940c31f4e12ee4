use access::Role;
use kit::consume::Undecodable;
use prost::Message as _;
use proto::events::{EventRecorded, ListEventsRequest};

use crate::stage::{Stage, member, person, reference};

#[tokio::test]
async fn the_same_fact_three_times_is_one_event() {
    let Some(stage) = Stage::set().await else { return };
    let event = stage.event(1, 60, "Restart of \"shop\" requested.");
    for _ in 0..3 {
        stage.tell(&event).await;
    }
    let list = stage.list(member(), ListEventsRequest::default()).await;
    assert_eq!((list.events.len(), list.total), (1, 1));
    assert_eq!(list.events[0].record.as_ref().unwrap().count, 1);
}

#[tokio::test]
async fn a_fact_cannot_rewrite_history() {
    let Some(stage) = Stage::set().await else { return };
    stage.tell(&stage.event(1, 60, "as it was")).await;
    let mut forged = stage.event(1, 0, "as somebody would like it");
    forged.count = 99;
    stage.arrive("teams", forged.encode_to_vec()).await.unwrap();
    stage.arrive("deployments", forged.encode_to_vec()).await.unwrap();
    assert_eq!(stage.messages(member(), ListEventsRequest::default()).await, ["as it was"]);
}

#[tokio::test]
async fn what_cannot_be_decoded_is_said_to_be_so_and_the_next_one_is_kept() {
    let Some(stage) = Stage::set().await else { return };
    let no_id = EventRecorded { id: "7".to_owned(), r#type: "Normal".to_owned(), ..Default::default() };
    let mut no_type = stage.event(2, 0, "x");
    no_type.r#type = "Catastrophe".to_owned();
    let mut no_reference = stage.event(3, 0, "x");
    no_reference.cluster = Some(proto::events::Reference { id: "prod".to_owned(), name: String::new() });
    let payloads = [vec![0xff; 9], no_id.encode_to_vec(), no_type.encode_to_vec(), no_reference.encode_to_vec()];
    for payload in payloads {
        let error = stage.arrive("deployments", payload).await.unwrap_err();
        assert!(error.is::<Undecodable>(), "{error:#}");
    }
    stage.tell(&stage.event(4, 0, "the next one")).await;
    assert_eq!(stage.messages(member(), ListEventsRequest::default()).await, ["the next one"]);
}

#[tokio::test]
async fn an_event_comes_back_as_it_was_told() {
    let Some(stage) = Stage::set().await else { return };
    let mut event = stage.event(1, 60, "Deployment \"shop\" was created in team \"Web\" on cluster \"prod\".");
    event.host = "node-1".to_owned();
    event.namespace = "shop-00000a".to_owned();
    event.deployment = reference(uuid::Uuid::from_u128(2), "shop");
    event.cluster = reference(uuid::Uuid::from_u128(3), "prod");
    event.task = reference(uuid::Uuid::from_u128(4), "install");
    event.actor = reference(uuid::Uuid::from_u128(5), "Ada Lovelace");
    event.first_seen = event.at;
    event.last_seen = event.at;
    event.uid = event.id.clone();
    stage.tell(&event).await;
    let list = stage.list(member(), ListEventsRequest::default()).await;
    assert_eq!(list.events[0].record.as_ref(), Some(&event));
    assert_eq!(list.events[0].created_at, event.at);
}

#[tokio::test]
async fn a_time_in_the_future_and_control_characters_are_put_right() {
    let Some(stage) = Stage::set().await else { return };
    stage.tell(&stage.event(1, -3600, "from a clock that is ahead\nlevel=error \u{1b}[31m")).await;
    stage.tell(&stage.event(2, 10, "ten seconds ago")).await;
    let list = stage.list(person(Role::Admin, &[]), ListEventsRequest::default()).await;
    let first = list.events[0].record.as_ref().unwrap();
    assert_eq!(first.message, "from a clock that is ahead level=error  [31m");
    assert_eq!(first.at, Some(kit::clock::stamp(stage.bench.cx.clock.now())));
}
