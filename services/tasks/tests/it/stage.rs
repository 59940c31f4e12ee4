//! A service on a database of its own, with played peers, and short words for what tests do.

use access::{
    Caller, Membership, Role,
    testing::{service_caller, user_caller},
};
use kit::testing::{Bench, Sent};
use prost::Message as _;
use proto::{
    deployments::FinishRequest,
    events::EventRecorded,
    tasks::{
        CancelRequest, GetTaskRequest, StepStatus, SubmitRequest, Task, TaskKind, TaskParams, TaskStatus,
        task_service_server::TaskService as _,
    },
};
use std::{collections::BTreeMap, sync::Arc, time::Duration};
use tasks::{
    App, RetryPolicy, Rpc, SERVICE,
    runner::{self, Outcome},
};
use tonic::Request;
use uuid::Uuid;

use crate::world::World;

pub const TEAM: Uuid = Uuid::from_u128(0x7ea);
pub const CLUSTER: Uuid = Uuid::from_u128(0xc1);

pub struct Stage {
    pub bench: Bench,
    pub world: World,
    pub app: App,
    pub rpc: Rpc,
}

impl Stage {
    /// The usual one: it hardly pauses.
    pub async fn set() -> Self {
        Self::with(Duration::from_millis(2), &[]).await
    }

    /// With another first pause while a cluster does not answer, and with settings.
    pub async fn with(pause: Duration, options: &[&str]) -> Self {
        let world = World::default();
        let address = world.serve().await;
        let peers = BTreeMap::from([("infrastructure", address), ("deployments", address)]);
        let bench = kit::testing::context_with_peers(&SERVICE, peers, options).await;
        let mut app = App::of(bench.cx.clone()).expect("settings");
        app.retry_policy = Arc::new(RetryPolicy { first: pause, ..RetryPolicy::clone(&app.retry_policy) });
        Self { rpc: Rpc(app.clone()), app, bench, world }
    }

    /// Submits a task of this kind about a deployment of its own; its id.
    pub async fn submit(&self, kind: TaskKind) -> Uuid {
        let order = order(kind, self.bench.cx.ids.uuid(), self.bench.cx.ids.uuid());
        self.rpc.submit(asked(deployments(), order.clone())).await.expect("submitted");
        order.id.parse().unwrap()
    }

    pub async fn cancel(&self, task: Uuid) {
        let request = CancelRequest {
            id: task.to_string(),
            actor_name: "Ada Lovelace".to_owned(),
            deployment_id: Uuid::from_u128(0xde).to_string(),
        };
        self.rpc.cancel(asked(deployments(), request)).await.expect("cancelled");
    }

    /// Takes up whatever is due until the task has ended, waits in the queue passed over.
    pub async fn run(&self, task: Uuid) -> Task {
        for _ in 0..200 {
            if matches!(self.get(task).await.status(), TaskStatus::Complete | TaskStatus::Failed) {
                return self.get(task).await;
            }
            self.due(task).await;
            let outcome = runner::run_one(&self.app).await.expect("run");
            assert!(matches!(outcome, Some(Outcome::Ended | Outcome::Parked)), "{outcome:?}");
        }
        panic!("the task does not end: {:?}", self.get(task).await);
    }

    /// A task that waits in the queue is due now.
    pub async fn due(&self, task: Uuid) {
        sqlx::query("update tasks.task set run_after = now() where id = $1")
            .bind(task)
            .execute(&self.bench.cx.db)
            .await
            .unwrap();
    }

    /// It has waited for so long that nothing is left of its budget.
    pub async fn spend(&self, task: Uuid) {
        // what it waited so far is written down
        let spent = sqlx::query("update tasks.task set spent = 3600 where id = $1 and spent > 0");
        assert_eq!(spent.bind(task).execute(&self.bench.cx.db).await.unwrap().rows_affected(), 1);
    }

    /// The lease of a worker that died or sleeps has run out.
    pub async fn expire(&self, task: Uuid) {
        sqlx::query("update tasks.task set lease_until = now() - interval '1 second' where id = $1")
            .bind(task)
            .execute(&self.bench.cx.db)
            .await
            .unwrap();
    }

    pub async fn get(&self, task: Uuid) -> Task {
        let request = GetTaskRequest { id: task.to_string(), ..Default::default() };
        self.rpc.get_task(asked(member(), request)).await.expect("task").into_inner().task.unwrap()
    }

    /// Fence and version of the row.
    pub async fn row(&self, task: Uuid) -> (i64, i64) {
        sqlx::query_as("select fence, version from tasks.task where id = $1")
            .bind(task)
            .fetch_one(&self.bench.cx.db)
            .await
            .unwrap()
    }

    /// What deployments will be told about the task.
    pub async fn finishes(&self, task: Uuid) -> Vec<FinishRequest> {
        let all = self.bench.outbox().await;
        all.iter()
            .filter(|row| row.method == "/canopy.deployments.v1.DeploymentService/Finish")
            .map(|row| {
                let finish = FinishRequest::decode(row.payload.as_slice()).unwrap();
                assert_eq!(row.target, "deployments");
                assert_eq!(row.key.unwrap().to_string(), finish.deployment_id);
                finish
            })
            .filter(|finish| finish.task_id == task.to_string())
            .collect()
    }

    pub async fn events(&self) -> Vec<EventRecorded> {
        let named = |row: &Sent| row.method == "EventRecorded";
        let all = self.bench.outbox().await;
        all.iter().filter(|row| named(row)).map(|row| EventRecorded::decode(row.payload.as_slice()).unwrap()).collect()
    }
}

/// A work order with everything it needs.
pub fn order(kind: TaskKind, task: Uuid, deployment: Uuid) -> SubmitRequest {
    SubmitRequest {
        id: task.to_string(),
        kind: kind.into(),
        deployment_id: deployment.to_string(),
        deployment_name: "shop".to_owned(),
        team_id: TEAM.to_string(),
        team_name: "Web".to_owned(),
        cluster_name: "prod".to_owned(),
        params: Some(TaskParams {
            chart_name: "canopy/wordpress".to_owned(),
            release_name: "shop-00000a".to_owned(),
            namespace: "shop-00000a".to_owned(),
            cluster_id: CLUSTER.to_string(),
            services: [("mysql".to_owned(), true)].into(),
            ..TaskParams::default()
        }),
        revision: 1,
        hash: "abc".to_owned(),
        actor_id: Uuid::from_u128(0xada).to_string(),
        actor_name: "Ada Lovelace".to_owned(),
        created_at: Some(prost_types::Timestamp { seconds: 1_795_000_000, nanos: 0 }),
    }
}

pub fn asked<M>(caller: Caller, message: M) -> Request<M> {
    let mut request = Request::new(message);
    request.extensions_mut().insert(caller);
    request
}

pub fn deployments() -> Caller {
    service_caller("deployments")
}

pub fn person(role: Role, teams: &[(Uuid, bool)]) -> Caller {
    let memberships = teams.iter().map(|&(team, admin)| Membership { team, admin, owner: false }).collect();
    user_caller(Uuid::from_u128(0xada), role, memberships)
}

pub fn member() -> Caller {
    person(Role::User, &[(TEAM, false)])
}

/// Name and status of each step.
pub fn steps(task: &Task) -> Vec<(&str, StepStatus)> {
    task.steps.iter().map(|step| (step.name.as_str(), step.status())).collect()
}
