use crate::{HOME, PASSWORD, alive, login, open_house, register, session_of};
use access::{Caller, Role, testing};
use auth::App;
use kit::{Error, Result, testing::Bench};
use prost::Message;
use proto::{
    auth::{
        ChangePasswordRequest, EndOtherSessionsRequest, EndSessionRequest, ListSessionsRequest, UpdateProfileRequest,
    },
    events::EventRecorded,
};
use std::time::Duration;
use uuid::Uuid;

const NEW: &str = "another horse, another battery";

/// Ada, signed in `n` times; she calls with the first session.
async fn ada(bench: &Bench, app: &App, n: usize) -> (Caller, Vec<Uuid>) {
    let user = register(app, "ada@example.com").await.unwrap();
    let mut sessions = vec![];
    for _ in 0..n {
        let token = login(app, "ada@example.com", PASSWORD, HOME).await.unwrap().token;
        sessions.push(session_of(bench, &token));
    }
    (caller(&user.id, sessions[0]), sessions)
}

fn caller(user: &str, session: Uuid) -> Caller {
    testing::user_caller(user.parse().unwrap(), Role::User, vec![]).with_session(session)
}

async fn change(app: &App, caller: &Caller, current: &str, new: &str) -> Result<u32> {
    let request = ChangePasswordRequest { current_password: current.into(), new_password: new.into() };
    Ok(auth::change_password::change_password(app, caller, request).await?.sessions)
}

#[tokio::test]
async fn name_and_preferences_are_changed_one_by_one() {
    let (bench, app) = open_house().await;
    let (ada, _) = ada(&bench, &app, 1).await;
    let update = |request| auth::update_profile::update_profile(&app, &ada, request);
    let named = UpdateProfileRequest { first_name: Some(" Augusta ".into()), ..Default::default() };
    let profile = update(named).await.unwrap().profile.unwrap();
    let user = profile.user.unwrap();
    assert_eq!((user.first_name.as_str(), user.last_name.as_str()), ("Augusta", "Lovelace"));
    let chosen = UpdateProfileRequest {
        language: Some("fr".into()),
        timezone: Some("Europe/Paris".into()),
        theme: Some("dark".into()),
        ..Default::default()
    };
    update(chosen).await.unwrap();
    let taken_back = UpdateProfileRequest { theme: Some(String::new()), ..Default::default() };
    let profile = update(taken_back).await.unwrap().profile.unwrap();
    let preferences = (profile.language.as_str(), profile.timezone.as_str(), profile.theme.as_str());
    assert_eq!(preferences, ("fr", "Europe/Paris", ""));
}

#[tokio::test]
async fn every_wrong_field_of_a_profile_is_named() {
    let (bench, app) = open_house().await;
    let (ada, _) = ada(&bench, &app, 1).await;
    let request = UpdateProfileRequest {
        first_name: Some("\u{202E}eve".into()),
        last_name: Some("x".repeat(101)),
        language: Some("de".into()),
        timezone: Some("../etc/passwd".into()),
        theme: Some("pink".into()),
        first_steps: Some("twice".into()),
    };
    let Err(Error::Invalid { fields, .. }) = auth::update_profile::update_profile(&app, &ada, request).await else {
        panic!("it was taken")
    };
    let names: Vec<_> = fields.keys().map(String::as_str).collect();
    let preferences = ["preferences.firstSteps", "preferences.language", "preferences.theme", "preferences.timezone"];
    assert_eq!(names, [&["firstName", "lastName"], &preferences[..]].concat());
    assert_eq!(fields["preferences.language"], "Language must be one of en, es, fr.");
}

#[tokio::test]
async fn another_password_ends_the_other_sessions_and_is_the_only_one() {
    let (bench, app) = open_house().await;
    let (ada, sessions) = ada(&bench, &app, 3).await;
    assert_eq!(change(&app, &ada, PASSWORD, NEW).await.unwrap(), 2);
    assert_eq!(alive(&app, &sessions).await, [sessions[0].to_string()]);
    assert!(matches!(login(&app, "ada@example.com", PASSWORD, HOME).await, Err(Error::Unauthenticated(_))));
    login(&app, "ada@example.com", NEW, HOME).await.unwrap();
    let told = bench.outbox().await.into_iter().rfind(|row| row.method == "EventRecorded").unwrap();
    let event = EventRecorded::decode(told.payload.as_slice()).unwrap();
    assert_eq!((event.reason.as_str(), event.admin_only), ("PasswordChanged", true));
}

