//! Events with auth and teams beside it, and its loops running.

use access::{Caller, Membership, Role, testing::user_caller};
use events::{App, Rpc, SERVICE, deliver, matching};
use kit::{dial::Resolve, testing::Bench, testing::Peer};
use prost::Message as _;
use proto::{
    auth::{self, GetSettingsRequest, GetSettingsResponse, LookupUsersRequest, LookupUsersResponse, User, UserStatus},
    events::{
        CreateRuleRequest, Delivery, DeliveryState, EventRecorded, ListDeliveriesRequest, NotificationChannel,
        NotificationKind, NotificationRule, notification_service_server::NotificationService as _,
    },
    teams::{
        ListMembershipsRequest, ListMembershipsResponse, LookupTeamsRequest, LookupTeamsResponse, MemberRole, TeamName,
    },
};
use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};
use tokio::task::JoinSet;
use tonic::Status;
use uuid::Uuid;

use crate::{
    receiver::Receiver,
    stage::{ADA, Stage, TEAM, asked},
};

pub const BOB: Uuid = Uuid::from_u128(0xb0b);

/// auth and teams, as far as they are asked.
#[derive(Clone, Default)]
pub struct People(Arc<Mutex<Vec<Known>>>, Arc<AtomicU32>);

/// Somebody, their language and their teams.
type Known = (User, String, Vec<Uuid>);

impl People {
    /// Somebody new, or somebody as they are now.
    pub fn put(&self, id: Uuid, role: auth::Role, language: &str, teams: &[Uuid]) {
        let user = User {
            id: id.to_string(),
            email: format!("{}@example.com", &id.simple().to_string()[29..]),
            role: role.into(),
            status: UserStatus::Active.into(),
            ..User::default()
        };
        self.remove(id);
        self.0.lock().unwrap().push((user, language.to_owned(), teams.to_vec()));
    }

    pub fn deactivate(&self, id: Uuid) {
        for (user, ..) in self.0.lock().unwrap().iter_mut().filter(|(user, ..)| user.id == id.to_string()) {
            user.set_status(UserStatus::Inactive);
        }
    }

    pub fn remove(&self, id: Uuid) {
        self.0.lock().unwrap().retain(|(user, ..)| user.id != id.to_string());
    }

    /// Administrators decide for how many days events are kept; 0: as the operator has set it.
    pub fn keep_events(&self, days: u32) {
        self.1.store(days, Ordering::Relaxed);
    }

    async fn get_settings(self, _: GetSettingsRequest) -> Result<GetSettingsResponse, Status> {
        let history_days = self.1.load(Ordering::Relaxed);
        Ok(GetSettingsResponse { settings: Some(auth::Settings { history_days, ..Default::default() }) })
    }

    async fn lookup_users(self, request: LookupUsersRequest) -> Result<LookupUsersResponse, Status> {
        let mut answer = LookupUsersResponse::default();
        for (user, language, _) in self.0.lock().unwrap().iter().filter(|(user, ..)| request.ids.contains(&user.id)) {
            answer.users.push(user.clone());
            answer.languages.insert(user.id.clone(), language.clone());
        }
        Ok(answer)
    }

    async fn list_memberships(self, request: ListMembershipsRequest) -> Result<ListMembershipsResponse, Status> {
        let mut answer = ListMembershipsResponse::default();
        for (user, _, teams) in self.0.lock().unwrap().iter() {
            for team in teams.iter().map(Uuid::to_string) {
                if request.user_ids.contains(&user.id) || request.team_ids.contains(&team) {
                    let (user_id, role) = (user.id.clone(), MemberRole::Member.into());
                    answer.memberships.push(proto::teams::Membership { user_id, team_id: team, role, owner: false });
                }
            }
        }
        Ok(answer)
    }

    async fn lookup_teams(self, request: LookupTeamsRequest) -> Result<LookupTeamsResponse, Status> {
        let is_there = request.ids.contains(&TEAM.to_string());
        let team = TeamName { id: TEAM.to_string(), name: "Web".to_owned() };
        Ok(LookupTeamsResponse { teams: if is_there { vec![team] } else { Vec::new() } })
    }
}

pub struct House {
    pub stage: Stage,
    pub app: App,
    pub people: People,
    loops: JoinSet<anyhow::Result<()>>,
}

impl House {
    /// In which Ada, who speaks Spanish, is in the team, and these receivers are listed. Nothing runs yet.
    pub async fn with(receivers: &[&Receiver]) -> Self {
        Self::built(receivers, &[], &kit::dial::system_resolver()).await
    }

