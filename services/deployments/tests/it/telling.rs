//! Rules about the whole service.

use crate::{member, world};
use deployments::{App, SERVICE, chart, policy::POLICY};
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
    assert_eq!(methods.len(), 18);
    assert_eq!(rows, methods);
}

#[test]
fn the_charts_that_are_built_in_can_be_parsed() {
    chart::Charts::load().unwrap();
}

#[tokio::test]
async fn each_change_of_a_deployment_is_told_to_screens_with_a_greater_version() {
    let world = world().await;
    let id = world.running().await;
    let request = proto::deployments::RestartDeploymentRequest { id: id.clone(), version: 0 };
    deployments::restart::restart(&world.app, &member(), request).await.unwrap();
    let sent = world.bench.outbox().await;
    let hints =
        sent.iter().filter(|row| row.method == "Changed").map(|row| Changed::decode(row.payload.as_slice()).unwrap());
    let versions: Vec<i64> = hints
        .inspect(|hint| assert_eq!((hint.kind.as_str(), &hint.id), ("deployment", &id)))
        .map(|hint| hint.version)
        .collect();
    assert_eq!(versions, [1, 2, 3]);
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
