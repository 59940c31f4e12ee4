use crate::{ADA, BOB, CAT, DAN, GONE, House, NOBODY, code, house, names};
use access::{Caller, Role};
use kit::{Error, Result};
use prost::Message as _;
use proto::{
    deployments::TellNameRequest,
    teams::{
        AddMemberRequest, ChangeMemberRequest, DeleteTeamRequest, HandOverTeamRequest, LookupTeamsRequest, MemberRole,
        Team, UpdateTeamRequest,
    },
};
use std::time::Duration;
use uuid::Uuid;

impl House {
    async fn rename(&self, caller: &Caller, team: &str, name: &str) -> Result<Team> {
        let request = UpdateTeamRequest { id: team.into(), name: Some(name.into()), description: None };
        Ok(teams::update::update(&self.app, caller, request).await?.team.unwrap())
    }

    async fn change(&self, caller: &Caller, team: &str, user: Uuid, role: MemberRole) -> Result<Team> {
        let request = ChangeMemberRequest { team_id: team.into(), user_id: user.to_string(), role: role.into() };
        Ok(teams::change_member::change_member(&self.app, caller, request).await?.team.unwrap())
    }

    async fn hand_over(&self, caller: &Caller, team: &str, user: Uuid) -> Result<Team> {
        let request = HandOverTeamRequest { team_id: team.into(), user_id: user.to_string() };
        Ok(teams::hand_over::hand_over(&self.app, caller, request).await?.team.unwrap())
    }

    async fn delete(&self, caller: &Caller, team: &str) -> Result<()> {
        teams::delete::delete(&self.app, caller, DeleteTeamRequest { id: team.into() }).await.map(|_| ())
    }

    async fn by_address(&self, caller: &Caller, team: &str, email: &str) -> Result<Team> {
        let request = AddMemberRequest { team_id: team.into(), user_id: String::new(), email: email.into() };
        Ok(teams::add_member::add_member(&self.app, caller, request).await?.team.unwrap())
    }

    /// Whether deployments may put something into the team.
    async fn is_open(&self, team: &str) -> bool {
        let request = LookupTeamsRequest { ids: vec![team.into()] };
        !teams::lookup::lookup(&self.app, request).await.unwrap().teams.is_empty()
    }

    async fn reasons(&self) -> Vec<String> {
        self.events().await.into_iter().map(|event| event.reason).collect()
    }
}

#[tokio::test]
async fn a_team_is_renamed_and_described_by_those_who_manage_it() {
    let house = house().await;
    let team = house.team().await;
    for (user, role, expected) in [
        (CAT, Role::User, 403),
        (DAN, Role::User, 404),
        (DAN, Role::Manager, 403),
        (BOB, Role::User, 200),
        (DAN, Role::Admin, 200),
        (ADA, Role::User, 200),
    ] {
        let caller = house.caller(user, role).await;
        assert_eq!(code(&house.rename(&caller, &team.id, "Web sites").await), expected, "{user} {role:?}");
    }
    assert_eq!(
        house.reasons().await.iter().filter(|reason| *reason == "TeamRenamed").count(),
        1,
        "only a change is told"
    );
    let commands = house.bench.outbox().await.into_iter().filter(|sent| sent.target == "deployments");
    let told: Vec<_> = commands.map(|sent| TellNameRequest::decode(sent.payload.as_slice()).unwrap()).collect();
    let name = TellNameRequest { team_id: team.id.clone(), name: "Web sites".into(), ..Default::default() };
    assert_eq!(told, [name], "deployments keeps it with the team's sites");
    let ada = house.user(ADA).await;
    assert_eq!(code(&house.rename(&ada, &team.id, "x").await), 400);
    let request = UpdateTeamRequest { id: team.id.clone(), name: None, description: Some("Another one".into()) };
    let changed = teams::update::update(&house.app, &ada, request).await.unwrap().team.unwrap();
    assert_eq!((changed.name.as_str(), changed.description.as_str()), ("Web sites", "Another one"));
    assert_eq!(house.reasons().await.last().unwrap(), "TeamDescribed");
}

#[tokio::test]
async fn an_admin_of_a_team_makes_admins_and_only_its_owner_takes_that_back() {
    let house = house().await;
    let team = house.team().await;
    let (ada, bob, cat) = (house.user(ADA).await, house.user(BOB).await, house.user(CAT).await);
    assert_eq!(code(&house.change(&cat, &team.id, CAT, MemberRole::Admin).await), 403);
    let changed = house.change(&bob, &team.id, CAT, MemberRole::Admin).await.unwrap();
    let roles: Vec<_> = changed.members.iter().map(proto::teams::Member::role).collect();
    assert_eq!(roles, [MemberRole::Admin; 3]);
    assert_eq!(code(&house.change(&bob, &team.id, CAT, MemberRole::Member).await), 403);
    assert_eq!(code(&house.change(&ada, &team.id, CAT, MemberRole::Member).await), 200);
    assert_eq!(code(&house.change(&ada, &team.id, ADA, MemberRole::Member).await), 400, "the owner is an admin");
    assert_eq!(code(&house.change(&ada, &team.id, DAN, MemberRole::Admin).await), 404);
    assert_eq!(code(&house.change(&ada, &team.id, CAT, MemberRole::Unspecified).await), 400);
    let dan = house.caller(DAN, Role::Admin).await;
    assert_eq!(code(&house.change(&dan, &team.id, BOB, MemberRole::Member).await), 200);
    let told = house.events().await.pop().unwrap();
    assert_eq!(told.message, "\"Bob Tester\" is no longer an admin of team \"Web\".");
}

