use access::{Caller, Role};
use futures::TryStreamExt as _;
use proto::events::{ExportEventsRequest, ListEventsRequest, event_service_server::EventService as _};
use std::collections::BTreeSet;
use tonic::Code;

use crate::stage::{OTHERS, Stage, asked, member, person, reference};

async fn export(stage: &Stage, caller: Caller, filter: ListEventsRequest) -> Vec<String> {
    let request = ExportEventsRequest { filter: Some(filter), form: "CSV".to_owned() };
    let portions: Vec<_> = stage
        .rpc
        .export_events(asked(caller, request))
        .await
        .expect("begun")
        .into_inner()
        .try_collect()
        .await
        .expect("all");
    portions.into_iter().flat_map(|portion| portion.events).map(|event| event.record.unwrap().message).collect()
}

#[tokio::test]
async fn an_export_holds_each_event_that_its_taker_may_see_exactly_once_and_is_history_itself() {
    let stage = Stage::set().await;
    stage.fill(950).await;
    let mut theirs = stage.event(1, 5, "theirs");
    theirs.team = reference(OTHERS, "Finance");
    stage.tell(&theirs).await;
    let mine = export(&stage, member(), ListEventsRequest::default()).await;
    assert_eq!((mine.len(), mine[0].as_str(), mine[949].as_str()), (950, "filler 950", "filler 1"));
    assert_eq!(mine.iter().collect::<BTreeSet<_>>().len(), 950);
    let all = export(&stage, person(Role::Admin, &[]), ListEventsRequest::default()).await;
    assert_eq!((all.len(), all.contains(&"theirs".to_owned())), (951, true));
    events::upkeep::add_words(&stage.rpc.0).await.expect("words");
    let some = ListEventsRequest { search: "filler 94".to_owned(), ..Default::default() };
    assert_eq!(export(&stage, member(), some).await.len(), 11, "94 and 940 to 949");
    let theirs = ListEventsRequest { team_id: OTHERS.to_string(), ..Default::default() };
    assert!(export(&stage, member(), theirs).await.is_empty());
    let said: i64 = sqlx::query_scalar("select count(*) from events.outbox where kind = 'fact'")
        .fetch_one(&stage.bench.cx.db)
        .await
        .unwrap();
    assert_eq!(said, 4, "each of the exports is told, the empty one too");
}

#[tokio::test]
async fn the_admins_list_is_exported_by_admins() {
    let stage = Stage::set().await;
    let filter = Some(ListEventsRequest { admin: true, ..Default::default() });
    let request = ExportEventsRequest { filter, form: String::new() };
    let refused = stage.rpc.export_events(asked(member(), request)).await.err().expect("refused");
    assert_eq!(refused.code(), Code::PermissionDenied);
}
