use crate::{ADA, BOB, CAT, DAN, House, NOBODY, code, house, names};
use access::{Caller, Role, testing::service_caller};
use futures::future::join_all;
use kit::{Error, Result};
use proto::teams::{
    AcceptInviteRequest, CancelInviteRequest, CreateInviteRequest, CreateInviteResponse, FindInviteRequest,
    GetTeamRequest, MemberRole, ResendInviteRequest, ResendInviteResponse, Team,
};
use std::time::Duration;
use teams::{
    accept_invite::accept_invite, cancel_invite::cancel_invite, create_invite::create_invite, find_invite::find_invite,
    resend_invite::resend_invite,
};
use uuid::Uuid;

const DAN_AT: &str = "dan@example.com";

impl House {
    async fn invite(&self, caller: &Caller, team: &str, email: &str, role: MemberRole) -> Result<CreateInviteResponse> {
        let request = CreateInviteRequest { team_id: team.to_owned(), email: email.to_owned(), role: role.into() };
        create_invite(&self.app, caller, request).await
    }

    /// By Ada, into her team.
    async fn invited(&self, team: &Team, email: &str, role: MemberRole) -> CreateInviteResponse {
        self.invite(&self.user(ADA).await, &team.id, email, role).await.unwrap()
    }

    async fn resend(&self, caller: &Caller, team: &str, invite: &str) -> Result<ResendInviteResponse> {
        let request = ResendInviteRequest { team_id: team.to_owned(), invite_id: invite.to_owned() };
        resend_invite(&self.app, caller, request).await
    }

    async fn cancel(&self, caller: &Caller, team: &str, invite: &str) -> Result<()> {
        let request = CancelInviteRequest { team_id: team.to_owned(), invite_id: invite.to_owned() };
        cancel_invite(&self.app, caller, request).await.map(|_| ())
    }

    async fn accept(&self, user: Uuid, token: &str) -> Result<Team> {
        let request = AcceptInviteRequest { token: token.to_owned() };
        Ok(accept_invite(&self.app, &self.user(user).await, request).await?.team.unwrap())
    }

    async fn find(&self, token: &str) -> String {
        let request = FindInviteRequest { token: token.to_owned() };
        find_invite(&self.app, &service_caller("auth"), request).await.unwrap().email
    }

    /// The addresses that are invited, as this caller is shown them.
    async fn shown_to(&self, user: Uuid, role: Role, team: &str) -> Vec<String> {
        let caller = self.caller(user, role).await;
        let request = GetTeamRequest { id: team.to_owned() };
        let team = teams::get::get(&self.app, &caller, request).await.unwrap().team.unwrap();
        team.invites.into_iter().map(|invite| invite.email).collect()
    }
}

fn reason<T: std::fmt::Debug>(result: Result<T>) -> String {
    match result.unwrap_err() {
        Error::Conflict(message) | Error::Forbidden(message) | Error::Invalid { message, .. } => {
            message.reason().to_owned()
        }
        error => panic!("{error:?}"),
    }
}

#[tokio::test]
async fn whoever_is_invited_joins_once_with_the_role_of_the_invite() {
    let house = house().await;
    let team = house.create(ADA, "Web").await;
    let made = house.invited(&team, " Dan@Example.com ", MemberRole::Admin).await;
    let invite = made.invite.unwrap();
    assert_eq!((invite.email.as_str(), invite.role()), (DAN_AT, MemberRole::Admin));
    assert_eq!(house.find(&made.token).await, DAN_AT);
    assert_eq!(house.shown_to(ADA, Role::User, &team.id).await, [DAN_AT]);
    let joined = house.accept(DAN, &made.token).await.unwrap();
    assert_eq!((joined.name.as_str(), names(&joined)), ("Web", vec!["Ada", "Dan"]));
    assert_eq!(joined.members[1].role(), MemberRole::Admin);
    assert_eq!(reason(house.accept(DAN, &made.token).await), "INVITE_OVER");
    assert_eq!(house.find(&made.token).await, "");
    assert!(house.shown_to(ADA, Role::User, &team.id).await.is_empty());
    let told: Vec<String> = house.events().await.into_iter().map(|event| event.message).collect();
    assert_eq!(told[1], "dan@example.com was invited to team \"Web\" as an admin.");
    assert!(told[2].starts_with("\"Dan Tester\" accepted the invitation"), "{told:?}");
}

#[tokio::test]
async fn the_token_is_kept_nowhere() {
    let house = house().await;
    let team = house.create(ADA, "Web").await;
    let made = house.invited(&team, DAN_AT, MemberRole::Member).await;
    let row: String =
        sqlx::query_scalar("select row(i.*)::text from teams.invite i").fetch_one(&house.bench.cx.db).await.unwrap();
    let random = &made.token["canopy_".len()..];
    assert!(row.contains(DAN_AT) && !row.contains(random), "{row}");
    for sent in house.bench.outbox().await {
        assert!(!sent.payload.windows(random.len()).any(|bytes| bytes == random.as_bytes()), "{}", sent.method);
    }
}

