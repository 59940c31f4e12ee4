//! What administrators see of the safety of accounts.

use crate::{HOME, PASSWORD, login, open_house, register, signed_in};
use access::{Role, testing::user_caller};
use auth::App;
use kit::Error;
use proto::auth::{GetSecurityRequest, GetSecurityResponse};
use std::time::Duration;
use uuid::Uuid;

const ELSEWHERE: &str = "203.0.113.9";

async fn security(app: &App) -> GetSecurityResponse {
    let admin = user_caller(Uuid::nil(), Role::Admin, vec![]);
    auth::get_security::get_security(app, &admin, GetSecurityRequest {}).await.unwrap()
}

#[tokio::test]
async fn failed_sign_ins_are_counted_by_network_for_a_day_and_throttled_ones_are_marked() {
    let (bench, app) = open_house().await;
    register(&app, "ada@example.com").await.unwrap();
    for n in 0..30 {
        assert!(login(&app, &format!("nobody{n}@example.com"), "wrong", ELSEWHERE).await.is_err());
    }
    assert!(login(&app, "ada@example.com", "wrong", HOME).await.is_err());
    let seen = security(&app).await;
    let of = |seen: &GetSecurityResponse| -> Vec<(String, u32, bool)> {
        let failed = seen.failed.iter();
        failed.map(|from| (from.network.clone(), from.attempts, from.throttled_until.is_some())).collect()
    };
    assert_eq!(of(&seen), [(ELSEWHERE.to_owned(), 30, true), (HOME.to_owned(), 1, false)]);
    assert_eq!((seen.failed_total, seen.failed_known), (31, 0));

    // a good one forgives, and where the account is known nothing is kept of the place
    login(&app, "ada@example.com", PASSWORD, HOME).await.unwrap();
    assert!(login(&app, "ada@example.com", "wrong", HOME).await.is_err());
    bench.clock.advance(Duration::from_secs(3_600));
    auth::sweep::round(&app).await.unwrap();
    let seen = security(&app).await;
    assert_eq!(of(&seen), [(ELSEWHERE.to_owned(), 30, false)]);
    assert_eq!((seen.failed_total, seen.failed_known), (30, 1));

    bench.clock.advance(Duration::from_secs(24 * 3_600));
    auth::sweep::round(&app).await.unwrap();
    let seen = security(&app).await;
    assert_eq!((seen.failed.len(), seen.failed_total, seen.failed_known), (0, 0, 0));
    let kept: i64 = sqlx::query_scalar("select count(*) from auth.attempt").fetch_one(&bench.cx.db).await.unwrap();
    assert_eq!(kept, 0);
}

#[tokio::test]
async fn sessions_are_counted_and_who_has_no_second_factor_is_named() {
    let (bench, app) = open_house().await;
    let ada = register(&app, "ada@example.com").await.unwrap();
    register(&app, "bob@example.com").await.unwrap();
    login(&app, "bob@example.com", PASSWORD, HOME).await.unwrap();
    for statement in [
        "insert into auth.two_factor (user_id, id, secret, created_at, confirmed_at, last_step)
         values ($1, gen_random_uuid(), '', now(), now(), 0)",
        "insert into auth.token (id, handle, user_id, name, scope, created_at)
         values (gen_random_uuid(), gen_random_uuid(), $1, 'one', 'read', now())",
        "insert into auth.token (id, handle, user_id, name, scope, created_at, expires_at)
         values (gen_random_uuid(), gen_random_uuid(), $1, 'over', 'read', now(), '2020-01-01')",
    ] {
        let id = Uuid::try_parse(&ada.id).unwrap();
        sqlx::query(statement).bind(id).execute(&bench.cx.db).await.unwrap();
    }
    let seen = security(&app).await;
    assert_eq!((seen.sessions, seen.tokens, seen.users), (1, 1, 3));
    let named = |users: &[proto::auth::User]| users.iter().map(|user| user.email.clone()).collect::<Vec<_>>();
    assert_eq!(named(&seen.administrators), ["admin@example.com"]);
    assert_eq!(named(&seen.without_two_factor), ["admin@example.com", "bob@example.com"], "administrators first");
    assert_eq!(seen.without_two_factor_total, 2);
    let user = signed_in(Uuid::nil());
    let refused = auth::get_security::get_security(&app, &user, GetSecurityRequest {}).await;
    assert!(matches!(refused, Err(Error::Forbidden(_))));
}
