//! The cases of gRPC. Calls that only services may make need none: a person is refused before the message is read, so all of
//! them are tried with an empty one.

use super::{
    case::Case,
    rule::Names::{Nothing, OfTeam, Shared},
    world::{Named, Spare, World},
};
use crate::system::secret;
use access::Row;
use prost::Message;
use proto::{deployments, events, infrastructure, letters, tasks, teams};
use tonic::Code;

/// The version of the first change: whoever may change it learns that it has changed since, and nothing happens.
const FIRST: i64 = 1;

/// Every row with the role that serves it.
pub fn rows() -> Vec<(&'static str, Row)> {
    let of = |role: &'static str, rows: &[Row]| rows.iter().map(|row| (role, *row)).collect::<Vec<_>>();
    let live: Vec<Row> = bff::rules().unwrap().into_iter().filter(|row| row.call.starts_with('/')).collect();
    let mut rows = [
        of("auth", ::auth::policy::POLICY),
        of("teams", ::teams::policy::POLICY),
        of("infrastructure", ::infrastructure::policy::POLICY),
        of("infrastructure", ::infrastructure::workloads::POLICY),
        of("deployments", ::deployments::policy::POLICY),
        of("tasks", ::tasks::POLICY),
        of("events", ::events::POLICY),
        of("health", ::health::POLICY),
        of("bff", &live),
    ]
    .concat();
    for role in ["auth", "teams", "infrastructure", "deployments", "tasks", "events"] {
        rows.extend(of(role, &access::DEAD_LETTERS));
    }
    rows
}

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

pub fn email(named: &Named) -> String {
    format!("{}@example.com", named.word)
}

pub fn empty(_: &World<'_>, _: &Named) -> Vec<u8> {
    Vec::new()
}

/// One case per call, and one more where a field asks for what only admins get.
pub fn cases() -> Vec<Case<Vec<u8>, Code>> {
    [super::accounts::cases(), of_teams(), of_infrastructure(), of_deployments(), of_tasks(), of_letters()]
        .into_iter()
        .flatten()
        .collect()
}

/// An invite of a team, which is no address where one is wanted.
fn invite(_: &World<'_>, named: &Named) -> Vec<u8> {
    teams::ResendInviteRequest { team_id: named.things.team.clone(), invite_id: named.spare.clone() }.encode_to_vec()
}

/// For a call that only services may make.
pub fn for_services(call: &'static str) -> Case<Vec<u8>, Code> {
    Case::of(call, Nothing, Code::Ok, empty)
}

