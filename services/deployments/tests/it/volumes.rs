//! Volumes that are kept when a service is switched off, and those that a change deletes.

use crate::{NOBODY, World, colleague, manager, member, stranger, tasks, verdict, world};
use access::Caller;
use deployments::{
    delete_volumes::delete_volumes, list_revisions::list_revisions, list_volumes::list_volumes, plan::plan,
    rollback::rollback, update::update,
};
use kit::{Error, message};
use proto::{
    deployments::{
        DatabaseInput, DeleteVolumesRequest, DeleteVolumesResponse, ListRevisionsRequest, ListVolumesRequest,
        ListVolumesResponse, PlanDeploymentRequest, PlanDeploymentResponse, Revision, RollbackDeploymentRequest,
        SpecInput, UpdateDeploymentRequest, plan_deployment_request::Change,
    },
    infrastructure::{DeletedVolume, PlanResponse, PlannedObject, PlannedVolume, VolumeClaim, VolumeOutcome},
};

/// The claims of the shop, and one that is somebody else's.
async fn there(world: &World, id: &str) -> String {
    let release = world.shown(id).await.release_name;
    let claim = |name: String, component: &str, foreign| VolumeClaim {
        uid: format!("uid of {name}"),
        name,
        component: component.to_owned(),
        size: "5Gi".to_owned(),
        created_at: Some(kit::clock::stamp(world.app.cx.clock.now())),
        ending: false,
        foreign,
        ..Default::default()
    };
    let database = format!("data-{release}-mysql-0");
    world.peers.state().volumes = vec![
        claim(database.clone(), "mysql", false),
        claim("mine".to_owned(), "", true),
        claim(format!("{release}-data"), "data", false),
    ];
    database
}

/// MySQL off, with these volumes deleted.
fn without_mysql(id: &str, volumes: &[&str]) -> UpdateDeploymentRequest {
    let database = DatabaseInput { host: Some("db.example.com".into()), ..Default::default() };
    let services = [("mysql".to_owned(), false)].into();
    UpdateDeploymentRequest {
        spec: Some(SpecInput { services, database: Some(database), ..Default::default() }),
        ..deleting(id, volumes)
    }
}

fn with_mysql(id: &str) -> UpdateDeploymentRequest {
    let database = DatabaseInput { host: Some("localhost".into()), ..Default::default() };
    let services = [("mysql".to_owned(), true)].into();
    let spec = Some(SpecInput { services, database: Some(database), ..Default::default() });
    UpdateDeploymentRequest { spec, ..deleting(id, &[]) }
}

fn deleting(id: &str, volumes: &[&str]) -> UpdateDeploymentRequest {
    let delete_volumes = volumes.iter().map(|&name| name.to_owned()).collect();
    UpdateDeploymentRequest { id: id.into(), delete_volumes, ..Default::default() }
}

async fn planned(world: &World, update: UpdateDeploymentRequest) -> kit::Result<PlanDeploymentResponse> {
    plan(&world.app, &member(), PlanDeploymentRequest { change: Some(Change::Update(update)) }).await
}

/// Changes the shop; its task.
async fn changed(world: &World, request: UpdateDeploymentRequest) -> String {
    update(&world.app, &member(), request).await.unwrap().task_id
}

async fn step(world: &World, id: &str, task: &str, revision: i32) -> kit::Result<DeleteVolumesResponse> {
    let request = DeleteVolumesRequest { deployment_id: id.into(), task_id: task.into(), fence: 1, revision };
    delete_volumes(&world.app, &tasks(), request).await
}

async fn newest(world: &World, by: &Caller, id: &str) -> Revision {
    let request = ListRevisionsRequest { id: id.into(), page: 1, limit: 1 };
    list_revisions(&world.app, by, request).await.unwrap().revisions.remove(0)
}

async fn listed(world: &World, by: &Caller, id: &str) -> kit::Result<ListVolumesResponse> {
    list_volumes(&world.app, by, ListVolumesRequest { id: id.into() }).await
}

/// The code at the field.
fn code<T>(result: kit::Result<T>) -> String {
    match result {
        Err(Error::Invalid { fields, .. }) => fields["deleteVolumes"].reason().to_owned(),
        Err(other) => panic!("another error: {other:?}"),
        Ok(_) => panic!("it was accepted"),
    }
}

