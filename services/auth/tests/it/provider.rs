//! Signing in with a real OpenID Connect provider.

use crate::{
    HOME, PASSWORD, alive,
    dex::{Dex, Person, SECRET, finish, go, house, is_left_out, person, sign_in},
    login, register, session_of,
};
use access::{Role, testing::user_caller};
use auth::App;
use kit::{Error, Result, testing::Bench};
use prost::Message as _;
use proto::auth::{
    BeginProviderSignInRequest, CreateUserInviteRequest, GetProfileRequest, GetSecurityRequest, GetSetupRequest,
    ProviderAccounts, UpdateUserRequest, User, UserStatus,
};
use proto::events::EventRecorded;
use std::time::Duration;
use uuid::Uuid;

const ADA: &str = "ada@example.com";

fn reason<T>(result: Result<T>) -> String {
    match result.map(|_| ()).expect_err("it was taken") {
        Error::Conflict(message) | Error::Forbidden(message) | Error::Unavailable { message, .. } => {
            message.reason().to_owned()
        }
        other => format!("{other:?}"),
    }
}

/// The newest lines of history, the last one last.
async fn told(bench: &Bench) -> Vec<String> {
    let lines = bench.outbox().await.into_iter().filter(|row| row.method == "EventRecorded");
    lines.map(|row| EventRecorded::decode(row.payload.as_slice()).unwrap().message).collect()
}

async fn deactivate(app: &App, user: &User) {
    let admin = user_caller(Uuid::nil(), Role::Admin, vec![]);
    let request = UpdateUserRequest { id: user.id.clone(), status: UserStatus::Inactive.into(), ..Default::default() };
    auth::update_user::update_user(app, &admin, request).await.unwrap();
}

#[tokio::test]
async fn whoever_the_provider_vouches_for_gets_an_account_and_keeps_it() {
    if is_left_out() {
        return;
    }
    let dex = Dex::start(&[person(ADA)]);
    let (bench, app) = house(&dex, &["--oidc-accounts=always"]).await;
    let offered = auth::get_setup::get_setup(&app, GetSetupRequest {}).await.unwrap();
    assert_eq!(offered.provider, "Dex");
    let first = sign_in(&app, ADA).await.unwrap();
    let user = first.user.clone().unwrap();
    assert_eq!((user.email.as_str(), user.first_name.as_str(), user.last_name.as_str()), (ADA, "Ada", "Lovelace"));
    assert_eq!(user.role(), proto::auth::Role::User);
    let session = session_of(&bench, &first.token);
    assert_eq!(alive(&app, &[session]).await.len(), 1);
    let again = sign_in(&app, ADA).await.unwrap();
    assert_eq!(again.user.unwrap().id, user.id, "the same account");
    let lines = told(&bench).await;
    assert_eq!(lines[0], "\"Ada Lovelace\" got an account by signing in with Dex.");
    assert_eq!(lines[1..], ["\"Ada Lovelace\" signed in with Dex."; 2]);
    let caller = user_caller(user.id.parse().unwrap(), Role::User, vec![]);
    let profile = auth::get_profile::get_profile(&app, &caller, GetProfileRequest {}).await.unwrap();
    assert_eq!((profile.has_password, profile.provider_linked, profile.provider.as_str()), (false, true, "Dex"));
    assert!(login(&app, ADA, PASSWORD, HOME).await.is_err(), "there is no password here");
    deactivate(&app, &user).await;
    assert!(alive(&app, &[session]).await.is_empty());
    assert_eq!(reason(sign_in(&app, ADA).await), "OIDC_INACTIVE");
}

