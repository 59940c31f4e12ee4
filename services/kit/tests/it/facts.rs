//! Facts: published once acknowledged, kept for a lost stream, consumed in a transaction, unreadable ones put aside.

use crate::{Note, ROLE};
use futures::{FutureExt as _, StreamExt as _};
use kit::{
    Origin,
    consume::{Consumer, Undecodable},
    dead_letters, outbox,
    testing::{self, Bench, Nats},
};
use prost::Message as _;
use std::sync::Arc;
use uuid::Uuid;

async fn bench() -> (Bench, Nats) {
    let nats = Nats::start();
    let mut bench = testing::context(&ROLE).await;
    let quick = std::time::Duration::from_millis(20);
    bench.cx.settings =
        Arc::new(kit::Settings { relay_back_off: quick, relay_poll: quick, ..(*bench.cx.settings).clone() });
    bench.connect(&nats).await;
    sqlx::raw_sql(
        "create table got (id uuid primary key, text text not null, times int not null);
         create table readable (text text primary key);
         create sequence refused",
    )
    .execute(&bench.cx.db)
    .await
    .unwrap();
    bench.run_relays(None);
    bench.run_consumer(consumer());
    (bench, nats)
}

/// Counts how often each fact was handled; "broken" cannot be decoded unless the table `readable` says so.
fn consumer() -> Consumer {
    Consumer {
        durable: "probe",
        message: "Note",
        handle: Arc::new(|_, tx, delivery| {
            async move {
                let note = Note::decode(delivery.payload).map_err(|error| Undecodable(error.to_string()))?;
                let readable = "select exists (select 1 from readable where text = $1)";
                let readable = sqlx::query_scalar::<_, bool>(readable).bind(&note.text).fetch_one(tx.conn()).await?;
                if note.text == "broken" && !readable {
                    return Err(Undecodable("it says so".into()).into());
                }
                assert_eq!(delivery.sender, "probe");
                sqlx::query("insert into got values ($1, $2, 1) on conflict (id) do update set times = got.times + 1")
                    .bind(delivery.id)
                    .bind(note.text)
                    .execute(tx.conn())
                    .await?;
                Ok(())
            }
            .boxed()
        }),
    }
}

async fn tell(bench: &Bench, texts: &[&str]) -> Vec<Uuid> {
    let mut tx = bench.cx.begin().await.unwrap();
    let mut ids = Vec::new();
    for text in texts {
        let id = bench.cx.ids.uuid();
        let note = Note { text: (*text).to_owned() };
        outbox::fact(&mut tx, id, &Origin::default(), &note).await.unwrap();
        ids.push(id);
    }
    tx.commit().await.unwrap();
    ids
}

