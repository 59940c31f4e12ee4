//! A search finds every event, however old, for everybody who may see it.

use access::Role;
use events::upkeep;
use kit::clock::stamp;
use proto::events::ListEventsRequest;
use time::Duration;
use uuid::Uuid;

use crate::stage::{ADA, OTHERS, Stage, TEAM, member, person, reference};

fn search(text: &str) -> ListEventsRequest {
    ListEventsRequest { search: text.to_owned(), ..Default::default() }
}

#[tokio::test]
async fn words_names_and_their_parts_are_found_by_their_beginnings_and_taken_literally() {
    let stage = Stage::set().await;
    let mut event = stage.event(1, 9, "Deployment \"Gärtnerei\" was restarted.");
    event.deployment = reference(Uuid::from_u128(0xde), "my-shop");
    event.params = r#"{"domain":"shop.example.com","nested":{"code":"X","pods":7}}"#.to_owned();
    event.request_id = "0f3a9c11-request".to_owned();
    event.actor = reference(ADA, "Ada Lovelace");
    stage.tell(&event).await;
    stage.tell(&stage.event(2, 8, r"100 % of C:\\temp, a_b")).await;
    stage.tell(&stage.event(3, 7, "axb")).await;
    for caller in [member(), person(Role::Manager, &[])] {
        for (text, found) in [
            ("restart", 3),
            ("RESTARTED", 1),
            ("gärt", 1),
            ("GÄRTNEREI ada", 1),
            ("my-shop", 1),
            ("my-sh", 1),
            ("shop.exam", 1),
            ("example.com", 1),
            ("\"my-shop\",", 1),
            ("7", 1),
            ("0f3a9c11", 1),
            (&event.id[..10], 3),
            ("00000000", 3),
            ("0000000", 0),
            (&event.id, 1),
            ("web", 3),
            ("a_b", 1),
            ("temp", 1),
            ("hop", 0),
            ("a%", 3),
            ("my-shop nowhere", 0),
            ("%", 0),
            ("' | 'nowhere", 0),
            ("!ada & zz:*", 0),
        ] {
            let list = stage.list(caller.clone(), search(text)).await;
            assert_eq!((list.total, list.events.len()), (found, found as usize), "{text}");
        }
    }
}

#[tokio::test]
async fn what_lies_behind_many_newer_events_is_found_by_whoever_may_see_it_and_nobody_else() {
    let stage = Stage::set().await;
    let oldest = |n, team: Uuid, message: &str| {
        let mut event = stage.event(n, 90_000 + n as i64, message);
        event.team = reference(team, "Web");
        event
    };
    for event in [
        oldest(1, TEAM, "needle of ours"),
        oldest(2, OTHERS, "needle of others"),
        oldest(3, TEAM, "a second needle of ours"),
    ] {
        stage.tell(&event).await;
    }
    let mut hushed = oldest(4, TEAM, "needle for admins");
    hushed.admin_only = true;
    stage.tell(&hushed).await;
    let mut account = oldest(5, TEAM, "needle of my account");
    (account.team, account.actor) = (None, reference(ADA, "Ada"));
    stage.tell(&account).await;
    stage.fill(12_000).await;
    upkeep::add_words(&stage.rpc.0).await.expect("words");
    let found = async |caller, text: &str| {
        let request = ListEventsRequest { limit: 5, ..search(text) };
        let list = stage.list(caller, request).await;
        let messages: Vec<_> = list.events.into_iter().map(|event| event.record.unwrap().message).collect();
        (list.total, messages.join(", "))
    };
    let ours = "needle of ours, a second needle of ours, needle of my account";
    assert_eq!(found(member(), "needle").await, (3, ours.to_owned()));
    let all = "needle of ours, needle of others, a second needle of ours, needle for admins, needle of my account";
    assert_eq!(found(person(Role::Admin, &[]), "needle").await, (5, all.to_owned()));
    assert_eq!(found(person(Role::User, &[]), "needle").await, (1, "needle of my account".to_owned()));
    // Common words are counted as far as totals go, and are in order.
    for caller in [member(), person(Role::Manager, &[])] {
        let (total, first) = found(caller.clone(), "filler").await;
        assert_eq!((total, first.split(',').next().unwrap()), (1_000, "filler 12000"));
        // The newest few of many, and those behind them.
        assert_eq!(found(caller.clone(), "filler 11999").await, (1, "filler 11999".to_owned()));
        assert_eq!(found(caller, "filler 7").await.0, 1_000);
    }
    // Another filter narrows a search.
    let narrowed = ListEventsRequest { team_id: OTHERS.to_string(), ..search("needle") };
    assert_eq!(stage.messages(person(Role::Admin, &[]), narrowed.clone()).await, ["needle of others"]);
    assert!(stage.messages(member(), narrowed).await.is_empty());
    let early = ListEventsRequest {
        to: Some(stamp(stage.bench.cx.clock.now() - Duration::seconds(90_003))),
        ..search("needle")
    };
    assert_eq!(stage.messages(member(), early).await, ["a second needle of ours", "needle of my account"]);
}

#[tokio::test]
async fn what_an_older_version_wrote_is_found_before_and_after_it_has_words() {
    let stage = Stage::set().await;
    stage.fill(30).await;
    for caller in [member(), person(Role::Admin, &[])] {
        assert_eq!(stage.messages(caller, search("FILLER 17")).await, ["filler 17"]);
    }
    assert_eq!(upkeep::add_words(&stage.rpc.0).await.expect("words"), 30);
    assert_eq!(upkeep::add_words(&stage.rpc.0).await.expect("words"), 0);
    for caller in [member(), person(Role::Admin, &[])] {
        assert_eq!(stage.messages(caller, search("FILLER 17")).await, ["filler 17"]);
    }
}

#[tokio::test]
async fn events_are_kept_unless_a_setting_says_how_long() {
    let stage = Stage::set().await;
    for (n, days) in [(1, 0), (2, 29), (3, 31), (4, 400)] {
        stage.tell(&stage.event(n, days * 86_400, &format!("{days} days old"))).await;
    }
    assert_eq!(upkeep::forget(&stage.rpc.0, 36_500).await.expect("nothing to do"), 0);
    assert_eq!(upkeep::forget(&stage.rpc.0, 30).await.expect("old ones go"), 2);
    let left = stage.messages(person(Role::Admin, &[]), ListEventsRequest::default()).await;
    assert_eq!(left, ["0 days old", "29 days old"]);
}
