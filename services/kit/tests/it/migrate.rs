//! Several replicas of a role may start at once on an empty database.

use crate::ROLE;
use kit::testing;

#[tokio::test]
async fn the_chassis_tables_are_in_the_schema_of_the_role() {
    let bench = testing::context(&ROLE).await;
    let tables: Vec<String> = sqlx::query_scalar(
        "select table_name::text from information_schema.tables where table_schema = 'probe' order by 1",
    )
    .fetch_all(&bench.cx.db)
    .await
    .unwrap();
    assert_eq!(
        tables,
        ["_kit_migrations", "_migrations", "dead_letter", "idempotency", "outbox", "relay_state", "seal_canary"]
    );
}

#[tokio::test]
async fn replicas_that_migrate_at_once_do_not_disturb_each_other() {
    let bench = testing::context(&ROLE).await;
    sqlx::query("drop schema probe cascade").execute(&bench.cx.db).await.unwrap();
    let outcomes = futures::future::join_all((0..4).map(|_| testing::migrate(&ROLE, &bench.cx.db))).await;
    // one creates the schema, the others may lose that race once and try again, as a starting role does
    for outcome in outcomes {
        if outcome.is_err() {
            testing::migrate(&ROLE, &bench.cx.db).await.unwrap();
        }
    }
    let applied: i64 =
        sqlx::query_scalar("select count(*) from _kit_migrations").fetch_one(&bench.cx.db).await.unwrap();
    assert_eq!(usize::try_from(applied).unwrap(), sqlx::migrate!("./migrations").iter().count());
}
