//! Several replicas of a role may start at once on an empty database.

use crate::ROLE;
use kit::testing;
use sqlx::{Connection as _, migrate::Migrate as _};

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

#[tokio::test]
async fn a_database_of_a_newer_version_is_refused_in_one_sentence_and_left_as_it_is() {
    let bench = testing::context(&ROLE).await;
    for (table, number) in [("_kit_migrations", 29_991_231_000_001_i64), ("_migrations", 29_991_231_000_002)] {
        let sql = format!(
            "insert into {table} (version, description, success, checksum, execution_time) values ({number}, 'later', true, '', 0)"
        );
        sqlx::query(sqlx::AssertSqlSafe(sql)).execute(&bench.cx.db).await.unwrap();
        let said = format!("{:#}", testing::migrate(&ROLE, &bench.cx.db).await.unwrap_err());
        assert!(said.starts_with("the database is of a newer Canopy: schema probe has migration"), "{said}");
        assert!(said.contains(&number.to_string()) && said.contains(env!("CARGO_PKG_VERSION")), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
        let sql = format!("delete from {table} where version = {number} returning 1");
        sqlx::query_scalar::<_, i32>(sqlx::AssertSqlSafe(sql)).fetch_one(&bench.cx.db).await.unwrap();
    }
    testing::migrate(&ROLE, &bench.cx.db).await.unwrap();
}

#[tokio::test]
async fn a_role_that_finds_its_tables_made_waits_for_nobody_who_migrates() {
    let bench = testing::context(&ROLE).await;
    let mut other = sqlx::PgConnection::connect(&bench.database_url()).await.unwrap();
    other.lock().await.unwrap();
    testing::migrate(&ROLE, &bench.cx.db).await.unwrap();
    other.unlock().await.unwrap();
    // what differs from how it is here is told
    sqlx::query("update _kit_migrations set checksum = ''").execute(&bench.cx.db).await.unwrap();
    let said = format!("{:#}", testing::migrate(&ROLE, &bench.cx.db).await.unwrap_err());
    assert!(said.contains("was previously applied but has been modified"), "{said}");
}
