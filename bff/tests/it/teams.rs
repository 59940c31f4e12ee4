//! `/teams`, `/dashboard`, `/events`, `/health`, to the letter.

use crate::site::{MADE_TEXT, Site, id, made};
use kit::{Message, message};
use proto::{events, health, teams as pb};
use serde_json::{Value, json};

fn team() -> pb::Team {
    pb::Team {
        id: id(7),
        name: "Web".into(),
        description: "Sites".into(),
        owner_id: id(1),
        members: vec![pb::Member {
            user_id: id(1),
            role: pb::MemberRole::Admin.into(),
            first_name: "Ada".into(),
            last_name: "Byron".into(),
            email: "ada@example.com".into(),
        }],
        created_at: made(),
        updated_at: made(),
        invites: vec![invite()],
    }
}

fn invite() -> pb::Invite {
    pb::Invite { id: id(9), email: "eve@example.com".into(), role: pb::MemberRole::Member.into(), expires_at: made() }
}

fn shown() -> Value {
    json!({"id": id(7), "name": "Web", "description": "Sites", "owner_id": id(1),
        "members": [{"userId": id(1), "role": "admin", "first_name": "Ada", "last_name": "Byron", "email": "ada@example.com"}],
        "invites": [{"id": id(9), "email": "eve@example.com", "role": "member", "expires_at": MADE_TEXT}],
        "createdAt": MADE_TEXT, "updatedAt": MADE_TEXT})
}

#[tokio::test]
async fn invitations_are_made_renewed_cancelled_and_accepted() {
    let site = Site::open().await;
    let user = site.user();
    let service = "teams.TeamService";
    let shown = json!({"id": id(9), "email": "eve@example.com", "role": "member", "expires_at": MADE_TEXT, "token": "secret",
            "mailed": true});
    let made = pb::CreateInviteResponse { invite: Some(invite()), token: "secret".into(), mailed: true };
    site.fake.answer(&format!("{service}/CreateInvite"), &made);
    let at = format!("/teams/{}/invites", id(7));
    let created = site.post(&user, &at, &json!({"email": "eve@example.com", "role": "admin"})).await;
    assert_eq!((created.status.as_u16(), created.data()), (201, shown.clone()));
    let asked: pb::CreateInviteRequest = site.fake.message(&format!("{service}/CreateInvite"));
    assert_eq!(
        (asked.team_id.clone(), asked.email.as_str(), asked.role()),
        (id(7), "eve@example.com", pb::MemberRole::Admin)
    );
    let renewed = pb::ResendInviteResponse { invite: Some(invite()), token: "secret".into(), mailed: true };
    site.fake.answer(&format!("{service}/ResendInvite"), &renewed);
    let answer = site.post(&user, &format!("{at}/{}/resend", id(9)), &json!({})).await;
    assert_eq!((answer.status.as_u16(), answer.data()), (200, shown));
    let asked: pb::ResendInviteRequest = site.fake.message(&format!("{service}/ResendInvite"));
    assert_eq!((asked.team_id, asked.invite_id), (id(7), id(9)));
    site.fake.answer(&format!("{service}/CancelInvite"), &pb::CancelInviteResponse {});
    assert_eq!(site.delete(&user, &format!("{at}/{}", id(9))).await.data(), json!({"id": id(9)}));
    let asked: pb::CancelInviteRequest = site.fake.message(&format!("{service}/CancelInvite"));
    assert_eq!((asked.team_id, asked.invite_id), (id(7), id(9)));
    site.fake.answer(&format!("{service}/AcceptInvite"), &pb::AcceptInviteResponse { team: Some(team()) });
    let joined = site.post(&user, "/invites/accept", &json!({"token": "secret"})).await;
    assert_eq!((joined.status.as_u16(), joined.data()), (200, self::shown()));
    assert_eq!(site.fake.message::<pb::AcceptInviteRequest>(&format!("{service}/AcceptInvite")).token, "secret");
    site.post("", "/invites/accept", &json!({"token": "secret"})).await.failure(401, "UNAUTHORIZED");
}

