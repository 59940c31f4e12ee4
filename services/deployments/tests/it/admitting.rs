//! The two halves of a creation.

use crate::{CLUSTER, TEAM, World, cluster, member, shop, verdict, world};
use deployments::{admit::admit, count::count, create::create};
use proto::deployments::CountDeploymentsRequest;
use std::time::Duration;

/// A creation that died between its halves: the row is there, nobody was asked.
async fn half(world: &World, key: &str) -> String {
    let made = create(&world.app, &member().with_key(key), shop()).await.unwrap();
    sqlx::query("delete from deployments.outbox").execute(&world.app.cx.db).await.unwrap();
    sqlx::query("update deployments.deployment set admitted = false").execute(&world.app.cx.db).await.unwrap();
    made.deployment.unwrap().id
}

#[tokio::test]
async fn a_half_creation_counts_so_that_its_cluster_cannot_be_deleted() {
    let world = world().await;
    half(&world, "k1").await;
    let asked = CountDeploymentsRequest { cluster_id: CLUSTER.to_string(), ..Default::default() };
    let counted = count(&world.app, &access::testing::service_caller("infrastructure"), asked).await.unwrap();
    assert_eq!((counted.total, counted.active), (1, 0));
}

#[tokio::test]
async fn the_sweep_finishes_a_creation_that_crashed_between_its_transactions() {
    let world = world().await;
    let id = half(&world, "k1").await;
    world.sweep().await;
    assert!(world.orders().await.is_empty(), "it may still be on its way");
    world.bench.clock.advance(Duration::from_secs(61));
    world.sweep().await;
    let orders = world.orders().await;
    assert_eq!((orders.len(), orders[0].deployment_id.as_str()), (1, id.as_str()));
    assert_eq!(orders[0].actor_name, "Test User");
    assert_eq!(world.reasons().await, ["DeploymentCreated"]);
    world.sweep().await;
    assert_eq!(world.orders().await.len(), 1, "once");
}

#[tokio::test]
async fn a_repeat_with_the_same_key_finishes_it_at_once() {
    let world = world().await;
    let id = half(&world, "k1").await;
    let again = create(&world.app, &member().with_key("k1"), shop()).await.unwrap();
    assert_eq!(again.deployment.unwrap().id, id);
    assert_eq!(world.orders().await.len(), 1);
}

#[tokio::test]
async fn a_team_that_closes_in_between_takes_the_creation_and_its_key_with_it() {
    let world = world().await;
    let id = half(&world, "k1").await;
    world.peers.state().teams.retain(|(team, _)| *team != TEAM);
    assert_eq!(verdict(admit(&world.app, id.parse().unwrap()).await), "404 Team");
    for table in ["deployment", "revision", "secret", "idempotency"] {
        let sql = sqlx::AssertSqlSafe(format!("select count(*) from deployments.{table}"));
        let rows: i64 = sqlx::query_scalar(sql).fetch_one(&world.app.cx.db).await.unwrap();
        assert_eq!(rows, 0, "{table}");
    }
    world.peers.state().teams.push((TEAM, "Web".into()));
    assert_eq!(verdict(create(&world.app, &member().with_key("k1"), shop()).await), "ok", "the key is free again");
}

#[tokio::test]
async fn the_sweep_takes_back_what_an_owner_refuses_and_keeps_what_nobody_answers_about() {
    let world = world().await;
    half(&world, "k1").await;
    world.bench.clock.advance(Duration::from_secs(61));
    world.peers.state().away = true;
    assert!(deployments::sweep::once(&world.app).await.is_err());
    let rows = || async {
        let rows: i64 = sqlx::query_scalar("select count(*) from deployments.deployment")
            .fetch_one(&world.app.cx.db)
            .await
            .unwrap();
        rows
    };
    assert_eq!(rows().await, 1);
    {
        let mut state = world.peers.state();
        state.away = false;
        state.clusters =
            vec![proto::infrastructure::Cluster { status: "maintenance".into(), ..cluster(CLUSTER, "prod") }];
    }
    world.sweep().await;
    assert_eq!(rows().await, 0);
    assert!(world.orders().await.is_empty());
}

#[tokio::test]
async fn an_outage_of_an_owner_is_an_outage_and_leaves_nothing_behind() {
    let world = world().await;
    world.peers.state().away = true;
    let refused = create(&world.app, &member(), shop()).await;
    assert!(matches!(refused, Err(kit::Error::Unavailable { .. })));
    world.peers.state().away = false;
    assert_eq!(verdict(create(&world.app, &member(), shop()).await), "ok");
}
