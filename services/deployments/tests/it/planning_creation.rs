//! A site before it is made, and the site that its plan makes.

use crate::{APP_PASS, World, colleague, manager, member, other, shop, stranger, verdict, world, world_with};
use deployments::{create::create, plan::plan};
use proto::{
    deployments::{
        CreateDeploymentRequest, CreateDeploymentResponse, PlanDeploymentRequest, PlanDeploymentResponse,
        plan_deployment_request::Change,
    },
    infrastructure::{PlanResponse, PlannedObject},
};

async fn asked(
    world: &World,
    by: &access::Caller,
    site: CreateDeploymentRequest,
) -> kit::Result<PlanDeploymentResponse> {
    plan(&world.app, by, PlanDeploymentRequest { change: Some(Change::Create(site)) }).await
}

async fn made(world: &World, site: CreateDeploymentRequest, plan: &str) -> kit::Result<CreateDeploymentResponse> {
    create(&world.app, &member(), CreateDeploymentRequest { plan: plan.into(), ..site }).await
}

fn cluster_is(world: &World, state: &str, problem: &str) {
    let objects = vec![PlannedObject { kind: "Ingress".into(), problem: problem.into(), ..Default::default() }];
    world.peers.state().plan =
        PlanResponse { objects, state: state.into(), tried_in: "default".into(), ..Default::default() };
}

async fn rows(world: &World) -> i64 {
    sqlx::query_scalar("select count(*) from deployments.deployment").fetch_one(&world.bench.cx.db).await.unwrap()
}

#[tokio::test]
async fn what_is_made_is_what_was_shown_under_the_name_that_was_shown() {
    let world = world().await;
    cluster_is(&world, "a", "");
    let planned = asked(&world, &member(), shop()).await.unwrap();
    assert_eq!((planned.revision, planned.objects.len(), planned.tried_in.as_str()), (1, 1, "default"));
    assert!(planned.secrets.contains(&"app_pass".to_owned()) && planned.secrets.contains(&"redis_password".to_owned()));
    assert_eq!((rows(&world).await, world.orders().await.len()), (0, 0), "nothing is written");
    let made = made(&world, shop(), &planned.hash).await.unwrap();
    let (shown, task) = (made.deployment.unwrap(), made.task_id);
    let sent = world.peers.state().planned.clone();
    assert_eq!(sent.len(), 2);
    assert_eq!(sent[0].documents, sent[1].documents, "what is rendered is the same");
    assert!(!sent[0].state_only && sent[1].state_only, "what was tried once is not tried again");
    for asked in &sent {
        assert_eq!((&asked.deployment_id, &asked.namespace), (&shown.id, &shown.namespace));
        assert!(!String::from_utf8_lossy(&asked.documents).contains(APP_PASS));
    }
    let state: String =
        sqlx::query_scalar("select planned_state from deployments.deployment where planned_task = $1::uuid")
            .bind(&task)
            .fetch_one(&world.bench.cx.db)
            .await
            .unwrap();
    assert_eq!(state, "a", "the install begins on no other state");
}

#[tokio::test]
async fn a_creation_whose_plan_does_not_hold_any_more_is_refused_and_writes_nothing() {
    let world = world().await;
    cluster_is(&world, "a", "");
    let hash = asked(&world, &member(), shop()).await.unwrap().hash;
    assert_eq!(verdict(made(&world, other("Blog"), &hash).await), "409 PLAN_OUTDATED", "another site");
    let by_another = CreateDeploymentRequest { plan: hash.clone(), ..shop() };
    assert_eq!(verdict(create(&world.app, &colleague(), by_another).await), "409 PLAN_OUTDATED", "who has seen it?");
    for nonsense in ["x", &hash[1..], &hash[..32], &format!("{hash}0"), "é".repeat(60).as_str()] {
        assert_eq!(verdict(made(&world, shop(), nonsense).await), "409 PLAN_OUTDATED", "{nonsense}");
    }
    cluster_is(&world, "b", "");
    assert_eq!(verdict(made(&world, shop(), &hash).await), "409 PLAN_OUTDATED", "somebody moved the cluster");
    world.peers.state().away = true;
    assert!(made(&world, shop(), &hash).await.is_err(), "a cluster that cannot be asked holds no plan");
    world.peers.state().away = false;
    assert_eq!((rows(&world).await, world.orders().await.len()), (0, 0));
    cluster_is(&world, "a", "");
    made(&world, shop(), &hash).await.unwrap();
    assert_eq!(verdict(made(&world, shop(), &hash).await), "409 PLAN_OUTDATED", "a plan makes one site");
}

#[tokio::test]
async fn what_stands_in_the_way_is_said_before_a_creation() {
    let world = world_with(&["--deployments-per-user=2"]).await;
    cluster_is(&world, "a", "Ingress shop was refused: host taken");
    let planned = asked(&world, &member(), shop()).await.unwrap();
    assert_eq!(planned.objects[0].problem, "Ingress shop was refused: host taken");
    world.create(&member()).await;
    let named = CreateDeploymentRequest { name: "SHOP".into(), ..other("Blog") };
    assert_eq!(verdict(asked(&world, &member(), named).await), "409 NAME_TAKEN");
    let there = CreateDeploymentRequest { name: "Blog".into(), ..shop() };
    assert_eq!(verdict(asked(&world, &member(), there).await), "409 DOMAIN_TAKEN");
    let nameless = CreateDeploymentRequest { name: String::new(), ..other("Blog") };
    assert!(verdict(asked(&world, &member(), nameless).await).starts_with("400"));
    assert_eq!(verdict(asked(&world, &stranger(), other("Blog")).await), "404 Team");
    assert_eq!(verdict(asked(&world, &manager(), other("Blog")).await), "403");
    asked(&world, &member(), other("Blog")).await.unwrap();
    create(&world.app, &member(), other("Blog")).await.unwrap();
    assert_eq!(verdict(asked(&world, &member(), other("Third")).await), "409 DEPLOYMENT_LIMIT");
    let asked_before = world.peers.state().planned.len();
    world.peers.state().clusters[0].status = "maintenance".into();
    assert!(asked(&world, &colleague(), other("Third")).await.is_err(), "nothing is deployed there now");
    assert_eq!(world.peers.state().planned.len(), asked_before, "the cluster is not asked");
}

#[tokio::test]
async fn a_repeat_of_a_creation_is_the_same_one_whatever_its_plan() {
    let world = world().await;
    cluster_is(&world, "a", "");
    let caller = member().with_key("one");
    let hash = asked(&world, &caller, shop()).await.unwrap().hash;
    let again = asked(&world, &caller, shop()).await.unwrap().hash;
    assert_ne!(hash, again);
    let send =
        async |plan: String| create(&world.app, &caller, CreateDeploymentRequest { plan, ..shop() }).await.unwrap();
    let first = send(hash).await;
    assert_eq!(send(again).await, first);
    assert_eq!(rows(&world).await, 1);
}
