//! The cases of the deployments' gRPC.

use super::{
    case::Case,
    grpc::empty,
    rule::Names::{Nothing, OfTeam},
    world::{Named, World},
};
use crate::system::secret;
use prost::Message;
use proto::deployments;
use tonic::Code;

/// The version of the first change: whoever may change it learns that it has changed since, and nothing happens.
const FIRST: i64 = 1;

fn site(world: &World<'_>, named: &Named) -> deployments::CreateDeploymentRequest {
    let name = &named.things.site;
    deployments::CreateDeploymentRequest {
        name: name.clone(),
        description: "a shop".to_owned(),
        r#type: "wordpress".to_owned(),
        team_id: named.things.team.clone(),
        cluster_id: world.cluster.clone(),
        spec: Some(deployments::SpecInput {
            domain: Some(format!("{name}.example.com")),
            app_user: Some("admin".to_owned()),
            services: [("mysql".to_owned(), true)].into(),
            database: Some(deployments::DatabaseInput {
                user: Some("wordpress".to_owned()),
                name: Some("wordpress".to_owned()),
                ..Default::default()
            }),
            ..Default::default()
        }),
        secrets: Some(deployments::Secrets {
            app_pass: secret("app", name),
            database_pass: secret("db", name),
            database_root_pass: secret("root", name),
            ..Default::default()
        }),
        ..Default::default()
    }
}

