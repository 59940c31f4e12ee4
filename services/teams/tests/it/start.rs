use kit::testing::context;

#[tokio::test]
async fn the_role_starts_with_a_row_for_every_call() {
    let bench = context(&teams::SERVICE).await;
    assert!((teams::SERVICE.start)(bench.cx.clone()).await.is_ok());
}

#[tokio::test]
async fn migrations_started_twice_at_once_are_applied_once() {
    let bench = context(&teams::SERVICE).await;
    let db = &bench.cx.db;
    sqlx::raw_sql("drop schema teams cascade; create schema teams").execute(db).await.unwrap();
    let (one, other) = tokio::join!(teams::MIGRATOR.run(db), teams::MIGRATOR.run(db));
    one.unwrap();
    other.unwrap();
    sqlx::raw_sql("select id from teams.team; select team_id from teams.member").execute(db).await.unwrap();
}
