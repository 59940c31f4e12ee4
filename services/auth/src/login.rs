//! Login: checks address and password and opens a session.
//!
//! A stranger must not learn which addresses have an account: an unknown address, an account that is not active and a
//! wrong password get the same answer after the same work.

use crate::{
    App, attempt,
    attempt::{Attempt, AttemptKind},
    password::{HashPermit, Hasher},
    second_step, session, two_factor,
    user::User,
};
use access::Caller;
use kit::{Error, Result, message};
use proto::auth::{LoginRequest, LoginResponse};
use uuid::Uuid;
use zeroize::Zeroizing;

/// What is typed as an address and is longer is no address; this much of it counts. Fixed: addresses end at 254.
const MAX_TYPED: usize = 1_000;

/// An account as far as checking its password needs it.
struct Account {
    id: Uuid,
    hash: String,
}

/// Counts the attempt, checks the password, opens the session; or asks for the second factor where there is one.
///
/// # Errors
/// `Unauthenticated` with one sentence for everything that is not right, `RateLimited`, `Unavailable` in a crowd.
pub async fn login(app: &App, caller: &Caller, mut request: LoginRequest) -> Result<LoginResponse> {
    let password = Zeroizing::new(std::mem::take(&mut request.password));
    let address = crate::address(caller, &request.address);
    let from = session::SessionOrigin { address: &address, user_agent: &request.user_agent };
    if !request.challenge.is_empty() {
        let signed_in = second_step::second_step(app, caller, &request.challenge, &request.code, &from).await?;
        return Ok(LoginResponse { signed_in: Some(signed_in), challenge: String::new() });
    }
    let typed = kit::email::canonical(&request.email)
        .unwrap_or_else(|| request.email.trim().to_lowercase().chars().take(MAX_TYPED).collect());
    let attempt = attempt::admit(app, AttemptKind::Login, Some(&typed), &address).await?;
    let place = enter(app, &attempt).await?;
    let account = find(app, &typed).await?;
    let stored = account.as_ref().map(|account| account.hash.as_str());
    if !app.hasher.verify(&place, password.clone(), stored).await? {
        return Err(refused());
    }
    let account = account.ok_or_else(refused)?;
    let fresh = fresh_hash(app, &place, &account, password).await?;
    admit(app, &account, fresh, &attempt, &from).await
}

/// Whoever is sent away because of the crowd has not guessed wrong.
async fn enter(app: &App, attempt: &Attempt) -> Result<HashPermit> {
    match app.hasher.enter(attempt.is_known()) {
        Ok(place) => Ok(place),
        Err(full) => {
            attempt.take_back(app).await?;
            Err(full)
        }
    }
}

async fn find(app: &App, email: &str) -> Result<Option<Account>> {
    let account = sqlx::query_as!(
        Account,
        "select u.id, c.password_hash as hash from auth.user u join auth.credential c on c.user_id = u.id
         where u.email = $1 and u.status = 'active'",
        // PostgreSQL cannot hold the character; what contains it is no address
        email.replace('\0', " ")
    );
    Ok(account.fetch_optional(&app.cx.db).await?)
}

/// A hash with today's parameters when the stored one has others: now is the only time that the password is known.
async fn fresh_hash(
    app: &App,
    place: &HashPermit,
    account: &Account,
    password: Zeroizing<String>,
) -> Result<Option<String>> {
    if !Hasher::is_outdated(&account.hash) {
        return Ok(None);
    }
    app.hasher.hash(place, password, &*app.cx.ids).await.map(Some)
}

async fn admit(
    app: &App,
    account: &Account,
    fresh: Option<String>,
    attempt: &Attempt,
    from: &session::SessionOrigin<'_>,
) -> Result<LoginResponse> {
    let now = app.cx.clock.now();
    let mut tx = app.cx.begin().await?;
    // The account may have been closed or its password changed since it was looked at. The update also locks the user, so
    // that sessions are counted one log-in at a time.
    let user = sqlx::query_as!(
        User,
        "update auth.user u set
           last_login = case when exists (select 1 from auth.two_factor t where t.user_id = u.id and t.confirmed_at is not null)
             then u.last_login else $3 end
         from auth.credential c
         where u.id = $1 and u.status = 'active' and c.user_id = u.id and c.password_hash = $2
         returning u.id, u.email, u.first_name, u.last_name, u.role, u.status, u.last_login, u.created_at",
        account.id,
        account.hash,
        now
    )
    .fetch_optional(tx.conn())
    .await?
    .ok_or_else(refused)?;
    if let Some(hash) = fresh {
        sqlx::query!("update auth.credential set password_hash = $2 where user_id = $1", account.id, hash)
            .execute(tx.conn())
            .await?;
    }
    attempt.forgive(tx.conn()).await?;
    if two_factor::is_on(tx.conn(), user.id).await? {
        let challenge = second_step::challenge(app, tx.conn(), user.id, false).await?;
        tx.commit().await?;
        return Ok(LoginResponse { signed_in: None, challenge });
    }
    let signed_in = session::open(app, &mut tx, user, from).await?;
    tx.commit().await?;
    Ok(LoginResponse { signed_in: Some(signed_in), challenge: String::new() })
}

/// The one answer for everything that is not right.
fn refused() -> Error {
    Error::Unauthenticated(message!(CREDENTIALS_WRONG))
}
