//! A service on a database of its own, and short words for what tests do.

use access::{Caller, Membership, Role, testing::user_caller};
use bytes::Bytes;
use events::{App, Rpc, SERVICE, on_event_recorded};
use kit::{Origin, clock::stamp, consume::Delivery, testing::Bench};
use prost::Message as _;
use proto::events::{
    EventRecorded, ListEventsRequest, ListEventsResponse, Reference, event_service_server::EventService as _,
};
use time::Duration;
use tonic::Request;
use uuid::Uuid;

pub const TEAM: Uuid = Uuid::from_u128(0x7ea);
pub const OTHERS: Uuid = Uuid::from_u128(0xbad);
pub const ADA: Uuid = Uuid::from_u128(0xada);

pub struct Stage {
    pub bench: Bench,
    pub rpc: Rpc,
}

impl Stage {
    pub async fn set() -> Self {
        let bench = kit::testing::context(&SERVICE).await;
        Self { rpc: Rpc(App::of(bench.cx.clone()).expect("settings")), bench }
    }

    /// A line of history of the team, so many seconds ago.
    pub fn event(&self, n: u128, ago: i64, message: &str) -> EventRecorded {
        EventRecorded {
            id: Uuid::from_u128(n).to_string(),
            r#type: "Normal".to_owned(),
            message: message.to_owned(),
            reason: "RestartRequested".to_owned(),
            component: "Deployment".to_owned(),
            count: 1,
            at: Some(stamp(self.bench.cx.clock.now() - Duration::seconds(ago))),
            team: reference(TEAM, "Web"),
            ..Default::default()
        }
    }

    /// As the chassis does with a fact that arrived: in a transaction that is committed when the handler is content.
    pub async fn arrive(&self, sender: &str, payload: Vec<u8>) -> anyhow::Result<()> {
        let delivery = Delivery {
            id: self.bench.cx.ids.uuid(),
            sender: sender.to_owned(),
            payload: Bytes::from(payload),
            origin: Origin::default(),
        };
        let mut tx = self.bench.cx.begin().await?;
        on_event_recorded(&self.bench.cx, &mut tx, delivery).await?;
        tx.commit().await?;
        Ok(())
    }

    /// So many lines of history of the team, a second apart, as an older version wrote them: without words.
    pub async fn fill(&self, count: i64) {
        sqlx::query(
            "insert into events.event (id, sender, type, message, reason, component, host, namespace, count, uid,
                 deployment_name, cluster_name, team_id, team_name, task_name, actor_name, admin_only, created_at,
                 updated_at, first_seen, last_seen)
             select gen_random_uuid(), 'test', 'Normal', 'filler ' || n, 'Test', 'Team', '', '', 1, '', '', '', $1, 'Web',
                 '', '', false, t, t, t, t
             from (select n, $2::timestamptz - ($3 - n) * interval '1 second' as t from generate_series(1, $3) n) s",
        )
        .bind(TEAM)
        .bind(self.bench.cx.clock.now())
        .bind(count)
        .execute(&self.bench.cx.db)
        .await
        .expect("filled");
    }

    pub async fn tell(&self, event: &EventRecorded) {
        self.arrive("deployments", event.encode_to_vec()).await.expect("kept");
    }

    pub async fn list(&self, caller: Caller, request: ListEventsRequest) -> ListEventsResponse {
        self.rpc.list_events(asked(caller, request)).await.expect("listed").into_inner()
    }

    /// Messages of the first page.
    pub async fn messages(&self, caller: Caller, request: ListEventsRequest) -> Vec<String> {
        self.list(caller, request).await.events.into_iter().map(|event| event.record.unwrap().message).collect()
    }
}

pub fn reference(id: Uuid, name: &str) -> Option<Reference> {
    Some(Reference { id: id.to_string(), name: name.to_owned() })
}

pub fn asked<M>(caller: Caller, message: M) -> Request<M> {
    let mut request = Request::new(message);
    request.extensions_mut().insert(caller);
    request
}

pub fn person(role: Role, teams: &[Uuid]) -> Caller {
    let memberships = teams.iter().map(|&team| Membership { team, admin: false, owner: false }).collect();
    user_caller(ADA, role, memberships)
}

pub fn member() -> Caller {
    person(Role::User, &[TEAM])
}
