//! The numbers of deployments: right while everything changes.

use crate::{CLUSTER, FOREIGN, TEAM, World, admin, other, team_admin, world};
use deployments::{count::count, create::create, tally};
use futures::future::{join_all, try_join_all};
use proto::deployments::CountDeploymentsRequest;
use sqlx::{Connection as _, PgConnection};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use uuid::Uuid;

/// Whether the tally says what counting all rows says, in one moment.
async fn right(db: &mut PgConnection) -> bool {
    let sql = "with counted as (
           select cluster_id, team_id, count(*)::bigint as total, (count(*) filter (where serving and effective_revision is not null and wanted = 'present'))::bigint as active,
             (count(*) filter (where deployments.is_stopped(stopped, spec, wanted)))::bigint as stopped
           from deployments.deployment where gone_at is null group by cluster_id, team_id),
         told as (
           select cluster_id, team_id, sum(total)::bigint as total, sum(active)::bigint as active, sum(stopped)::bigint as stopped
           from deployments.tally group by cluster_id, team_id having sum(total) <> 0 or sum(active) <> 0 or sum(stopped) <> 0),
         created as (
           select created_by as user_id, count(*)::bigint as total from deployments.deployment where gone_at is null group by created_by),
         told_users as (
           select user_id, sum(total)::bigint as total from deployments.user_tally group by user_id having sum(total) <> 0)
         select not exists (select from counted full join told using (cluster_id, team_id, total, active, stopped)
                            where counted is null or told is null)
           and not exists (select from created full join told_users using (user_id, total)
                           where created is null or told_users is null)";
    sqlx::query_scalar(sql).fetch_one(db).await.unwrap()
}

async fn created(world: &World, number: u32) -> Vec<Uuid> {
    let mut ids = Vec::new();
    for n in 0..number {
        let made = create(&world.app, &team_admin(), other(&format!("Site{n}"))).await.unwrap();
        ids.push(made.deployment.unwrap().id.parse().unwrap());
    }
    ids
}

/// What happens to one deployment, statement by statement; each is committed, or taken back where `n` says so.
async fn changes(url: &str, id: Uuid, n: usize) -> sqlx::Result<()> {
    let all = [
        "update deployments.deployment set current_task = null, effective_revision = 1, serving = true where id = $1",
        "update deployments.deployment set serving = false where id = $1",
        r#"update deployments.deployment set stopped = true, spec = spec || '{"stopped": true}' where id = $1"#,
        "update deployments.deployment set team_id = '00aa0000-0000-4000-8000-000000000002', serving = true where id = $1",
        "update deployments.deployment set gone_at = now() where id = $1",
        "update deployments.deployment set gone_at = null, cluster_id = gen_random_uuid() where id = $1",
        "update deployments.deployment set name = name || 'x' where id = $1",
        "delete from deployments.deployment where id = $1",
    ];
    let mut connection = PgConnection::connect(url).await?;
    for (step, sql) in all.into_iter().enumerate() {
        for keep in [false, true] {
            let mut tx = connection.begin().await?;
            sqlx::query(sql).bind(id).execute(&mut *tx).await?;
            // some stay where the first change brings them
            let stays = match n % 3 {
                0 => step > 2,
                1 => step > 5,
                _ => false,
            };
            if keep && !stays { tx.commit().await? } else { tx.rollback().await? }
        }
    }
    Ok(())
}

