//! The one-second cache against fake auth and teams servers.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "tests")]

use kit::{
    Error,
    testing::{self, Peer},
};
use proto::{auth, teams};
use std::{
    collections::{BTreeMap, BTreeSet},
    net::SocketAddr,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};
use tonic::Status;
use uuid::Uuid;

const ROLE: kit::Service = kit::Service { name: "events", ..kit::testing::STATEFUL_ROLE };

/// auth and teams in one: session n belongs to user n, who is a member of team n.
#[derive(Clone, Default)]
struct Peers {
    calls: Arc<AtomicUsize>,
    away: Arc<AtomicBool>,
    ended: Arc<Mutex<BTreeSet<String>>>,
    /// API tokens that only read.
    reading: Arc<Mutex<BTreeSet<String>>>,
    /// API tokens that may do what their owner may.
    full: Arc<Mutex<BTreeSet<String>>>,
}

impl Peers {
    async fn serve(&self) -> SocketAddr {
        Peer::of(self.clone())
            .unary("AuthService", Self::check_sessions)
            .unary("TeamService", Self::list_memberships)
            .serve()
            .await
    }

    async fn check_sessions(self, request: auth::CheckSessionsRequest) -> Result<auth::CheckSessionsResponse, Status> {
        self.calls.fetch_add(1, Ordering::SeqCst);
        if self.away.load(Ordering::SeqCst) {
            return Err(Status::unavailable("away"));
        }
        let ended = self.ended.lock().unwrap().clone();
        let (reading, full) = (self.reading.lock().unwrap().clone(), self.full.lock().unwrap().clone());
        let scope = |id: &String| match () {
            () if reading.contains(id) => auth::TokenScope::Read,
            () if full.contains(id) => auth::TokenScope::Full,
            () => auth::TokenScope::Unspecified,
        };
        let sessions = request.session_ids.into_iter().filter(|id| !ended.contains(id));
        let sessions = sessions.map(|id| auth::Session {
            user: Some(auth::User { id: id.clone(), role: auth::Role::User.into(), ..Default::default() }),
            scope: scope(&id).into(),
            id,
        });
        Ok(auth::CheckSessionsResponse { sessions: sessions.collect() })
    }

    async fn list_memberships(
        self,
        request: teams::ListMembershipsRequest,
    ) -> Result<teams::ListMembershipsResponse, Status> {
        let memberships = request.user_ids.into_iter().map(|id| teams::Membership {
            user_id: id.clone(),
            team_id: id,
            role: teams::MemberRole::Member.into(),
            owner: false,
        });
        Ok(teams::ListMembershipsResponse { memberships: memberships.collect() })
    }
}

async fn access(options: &[&str]) -> (access::Access, Peers) {
    let peers = Peers::default();
    let address = peers.serve().await;
    let bench =
        testing::context_with_peers(&ROLE, BTreeMap::from([("auth", address), ("teams", address)]), options).await;
    (access::guard(&bench.cx, &[]).unwrap().access().clone(), peers)
}

#[tokio::test]
async fn three_hundred_requests_of_many_sessions_cost_two_calls() {
    // nothing grows old here, however slow the machine
    let (access, peers) = access(&["--rights-fresh=1h"]).await;
    let asked = (0..300_u128).map(|n| access.user(Uuid::from_u128(n % 30)));
    for user in futures::future::join_all(asked).await {
        let user = user.unwrap().unwrap();
        assert_eq!(user.memberships[0].team, user.id);
    }
    // the first one goes alone, everyone who came meanwhile goes together
    assert_eq!(peers.calls.load(Ordering::SeqCst), 2);
    access.user(Uuid::from_u128(7)).await.unwrap().unwrap();
    assert_eq!(peers.calls.load(Ordering::SeqCst), 2, "fresh ones are not asked about");
}

