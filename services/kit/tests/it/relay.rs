//! Commands: in order per key, again and again until accepted, given up when refused for good.

use crate::{Note, ROLE};
use bytes::Bytes;
use futures::{FutureExt as _, StreamExt as _, stream};
use kit::{
    Origin, UserRef, dead_letters,
    outbox::{self, Command},
    recent::{Recent, Wanted},
    testing::{self, Answer, Asked, Peer},
};
use prost::Message as _;
use std::{
    collections::BTreeMap,
    net::SocketAddr,
    sync::{Arc, Mutex},
};
use tonic::Status;
use tracing_subscriber::{filter::LevelFilter, layer::SubscriberExt as _};
use uuid::Uuid;

#[derive(Clone, Default)]
struct Receiver {
    got: Arc<Mutex<Vec<(String, String)>>>,
    /// gRPC codes to answer with first.
    answers: Arc<Mutex<Vec<u8>>>,
}

impl Receiver {
    async fn note(self, asked: Asked) -> Result<Answer, Status> {
        let note = Note::decode(asked.body).unwrap();
        let request_id = asked.headers["x-request-id"].to_str().unwrap().to_owned();
        assert!(asked.headers["authorization"].to_str().unwrap().starts_with("Bearer "));
        let code = self.answers.lock().unwrap().pop().unwrap_or(0);
        if code != 0 {
            return Err(Status::new(i32::from(code).into(), ""));
        }
        self.got.lock().unwrap().push((note.text, request_id));
        Ok(stream::iter([Ok(Bytes::new())]).boxed())
    }
}

async fn listen(receiver: Receiver, address: SocketAddr) {
    Peer::of(receiver).otherwise(Receiver::note).serve_at(address).await;
}

async fn free_address() -> SocketAddr {
    tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap()
}

async fn write(bench: &testing::Bench, key: u128, texts: &[&str]) {
    write_to(bench, "receiver", key, texts).await;
}

async fn write_to(bench: &testing::Bench, target: &str, key: u128, texts: &[&str]) {
    let mut tx = bench.cx.begin().await.unwrap();
    for text in texts {
        let origin = Origin {
            request_id: format!("request-{text}"),
            traceparent: None,
            user: Some(UserRef { id: Uuid::nil(), name: "Ada".into() }),
            address: None,
        };
        let command = Command {
            id: bench.cx.ids.uuid(),
            target,
            method: "/test.Receiver/Note",
            key: Uuid::from_u128(key),
            origin: &origin,
            message: &Note { text: (*text).to_owned() },
        };
        outbox::command(&mut tx, command).await.unwrap();
    }
    tx.commit().await.unwrap();
}

/// What the log says from now on until the guard is dropped, of what this thread does.
fn listen_to_log() -> (Recent, tracing::subscriber::DefaultGuard) {
    let recent = Recent::default();
    let log = tracing_subscriber::registry().with(LevelFilter::INFO).with(recent.clone());
    let guard = tracing::subscriber::set_default(log);
    (recent, guard)
}

/// How often the log said it.
fn said(log: &Recent, sentence: &str) -> usize {
    let wanted = Wanted {
        level: tracing::Level::INFO,
        search: sentence.to_owned(),
        request_id: String::new(),
        after: None,
        limit: 1_000,
    };
    log.lines("kit", &wanted).0.len()
}

const ALL_SENT: &str = "select not exists (select 1 from outbox where sent_at is null)";

#[tokio::test]
async fn commands_wait_for_their_receiver_and_arrive_once_in_order() {
    let address = free_address().await;
    let peers = BTreeMap::from([("receiver", address)]);
    let bench = testing::context_with_peers(&ROLE, peers, &[]).await;
    let (log, _guard) = listen_to_log();
    bench.run_relays(None);
    write(&bench, 1, &["a1", "a2"]).await;
    write(&bench, 2, &["b1"]).await;
    write(&bench, 1, &["a3"]).await;
    testing::wait_until(
        &bench.cx.db,
        "it was tried in vain",
        "select exists (select 1 from outbox where attempts > 1)",
    )
    .await;
    assert_eq!([said(&log, "a role does not answer"), said(&log, "a role answers again")], [1, 0]);
    let receiver = Receiver::default();
    // UNAVAILABLE for the first one that arrives: whatever comes after it in its key must wait
    receiver.answers.lock().unwrap().push(14);
    listen(receiver.clone(), address).await;
    testing::wait_until(&bench.cx.db, "all were sent", ALL_SENT).await;
    let got = receiver.got.lock().unwrap().clone();
    let of_a: Vec<&str> = got.iter().map(|(text, _)| text.as_str()).filter(|text| text.starts_with('a')).collect();
    assert_eq!(of_a, ["a1", "a2", "a3"]);
    assert_eq!(got.len(), 4, "{got:?}");
    assert!(got.contains(&("b1".to_owned(), "request-b1".to_owned())), "the request id travels: {got:?}");
    assert_eq!([said(&log, "a role does not answer"), said(&log, "a role answers again")], [1, 1]);
    bench.cx.stop.cancel();
}

