//! The verbs on a real PostgreSQL, with fake peers. Each file is a verb; this one is the ground they stand on.
#![allow(clippy::unwrap_used, reason = "tests say what went wrong by failing")]

mod admitting;
mod changing;
mod charts;
mod counting;
mod creating;
mod deleting;
mod drifting;
mod due;
mod finishing;
mod kinds;
mod moving;
mod naming;
mod observing;
mod orders;
mod peers;
mod planning;
mod planning_creation;
mod quotas;
mod reaching;
mod reading;
mod repeating;
mod restarting;
mod revealing;
mod rolling_back;
mod scaling;
mod services;
mod steps;
mod stopping;
mod sweeping;
mod telling;
mod usage;
mod volumes;

use access::{Caller, Membership, Role, testing::service_caller, testing::user_caller};
use deployments::{App, Options, SERVICE, create, finish, sweep};
use kit::testing::{Bench, Sent};
use peers::Peers;
use prost::Message;
use proto::{
    deployments::{
        CreateDeploymentRequest, CreateDeploymentResponse, DatabaseInput, FinishRequest, Secrets, SpecInput,
        UpdateDeploymentRequest,
    },
    infrastructure::Cluster,
    tasks::SubmitRequest,
};
use std::{collections::BTreeMap, net::SocketAddr, sync::Arc, time::Duration};
use uuid::Uuid;

pub const TEAM: Uuid = Uuid::from_u128(0x00aa_0000_0000_4000_8000_0000_0000_0001);
pub const FOREIGN: Uuid = Uuid::from_u128(0x00aa_0000_0000_4000_8000_0000_0000_0002);
pub const CLUSTER: Uuid = Uuid::from_u128(0x00cc_0000_0000_4000_8000_0000_0000_0001);
pub const NOBODY: &str = "0a0a0a0a-0000-4000-8000-000000000000";
pub const APP_PASS: &str = "canary-app-Zq7";
pub const DB_PASS: &str = "canary-db-Zq7";
pub const ROOT_PASS: &str = "canary-root-Zq7";

/// A service with its peers, one team, one cluster.
pub struct World {
    pub bench: Bench,
    pub app: App,
    pub peers: Peers,
}

pub async fn world() -> World {
    world_with(&[]).await
}

/// With settings of its own.
pub async fn world_with(options: &[&str]) -> World {
    let peers = Peers::default();
    {
        let mut state = peers.state();
        state.teams = vec![(TEAM, "Web".into()), (FOREIGN, "Others".into())];
        state.clusters = vec![cluster(CLUSTER, "prod")];
    }
    let address = peers.serve().await;
    let addresses: BTreeMap<&str, SocketAddr> =
        [("teams", address), ("infrastructure", address), ("tasks", address)].into();
    let bench = kit::testing::context_with_peers(&SERVICE, addresses, options).await;
    let mut app = App::of(bench.cx.clone()).unwrap();
    // no relay runs here: nobody accepts anything
    app.options = Arc::new(Options { deployments_acceptance: Duration::ZERO, ..Options::clone(&app.options) });
    World { bench, app, peers }
}

pub fn cluster(id: Uuid, name: &str) -> Cluster {
    Cluster {
        id: id.to_string(),
        name: name.into(),
        datacenter_id: "00dd0000-0000-4000-8000-000000000001".into(),
        status: "operational".into(),
        has_kubeconfig: true,
        ..Default::default()
    }
}

pub fn member() -> Caller {
    someone(1, Role::User, Some((TEAM, false, false)))
}
pub fn colleague() -> Caller {
    someone(2, Role::User, Some((TEAM, false, false)))
}
pub fn team_admin() -> Caller {
    someone(3, Role::User, Some((TEAM, true, false)))
}
pub fn stranger() -> Caller {
    someone(4, Role::User, Some((FOREIGN, true, true)))
}
pub fn manager() -> Caller {
    someone(5, Role::Manager, None)
}
pub fn admin() -> Caller {
    someone(6, Role::Admin, None)
}
pub fn tasks() -> Caller {
    service_caller("tasks")
}

fn someone(number: u128, role: Role, place: Option<(Uuid, bool, bool)>) -> Caller {
    let memberships = place.into_iter().map(|(team, admin, owner)| Membership { team, admin, owner }).collect();
    user_caller(Uuid::from_u128(0x0abc_0000_0000_4000_8000_0000_0000_0000 + number), role, memberships)
}

/// A payload that is fine, with what the console's form leaves to defaults left out.
pub fn shop() -> CreateDeploymentRequest {
    CreateDeploymentRequest {
        name: "Shop".into(),
        description: "Sells things".into(),
        r#type: "wordpress".into(),
        team_id: TEAM.to_string(),
        cluster_id: CLUSTER.to_string(),
        location: "us-west-2".into(),
        spec: Some(SpecInput {
            domain: Some("Shop.example.com".into()),
            app_user: Some("boss".into()),
            database: Some(DatabaseInput {
                user: Some("wordpress".into()),
                name: Some("wordpress".into()),
                ..Default::default()
            }),
            ..Default::default()
        }),
        secrets: Some(Secrets {
            app_pass: APP_PASS.into(),
            database_pass: DB_PASS.into(),
            database_root_pass: ROOT_PASS.into(),
            ..Default::default()
        }),
        ..Default::default()
    }
}