#[tokio::test]
async fn teams_are_listed_created_read_and_manned() {
    let site = Site::open().await;
    let (user, admin) = (site.user(), site.admin());
    let service = "teams.TeamService";
    site.fake.answer(&format!("{service}/ListTeams"), &pb::ListTeamsResponse { teams: vec![team()], total: 1 });
    let list = site.get(&user, "/teams?search=we").await;
    let expected = json!({"request_id": list.header("x-request-id"), "status": "success", "data": [shown()],
        "pagination": {"page": 1, "limit": 1000, "total": 1, "more": false}});
    assert_eq!(list.json(), expected);
    site.get(&admin, "/teams/all").await.data();
    let asked = site.fake.asked(&format!("{service}/ListTeams"));
    let read = |n: usize| <pb::ListTeamsRequest as prost::Message>::decode(asked[n].body.clone()).unwrap();
    assert_eq!((read(0).all, read(0).search.as_str(), read(0).page, read(0).limit), (false, "we", 1, 1000));
    assert!(read(1).all);

    site.fake.answer(&format!("{service}/CreateTeam"), &pb::CreateTeamResponse { team: Some(team()) });
    let created = site.post(&user, "/teams/", &json!({"name": "Web", "description": "Sites"})).await;
    assert_eq!((created.status.as_u16(), created.data()), (201, shown()));
    site.fake.answer(&format!("{service}/GetTeam"), &pb::GetTeamResponse { team: Some(team()) });
    assert_eq!(site.get(&user, &format!("/teams/{}", id(7))).await.data(), shown());
    site.fake.answer(&format!("{service}/AddMember"), &pb::AddMemberResponse { team: Some(team()) });
    let added = site.post(&user, &format!("/teams/{}/members", id(7)), &json!({"userId": id(8)})).await;
    assert_eq!((added.status.as_u16(), added.data()), (201, shown()));
    let asked: pb::AddMemberRequest = site.fake.message(&format!("{service}/AddMember"));
    assert_eq!((asked.team_id, asked.user_id), (id(7), id(8)));
    site.fake.answer(&format!("{service}/RemoveMember"), &pb::RemoveMemberResponse { team: Some(team()) });
    assert_eq!(site.delete(&user, &format!("/teams/{}/members/{}", id(7), id(8))).await.data(), shown());
    let asked: pb::RemoveMemberRequest = site.fake.message(&format!("{service}/RemoveMember"));
    assert_eq!((asked.team_id, asked.user_id), (id(7), id(8)));
}

#[tokio::test]
async fn the_dashboard_counts_what_the_caller_may_see() {
    let site = Site::open().await;
    use proto::{deployments, infrastructure, tasks};
    let counted = deployments::CountDeploymentsResponse { total: 9, active: 5, stopped: 2 };
    site.fake.answer("deployments.DeploymentService/CountDeployments", &counted);
    site.fake.answer("teams.TeamService/ListTeams", &pb::ListTeamsResponse { teams: vec![], total: 2 });
    let clusters = infrastructure::ListClustersResponse { clusters: vec![], total: 3, datacenters: Some(4) };
    site.fake.answer("infrastructure.ClusterService/ListClusters", &clusters);
    site.fake.answer("tasks.TaskService/CountTasks", &tasks::CountTasksResponse { total: 11, active: 1 });
    let expected = json!({"activeDeployments": 5, "stoppedDeployments": 2, "teams": 2, "clusters": 3, "datacenters": 4, "tasks": 11});
    assert_eq!(site.get(&site.user(), "/dashboard").await.data(), expected);
    assert!(!site.fake.message::<pb::ListTeamsRequest>("teams.TeamService/ListTeams").all, "own teams");
    // an older service does not say with its clusters how many datacenters there are
    let older = infrastructure::ListClustersResponse { datacenters: None, ..clusters };
    site.fake.answer("infrastructure.ClusterService/ListClusters", &older);
    let datacenters = infrastructure::ListDatacentersResponse { datacenters: vec![], total: 4 };
    site.fake.answer("infrastructure.DatacenterService/ListDatacenters", &datacenters);
    assert_eq!(site.get(&site.user(), "/dashboard").await.data(), expected);
    site.get(&site.admin(), "/dashboard").await.data();
    let asked = site.fake.asked("teams.TeamService/ListTeams").pop().unwrap();
    assert!(<pb::ListTeamsRequest as prost::Message>::decode(asked.body).unwrap().all, "an admin counts all");
    site.fake.refuse("tasks.TaskService/CountTasks", || {
        kit::Error::unavailable(kit::message!(PART_AWAY), std::io::Error::other("x"))
    });
    site.get(&site.user(), "/dashboard").await.failure(503, "SERVICE_UNAVAILABLE");
}