#[tokio::test]
async fn a_team_is_handed_over_to_a_member_and_its_former_owner_stays_an_admin() {
    let house = house().await;
    let team = house.team().await;
    let (ada, bob) = (house.user(ADA).await, house.user(BOB).await);
    assert_eq!(code(&house.hand_over(&bob, &team.id, BOB).await), 403);
    assert_eq!(code(&house.hand_over(&ada, &team.id, DAN).await), 409, "he is no member");
    let changed = house.hand_over(&ada, &team.id, CAT).await.unwrap();
    assert_eq!(changed.owner_id, CAT.to_string());
    let of = |user: Uuid| changed.members.iter().find(|member| member.user_id == user.to_string()).unwrap().role();
    assert_eq!((of(CAT), of(ADA)), (MemberRole::Admin, MemberRole::Admin));
    // what Ada's cache still believes does not count
    assert_eq!(code(&house.hand_over(&ada, &team.id, ADA).await), 403);
    assert_eq!(code(&house.delete(&ada, &team.id).await), 403);
    let ada = house.user(ADA).await;
    house.remove(&ada, &team.id, ADA).await.unwrap();
    assert_eq!(house.reasons().await, ["TeamCreated", "MemberAdded", "MemberAdded", "TeamHandedOver", "MemberRemoved"]);
}

#[tokio::test]
async fn a_team_is_deleted_by_its_owner_once_it_has_no_deployments() {
    let house = house().await;
    let team = house.team().await;
    let (ada, bob) = (house.user(ADA).await, house.user(BOB).await);
    assert_eq!(code(&house.delete(&bob, &team.id).await), 403);
    assert_eq!(code(&house.delete(&house.user(DAN).await, &team.id).await), 404);
    house.deployments.have(2);
    let Err(Error::Invalid { message, .. }) = house.delete(&ada, &team.id).await else { panic!("it was deleted") };
    assert_eq!(message, "Cannot delete team: 2 deployment(s) are associated with this team.");
    assert!(house.is_open(&team.id).await, "it goes on as before");
    house.deployments.go_away();
    assert_eq!(code(&house.delete(&ada, &team.id).await), 503);
    assert!(house.is_open(&team.id).await);
    house.deployments.have(0);
    house.delete(&ada, &team.id).await.unwrap();
    assert!(!house.is_open(&team.id).await);
    assert_eq!(code(&house.delete(&house.caller(ADA, Role::Admin).await, &team.id).await), 404);
    assert_eq!(house.reasons().await.last().unwrap(), "TeamDeleted");
    let members: i64 =
        sqlx::query_scalar("select count(*) from teams.member").fetch_one(&house.bench.cx.db).await.unwrap();
    assert_eq!(members, 0);
}

#[tokio::test]
async fn a_deletion_that_was_broken_off_leaves_a_team_that_opens_again() {
    let house = house().await;
    let team = house.team().await;
    sqlx::query("update teams.team set closing_at = $1")
        .bind(house.bench.cx.clock.now())
        .execute(&house.bench.cx.db)
        .await
        .unwrap();
    assert!(!house.is_open(&team.id).await, "nothing new is put into it");
    teams::sweep::round(&house.app).await.unwrap();
    assert!(!house.is_open(&team.id).await, "it may be at work");
    house.bench.clock.advance(Duration::from_secs(121));
    teams::sweep::round(&house.app).await.unwrap();
    assert!(house.is_open(&team.id).await);
}

#[tokio::test]
async fn people_are_added_by_their_whole_address_and_nobody_tries_many() {
    let house = house().await;
    let team = house.team().await;
    let ada = house.user(ADA).await;
    let changed = house.by_address(&ada, &team.id, "dan@example.com").await.unwrap();
    assert_eq!(names(&changed), ["Ada", "Bob", "Cat", "Dan"]);
    assert_eq!(code(&house.by_address(&house.user(CAT).await, &team.id, "dan@example.com").await), 403);
    assert_eq!(code(&house.by_address(&ada, &team.id, "dan@example.com").await), 409);
    // closed, unknown and half an address are the same
    for nobody in ["gone@example.com", "eve@example.com", "dan"] {
        let Err(Error::NotFound(message)) = house.by_address(&ada, &team.id, nobody).await else { panic!("{nobody}") };
        assert_eq!(message, "User not found");
    }
    assert!(
        code(&house.add(&ada, &team.id, GONE).await) == 404 && code(&house.add(&ada, &team.id, NOBODY).await) == 404
    );
    let mut tried = 0;
    while !matches!(house.by_address(&ada, &team.id, "eve@example.com").await, Err(Error::RateLimited { .. })) {
        tried += 1;
        assert!(tried < 100, "it is not limited");
    }
}
