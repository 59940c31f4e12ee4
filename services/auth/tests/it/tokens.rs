use crate::{HOME, PASSWORD, alive, login, open_house, register, session_of};
use access::{Caller, Role, testing};
use auth::App;
use kit::{Error, Result, testing::Bench};
use prost::Message;
use proto::{
    auth::{
        ApiToken, CheckSessionsRequest, CreateTokenRequest, ListTokensRequest, ResetPasswordRequest,
        RevokeTokenRequest, TokenScope, UpdateUserRequest, UserStatus,
    },
    events::EventRecorded,
};
use std::time::Duration;
use uuid::Uuid;

const DAY: Duration = Duration::from_secs(86_400);

/// Somebody who is signed in.
async fn person(bench: &Bench, app: &App, email: &str) -> Caller {
    let user = register(app, email).await.unwrap();
    let session = session_of(bench, &login(app, email, PASSWORD, HOME).await.unwrap().token);
    testing::user_caller(user.id.parse().unwrap(), Role::User, vec![]).with_session(session)
}

async fn create(app: &App, caller: &Caller, scope: TokenScope, days: Option<u32>) -> Result<(ApiToken, Uuid)> {
    let request = CreateTokenRequest { name: " Backups ".to_owned(), scope: scope.into(), days };
    let created = auth::create_token::create_token(app, caller, request).await?;
    Ok((created.token.unwrap(), access::token::handle(&created.secret).expect("it has the form of a token")))
}

async fn list(app: &App, caller: &Caller) -> Vec<ApiToken> {
    auth::list_tokens::list_tokens(app, caller, ListTokensRequest {}).await.unwrap().tokens
}

async fn revoke(app: &App, caller: &Caller, id: &str) -> Result<()> {
    auth::revoke_token::revoke_token(app, caller, RevokeTokenRequest { id: id.to_owned() }).await.map(|_| ())
}

#[tokio::test]
async fn a_token_is_its_owner_with_its_scope_until_it_is_revoked() {
    let (bench, app) = open_house().await;
    let ada = person(&bench, &app, "ada@example.com").await;
    let bob = person(&bench, &app, "bob@example.com").await;
    for scope in [TokenScope::Read, TokenScope::Full] {
        let (token, handle) = create(&app, &ada, scope, None).await.unwrap();
        assert_eq!((token.name.as_str(), token.scope(), token.expires_at), ("Backups", scope, None));
        let request = CheckSessionsRequest { session_ids: vec![handle.to_string()] };
        let found = auth::check_sessions::check_sessions(&app, request).await.unwrap().sessions;
        assert_eq!((found[0].scope(), found[0].user.as_ref().unwrap().email.as_str()), (scope, "ada@example.com"));
        assert_eq!(list(&app, &bob).await, []);
        assert!(matches!(revoke(&app, &bob, &token.id).await, Err(Error::NotFound(_))), "it is not his");
        assert_eq!(list(&app, &ada).await, std::slice::from_ref(&token));
        revoke(&app, &ada, &token.id).await.unwrap();
        assert!(alive(&app, &[handle]).await.is_empty());
        assert!(matches!(revoke(&app, &ada, &token.id).await, Err(Error::NotFound(_))));
    }
    let told: Vec<String> = bench
        .outbox()
        .await
        .into_iter()
        .filter(|row| row.method == "EventRecorded")
        .map(|row| EventRecorded::decode(row.payload.as_slice()).unwrap())
        .filter(|event| event.admin_only && event.reason.starts_with("Token"))
        .map(|event| event.reason)
        .collect();
    assert_eq!(told, ["TokenCreated", "TokenRevoked", "TokenCreated", "TokenRevoked"]);
}

#[tokio::test]
async fn nothing_that_is_kept_or_told_lets_anybody_in() {
    let (bench, app) = open_house().await;
    let ada = person(&bench, &app, "ada@example.com").await;
    let request = CreateTokenRequest { name: "Backups".to_owned(), scope: TokenScope::Full.into(), days: None };
    let secret = auth::create_token::create_token(&app, &ada, request).await.unwrap().secret;
    let kept: String =
        sqlx::query_scalar("select string_agg(t::text, ' ') from auth.token t").fetch_one(&bench.cx.db).await.unwrap();
    assert!(!kept.contains(&secret[7..]), "{kept}");
    for row in bench.outbox().await {
        assert!(!row.payload.windows(secret.len() - 7).any(|part| part == &secret.as_bytes()[7..]));
    }
}

