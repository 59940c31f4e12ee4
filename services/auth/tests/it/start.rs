use kit::testing::{context, context_with_peers};
use std::collections::BTreeMap;

#[tokio::test]
async fn the_role_starts_and_refuses_a_set_up_digest_that_is_none() {
    let bench = context(&auth::SERVICE).await;
    assert!((auth::SERVICE.start)(bench.cx.clone()).await.is_ok());
    let options = ["--setup-token-sha256=123"];
    let bench = context_with_peers(&auth::SERVICE, BTreeMap::new(), &options).await;
    let error = auth::App::of(&bench.cx).err().map(|error| format!("{error:#}"));
    assert_eq!(error.as_deref(), Some("CANOPY_SETUP_TOKEN_SHA256: must be 64 hexadecimal digits"));
}

#[tokio::test]
async fn migrations_started_twice_at_once_are_applied_once() {
    let bench = context(&auth::SERVICE).await;
    let db = &bench.cx.db;
    sqlx::raw_sql("drop schema auth cascade; create schema auth").execute(db).await.unwrap();
    let (one, other) = tokio::join!(auth::MIGRATOR.run(db), auth::MIGRATOR.run(db));
    one.unwrap();
    other.unwrap();
    let applied: i64 = sqlx::query_scalar("select count(*) from auth._sqlx_migrations").fetch_one(db).await.unwrap();
    assert_eq!(usize::try_from(applied).unwrap(), auth::MIGRATOR.iter().count());
    sqlx::raw_sql("select id from auth.user; select id from auth.session; select id from auth.attempt")
        .execute(db)
        .await
        .unwrap();
}