#[tokio::test]
async fn a_link_that_is_unknown_used_replaced_cancelled_or_too_old_gets_one_answer() {
    let house = house().await;
    let team = house.create(ADA, "Web").await;
    let ada = house.user(ADA).await;
    let first = house.invited(&team, DAN_AT, MemberRole::Unspecified).await;
    let id = first.invite.unwrap().id;
    let second = house.resend(&ada, &team.id, &id).await.unwrap();
    for dead in ["", "nonsense", &access_token(), &first.token] {
        assert_eq!(reason(house.accept(DAN, dead).await), "INVITE_OVER", "{dead}");
        assert_eq!(house.find(dead).await, "", "{dead}");
    }
    house.bench.clock.advance(Duration::from_secs(7 * 86_400));
    assert_eq!(reason(house.accept(DAN, &second.token).await), "INVITE_OVER");
    assert_eq!(house.shown_to(ADA, Role::User, &team.id).await, [DAN_AT], "an expired one is listed");
    let third = house.resend(&ada, &team.id, &id).await.unwrap();
    assert_eq!(house.find(&third.token).await, DAN_AT);
    house.cancel(&ada, &team.id, &id).await.unwrap();
    assert_eq!(reason(house.accept(DAN, &third.token).await), "INVITE_OVER");
    assert_eq!(code(&house.cancel(&ada, &team.id, &id).await), 404);
    assert_eq!(code(&house.resend(&ada, &team.id, &id).await), 404);
}

/// One that looks right and is nobody's.
fn access_token() -> String {
    access::token::make(&kit::ids::SystemIds).to_string()
}

#[tokio::test]
async fn only_the_person_of_the_address_may_accept() {
    let house = house().await;
    let team = house.create(ADA, "Web").await;
    let made = house.invited(&team, DAN_AT, MemberRole::Member).await;
    assert_eq!(reason(house.accept(BOB, &made.token).await), "INVITE_OTHER_ADDRESS");
    assert_eq!(names(&house.accept(DAN, &made.token).await.unwrap()), ["Ada", "Dan"]);
}

#[tokio::test]
async fn an_invite_accepted_many_times_at_once_is_accepted_once() {
    let house = house().await;
    let team = house.create(ADA, "Web").await;
    let made = house.invited(&team, DAN_AT, MemberRole::Member).await;
    let all = join_all((0..8).map(|_| house.accept(DAN, &made.token))).await;
    let mut codes: Vec<u16> = all.iter().map(code).collect();
    codes.sort_unstable();
    assert_eq!(codes, [[200].as_slice(), &[409; 7]].concat());
}

#[tokio::test]
async fn who_may_invite_and_who_is_shown_the_invites() {
    let house = house().await;
    let rows = [
        (ADA, Role::User, 200),
        (BOB, Role::User, 200),
        (CAT, Role::User, 403),
        (NOBODY, Role::User, 404),
        (NOBODY, Role::Manager, 403),
        (NOBODY, Role::Admin, 200),
    ];
    for (user, role, expected) in rows {
        let team = house.team().await;
        let caller = house.caller(user, role).await;
        assert_eq!(
            code(&house.invite(&caller, &team.id, DAN_AT, MemberRole::Member).await),
            expected,
            "{user} {role:?}"
        );
        let invite = house.invited(&team, "eve@example.com", MemberRole::Member).await.invite.unwrap().id;
        assert_eq!(code(&house.resend(&caller, &team.id, &invite).await), expected, "{user} {role:?}");
        if expected != 404 {
            let shown = house.shown_to(user, role, &team.id).await;
            assert_eq!(shown.len(), if expected == 200 { 2 } else { 0 }, "{user} {role:?}");
        }
        assert_eq!(code(&house.cancel(&caller, &team.id, &invite).await), expected, "{user} {role:?}");
        sqlx::query("delete from teams.team").execute(&house.bench.cx.db).await.unwrap();
    }
}

#[tokio::test]
async fn an_address_is_invited_once_and_nobody_who_is_in_the_team() {
    let house = house().await;
    let team = house.create(ADA, "Web").await;
    let ada = house.user(ADA).await;
    let invite = async |email: &str| house.invite(&ada, &team.id, email, MemberRole::Member).await;
    let first = invite(DAN_AT).await.unwrap();
    assert_eq!(reason(invite("DAN@example.com").await), "ALREADY_INVITED");
    assert_eq!(reason(invite("ada@example.com").await), "ALREADY_MEMBER");
    for bad in ["", "dan"] {
        let error = invite(bad).await.unwrap_err();
        assert!(matches!(&error, Error::Invalid { fields, .. } if fields.contains_key("email")), "{error:?}");
    }
    house.bench.clock.advance(Duration::from_secs(7 * 86_400));
    let again = invite(DAN_AT).await.unwrap();
    assert_eq!(reason(house.accept(DAN, &first.token).await), "INVITE_OVER");
    // who is added by hand needs no invite any more
    house.add(&ada, &team.id, DAN).await.unwrap();
    assert!(house.shown_to(ADA, Role::User, &team.id).await.is_empty());
    assert_eq!(reason(house.accept(DAN, &again.token).await), "INVITE_OVER");
}

#[tokio::test]
async fn a_team_has_at_most_fifty_invites() {
    let house = house().await;
    let team = house.create(ADA, "Web").await;
    sqlx::query(
        "insert into teams.invite (id, team_id, email, role, handle, created_at, expires_at)
         select gen_random_uuid(), id, n || '@example.com', 'member', gen_random_uuid(), created_at, created_at
         from teams.team, generate_series(1, 49) n",
    )
    .execute(&house.bench.cx.db)
    .await
    .unwrap();
    house.invited(&team, DAN_AT, MemberRole::Member).await;
    let ada = house.user(ADA).await;
    let more = house.invite(&ada, &team.id, "eve@example.com", MemberRole::Member).await;
    assert_eq!(reason(more), "INVITE_LIMIT");
}
