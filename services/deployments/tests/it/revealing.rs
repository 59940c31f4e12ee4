//! Secrets: where they are, and where they never are.

use crate::{
    APP_PASS, DB_PASS, NOBODY, ROOT_PASS, admin, colleague, manager, member, stranger, team_admin, verdict, world,
};
use deployments::reveal_secrets::reveal_secrets;
use prost::Message;
use proto::deployments::{GetDeploymentRequest, ListDeploymentsRequest, RevealSecretsRequest, RevealSecretsResponse};

#[tokio::test]
async fn the_creator_sees_all_but_the_root_password_and_those_who_manage_the_team_see_all() {
    let world = world().await;
    let id = world.running().await;
    let asked = || RevealSecretsRequest { id: id.clone(), fields: Vec::new() };
    let seen = |answer: RevealSecretsResponse| {
        let secrets = answer.secrets.unwrap();
        [secrets.app_pass, secrets.database_pass, secrets.database_root_pass]
    };
    assert_eq!(seen(reveal_secrets(&world.app, &member(), asked()).await.unwrap()), [APP_PASS, DB_PASS, ""]);
    assert_eq!(seen(reveal_secrets(&world.app, &team_admin(), asked()).await.unwrap()), [APP_PASS, DB_PASS, ROOT_PASS]);
    assert_eq!(seen(reveal_secrets(&world.app, &admin(), asked()).await.unwrap()), [APP_PASS, DB_PASS, ROOT_PASS]);
    let revealed = world.events().await.into_iter().filter(|event| event.reason == "SecretsRevealed").count();
    assert_eq!(revealed, 3);
    assert_eq!(verdict(reveal_secrets(&world.app, &colleague(), asked()).await), "403");
    assert_eq!(verdict(reveal_secrets(&world.app, &manager(), asked()).await), "403");
    assert_eq!(verdict(reveal_secrets(&world.app, &stranger(), asked()).await), "404 Deployment");
    let unknown = RevealSecretsRequest { id: NOBODY.into(), fields: Vec::new() };
    assert_eq!(verdict(reveal_secrets(&world.app, &member(), unknown).await), "404 Deployment");
    let still = world.events().await.into_iter().filter(|event| event.reason == "SecretsRevealed").count();
    assert_eq!(still, 3, "a refusal reveals nothing");
}

#[tokio::test]
async fn no_list_no_answer_no_message_and_no_row_holds_a_password() {
    let world = world().await;
    let caller = member().with_key("k");
    let made = deployments::create::create(&world.app, &caller, crate::shop()).await.unwrap();
    let id = made.deployment.as_ref().unwrap().id.clone();
    reveal_secrets(&world.app, &admin(), RevealSecretsRequest { id: id.clone(), fields: Vec::new() }).await.unwrap();
    let holds = |bytes: &[u8]| bytes.windows(6).any(|window| window == b"canary");
    assert!(!holds(&made.encode_to_vec()));
    let listed = deployments::list::list(&world.app, &admin(), ListDeploymentsRequest::default()).await.unwrap();
    assert!(!holds(&listed.encode_to_vec()));
    let got = deployments::get::get(&world.app, &admin(), GetDeploymentRequest { id }).await.unwrap();
    assert!(!holds(&got.encode_to_vec()));
    assert!(!holds(format!("{:?}", crate::shop()).as_bytes()), "nor does the request print it");
    for sent in world.bench.outbox().await {
        assert!(!holds(&sent.payload), "{}", sent.method);
    }
    // bytea prints as hex
    let hex: String = b"canary".iter().map(|byte| format!("{byte:02x}")).collect();
    for table in ["deployment", "revision", "secret", "outbox", "idempotency"] {
        let sql = sqlx::AssertSqlSafe(format!("select t::text from deployments.{table} t"));
        let rows: Vec<String> = sqlx::query_scalar(sql).fetch_all(&world.app.cx.db).await.unwrap();
        assert!(!rows.is_empty(), "{table}");
        assert!(rows.iter().all(|row| !row.contains("canary") && !row.contains(&hex)), "{table}");
    }
}

#[tokio::test]
async fn a_sealed_secret_that_was_moved_or_put_back_does_not_open() {
    let world = world().await;
    let id = world.running().await;
    let asked = || RevealSecretsRequest { id: id.clone(), fields: Vec::new() };
    let spoil = [
        "update deployments.secret set sealed = (select sealed from deployments.secret where name = 'database_root_pass') where name = 'app_pass'",
        "update deployments.secret set version = 2 where name = 'app_pass'",
    ];
    for sql in spoil {
        let kept: Vec<u8> = sqlx::query_scalar("select sealed from deployments.secret where name = 'app_pass'")
            .fetch_one(&world.app.cx.db)
            .await
            .unwrap();
        sqlx::query(sql).execute(&world.app.cx.db).await.unwrap();
        assert!(matches!(reveal_secrets(&world.app, &admin(), asked()).await, Err(kit::Error::Internal(_))), "{sql}");
        sqlx::query("update deployments.secret set sealed = $1, version = 1 where name = 'app_pass'")
            .bind(kept)
            .execute(&world.app.cx.db)
            .await
            .unwrap();
    }
    assert_eq!(verdict(reveal_secrets(&world.app, &admin(), asked()).await), "ok");
    let events = world.events().await.into_iter().filter(|event| event.reason == "SecretsRevealed").count();
    assert_eq!(events, 1);
}

#[tokio::test]
async fn only_what_is_named_is_revealed_and_a_name_that_is_not_allowed_is_refused() {
    let world = world().await;
    let id = world.running().await;
    let asked = |fields: &[&str]| RevealSecretsRequest {
        id: id.clone(),
        fields: fields.iter().map(|&field| field.to_owned()).collect(),
    };
    let seen = reveal_secrets(&world.app, &team_admin(), asked(&["databasePass"])).await.unwrap().secrets.unwrap();
    assert_eq!((seen.app_pass.as_str(), seen.database_pass.as_str(), seen.env), ("", DB_PASS, None));
    assert_eq!(seen.database_root_pass, "");
    let root = || asked(&["databaseRootPass"]);
    let seen = reveal_secrets(&world.app, &team_admin(), root()).await.unwrap().secrets.unwrap();
    assert_eq!(seen.database_root_pass, ROOT_PASS);
    assert_eq!(verdict(reveal_secrets(&world.app, &member(), root()).await), "403");
    assert_eq!(verdict(reveal_secrets(&world.app, &member(), asked(&["kubeconfig"])).await), "400 fields");
}

/// However it is called: with gRPC, too.
#[tokio::test]
async fn ten_times_a_minute_and_no_more() {
    let world = world().await;
    let id = world.running().await;
    let asked = || RevealSecretsRequest { id: id.clone(), fields: Vec::new() };
    for _ in 0..10 {
        reveal_secrets(&world.app, &member(), asked()).await.unwrap();
    }
    let refused = reveal_secrets(&world.app, &member(), asked()).await;
    assert!(matches!(refused, Err(kit::Error::RateLimited { .. })), "{refused:?}");
    reveal_secrets(&world.app, &team_admin(), asked()).await.unwrap();
    let events = world.events().await.into_iter().filter(|event| event.reason == "SecretsRevealed").count();
    assert_eq!(events, 11);
}
