use crate::{ADA, BOB, CAT, DAN, House, code, house, house_with, names};
use access::{Caller, Role};
use kit::Result;
use proto::teams::{GetTeamRequest, ListTeamsRequest, ListTeamsResponse, Team};
use std::time::Duration;

async fn list(house: &House, caller: &Caller, request: ListTeamsRequest) -> Result<ListTeamsResponse> {
    teams::list::list(&house.app, caller, request).await
}

fn titles(answer: &ListTeamsResponse) -> Vec<&str> {
    answer.teams.iter().map(|team| team.name.as_str()).collect()
}

fn all() -> ListTeamsRequest {
    ListTeamsRequest { all: true, ..Default::default() }
}

async fn get(house: &House, caller: &Caller, id: &str) -> Result<Team> {
    Ok(teams::get::get(&house.app, caller, GetTeamRequest { id: id.to_owned() }).await?.team.unwrap())
}

#[tokio::test]
async fn a_list_holds_ones_own_teams_newest_first_and_an_admins_view_holds_all() {
    let house = house().await;
    for (owner, name) in [(ADA, "One"), (BOB, "Two"), (ADA, "Three")] {
        house.create(owner, name).await;
        house.bench.clock.advance(Duration::from_secs(1));
    }
    let ada = house.user(ADA).await;
    assert_eq!(titles(&list(&house, &ada, ListTeamsRequest::default()).await.unwrap()), ["Three", "One"]);
    let admin = house.caller(BOB, Role::Admin).await;
    assert_eq!(titles(&list(&house, &admin, ListTeamsRequest::default()).await.unwrap()), ["Two"]);
    let answer = list(&house, &admin, all()).await.unwrap();
    assert_eq!((titles(&answer), answer.total), (vec!["Three", "Two", "One"], 3));
    for role in [Role::User, Role::Manager] {
        let caller = house.caller(ADA, role).await;
        assert_eq!(code(&list(&house, &caller, all()).await), 403, "{role:?}");
    }
    let dan = list(&house, &house.user(DAN).await, ListTeamsRequest::default()).await.unwrap();
    assert_eq!((dan.teams.len(), dan.total), (0, 0));
}

#[tokio::test]
async fn a_search_is_literal_and_ignores_case() {
    let house = house().await;
    for name in ["Web shop", "100% web", "Ops_team"] {
        house.create(ADA, name).await;
    }
    let ada = house.user(ADA).await;
    for (search, found) in [("WEB", 2), ("%", 1), ("_", 1), ("nothing", 0), (" shop ", 1), ("a\0", 0), ("", 3)] {
        let request = ListTeamsRequest { search: search.to_owned(), ..Default::default() };
        let answer = list(&house, &ada, request).await.unwrap();
        assert_eq!((answer.teams.len(), answer.total), (found, u32::try_from(found).unwrap()), "{search:?}");
    }
}

#[tokio::test]
async fn pages_follow_each_other_without_gaps_and_ask_for_names_once() {
    let house = house().await;
    for n in 0..7 {
        house.create(if n % 2 == 0 { ADA } else { BOB }, &format!("Team {n}")).await;
    }
    let admin = house.caller(ADA, Role::Admin).await;
    let mut seen = vec![];
    house.auth.asked();
    for page in 1..=4 {
        let answer = list(&house, &admin, ListTeamsRequest { page, limit: 2, ..all() }).await.unwrap();
        assert_eq!(answer.total, 7);
        assert!(answer.teams.iter().all(|team| !names(team)[0].is_empty()));
        seen.extend(answer.teams.into_iter().map(|team| team.id));
    }
    assert_eq!(house.auth.asked(), 4);
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 7);
    let beyond = list(&house, &admin, ListTeamsRequest { page: 9, limit: 2, ..all() }).await.unwrap();
    assert_eq!((beyond.teams.len(), beyond.total), (0, 7));
}

#[tokio::test]
async fn names_that_were_asked_for_a_moment_ago_are_not_asked_for_again() {
    let house = house_with(&["--rights-fresh=1h"]).await;
    let team = house.team().await;
    let ada = house.user(ADA).await;
    house.auth.asked();
    for _ in 0..3 {
        assert_eq!(names(&get(&house, &ada, &team.id).await.unwrap()), ["Ada", "Bob", "Cat"]);
        assert_eq!(
            names(&list(&house, &ada, ListTeamsRequest::default()).await.unwrap().teams[0]),
            ["Ada", "Bob", "Cat"]
        );
    }
    assert_eq!(house.auth.asked(), 1);
    // whoever is let in is asked about
    house.add(&ada, &team.id, DAN).await.unwrap();
    assert_eq!(house.auth.asked(), 1);
}

#[tokio::test]
async fn a_team_is_read_by_its_members_managers_and_admins_and_is_not_found_by_others() {
    let house = house().await;
    let team = house.team().await;
    for (user, role) in [(ADA, Role::User), (CAT, Role::User), (DAN, Role::Manager), (DAN, Role::Admin)] {
        let found = get(&house, &house.caller(user, role).await, &team.id).await.unwrap();
        assert_eq!(names(&found), ["Ada", "Bob", "Cat"]);
        assert_eq!(found.members[0].email, "ada@example.com");
    }
    let dan = house.user(DAN).await;
    let foreign = get(&house, &dan, &team.id).await.unwrap_err().to_string();
    for id in ["00000000-0000-4000-8000-000000000000", "nonsense", ""] {
        assert_eq!(get(&house, &dan, id).await.unwrap_err().to_string(), foreign);
        let admin = house.caller(DAN, Role::Admin).await;
        assert_eq!(code(&get(&house, &admin, id).await), 404);
    }
}

#[tokio::test]
async fn without_auth_lists_are_unavailable_and_nothing_else_is_claimed() {
    let house = house().await;
    let team = house.team().await;
    let ada = house.user(ADA).await;
    house.auth.go_away();
    assert_eq!(code(&list(&house, &ada, ListTeamsRequest::default()).await), 503);
    assert_eq!(code(&get(&house, &ada, &team.id).await), 503);
    assert_eq!(code(&house.add(&ada, &team.id, DAN).await), 503);
    assert_eq!(code(&house.remove(&ada, &team.id, CAT).await), 503);
    let members: i64 =
        sqlx::query_scalar("select count(*) from teams.member").fetch_one(&house.bench.cx.db).await.unwrap();
    assert_eq!(members, 3, "what was answered with an outage was not done");
    house.create(ADA, "Needs nobody").await;
}
