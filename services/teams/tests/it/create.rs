use crate::{ADA, BOB, House, NOBODY, code, house, names};
use access::testing::service_caller;
use futures::future::join_all;
use kit::{Error, Result};
use prost::Message;
use proto::{
    live::Changed,
    teams::{CreateFirstTeamRequest, CreateTeamRequest, MemberRole, Team},
};
use uuid::Uuid;

fn request(name: &str, description: &str) -> CreateTeamRequest {
    CreateTeamRequest { name: name.to_owned(), description: description.to_owned() }
}

async fn create(house: &House, key: Option<&str>, request: CreateTeamRequest) -> Result<Team> {
    let mut caller = house.user(ADA).await;
    if let Some(key) = key {
        caller = caller.with_key(key);
    }
    Ok(teams::create::create(&house.app, &caller, request).await?.team.unwrap())
}

async fn count(house: &House) -> i64 {
    sqlx::query_scalar("select count(*) from teams.team").fetch_one(&house.bench.cx.db).await.unwrap()
}

#[tokio::test]
async fn the_creator_owns_the_team_and_is_its_admin() {
    let house = house().await;
    let team = create(&house, None, request(" Web ", "Our shops")).await.unwrap();
    assert_eq!((team.name.as_str(), team.owner_id.as_str()), ("Web", ADA.to_string().as_str()));
    let [owner] = team.members.as_slice() else { panic!("{team:?}") };
    assert_eq!((owner.user_id.as_str(), owner.role()), (team.owner_id.as_str(), MemberRole::Admin));
    let caller = house.user(ADA).await;
    assert!(caller.manage(team.id.parse().unwrap(), "Team").is_ok());

    let outbox = house.bench.outbox().await;
    assert_eq!(outbox.iter().map(|row| row.method.as_str()).collect::<Vec<_>>(), ["EventRecorded"]);
    let events = house.events().await;
    assert_eq!((events[0].reason.as_str(), events[0].message.as_str()), ("TeamCreated", "Team \"Web\" was created."));
    assert_eq!(events[0].team.as_ref().unwrap().id, team.id);
    assert_eq!(events[0].actor.as_ref().unwrap().id, ADA.to_string());
    let changed = Changed::decode(house.bench.hints()[0].as_slice()).unwrap();
    assert_eq!((changed.kind.as_str(), changed.version), ("team", 1));
    assert_eq!((&changed.id, &changed.team_id), (&team.id, &team.id));
}

#[tokio::test]
async fn a_wrong_team_names_its_fields_and_is_not_made() {
    let house = house().await;
    let Err(Error::Invalid { fields, .. }) = create(&house, None, request("W", "")).await else { panic!("made") };
    assert_eq!(fields["name"], "Team name must be at least 2 characters.");
    assert_eq!(fields["description"], "Description must be at least 2 characters.");
    assert_eq!(count(&house).await, 0);
    assert!(house.bench.outbox().await.is_empty());
}

#[tokio::test]
async fn the_same_key_gives_the_same_team_and_another_body_is_refused() {
    let house = house().await;
    let all = join_all((0..8).map(|_| create(&house, Some("key-1"), request("Web", "Our shops")))).await;
    let ids: Vec<String> = all.into_iter().map(|result| result.unwrap().id).collect();
    assert!(ids.iter().all(|id| *id == ids[0]), "{ids:?}");
    assert_eq!(count(&house).await, 1);
    assert_eq!(code(&create(&house, Some("key-1"), request("Shop", "Our shops")).await), 409);
    assert_ne!(create(&house, None, request("Web", "Our shops")).await.unwrap().id, ids[0], "names may be equal");
}

#[tokio::test]
async fn nobody_owns_more_than_fifty_teams_even_when_creating_them_at_once() {
    let house = house().await;
    let all = join_all((0..60).map(|_| create(&house, None, request("Web", "Our shops")))).await;
    assert_eq!(all.iter().filter(|result| result.is_ok()).count(), 50);
    for error in all.into_iter().filter_map(Result::err) {
        assert!(matches!(&error, Error::Conflict(message) if message.reason() == "TEAM_LIMIT"), "{error:?}");
    }
    assert_eq!(house.create(BOB, "Web").await.owner_id, BOB.to_string());
}

#[tokio::test]
async fn the_first_team_is_made_once_however_often_it_is_commanded() {
    let house = house().await;
    let id = Uuid::from_u128(77);
    let command = CreateFirstTeamRequest {
        id: id.to_string(),
        owner_id: ADA.to_string(),
        name: "Ada's team".to_owned(),
        description: "The first one".to_owned(),
    };
    let auth = service_caller("auth");
    for result in join_all((0..5).map(|_| teams::create_first::create_first(&house.app, &auth, command.clone()))).await
    {
        result.unwrap();
    }
    assert_eq!(count(&house).await, 1);
    assert_eq!(house.events().await.len(), 1);
    let caller = house.user(ADA).await;
    let get = proto::teams::GetTeamRequest { id: id.to_string() };
    let team = teams::get::get(&house.app, &caller, get).await.unwrap().team.unwrap();
    assert_eq!(names(&team), ["Ada"]);
    assert!(caller.manage(id, "Team").is_ok());

    let by_user = teams::create_first::create_first(&house.app, &caller, command.clone()).await;
    assert_eq!(code(&by_user), 403);
    let bad = CreateFirstTeamRequest { owner_id: "me".to_owned(), id: NOBODY.to_string(), ..command };
    assert_eq!(code(&teams::create_first::create_first(&house.app, &auth, bad).await), 400);
}