#[tokio::test]
async fn only_a_volume_that_the_changed_site_does_not_use_is_deleted() {
    let world = world().await;
    let id = world.running().await;
    let database = there(&world, &id).await;
    let site = format!("{}-data", world.shown(&id).await.release_name);
    for (asked, why) in [
        (deleting(&id, &[&database]), "VOLUME_IN_USE"),
        (without_mysql(&id, &[&site]), "VOLUME_IN_USE"),
        (without_mysql(&id, &["mine"]), "VOLUME_FOREIGN"),
        (without_mysql(&id, &["nothing"]), "VOLUME_UNKNOWN"),
        (without_mysql(&id, &[""]), "VOLUME_UNKNOWN"),
        (without_mysql(&id, &[&database, "nothing"]), "VOLUME_UNKNOWN"),
    ] {
        assert_eq!(code(planned(&world, asked.clone()).await), why, "{:?}", asked.delete_volumes);
        assert_eq!(code(update(&world.app, &member(), asked).await), why);
    }
    let many: Vec<String> = (0..21).map(|n| format!("volume-{n}")).collect();
    let many = UpdateDeploymentRequest { delete_volumes: many, ..without_mysql(&id, &[]) };
    assert_eq!(code(planned(&world, many).await), "AT_MOST");
    assert_eq!(verdict(update(&world.app, &stranger(), without_mysql(&id, &[&database])).await), "404 Deployment");
    assert_eq!(verdict(update(&world.app, &manager(), without_mysql(&id, &[&database])).await), "403");
    assert_eq!(world.shown(&id).await.revision, 1, "nothing was written");
    world.peers.state().away = true;
    assert!(
        update(&world.app, &member(), without_mysql(&id, &[&database])).await.is_err(),
        "nobody knows what is there"
    );
}

#[tokio::test]
async fn volumes_are_part_of_the_plan_of_its_hash_and_of_the_task() {
    let world = world().await;
    let id = world.running().await;
    let database = there(&world, &id).await;
    let volume = PlannedVolume { component: "mysql".into(), ..Default::default() };
    let object = PlannedObject { name: database.clone(), volume: Some(volume), ..Default::default() };
    world.peers.state().plan = PlanResponse { objects: vec![object], state: "a".into(), ..Default::default() };
    let keeping = planned(&world, without_mysql(&id, &[])).await.unwrap();
    let with = planned(&world, without_mysql(&id, &[&database])).await.unwrap();
    assert_ne!(keeping.hash, with.hash);
    assert_eq!(with.objects[0].volume.as_ref().unwrap().service, "mysql");
    let bound = |volumes: &[&str]| UpdateDeploymentRequest { plan: with.hash.clone(), ..without_mysql(&id, volumes) };
    assert_eq!(verdict(update(&world.app, &member(), bound(&[])).await), "409 PLAN_OUTDATED");
    changed(&world, bound(&[&database, &database])).await;
    let asked: Vec<_> = world.peers.state().planned.iter().map(|asked| asked.delete_volumes.clone()).collect();
    assert_eq!(asked.last(), Some(&vec![database.clone()]));
    let order = world.orders().await.pop().unwrap();
    assert_eq!(order.params.unwrap().delete_volumes, std::slice::from_ref(&database));
    let shown = newest(&world, &member(), &id).await;
    let deletion = &shown.deletes[0];
    assert_eq!(
        (deletion.name.as_str(), deletion.service.as_str(), deletion.size.as_str()),
        (database.as_str(), "mysql", "5Gi")
    );
    assert!(deletion.deleted_at.is_none() && deletion.problem.is_empty());
}

#[tokio::test]
async fn the_step_is_repeated_until_each_volume_is_gone_and_tells_it_once() {
    let world = world().await;
    let id = world.running().await;
    let database = there(&world, &id).await;
    let task = changed(&world, without_mysql(&id, &[&database])).await;
    let waits = message!(VolumeEnding);
    let going = DeletedVolume {
        name: database.clone(),
        outcome: VolumeOutcome::Going.into(),
        message: waits.to_string(),
        said: waits.packed(),
    };
    world.peers.state().outcomes.push_back(vec![going]);
    let first = step(&world, &id, &task, 2).await.unwrap();
    assert!(!first.done && first.message.contains(&database), "{first:?}");
    let done = step(&world, &id, &task, 2).await.unwrap();
    assert!(done.done && done.message.contains("is deleted"), "{done:?}");
    // a worker that takes over asks nobody again
    assert_eq!(step(&world, &id, &task, 2).await.unwrap(), done);
    let sent = world.peers.state().deleted.clone();
    assert_eq!(sent.len(), 2);
    assert_eq!(sent[0].volumes[0].uid, format!("uid of {database}"));
    let told: Vec<_> = world.events().await.into_iter().filter(|event| event.reason == "VolumeDeleted").collect();
    assert_eq!(told.len(), 1);
    assert_eq!(told[0].deployment.as_ref().unwrap().name, "Shop");
    assert!(told[0].message.contains("of the database") && told[0].message.contains("5Gi"), "{}", told[0].message);
    assert_eq!(
        told[0].actor.as_ref().map(|actor| actor.id.clone()),
        member().origin().user.as_ref().map(|user| user.id.to_string())
    );
    assert!(newest(&world, &member(), &id).await.deletes[0].deleted_at.is_some());
    // another task, or none, deletes nothing
    assert_eq!(verdict(step(&world, &id, NOBODY, 2).await), "409 TASK_NOT_CURRENT");
    assert_eq!(verdict(step(&world, &id, &task, 1).await), "409 TASK_NOT_CURRENT");
    world.finish(&id, &task, true, true).await;
    assert_eq!(verdict(step(&world, &id, &task, 2).await), "409 TASK_NOT_CURRENT");
}

