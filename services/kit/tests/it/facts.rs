//! Facts: published once acknowledged, kept for a lost stream, consumed in a transaction, unreadable ones put aside.

use crate::{Note, ROLE};
use futures::FutureExt as _;
use kit::{
    Origin,
    consume::{Consumer, Undecodable},
    outbox,
    testing::{self, Bench, Nats},
};
use prost::Message as _;
use std::sync::Arc;
use uuid::Uuid;

async fn bench() -> (Bench, Nats) {
    let nats = Nats::start();
    let mut bench = testing::context(&ROLE).await;
    bench.connect(&nats).await;
    sqlx::query("create table got (id uuid primary key, text text not null, times int not null)")
        .execute(&bench.cx.db)
        .await
        .unwrap();
    bench.run_relays(None);
    bench.run_consumer(consumer());
    (bench, nats)
}

/// Counts how often each fact was handled; "broken" cannot be decoded.
fn consumer() -> Consumer {
    Consumer {
        durable: "probe",
        message: "Note",
        handle: Arc::new(|_, tx, delivery| {
            async move {
                let note = Note::decode(delivery.payload).map_err(|error| Undecodable(error.to_string()))?;
                if note.text == "broken" {
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
