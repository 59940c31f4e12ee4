use access::Role;
use proto::{health::State, letters::CountDeadLettersResponse};
use sqlx::postgres::PgPoolOptions;
use std::time::Duration;

use crate::stage::{Like, ROLES, Stage, cluster, person};

#[tokio::test]
async fn everybody_who_is_well_is_up() {
    let stage = Stage::set(&[], vec![cluster("prod", "operational", "")], Duration::ZERO).await;
    let parts = stage.ask(person(Role::User)).await;
    for name in ROLES.into_iter().chain(["postgres", "cluster prod"]) {
        let part = &parts[name];
        assert_eq!((part.state(), part.details.as_str()), (State::Up, ""), "{name}");
        assert!(part.checked_at.is_some());
    }
}

#[tokio::test]
async fn a_dead_role_is_down_and_one_that_leaves_too() {
    let odd = [("tasks", Like::Dead), ("teams", Like::Leaving)];
    let stage = Stage::set(&odd, vec![], Duration::ZERO).await;
    let parts = stage.ask(person(Role::User)).await;
    assert_eq!((parts["tasks"].state(), parts["tasks"].details.as_str()), (State::Down, "It cannot be reached."));
    assert_eq!(parts["teams"].state(), State::Down);
    assert_eq!(parts["auth"].state(), State::Up);
}

#[tokio::test]
async fn roles_that_accept_and_hang_are_told_apart_from_the_others_and_two_slow_probes_make_them_down() {
    let odd = ROLES.map(|role| (role, Like::Silent));
    let stage = Stage::set(&odd[..6], vec![], Duration::ZERO).await;
    for expected in [State::Degraded, State::Down, State::Down] {
        let states = stage.states().await;
        for role in &ROLES[..6] {
            assert_eq!(states[*role], expected, "{role}");
        }
        // What answers is judged in the same answer.
        assert_eq!((states["bff"], states["postgres"]), (State::Up, State::Up));
        assert_eq!(states["clusters"], State::Degraded);
    }
}

#[tokio::test]
async fn a_database_that_is_gone_is_down_and_nats_is_never_up_without_an_answer() {
    let stage = Stage::set(&[], vec![], Duration::ZERO).await;
    let mut cx = stage.bench.cx.clone();
    cx.db = PgPoolOptions::new().connect_lazy("postgres://nobody@127.0.0.1:1/nowhere").unwrap();
    let stage = Stage {
        rpc: health::Rpc(health::App::of(
            cx,
            health::Options { health_fresh: Duration::ZERO, ..health::Options::default() },
        )),
        ..stage
    };
    // Refused again and again by the pool until the bound of the probe, it may be "slow" once.
    stage.states().await;
    let parts = stage.ask(person(Role::User)).await;
    assert_eq!(parts["postgres"].state(), State::Down);
    assert!(!parts["postgres"].details.contains("127.0.0.1"), "{}", parts["postgres"].details);
    assert_eq!(parts["nats"].state(), State::Down);
    assert!(parts["nats"].details.starts_with("No NATS address is set."), "{}", parts["nats"].details);
}

#[tokio::test]
async fn an_unreachable_cluster_is_degraded_and_only_overseers_read_why() {
    let clusters = vec![
        cluster("prod", "unreachable", "connection to 10.0.0.7 refused"),
        cluster("paused", "maintenance", ""),
        cluster("unborn", "unknown", ""),
    ];
    let stage = Stage::set(&[], clusters, Duration::ZERO).await;
    let parts = stage.ask(person(Role::User)).await;
    let prod = &parts["cluster prod"];
    assert_eq!((prod.state(), prod.details.as_str(), prod.latency_ms), (State::Degraded, "It cannot be reached.", 12));
    assert_eq!(parts["cluster paused"].state(), State::Degraded);
    assert!(!parts.contains_key("cluster unborn"), "a cluster without a kubeconfig is neither well nor ill");
    let parts = stage.ask(person(Role::Manager)).await;
    assert_eq!(parts["cluster prod"].details, "connection to 10.0.0.7 refused");
    assert_eq!(kit::Message::unpacked(&parts["cluster paused"].said, "").reason(), "ClusterInMaintenance");
}

