//! Creating calls that are repeated.

use crate::{Note, ROLE};
use kit::{
    Error,
    idempotency::{Attempt, attempt},
    testing::{self, Bench},
};
use prost::Message as _;
use uuid::Uuid;

/// Does the creating call: the number of rows it made is its answer's proof.
async fn create(bench: &Bench, user: u128, key: Option<&str>, body: &str) -> kit::Result<String> {
    let mut tx = bench.cx.begin().await?;
    match attempt(&bench.cx, &mut tx, Uuid::from_u128(user), "Create", key, body.as_bytes()).await? {
        Attempt::Repeat(answer) => Ok(Note::decode(answer.as_slice()).unwrap().text),
        Attempt::First(ticket) => {
            let made: i64 =
                sqlx::query_scalar("insert into made default values returning id").fetch_one(tx.conn()).await?;
            let answer = Note { text: made.to_string() };
            ticket.record(&mut tx, &answer).await?;
            tx.commit().await?;
            Ok(answer.text)
        }
    }
}

async fn bench() -> Bench {
    let bench = testing::context(&ROLE).await;
    sqlx::query("create table made (id bigint generated always as identity)").execute(&bench.cx.db).await.unwrap();
    bench
}

#[tokio::test]
async fn a_hundred_equal_calls_at_once_create_one_object_and_get_one_answer() {
    let bench = bench().await;
    let answers = futures::future::join_all((0..100).map(|_| create(&bench, 1, Some("k"), "body"))).await;
    for answer in answers {
        assert_eq!(answer.unwrap(), "1");
    }
    let made: i64 = sqlx::query_scalar("select count(*) from made").fetch_one(&bench.cx.db).await.unwrap();
    assert_eq!(made, 1);
}

#[tokio::test]
async fn another_body_under_the_same_key_is_refused_and_keys_are_per_user() {
    let bench = bench().await;
    let first = create(&bench, 1, Some("k"), "body").await.unwrap();
    let error = create(&bench, 1, Some("k"), "another body").await.unwrap_err();
    assert!(matches!(&error, Error::Conflict(message) if message.reason() == "IDEMPOTENCY_KEY_REUSED"), "{error:?}");
    assert_ne!(create(&bench, 2, Some("k"), "body").await.unwrap(), first);
    assert_ne!(create(&bench, 1, None, "body").await.unwrap(), first, "without a key each call is a new one");
}

#[tokio::test]
async fn an_answer_is_repeated_after_a_rotation_of_keys() {
    let mut bench = bench().await;
    let keys = crate::boot::keys(&[ROLE.name]);
    let path = |rest: &str| keys.join(format!("{}.{rest}", ROLE.name));
    bench.cx.keyring = std::sync::Arc::new(kit::Keyring::load(&keys, ROLE.name, bench.cx.ids.clone()).unwrap());
    let first = create(&bench, 1, Some("k"), "body").await.unwrap();
    std::fs::rename(path("kek"), path("older.kek")).unwrap();
    std::fs::write(path("kek"), [2; 32]).unwrap();
    assert_eq!(create(&bench, 1, Some("k"), "body").await.unwrap(), first);
    let error = create(&bench, 1, Some("k"), "another body").await.unwrap_err();
    assert!(matches!(error, Error::Conflict(_)), "{error:?}");
    std::fs::remove_dir_all(keys).unwrap();
}

#[tokio::test]
async fn a_call_that_failed_leaves_its_key_free() {
    let bench = bench().await;
    let mut tx = bench.cx.begin().await.unwrap();
    let found = attempt(&bench.cx, &mut tx, Uuid::from_u128(1), "Create", Some("k"), b"body").await.unwrap();
    assert!(matches!(found, Attempt::First(_)));
    drop(tx);
    assert_eq!(create(&bench, 1, Some("k"), "another body").await.unwrap(), "1");
}
