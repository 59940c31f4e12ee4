//! Roles that answer, hang or are gone.

use access::{Caller, Role, testing::user_caller};
use health::{App, Options, Rpc, SERVICE};
use kit::testing::{Bench, Peer};
use proto::{
    health::{Component, GetHealthRequest, State, health_service_server::HealthService as _},
    infrastructure::{self as i, ClusterState},
    letters::{self as l, CountDeadLettersResponse},
};
use std::{
    collections::{BTreeMap, HashMap},
    net::{SocketAddr, TcpListener},
    time::Duration,
};
use tonic::{Request, Status};
use tonic_health::ServingStatus;
use uuid::Uuid;

pub const ROLES: [&str; 7] = ["auth", "teams", "infrastructure", "deployments", "tasks", "events", "bff"];

pub struct Stage {
    pub bench: Bench,
    pub rpc: Rpc,
    /// Sockets that accept and say nothing.
    #[expect(dead_code, reason = "kept open, never read")]
    pub silent: Vec<TcpListener>,
}

/// How a role behaves; one that is not named is well.
pub enum Like {
    /// Nothing listens.
    Dead,
    /// Accepts connections and never says a word.
    Silent,
    /// Answers that it is not serving.
    Leaving,
    /// Is well and has dead letters.
    Burdened(CountDeadLettersResponse),
}

impl Stage {
    pub async fn set(odd: &[(&'static str, Like)], clusters: Vec<ClusterState>, fresh: Duration) -> Self {
        let mut peers: BTreeMap<&str, SocketAddr> = BTreeMap::new();
        let mut silent = Vec::new();
        for role in ROLES {
            let address = match odd.iter().find(|(name, _)| *name == role).map(|(_, behaviour)| behaviour) {
                None => {
                    serve(ServingStatus::Serving, clusters.clone(), Some(CountDeadLettersResponse::default())).await
                }
                Some(Like::Leaving) => serve(ServingStatus::NotServing, clusters.clone(), None).await,
                Some(Like::Burdened(letters)) => serve(ServingStatus::Serving, clusters.clone(), Some(*letters)).await,
                Some(Like::Dead) => TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap(),
                Some(Like::Silent) => {
                    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
                    let address = listener.local_addr().unwrap();
                    silent.push(listener);
                    address
                }
            };
            peers.insert(role, address);
        }
        let bench = kit::testing::context_with_peers(&SERVICE, peers, &[]).await;
        let options = Options { health_fresh: fresh, ..Options::default() };
        Self { rpc: Rpc(App::of(bench.cx.clone(), options)), bench, silent }
    }

    pub async fn ask(&self, caller: Caller) -> HashMap<String, Component> {
        let mut request = Request::new(GetHealthRequest {});
        request.extensions_mut().insert(caller);
        let components = self.rpc.get_health(request).await.expect("an answer").into_inner().components;
        let count = components.len();
        let map: HashMap<String, Component> = components.into_iter().map(|c| (c.name.clone(), c)).collect();
        assert_eq!(map.len(), count, "two components of one name");
        map
    }

    pub async fn states(&self) -> HashMap<String, State> {
        self.ask(person(Role::Admin)).await.into_iter().map(|(name, component)| (name, component.state())).collect()
    }
}

pub fn person(role: Role) -> Caller {
    user_caller(Uuid::from_u128(0xada), role, Vec::new())
}

pub fn cluster(name: &str, status: &str, problem: &str) -> ClusterState {
    ClusterState {
        id: Uuid::from_u128(u128::from(name.len() as u64)).to_string(),
        name: name.to_owned(),
        status: status.to_owned(),
        problem: problem.to_owned(),
        said: String::new(),
        latency_ms: 12,
        checked_at: None,
    }
}

async fn serve(
    status: ServingStatus,
    clusters: Vec<ClusterState>,
    letters: Option<CountDeadLettersResponse>,
) -> SocketAddr {
    let (reporter, health) = tonic_health::server::health_reporter();
    reporter.set_service_status("", status).await;
    let state = (clusters, letters);
    let peer =
        Peer::of(state).unary("ClusterService", list_cluster_states).unary("DeadLetterService", count_dead_letters);
    kit::testing::serve(peer.routes().add_service(health)).await
}

/// The clusters; the dead letters of a role (`None`: it is not asked).
type Known = (Vec<ClusterState>, Option<CountDeadLettersResponse>);

async fn list_cluster_states(
    (states, _): Known,
    _: i::ListClusterStatesRequest,
) -> Result<i::ListClusterStatesResponse, Status> {
    Ok(i::ListClusterStatesResponse { states })
}

async fn count_dead_letters(
    (_, letters): Known,
    _: l::CountDeadLettersRequest,
) -> Result<CountDeadLettersResponse, Status> {
    letters.ok_or_else(|| kit::Error::not_found("Play").into())
}
