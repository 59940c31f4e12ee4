//! Invites to have an account.

use crate::{HOME, PASSWORD, browser, login, mail::Office, open_house, register, with_options};
use access::{Caller, testing::user_caller};
use auth::{
    App, cancel_user_invite::cancel_user_invite, create_user_invite::create_user_invite,
    list_user_invites::list_user_invites, resend_user_invite::resend_user_invite,
};
use futures::future::join_all;
use kit::{Error, Result};
use proto::auth::{
    CancelUserInviteRequest, CreateUserInviteRequest, CreateUserInviteResponse, ListUserInvitesRequest,
    RegisterRequest, ResendUserInviteRequest, ResendUserInviteResponse, Role, User,
};
use std::time::Duration;
use uuid::Uuid;

const BOB: &str = "bob@example.com";

fn admin() -> Caller {
    user_caller(Uuid::nil(), access::Role::Admin, vec![])
}

async fn invite(app: &App, email: &str, role: Role) -> Result<CreateUserInviteResponse> {
    create_user_invite(app, &admin(), CreateUserInviteRequest { email: email.to_owned(), role: role.into() }).await
}

async fn resend(app: &App, id: &str) -> Result<ResendUserInviteResponse> {
    resend_user_invite(app, &admin(), ResendUserInviteRequest { id: id.to_owned() }).await
}

async fn cancel(app: &App, id: &str) -> Result<()> {
    cancel_user_invite(app, &admin(), CancelUserInviteRequest { id: id.to_owned() }).await.map(|_| ())
}

async fn listed(app: &App) -> Vec<String> {
    let answer = list_user_invites(app, &admin(), ListUserInvitesRequest {}).await.unwrap();
    answer.invites.into_iter().map(|invite| invite.email).collect()
}

async fn accept(app: &App, email: &str, token: &str) -> Result<User> {
    let (email, invite) = (email.to_owned(), token.to_owned());
    let request = RegisterRequest { email, invite, password: PASSWORD.to_owned(), ..Default::default() };
    Ok(auth::register::register(app, &browser(HOME), request).await?.user.unwrap())
}

fn reason<T: std::fmt::Debug>(result: Result<T>) -> String {
    match result.unwrap_err() {
        Error::Conflict(message) | Error::Forbidden(message) | Error::Invalid { message, .. } => {
            message.reason().to_owned()
        }
        error => panic!("{error:?}"),
    }
}

#[tokio::test]
async fn whoever_is_invited_gets_a_letter_and_an_account_with_the_role_of_the_invite() {
    let office = Office::with("--registration=closed").await;
    let app = &office.app;
    sqlx::query("update auth.user set language = 'fr'").execute(&office.bench.cx.db).await.unwrap();
    let made = invite(app, " Bob@Example.com ", Role::Manager).await.unwrap();
    let shown = made.invite.unwrap();
    assert_eq!((shown.email.as_str(), shown.role(), made.mailed), (BOB, Role::Manager, true));
    let letter = office.smtp.letters(1).await.remove(0);
    assert_eq!(letter.to, BOB);
    assert!(letter.text.contains("vous") || letter.text.contains("a invité"), "as its sender writes: {}", letter.text);
    assert_eq!(letter.token(), format!("{}/{BOB}", made.token));
    assert_eq!(reason(accept(app, "eve@example.com", &made.token).await), "INVITE_OTHER_ADDRESS");
    let all = join_all((0..4).map(|_| accept(app, BOB, &made.token))).await;
    let bob = all.iter().find_map(|done| done.as_ref().ok()).unwrap();
    assert_eq!((all.iter().filter(|done| done.is_ok()).count(), bob.role()), (1, Role::Manager));
    assert!(listed(app).await.is_empty());
    assert_eq!(login(app, BOB, PASSWORD, HOME).await.unwrap().user.unwrap().id, bob.id);
}

#[tokio::test]
async fn a_link_that_was_replaced_cancelled_or_is_too_old_is_dead() {
    let office = Office::open().await;
    let app = &office.app;
    let first = invite(app, BOB, Role::User).await.unwrap();
    let id = first.invite.unwrap().id;
    let second = resend(app, &id).await.unwrap();
    assert_eq!(office.smtp.letters(2).await.len(), 2);
    office.bench.clock.advance(Duration::from_secs(7 * 86_400));
    assert_eq!(listed(app).await, [BOB], "an expired one is listed");
    let third = resend(app, &id).await.unwrap();
    cancel(app, &id).await.unwrap();
    assert!(matches!(cancel(app, &id).await, Err(Error::NotFound(_))));
    assert!(matches!(resend(app, &id).await, Err(Error::NotFound(_))));
    for dead in [first.token, second.token, third.token] {
        // teams, which is asked about what is none of ours, is not there
        assert!(matches!(accept(app, BOB, &dead).await, Err(Error::Unavailable { .. })));
    }
}

#[tokio::test]
async fn an_address_is_invited_once_and_nobody_who_has_an_account() {
    let (bench, app) = open_house().await;
    let first = invite(&app, BOB, Role::Unspecified).await.unwrap();
    assert!(!first.mailed && !first.token.is_empty());
    assert_eq!(first.invite.unwrap().role(), Role::User);
    assert_eq!(reason(invite(&app, "BOB@example.com", Role::Admin).await), "USER_ALREADY_INVITED");
    assert_eq!(reason(invite(&app, "admin@example.com", Role::User).await), "USER_EXISTS");
    for bad in ["", "bob"] {
        let error = invite(&app, bad, Role::User).await.unwrap_err();
        assert!(matches!(&error, Error::Invalid { fields, .. } if fields.contains_key("email")), "{error:?}");
    }
    bench.clock.advance(Duration::from_secs(7 * 86_400));
    let again = invite(&app, BOB, Role::Admin).await.unwrap();
    assert_eq!(again.invite.unwrap().role(), Role::Admin);
    // who registers without it needs it no more, and gets no more by it
    assert_eq!(register(&app, BOB).await.unwrap().role(), Role::User);
    assert!(listed(&app).await.is_empty());
    let kept: i64 = sqlx::query_scalar("select count(*) from auth.mail").fetch_one(&bench.cx.db).await.unwrap();
    assert_eq!(kept, 0, "without a server no letter waits");
}

#[tokio::test]
async fn only_administrators_invite_and_not_without_end() {
    let (bench, app) = with_options(&[]).await;
    let manager = user_caller(Uuid::from_u128(9), access::Role::Manager, vec![]);
    let request = || CreateUserInviteRequest { email: BOB.to_owned(), role: Role::User.into() };
    assert!(matches!(create_user_invite(&app, &manager, request()).await, Err(Error::Forbidden(_))));
    let list = list_user_invites(&app, &manager, ListUserInvitesRequest {}).await;
    assert!(matches!(list, Err(Error::Forbidden(_))));
    sqlx::query(
        "insert into auth.invite (id, email, role, handle, invited_by, created_at, expires_at)
         select gen_random_uuid(), n || '@example.com', 'user', gen_random_uuid(), 'Ada', now(), now()
         from generate_series(1, 500) n",
    )
    .execute(&bench.cx.db)
    .await
    .unwrap();
    assert_eq!(reason(invite(&app, BOB, Role::User).await), "USER_INVITE_LIMIT");
    assert_eq!(listed(&app).await.len(), 500);
}