fn of_teams() -> Vec<Case<Vec<u8>, Code>> {
    let of = Case::<Vec<u8>, Code>::of;
    vec![
        of("/canopy.teams.v1.TeamService/CreateTeam", Nothing, Code::Ok, |_, n| {
            teams::CreateTeamRequest { name: n.word.clone(), description: "one more".to_owned() }.encode_to_vec()
        }),
        of("/canopy.teams.v1.TeamService/ListTeams", OfTeam, Code::Ok, |_, n| {
            teams::ListTeamsRequest { search: n.things.team_name.clone(), ..Default::default() }.encode_to_vec()
        }),
        of("/canopy.teams.v1.TeamService/ListTeams", Nothing, Code::Ok, |_, _| {
            teams::ListTeamsRequest { all: true, ..Default::default() }.encode_to_vec()
        })
        .for_admins(),
        of("/canopy.teams.v1.TeamService/GetTeam", OfTeam, Code::Ok, |_, n| {
            teams::GetTeamRequest { id: n.things.team.clone() }.encode_to_vec()
        }),
        // who is in it already
        of("/canopy.teams.v1.TeamService/AddMember", OfTeam, Code::FailedPrecondition, |_, n| {
            let (team_id, user_id) = (n.things.team.clone(), n.things.colleague.clone());
            teams::AddMemberRequest { team_id, user_id, ..Default::default() }.encode_to_vec()
        }),
        of("/canopy.teams.v1.TeamService/RemoveMember", OfTeam, Code::Ok, |_, n| {
            teams::RemoveMemberRequest { team_id: n.things.team.clone(), user_id: n.spare.clone() }.encode_to_vec()
        })
        .with(Spare::Member),
        // as it is
        of("/canopy.teams.v1.TeamService/UpdateTeam", OfTeam, Code::Ok, |_, n| {
            let (id, name) = (n.things.team.clone(), Some(n.things.team_name.clone()));
            teams::UpdateTeamRequest { id, name, description: None }.encode_to_vec()
        }),
        of("/canopy.teams.v1.TeamService/ChangeMember", OfTeam, Code::Ok, |_, n| {
            let (team_id, user_id) = (n.things.team.clone(), n.spare.clone());
            teams::ChangeMemberRequest { team_id, user_id, role: teams::MemberRole::Admin.into() }.encode_to_vec()
        })
        .with(Spare::Member),
        of("/canopy.teams.v1.TeamService/HandOverTeam", OfTeam, Code::FailedPrecondition, |_, n| {
            let (team_id, user_id) = (n.things.team.clone(), n.spare.clone());
            teams::HandOverTeamRequest { team_id, user_id }.encode_to_vec()
        }),
        // it has a site
        of("/canopy.teams.v1.TeamService/DeleteTeam", OfTeam, Code::InvalidArgument, |_, n| {
            teams::DeleteTeamRequest { id: n.things.team.clone() }.encode_to_vec()
        }),
        of("/canopy.teams.v1.TeamService/CreateInvite", OfTeam, Code::InvalidArgument, invite),
        of("/canopy.teams.v1.TeamService/ResendInvite", OfTeam, Code::Ok, invite).with(Spare::Invite),
        of("/canopy.teams.v1.TeamService/CancelInvite", OfTeam, Code::Ok, invite).with(Spare::Invite),
        of("/canopy.teams.v1.TeamService/AcceptInvite", Nothing, Code::FailedPrecondition, empty),
        of("/canopy.events.v1.EventService/ListEvents", OfTeam, Code::Ok, |_, n| {
            events::ListEventsRequest { deployment_id: n.things.deployment.clone(), ..Default::default() }
                .encode_to_vec()
        }),
        of("/canopy.events.v1.EventService/GetEvent", OfTeam, Code::Ok, |_, n| {
            events::GetEventRequest { id: n.spare.clone() }.encode_to_vec()
        })
        .with(Spare::Event),
        of("/canopy.events.v1.EventService/ExportEvents", Nothing, Code::Ok, empty),
        of("/canopy.events.v1.EventService/ListEvents", Nothing, Code::Ok, |_, _| {
            events::ListEventsRequest { admin: true, ..Default::default() }.encode_to_vec()
        })
        .for_admins(),
    ]
}

fn of_infrastructure() -> Vec<Case<Vec<u8>, Code>> {
    let of = Case::<Vec<u8>, Code>::of;
    vec![
        of("/canopy.infrastructure.v1.CatalogueService/GetCatalogue", Nothing, Code::Ok, empty),
        of("/canopy.infrastructure.v1.DatacenterService/CreateDatacenter", Nothing, Code::Ok, |_, n| {
            let (name, provider, region) = (n.word.clone(), "hetzner".to_owned(), "eu-central".to_owned());
            infrastructure::CreateDatacenterRequest { name, provider, region, ..Default::default() }.encode_to_vec()
        }),
        of("/canopy.infrastructure.v1.DatacenterService/ListDatacenters", Nothing, Code::Ok, empty),
        of("/canopy.infrastructure.v1.DatacenterService/UpdateDatacenter", Shared, Code::Ok, |_, n| {
            infrastructure::UpdateDatacenterRequest { id: n.spare.clone(), ..Default::default() }.encode_to_vec()
        })
        .with(Spare::Datacenter),
        of("/canopy.infrastructure.v1.DatacenterService/DeleteDatacenter", Shared, Code::Ok, |_, n| {
            infrastructure::DeleteDatacenterRequest { id: n.spare.clone(), row_version: 0 }.encode_to_vec()
        })
        .with(Spare::Datacenter),
        of("/canopy.infrastructure.v1.ClusterService/UpdateCluster", Shared, Code::Ok, |_, n| {
            infrastructure::UpdateClusterRequest { id: n.spare.clone(), ..Default::default() }.encode_to_vec()
        })
        .with(Spare::Cluster),
        of("/canopy.infrastructure.v1.ClusterService/DeleteCluster", Shared, Code::Ok, |_, n| {
            infrastructure::DeleteClusterRequest { id: n.spare.clone(), row_version: 0 }.encode_to_vec()
        })
        .with(Spare::Cluster),
        of("/canopy.infrastructure.v1.ClusterService/RefreshCluster", Shared, Code::Ok, |_, n| {
            infrastructure::RefreshClusterRequest { id: n.cluster.clone() }.encode_to_vec()
        }),
        of("/canopy.infrastructure.v1.ClusterService/SetMaintenance", Shared, Code::Ok, |_, n| {
            infrastructure::SetMaintenanceRequest { id: n.spare.clone(), maintenance: Some(true), row_version: 0 }
                .encode_to_vec()
        })
        .with(Spare::Cluster),
        of("/canopy.infrastructure.v1.ClusterService/CreateCluster", Nothing, Code::Ok, |world, n| {
            infrastructure::CreateClusterRequest {
                name: n.word.clone(),
                description: "one more".to_owned(),
                provider: "hetzner".to_owned(),
                region: "eu-central".to_owned(),
                datacenter_id: world.datacenter.clone(),
                endpoint: "https://cluster.example.com".to_owned(),
                ..Default::default()
            }
            .encode_to_vec()
        }),
        of("/canopy.infrastructure.v1.ClusterService/ListClusters", Nothing, Code::Ok, empty),
        of("/canopy.infrastructure.v1.ClusterService/GetCluster", Shared, Code::Ok, |_, n| {
            infrastructure::GetClusterRequest { id: n.cluster.clone() }.encode_to_vec()
        }),
        of("/canopy.infrastructure.v1.ClusterService/SetKubeconfig", Shared, Code::Ok, |world, n| {
            let (cluster_id, kubeconfig) = (n.cluster.clone(), world.kubeconfig_for(n));
            infrastructure::SetKubeconfigRequest { cluster_id, kubeconfig }.encode_to_vec()
        }),
        of("/canopy.infrastructure.v1.ClusterService/GetKubeconfig", Shared, Code::Ok, |_, n| {
            infrastructure::GetKubeconfigRequest { cluster_id: n.cluster.clone() }.encode_to_vec()
        }),
        of("/canopy.infrastructure.v1.ClusterService/ValidateKubeconfig", Nothing, Code::Ok, |world, _| {
            infrastructure::ValidateKubeconfigRequest { kubeconfig: world.kubeconfig.clone(), ..Default::default() }
                .encode_to_vec()
        }),
    ]
}