#[tokio::test]
async fn an_event_has_the_contracts_mixed_names_and_its_references() {
    let site = Site::open().await;
    let reference = |n: u128, name: &str| Some(events::Reference { id: id(n), name: name.into() });
    let record = events::EventRecorded {
        id: id(20),
        r#type: "Normal".into(),
        message: "Deployment \"shop\" was restarted.".into(),
        reason: "RestartRequested".into(),
        component: "Deployment".into(),
        host: "node-1".into(),
        namespace: "shop-1".into(),
        count: 1,
        at: made(),
        deployment: reference(21, "shop"),
        cluster: reference(22, "prod"),
        team: None,
        task: Some(events::Reference::default()),
        actor: reference(2, "Ada"),
        first_seen: None,
        last_seen: None,
        admin_only: false,
        uid: String::new(),
        params: r#"{"deployment":"shop"}"#.into(),
        request_id: "browser-17".into(),
        address: "203.0.113.9".into(),
        changes: vec![
            events::Change { field: "replicas".into(), before: "1".into(), after: "2".into(), secret: false },
            events::Change { field: "appPass".into(), secret: true, ..Default::default() },
        ],
    };
    let event = events::Event { record: Some(record), created_at: made(), updated_at: made() };
    site.fake.answer("events.EventService/GetEvent", &events::GetEventResponse { event: Some(event.clone()) });
    site.fake.answer("events.EventService/ExportEvents", &events::ExportEventsResponse { events: vec![event.clone()] });
    site.fake.answer("events.EventService/ListEvents", &events::ListEventsResponse { events: vec![event], total: 1 });
    let query = format!(
        "?type=Warning&component=Team&from=2026-11-14&to=2026-11-21&cluster={}&search=shop&actor={}&request=browser-17",
        id(22),
        id(2)
    );
    let answer = site.get(&site.user(), &format!("/events{query}")).await;
    let expected = json!([{"id": id(20), "uid": id(20), "type": "Normal", "message": "Deployment \"shop\" was restarted.",
        "reason": "RestartRequested", "params": {"deployment": "shop"}, "component": "Deployment", "host": "node-1", "namespace": "shop-1", "count": 1,
        "cluster_id": id(22), "createdAt": MADE_TEXT, "updatedAt": MADE_TEXT, "first_seen": MADE_TEXT,
        "last_seen": MADE_TEXT, "deployment": {"id": id(21), "name": "shop"}, "cluster": {"id": id(22), "name": "prod"},
        "team": null, "task": null, "actor": {"id": id(2), "name": "Ada"}, "request_id": "browser-17", "address": "203.0.113.9",
        "changes": [{"field": "replicas", "before": "1", "after": "2", "secret": false},
            {"field": "appPass", "before": null, "after": null, "secret": true}]}]);
    assert_eq!(answer.data(), expected);
    assert_eq!(site.get(&site.user(), &format!("/events/{}", id(20))).await.data(), expected[0]);
    let table = site.get(&site.user(), "/events/export?type=Error").await;
    let row = format!(
        "{MADE_TEXT},\"Normal\",\"Deployment \"\"shop\"\" was restarted.\",\"RestartRequested\",\"Deployment\",\"shop\","
    );
    assert!(
        table.text.starts_with("time,type,message,") && table.text.contains(&format!("\r\n{row}")),
        "{}",
        table.text
    );
    let told = "\"203.0.113.9\",\"replicas: \"\"1\"\" -> \"\"2\"\"; appPass: (secret)\"\r\n";
    assert!(table.text.contains(told), "{}", table.text);
    let asked: events::ExportEventsRequest = site.fake.message("events.EventService/ExportEvents");
    assert_eq!((asked.form.as_str(), asked.filter.unwrap().r#type.as_str()), ("CSV", "Error"));
    let lines = site.get(&site.user(), "/events/export?format=jsonl").await;
    assert_eq!(serde_json::from_str::<serde_json::Value>(&lines.text).unwrap(), expected[0], "{}", lines.text);
    assert_eq!(
        site.get(&site.user(), "/events/export?format=pdf").await.fields().keys().collect::<Vec<_>>(),
        ["format"]
    );
    let asked: events::ListEventsRequest = site.fake.message("events.EventService/ListEvents");
    assert_eq!((asked.r#type.as_str(), asked.cluster_id, asked.limit, asked.admin), ("Warning", id(22), 20, false));
    assert_eq!(asked.to.unwrap().seconds - asked.from.unwrap().seconds, 8 * 86_400 - 1, "the last day counts in full");
    assert_eq!((asked.actor_id, asked.request_id.as_str()), (id(2), "browser-17"));
    let fields = site.get(&site.user(), "/events?type=Odd&from=x&team=1").await.fields();
    assert_eq!(fields.keys().collect::<Vec<_>>(), ["from", "team", "type"]);
}

#[tokio::test]
async fn health_names_every_component_and_the_worst_decides() {
    let site = Site::open().await;
    let component = |name: &str, state: health::State, details: Option<Message>| health::Component {
        name: name.into(),
        state: state.into(),
        details: details.as_ref().map(ToString::to_string).unwrap_or_default(),
        said: details.as_ref().map(Message::packed).unwrap_or_default(),
        latency_ms: 3,
        checked_at: made(),
    };
    let up = component("auth", health::State::Up, None);
    let slow = component("postgresql", health::State::Degraded, Some(message!(HealthStarting)));
    site.fake.answer("health.HealthService/GetHealth", &health::GetHealthResponse { components: vec![up, slow] });
    let expected = json!({"status": "degraded", "components": {"auth": "up", "postgresql": "degraded"},
        "details": {"auth": {"text": null, "reason": "", "params": {}, "latency": 3, "lastCheck": MADE_TEXT},
            "postgresql": {"text": "It is starting or stopping.", "reason": "HealthStarting", "params": {}, "latency": 3, "lastCheck": MADE_TEXT}}});
    assert_eq!(site.get(&site.user(), "/health").await.data(), expected);
}
