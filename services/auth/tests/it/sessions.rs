use crate::{HOME, PASSWORD, alive, login, open_house, register, session_of, signed_in};
use kit::Error;
use proto::auth::{CheckSessionsRequest, GetProfileRequest, LogoutRequest, LookupUsersRequest};
use std::time::Duration;
use time::OffsetDateTime;
use uuid::Uuid;

#[tokio::test]
async fn a_session_that_was_ended_is_no_longer_alive_and_others_are() {
    let (bench, app) = open_house().await;
    register(&app, "ada@example.com").await.unwrap();
    let mut sessions = vec![];
    for _ in 0..2 {
        let token = login(&app, "ada@example.com", PASSWORD, HOME).await.unwrap().token;
        sessions.push(session_of(&bench, &token));
    }
    for _ in 0..2 {
        auth::logout::logout(&app, &signed_in(sessions[0]), LogoutRequest {}).await.unwrap();
        assert_eq!(alive(&app, &sessions).await, [sessions[1].to_string()]);
    }
}

#[tokio::test]
async fn sessions_of_closed_accounts_unknown_ids_and_nonsense_are_left_out() {
    let (bench, app) = open_house().await;
    let mut ids = vec![Uuid::from_u128(7).to_string(), "nonsense".to_owned(), String::new()];
    for email in ["ada@example.com", "bob@example.com"] {
        register(&app, email).await.unwrap();
        let token = login(&app, email, PASSWORD, HOME).await.unwrap().token;
        ids.push(session_of(&bench, &token).to_string());
    }
    sqlx::query("update auth.user set status = 'inactive' where email = 'bob@example.com'")
        .execute(&bench.cx.db)
        .await
        .unwrap();
    let request = CheckSessionsRequest { session_ids: ids };
    let sessions = auth::check_sessions::check_sessions(&app, request).await.unwrap().sessions;
    let [session] = sessions.as_slice() else { panic!("{sessions:?}") };
    assert_eq!(session.user.as_ref().unwrap().email, "ada@example.com");
    let too_many = CheckSessionsRequest { session_ids: vec![session.id.clone(); 1001] };
    assert!(matches!(auth::check_sessions::check_sessions(&app, too_many).await, Err(Error::Invalid { .. })));
}

#[tokio::test]
async fn the_sweep_writes_down_use_and_removes_what_is_over() {
    let (bench, app) = open_house().await;
    let db = &bench.cx.db;
    register(&app, "ada@example.com").await.unwrap();
    let old = session_of(&bench, &login(&app, "ada@example.com", PASSWORD, HOME).await.unwrap().token);
    assert!(login(&app, "ada@example.com", "a wrong password", HOME).await.is_err());
    let attempts = || sqlx::query_scalar::<_, i64>("select count(*) from auth.attempt").fetch_one(db);
    auth::sweep::round(&app).await.unwrap();
    assert_ne!(attempts().await.unwrap(), 0, "attempts of the last quarter of an hour stay");

    bench.clock.advance(Duration::from_secs(3 * 86_400));
    let fresh = session_of(&bench, &login(&app, "ada@example.com", PASSWORD, HOME).await.unwrap().token);
    bench.clock.advance(Duration::from_secs(60));
    assert_eq!(alive(&app, &[old]).await.len(), 1);
    auth::sweep::round(&app).await.unwrap();
    assert_eq!(attempts().await.unwrap(), 0);
    let seen = |id: Uuid| {
        sqlx::query_scalar::<_, OffsetDateTime>("select last_seen_at from auth.session where id = $1")
            .bind(id)
            .fetch_one(db)
    };
    assert_eq!(seen(old).await.unwrap(), bench.cx.clock.now());
    assert_eq!(seen(fresh).await.unwrap(), bench.cx.clock.now() - Duration::from_secs(60), "nobody asked about it");

    bench.clock.advance(Duration::from_secs(5 * 86_400));
    auth::sweep::round(&app).await.unwrap();
    let left = || sqlx::query_scalar::<_, Uuid>("select id from auth.session order by created_at").fetch_all(db);
    assert_eq!(left().await.unwrap(), [old, fresh], "the clock may be wrong");
    assert_eq!(alive(&app, &[old, fresh]).await, [fresh.to_string()]);
    bench.clock.advance(Duration::from_secs(30 * 86_400));
    auth::sweep::round(&app).await.unwrap();
    assert_eq!(left().await.unwrap(), [fresh]);
}

#[tokio::test]
async fn users_are_looked_up_many_at_a_time() {
    let (_bench, app) = open_house().await;
    let mut ids = vec!["nonsense".to_owned(), Uuid::from_u128(9).to_string()];
    for n in 0..3 {
        ids.push(register(&app, &format!("user{n}@example.com")).await.unwrap().id);
    }
    let answer = auth::lookup_users::lookup_users(&app, LookupUsersRequest { ids: ids.clone() }).await.unwrap();
    let mut found: Vec<String> = answer.users.into_iter().map(|user| user.id).collect();
    found.sort();
    ids.drain(..2);
    ids.sort();
    assert_eq!(found, ids);
}

#[tokio::test]
async fn a_profile_is_ones_own() {
    let (_bench, app) = open_house().await;
    let user = register(&app, "ada@example.com").await.unwrap();
    register(&app, "bob@example.com").await.unwrap();
    let caller = access::testing::user_caller(user.id.parse().unwrap(), access::Role::User, vec![]);
    let profile = auth::get_profile::get_profile(&app, &caller, GetProfileRequest {}).await.unwrap();
    assert_eq!(profile.user.unwrap().email, "ada@example.com");
    assert_eq!((profile.language.as_str(), profile.timezone.as_str(), profile.theme.as_str()), ("", "", ""));
    assert!(!profile.two_factor_enabled);
    let service = access::testing::service_caller("tasks");
    assert!(auth::get_profile::get_profile(&app, &service, GetProfileRequest {}).await.is_err());
}
