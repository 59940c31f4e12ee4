use access::Role;
use kit::{
    Origin,
    consume::Undecodable,
    testing::{Nats, wait_until},
};
use prost::Message as _;
use proto::{
    events::{EventRecorded, ListEventsRequest},
    live::Changed,
};

use crate::stage::{Stage, TEAM, member, person, reference};

#[tokio::test]
async fn the_same_fact_three_times_is_one_event() {
    let stage = Stage::set().await;
    let event = stage.event(1, 60, "Restart of \"shop\" requested.");
    for _ in 0..3 {
        stage.tell(&event).await;
    }
    let list = stage.list(member(), ListEventsRequest::default()).await;
    assert_eq!((list.events.len(), list.total), (1, 1));
    assert_eq!(list.events[0].record.as_ref().unwrap().count, 1);
}

#[tokio::test]
async fn what_is_new_is_hinted_to_its_team_once() {
    let stage = Stage::set().await;
    let event = stage.event(1, 60, "Restart of \"shop\" requested.");
    let mut of_no_team = stage.event(2, 60, "Cluster \"prod\" was registered.");
    of_no_team.team = None;
    for event in [&event, &event, &of_no_team] {
        stage.tell(event).await;
    }
    let hints: Vec<Changed> =
        stage.bench.hints().iter().map(|payload| Changed::decode(payload.as_slice()).unwrap()).collect();
    let expected = [(&of_no_team, String::new()), (&event, TEAM.to_string())].map(|(event, team_id)| Changed {
        kind: "event".to_owned(),
        id: event.id.clone(),
        version: 1,
        team_id,
    });
    assert_eq!(hints, expected);
    assert!(stage.bench.outbox().await.is_empty(), "hints are kept nowhere");
}

#[tokio::test]
async fn a_fact_cannot_rewrite_history() {
    let stage = Stage::set().await;
    stage.tell(&stage.event(1, 60, "as it was")).await;
    let mut forged = stage.event(1, 0, "as somebody would like it");
    forged.count = 99;
    stage.arrive("teams", forged.encode_to_vec()).await.unwrap();
    stage.arrive("deployments", forged.encode_to_vec()).await.unwrap();
    assert_eq!(stage.messages(member(), ListEventsRequest::default()).await, ["as it was"]);
}

#[tokio::test]
async fn what_cannot_be_decoded_is_said_to_be_so_and_the_next_one_is_kept() {
    let stage = Stage::set().await;
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
async fn facts_that_travel_over_nats_are_kept_once_and_an_unreadable_one_is_put_aside() {
    let nats = Nats::start();
    let mut stage = Stage::set().await;
    stage.bench.connect(&nats).await;
    stage.bench.run_relays(None);
    stage.bench.run_consumer(events::consumer());
    let db = &stage.bench.cx.db;
    let mut tx = stage.bench.cx.begin().await.unwrap();
    sqlx::query(
        "insert into outbox (id, kind, method, payload, origin, created_at)
         values (gen_random_uuid(), 'fact', 'EventRecorded', '\\xffff', '{\"request_id\": \"\"}', now())",
    )
    .execute(tx.conn())
    .await
    .unwrap();
    // Three messages that NATS cannot tell to be one.
    for _ in 0..3 {
        let id = stage.bench.cx.ids.uuid();
        kit::outbox::fact(&mut tx, id, &Origin::default(), &stage.event(1, 60, "told three times")).await.unwrap();
    }
    let last = stage.bench.cx.ids.uuid();
    kit::outbox::fact(&mut tx, last, &Origin::default(), &stage.event(2, 30, "the next one")).await.unwrap();
    tx.commit().await.unwrap();
    wait_until(db, "the last one arrived", "select exists (select 1 from events.event where message = 'the next one')")
        .await;
    wait_until(db, "the broken one is put aside", "select count(*) = 1 from dead_letter").await;
    wait_until(db, "all are acknowledged", "select bool_and(sent_at is not null) from outbox").await;
    assert_eq!(stage.messages(member(), ListEventsRequest::default()).await, ["the next one", "told three times"]);
    let (rows, sender): (i64, String) =
        sqlx::query_as("select count(*), min(sender) from events.event").fetch_one(db).await.unwrap();
    assert_eq!((rows, sender.as_str()), (2, "events"));
    stage.bench.cx.stop.cancel();
}

#[tokio::test]
async fn an_event_comes_back_as_it_was_told() {
    let stage = Stage::set().await;
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
    event.params = r#"{"remains":["a","b"],"team":"Web"}"#.to_owned();
    stage.tell(&event).await;
    let list = stage.list(member(), ListEventsRequest::default()).await;
    let mut record = list.events[0].record.clone().unwrap();
    let json = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
    assert_eq!(json(&record.params), json(&event.params));
    record.params.clone_from(&event.params);
    assert_eq!(record, event);
    assert_eq!(list.events[0].created_at, event.at);
}

#[tokio::test]
async fn parameters_that_are_none_are_left_out_and_the_event_is_kept() {
    let stage = Stage::set().await;
    for (n, params) in
        [(1, "[1]"), (2, "not json"), (3, r#"{"a":"\u0000"}"#), (4, &format!("{{\"a\":\"{}\"}}", "x".repeat(20_000)))]
    {
        let mut event = stage.event(n, 10, "kept");
        event.params = params.to_owned();
        stage.tell(&event).await;
    }
    let list = stage.list(member(), ListEventsRequest::default()).await;
    assert_eq!(list.events.len(), 4);
    assert!(list.events.iter().all(|event| event.record.as_ref().unwrap().params.is_empty()));
}

#[tokio::test]
async fn a_time_in_the_future_and_control_characters_are_put_right() {
    let stage = Stage::set().await;
    stage.tell(&stage.event(1, -3600, "from a clock that is ahead\nlevel=error \u{1b}[31m")).await;
    stage.tell(&stage.event(2, 10, "ten seconds ago")).await;
    let list = stage.list(person(Role::Admin, &[]), ListEventsRequest::default()).await;
    let first = list.events[0].record.as_ref().unwrap();
    assert_eq!(first.message, "from a clock that is ahead level=error  [31m");
    assert_eq!(first.at, Some(kit::clock::stamp(stage.bench.cx.clock.now())));
}
