//! Links to choose another password: a row per link, with half of the token's hash, good for an hour and for one use.

use crate::{App, api_token, attempt, session, user::User};
use kit::{Error, Result, message};
use mail::{Letter, Reason};
use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

/// How long a link is good for. Fixed: long enough for slow mail, short enough for a mailbox that others read later.
pub const LIFETIME: Duration = Duration::hours(1);

/// A fresh link, in the caller's transaction: its token and its end.
///
/// # Errors
/// Those of the database.
pub async fn make(app: &App, connection: &mut PgConnection, user: Uuid) -> Result<(String, OffsetDateTime)> {
    let token = access::token::make(&*app.cx.ids);
    let handle =
        access::token::handle(&token).ok_or_else(|| Error::internal(anyhow::anyhow!("a token is no token")))?;
    let now = app.cx.clock.now();
    let expires_at = now + LIFETIME;
    sqlx::query!(
        "insert into auth.reset (handle, user_id, created_at, expires_at) values ($1, $2, $3, $4)",
        handle,
        user,
        now,
        expires_at
    )
    .execute(connection)
    .await?;
    Ok((token.to_string(), expires_at))
}

/// The letter with a link.
#[must_use]
pub fn letter<'a>(to: &'a str, language: &'a str, token: &str, expires_at: OffsetDateTime) -> Letter<'a> {
    Letter { to, language, reason: Reason::ResetPassword, path: format!("/reset-password#{token}"), expires_at }
}

/// All links of a user are dead.
///
/// # Errors
/// Those of the database.
pub async fn forget(connection: &mut PgConnection, user: Uuid) -> Result<()> {
    sqlx::query!("delete from auth.reset where user_id = $1", user).execute(connection).await?;
    Ok(())
}

/// Sets the password, ends every session, API token and link of the account and forgets what was guessed on it. The caller's
/// transaction holds a lock on the user, so that no log-in with the old password opens a session afterwards. Says how many
/// sessions were ended.
///
/// # Errors
/// Those of the database.
pub async fn replace(app: &App, connection: &mut PgConnection, user: &User, hash: &str) -> Result<u32> {
    sqlx::query!(
        "insert into auth.credential (user_id, password_hash, changed_at) values ($1, $2, $3)
         on conflict (user_id) do update set password_hash = excluded.password_hash, changed_at = excluded.changed_at",
        user.id,
        hash,
        app.cx.clock.now()
    )
    .execute(&mut *connection)
    .await?;
    forget(connection, user.id).await?;
    api_token::revoke_all(connection, user.id).await?;
    attempt::forget(connection, &user.email).await?;
    session::end_all(app, connection, user.id, None).await
}

/// The one answer for a token that is unknown, used or too old.
#[must_use]
pub fn over() -> Error {
    Error::conflict(message!(RESET_OVER))
}