#[tokio::test]
async fn without_more_only_invited_people_get_an_account_with_the_role_of_the_invite() {
    if is_left_out() {
        return;
    }
    let unsure = Person { email: "eve@example.com", verified: false, groups: &[] };
    let dex = Dex::start(&[person(ADA), unsure]);
    let (_bench, app) = house(&dex, &[]).await;
    assert_eq!(reason(sign_in(&app, ADA).await), "OIDC_NO_ACCOUNT");
    let admin = user_caller(Uuid::nil(), Role::Admin, vec![]);
    for email in [ADA, "eve@example.com"] {
        let request = CreateUserInviteRequest { email: email.to_owned(), role: proto::auth::Role::Manager.into() };
        auth::create_user_invite::create_user_invite(&app, &admin, request).await.unwrap();
    }
    let user = sign_in(&app, ADA).await.unwrap().user.unwrap();
    assert_eq!(user.role(), proto::auth::Role::Manager);
    assert_eq!(reason(sign_in(&app, "eve@example.com").await), "OIDC_EMAIL_UNVERIFIED");
    let security = auth::get_security::get_security(&app, &admin, GetSecurityRequest {}).await.unwrap();
    let state = security.provider.unwrap();
    assert_eq!((state.accounts(), state.linked), (ProviderAccounts::Invited, 1));
    assert_eq!((state.issuer, state.own_second_factor, state.link_by_email), (dex.issuer.clone(), true, false));
}

#[tokio::test]
async fn an_account_that_is_there_is_not_opened_by_its_address_alone() {
    if is_left_out() {
        return;
    }
    let dex = Dex::start(&[person(ADA), person("admin@example.com")]);
    let (_bench, app) = house(&dex, &["--oidc-accounts=always"]).await;
    register(&app, ADA).await.unwrap();
    assert_eq!(reason(sign_in(&app, ADA).await), "OIDC_EMAIL_TAKEN");
    assert_eq!(reason(sign_in(&app, "admin@example.com").await), "OIDC_EMAIL_TAKEN");
    assert!(login(&app, ADA, PASSWORD, HOME).await.is_ok());
}

#[tokio::test]
async fn where_verified_addresses_count_whoever_made_the_account_before_gets_in_no_more() {
    if is_left_out() {
        return;
    }
    let unsure = Person { email: "eve@example.com", verified: false, groups: &[] };
    let dex = Dex::start(&[person(ADA), person("admin@example.com"), unsure]);
    let (bench, app) = house(&dex, &["--oidc-link=verified-email"]).await;
    // made by somebody who need not own the address
    let squatter = register(&app, ADA).await.unwrap();
    let session = session_of(&bench, &login(&app, ADA, PASSWORD, HOME).await.unwrap().token);
    let owner = sign_in(&app, ADA).await.unwrap();
    assert_eq!(owner.user.unwrap().id, squatter.id, "it is the account of the address");
    assert!(alive(&app, &[session]).await.is_empty(), "whoever was in is out");
    assert!(login(&app, ADA, PASSWORD, HOME).await.is_err(), "and their password is gone");
    assert!(
        told(&bench)
            .await
            .iter()
            .any(|line| line.starts_with("The account of \"Ada Lovelace\" was connected with Dex"))
    );
    assert_eq!(reason(sign_in(&app, "admin@example.com").await), "OIDC_EMAIL_TAKEN", "never an administrator's");
    register(&app, "eve@example.com").await.unwrap();
    assert_eq!(reason(sign_in(&app, "eve@example.com").await), "OIDC_EMAIL_UNVERIFIED");
}

#[tokio::test]
async fn groups_give_the_role_at_each_sign_in_and_the_last_administrator_stays_one() {
    if is_left_out() {
        return;
    }
    let of = |groups| [Person { email: ADA, verified: true, groups }, person("bob@example.com")];
    let dex = Dex::start(&of(&["root", "staff"]));
    let port = dex.port();
    let rules = ["--oidc-accounts=always", "--oidc-roles=admin=root,manager=ops,user=staff"];
    let (bench, app) = house(&dex, &rules).await;
    let ada = sign_in(&app, ADA).await.unwrap().user.unwrap();
    assert_eq!(ada.role(), proto::auth::Role::Admin);
    assert_eq!(reason(sign_in(&app, "bob@example.com").await), "OIDC_NOT_ALLOWED");
    // Other groups, and other keys.
    drop(dex);
    let dex = Dex::at(port, &of(&["ops"])).expect("the port is free again");
    bench.clock.advance(Duration::from_secs(60));
    let now = sign_in(&app, ADA).await.unwrap().user.unwrap();
    assert_eq!((now.id, now.role), (ada.id.clone(), proto::auth::Role::Manager.into()));
    let line = "The role of \"Ada Lovelace\" was changed from admin to manager by their groups at Dex.";
    assert!(told(&bench).await.iter().any(|told| told == line));
    sqlx::query("update auth.user set role = case when email = $1 then 'admin' else 'user' end")
        .bind(ADA)
        .execute(&bench.cx.db)
        .await
        .unwrap();
    assert_eq!(sign_in(&app, ADA).await.unwrap().user.unwrap().role(), proto::auth::Role::Admin, "the only one");
    drop(dex);
}

