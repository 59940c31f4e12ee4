//! Another size of a site.

use crate::{World, fields, member, stranger, verdict, world};
use deployments::{create::create, list_revisions::list_revisions, plan::plan, scale::scale, stop::stop};
use proto::{
    deployments::{
        DeploymentStatus, ListRevisionsRequest, PlanDeploymentRequest, ScaleDeploymentRequest, SourceInput,
        StopDeploymentRequest, plan_deployment_request::Change,
    },
    infrastructure::{PlanResponse, VolumeClaim},
    tasks::TaskKind,
};

fn to(id: &str) -> ScaleDeploymentRequest {
    ScaleDeploymentRequest { id: id.into(), ..Default::default() }
}

/// A running Node.js site without files.
async fn program(world: &World) -> String {
    let mut request = crate::shop();
    request.r#type = "nodejs".into();
    let spec = request.spec.as_mut().unwrap();
    spec.database = None;
    spec.services = ["mysql", "redis", "ftp", "phpmyadmin"].map(|name| (name.to_owned(), false)).into();
    spec.source = Some(SourceInput { image: Some("ghcr.io/shop/web:1".into()), ..Default::default() });
    let made = create(&world.app, &member(), request).await.unwrap();
    let id = made.deployment.unwrap().id;
    world.finish(&id, &made.task_id, true, true).await;
    id
}

/// What the cluster has of the site's own volume.
async fn volume_is(world: &World, id: &str, size: &str, growable: Option<bool>) {
    let release = world.shown(id).await.release_name;
    world.peers.state().volumes = vec![VolumeClaim {
        name: format!("{release}-data"),
        size: size.into(),
        storage_class: "standard".into(),
        growable,
        ..Default::default()
    }];
}

#[tokio::test]
async fn what_is_named_changes_and_the_rest_stays() {
    let world = world().await;
    let id = program(&world).await;
    let request = ScaleDeploymentRequest {
        replicas: Some(3),
        cpu: Some("500m".into()),
        memory: Some("1Gi".into()),
        reason: "Sales".into(),
        ..to(&id)
    };
    let answer = scale(&world.app, &member(), request).await.unwrap();
    let order = world.orders().await.pop().unwrap();
    assert_eq!((order.kind(), order.revision, &order.id), (TaskKind::Scale, 2, &answer.task_id));
    world.finish(&id, &answer.task_id, true, true).await;
    let shown = world.shown(&id).await;
    let spec = shown.spec.unwrap();
    let asked = spec.resources.unwrap();
    assert_eq!((spec.replicas, asked.cpu.as_str(), asked.memory.as_str()), (3, "500m", "1Gi"));
    assert_eq!(shown.resources.unwrap().memory, "3.1Gi", "three of them, and nginx before each");
    let task = scale(&world.app, &member(), ScaleDeploymentRequest { memory: Some(String::new()), ..to(&id) }).await;
    world.finish(&id, &task.unwrap().task_id, true, true).await;
    let spec = world.shown(&id).await.spec.unwrap();
    let asked = spec.resources.unwrap();
    assert_eq!((spec.replicas, asked.cpu.as_str(), asked.memory.as_str()), (3, "500m", ""), "worked out anew");
    let request = ListRevisionsRequest { id: id.clone(), ..Default::default() };
    let revisions = list_revisions(&world.app, &member(), request).await.unwrap().revisions;
    assert_eq!((revisions[1].change.as_str(), revisions[1].reason.as_str()), ("scale", "Sales"));
    assert_eq!(world.reasons().await.last().unwrap(), "ScaleRequested");
}