#[tokio::test]
async fn a_volume_that_stays_is_said_with_its_reason() {
    let world = world().await;
    let id = world.running().await;
    let database = there(&world, &id).await;
    let task = changed(&world, without_mysql(&id, &[&database])).await;
    let why = message!(VolumeMountedElsewhere, pod = "spy");
    let stays = DeletedVolume {
        name: database.clone(),
        outcome: VolumeOutcome::Stays.into(),
        message: why.to_string(),
        said: why.packed(),
    };
    world.peers.state().outcomes.push_back(vec![stays]);
    let done = step(&world, &id, &task, 2).await.unwrap();
    assert!(done.done && done.message.contains("spy"), "{done:?}");
    assert!(world.reasons().await.contains(&"VolumeNotDeleted".to_owned()));
    let deletion = newest(&world, &member(), &id).await.deletes.remove(0);
    assert!(deletion.deleted_at.is_none());
    assert_eq!(deletion.problem, why.to_string());
    let reduced = newest(&world, &manager(), &id).await.deletes.remove(0);
    assert_eq!((reduced.problem.as_str(), reduced.said.as_str()), ("", ""));
}

#[tokio::test]
async fn a_kept_volume_is_shown_with_its_time_and_deleted_by_a_later_change() {
    let world = world().await;
    let id = world.running().await;
    let database = there(&world, &id).await;
    let kept = |answer: &ListVolumesResponse| {
        answer.volumes.iter().filter(|volume| volume.kept).map(|volume| volume.name.clone()).collect::<Vec<_>>()
    };
    let before = listed(&world, &colleague(), &id).await.unwrap();
    assert_eq!((before.volumes.len(), kept(&before).len()), (2, 0), "what is somebody else's is left out");
    assert_eq!((before.volumes[0].service.as_str(), before.volumes[1].service.as_str()), ("mysql", ""));
    let task = changed(&world, without_mysql(&id, &[])).await;
    assert_eq!(kept(&listed(&world, &member(), &id).await.unwrap()), [""; 0], "what is in effect uses it still");
    let off = world.app.cx.clock.now();
    world.finish(&id, &task, true, true).await;
    world.bench.clock.advance(std::time::Duration::from_secs(3600));
    let task = world.change_domain(&id, "elsewhere.example.com").await;
    world.finish(&id, &task, true, true).await;
    let after = listed(&world, &member(), &id).await.unwrap();
    assert_eq!(kept(&after), std::slice::from_ref(&database));
    assert_eq!(after.volumes[0].kept_since, Some(kit::clock::stamp(off)), "since it was switched off");
    // nothing but the volume changes: that is a revision and its upgrade too
    let task = changed(&world, deleting(&id, &[&database])).await;
    assert!(!task.is_empty());
    let shown = newest(&world, &member(), &id).await;
    assert_eq!((shown.number, shown.change.as_str(), shown.deletes.len()), (4, "update", 1));
    assert!(step(&world, &id, &task, 4).await.unwrap().done);
    world.finish(&id, &task, true, true).await;
    // what is restored deletes nothing
    let back = RollbackDeploymentRequest { id: id.clone(), revision: 2, ..Default::default() };
    rollback(&world.app, &member(), back).await.unwrap();
    assert_eq!(newest(&world, &member(), &id).await.deletes, []);
    let order = world.orders().await.pop().unwrap();
    assert_eq!(order.params.unwrap().delete_volumes, [""; 0]);
}

#[tokio::test]
async fn a_volume_that_is_used_again_is_kept_no_more() {
    let world = world().await;
    let id = world.running().await;
    there(&world, &id).await;
    for request in [without_mysql(&id, &[]), with_mysql(&id)] {
        let task = changed(&world, request).await;
        world.finish(&id, &task, true, true).await;
    }
    let shown = listed(&world, &member(), &id).await.unwrap();
    assert!(shown.volumes.iter().all(|volume| !volume.kept && volume.kept_since.is_none()), "{shown:?}");
    assert_eq!(verdict(listed(&world, &stranger(), &id).await), "404 Deployment");
    world.peers.state().away = true;
    let unseen = listed(&world, &member(), &id).await.unwrap();
    assert!(unseen.volumes.is_empty() && !unseen.unreachable.is_empty());
}