#[tokio::test]
async fn a_claim_and_a_pause_that_a_wrong_clock_wrote_hold_nothing_up() {
    let address = free_address().await;
    let bench = testing::context_with_peers(&ROLE, BTreeMap::from([("receiver", address)]), &[]).await;
    write(&bench, 1, &["paused"]).await;
    write(&bench, 2, &["claimed"]).await;
    sqlx::query("update outbox set next_at = now() + interval '8 days' where seq = (select min(seq) from outbox)")
        .execute(&bench.cx.db)
        .await
        .unwrap();
    sqlx::query(
        "update outbox set claimed_until = now() + interval '8 days' where seq = (select max(seq) from outbox)",
    )
    .execute(&bench.cx.db)
    .await
    .unwrap();
    let receiver = Receiver::default();
    listen(receiver.clone(), address).await;
    bench.run_relays(None);
    testing::wait_until(&bench.cx.db, "all were sent", ALL_SENT).await;
    assert_eq!(receiver.got.lock().unwrap().len(), 2);
    bench.cx.stop.cancel();
}

#[tokio::test]
async fn a_command_that_was_rolled_back_is_never_sent() {
    let address = free_address().await;
    let bench = testing::context_with_peers(&ROLE, BTreeMap::from([("receiver", address)]), &[]).await;
    let receiver = Receiver::default();
    listen(receiver.clone(), address).await;
    bench.run_relays(None);
    let mut tx = bench.cx.begin().await.unwrap();
    let note = Note { text: "never".into() };
    let origin = Origin::default();
    let command = Command {
        id: Uuid::from_u128(1),
        target: "receiver",
        method: "/test.Receiver/Note",
        key: Uuid::nil(),
        origin: &origin,
        message: &note,
    };
    outbox::command(&mut tx, command).await.unwrap();
    tx.rollback().await.unwrap();
    write(&bench, 1, &["after"]).await;
    testing::wait_until(
        &bench.cx.db,
        "the other one was sent",
        "select exists (select 1 from outbox where sent_at is not null)",
    )
    .await;
    assert_eq!(receiver.got.lock().unwrap().len(), 1);
    bench.cx.stop.cancel();
}

#[tokio::test]
async fn a_refused_command_goes_to_the_dead_letters_and_its_service_is_told() {
    let address = free_address().await;
    let bench = testing::context_with_peers(&ROLE, BTreeMap::from([("receiver", address)]), &[]).await;
    let receiver = Receiver::default();
    receiver.answers.lock().unwrap().push(3);
    listen(receiver.clone(), address).await;
    let told: Arc<Mutex<Vec<String>>> = Arc::default();
    let seen = told.clone();
    bench.run_relays(Some(Arc::new(move |_, _, letter| {
        let seen = seen.clone();
        async move {
            seen.lock().unwrap().push(format!("{} {}", letter.method, letter.key));
            Ok(())
        }
        .boxed()
    })));
    write(&bench, 9, &["refused", "accepted"]).await;
    testing::wait_until(&bench.cx.db, "the outbox is done", ALL_SENT).await;
    let letters: i64 = sqlx::query_scalar("select count(*) from dead_letter").fetch_one(&bench.cx.db).await.unwrap();
    assert_eq!(letters, 1);
    assert_eq!(*told.lock().unwrap(), [format!("/test.Receiver/Note {}", Uuid::from_u128(9))]);
    assert_eq!(receiver.got.lock().unwrap()[0].0, "accepted");
    bench.cx.stop.cancel();
}

#[tokio::test]
async fn a_dead_letter_is_shown_without_what_it_carries_and_is_sent_again_or_dropped() {
    let address = free_address().await;
    let bench = testing::context_with_peers(&ROLE, BTreeMap::from([("receiver", address)]), &[]).await;
    let receiver = Receiver::default();
    receiver.answers.lock().unwrap().extend([3, 3]);
    listen(receiver.clone(), address).await;
    bench.run_relays(None);
    write(&bench, 9, &["first-canary"]).await;
    write(&bench, 8, &["second-canary"]).await;
    testing::wait_until(&bench.cx.db, "both are refused", "select count(*) = 2 from dead_letter").await;
    let mut connection = bench.cx.db.acquire().await.unwrap();
    let letters = dead_letters::list(&mut connection).await.unwrap();
    let shown = format!("{letters:?}").replace("request-first-canary", "").replace("request-second-canary", "");
    assert!(!shown.contains("canary"), "{shown}");
    assert_eq!(letters[0].origin.user.as_ref().unwrap().name, "Ada");
    let said = letters[0].said.as_ref().expect("its code stands beside the sentence");
    assert_eq!(said.sentence(), letters[0].error);
    let counted = dead_letters::count(&mut connection).await.unwrap();
    assert_eq!((counted.letters, counted.oldest), (2, Some(letters[0].created_at)));

    // sent again with its key, so that what comes after it still comes after it
    let again = dead_letters::resend(&mut connection, letters[0].id).await.unwrap();
    let key: Option<Uuid> = sqlx::query_scalar("select key from outbox where id = $1")
        .bind(again.id)
        .fetch_one(&mut *connection)
        .await
        .unwrap();
    assert!(key.is_some());
    testing::wait_until(&bench.cx.db, "it was sent", ALL_SENT).await;
    assert_eq!(receiver.got.lock().unwrap().len(), 1);

    dead_letters::drop(&mut connection, letters[1].id).await.unwrap();
    assert_eq!(dead_letters::count(&mut connection).await.unwrap(), dead_letters::Count::default());
    let gone = dead_letters::resend(&mut connection, letters[1].id).await;
    assert!(matches!(gone, Err(kit::Error::NotFound(_))), "{gone:?}");
    bench.cx.stop.cancel();
}

