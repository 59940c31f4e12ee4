use access::Role;
use kit::clock::unstamp;
use proto::events::{CountEventsRequest, CountEventsResponse, EventHour, event_service_server::EventService as _};

use crate::stage::{ADA, OTHERS, Stage, TEAM, asked, member, person, reference};

const HOUR: i64 = 3_600;

/// The hours that had events, by how long they are ago.
fn busy(answer: &CountEventsResponse) -> Vec<(usize, EventHour)> {
    assert_eq!(answer.hours.len(), 24);
    let hours = answer.hours.iter().rev().copied().enumerate();
    hours.filter(|(_, hour)| *hour != EventHour::default()).collect()
}

#[tokio::test]
async fn hours_count_what_one_may_see_by_type() {
    let stage = Stage::set().await;
    let now = stage.bench.cx.clock.now();
    // So long ago that it is in the middle of an hour, whatever the clock says.
    let ago = |hours: i64| now.unix_timestamp().rem_euclid(HOUR) - HOUR / 2 + hours * HOUR;
    let mut failed = stage.event(1, ago(1), "failed");
    failed.r#type = "Error".to_owned();
    stage.tell(&failed).await;
    stage.tell(&stage.event(2, ago(1), "restarted")).await;
    let mut theirs = stage.event(3, ago(3), "theirs");
    theirs.team = reference(OTHERS, "Finance");
    theirs.r#type = "Warning".to_owned();
    stage.tell(&theirs).await;
    let mut account = stage.event(4, ago(5), "my account");
    account.team = None;
    account.actor = reference(ADA, "Ada Lovelace");
    stage.tell(&account).await;
    let mut hushed = stage.event(5, ago(1), "of our team, for admins");
    hushed.admin_only = true;
    stage.tell(&hushed).await;
    stage.tell(&stage.event(6, ago(24), "the day before")).await;

    let count = async |caller| stage.rpc.count_events(asked(caller, CountEventsRequest {})).await.unwrap().into_inner();
    let hour = |normal, warning, error| EventHour { normal, warning, error };
    let mine = count(member()).await;
    assert_eq!(busy(&mine), [(1, hour(1, 0, 1)), (5, hour(1, 0, 0))]);
    assert!(!mine.more);
    let from = unstamp(mine.from.as_ref().unwrap()).unwrap();
    assert_eq!(from.unix_timestamp() % HOUR, 0);
    assert!(now - from < time::Duration::DAY && now - from >= time::Duration::hours(23), "{from}");

    let both = count(person(Role::User, &[TEAM, OTHERS])).await;
    assert_eq!(busy(&both), [(1, hour(1, 0, 1)), (3, hour(0, 1, 0)), (5, hour(1, 0, 0))]);
    let all = count(person(Role::Admin, &[])).await;
    assert_eq!(busy(&all), [(1, hour(2, 0, 1)), (3, hour(0, 1, 0)), (5, hour(1, 0, 0))]);
    assert!(busy(&count(person(Role::User, &[OTHERS])).await).iter().all(|(hour, _)| *hour != 1), "not ours");
}
