use crate::{HOME, PASSWORD, alive, browser, login, open_house, register, session_of};
use access::testing::service_caller;
use auth::App;
use kit::{Error, Result};
use prost::Message;
use proto::{
    auth::{ResetPasswordRequest, ResetPasswordResponse},
    events::EventRecorded,
};

const NEW: &str = "another horse, another battery";

async fn reset(app: &App, email: &str, password: &str) -> Result<ResetPasswordResponse> {
    let request =
        ResetPasswordRequest { email: email.to_owned(), password: password.to_owned(), remove_two_factor: false };
    auth::reset_password::reset_password(app, &service_caller("canopy"), request).await
}

#[tokio::test]
async fn a_reset_password_is_the_only_one_and_ends_every_session() {
    let (bench, app) = open_house().await;
    register(&app, "ada@example.com").await.unwrap();
    let session = session_of(&bench, &login(&app, "ada@example.com", PASSWORD, HOME).await.unwrap().token);
    while !matches!(login(&app, "ada@example.com", "wrong horse", "203.0.113.1").await, Err(Error::RateLimited { .. }))
    {
    }
    let answer = reset(&app, " ADA@example.com", NEW).await.unwrap();
    assert_eq!((answer.user.unwrap().email.as_str(), answer.sessions), ("ada@example.com", 1));
    assert!(alive(&app, &[session]).await.is_empty());
    assert!(matches!(login(&app, "ada@example.com", PASSWORD, HOME).await, Err(Error::Unauthenticated(_))));
    login(&app, "ada@example.com", NEW, "203.0.113.1").await.unwrap();
    let events = bench.outbox().await.into_iter().filter(|row| row.method == "EventRecorded");
    let mut events = events.map(|row| EventRecorded::decode(row.payload.as_slice()).unwrap());
    let event = events.rfind(|event| event.reason == "PasswordReset").unwrap();
    assert!(event.admin_only);
    assert_eq!(event.message, "The password of \"Ada Lovelace\" was reset on the server.");
    // an account that was made without a password has one now
    reset(&app, "admin@example.com", NEW).await.unwrap();
    login(&app, "admin@example.com", NEW, HOME).await.unwrap();
}

#[tokio::test]
async fn nobody_is_reset_by_people_or_to_a_password_that_is_none() {
    let (_bench, app) = open_house().await;
    register(&app, "ada@example.com").await.unwrap();
    assert!(matches!(reset(&app, "eve@example.com", NEW).await, Err(Error::NotFound(_))));
    let Err(Error::Invalid { fields, .. }) = reset(&app, "ada@example.com", "short").await else { panic!("taken") };
    assert_eq!(fields["password"], "Password should be at least 8 characters long for security");
    let request =
        ResetPasswordRequest { email: "ada@example.com".into(), password: NEW.into(), remove_two_factor: false };
    let person = access::testing::user_caller(uuid::Uuid::from_u128(9), access::Role::Admin, vec![]);
    assert!(auth::reset_password::reset_password(&app, &person, request).await.is_err());
    login(&app, "ada@example.com", PASSWORD, HOME).await.unwrap();
    let _ = browser(HOME);
}
