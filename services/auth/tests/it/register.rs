use crate::{HOME, PASSWORD, browser, login, open_house, register, with_options};
use futures::future::join_all;
use kit::{Error, testing::Peer};
use prost::Message;
use proto::{
    auth::{RegisterRequest, Role},
    events::EventRecorded,
    teams::{FindInviteRequest, FindInviteResponse},
};
use std::collections::BTreeMap;
use tonic::Status;

#[tokio::test]
async fn a_registered_user_has_role_user_and_can_sign_in() {
    let (bench, app) = open_house().await;
    let user = register(&app, " Ada@Example.com ").await.unwrap();
    assert_eq!((user.email.as_str(), user.role()), ("ada@example.com", Role::User));
    assert!(user.last_login.is_none());
    let outbox = bench.outbox().await;
    let [fact] = outbox.as_slice() else { panic!("{outbox:?}") };
    assert_eq!(fact.method, "EventRecorded");
    let event = EventRecorded::decode(fact.payload.as_slice()).unwrap();
    assert_eq!((event.reason.as_str(), event.admin_only), ("UserRegistered", true));
    assert_eq!(event.message, "\"Ada Lovelace\" registered.");
    assert_eq!(event.actor.unwrap().id, user.id);
    assert!(!fact.payload.windows(PASSWORD.len()).any(|bytes| bytes == PASSWORD.as_bytes()));
    assert_eq!(login(&app, "ada@example.com", PASSWORD, HOME).await.unwrap().user.unwrap().id, user.id);
}

#[tokio::test]
async fn of_many_registrations_of_one_address_at_once_one_wins() {
    let (_bench, app) = open_house().await;
    let spellings = ["ada@example.com", "ADA@example.com", " ada@EXAMPLE.com"];
    let all = join_all((0..20).map(|n| register(&app, spellings[n % 3]))).await;
    assert_eq!(all.iter().filter(|result| result.is_ok()).count(), 1);
    for result in all {
        match result {
            Ok(_) => {}
            Err(Error::Conflict(message)) => assert_eq!(message.reason(), "EMAIL_TAKEN"),
            Err(error) => panic!("{error:?}"),
        }
    }
}

#[tokio::test]
async fn nobody_registers_while_registration_is_closed() {
    let (bench, app) = with_options(&[]).await;
    assert!(matches!(register(&app, "ada@example.com").await, Err(Error::Forbidden(_))));
    let users: i64 = sqlx::query_scalar("select count(*) from auth.user").fetch_one(&bench.cx.db).await.unwrap();
    assert_eq!(users, 0);
}

#[tokio::test]
async fn a_registration_without_a_name_is_fine_and_a_bad_one_names_every_field() {
    let (_bench, app) = open_house().await;
    let request = RegisterRequest { email: "a@example.com".into(), password: PASSWORD.into(), ..Default::default() };
    auth::register::register(&app, &browser(HOME), request).await.unwrap();
    let request = RegisterRequest { email: "ada".into(), password: "short".into(), ..Default::default() };
    let Err(Error::Invalid { fields, .. }) = auth::register::register(&app, &browser(HOME), request).await else {
        panic!("it was taken")
    };
    assert_eq!(fields["email"], "Invalid email address");
    assert_eq!(fields["password"], "Password should be at least 8 characters long for security");
}

#[tokio::test]
async fn asking_which_addresses_are_taken_is_limited_per_network() {
    let (_bench, app) = open_house().await;
    register(&app, "ada@example.com").await.unwrap();
    let mut taken = 0;
    let limited = loop {
        match register(&app, "ada@example.com").await {
            Err(Error::Conflict(_)) => taken += 1,
            other => break other,
        }
        assert!(taken < 100, "it is not limited");
    };
    assert!(matches!(limited, Err(Error::RateLimited { .. })), "{limited:?}");
    assert_eq!(taken, 29, "the first registration counts too");
    let request = RegisterRequest { email: "eve@example.com".into(), password: PASSWORD.into(), ..Default::default() };
    auth::register::register(&app, &browser("203.0.113.9"), request).await.unwrap();
}

/// A teams that knows one invite.
#[derive(Clone)]
struct FakeTeams;

impl FakeTeams {
    async fn find_invite(self, request: FindInviteRequest) -> Result<FindInviteResponse, Status> {
        let email = if request.token == "good" { "ada@example.com".to_owned() } else { String::new() };
        Ok(FindInviteResponse { email })
    }
}

#[tokio::test]
async fn an_invite_opens_a_closed_registration_for_its_own_address() {
    let teams = Peer::of(FakeTeams).unary("TeamService", FakeTeams::find_invite).serve().await;
    let peers = BTreeMap::from([("teams", teams)]);
    let bench = kit::testing::context_with_peers(&auth::SERVICE, peers, &["--registration=closed"]).await;
    let app = auth::App::of(&bench.cx).unwrap();
    let register = async |email: &str, invite: &str| {
        let (email, invite) = (email.to_owned(), invite.to_owned());
        let request = RegisterRequest { email, invite, password: PASSWORD.into(), ..Default::default() };
        auth::register::register(&app, &browser(HOME), request).await
    };
    let reason = |error: Error| match error {
        Error::Conflict(message) | Error::Forbidden(message) => message.reason().to_owned(),
        error => panic!("{error:?}"),
    };
    assert_eq!(reason(register("ada@example.com", "").await.unwrap_err()), "REGISTRATION_CLOSED");
    assert_eq!(reason(register("ada@example.com", "old").await.unwrap_err()), "INVITE_OVER");
    assert_eq!(reason(register("eve@example.com", "good").await.unwrap_err()), "INVITE_OTHER_ADDRESS");
    let user = register("Ada@example.com", "good").await.unwrap().user.unwrap();
    assert_eq!((user.email.as_str(), user.role()), ("ada@example.com", Role::User));
    assert_eq!(reason(register("ada@example.com", "good").await.unwrap_err()), "EMAIL_TAKEN");
    assert_eq!(login(&app, "ada@example.com", PASSWORD, HOME).await.unwrap().user.unwrap().id, user.id);
}
