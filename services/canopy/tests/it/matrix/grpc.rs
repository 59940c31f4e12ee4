//! The cases of gRPC. Calls that only services may make need none: a person is refused before the message is read, so all of
//! them are tried with an empty one.

mod places;

use super::{
    case::Case,
    grpc_deployments::of_deployments,
    rule::Names::{Nothing, OfTeam, Shared},
    world::{Named, Spare, World},
};
use access::Row;
use prost::Message;
use proto::{events, letters, tasks, teams};
use tonic::Code;

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
        rows.extend(of(role, &access::DATABASE));
    }
    for role in ["auth", "teams", "infrastructure", "deployments", "tasks", "events", "health", "bff"] {
        rows.extend(of(role, &access::LOGS));
    }
    for role in ["auth", "teams"] {
        rows.extend(of(role, &mail::ROWS));
    }
    rows
}

pub fn email(named: &Named) -> String {
    format!("{}@example.com", named.word)
}

pub fn empty(_: &World<'_>, _: &Named) -> Vec<u8> {
    Vec::new()
}

/// One case per call, and one more where a field asks for what only admins get.
pub fn cases() -> Vec<Case<Vec<u8>, Code>> {
    [super::accounts::cases(), of_teams(), places::cases(), of_deployments(), of_tasks(), of_every_role()]
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
        of("/canopy.events.v1.EventService/CountEvents", Nothing, Code::Ok, empty),
        of("/canopy.events.v1.NotificationService/ListRules", OfTeam, Code::Ok, |_, n| {
            events::ListRulesRequest { team_id: n.things.team.clone() }.encode_to_vec()
        }),
        // about nothing
        of("/canopy.events.v1.NotificationService/CreateRule", OfTeam, Code::InvalidArgument, |_, n| {
            events::CreateRuleRequest { team_id: n.things.team.clone(), ..Default::default() }.encode_to_vec()
        }),
        of("/canopy.events.v1.NotificationService/UpdateRule", OfTeam, Code::Ok, |_, n| {
            events::UpdateRuleRequest { id: n.spare.clone(), enabled: Some(false), ..Default::default() }
                .encode_to_vec()
        })
        .with(Spare::Rule),
        of("/canopy.events.v1.NotificationService/DeleteRule", OfTeam, Code::Ok, |_, n| {
            events::DeleteRuleRequest { id: n.spare.clone() }.encode_to_vec()
        })
        .with(Spare::Rule),
        of("/canopy.events.v1.NotificationService/SendTest", OfTeam, Code::Ok, |_, n| {
            events::SendTestRequest { id: n.spare.clone() }.encode_to_vec()
        })
        .with(Spare::Rule),
        of("/canopy.events.v1.NotificationService/ListDeliveries", OfTeam, Code::Ok, |_, n| {
            events::ListDeliveriesRequest { rule_id: n.spare.clone(), ..Default::default() }.encode_to_vec()
        })
        .with(Spare::Rule),
        of("/canopy.events.v1.NotificationService/Resend", OfTeam, Code::Ok, |_, n| {
            events::ResendRequest { rule_id: n.spare.clone(), delivery_id: n.spare.clone() }.encode_to_vec()
        })
        .with(Spare::Rule),
        of("/canopy.events.v1.EventService/ExportEvents", Nothing, Code::Ok, empty),
        of("/canopy.events.v1.EventService/ListEvents", Nothing, Code::Ok, |_, _| {
            events::ListEventsRequest { admin: true, ..Default::default() }.encode_to_vec()
        })
        .for_admins(),
    ]
}

fn of_tasks() -> Vec<Case<Vec<u8>, Code>> {
    let of = Case::<Vec<u8>, Code>::of;
    vec![
        of("/canopy.tasks.v1.TaskService/ListTasks", OfTeam, Code::Ok, |_, n| {
            tasks::ListTasksRequest { deployment_id: n.things.deployment.clone(), ..Default::default() }.encode_to_vec()
        }),
        of("/canopy.tasks.v1.TaskService/GetTask", OfTeam, Code::Ok, |_, n| {
            tasks::GetTaskRequest { id: n.things.task.clone(), ..Default::default() }.encode_to_vec()
        }),
        of("/canopy.tasks.v1.TaskService/ListWork", OfTeam, Code::Ok, |_, n| {
            tasks::ListWorkRequest { task_ids: vec![n.things.task.clone()] }.encode_to_vec()
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

fn of_every_role() -> Vec<Case<Vec<u8>, Code>> {
    let of = Case::<Vec<u8>, Code>::of;
    vec![
        of("/canopy.database.v1.DatabaseService/InspectDatabase", Nothing, Code::Ok, empty),
        of("/canopy.logs.v1.LogService/ListLogLines", Nothing, Code::Ok, empty),
        of("/canopy.letters.v1.DeadLetterService/ListDeadLetters", Nothing, Code::Ok, empty),
        of("/canopy.letters.v1.DeadLetterService/ResendDeadLetter", Shared, Code::Ok, |_, n| {
            letters::ResendDeadLetterRequest { id: n.spare.clone() }.encode_to_vec()
        })
        .with(Spare::Letter("")),
        of("/canopy.letters.v1.DeadLetterService/DropDeadLetter", Shared, Code::Ok, |_, n| {
            letters::DropDeadLetterRequest { id: n.spare.clone() }.encode_to_vec()
        })
        .with(Spare::Letter("")),
        of("/canopy.mail.v1.MailService/GetMail", Nothing, Code::Ok, empty),
        // no SMTP server is set
        of("/canopy.mail.v1.MailService/SendTestMail", Nothing, Code::FailedPrecondition, empty),
    ]
}
