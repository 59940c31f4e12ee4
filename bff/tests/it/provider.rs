//! `/auth/provider`, to the letter.

use crate::site::{Site, user};
use proto::auth as pb;
use serde_json::json;

const BACK: &str = r#"{"state": "s", "code": "c", "ticket": "t"}"#;

#[tokio::test]
async fn the_sign_in_page_knows_the_provider_and_begins_with_it() {
    let site = Site::open().await;
    let setup = pb::GetSetupResponse { provider: "Example ID".into(), ..Default::default() };
    site.fake.answer("auth.AuthService/GetSetup", &setup);
    assert_eq!(site.get("", "/auth/setup").await.data()["provider"], "Example ID");
    let trip =
        pb::BeginProviderSignInResponse { url: "https://id.example.com/auth?state=s".into(), ticket: "t".into() };
    site.fake.answer("auth.ProviderService/BeginProviderSignIn", &trip);
    let begun = site.post("", "/auth/provider", &json!({})).await;
    assert_eq!(begun.data(), json!({"url": "https://id.example.com/auth?state=s", "ticket": "t"}));
}

#[tokio::test]
async fn whoever_comes_back_from_the_provider_is_signed_in_or_asked_for_a_code() {
    let site = Site::open().await;
    let back = serde_json::from_str(BACK).unwrap();
    let signed_in =
        pb::SignedIn { token: "bearer".into(), user: Some(user(2, pb::Role::User)), expires_at_ms: 1_795_000_000_000 };
    let done = pb::FinishProviderSignInResponse { signed_in: Some(signed_in), challenge: String::new() };
    site.fake.answer("auth.ProviderService/FinishProviderSignIn", &done);
    let answer = site.post("", "/auth/provider/finish", &back).await;
    assert_eq!(
        (answer.data()["token"].clone(), answer.data()["user"]["role"].clone()),
        (json!("bearer"), json!("user"))
    );
    let asked = site.fake.message::<pb::FinishProviderSignInRequest>("auth.ProviderService/FinishProviderSignIn");
    assert_eq!((asked.state.as_str(), asked.code.as_str(), asked.ticket.as_str()), ("s", "c", "t"));
    let second = pb::FinishProviderSignInResponse { signed_in: None, challenge: "challenge".into() };
    site.fake.answer("auth.ProviderService/FinishProviderSignIn", &second);
    let answer = site.post("", "/auth/provider/finish", &back).await;
    answer.failure(401, "SECOND_FACTOR_REQUIRED");
    assert_eq!(answer.json()["details"]["challenge"], "challenge");
}

#[tokio::test]
async fn an_account_is_connected_and_disconnected_by_its_owner() {
    let site = Site::open().await;
    let token = site.user();
    let trip = pb::BeginProviderLinkResponse { url: "https://id.example.com/auth".into(), ticket: "t".into() };
    site.fake.answer("auth.ProviderService/BeginProviderLink", &trip);
    let begun = site.post(&token, "/auth/provider/link", &json!({"currentPassword": "present"})).await;
    assert_eq!(begun.data()["ticket"], "t");
    let asked = site.fake.message::<pb::BeginProviderLinkRequest>("auth.ProviderService/BeginProviderLink");
    assert_eq!(asked.current_password, "present");
    site.fake.answer("auth.ProviderService/FinishProviderLink", &pb::FinishProviderLinkResponse {});
    let back = serde_json::from_str(BACK).unwrap();
    assert_eq!(site.post(&token, "/auth/provider/link/finish", &back).await.data(), json!({}));
    let asked = site.fake.message::<pb::FinishProviderLinkRequest>("auth.ProviderService/FinishProviderLink");
    assert_eq!((asked.state.as_str(), asked.code.as_str(), asked.ticket.as_str()), ("s", "c", "t"));
}
