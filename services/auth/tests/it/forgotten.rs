//! Forgotten passwords: links by mail, or from an administrator.

use crate::{HOME, PASSWORD, alive, browser, login, mail::Office, open_house, register, session_of};
use access::{Role, testing::user_caller};
use auth::App;
use futures::future::join_all;
use kit::{Error, Result};
use prost::Message;
use proto::{
    auth::{
        CreateResetRequest, CreateResetResponse, ForgetPasswordRequest, RedeemResetRequest, UpdateUserRequest,
        UserStatus,
    },
    events::EventRecorded,
};
use std::time::Duration;
use uuid::Uuid;

const NEW: &str = "another horse, another battery";
const BOB: &str = "bob@example.com";

async fn redeem(app: &App, token: &str, password: &str) -> Result<()> {
    let request = RedeemResetRequest { token: token.to_owned(), password: password.to_owned() };
    auth::redeem_reset::redeem_reset(app, &browser(HOME), request).await.map(|_| ())
}

async fn create(app: &App, user: &str) -> Result<CreateResetResponse> {
    let admin = user_caller(Uuid::nil(), Role::Admin, vec![]);
    auth::create_reset::create_reset(app, &admin, CreateResetRequest { user_id: user.to_owned() }).await
}

fn is_over(result: &Result<()>) -> bool {
    matches!(result, Err(Error::Conflict(message)) if message.reason() == "RESET_OVER")
}

#[tokio::test]
async fn a_link_works_once_and_ends_every_session() {
    let office = Office::open().await;
    register(&office.app, BOB).await.unwrap();
    let session = session_of(&office.bench, &login(&office.app, BOB, PASSWORD, HOME).await.unwrap().token);
    office.forget(" BOB@example.com ").await.unwrap();
    let token = office.smtp.letters(1).await[0].token();
    let Err(Error::Invalid { fields, .. }) = redeem(&office.app, &token, "short").await else { panic!("taken") };
    assert_eq!(fields["password"], "Password should be at least 8 characters long for security");
    let all = join_all((0..6).map(|_| redeem(&office.app, &token, NEW))).await;
    assert_eq!(
        (all.iter().filter(|done| done.is_ok()).count(), all.iter().filter(|done| is_over(done)).count()),
        (1, 5)
    );
    assert!(alive(&office.app, &[session]).await.is_empty());
    assert!(matches!(login(&office.app, BOB, PASSWORD, HOME).await, Err(Error::Unauthenticated(_))));
    login(&office.app, BOB, NEW, HOME).await.unwrap();
    let rows = office.bench.outbox().await.into_iter().filter(|row| row.method == "EventRecorded");
    let told: Vec<String> = rows.map(|row| EventRecorded::decode(row.payload.as_slice()).unwrap().message).collect();
    assert_eq!(told[1], "Another password was asked for, for the account of \"Ada Lovelace\".");
    assert_eq!(told[2], "\"Ada Lovelace\" chose another password with a link.");
    for row in office.bench.outbox().await {
        assert!(!row.payload.windows(token.len()).any(|bytes| bytes == token.as_bytes()), "{}", row.method);
    }
}

#[tokio::test]
async fn a_link_is_dead_after_an_hour_after_another_password_and_when_it_is_none() {
    let office = Office::open().await;
    let bob = register(&office.app, BOB).await.unwrap();
    office.forget(BOB).await.unwrap();
    let late = office.smtp.letters(1).await[0].token();
    office.bench.clock.advance(Duration::from_secs(3_599));
    office.forget(BOB).await.unwrap();
    let second = office.smtp.letters(2).await[1].token();
    office.bench.clock.advance(Duration::from_secs(1));
    let stranger = access::token::make(&kit::ids::SystemIds);
    for dead in ["", "nonsense", stranger.as_str(), late.as_str()] {
        assert!(is_over(&redeem(&office.app, dead, NEW).await), "{dead}");
    }
    let third = create(&office.app, &bob.id).await.unwrap();
    assert!(third.mailed && third.token.is_empty(), "whoever made it does not have it");
    let third = office.smtp.letters(3).await[2].token();
    redeem(&office.app, &third, NEW).await.unwrap();
    assert!(is_over(&redeem(&office.app, &second, PASSWORD).await), "all links of the account are dead");
    login(&office.app, BOB, NEW, HOME).await.unwrap();
}

#[tokio::test]
async fn the_answer_is_the_same_whether_there_is_an_account_or_not() {
    let office = Office::open().await;
    let bob = register(&office.app, BOB).await.unwrap();
    for email in [BOB, "nobody@example.com"] {
        let mut answers = Vec::new();
        for _ in 0..12 {
            answers.push(match office.forget(email).await {
                Ok(()) => 0,
                Err(Error::RateLimited { retry_after }) => retry_after.as_secs(),
                Err(error) => panic!("{error:?}"),
            });
        }
        assert_eq!(answers, [0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1], "{email}");
    }
    office.looked().await;
    office.posted().await;
    assert_eq!(office.smtp.count(), 1, "one letter, however often somebody asks");
    for bad in ["", "bob"] {
        assert!(matches!(office.forget(bad).await, Err(Error::Invalid { fields, .. }) if fields.contains_key("email")));
    }
    // an account that must not be used gets none
    let request = UpdateUserRequest { id: bob.id.clone(), status: UserStatus::Inactive.into(), ..Default::default() };
    let admin = user_caller(Uuid::nil(), Role::Admin, vec![]);
    auth::update_user::update_user(&office.app, &admin, request).await.unwrap();
    office.bench.clock.advance(Duration::from_secs(1_800));
    office.forget(BOB).await.unwrap();
    office.looked().await;
    office.posted().await;
    assert_eq!(office.smtp.count(), 1);
    assert!(matches!(create(&office.app, &bob.id).await, Err(Error::Conflict(_))));
}

#[tokio::test]
async fn without_mail_an_administrator_has_the_link_and_nobody_else() {
    let (bench, app) = open_house().await;
    let bob = register(&app, BOB).await.unwrap();
    let made = create(&app, &bob.id).await.unwrap();
    assert!(!made.mailed);
    let kept: String =
        sqlx::query_scalar("select row(r.*)::text from auth.reset r").fetch_one(&bench.cx.db).await.unwrap();
    assert!(!kept.contains(&made.token["canopy_".len()..]), "{kept}");
    redeem(&app, &made.token, NEW).await.unwrap();
    login(&app, BOB, NEW, HOME).await.unwrap();
    let manager = user_caller(Uuid::from_u128(9), Role::Manager, vec![]);
    let request = CreateResetRequest { user_id: bob.id };
    assert!(matches!(auth::create_reset::create_reset(&app, &manager, request).await, Err(Error::Forbidden(_))));
    assert!(matches!(create(&app, &Uuid::from_u128(77).to_string()).await, Err(Error::NotFound(_))));
    let setup = auth::get_setup::get_setup(&app, proto::auth::GetSetupRequest {}).await.unwrap();
    assert!(!setup.mail);
    let request = ForgetPasswordRequest { email: BOB.to_owned() };
    auth::forget_password::forget_password(&app, &browser(HOME), request).await.unwrap();
}