#[tokio::test]
async fn what_comes_back_counts_once_in_its_window_and_in_time() {
    if is_left_out() {
        return;
    }
    let dex = Dex::start(&[person(ADA)]);
    let (bench, app) = house(&dex, &["--oidc-accounts=always"]).await;
    let (one, two) = (go(&app, ADA).await, go(&app, ADA).await);
    let mut mixed = one.clone();
    mixed.ticket.clone_from(&two.ticket);
    assert_eq!(reason(finish(&app, &mixed).await), "OIDC_OVER", "the ticket of another window");
    mixed = one.clone();
    mixed.state.clear();
    assert_eq!(reason(finish(&app, &mixed).await), "OIDC_OVER", "no state");
    mixed = two.clone();
    mixed.code.clone_from(&one.code);
    assert_eq!(reason(finish(&app, &mixed).await), "OIDC_OVER", "the code of another sign-in");
    for nonsense in ["", "nonsense", "AAAA", &"x".repeat(9_000)] {
        mixed = two.clone();
        nonsense.clone_into(&mut mixed.ticket);
        assert_eq!(reason(finish(&app, &mixed).await), "OIDC_OVER");
        mixed = two.clone();
        nonsense.clone_into(&mut mixed.code);
        assert_eq!(reason(finish(&app, &mixed).await), "OIDC_OVER");
    }
    finish(&app, &two).await.unwrap();
    assert_eq!(reason(finish(&app, &two).await), "OIDC_OVER", "once");
    let late = go(&app, ADA).await;
    bench.clock.advance(Duration::from_secs(10 * 60));
    assert_eq!(reason(finish(&app, &late).await), "OIDC_OVER", "ten minutes");
    assert!(!format!("{late:?}").contains(&late.code), "codes are not printed");
}

#[tokio::test]
async fn what_comes_back_wrong_again_and_again_is_limited_by_its_address() {
    if is_left_out() {
        return;
    }
    let dex = Dex::start(&[]);
    let (_bench, app) = house(&dex, &["--address-limit=3"]).await;
    let nonsense = proto::auth::FinishProviderSignInRequest::default();
    for _ in 0..3 {
        assert_eq!(reason(finish(&app, &nonsense).await), "OIDC_OVER");
    }
    assert!(matches!(finish(&app, &nonsense).await, Err(Error::RateLimited { .. })));
}

#[tokio::test]
async fn a_provider_that_is_away_is_said_to_be_and_nobody_is_blamed() {
    if is_left_out() {
        return;
    }
    let dex = Dex::start(&[person(ADA)]);
    let (bench, app) = house(&dex, &["--oidc-accounts=always", "--address-limit=1"]).await;
    let back = go(&app, ADA).await;
    drop(dex);
    for _ in 0..3 {
        assert_eq!(reason(finish(&app, &back).await), "OIDC_UNREACHABLE");
    }
    bench.clock.advance(Duration::from_secs(3_600));
    let begun = auth::begin_provider_sign_in::begin_provider_sign_in(&app, BeginProviderSignInRequest {}).await;
    let Err(error) = begun else { panic!("there is nobody") };
    assert!(!format!("{error:?}").contains(SECRET), "{error:?}");
    assert_eq!(reason::<()>(Err(error)), "OIDC_UNREACHABLE");
}

#[tokio::test]
async fn without_a_provider_there_is_none() {
    let (_bench, app) = crate::open_house().await;
    let begun = auth::begin_provider_sign_in::begin_provider_sign_in(&app, BeginProviderSignInRequest {}).await;
    assert_eq!(reason(begun), "OIDC_OFF");
    assert_eq!(auth::get_setup::get_setup(&app, GetSetupRequest {}).await.unwrap().provider, "");
}
