use crate::{ADA, BOB, CAT, NOBODY, code, house};
use proto::teams::{ListMembershipsRequest, LookupTeamsRequest, MemberRole};

#[tokio::test]
async fn memberships_of_many_users_come_in_one_answer() {
    let house = house().await;
    let team = house.team().await;
    let other = house.create(CAT, "Shop").await;
    let user_ids = [ADA, BOB, CAT, NOBODY].iter().map(ToString::to_string).chain(["nonsense".to_owned()]).collect();
    let answer = teams::list_memberships::list_memberships(
        &house.app,
        ListMembershipsRequest { user_ids, ..Default::default() },
    )
    .await
    .unwrap();
    let mut found: Vec<_> =
        answer.memberships.iter().map(|m| (m.user_id.as_str(), m.team_id.as_str(), m.role(), m.owner)).collect();
    found.sort_unstable_by_key(|row| (row.0, row.2 as i32));
    let (ada, bob, cat) = (ADA.to_string(), BOB.to_string(), CAT.to_string());
    let mut expected = vec![
        (ada.as_str(), team.id.as_str(), MemberRole::Admin, true),
        (&bob, &team.id, MemberRole::Admin, false),
        (&cat, &team.id, MemberRole::Member, false),
        (&cat, &other.id, MemberRole::Admin, true),
    ];
    expected.sort_unstable_by_key(|row| (row.0, row.2 as i32));
    assert_eq!(found, expected);
    let too_many = ListMembershipsRequest { user_ids: vec![ada; 1001], ..Default::default() };
    assert_eq!(code(&teams::list_memberships::list_memberships(&house.app, too_many).await), 400);
}

#[tokio::test]
async fn names_of_teams_are_looked_up_many_at_a_time() {
    let house = house().await;
    let (web, shop) = (house.create(ADA, "Web").await, house.create(BOB, "Shop").await);
    let ids = vec![web.id.clone(), shop.id.clone(), NOBODY.to_string(), "nonsense".to_owned()];
    let answer = teams::lookup::lookup(&house.app, LookupTeamsRequest { ids }).await.unwrap();
    let mut names: Vec<String> = answer.teams.into_iter().map(|team| team.name).collect();
    names.sort();
    assert_eq!(names, ["Shop", "Web"]);
}

#[tokio::test]
async fn the_question_of_every_second_is_answered_by_index() {
    let house = house().await;
    let db = &house.bench.cx.db;
    sqlx::raw_sql(
        "insert into teams.team (id, name, description, owner_id, version, created_at, updated_at)
           select gen_random_uuid(), 'Team ' || n, 'About it', gen_random_uuid(), 1, now(), now() from generate_series(1, 5000) n;
         insert into teams.member (team_id, user_id, role, created_at) select id, owner_id, 'admin', now() from teams.team;
         analyze teams.team; analyze teams.member",
    )
    .execute(db)
    .await
    .unwrap();
    let plan: Vec<String> = sqlx::query_scalar(
        "explain select m.user_id, m.team_id, m.role, t.owner_id = m.user_id
         from teams.member m join teams.team t on t.id = m.team_id
         where m.user_id = any((select array_agg(owner_id) from (select owner_id from teams.team limit 3) as owners)::uuid[])",
    )
    .fetch_all(db)
    .await
    .unwrap();
    assert!(plan.iter().any(|line| line.contains("member_user")), "{plan:#?}");
}
