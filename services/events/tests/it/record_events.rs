use access::testing::service_caller;
use proto::events::{ListEventsRequest, RecordEventsRequest, event_service_server::EventService as _};
use tonic::Code;

use crate::stage::{Stage, asked, member};

#[tokio::test]
async fn repeats_grow_one_event_and_never_shrink_it() {
    let stage = Stage::set().await;
    let seen = |count: i32, ago: i64, message: &str| {
        let mut event = stage.event(1, 300, message);
        event.count = count;
        event.first_seen = event.at;
        event.last_seen = stage.event(1, ago, "").at;
        event
    };
    // The second batch holds the event twice, the third comes late.
    let batches = [
        vec![seen(1, 300, "Back-off")],
        vec![seen(7, 20, "Back-off again"), seen(5, 60, "Back-off")],
        vec![seen(3, 120, "Back-off")],
    ];
    for events in batches {
        let request = RecordEventsRequest { events };
        stage.rpc.record_events(asked(service_caller("infrastructure"), request)).await.unwrap();
    }
    let list = stage.list(member(), ListEventsRequest::default()).await;
    assert_eq!(list.total, 1);
    let record = list.events[0].record.as_ref().unwrap();
    assert_eq!((record.count, record.message.as_str()), (7, "Back-off again"));
    assert_eq!(record.last_seen, stage.event(1, 20, "").at);
    assert_eq!(record.first_seen, stage.event(1, 300, "").at);
}

#[tokio::test]
async fn a_service_cannot_add_to_anothers_event() {
    let stage = Stage::set().await;
    stage.tell(&stage.event(1, 60, "told by deployments")).await;
    let mut event = stage.event(1, 0, "told by infrastructure");
    event.count = 5;
    let request = RecordEventsRequest { events: vec![event] };
    stage.rpc.record_events(asked(service_caller("infrastructure"), request)).await.unwrap();
    assert_eq!(stage.messages(member(), ListEventsRequest::default()).await, ["told by deployments"]);
}

#[tokio::test]
async fn five_hundred_come_in_one_call_and_one_more_is_refused() {
    let stage = Stage::set().await;
    let record = |n: u128| {
        let events = (0..n).map(|n| stage.event(n + 1, 10, &format!("event {n}"))).collect();
        let request = asked(service_caller("infrastructure"), RecordEventsRequest { events });
        async { stage.rpc.record_events(request).await }
    };
    assert_eq!(record(501).await.unwrap_err().code(), Code::InvalidArgument);
    record(500).await.unwrap();
    record(0).await.unwrap();
    let list = stage.list(member(), ListEventsRequest { limit: 1000, ..Default::default() }).await;
    assert_eq!((list.events.len(), list.total), (500, 500));
}

#[tokio::test]
async fn one_unreadable_event_refuses_the_batch_and_people_may_not_record() {
    let stage = Stage::set().await;
    let mut broken = stage.event(2, 0, "x");
    broken.r#type = "Odd".to_owned();
    let request = RecordEventsRequest { events: vec![stage.event(1, 0, "fine"), broken] };
    let refused = stage.rpc.record_events(asked(service_caller("infrastructure"), request.clone())).await.unwrap_err();
    assert_eq!(refused.code(), Code::InvalidArgument);
    assert_eq!(stage.list(member(), ListEventsRequest::default()).await.total, 0);
    let refused = stage.rpc.record_events(asked(member(), request)).await.unwrap_err();
    assert_eq!(refused.code(), Code::PermissionDenied);
}