#[tokio::test]
async fn a_token_expires_and_is_listed_for_a_month_after_that() {
    let (bench, app) = open_house().await;
    let ada = person(&bench, &app, "ada@example.com").await;
    let (token, handle) = create(&app, &ada, TokenScope::Full, Some(7)).await.unwrap();
    assert_eq!(token.expires_at, Some(kit::clock::stamp(bench.cx.clock.now() + 7 * DAY)));
    bench.clock.advance(7 * DAY - Duration::from_secs(1));
    assert_eq!(alive(&app, &[handle]).await.len(), 1);
    bench.clock.advance(Duration::from_secs(1));
    assert!(alive(&app, &[handle]).await.is_empty());
    auth::sweep::round(&app).await.unwrap();
    assert_eq!(list(&app, &ada).await.len(), 1);
    bench.clock.advance(30 * DAY);
    auth::sweep::round(&app).await.unwrap();
    assert_eq!(list(&app, &ada).await, []);
}

#[tokio::test]
async fn its_last_use_is_written_by_the_sweep_and_not_by_each_call() {
    let (bench, app) = open_house().await;
    let ada = person(&bench, &app, "ada@example.com").await;
    let (_, used) = create(&app, &ada, TokenScope::Read, None).await.unwrap();
    create(&app, &ada, TokenScope::Read, None).await.unwrap();
    for _ in 0..3 {
        assert_eq!(alive(&app, &[used]).await.len(), 1);
    }
    let last_uses =
        async || list(&app, &ada).await.into_iter().filter_map(|token| token.last_used_at).collect::<Vec<_>>();
    assert_eq!(last_uses().await, []);
    auth::sweep::round(&app).await.unwrap();
    assert_eq!(last_uses().await, [kit::clock::stamp(bench.cx.clock.now())]);
}

#[tokio::test]
async fn whoever_is_deactivated_or_gets_a_password_from_the_server_has_no_tokens() {
    let (bench, app) = open_house().await;
    let admin = testing::user_caller(Uuid::nil(), Role::Admin, vec![]);
    let ada = person(&bench, &app, "ada@example.com").await;
    let id = ada.user().unwrap().id.to_string();
    let (_, handle) = create(&app, &ada, TokenScope::Full, None).await.unwrap();
    for status in [UserStatus::Inactive, UserStatus::Active] {
        let request = UpdateUserRequest { id: id.clone(), status: status.into(), ..Default::default() };
        auth::update_user::update_user(&app, &admin, request).await.unwrap();
        assert!(alive(&app, &[handle]).await.is_empty());
    }
    let (_, handle) = create(&app, &ada, TokenScope::Full, None).await.unwrap();
    let request =
        ResetPasswordRequest { email: "ada@example.com".into(), password: PASSWORD.into(), remove_two_factor: false };
    auth::reset_password::reset_password(&app, &testing::service_caller("canopy"), request).await.unwrap();
    assert!(alive(&app, &[handle]).await.is_empty());
}

#[tokio::test]
async fn every_wrong_field_is_named_and_there_is_a_limit() {
    let (bench, app) = open_house().await;
    let ada = person(&bench, &app, "ada@example.com").await;
    for (name, days) in [("", 0), ("x\u{202E}y", 367)] {
        let request = CreateTokenRequest { name: name.to_owned(), scope: 0, days: Some(days) };
        let Err(Error::Invalid { fields, .. }) = auth::create_token::create_token(&app, &ada, request).await else {
            panic!("it was taken")
        };
        assert_eq!(fields.keys().collect::<Vec<_>>(), ["expiresInDays", "name", "scope"]);
    }
    for _ in 0..50 {
        create(&app, &ada, TokenScope::Read, None).await.unwrap();
    }
    let refused = create(&app, &ada, TokenScope::Read, None).await;
    assert!(matches!(refused, Err(Error::Conflict(message)) if message.reason() == "TOKEN_LIMIT"));
}