#[tokio::test]
async fn a_command_is_not_given_up_because_its_receiver_fails_for_long() {
    let address = free_address().await;
    let mut bench = testing::context_with_peers(&ROLE, BTreeMap::from([("receiver", address)]), &[]).await;
    let quick = kit::Settings {
        relay_back_off: std::time::Duration::from_millis(20),
        relay_poll: std::time::Duration::from_millis(20),
        ..(*bench.cx.settings).clone()
    };
    bench.cx.settings = Arc::new(quick);
    let receiver = Receiver::default();
    // INTERNAL, as a receiver answers whose table refuses every change; PERMISSION_DENIED, as an older one whose policy
    // does not know us yet
    receiver.answers.lock().unwrap().extend([13; 60].into_iter().chain([7; 5]));
    listen(receiver.clone(), address).await;
    let (log, _guard) = listen_to_log();
    bench.run_relays(None);
    write(&bench, 1, &["kept"]).await;
    testing::wait_until(&bench.cx.db, "the outbox is done", ALL_SENT).await;
    assert_eq!(receiver.got.lock().unwrap().len(), 1);
    let letters: i64 = sqlx::query_scalar("select count(*) from dead_letter").fetch_one(&bench.cx.db).await.unwrap();
    assert_eq!(letters, 0);
    // told once, by what it began with, whatever the number of tries
    let told = ["a peer does not let us send this", "a command is not accepted", "commands are accepted again"];
    assert_eq!(told.map(|sentence| said(&log, sentence)), [1, 0, 1]);
    bench.cx.stop.cancel();
}

#[tokio::test]
async fn a_receiver_that_hangs_delays_only_its_own_commands() {
    let (good, hanging) = (free_address().await, free_address().await);
    let peers = BTreeMap::from([("receiver", good), ("hanging", hanging)]);
    let mut bench = testing::context_with_peers(&ROLE, peers, &[]).await;
    // no call to the silent one runs into a time limit while this test waits
    let hour = std::time::Duration::from_secs(3600);
    bench.cx.settings =
        Arc::new(kit::Settings { call_timeout: hour, relay_wait: hour, ..(*bench.cx.settings).clone() });
    let receiver = Receiver::default();
    listen(receiver.clone(), good).await;
    // takes connections and never says a word
    let silent = tokio::net::TcpListener::bind(hanging).await.unwrap();
    tokio::spawn(async move {
        let mut held = Vec::new();
        loop {
            held.push(silent.accept().await.unwrap());
        }
    });
    for key in 0..100 {
        write_to(&bench, "hanging", key, &["waits"]).await;
    }
    write(&bench, 1000, &["passes"]).await;
    bench.run_relays(None);
    testing::wait_until(
        &bench.cx.db,
        "the other receiver has its command",
        "select exists (select 1 from outbox where target = 'receiver' and sent_at is not null)",
    )
    .await;
    bench.cx.stop.cancel();
}

#[tokio::test]
async fn what_an_answer_names_is_known_to_its_receiver_or_the_wait_ends() {
    let address = free_address().await;
    let bench = testing::context_with_peers(&ROLE, BTreeMap::from([("receiver", address)]), &[]).await;
    bench.run_relays(None);
    write(&bench, 1, &["early"]).await;
    let nobody = std::time::Duration::from_millis(200);
    outbox::accepted(&bench.cx, Uuid::from_u128(1), nobody).await.unwrap();
    let receiver = Receiver::default();
    listen(receiver.clone(), address).await;
    outbox::accepted(&bench.cx, Uuid::from_u128(1), std::time::Duration::from_secs(60)).await.unwrap();
    assert_eq!(receiver.got.lock().unwrap().len(), 1, "accepted before the wait ended");
    for n in 2..22 {
        write(&bench, n, &["next"]).await;
        outbox::accepted(&bench.cx, Uuid::from_u128(n), std::time::Duration::from_secs(60)).await.unwrap();
        assert_eq!(receiver.got.lock().unwrap().len(), usize::try_from(n).unwrap());
    }
    bench.cx.stop.cancel();
}
