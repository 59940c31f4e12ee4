//! What administrators decide for the whole of Canopy.

use crate::{HOME, PASSWORD, alive, login, open_house, register, session_of, signed_in, with_options};
use access::{Role, testing::user_caller};
use auth::App;
use kit::{Error, Result};
use prost::Message as _;
use proto::{
    auth::{GetProfileRequest, GetSettingsRequest, GetSetupRequest, Settings, UpdateSettingsRequest},
    events::EventRecorded,
};
use std::time::Duration;
use uuid::Uuid;

async fn settings(app: &App) -> Settings {
    auth::get_settings::get_settings(app, GetSettingsRequest {}).await.unwrap().settings.unwrap()
}

async fn update(app: &App, request: UpdateSettingsRequest) -> Result<Settings> {
    let admin = user_caller(Uuid::nil(), Role::Admin, vec![]);
    Ok(auth::update_settings::update_settings(app, &admin, request).await?.settings.unwrap())
}

fn of(session: Option<u32>, idle: Option<u32>) -> UpdateSettingsRequest {
    UpdateSettingsRequest { session_seconds: session, idle_seconds: idle, ..Default::default() }
}

#[tokio::test]
async fn they_have_defaults_are_changed_by_administrators_and_the_history_says_what_was_changed() {
    let (bench, app) = with_options(&[]).await;
    let before = settings(&app).await;
    assert_eq!((before.session_seconds, before.idle_seconds, before.history_days), (604_800, 0, 0));
    assert_eq!((before.health_seconds, before.version, before.registration_open), (30, 0, false));
    let wish = UpdateSettingsRequest {
        registration_open: Some(true),
        history_days: Some(90),
        health_seconds: Some(60),
        ..of(Some(86_400), Some(1800))
    };
    let after = update(&app, wish).await.unwrap();
    assert_eq!((after.session_seconds, after.idle_seconds, after.history_days), (86_400, 1800, 90));
    assert_eq!((after.health_seconds, after.version, after.registration_open), (60, 1, true));
    assert!(after.changed_at.is_some() && !after.changed_by.is_empty());
    assert_eq!(settings(&app).await, after);
    assert_eq!(update(&app, wish).await.unwrap().version, 1, "what is so already is no change");

    let told: Vec<_> = bench.outbox().await.into_iter().filter(|row| row.method == "EventRecorded").collect();
    assert_eq!(told.len(), 1);
    let line = EventRecorded::decode(told[0].payload.as_slice()).unwrap();
    assert_eq!((line.reason.as_str(), line.component.as_str(), line.admin_only), ("SettingsChanged", "System", true));
    let changes: Vec<_> =
        line.changes.iter().map(|c| (c.field.as_str(), c.before.as_str(), c.after.as_str())).collect();
    assert_eq!(
        changes,
        [
            ("registration", "closed", "open"),
            ("sessionLength", "604800", "86400"),
            ("sessionTimeout", "0", "1800"),
            ("historyDays", "0", "90"),
            ("healthCheckInterval", "30", "60")
        ]
    );
}

#[tokio::test]
async fn what_is_wrong_or_was_made_on_something_older_is_refused() {
    let (_bench, app) = with_options(&["--registration=closed"]).await;
    let wrong = UpdateSettingsRequest {
        registration_open: Some(true),
        history_days: Some(29),
        health_seconds: Some(29),
        ..of(Some(604_801), Some(299))
    };
    let Err(Error::Invalid { fields, .. }) = update(&app, wrong).await else { panic!("it was not refused") };
    let fields: Vec<_> = fields.into_keys().collect();
    assert_eq!(fields, ["healthCheckInterval", "historyDays", "registration", "sessionLength", "sessionTimeout"]);
    assert!(settings(&app).await.registration_fixed);

    let first = update(&app, of(Some(86_400), None)).await.unwrap();
    let made_on = |version| UpdateSettingsRequest { version, ..of(Some(3600), None) };
    assert_eq!(update(&app, made_on(first.version)).await.unwrap().session_seconds, 3600);
    assert!(matches!(update(&app, made_on(first.version)).await, Err(Error::Conflict(_))));
    let user = signed_in(Uuid::nil());
    let refused = auth::update_settings::update_settings(&app, &user, of(Some(86_400), None)).await;
    assert!(matches!(refused, Err(Error::Forbidden(_))));
}

#[tokio::test]
async fn registration_opens_and_closes_without_a_restart() {
    let (_bench, app) = with_options(&[]).await;
    let open = async || auth::get_setup::get_setup(&app, GetSetupRequest {}).await.unwrap().registration_open;
    assert!(!open().await);
    for wish in [true, false] {
        update(&app, UpdateSettingsRequest { registration_open: Some(wish), ..Default::default() }).await.unwrap();
        assert_eq!(open().await, wish);
    }
}

#[tokio::test]
async fn a_shorter_length_ends_sessions_earlier_and_counts_for_new_ones() {
    let (bench, app) = open_house().await;
    register(&app, "ada@example.com").await.unwrap();
    let old = session_of(&bench, &login(&app, "ada@example.com", PASSWORD, HOME).await.unwrap().token);
    bench.clock.advance(Duration::from_secs(7200));
    let young = session_of(&bench, &login(&app, "ada@example.com", PASSWORD, HOME).await.unwrap().token);
    assert_eq!(alive(&app, &[old, young]).await.len(), 2);
    update(&app, of(Some(3600), None)).await.unwrap();
    assert_eq!(alive(&app, &[old, young]).await, [young.to_string()], "the one of two hours is over");
    let signed = login(&app, "ada@example.com", PASSWORD, HOME).await.unwrap();
    let now = bench.cx.clock.now().unix_timestamp() * 1000;
    assert!((signed.expires_at_ms - now - 3_600_000).abs() < 1000, "{}", signed.expires_at_ms - now);
    let last = session_of(&bench, &signed.token);
    bench.clock.advance(Duration::from_secs(3601));
    assert!(alive(&app, &[young, last]).await.is_empty());
}

#[tokio::test]
async fn a_session_that_nobody_uses_ends_and_one_in_use_stays() {
    let (bench, app) = open_house().await;
    let ada = register(&app, "ada@example.com").await.unwrap();
    let mut sessions = Vec::new();
    for _ in 0..2 {
        sessions.push(session_of(&bench, &login(&app, "ada@example.com", PASSWORD, HOME).await.unwrap().token));
    }
    let step = async |used: &[Uuid]| {
        bench.clock.advance(Duration::from_secs(1200));
        alive(&app, used).await;
        auth::sweep::round(&app).await.unwrap();
    };
    step(&sessions[..1]).await;
    step(&sessions[..1]).await;
    assert_eq!(alive(&app, &sessions).await.len(), 2, "nobody has said that unused ones end");
    update(&app, of(None, Some(1800))).await.unwrap();
    let herself = user_caller(Uuid::try_parse(&ada.id).unwrap(), Role::User, vec![]);
    let profile = auth::get_profile::get_profile(&app, &herself, GetProfileRequest {}).await.unwrap();
    assert_eq!(profile.idle_seconds, 1800);
    // looking at them was a use of both
    for _ in 0..3 {
        step(&sessions[..1]).await;
    }
    assert_eq!(alive(&app, &sessions).await, [sessions[0].to_string()]);
}