#[tokio::test]
async fn a_password_is_changed_by_nobody_who_does_not_know_the_present_one() {
    let (bench, app) = open_house().await;
    let (ada, sessions) = ada(&bench, &app, 2).await;
    let Err(Error::Invalid { fields, .. }) = change(&app, &ada, "", "short").await else { panic!("taken") };
    assert_eq!(fields["currentPassword"], "Current password is required");
    assert_eq!(fields["newPassword"], "Password should be at least 8 characters long for security");
    let Err(Error::Invalid { fields, .. }) = change(&app, &ada, "wrong horse", NEW).await else { panic!("taken") };
    assert_eq!(fields["currentPassword"], "The current password is not right.");
    let mut guesses = 0;
    while !matches!(change(&app, &ada, "wrong horse", NEW).await, Err(Error::RateLimited { .. })) {
        guesses += 1;
        assert!(guesses < 100, "guessing is not limited");
    }
    assert!(matches!(change(&app, &ada, PASSWORD, NEW).await, Err(Error::RateLimited { .. })));
    assert_eq!(alive(&app, &sessions).await.len(), 2);
    // what is guessed here keeps nobody from signing in
    login(&app, "ada@example.com", PASSWORD, HOME).await.unwrap();
}

#[tokio::test]
async fn what_ends_while_the_clock_is_ahead_is_over_when_it_is_right_again() {
    let (bench, app) = open_house().await;
    let (ada, sessions) = ada(&bench, &app, 2).await;
    let ahead = Duration::from_secs(8 * 86_400);
    bench.clock.advance(ahead);
    let ended = auth::end_other_sessions::end_other_sessions(&app, &ada, EndOtherSessionsRequest {}).await.unwrap();
    assert_eq!(ended.sessions, 0, "none was alive");
    bench.clock.set_back(ahead);
    assert_eq!(alive(&app, &sessions).await, [sessions[0].to_string()]);
}

#[tokio::test]
async fn one_sees_and_ends_only_ones_own_sessions() {
    let (bench, app) = open_house().await;
    let (ada, sessions) = ada(&bench, &app, 3).await;
    let bob = register(&app, "bob@example.com").await.unwrap();
    let bobs = session_of(&bench, &login(&app, "bob@example.com", PASSWORD, HOME).await.unwrap().token);
    let list = async || {
        let listed = auth::list_sessions::list_sessions(&app, &ada, ListSessionsRequest {}).await.unwrap();
        listed.sessions
    };
    let listed = list().await;
    assert_eq!(listed.len(), 3);
    assert!(listed[0].current && listed[0].id == sessions[0].to_string(), "{listed:?}");
    assert!(!listed[1].current && !listed[2].current);
    assert_eq!((listed[0].address.as_str(), listed[0].user_agent.as_str()), (HOME, "Mozilla/5.0"));
    let end = |id: Uuid| auth::end_session::end_session(&app, &ada, EndSessionRequest { id: id.to_string() });
    assert!(matches!(end(bobs).await, Err(Error::NotFound(_))));
    end(sessions[1]).await.unwrap();
    assert!(matches!(end(sessions[1]).await, Err(Error::NotFound(_))), "it has ended");
    assert_eq!(list().await.len(), 2);
    let ended = auth::end_other_sessions::end_other_sessions(&app, &ada, EndOtherSessionsRequest {}).await.unwrap();
    assert_eq!(ended.sessions, 1);
    assert_eq!(alive(&app, &[sessions[0], sessions[1], sessions[2], bobs]).await.len(), 2);
    assert_eq!(list().await.len(), 1);
    let bob = caller(&bob.id, bobs);
    let listed = auth::list_sessions::list_sessions(&app, &bob, ListSessionsRequest {}).await.unwrap().sessions;
    assert_eq!(listed.len(), 1);
}
