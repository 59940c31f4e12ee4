//! Whoever has just changed something sees it in the very next call, whichever service answers that.

use crate::system::{Canopy, Folder, Session};
use reqwest::Method;
use serde_json::{Value, json};

#[tokio::test]
async fn a_team_is_there_for_its_maker_and_a_new_member_at_once() {
    let folder = Folder::fresh("own-writes");
    // without help nobody would notice for a minute
    let canopy = Canopy::up_started(&folder.0.join("data"), |command| {
        command.env("CANOPY_RIGHTS_FRESH", "60s");
    });
    canopy.first_admin().await;
    let (maker, _) = canopy.user("maker@example.com").await;
    let (member, member_id) = canopy.user("member@example.com").await;
    for user in [&maker, &member] {
        assert_eq!(user.get("/teams").await, json!([]), "their rights are known everywhere from here on");
        assert_eq!(user.get("/deployments").await, json!([]));
    }
    let team = maker.post("/teams", json!({"name": "Shop", "description": "Our shop"})).await;
    let id = team["id"].as_str().unwrap();
    assert!(sees(&maker, id).await);
    // another service lets them work for it: what is wrong is the cluster, not the team
    let site = Session::site("shop", "00000000-0000-4000-8000-000000000000", id);
    let (status, answer) = maker.try_call(Method::POST, "/deployments", Some(site)).await;
    assert_eq!((status, answer["code"].as_str()), (400, Some("VALIDATION_ERROR")), "{answer:#}");

    maker.post(&format!("/teams/{id}/members"), json!({"userId": member_id})).await;
    assert!(sees(&member, id).await);
    let path = format!("/teams/{id}/members/{member_id}");
    assert_eq!(member.try_call(Method::DELETE, &path, None).await.0, 200);
    assert!(!sees(&member, id).await);
}

async fn sees(user: &Session<'_>, team: &str) -> bool {
    let list = user.get("/teams").await;
    list.as_array().is_some_and(|teams| teams.iter().any(|listed: &Value| listed["id"] == team))
}