#[tokio::test]
async fn what_cannot_be_is_refused_and_so_is_what_changes_nothing() {
    let world = world().await;
    let id = world.running().await;
    assert_eq!(verdict(scale(&world.app, &stranger(), to(&id)).await), "404 Deployment");
    assert_eq!(verdict(scale(&world.app, &member(), to(&id)).await), "409 NOTHING_TO_SCALE");
    let wrong = ScaleDeploymentRequest { replicas: Some(2), cpu: Some("lots".into()), ..to(&id) };
    let problems = fields(scale(&world.app, &member(), wrong).await);
    assert_eq!(problems.keys().collect::<Vec<_>>(), ["replicas", "resources.cpu"], "{problems:?}");
    let huge = ScaleDeploymentRequest { memory: Some("1Ti".into()), ..to(&id) };
    assert!(!fields(scale(&world.app, &member(), huge).await).is_empty(), "more than its namespace may have");
    let task = world.change_domain(&id, "new.example.com").await;
    let more = || ScaleDeploymentRequest { cpu: Some("300m".into()), ..to(&id) };
    assert_eq!(verdict(scale(&world.app, &member(), more()).await), "409 TASK_RUNNING");
    world.finish(&id, &task, false, true).await;
    assert_eq!(verdict(scale(&world.app, &member(), more()).await), "409 CHANGE_UNFINISHED");
    assert_eq!(world.shown(&id).await.actions["scale"].reason, "CHANGE_UNFINISHED");
}

#[tokio::test]
async fn a_volume_grows_where_its_class_lets_it_and_never_shrinks() {
    let world = world().await;
    let id = world.running().await;
    let sized = |size: &str| ScaleDeploymentRequest { storage: Some(size.into()), ..to(&id) };
    volume_is(&world, &id, "10Gi", Some(true)).await;
    let refused = fields(scale(&world.app, &member(), sized("8Gi")).await);
    assert_eq!(
        refused["resources.storage"], "A volume cannot be made smaller.",
        "although nobody asked for a size before"
    );
    volume_is(&world, &id, "5Gi", Some(false)).await;
    let refused = fields(scale(&world.app, &member(), sized("20Gi")).await);
    let said = "The volume has 5Gi, and its storage class standard does not let it grow.";
    assert_eq!(refused["resources.storage"], said);
    assert_eq!(world.shown(&id).await.revision, 1);
    for growable in [Some(true), None] {
        volume_is(&world, &id, "5Gi", growable).await;
        let asked = PlanDeploymentRequest { change: Some(Change::Scale(sized("20Gi"))) };
        assert_eq!(plan(&world.app, &member(), asked).await.unwrap().revision, 2, "{growable:?}: the cluster says it");
    }
    let task = scale(&world.app, &member(), sized("20Gi")).await.unwrap().task_id;
    world.finish(&id, &task, true, true).await;
    let refused = fields(scale(&world.app, &member(), sized("10Gi")).await);
    assert_eq!(refused["resources.storage"], "A volume cannot be made smaller.");
}

#[tokio::test]
async fn its_plan_binds_it_and_a_stopped_site_stays_stopped() {
    let world = world().await;
    let id = world.running().await;
    let is = |state: &str| world.peers.state().plan = PlanResponse { state: state.into(), ..Default::default() };
    let more = || ScaleDeploymentRequest { cpu: Some("300m".into()), ..to(&id) };
    is("a");
    let asked = PlanDeploymentRequest { change: Some(Change::Scale(more())) };
    let planned = plan(&world.app, &member(), asked).await.unwrap();
    let bound = |plan: &str| ScaleDeploymentRequest { plan: plan.into(), ..more() };
    is("b");
    assert_eq!(verdict(scale(&world.app, &member(), bound(&planned.hash)).await), "409 PLAN_OUTDATED");
    is("a");
    let other = ScaleDeploymentRequest { cpu: Some("400m".into()), ..bound(&planned.hash) };
    assert_eq!(verdict(scale(&world.app, &member(), other).await), "409 PLAN_OUTDATED", "another size was shown");
    let task = scale(&world.app, &member(), bound(&planned.hash)).await.unwrap().task_id;
    world.finish(&id, &task, true, true).await;
    let task = stop(&world.app, &member(), StopDeploymentRequest { id: id.clone(), ..Default::default() }).await;
    world.finish(&id, &task.unwrap().task_id, true, false).await;
    let more = ScaleDeploymentRequest { cpu: Some("500m".into()), ..to(&id) };
    let task = scale(&world.app, &member(), more).await.unwrap().task_id;
    world.finish(&id, &task, true, true).await;
    let shown = world.shown(&id).await;
    assert_eq!((shown.status(), shown.effective_revision), (DeploymentStatus::Stopped, 4));
}