/// A case per call.
pub fn of_deployments() -> Vec<Case<Vec<u8>, Code>> {
    let of = Case::<Vec<u8>, Code>::of;
    vec![
        // the name is taken in its team
        of(
            "/canopy.deployments.v1.DeploymentService/CreateDeployment",
            OfTeam,
            Code::FailedPrecondition,
            |world, n| site(world, n).encode_to_vec(),
        ),
        of("/canopy.deployments.v1.DeploymentService/ListDeployments", OfTeam, Code::Ok, |_, n| {
            deployments::ListDeploymentsRequest { team_id: n.things.team.clone(), ..Default::default() }.encode_to_vec()
        }),
        of("/canopy.deployments.v1.DeploymentService/GetDeployment", OfTeam, Code::Ok, |_, n| {
            deployments::GetDeploymentRequest { id: n.things.deployment.clone() }.encode_to_vec()
        }),
        of("/canopy.deployments.v1.DeploymentService/UpdateDeployment", OfTeam, Code::FailedPrecondition, |_, n| {
            let (id, description) = (n.things.deployment.clone(), Some("changed again".to_owned()));
            deployments::UpdateDeploymentRequest { id, description, version: FIRST, ..Default::default() }
                .encode_to_vec()
        }),
        of("/canopy.deployments.v1.DeploymentService/PlanDeployment", OfTeam, Code::FailedPrecondition, |_, n| {
            let update = deployments::UpdateDeploymentRequest {
                id: n.things.deployment.clone(),
                version: FIRST,
                ..Default::default()
            };
            let change = deployments::plan_deployment_request::Change::Update(update);
            deployments::PlanDeploymentRequest { change: Some(change) }.encode_to_vec()
        }),
        // the name is taken in its team
        of("/canopy.deployments.v1.DeploymentService/PlanDeployment", OfTeam, Code::FailedPrecondition, |world, n| {
            let change = deployments::plan_deployment_request::Change::Create(site(world, n));
            deployments::PlanDeploymentRequest { change: Some(change) }.encode_to_vec()
        }),
        of("/canopy.deployments.v1.DeploymentService/RestartDeployment", OfTeam, Code::FailedPrecondition, |_, n| {
            deployments::RestartDeploymentRequest {
                id: n.things.deployment.clone(),
                version: FIRST,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        of("/canopy.deployments.v1.DeploymentService/StopDeployment", OfTeam, Code::FailedPrecondition, |_, n| {
            let id = n.things.deployment.clone();
            deployments::StopDeploymentRequest { id, version: FIRST, ..Default::default() }.encode_to_vec()
        }),
        of("/canopy.deployments.v1.DeploymentService/StartDeployment", OfTeam, Code::FailedPrecondition, |_, n| {
            let id = n.things.deployment.clone();
            deployments::StartDeploymentRequest { id, version: FIRST, ..Default::default() }.encode_to_vec()
        }),
        of("/canopy.deployments.v1.DeploymentService/ScaleDeployment", OfTeam, Code::FailedPrecondition, |_, n| {
            let id = n.things.deployment.clone();
            deployments::ScaleDeploymentRequest { id, version: FIRST, ..Default::default() }.encode_to_vec()
        }),
        of("/canopy.deployments.v1.DeploymentService/DeleteDeployment", OfTeam, Code::FailedPrecondition, |_, n| {
            let id = n.things.deployment.clone();
            deployments::DeleteDeploymentRequest { id, version: FIRST, ..Default::default() }.encode_to_vec()
        }),
        // its cluster answers
        of("/canopy.deployments.v1.DeploymentService/DeleteDeployment", OfTeam, Code::FailedPrecondition, |_, n| {
            let id = n.things.deployment.clone();
            deployments::DeleteDeploymentRequest { id, abandon: true, ..Default::default() }.encode_to_vec()
        })
        .for_admins(),
        of("/canopy.deployments.v1.DeploymentService/RetryDeployment", OfTeam, Code::FailedPrecondition, |_, n| {
            deployments::RetryDeploymentRequest { id: n.things.deployment.clone(), version: FIRST }.encode_to_vec()
        }),
        of("/canopy.deployments.v1.DeploymentService/DiscardChange", OfTeam, Code::FailedPrecondition, |_, n| {
            let id = n.things.deployment.clone();
            deployments::DiscardChangeRequest { id, version: FIRST, ..Default::default() }.encode_to_vec()
        }),
        of("/canopy.deployments.v1.DeploymentService/RollbackDeployment", OfTeam, Code::FailedPrecondition, |_, n| {
            let request = deployments::RollbackDeploymentRequest {
                id: n.things.deployment.clone(),
                revision: 1,
                version: FIRST,
                ..Default::default()
            };
            request.encode_to_vec()
        }),
        of("/canopy.deployments.v1.DeploymentService/GetDrift", OfTeam, Code::Ok, |_, n| {
            deployments::GetDriftRequest { id: n.things.deployment.clone() }.encode_to_vec()
        }),
        of("/canopy.deployments.v1.DeploymentService/PutRight", OfTeam, Code::FailedPrecondition, |_, n| {
            let id = n.things.deployment.clone();
            deployments::PutRightRequest { id, version: FIRST, ..Default::default() }.encode_to_vec()
        }),
        of("/canopy.deployments.v1.DeploymentService/ListRevisions", OfTeam, Code::Ok, |_, n| {
            deployments::ListRevisionsRequest { id: n.things.deployment.clone(), ..Default::default() }.encode_to_vec()
        }),
        of("/canopy.deployments.v1.DeploymentService/GetChart", OfTeam, Code::Ok, |_, n| {
            deployments::GetChartRequest { id: n.things.deployment.clone(), revision: 1 }.encode_to_vec()
        }),
        of("/canopy.deployments.v1.DeploymentService/ListServices", OfTeam, Code::Ok, |_, n| {
            deployments::ListServicesRequest { id: n.things.deployment.clone() }.encode_to_vec()
        }),
        of("/canopy.deployments.v1.DeploymentService/ListVolumes", OfTeam, Code::Ok, |_, n| {
            deployments::ListVolumesRequest { id: n.things.deployment.clone() }.encode_to_vec()
        }),
        of("/canopy.deployments.v1.DeploymentService/GetUsage", OfTeam, Code::Ok, |_, n| {
            let range = proto::infrastructure::MetricsRange::Day.into();
            deployments::GetUsageRequest { id: n.things.deployment.clone(), range }.encode_to_vec()
        }),
        of("/canopy.deployments.v1.DeploymentService/CheckReach", OfTeam, Code::Ok, |_, n| {
            deployments::CheckReachRequest { id: n.things.deployment.clone() }.encode_to_vec()
        }),
        // nothing of it remains anywhere
        of("/canopy.deployments.v1.DeploymentService/ForgetRemains", OfTeam, Code::FailedPrecondition, |_, n| {
            deployments::ForgetRemainsRequest { id: n.things.deployment.clone(), version: 0 }.encode_to_vec()
        }),
        of("/canopy.deployments.v1.DeploymentService/RevealSecrets", OfTeam, Code::Ok, |_, n| {
            deployments::RevealSecretsRequest { id: n.things.deployment.clone(), ..Default::default() }.encode_to_vec()
        }),
        of("/canopy.deployments.v1.DeploymentService/CountDeployments", OfTeam, Code::Ok, |_, n| {
            deployments::CountDeploymentsRequest { team_id: n.things.team.clone(), ..Default::default() }
                .encode_to_vec()
        }),
        of("/canopy.deployments.v1.DeploymentService/GetQuotas", OfTeam, Code::Ok, |_, n| {
            deployments::GetQuotasRequest { team_id: n.things.team.clone() }.encode_to_vec()
        }),
        of("/canopy.deployments.v1.DeploymentService/GetCatalogue", Nothing, Code::Ok, empty),
        of("/canopy.deployments.v1.DeploymentService/StreamLogs", OfTeam, Code::Ok, |_, n| {
            deployments::StreamLogsRequest { id: n.things.deployment.clone(), ..Default::default() }.encode_to_vec()
        }),
        // only whether one may
        of("/canopy.deployments.v1.DeploymentService/OpenShell", OfTeam, Code::Ok, |_, n| {
            let target =
                deployments::ShellTarget { id: n.things.deployment.clone(), check: true, ..Default::default() };
            let open = deployments::open_shell_request::Message::Open(target);
            deployments::OpenShellRequest { message: Some(open) }.encode_to_vec()
        }),
    ]
}
