//! One's own account and one's identity at the provider, and the second factor after it.

use crate::{
    HOME, PASSWORD, browser,
    dex::{Back, Dex, finish, go, house, is_left_out, person, sign_in, visit},
    login, register,
};
use access::{Caller, Role, testing::user_caller};
use auth::App;
use kit::{Error, Result};
use proto::auth::{
    BeginProviderLinkRequest, FinishProviderLinkRequest, FinishProviderLinkResponse, LoginRequest,
    RemoveProviderLinkRequest, User,
};

const ADA: &str = "ada@example.com";
/// Ada, as the provider knows her.
const LOVELACE: &str = "lovelace@id.example.com";

fn reason<T>(result: Result<T>) -> String {
    match result.map(|_| ()).expect_err("it was taken") {
        Error::Conflict(message) | Error::Forbidden(message) | Error::Unauthenticated(message) => {
            message.reason().to_owned()
        }
        Error::Invalid { fields, .. } => fields.values().next().unwrap().reason().to_owned(),
        other => format!("{other:?}"),
    }
}

fn caller(user: &User) -> Caller {
    user_caller(user.id.parse().unwrap(), Role::User, vec![])
}

/// Shows the password and goes to the provider.
async fn begin(app: &App, caller: &Caller, password: &str) -> Result<FinishProviderLinkRequest> {
    let request = BeginProviderLinkRequest { current_password: password.to_owned() };
    let begun = auth::begin_provider_link::begin_provider_link(app, caller, request).await?;
    let Back { state, code } = visit(&begun.url, LOVELACE).await;
    Ok(FinishProviderLinkRequest { state, code, ticket: begun.ticket })
}

async fn end(app: &App, caller: &Caller, back: &FinishProviderLinkRequest) -> Result<FinishProviderLinkResponse> {
    auth::finish_provider_link::finish_provider_link(app, caller, back.clone()).await
}

async fn remove(app: &App, caller: &Caller, password: &str) -> Result<()> {
    let request = RemoveProviderLinkRequest { current_password: password.to_owned() };
    auth::remove_provider_link::remove_provider_link(app, caller, request).await.map(|_| ())
}

#[tokio::test]
async fn an_account_is_connected_by_its_owner_and_opened_by_that_identity_until_they_disconnect_it() {
    if is_left_out() {
        return;
    }
    let dex = Dex::start(&[person(LOVELACE)]);
    let (_bench, app) = house(&dex, &[]).await;
    let (ada, eve) = (register(&app, ADA).await.unwrap(), register(&app, "eve@example.com").await.unwrap());
    assert_eq!(reason(begin(&app, &caller(&ada), "wrong").await), "PASSWORD_WRONG");
    let back = begin(&app, &caller(&ada), PASSWORD).await.unwrap();
    assert_eq!(reason(end(&app, &caller(&eve), &back).await), "OIDC_OVER", "it is Ada's ticket");
    end(&app, &caller(&ada), &back).await.unwrap();
    let user = sign_in(&app, LOVELACE).await.unwrap().user.unwrap();
    assert_eq!((user.id.as_str(), user.email.as_str()), (ada.id.as_str(), ADA), "whatever the address there is");
    assert!(login(&app, ADA, PASSWORD, HOME).await.is_ok(), "the password stays");
    let theirs = begin(&app, &caller(&eve), PASSWORD).await.unwrap();
    assert_eq!(reason(end(&app, &caller(&eve), &theirs).await), "OIDC_LINKED_ELSEWHERE");
    assert_eq!(reason(remove(&app, &caller(&ada), "wrong").await), "PASSWORD_WRONG");
    remove(&app, &caller(&ada), PASSWORD).await.unwrap();
    assert_eq!(reason(remove(&app, &caller(&ada), PASSWORD).await), "OIDC_NOT_LINKED");
    assert_eq!(reason(sign_in(&app, LOVELACE).await), "OIDC_NO_ACCOUNT");
}

#[tokio::test]
async fn the_tickets_of_connecting_and_of_signing_in_are_not_each_others() {
    if is_left_out() {
        return;
    }
    let dex = Dex::start(&[person(LOVELACE)]);
    let (_bench, app) = house(&dex, &["--oidc-accounts=always"]).await;
    let ada = register(&app, ADA).await.unwrap();
    let FinishProviderLinkRequest { state, code, ticket } = begin(&app, &caller(&ada), PASSWORD).await.unwrap();
    let as_sign_in = proto::auth::FinishProviderSignInRequest { state, code, ticket, ..Default::default() };
    assert_eq!(reason(finish(&app, &as_sign_in).await), "OIDC_OVER");
    let back = go(&app, LOVELACE).await;
    let as_link = FinishProviderLinkRequest { state: back.state, code: back.code, ticket: back.ticket };
    assert_eq!(reason(end(&app, &caller(&ada), &as_link).await), "OIDC_OVER");
}

#[tokio::test]
async fn whoever_has_no_password_cannot_lose_their_only_way_in() {
    if is_left_out() {
        return;
    }
    let dex = Dex::start(&[person(LOVELACE)]);
    let (_bench, app) = house(&dex, &["--oidc-accounts=always"]).await;
    let ada = sign_in(&app, LOVELACE).await.unwrap().user.unwrap();
    assert_eq!(reason(remove(&app, &caller(&ada), "").await), "OIDC_ONLY_WAY");
}

/// An account that is connected and has a second factor.
async fn guarded(app: &App, bench: &kit::testing::Bench) {
    let ada = register(app, ADA).await.unwrap();
    let back = begin(app, &caller(&ada), PASSWORD).await.unwrap();
    end(app, &caller(&ada), &back).await.unwrap();
    sqlx::query(
        "insert into auth.two_factor (user_id, id, secret, created_at, confirmed_at, last_step)
         values ($1, gen_random_uuid(), '', now(), now(), 0)",
    )
    .bind(ada.id.parse::<uuid::Uuid>().unwrap())
    .execute(&bench.cx.db)
    .await
    .unwrap();
}

#[tokio::test]
async fn the_own_second_factor_is_asked_for_after_the_provider() {
    if is_left_out() {
        return;
    }
    let dex = Dex::start(&[person(LOVELACE)]);
    let (bench, app) = house(&dex, &[]).await;
    guarded(&app, &bench).await;
    let done = finish(&app, &go(&app, LOVELACE).await).await.unwrap();
    assert!(done.signed_in.is_none() && !done.challenge.is_empty());
    let sessions: i64 = sqlx::query_scalar("select count(*) from auth.session").fetch_one(&bench.cx.db).await.unwrap();
    assert_eq!(sessions, 0);
    let way: bool = sqlx::query_scalar("select provider from auth.challenge").fetch_one(&bench.cx.db).await.unwrap();
    assert!(way, "the history will say how");
    let request = LoginRequest { challenge: "another".into(), code: "123456".into(), ..Default::default() };
    assert_eq!(reason(auth::login::login(&app, &browser(HOME), request).await), "CHALLENGE_OVER");
}

#[tokio::test]
async fn where_the_provider_s_second_factor_is_enough_no_other_is_asked_for() {
    if is_left_out() {
        return;
    }
    let dex = Dex::start(&[person(LOVELACE)]);
    let (bench, app) = house(&dex, &["--oidc-second-factor=provider"]).await;
    guarded(&app, &bench).await;
    assert_eq!(sign_in(&app, LOVELACE).await.unwrap().user.unwrap().email, ADA);
}
