use crate::{ADA, BOB, CAT, DAN, GONE, NOBODY, code, house, names};
use access::Role;
use futures::future::join_all;
use proto::teams::MemberRole;

#[tokio::test]
async fn a_new_member_has_role_member_and_everybody_is_told() {
    let house = house().await;
    let team = house.create(ADA, "Web").await;
    house.auth.asked();
    let team = house.add(&house.user(ADA).await, &team.id, BOB).await.unwrap();
    assert_eq!(names(&team), ["Ada", "Bob"]);
    let bob = team.members.iter().find(|member| member.first_name == "Bob").unwrap();
    assert_eq!((bob.role(), bob.email.as_str()), (MemberRole::Member, "bob@example.com"));
    assert_eq!(house.auth.asked(), 1);
    let events = house.events().await;
    assert_eq!(events[1].reason, "MemberAdded");
    assert_eq!(events[1].message, "\"Bob Tester\" was added to team \"Web\".");
    assert!(house.user(BOB).await.write(team.id.parse().unwrap(), "Team").is_ok());
}

#[tokio::test]
async fn who_may_add_members() {
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
        assert_eq!(code(&house.add(&caller, &team.id, DAN).await), expected, "{user} {role:?}");
        sqlx::query("delete from teams.team").execute(&house.bench.cx.db).await.unwrap();
    }
}

#[tokio::test]
async fn only_people_with_an_account_can_be_added() {
    let house = house().await;
    let team = house.create(ADA, "Web").await;
    let ada = house.user(ADA).await;
    for user in [NOBODY, GONE] {
        let error = house.add(&ada, &team.id, user).await.unwrap_err();
        assert_eq!(error.to_string(), "User not found");
    }
    let nobody = proto::teams::AddMemberRequest { team_id: team.id.clone(), ..Default::default() };
    let error = teams::add_member::add_member(&house.app, &ada, nobody).await.unwrap_err();
    assert!(
        matches!(&error, kit::Error::Invalid { fields, .. } if fields["userId"] == "User is required"),
        "{error:?}"
    );
    let admin = house.caller(DAN, Role::Admin).await;
    let error = house.add(&admin, &NOBODY.to_string(), BOB).await.unwrap_err();
    assert_eq!(error.to_string(), "Team not found");
}

#[tokio::test]
async fn somebody_added_many_times_at_once_is_a_member_once() {
    let house = house().await;
    let team = house.create(ADA, "Web").await;
    let ada = house.user(ADA).await;
    let all = join_all((0..10).map(|_| house.add(&ada, &team.id, BOB))).await;
    let mut codes: Vec<u16> = all.iter().map(code).collect();
    codes.sort_unstable();
    assert_eq!(codes, [[200].as_slice(), &[409; 9]].concat());
    assert_eq!(house.events().await.len(), 2);
}

#[tokio::test]
async fn a_team_has_at_most_five_hundred_members() {
    let house = house().await;
    let team = house.create(ADA, "Web").await;
    sqlx::query(
        "insert into teams.member (team_id, user_id, role, created_at)
         select id, gen_random_uuid(), 'member', created_at from teams.team, generate_series(1, 498)",
    )
    .execute(&house.bench.cx.db)
    .await
    .unwrap();
    let ada = house.user(ADA).await;
    assert_eq!(house.add(&ada, &team.id, BOB).await.unwrap().members.len(), 500);
    assert_eq!(code(&house.add(&ada, &team.id, CAT).await), 409);
}
