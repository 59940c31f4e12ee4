//! The second step of a log-in: whoever has shown the password shows a code of the second factor, within five minutes.

use crate::{
    App,
    attempt::{self, AttemptKind},
    provider::account,
    session, two_factor,
    user::User,
};
use access::Caller;
use kit::{Error, Result, message};
use proto::auth::SignedIn;
use sha2::{Digest, Sha256};
use sqlx::PgConnection;
use time::Duration;
use uuid::Uuid;

/// For how long the password need not be shown again. Fixed: long enough to find a telephone.
const LIFETIME: Duration = Duration::minutes(5);

/// What the second step of this user is made with, in the caller's transaction, which holds a lock on the user. The first one
/// was the password, or the `provider`'s.
///
/// # Errors
/// Those of the database.
pub async fn challenge(app: &App, connection: &mut PgConnection, user: Uuid, provider: bool) -> Result<String> {
    let challenge = app.cx.ids.token();
    sqlx::query!(
        "insert into auth.challenge (id, user_id, expires_at, provider) values ($1, $2, $3, $4)",
        id(&challenge),
        user,
        app.cx.clock.now() + LIFETIME,
        provider
    )
    .execute(connection)
    .await?;
    Ok(challenge)
}

/// Counts the attempt for the account, checks the code, opens the session.
///
/// # Errors
/// `Unauthenticated` with reason `CHALLENGE_OVER` or `CODE_WRONG`, `RateLimited`.
pub async fn second_step(
    app: &App,
    caller: &Caller,
    challenge: &str,
    code: &str,
    from: &session::SessionOrigin<'_>,
) -> Result<SignedIn> {
    let (id, now) = (id(challenge), app.cx.clock.now());
    let over = || Error::Unauthenticated(message!(CHALLENGE_OVER));
    let user = sqlx::query_scalar!("select user_id from auth.challenge where id = $1 and expires_at > $2", id, now)
        .fetch_optional(&app.cx.db)
        .await?
        .ok_or_else(over)?;
    let attempt = attempt::admit(app, AttemptKind::Code, Some(&user.to_string()), "").await?;
    let mut tx = app.cx.begin().await?;
    // Locks the user, so that sessions are counted one log-in at a time, and nobody uses a challenge twice.
    let user = sqlx::query_as!(
        User,
        "update auth.user set last_login = $2 where id = $1 and status = 'active'
         returning id, email, first_name, last_name, role, status, last_login, created_at",
        user,
        now
    )
    .fetch_optional(tx.conn())
    .await?
    .ok_or_else(over)?;
    let used = sqlx::query_scalar!("delete from auth.challenge where id = $1 returning provider", id);
    let provider = used.fetch_optional(tx.conn()).await?.ok_or_else(over)?;
    if !two_factor::is_on(tx.conn(), user.id).await? {
        return Err(over());
    }
    // What is not right is rolled back: the challenge stays for the next try.
    if !two_factor::use_code(app, tx.conn(), user.id, code).await? {
        return Err(Error::Unauthenticated(message!(CODE_WRONG)));
    }
    attempt.forgive(tx.conn()).await?;
    if provider {
        account::tell_sign_in(app, &mut tx, caller, &user).await?;
    }
    let signed_in = session::open(app, &mut tx, user, from).await?;
    tx.commit().await?;
    Ok(signed_in)
}

/// What is kept of a challenge.
fn id(challenge: &str) -> Uuid {
    Sha256::digest(challenge).first_chunk().map_or(Uuid::nil(), |half| Uuid::from_bytes(*half))
}
