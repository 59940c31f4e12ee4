//! Rules about the whole service.

use crate::{member, world};
use deployments::{App, SERVICE, policy::POLICY};
use prost::Message;
use proto::live::Changed;

#[test]
fn every_rpc_has_a_policy_row() {
    let set = prost_types::FileDescriptorSet::decode(SERVICE.descriptors).unwrap();
    let mut methods = Vec::new();
    for file in set.file.iter().filter(|file| file.package() == "canopy.deployments.v1") {
        for service in &file.service {
            methods.extend(
                service.method.iter().map(|method| format!("/{}.{}/{}", file.package(), service.name(), method.name())),
            );
        }
    }
    let rows: Vec<&str> = POLICY.iter().map(|row| row.call).collect();
    assert_eq!(methods.len(), 37);
    assert_eq!(rows, methods);
}

#[tokio::test]
async fn each_change_of_a_deployment_is_told_to_screens_with_a_greater_version() {
    let world = world().await;
    let made = world.create(&member()).await;
    let id = made.deployment.unwrap().id;
    let told = || -> Vec<i64> {
        let hints = world.bench.hints().into_iter().map(|hint| Changed::decode(hint.as_slice()).unwrap());
        hints
            .inspect(|hint| assert_eq!((hint.kind.as_str(), &hint.id), ("deployment", &id)))
            .map(|hint| hint.version)
            .collect()
    };
    assert_eq!(told(), [1]);
    world.finish(&id, &made.task_id, true, true).await;
    assert_eq!(told(), [2]);
    let request = proto::deployments::RestartDeploymentRequest { id: id.clone(), version: 0, ..Default::default() };
    deployments::restart::restart(&world.app, &member(), request).await.unwrap();
    assert_eq!(told(), [3]);
    let mut tx = world.app.cx.begin().await.unwrap();
    deployments::facts::changed(&mut tx, id.parse().unwrap(), id.parse().unwrap(), 4);
    tx.rollback().await.unwrap();
    assert_eq!(told(), Vec::<i64>::new(), "nothing is told of what was rolled back");
    assert!(world.bench.outbox().await.iter().all(|row| row.method != "Changed"), "hints are kept nowhere");
}

#[tokio::test]
async fn a_command_of_a_deployment_keeps_its_order_by_the_deployments_id() {
    let world = world().await;
    let id = world.running().await;
    for row in world.bench.outbox().await.iter().filter(|row| !row.target.is_empty()) {
        assert_eq!((row.target.as_str(), row.key.unwrap().to_string()), ("tasks", id.clone()));
    }
    let _: &App = &world.app;
}
