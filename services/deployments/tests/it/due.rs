//! Among many sites what is due is found, and what a quota counts is known, without reading all of them: the first is looked for
//! whenever something is committed, the second at each creation.

use crate::{TEAM, World, member, world};
use deployments::{drift::check, quota::get_quotas, reach::sample};
use proto::deployments::GetQuotasRequest;
use sqlx::{Connection as _, PgConnection};
use std::time::Duration;

const SITES: i64 = 3_000;
/// So many more like the one that is there, of which nothing is due.
const MORE: &str = "do $$
declare
    columns text := string_agg(column_name, ', ') from information_schema.columns
        where table_schema = 'deployments' and table_name = 'deployment' and is_generated = 'NEVER';
begin
    execute format('insert into deployments.deployment (%1$s)
        select %1$s from (
            select (jsonb_populate_record(d, jsonb_build_object(
                ''id'', gen_random_uuid(), ''name'', ''Site '' || n, ''domain'', ''site-'' || n || ''.example.com'',
                ''release_name'', ''site-'' || n, ''last_task'', gen_random_uuid()))).*
            from deployments.deployment d cross join generate_series(1, 3000) n
        ) more', columns);
end $$;
insert into deployments.reach (deployment_id) select id from deployments.deployment on conflict do nothing;
insert into deployments.drift_check (deployment_id) select id from deployments.deployment on conflict do nothing;
analyze deployments.deployment, deployments.reach, deployments.drift_check";

/// Rows that were read by going through whole tables.
async fn gone_through(db: &mut PgConnection) -> i64 {
    sqlx::query_scalar(
        "select coalesce(sum(seq_tup_read), 0)::bigint from pg_stat_user_tables
         where schemaname = 'deployments' and relname in ('deployment', 'reach', 'drift_check')",
    )
    .fetch_one(db)
    .await
    .unwrap()
}

/// Entries that were read of the indexes of deployments.
async fn entries(db: &mut PgConnection) -> i64 {
    sqlx::query_scalar(
        "select coalesce(sum(idx_tup_read), 0)::bigint from pg_stat_user_indexes
         where schemaname = 'deployments' and relname = 'deployment'",
    )
    .fetch_one(db)
    .await
    .unwrap()
}

/// Lets the role's connections end: PostgreSQL counts what they did by then.
async fn counted(world: &World, db: &mut PgConnection) {
    world.app.cx.db.close().await;
    let others = "select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
        and backend_type = 'client backend' and application_name = 'canopy-deployments'";
    while sqlx::query_scalar::<_, i64>(others).fetch_one(&mut *db).await.unwrap() > 0 {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// One site that runs and so many more, and a connection that is not the role's.
async fn many() -> (World, PgConnection) {
    let world = world().await;
    world.running().await;
    let options = (*world.app.cx.db.connect_options()).clone().application_name("test");
    let mut db = PgConnection::connect_with(&options).await.unwrap();
    sqlx::raw_sql(MORE).execute(&mut db).await.unwrap();
    let all: i64 = sqlx::query_scalar("select count(*) from deployments.deployment").fetch_one(&mut db).await.unwrap();
    assert_eq!(all, SITES + 1);
    sqlx::raw_sql("select pg_stat_force_next_flush()").execute(&mut db).await.unwrap();
    (world, db)
}

#[tokio::test]
async fn what_is_due_is_found_without_reading_all_sites() {
    let (world, mut db) = many().await;
    let before = gone_through(&mut db).await;

    world.bench.clock.advance(Duration::from_secs(1));
    assert_eq!((sample::once(&world.app).await.unwrap(), check::once(&world.app).await.unwrap()), (1, 1));
    counted(&world, &mut db).await;
    let read = gone_through(&mut db).await - before;
    assert!(read < SITES, "{read} rows were gone through for two sites");
}

#[tokio::test]
async fn what_a_quota_counts_is_known_without_reading_all_sites() {
    let (world, mut db) = many().await;
    let before = gone_through(&mut db).await + entries(&mut db).await;

    let request = GetQuotasRequest { team_id: TEAM.to_string() };
    let quotas = get_quotas(&world.app, &member(), request).await.unwrap();
    let all = u32::try_from(SITES + 1).unwrap();
    for quota in [quotas.deployments_of_team, quotas.deployments_of_user] {
        assert_eq!(quota.unwrap().used, all);
    }
    counted(&world, &mut db).await;
    let read = gone_through(&mut db).await + entries(&mut db).await - before;
    assert!(read < SITES, "{read} rows were gone through for two numbers");
}
