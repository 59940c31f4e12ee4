use crate::{ADA, BOB, CAT, DAN, NOBODY, code, house, names};
use access::Role;
use futures::future::join_all;
use uuid::Uuid;

/// Ada owns, Bob is admin, Cat is a member, Dan is a stranger; Eve is a second admin.
const EVE: Uuid = Uuid::from_u128(0xE0E);

#[tokio::test]
async fn who_may_remove_whom() {
    let house = house().await;
    let rows = [
        // the owner removes everybody but themself
        (ADA, Role::User, CAT, 200),
        (ADA, Role::User, BOB, 200),
        (ADA, Role::User, ADA, 400),
        // a team admin removes members, not admins, and may leave
        (BOB, Role::User, CAT, 200),
        (BOB, Role::User, EVE, 403),
        (BOB, Role::User, ADA, 400),
        (BOB, Role::User, BOB, 200),
        // a member may only leave
        (CAT, Role::User, CAT, 200),
        (CAT, Role::User, BOB, 403),
        (CAT, Role::User, ADA, 403),
        // to a stranger the team does not exist, whoever they are
        (DAN, Role::User, CAT, 404),
        (DAN, Role::User, DAN, 404),
        // a manager knows the team and changes nothing
        (DAN, Role::Manager, CAT, 403),
        (DAN, Role::Manager, DAN, 403),
        (CAT, Role::Manager, CAT, 200),
        // an admin removes everybody but the owner
        (DAN, Role::Admin, CAT, 200),
        (DAN, Role::Admin, BOB, 200),
        (DAN, Role::Admin, ADA, 400),
        (DAN, Role::Admin, NOBODY, 404),
        (BOB, Role::Admin, EVE, 200),
        (ADA, Role::User, NOBODY, 404),
    ];
    for (user, role, target, expected) in rows {
        let team = house.team().await;
        sqlx::query("insert into teams.member (team_id, user_id, role, created_at) select id, $1, 'admin', now() from teams.team")
            .bind(EVE)
            .execute(&house.bench.cx.db)
            .await
            .unwrap();
        let caller = house.caller(user, role).await;
        let result = house.remove(&caller, &team.id, target).await;
        assert_eq!(code(&result), expected, "{user} {role:?} removes {target}: {result:?}");
        let left: i64 = sqlx::query_scalar("select count(*) from teams.member where user_id = $1")
            .bind(target)
            .fetch_one(&house.bench.cx.db)
            .await
            .unwrap();
        let stays = expected != 200 && ![DAN, NOBODY].contains(&target);
        assert_eq!(left, i64::from(stays), "{user} {role:?} removes {target}");
        sqlx::query("delete from teams.team").execute(&house.bench.cx.db).await.unwrap();
    }
}

#[tokio::test]
async fn the_history_says_whether_somebody_left_or_was_removed() {
    let house = house().await;
    let team = house.team().await;
    let after = house.remove(&house.user(ADA).await, &team.id, CAT).await.unwrap();
    assert_eq!(names(&after), ["Ada", "Bob"]);
    house.remove(&house.user(BOB).await, &team.id, BOB).await.unwrap();
    let events = house.events().await;
    let sentences: Vec<&str> = events.iter().skip(3).map(|event| event.message.as_str()).collect();
    assert_eq!(sentences, ["\"Cat Tester\" was removed from team \"Web\".", "\"Bob Tester\" left team \"Web\"."]);
    assert!(events[3..].iter().all(|event| event.reason == "MemberRemoved"));
    assert!(house.user(CAT).await.read(team.id.parse().unwrap(), "Team").is_err());
}

#[tokio::test]
async fn somebody_removed_many_times_at_once_is_removed_once() {
    let house = house().await;
    let team = house.team().await;
    let ada = house.user(ADA).await;
    let all = join_all((0..10).map(|_| house.remove(&ada, &team.id, CAT))).await;
    assert_eq!(all.iter().filter(|result| code(result) == 200).count(), 1);
    assert_eq!(house.events().await.len(), 4);
}

#[tokio::test]
async fn who_owns_the_team_is_decided_at_the_moment_of_the_change() {
    let house = house().await;
    let team = house.team().await;
    // the caches still say that Ada is the owner
    let ada = house.user(ADA).await;
    let db = &house.bench.cx.db;
    sqlx::query("update teams.team set owner_id = $1").bind(CAT).execute(db).await.unwrap();
    assert_eq!(code(&house.remove(&ada, &team.id, CAT).await), 400, "Cat is the owner now");
    assert_eq!(code(&house.remove(&ada, &team.id, BOB).await), 403, "and Ada an admin among others");
    sqlx::query("update teams.team set owner_id = $1").bind(ADA).execute(db).await.unwrap();
    assert_eq!(code(&house.remove(&ada, &team.id, BOB).await), 200);
}