fn of_deployments() -> Vec<Case<Vec<u8>, Code>> {
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
            deployments::PlanDeploymentRequest { update: Some(update) }.encode_to_vec()
        }),
        of("/canopy.deployments.v1.DeploymentService/RestartDeployment", OfTeam, Code::FailedPrecondition, |_, n| {
            deployments::RestartDeploymentRequest { id: n.things.deployment.clone(), version: FIRST }.encode_to_vec()
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
            deployments::DiscardChangeRequest { id: n.things.deployment.clone(), version: FIRST }.encode_to_vec()
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
    ]
}

fn of_tasks() -> Vec<Case<Vec<u8>, Code>> {
    let of = Case::<Vec<u8>, Code>::of;
    vec![
        of("/canopy.tasks.v1.TaskService/ListTasks", OfTeam, Code::Ok, |_, n| {
            tasks::ListTasksRequest { deployment_id: n.things.deployment.clone(), ..Default::default() }.encode_to_vec()
        }),
        of("/canopy.tasks.v1.TaskService/GetTask", OfTeam, Code::Ok, |_, n| {
            tasks::GetTaskRequest { id: n.things.task.clone() }.encode_to_vec()
        }),
        // it is finished
        of("/canopy.tasks.v1.TaskService/CancelTask", OfTeam, Code::FailedPrecondition, |_, n| {
            tasks::CancelTaskRequest { id: n.things.task.clone() }.encode_to_vec()
        }),
        of("/canopy.tasks.v1.TaskService/HideTask", OfTeam, Code::Ok, |_, n| {
            tasks::HideTaskRequest { id: n.spare.clone() }.encode_to_vec()
        })
        .with(Spare::Task),
        of("/canopy.tasks.v1.TaskService/CountTasks", Nothing, Code::Ok, empty),
    ]
}

fn of_letters() -> Vec<Case<Vec<u8>, Code>> {
    let of = Case::<Vec<u8>, Code>::of;
    vec![
        of("/canopy.letters.v1.DeadLetterService/ListDeadLetters", Nothing, Code::Ok, empty),
        of("/canopy.letters.v1.DeadLetterService/ResendDeadLetter", Shared, Code::Ok, |_, n| {
            letters::ResendDeadLetterRequest { id: n.spare.clone() }.encode_to_vec()
        })
        .with(Spare::Letter("")),
        of("/canopy.letters.v1.DeadLetterService/DropDeadLetter", Shared, Code::Ok, |_, n| {
            letters::DropDeadLetterRequest { id: n.spare.clone() }.encode_to_vec()
        })
        .with(Spare::Letter("")),
    ]
}
