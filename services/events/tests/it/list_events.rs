use access::Role;
use kit::clock::stamp;
use proto::events::{ListEventsRequest, event_service_server::EventService as _};
use std::collections::BTreeSet;
use time::Duration;
use tonic::Code;
use uuid::Uuid;

use crate::stage::{ADA, OTHERS, Stage, TEAM, asked, member, person, reference};

/// One event of each kind of reader.
async fn seed(stage: &Stage) {
    stage.tell(&stage.event(1, 50, "ours")).await;
    let mut theirs = stage.event(2, 40, "theirs");
    theirs.team = reference(OTHERS, "Finance");
    stage.tell(&theirs).await;
    let mut account = stage.event(3, 30, "my account");
    account.team = None;
    account.actor = reference(ADA, "Ada Lovelace");
    stage.tell(&account).await;
    let mut stranger = stage.event(4, 20, "another account");
    stranger.team = None;
    stranger.actor = reference(Uuid::from_u128(0xb0b), "Bob");
    stage.tell(&stranger).await;
    let mut cluster = stage.event(5, 10, "a cluster");
    cluster.team = None;
    cluster.admin_only = true;
    cluster.cluster = reference(Uuid::from_u128(0xc1), "prod");
    stage.tell(&cluster).await;
    let mut hushed = stage.event(6, 5, "of our team, for admins");
    hushed.admin_only = true;
    stage.tell(&hushed).await;
}

const ALL: [&str; 6] = ["of our team, for admins", "a cluster", "another account", "my account", "theirs", "ours"];

#[tokio::test]
async fn everybody_sees_their_teams_events_and_their_own_accounts() {
    let stage = Stage::set().await;
    seed(&stage).await;
    let everything = ListEventsRequest::default;
    assert_eq!(stage.messages(member(), everything()).await, ["my account", "ours"]);
    assert_eq!(stage.messages(person(Role::User, &[]), everything()).await, ["my account"]);
    let both = person(Role::User, &[TEAM, OTHERS]);
    assert_eq!(stage.messages(both, everything()).await, ["my account", "theirs", "ours"]);
    assert_eq!(stage.messages(person(Role::Manager, &[]), everything()).await, ALL);
    assert_eq!(stage.messages(person(Role::Admin, &[]), everything()).await, ALL);
    // A filter opens nothing.
    let theirs = ListEventsRequest { team_id: OTHERS.to_string(), ..Default::default() };
    assert!(stage.messages(member(), theirs).await.is_empty());
}

#[tokio::test]
async fn the_admins_list_is_for_admins() {
    let stage = Stage::set().await;
    seed(&stage).await;
    let request = ListEventsRequest { admin: true, ..Default::default() };
    for role in [Role::User, Role::Manager] {
        let refused = stage.rpc.list_events(asked(person(role, &[TEAM]), request.clone())).await.unwrap_err();
        assert_eq!(refused.code(), Code::PermissionDenied);
    }
    assert_eq!(stage.messages(person(Role::Admin, &[]), request).await, ALL);
}

#[tokio::test]
async fn filters_narrow_and_the_end_of_the_time_is_inclusive() {
    let stage = Stage::set().await;
    seed(&stage).await;
    let mut odd = stage.event(7, 100, "an error");
    odd.r#type = "Error".to_owned();
    odd.component = "Task".to_owned();
    odd.deployment = reference(Uuid::from_u128(0xde), "shop");
    stage.tell(&odd).await;
    let admin = || person(Role::Admin, &[]);
    let at = |ago: i64| Some(stamp(stage.bench.cx.clock.now() - Duration::seconds(ago)));
    let none = ListEventsRequest::default;
    let found = [
        (ListEventsRequest { r#type: "Error".to_owned(), ..none() }, vec!["an error"]),
        (ListEventsRequest { component: "Task".to_owned(), ..none() }, vec!["an error"]),
        (ListEventsRequest { deployment_id: Uuid::from_u128(0xde).to_string(), ..none() }, vec!["an error"]),
        (ListEventsRequest { cluster_id: Uuid::from_u128(0xc1).to_string(), ..none() }, vec!["a cluster"]),
        (ListEventsRequest { team_id: OTHERS.to_string(), ..none() }, vec!["theirs"]),
        (ListEventsRequest { from: at(30), to: at(20), ..none() }, vec!["another account", "my account"]),
        (ListEventsRequest { to: at(100), ..none() }, vec!["an error"]),
        (ListEventsRequest { cluster_id: "nonsense".to_owned(), ..none() }, vec![]),
    ];
    for (request, messages) in found {
        assert_eq!(stage.messages(admin(), request.clone()).await, messages, "{request:?}");
    }
    let mine = ListEventsRequest { component: "Task".to_owned(), ..none() };
    assert_eq!(stage.messages(member(), mine).await, ["an error"]);
}

#[tokio::test]
async fn pages_of_events_of_one_instant_hold_each_exactly_once() {
    let stage = Stage::set().await;
    for n in 1..=25 {
        stage.tell(&stage.event(n, 60, &format!("event {n}"))).await;
    }
    for caller in [member(), person(Role::Admin, &[])] {
        let mut seen = BTreeSet::new();
        for (page, rows) in [(1, 10), (2, 10), (3, 5), (4, 0)] {
            let request = ListEventsRequest { page, limit: 10, ..Default::default() };
            let list = stage.list(caller.clone(), request).await;
            assert_eq!((list.events.len(), list.total), (rows, 25));
            for event in list.events {
                assert!(seen.insert(event.record.unwrap().id), "twice");
            }
        }
        assert_eq!(seen.len(), 25);
    }
    assert_eq!(stage.list(member(), ListEventsRequest::default()).await.events.len(), 20, "the usual page");
}

#[tokio::test]
async fn totals_are_exact_up_to_a_thousand_and_pages_go_on() {
    let stage = Stage::set().await;
    sqlx::query(
        "insert into events.event (id, sender, type, message, reason, component, host, namespace, count, uid,
             deployment_name, cluster_name, team_id, team_name, task_name, actor_name, admin_only, created_at,
             updated_at, first_seen, last_seen)
         select gen_random_uuid(), 'test', 'Normal', 'event <' || n || '>', 'Test', 'Team', '', '', 1, '', '', '', $1, 'Web', '',
             '', false, t, t, t, t
         from (select n, timestamptz '2026-01-01' + n * interval '1 second' as t from generate_series(1, 1050) n) s",
    )
    .bind(TEAM)
    .execute(&stage.bench.cx.db)
    .await
    .unwrap();
    for caller in [member(), person(Role::Admin, &[])] {
        let list = stage.list(caller.clone(), ListEventsRequest::default()).await;
        assert_eq!(list.total, 1_000);
        assert_eq!(list.events[0].record.as_ref().unwrap().message, "event <1050>");
        let next = ListEventsRequest { page: 51, limit: 20, ..Default::default() };
        assert_eq!(stage.list(caller.clone(), next).await.events[0].record.as_ref().unwrap().message, "event <50>");
        let beyond = ListEventsRequest { page: 10_000, limit: 1000, ..Default::default() };
        assert!(stage.list(caller.clone(), beyond).await.events.is_empty());
        // What lies beyond is reached by a search or a narrower time.
        let request = ListEventsRequest { search: "event <7>".to_owned(), limit: 1000, ..Default::default() };
        let found = stage.list(caller, request).await;
        assert_eq!(found.events.last().unwrap().record.as_ref().unwrap().message, "event <7>");
    }
}
