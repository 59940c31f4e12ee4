//! What the teams and the clusters of deployments are called.

use crate::{TEAM, World, member, verdict, world};
use access::testing::service_caller;
use deployments::tell_name::tell_name;
use prost::Message as _;
use proto::{deployments::TellNameRequest, live::Changed};

async fn told(world: &World, request: TellNameRequest) -> Vec<Changed> {
    drop(world.bench.hints());
    tell_name(&world.app, &service_caller("teams"), request).await.unwrap();
    world.bench.hints().iter().map(|hint| Changed::decode(hint.as_slice()).unwrap()).collect()
}

#[tokio::test]
async fn a_deployment_says_what_its_team_and_its_cluster_are_called_now() {
    let world = world().await;
    let id = world.running().await;
    let before = world.shown(&id).await;
    let team = TellNameRequest { team_id: TEAM.to_string(), name: "Web sites".into(), ..Default::default() };
    let hints = told(&world, team.clone()).await;
    assert_eq!(hints.iter().map(|hint| (hint.kind.as_str(), &hint.id)).collect::<Vec<_>>(), [("deployment", &id)]);
    let cluster =
        TellNameRequest { cluster_id: before.cluster_id.clone(), name: "Frankfurt".into(), ..Default::default() };
    assert_eq!(told(&world, cluster).await.len(), 1);
    let shown = world.shown(&id).await;
    assert_eq!((shown.team_name.as_str(), shown.cluster_name.as_str()), ("Web sites", "Frankfurt"));
    assert_eq!(shown.version, before.version + 2);
    assert!(told(&world, team).await.is_empty(), "who is told twice tells nobody");
    let other = TellNameRequest { team_id: shown.cluster_id.clone(), name: "Others".into(), ..Default::default() };
    assert!(told(&world, other).await.is_empty(), "another team's name is not theirs");
    assert_eq!(world.shown(&id).await.team_name, "Web sites");
}

#[tokio::test]
async fn a_change_that_was_made_before_the_name_was_another_is_no_older_one() {
    let world = world().await;
    let id = world.running().await;
    let seen = world.shown(&id).await.version;
    let team = TellNameRequest { team_id: TEAM.to_string(), name: "Web sites".into(), ..Default::default() };
    assert_eq!(told(&world, team).await.len(), 1);
    let request = proto::deployments::RestartDeploymentRequest { id, version: seen, ..Default::default() };
    deployments::restart::restart(&world.app, &member(), request).await.unwrap();
}

#[tokio::test]
async fn only_services_tell_a_name() {
    let world = world().await;
    let team = TellNameRequest { team_id: TEAM.to_string(), name: "Mine".into(), ..Default::default() };
    assert_eq!(verdict(tell_name(&world.app, &member(), team).await), "403");
    let nonsense = TellNameRequest { team_id: "x".into(), ..Default::default() };
    assert!(tell_name(&world.app, &service_caller("teams"), nonsense).await.is_err());
}
