//! What a role's own connection sees of the database.

use kit::{inspect::inspect, testing};

#[tokio::test]
async fn a_role_sees_its_schema_its_connections_and_its_migrations() {
    let bench = testing::context(&crate::ROLE).await;
    let mut db = bench.cx.db.acquire().await.unwrap();
    sqlx::raw_sql(
        "create table large (a text); insert into large select repeat('x', 100) from generate_series(1, 9000)",
    )
    .execute(&mut *db)
    .await
    .unwrap();
    let seen = inspect(&mut db).await.unwrap();
    assert_eq!((seen.tables[0].name.as_str(), seen.tables[0].rows), ("large", None));
    assert!(seen.tables.len() > 1 && seen.tables.len() <= 10, "{:?}", seen.tables);
    assert!(seen.tables.is_sorted_by(|a, b| a.bytes >= b.bytes), "{:?}", seen.tables);
    assert!(seen.tables.iter().any(|table| table.name == "outbox" && table.index_bytes > 0), "{:?}", seen.tables);
    assert!(seen.bytes >= 900_000 && seen.server.bytes > seen.bytes, "{} {}", seen.bytes, seen.server.bytes);
    assert!(seen.server.database.starts_with("t_") && !seen.server.version.is_empty(), "{:?}", seen.server);
    let own: i64 = seen.connections.iter().map(|(_, count)| count).sum();
    assert!(seen.connections.iter().any(|(state, _)| state == "active"), "{:?}", seen.connections);
    assert!(own >= 1 && own <= seen.server.connections && own <= seen.server.max_connections, "{seen:?}");
    assert!(!seen.migrations.is_empty() && seen.migrations.iter().all(|migration| migration.common));
    assert!(seen.migrations.is_sorted_by_key(|migration| migration.version));
    sqlx::raw_sql("analyze large").execute(&mut *db).await.unwrap();
    assert_eq!(inspect(&mut db).await.unwrap().tables[0].rows, Some(9_000));
}
