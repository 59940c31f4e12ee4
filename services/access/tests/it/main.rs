//! The one-second cache against fake auth and teams servers.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "tests")]

use futures::{FutureExt as _, future::BoxFuture};
use kit::{Error, testing};
use proto::{
    auth::{self, auth_service_server::AuthServiceServer},
    teams::{self, team_service_server::TeamServiceServer},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};
use tonic::{Request, Response, Status, service::Routes};
use uuid::Uuid;

static NONE: sqlx::migrate::Migrator = sqlx::migrate::Migrator::DEFAULT;
const ROLE: kit::Service = kit::Service {
    name: "events",
    migrator: Some(&NONE),
    descriptors: &[],
    start: |_| async { anyhow::bail!("never started") }.boxed(),
};

/// auth and teams in one: session n belongs to user n, who is a member of team n.
#[derive(Clone, Default)]
struct Peers {
    calls: Arc<AtomicUsize>,
    away: Arc<AtomicBool>,
    ended: Arc<Mutex<BTreeSet<String>>>,
}

macro_rules! refuse_the_rest {
    ($($name:ident: $request:ty => $response:ty),* $(,)?) => { $(
        // what #[tonic::async_trait] makes of an async fn: it does not look into macros
        fn $name<'a, 'b>(&'a self, _: Request<$request>) -> BoxFuture<'b, Result<Response<$response>, Status>>
        where
            'a: 'b,
            Self: 'b,
        {
            Box::pin(async { Err(Status::unimplemented("not asked in these tests")) })
        }
    )* };
}

#[tonic::async_trait]
impl auth::auth_service_server::AuthService for Peers {
    async fn check_sessions(
        &self,
        request: Request<auth::CheckSessionsRequest>,
    ) -> Result<Response<auth::CheckSessionsResponse>, Status> {
        self.calls.fetch_add(1, Ordering::SeqCst);
        if self.away.load(Ordering::SeqCst) {
            return Err(Status::unavailable("away"));
        }
        let ended = self.ended.lock().unwrap().clone();
        let sessions = request.into_inner().session_ids.into_iter().filter(|id| !ended.contains(id));
        let sessions = sessions.map(|id| auth::Session {
            user: Some(auth::User { id: id.clone(), role: auth::Role::User.into(), ..Default::default() }),
            id,
        });
        Ok(Response::new(auth::CheckSessionsResponse { sessions: sessions.collect() }))
    }
    refuse_the_rest! {
        get_setup: auth::GetSetupRequest => auth::GetSetupResponse,
        complete_setup: auth::CompleteSetupRequest => auth::CompleteSetupResponse,
        register: auth::RegisterRequest => auth::RegisterResponse,
        login: auth::LoginRequest => auth::LoginResponse,
        reset_password: auth::ResetPasswordRequest => auth::ResetPasswordResponse,
        logout: auth::LogoutRequest => auth::LogoutResponse,
        get_profile: auth::GetProfileRequest => auth::GetProfileResponse,
        lookup_users: auth::LookupUsersRequest => auth::LookupUsersResponse,
        find_user: auth::FindUserRequest => auth::FindUserResponse,
    }
}

#[tonic::async_trait]
impl teams::team_service_server::TeamService for Peers {
    async fn list_memberships(
        &self,
        request: Request<teams::ListMembershipsRequest>,
    ) -> Result<Response<teams::ListMembershipsResponse>, Status> {
        let memberships = request.into_inner().user_ids.into_iter().map(|id| teams::Membership {
            user_id: id.clone(),
            team_id: id,
            role: teams::MemberRole::Member.into(),
            owner: false,
        });
        Ok(Response::new(teams::ListMembershipsResponse { memberships: memberships.collect() }))
    }
    refuse_the_rest! {
        create_team: teams::CreateTeamRequest => teams::CreateTeamResponse,
        create_first_team: teams::CreateFirstTeamRequest => teams::CreateFirstTeamResponse,
        list_teams: teams::ListTeamsRequest => teams::ListTeamsResponse,
        get_team: teams::GetTeamRequest => teams::GetTeamResponse,
        add_member: teams::AddMemberRequest => teams::AddMemberResponse,
        remove_member: teams::RemoveMemberRequest => teams::RemoveMemberResponse,
        lookup_teams: teams::LookupTeamsRequest => teams::LookupTeamsResponse,
        update_team: teams::UpdateTeamRequest => teams::UpdateTeamResponse,
        change_member: teams::ChangeMemberRequest => teams::ChangeMemberResponse,
        hand_over_team: teams::HandOverTeamRequest => teams::HandOverTeamResponse,
        delete_team: teams::DeleteTeamRequest => teams::DeleteTeamResponse,
        forget_user: teams::ForgetUserRequest => teams::ForgetUserResponse,
    }
}

async fn access(options: &[&str]) -> (access::Access, Peers) {
    let peers = Peers::default();
    let address = testing::serve(
        Routes::new(AuthServiceServer::new(peers.clone())).add_service(TeamServiceServer::new(peers.clone())),
    )
    .await;
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
    let address = testing::serve(
        Routes::new(AuthServiceServer::new(peers.clone())).add_service(TeamServiceServer::new(peers.clone())),
    )
    .await;
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
    std::fs::remove_dir_all(&folder).unwrap();
}