#[tokio::test]
async fn the_tally_is_right_at_every_moment_of_changes_and_sweeps() {
    let world = world().await;
    let ids = created(&world, 9).await;
    let url = world.bench.database_url();
    let (done, looks) = (AtomicBool::new(false), AtomicU32::new(0));
    let changing = async {
        try_join_all(ids.iter().enumerate().map(|(n, id)| changes(&url, *id, n))).await.unwrap();
        done.store(true, Ordering::SeqCst);
    };
    let adding = || async {
        while !done.load(Ordering::SeqCst) {
            tally::add_up(&mut world.app.cx.db.acquire().await.unwrap()).await.unwrap();
        }
    };
    let looking = async {
        let mut connection = PgConnection::connect(&url).await.unwrap();
        while !done.load(Ordering::SeqCst) {
            assert!(right(&mut connection).await);
            looks.fetch_add(1, Ordering::SeqCst);
        }
        assert!(right(&mut connection).await);
    };
    tokio::join!(changing, join_all([adding(), adding()]), looking);
    assert!(looks.load(Ordering::SeqCst) > 0);

    tally::add_up(&mut world.app.cx.db.acquire().await.unwrap()).await.unwrap();
    let rows: Vec<(Uuid, Uuid)> =
        sqlx::query_as("select cluster_id, team_id from deployments.tally").fetch_all(&world.app.cx.db).await.unwrap();
    let groups: std::collections::BTreeSet<_> = rows.iter().copied().collect();
    assert_eq!(rows.len(), groups.len(), "one row for each");
    let created: Vec<i64> =
        sqlx::query_scalar("select total from deployments.user_tally").fetch_all(&world.app.cx.db).await.unwrap();
    assert_eq!(created, [6], "one row for who created them all");
    // three kept their first two changes, three went to another team and cluster, three are gone
    let everyone = admin();
    let counted = |request| count(&world.app, &everyone, request);
    let all = counted(CountDeploymentsRequest::default()).await.unwrap();
    assert_eq!((all.total, all.active), (6, 3));
    for team in [TEAM, FOREIGN] {
        let of_team = CountDeploymentsRequest { team_id: team.to_string(), ..Default::default() };
        assert_eq!(counted(of_team).await.unwrap().total, 3);
    }
    let of_cluster = CountDeploymentsRequest { cluster_id: CLUSTER.to_string(), ..Default::default() };
    assert_eq!(counted(of_cluster).await.unwrap().total, 3);
}

#[tokio::test]
async fn the_sweep_adds_up_and_leaves_a_tally_alone_that_is_short() {
    let world = world().await;
    created(&world, 3).await;
    let rows = || async {
        let sql = "select total from deployments.tally order by total";
        sqlx::query_scalar::<_, i64>(sql).fetch_all(&world.app.cx.db).await.unwrap()
    };
    let place = || async {
        let sql = "select ctid::text from deployments.tally union all select ctid::text from deployments.user_tally";
        sqlx::query_scalar::<_, String>(sql).fetch_all(&world.app.cx.db).await.unwrap()
    };
    assert_eq!(rows().await, [1, 1, 1]);
    world.sweep().await;
    assert_eq!(rows().await, [3]);
    let before = place().await;
    world.sweep().await;
    assert_eq!(place().await, before, "nothing is written when there is nothing to add up");
}

#[tokio::test]
async fn a_site_that_serves_is_active_while_a_task_is_at_work_on_it_and_not_once_it_is_to_go() {
    use deployments::{delete::delete, restart::restart};
    use proto::deployments::{DeleteDeploymentRequest, DeploymentStatus, RestartDeploymentRequest};
    let world = world().await;
    let id = world.running().await;
    let active =
        async || count(&world.app, &team_admin(), CountDeploymentsRequest::default()).await.expect("a count").active;
    assert_eq!(active().await, 1);
    let request = RestartDeploymentRequest { id: id.clone(), version: 0, ..Default::default() };
    restart(&world.app, &team_admin(), request).await.expect("a restart");
    assert_eq!(world.shown(&id).await.status(), DeploymentStatus::Pending);
    assert_eq!(active().await, 1, "it serves meanwhile");
    delete(&world.app, &team_admin(), DeleteDeploymentRequest { id, ..Default::default() }).await.expect("a deletion");
    assert_eq!(active().await, 0);
    let mut db = world.app.cx.db.acquire().await.unwrap();
    assert!(right(&mut db).await);
}
