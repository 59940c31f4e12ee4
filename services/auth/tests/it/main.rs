//! The calls of auth on a real PostgreSQL.
#![allow(clippy::unwrap_used, reason = "tests stop at the first surprise")]

mod account;
mod dex;
mod forgotten;
mod invites;
mod login;
mod mail;
mod mail_state;
mod provider;
mod provider_link;
mod register;
mod reset_password;
mod security;
mod sessions;
mod setup;
mod start;
mod system_settings;
mod tokens;
mod two_factor;
mod user_page;
mod users;

use access::{Caller, Role, testing};
use auth::App;
use kit::{Result, testing::Bench};
use proto::auth::{LoginRequest, RegisterRequest, SignedIn};
use std::collections::BTreeMap;
use uuid::Uuid;

/// The password of everybody in these tests.
pub const PASSWORD: &str = "correct horse battery";
/// Where the owner of an account usually sits.
pub const HOME: &str = "198.51.100.7";

/// auth with an administrator and with registration open.
pub async fn open_house() -> (Bench, App) {
    let (bench, app) = with_options(&["--registration=open"]).await;
    sqlx::query(
        "insert into auth.user (id, email, first_name, last_name, role, status, created_at)
         values ($1, 'admin@example.com', '', '', 'admin', 'active', now())",
    )
    .bind(Uuid::nil())
    .execute(&bench.cx.db)
    .await
    .unwrap();
    (bench, app)
}

pub async fn with_options(options: &[&str]) -> (Bench, App) {
    let bench = kit::testing::context_with_peers(&auth::SERVICE, BTreeMap::new(), options).await;
    let app = App::of(&bench.cx).unwrap();
    (bench, app)
}

/// A browser at this address, through the bff.
pub fn browser(address: &str) -> Caller {
    testing::service_caller("bff").with_address(address)
}

/// The user of a session.
pub fn signed_in(session: Uuid) -> Caller {
    // the callers of `access::testing` have a session that follows from their id
    testing::user_caller(Uuid::from_u128(session.as_u128() ^ 1), Role::User, vec![])
}

pub async fn register(app: &App, email: &str) -> Result<proto::auth::User> {
    let request = RegisterRequest {
        email: email.to_owned(),
        password: PASSWORD.to_owned(),
        first_name: "Ada".to_owned(),
        last_name: "Lovelace".to_owned(),
        invite: String::new(),
    };
    Ok(auth::register::register(app, &browser(HOME), request).await?.user.unwrap())
}

pub async fn login(app: &App, email: &str, password: &str, address: &str) -> Result<SignedIn> {
    let request = LoginRequest {
        email: email.to_owned(),
        password: password.to_owned(),
        address: String::new(),
        user_agent: "Mozilla/5.0".to_owned(),
        ..Default::default()
    };
    Ok(auth::login::login(app, &browser(address), request).await?.signed_in.unwrap())
}

/// The session behind a token.
pub fn session_of(bench: &Bench, token: &str) -> Uuid {
    match bench.cx.identity.verify(token, bench.cx.clock.now()).unwrap() {
        kit::identity::Claims::User { session, .. } => session,
        kit::identity::Claims::Service { .. } => panic!("this is a service's token"),
    }
}

/// The ids of these sessions that CheckSessions calls alive.
pub async fn alive(app: &App, sessions: &[Uuid]) -> Vec<String> {
    let session_ids = sessions.iter().map(Uuid::to_string).collect();
    let request = proto::auth::CheckSessionsRequest { session_ids };
    let answer = auth::check_sessions::check_sessions(app, request).await.unwrap();
    answer.sessions.into_iter().map(|session| session.id).collect()
}