#[tokio::test]
async fn many_clusters_are_one_line_and_two_of_one_name_are_two() {
    let many = (0..60).map(|n| cluster(&format!("c{n:02}"), if n < 7 { "unreachable" } else { "operational" }, ""));
    let stage = Stage::set(&[], many.collect(), Duration::ZERO).await;
    let parts = stage.ask(person(Role::Admin)).await;
    let expected = "7 of 60 clusters are not operational: c00, c01, c02, c03, c04 and others.";
    assert_eq!((parts["clusters"].state(), parts["clusters"].details.as_str()), (State::Degraded, expected));

    let mut twin = cluster("prod", "unreachable", "");
    twin.id = "11111111-0000-4000-8000-000000000000".to_owned();
    let stage = Stage::set(&[], vec![cluster("prod", "operational", ""), twin], Duration::ZERO).await;
    let parts = stage.ask(person(Role::Admin)).await;
    assert_eq!(parts["cluster prod (11111111)"].state(), State::Degraded);
    assert_eq!(parts["cluster prod (00000000)"].state(), State::Up);
}

#[tokio::test]
async fn callers_share_one_round_of_probes_and_its_answer_for_a_while() {
    let stage = Stage::set(&[], vec![], Duration::from_secs(3600)).await;
    let (first, second) = tokio::join!(stage.ask(person(Role::User)), stage.ask(person(Role::Admin)));
    assert_eq!(first["auth"].checked_at, second["auth"].checked_at);
    stage.bench.clock.advance(Duration::from_secs(60));
    let third = stage.ask(person(Role::User)).await;
    assert_eq!(first["auth"].checked_at, third["auth"].checked_at, "the answer is still fresh");

    let stage = Stage::set(&[], vec![], Duration::ZERO).await;
    let first = stage.ask(person(Role::User)).await;
    stage.bench.clock.advance(Duration::from_secs(60));
    let second = stage.ask(person(Role::User)).await;
    assert_ne!(first["auth"].checked_at, second["auth"].checked_at, "a new round was made");
}

#[tokio::test]
async fn a_round_that_its_caller_left_does_not_spoil_the_next_answer() {
    let stage = Stage::set(&[], vec![], Duration::from_secs(3600)).await;
    // Polled once, then dropped, as when a browser goes away.
    let left = tokio::time::timeout(Duration::ZERO, stage.ask(person(Role::User))).await;
    assert!(left.is_err());
    let states = stage.states().await;
    for role in ROLES {
        assert_eq!(states[role], State::Up, "{role}");
    }
}

#[tokio::test]
async fn dead_letters_are_counted_and_make_their_role_degraded() {
    let start = kit::testing::FixedClock::default();
    let ago = |hours: u64| kit::clock::stamp(kit::Clock::now(&start) - Duration::from_secs(hours * 3_600));
    let odd = [
        ("deployments", Like::Burdened(CountDeadLettersResponse { letters: 3, oldest: Some(ago(5)) })),
        ("tasks", Like::Burdened(CountDeadLettersResponse { letters: 1, oldest: Some(ago(72)) })),
    ];
    let stage = Stage::set(&odd, vec![], Duration::ZERO).await;
    let parts = stage.ask(person(Role::User)).await;
    let said = |role: &str| (parts[role].state(), parts[role].details.as_str());
    assert_eq!(said("deployments"), (State::Degraded, "There are 3 dead letters, the oldest 5 hours old."));
    assert_eq!(said("tasks"), (State::Degraded, "There is one dead letter, 3 days old."));
    assert_eq!(said("auth"), (State::Up, ""));
    let letters = kit::Message::unpacked(&parts["tasks"].said, "");
    assert_eq!((letters.reason(), parts["auth"].said.as_str()), ("DeadLetters", ""));
}
