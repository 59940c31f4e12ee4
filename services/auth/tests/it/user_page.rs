//! One account, as administrators and as those who share a team with it see it.

use crate::{HOME, PASSWORD, login, register};
use access::{Caller, Membership, Role, testing::user_caller};
use auth::{App, get_user::get_user, get_user_profile::get_user_profile};
use kit::{
    Error, Result,
    testing::{Bench, Peer},
};
use proto::{
    auth::{self as pb, CreateTokenRequest, GetUserProfileRequest, GetUserRequest, TokenScope, User},
    teams::{
        self, ListMembershipsRequest, ListMembershipsResponse, LookupTeamsRequest, LookupTeamsResponse, MemberRole,
        TeamName,
    },
};
use std::collections::BTreeMap;
use tonic::Status;
use uuid::Uuid;

const WEB: Uuid = Uuid::from_u128(0x3EB);
const GONE: Uuid = Uuid::from_u128(0x604E);

/// A teams in which everybody is in two teams, one of which is being deleted.
#[derive(Clone)]
struct FakeTeams;

impl FakeTeams {
    async fn list_memberships(self, request: ListMembershipsRequest) -> Result<ListMembershipsResponse, Status> {
        let of = |team: Uuid| teams::Membership {
            user_id: request.user_ids[0].clone(),
            team_id: team.to_string(),
            role: MemberRole::Admin.into(),
            owner: team == WEB,
        };
        Ok(ListMembershipsResponse { memberships: vec![of(GONE), of(WEB)] })
    }

    async fn lookup_teams(self, request: LookupTeamsRequest) -> Result<LookupTeamsResponse, Status> {
        let web = TeamName { id: WEB.to_string(), name: "Web".to_owned() };
        Ok(LookupTeamsResponse { teams: vec![web].into_iter().filter(|team| request.ids.contains(&team.id)).collect() })
    }
}

async fn house() -> (Bench, App, User) {
    let teams = Peer::of(FakeTeams)
        .unary("TeamService", FakeTeams::list_memberships)
        .unary("TeamService", FakeTeams::lookup_teams)
        .serve()
        .await;
    let peers = BTreeMap::from([("teams", teams)]);
    let bench = kit::testing::context_with_peers(&auth::SERVICE, peers, &["--registration=open"]).await;
    sqlx::query(
        "insert into auth.user (id, email, first_name, last_name, role, status, created_at)
         values ($1, 'admin@example.com', '', '', 'admin', 'active', now())",
    )
    .bind(Uuid::nil())
    .execute(&bench.cx.db)
    .await
    .unwrap();
    let app = App::of(&bench.cx).unwrap();
    let bob = register(&app, "bob@example.com").await.unwrap();
    login(&app, "bob@example.com", PASSWORD, HOME).await.unwrap();
    (bench, app, bob)
}

fn member(team: Uuid) -> Caller {
    let membership = Membership { team, admin: false, owner: false };
    user_caller(Uuid::from_u128(9), Role::User, vec![membership])
}

#[tokio::test]
async fn an_administrator_sees_an_account_with_its_sessions_tokens_and_teams() {
    let (_bench, app, bob) = house().await;
    let bobs = user_caller(bob.id.parse().unwrap(), Role::User, vec![]);
    let request = CreateTokenRequest { name: "Backup".to_owned(), scope: TokenScope::Read.into(), days: None };
    auth::create_token::create_token(&app, &bobs, request).await.unwrap();
    let get = async |caller: &Caller, id: &str| get_user(&app, caller, GetUserRequest { id: id.to_owned() }).await;
    let admin = user_caller(Uuid::nil(), Role::Admin, vec![]);
    let shown = get(&admin, &bob.id).await.unwrap();
    assert_eq!((shown.user.unwrap().email.as_str(), shown.two_factor), ("bob@example.com", false));
    assert_eq!((shown.sessions.len(), shown.sessions[0].address.as_str()), (1, HOME));
    assert_eq!((shown.tokens.len(), shown.tokens[0].name.as_str()), (1, "Backup"));
    let web = pb::UserTeam { id: WEB.to_string(), name: "Web".to_owned(), admin: true, owner: true };
    assert_eq!(shown.teams, [web], "a team that is being deleted is left out");
    assert!(matches!(get(&admin, &Uuid::from_u128(77).to_string()).await, Err(Error::NotFound(_))));
    assert!(matches!(get(&bobs, &bob.id).await, Err(Error::Forbidden(_))));
}

#[tokio::test]
async fn who_somebody_is_learns_who_shares_a_team_with_them() {
    let (_bench, app, bob) = house().await;
    let profile = async |caller: &Caller, id: &str| -> Result<User> {
        let request = GetUserProfileRequest { user_id: id.to_owned() };
        Ok(get_user_profile(&app, caller, request).await?.user.unwrap())
    };
    let mate = profile(&member(WEB), &bob.id).await.unwrap();
    assert_eq!((mate.email.as_str(), mate.last_login), ("bob@example.com", None));
    let own = user_caller(bob.id.parse().unwrap(), Role::User, vec![]);
    assert_eq!(profile(&own, &bob.id).await.unwrap().id, bob.id);
    let admin = user_caller(Uuid::nil(), Role::Admin, vec![]);
    assert!(profile(&admin, &bob.id).await.unwrap().last_login.is_some());
    for stranger in [member(Uuid::from_u128(4)), user_caller(Uuid::from_u128(9), Role::Manager, vec![])] {
        assert!(matches!(profile(&stranger, &bob.id).await, Err(Error::NotFound(_))));
    }
    assert!(matches!(profile(&admin, &Uuid::from_u128(77).to_string()).await, Err(Error::NotFound(_))));
}