/// The same under another name and domain.
pub fn other(word: &str) -> CreateDeploymentRequest {
    let mut request = shop();
    request.name = word.into();
    request.spec.as_mut().unwrap().domain = Some(format!("{}.example.com", word.to_lowercase()));
    request
}

impl World {
    pub async fn create(&self, caller: &Caller) -> CreateDeploymentResponse {
        create::create(&self.app, caller, shop()).await.unwrap()
    }

    /// Creates the shop and lets its install succeed; answers its id.
    pub async fn running(&self) -> String {
        let made = self.create(&member()).await;
        let id = made.deployment.unwrap().id;
        self.finish(&id, &made.task_id, true, true).await;
        id
    }

    pub async fn finish(&self, id: &str, task: &str, succeeded: bool, serving: bool) {
        let why = kit::message!(PodsNotReady);
        let request = FinishRequest {
            task_id: task.into(),
            deployment_id: id.into(),
            succeeded,
            serving,
            error: if succeeded { String::new() } else { why.to_string() },
            said: if succeeded { String::new() } else { why.packed() },
            helm_revision: 1,
            ..Default::default()
        };
        finish::finish(&self.app, &tasks(), request).await.unwrap();
    }

    /// Asks for another domain; answers the task.
    pub async fn change_domain(&self, id: &str, domain: &str) -> String {
        let request = UpdateDeploymentRequest {
            id: id.into(),
            spec: Some(SpecInput { domain: Some(domain.into()), ..Default::default() }),
            reason: "a test".into(),
            ..Default::default()
        };
        deployments::update::update(&self.app, &member(), request).await.unwrap().task_id
    }

    /// Ends a task that did not succeed, otherwise than [`Self::finish`] would.
    pub async fn end(&self, id: &str, task: &str, how: impl FnOnce(&mut FinishRequest)) {
        let mut request = FinishRequest { task_id: task.into(), deployment_id: id.into(), ..Default::default() };
        how(&mut request);
        finish::finish(&self.app, &tasks(), request).await.unwrap();
    }

    /// Orders for tasks, oldest first.
    pub async fn orders(&self) -> Vec<SubmitRequest> {
        let sent = self.bench.outbox().await;
        let orders = sent.iter().filter(|row| row.method == deployments::task::SUBMIT);
        orders.map(|row| SubmitRequest::decode(row.payload.as_slice()).unwrap()).collect()
    }

    pub async fn cancels(&self) -> Vec<proto::tasks::CancelRequest> {
        let sent = self.bench.outbox().await;
        let cancels = sent.iter().filter(|row| row.method == deployments::task::CANCEL);
        cancels.map(|row| proto::tasks::CancelRequest::decode(row.payload.as_slice()).unwrap()).collect()
    }

    /// Reasons of the lines of history, oldest first.
    pub async fn reasons(&self) -> Vec<String> {
        self.events().await.into_iter().map(|event| event.reason).collect()
    }

    pub async fn events(&self) -> Vec<proto::events::EventRecorded> {
        let sent: Vec<Sent> = self.bench.outbox().await;
        let events = sent.iter().filter(|row| row.method == "EventRecorded");
        events.map(|row| proto::events::EventRecorded::decode(row.payload.as_slice()).unwrap()).collect()
    }

    pub async fn shown(&self, id: &str) -> proto::deployments::Deployment {
        let request = proto::deployments::GetDeploymentRequest { id: id.into() };
        deployments::get::get(&self.app, &member(), request).await.unwrap().deployment.unwrap()
    }

    /// As if the relay had sent everything.
    pub async fn sent(&self) {
        sqlx::query("update deployments.outbox set sent_at = now()").execute(&self.app.cx.db).await.unwrap();
    }

    pub async fn sweep(&self) {
        sweep::once(&self.app).await.unwrap();
    }
}

/// The category of an error with what programs look at.
pub fn verdict<T>(result: kit::Result<T>) -> String {
    match result {
        Ok(_) => "ok".into(),
        Err(kit::Error::NotFound(message)) => format!("404 {}", what(&message)),
        Err(kit::Error::Forbidden(_)) => "403".into(),
        Err(kit::Error::Conflict(message)) => format!("409 {}", message.reason()),
        Err(kit::Error::Invalid { fields, .. }) => {
            format!("400 {}", fields.keys().cloned().collect::<Vec<_>>().join(","))
        }
        Err(other) => format!("other {other:?}"),
    }
}

/// What was not found.
fn what(message: &kit::Message) -> String {
    match &message.params()["what"] {
        kit::message::Value::Text(what) => what.clone(),
        other => panic!("{other:?}"),
    }
}

/// The fields of a validation error.
pub fn fields<T>(result: kit::Result<T>) -> BTreeMap<String, String> {
    match result {
        Err(kit::Error::Invalid { message, fields }) => {
            assert_eq!(message, "Validation Error");
            fields.into_iter().map(|(field, message)| (field, message.to_string())).collect()
        }
        Err(other) => panic!("another error: {other:?}"),
        Ok(_) => panic!("it was accepted"),
    }
}
