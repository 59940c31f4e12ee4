//! The calls of teams on a real PostgreSQL, with an auth that only knows names.
#![allow(clippy::unwrap_used, reason = "tests stop at the first surprise")]

mod add_member;
mod create;
mod fake_auth;
mod fake_deployments;
mod forget_user;
mod invites;
mod letters;
mod list;
mod lookups;
mod manage;
mod remove_member;
mod start;

use access::{Caller, Membership, Role, testing::user_caller};
use fake_auth::FakeAuth;
use fake_deployments::FakeDeployments;
use kit::{Error, Result, testing::Bench};
use proto::teams::{CreateTeamRequest, ListMembershipsRequest, Team};
use std::collections::BTreeMap;
use teams::App;
use uuid::Uuid;

pub const ADA: Uuid = Uuid::from_u128(0xADA);
pub const BOB: Uuid = Uuid::from_u128(0xB0B);
pub const CAT: Uuid = Uuid::from_u128(0xCA7);
pub const DAN: Uuid = Uuid::from_u128(0xDA0);
/// auth knows them, but their account is closed.
pub const GONE: Uuid = Uuid::from_u128(0xDEAD);
/// auth does not know them.
pub const NOBODY: Uuid = Uuid::from_u128(0xF00);

pub struct House {
    pub bench: Bench,
    pub app: App,
    pub auth: FakeAuth,
    pub deployments: FakeDeployments,
}

pub async fn house() -> House {
    house_with(&[]).await
}

pub async fn house_with(options: &[&str]) -> House {
    let auth = FakeAuth::of(&[(ADA, "Ada"), (BOB, "Bob"), (CAT, "Cat"), (DAN, "Dan")], &[(GONE, "Gone")]);
    let address = auth.serve().await;
    let deployments = FakeDeployments::default();
    let peers = BTreeMap::from([("auth", address), ("deployments", deployments.serve().await)]);
    // names are asked of auth each time, unless a test wants it otherwise
    let mut options = options.to_vec();
    if options.iter().all(|option| !option.starts_with("--rights-fresh")) {
        options.push("--rights-fresh=0ms");
    }
    let bench = kit::testing::context_with_peers(&teams::SERVICE, peers, &options).await;
    let app = App::of(&bench.cx).unwrap();
    House { bench, app, auth, deployments }
}

impl House {
    /// The caller as the guard would make them: with the memberships that teams itself answers.
    pub async fn caller(&self, user: Uuid, role: Role) -> Caller {
        let request = ListMembershipsRequest { user_ids: vec![user.to_string()], ..Default::default() };
        let answer = teams::list_memberships::list_memberships(&self.app, request).await.unwrap();
        let memberships = answer.memberships.into_iter().map(|membership| Membership {
            team: membership.team_id.parse().unwrap(),
            admin: membership.role() == proto::teams::MemberRole::Admin,
            owner: membership.owner,
        });
        user_caller(user, role, memberships.collect())
    }

    pub async fn user(&self, user: Uuid) -> Caller {
        self.caller(user, Role::User).await
    }

    pub async fn create(&self, owner: Uuid, name: &str) -> Team {
        let request = CreateTeamRequest { name: name.to_owned(), description: "About it".to_owned() };
        let caller = self.user(owner).await;
        teams::create::create(&self.app, &caller, request).await.unwrap().team.unwrap()
    }

    /// A team of Ada with Bob as admin and Cat as member.
    pub async fn team(&self) -> Team {
        let team = self.create(ADA, "Web").await;
        let ada = self.user(ADA).await;
        for user in [BOB, CAT] {
            self.add(&ada, &team.id, user).await.unwrap();
        }
        sqlx::query("update teams.member set role = 'admin' where user_id = $1")
            .bind(BOB)
            .execute(&self.bench.cx.db)
            .await
            .unwrap();
        team
    }

    pub async fn add(&self, caller: &Caller, team: &str, user: Uuid) -> Result<Team> {
        let request = proto::teams::AddMemberRequest {
            team_id: team.to_owned(),
            user_id: user.to_string(),
            email: String::new(),
        };
        Ok(teams::add_member::add_member(&self.app, caller, request).await?.team.unwrap())
    }

    pub async fn remove(&self, caller: &Caller, team: &str, user: Uuid) -> Result<Team> {
        let request = proto::teams::RemoveMemberRequest { team_id: team.to_owned(), user_id: user.to_string() };
        Ok(teams::remove_member::remove_member(&self.app, caller, request).await?.team.unwrap())
    }

    /// Reasons of the recorded events, oldest first.
    pub async fn events(&self) -> Vec<proto::events::EventRecorded> {
        use prost::Message as _;
        let rows = self.bench.outbox().await;
        let events = rows.iter().filter(|row| row.method == "EventRecorded");
        events.map(|row| proto::events::EventRecorded::decode(row.payload.as_slice()).unwrap()).collect()
    }
}

/// The first names of a team's members, sorted.
pub fn names(team: &Team) -> Vec<&str> {
    let mut names: Vec<&str> = team.members.iter().map(|member| member.first_name.as_str()).collect();
    names.sort_unstable();
    names
}

/// The status that the REST API answers for it.
pub fn code<T>(result: &Result<T>) -> u16 {
    match result {
        Ok(_) => 200,
        Err(Error::Invalid { .. }) => 400,
        Err(Error::Forbidden(_)) => 403,
        Err(Error::NotFound(_)) => 404,
        Err(Error::Conflict(_)) => 409,
        Err(Error::Unavailable { .. }) => 503,
        Err(error) => panic!("{error:?}"),
    }
}
