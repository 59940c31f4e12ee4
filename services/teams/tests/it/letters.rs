//! Invites into teams go by mail where there is a server for it.

use crate::{ADA, House, code, house_with};
use kit::{Error, Result, testing::wait_until};
use mail::testing::Smtp;
use proto::teams::{AcceptInviteRequest, CreateInviteRequest, CreateInviteResponse, ResendInviteRequest};
use teams::{accept_invite::accept_invite, create_invite::create_invite, resend_invite::resend_invite};

/// A house that sends letters until the test ends.
#[expect(clippy::disallowed_methods, reason = "a test's loops live as long as its runtime")]
async fn with_mail() -> (House, Smtp) {
    let smtp = Smtp::start().await;
    let options = smtp.options();
    let house = house_with(&options.each_ref().map(String::as_str)).await;
    tokio::spawn(house.app.clone().letters());
    (house, smtp)
}

async fn invite(house: &House, team: &str, email: &str) -> Result<CreateInviteResponse> {
    let request = CreateInviteRequest { team_id: team.to_owned(), email: email.to_owned(), ..Default::default() };
    create_invite(&house.app, &house.user(ADA).await, request).await
}

#[tokio::test]
async fn whoever_is_invited_gets_a_letter_in_their_language_and_joins_by_its_link() {
    let (house, smtp) = with_mail().await;
    let team = house.create(ADA, "Web").await;
    let made = invite(&house, &team.id, "dan@example.com").await.unwrap();
    assert!(made.mailed);
    let letter = smtp.letters(1).await.remove(0);
    assert_eq!((letter.to.as_str(), letter.token()), ("dan@example.com", made.token));
    assert!(letter.text.contains("https://canopy.example.com/invite#canopy_"), "{}", letter.text);
    assert!(letter.text.contains("ha invitado a dan@example.com al equipo Web"), "{}", letter.text);
    let request = ResendInviteRequest { team_id: team.id.clone(), invite_id: made.invite.unwrap().id };
    let again = resend_invite(&house.app, &house.user(ADA).await, request).await.unwrap();
    assert!(again.mailed);
    let second = smtp.letters(2).await.remove(1).token();
    assert_eq!(second, again.token);
    let request = AcceptInviteRequest { token: second };
    accept_invite(&house.app, &house.user(crate::DAN).await, request).await.unwrap();
    wait_until(&house.bench.cx.db, "all were posted", "select not exists (select 1 from teams.mail)").await;
    let told = "select exists (select 1 from teams.mail_state where sent_at is not null and failed_at is null)";
    wait_until(&house.bench.cx.db, "it is told that they were taken", told).await;
}

#[tokio::test]
async fn nobody_sends_letters_without_end_and_none_is_sent_for_what_was_refused() {
    let (house, smtp) = with_mail().await;
    let team = house.create(ADA, "Web").await;
    invite(&house, &team.id, "eve@example.com").await.unwrap();
    assert_eq!(code(&invite(&house, &team.id, "eve@example.com").await), 400);
    let mut sent = 1;
    let limited = loop {
        match invite(&house, &team.id, &format!("eve{sent}@example.com")).await {
            Ok(_) => sent += 1,
            Err(error) => break error,
        }
        assert!(sent < 100, "it is not limited");
    };
    assert!(matches!(limited, Error::RateLimited { .. }), "{limited:?}");
    assert_eq!(smtp.letters(sent).await.len(), sent);
}