    pub async fn built(receivers: &[&Receiver], options: &[String], resolve: &Resolve) -> Self {
        let people = People::default();
        people.put(ADA, auth::Role::User, "es", &[TEAM]);
        let peer = Peer::of(people.clone())
            .unary("AuthService", People::lookup_users)
            .unary("SettingsService", People::get_settings)
            .unary("TeamService", People::list_memberships)
            .unary("TeamService", People::lookup_teams)
            .serve()
            .await;
        let allow: Vec<String> = receivers.iter().map(|receiver| receiver.place()).collect();
        let allow = format!("--webhook-allow={}", allow.join(","));
        let options: Vec<&str> = options.iter().map(String::as_str).chain([allow.as_str()]).collect();
        let bench: Bench =
            kit::testing::context_with_peers(&SERVICE, BTreeMap::from([("auth", peer), ("teams", peer)]), &options)
                .await;
        let app = App::with_resolver(bench.cx.clone(), resolve).expect("settings");
        Self { stage: Stage { rpc: Rpc(app.clone()), bench }, app, people, loops: JoinSet::new() }
    }

    pub fn run(&mut self) {
        self.loops.spawn(matching::run(self.app.clone()));
        self.loops.spawn(deliver::run(self.app.clone()));
    }

    /// As if the process were killed: nothing that was under way goes on.
    pub async fn kill(&mut self) {
        self.loops.shutdown().await;
    }

    /// Time passes, and somebody writes something.
    pub async fn later(&self, by: Duration) {
        self.stage.bench.clock.advance(by);
        self.wake().await;
    }

    pub async fn earlier(&self, by: Duration) {
        self.stage.bench.clock.set_back(by);
        self.wake().await;
    }

    async fn wake(&self) {
        self.app.cx.begin().await.unwrap().commit().await.unwrap();
    }

    /// A rule of Ada's about tasks that fail and sites that change.
    pub async fn rule(&self, channel: NotificationChannel, url: &str) -> (NotificationRule, String) {
        self.rule_of(ada(), "", channel, url).await
    }

    pub async fn rule_of(
        &self,
        caller: Caller,
        team: &str,
        channel: NotificationChannel,
        url: &str,
    ) -> (NotificationRule, String) {
        let answer = self.rpc().create_rule(asked(caller, wish(team, channel, url))).await.expect("made").into_inner();
        (answer.rule.unwrap(), answer.secret)
    }

    pub fn rpc(&self) -> &Rpc {
        &self.stage.rpc
    }

    /// A task of the team failed.
    pub async fn fail(&self, n: u128) -> EventRecorded {
        let event = failure(&self.stage, n);
        self.stage.arrive("tasks", event.encode_to_vec()).await.expect("kept");
        event
    }

    pub async fn deliveries(&self, caller: Caller, rule: &NotificationRule) -> Vec<Delivery> {
        let request = ListDeliveriesRequest { rule_id: rule.id.clone(), ..Default::default() };
        self.rpc().list_deliveries(asked(caller, request)).await.expect("listed").into_inner().deliveries
    }

    /// Waits until the newest delivery of a rule of Ada's is so.
    pub async fn until(&self, rule: &NotificationRule, state: DeliveryState, attempts: usize) -> Delivery {
        let patient = async {
            loop {
                let newest = self.deliveries(ada(), rule).await.into_iter().next();
                if let Some(delivery) = newest.filter(|d| d.state() == state && d.attempts.len() >= attempts) {
                    return delivery;
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        let waited = tokio::time::timeout(Duration::from_secs(90), patient).await;
        match waited {
            Ok(delivery) => delivery,
            Err(_) => panic!("waited in vain for {state:?}: {:?}", self.deliveries(ada(), rule).await),
        }
    }
}

pub fn wish(team: &str, channel: NotificationChannel, url: &str) -> CreateRuleRequest {
    CreateRuleRequest {
        team_id: team.to_owned(),
        name: "Night watch".to_owned(),
        kinds: vec![NotificationKind::TaskFailed.into(), NotificationKind::SiteChanged.into()],
        everything: false,
        channel: channel.into(),
        url: url.to_owned(),
        language: String::new(),
    }
}

/// A task of the team that failed.
pub fn failure(stage: &Stage, n: u128) -> EventRecorded {
    let said = kit::message!(TaskFailed, kind = "install", deployment = "shop", said = kit::Message::said("No space."));
    let mut event = stage.event(n, 1, said.sentence());
    event.reason = said.reason().to_owned();
    event.params = said.params_json();
    event.component = "Task".to_owned();
    event.r#type = "Error".to_owned();
    event
}

/// An admin of the team.
pub fn ada() -> Caller {
    user_caller(ADA, Role::User, vec![Membership { team: TEAM, admin: true, owner: false }])
}

pub fn bob() -> Caller {
    user_caller(BOB, Role::User, vec![Membership { team: TEAM, admin: false, owner: false }])
}