#[tokio::test]
async fn an_ended_session_is_noticed_and_an_outage_is_not_taken_for_one() {
    let (access, peers) = access(&["--rights-fresh=0ms"]).await;
    let (one, two) = (Uuid::from_u128(1), Uuid::from_u128(2));
    assert!(access.user(one).await.unwrap().is_some());
    peers.ended.lock().unwrap().insert(one.to_string());
    assert!(access.user(one).await.unwrap().is_none());
    assert!(access.user(two).await.unwrap().is_some());

    peers.away.store(true, Ordering::SeqCst);
    assert!(access.user(two).await.unwrap().is_some(), "known a moment ago");
    let error = access.user(Uuid::from_u128(3)).await.unwrap_err();
    assert!(matches!(error, Error::Unavailable { .. }), "{error:?}");
}

#[tokio::test]
async fn what_is_too_old_does_not_count_in_an_outage() {
    let (access, peers) = access(&["--rights-fresh=0ms", "--rights-stale=0ms"]).await;
    let one = Uuid::from_u128(1);
    assert!(access.user(one).await.unwrap().is_some());
    peers.away.store(true, Ordering::SeqCst);
    let error = access.user(one).await.unwrap_err();
    assert!(matches!(error, Error::Unavailable { .. }), "{error:?}");
}