#[tokio::test]
async fn a_burst_of_changes_of_one_thing_gives_few_hints_and_the_last_always_arrives() {
    let (bench, nats) = bench().await;
    let listener = async_nats::ConnectOptions::new().retry_on_initial_connect().connect(nats.url()).await.unwrap();
    let mut heard = listener.subscribe("hints.probe").await.unwrap();
    listener.flush().await.unwrap();
    let connected = async {
        while !bench.cx.nats.is_connected() {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(60), connected).await.expect("NATS");
    bench.run_hints();
    for changes in [1..=50, 51..=100] {
        let mut tx = bench.cx.begin().await.unwrap();
        for n in changes {
            tx.hint("note/1".to_owned(), n, &Note { text: n.to_string() });
        }
        tx.commit().await.unwrap();
    }
    let mut texts = Vec::new();
    while texts.last().is_none_or(|text| text != "100") {
        let next = tokio::time::timeout(std::time::Duration::from_secs(60), heard.next()).await.expect("a hint");
        texts.push(Note::decode(next.unwrap().payload).unwrap().text);
    }
    assert!(texts == ["50", "100"] || texts == ["100"], "{texts:?}");
    let rows: i64 = sqlx::query_scalar("select count(*) from outbox").fetch_one(&bench.cx.db).await.unwrap();
    assert_eq!(rows, 0, "hints are kept nowhere");
}

#[tokio::test]
async fn facts_arrive_while_nats_is_away_and_come_back_from_the_outbox_when_the_stream_is_lost() {
    let (bench, mut nats) = bench().await;
    let db = &bench.cx.db;
    tell(&bench, &["one", "two"]).await;
    testing::wait_until(db, "two facts arrived", "select count(*) = 2 from got").await;

    nats.down();
    tell(&bench, &["three"]).await;
    nats.up();
    testing::wait_until(db, "the third arrived after the outage", "select count(*) = 3 from got").await;
    testing::wait_until(db, "it was acknowledged", "select bool_and(sent_at is not null) from outbox").await;

    nats.down();
    nats.wipe();
    sqlx::query("delete from got").execute(db).await.unwrap();
    nats.up();
    testing::wait_until(db, "the new stream was refilled", "select count(*) = 3 from got").await;
    bench.cx.stop.cancel();
}

#[tokio::test]
async fn a_relay_that_finds_nothing_writes_nothing() {
    let (bench, _nats) = bench().await;
    let db = &bench.cx.db;
    tell(&bench, &["one"]).await;
    testing::wait_until(db, "it was acknowledged", "select bool_and(sent_at is not null) from outbox").await;
    sqlx::raw_sql(
        "create sequence written;
         create function note() returns trigger language plpgsql as $$ begin perform nextval('written'); return null; end $$;
         create trigger note after update on relay_state for each statement execute function note()",
    )
    .execute(db)
    .await
    .unwrap();
    for _ in 0..50 {
        tell(&bench, &[]).await;
    }
    tell(&bench, &["two"]).await;
    testing::wait_until(db, "the second was acknowledged", "select bool_and(sent_at is not null) from outbox").await;
    let written: i64 =
        sqlx::query_scalar("select last_value from written where is_called").fetch_one(db).await.unwrap();
    assert_eq!(written, 1, "fifty commits told nothing, one told something");
}

#[tokio::test]
async fn an_unreadable_fact_is_put_aside_and_the_next_one_is_handled() {
    let (bench, _nats) = bench().await;
    let ids = tell(&bench, &["broken", "fine"]).await;
    testing::wait_until(&bench.cx.db, "the next one arrived", "select exists (select 1 from got where text = 'fine')")
        .await;
    testing::wait_until(&bench.cx.db, "the broken one is put aside", "select exists (select 1 from dead_letter)").await;
    let (id, error): (Uuid, String) =
        sqlx::query_as("select id, error from dead_letter").fetch_one(&bench.cx.db).await.unwrap();
    assert_eq!(id, ids[0]);
    assert!(error.contains("it says so"), "{error}");
    bench.cx.stop.cancel();
}

#[tokio::test]
async fn a_fact_is_handled_again_when_somebody_asks_for_it() {
    let (bench, _nats) = bench().await;
    let db = &bench.cx.db;
    let ids = tell(&bench, &["broken"]).await;
    testing::wait_until(db, "it is put aside", "select exists (select 1 from dead_letter)").await;
    let mut connection = db.acquire().await.unwrap();
    let letter = dead_letters::resend(&mut connection, ids[0]).await.unwrap();
    assert_eq!((letter.kind.as_str(), letter.target.as_str()), ("fact", "probe"));
    testing::wait_until(db, "in vain", "select again_at is null from dead_letter").await;
    sqlx::query("insert into readable values ('broken')").execute(db).await.unwrap();
    dead_letters::resend(&mut connection, ids[0]).await.unwrap();
    testing::wait_until(db, "it is handled", "select exists (select 1 from got where text = 'broken')").await;
    assert_eq!(dead_letters::count(&mut connection).await.unwrap().letters, 0);
    bench.cx.stop.cancel();
}

#[tokio::test]
async fn a_fact_that_cannot_be_kept_now_is_handled_again_however_often_that_fails() {
    let (bench, _nats) = bench().await;
    let db = &bench.cx.db;
    sqlx::raw_sql(
        "create function refuse() returns trigger language plpgsql as
           $$ begin perform nextval('refused'); raise exception 'not now'; end $$;
         create trigger refuse before insert on got for each row execute function refuse()",
    )
    .execute(db)
    .await
    .unwrap();
    tell(&bench, &["kept"]).await;
    // a sequence counts what is rolled back, too; after fifty failures facts were once given up
    testing::wait_until(db, "it failed for the sixtieth time", "select last_value >= 60 from refused").await;
    sqlx::raw_sql("drop trigger refuse on got").execute(db).await.unwrap();
    testing::wait_until(db, "it arrived", "select exists (select 1 from got where text = 'kept')").await;
    let letters: i64 = sqlx::query_scalar("select count(*) from dead_letter").fetch_one(db).await.unwrap();
    assert_eq!(letters, 0);
    bench.cx.stop.cancel();
}