#[tokio::test]
async fn only_the_bff_says_that_rights_were_changed() {
    let peers = Peers::default();
    let address = peers.serve().await;
    let roles = BTreeMap::from([("auth", address), ("teams", address)]);
    let mut bench = testing::context_with_peers(&ROLE, roles, &["--rights-fresh=1h"]).await;
    let folder = std::env::temp_dir().join(format!("canopy-access-{}", Uuid::new_v4().simple()));
    std::fs::create_dir_all(&folder).unwrap();
    for name in ["bff", "events", "users"] {
        let (private, public) = kit::identity::key_pair(&kit::ids::SystemIds).unwrap();
        std::fs::write(folder.join(format!("{name}.key")), private.as_bytes()).unwrap();
        std::fs::write(folder.join(format!("{name}.pub")), public).unwrap();
    }
    let identity = |role| kit::identity::Identity::load(&folder, role).unwrap();
    bench.cx.identity = Arc::new(identity("events"));
    let guard = access::guard(&bench.cx, &[access::user("/a.B/C")]).unwrap();
    let (now, user) = (bench.cx.clock.now(), Uuid::from_u128(7));
    let token = bench.cx.identity.user_token(user, user, now, std::time::Duration::from_secs(60)).unwrap();
    let about = |id| kit::UserRef { id, name: "Ada".to_owned() };
    let said = |role, id| format!("0 {}", identity(role).statement(&about(id), now).unwrap());
    let batches = async |changed: &str| {
        let mut headers = http::HeaderMap::new();
        headers.insert("authorization", format!("Bearer {token}").parse().unwrap());
        headers.insert(access::RIGHTS_CHANGED, changed.parse().unwrap());
        guard.caller("/a.B/C", &headers, kit::Origin::default()).await.unwrap();
        peers.calls.load(Ordering::SeqCst)
    };
    for changed in ["0", "0 nonsense", &said("events", user), &said("bff", Uuid::from_u128(8))] {
        assert_eq!(batches(changed).await, 1, "{changed:.20}");
    }
    assert_eq!(batches(&said("bff", user)).await, 2);
    let from = async |vouched: &str| {
        let mut headers = http::HeaderMap::new();
        headers.insert("authorization", format!("Bearer {token}").parse().unwrap());
        headers.insert(access::CLIENT_ADDRESS, "203.0.113.9".parse().unwrap());
        headers.insert(access::VOUCHED_ADDRESS, vouched.parse().unwrap());
        let caller = guard.caller("/a.B/C", &headers, kit::Origin::default()).await.unwrap();
        caller.origin().address.clone()
    };
    let vouched = |role, id, address| identity(role).vouch(&about(id), address, now).unwrap();
    for vouched in [
        "nonsense",
        &vouched("events", user, "203.0.113.9"),
        &vouched("bff", Uuid::from_u128(8), "203.0.113.9"),
        &vouched("bff", user, "203.0.113.10"),
    ] {
        assert_eq!(from(vouched).await, None, "{vouched:.20}");
    }
    assert_eq!(from(&vouched("bff", user, "203.0.113.9")).await.as_deref(), Some("203.0.113.9"));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[tokio::test]
async fn an_api_token_is_its_owner_but_for_what_its_scope_and_the_row_leave_out() {
    let peers = Peers::default();
    let address = peers.serve().await;
    let roles = BTreeMap::from([("auth", address), ("teams", address)]);
    let bench = testing::context_with_peers(&ROLE, roles, &["--rights-fresh=0ms"]).await;
    let rows = [
        access::user("/a.B/GetThing"),
        access::user("/a.B/ChangeThing"),
        access::user("/a.B/GetSecret").secret(),
        access::user("/a.B/ListTokens").in_person(),
        access::admin("/a.B/GetAll"),
    ];
    let guard = access::guard(&bench.cx, &rows).unwrap();
    let make = || access::token::make(&kit::ids::SystemIds);
    let (full, reading) = (make(), make());
    peers.full.lock().unwrap().insert(access::token::handle(&full).unwrap().to_string());
    peers.reading.lock().unwrap().insert(access::token::handle(&reading).unwrap().to_string());
    let outcome = async |token: &str, call: &str| {
        let mut headers = http::HeaderMap::new();
        headers.insert("authorization", format!("Bearer {token}").parse().unwrap());
        match guard.caller(call, &headers, kit::Origin::default()).await {
            Ok(_) => "let in".to_owned(),
            Err(Error::Forbidden(message) | Error::Unauthenticated(message)) => message.reason().to_owned(),
            Err(other) => panic!("{other:?}"),
        }
    };
    for (call, with_full, with_reading) in [
        ("/a.B/GetThing", "let in", "let in"),
        ("/a.B/ChangeThing", "let in", "TOKEN_READ_ONLY"),
        ("/a.B/GetSecret", "let in", "TOKEN_READ_ONLY"),
        ("/a.B/ListTokens", "TOKEN_NOT_SIGNED_IN", "TOKEN_NOT_SIGNED_IN"),
        ("/a.B/GetAll", "NOT_PERMITTED", "NOT_PERMITTED"),
    ] {
        assert_eq!(outcome(&full, call).await, with_full, "{call}");
        assert_eq!(outcome(&reading, call).await, with_reading, "{call}");
    }
    let asked = peers.calls.load(Ordering::SeqCst);
    assert_eq!(outcome(&full[..full.len() - 1], "/a.B/GetThing").await, "TOKEN_INVALID");
    assert_eq!(peers.calls.load(Ordering::SeqCst), asked, "what only looks like a token is asked about nowhere");
    peers.ended.lock().unwrap().insert(access::token::handle(&full).unwrap().to_string());
    assert_eq!(outcome(&full, "/a.B/GetThing").await, "SESSION_ENDED");
}

#[tokio::test]
async fn a_connection_is_a_roles_once_its_token_was_seen_on_it() {
    let bench = testing::context(&ROLE).await;
    let guard =
        access::guard(&bench.cx, &[access::services("/a.B/Tell", &["events"]), access::public("/a.B/Look")]).unwrap();
    let connection = testing::connection();
    let ask = |call: &str, token: Option<&str>| {
        let request = http::Request::builder().uri(call).extension(connection.clone());
        let request = token.into_iter().fold(request, |request, token| request.header("authorization", token));
        kit::Guard::admit(&guard, request.body(()).unwrap().into_parts().0)
    };
    for token in [None, Some("Bearer nonsense")] {
        ask("/a.B/Look", token).await.unwrap();
        ask("/a.B/Tell", token).await.unwrap_err();
        assert!(!connection.is_of_role(), "{token:?}");
    }
    let signed = bench.cx.request("events", &kit::Origin::default(), ()).unwrap();
    let token = signed.metadata().get("authorization").unwrap().to_str().unwrap().to_owned();
    ask("/a.B/Tell", Some(&token)).await.unwrap();
    assert!(connection.is_of_role());
}
