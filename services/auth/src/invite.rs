//! Invites to have an account: rows that wait for somebody with the token of a link. The token is told once and kept nowhere.

use crate::{App, user::User};
use kit::{Context, Error, Result, clock::stamp, message};
use mail::{Letter, Reason};
use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

/// How long an invite is good for. Fixed: long enough for a holiday, short enough for a link that was passed on.
pub const LIFETIME: Duration = Duration::days(7);
/// Invites at once, expired ones too. Fixed: far more than anybody keeps track of.
pub const MOST: i64 = 500;

/// A row of `auth.invite`.
#[derive(Clone, Debug)]
pub struct Invite {
    /// Id.
    pub id: Uuid,
    /// Whom, as a canonical address.
    pub email: String,
    /// Of the account to be: user, manager or admin
    pub role: String,
    /// The name of whoever invited, as it was then.
    pub invited_by: String,
    /// When it was made.
    pub created_at: OffsetDateTime,
    /// It is worth nothing any more from then on.
    pub expires_at: OffsetDateTime,
}

impl Invite {
    /// The letter with its link.
    #[must_use]
    pub fn letter<'a>(&'a self, language: &'a str, by: &'a str, token: &str) -> Letter<'a> {
        // the address spares its owner to type it
        let path = format!("/register#{token}/{}", self.email);
        Letter { to: &self.email, language, reason: Reason::InviteUser { by }, path, expires_at: self.expires_at }
    }
}

impl From<Invite> for proto::auth::UserInvite {
    fn from(invite: Invite) -> Self {
        Self {
            id: invite.id.to_string(),
            email: invite.email,
            role: crate::user::role(&invite.role).into(),
            created_at: Some(stamp(invite.created_at)),
            expires_at: Some(stamp(invite.expires_at)),
            invited_by: invite.invited_by,
        }
    }
}

/// A fresh token and the handle that is kept of it.
///
/// # Errors
/// `Internal` when what was made is no token.
pub fn token(cx: &Context) -> Result<(String, Uuid)> {
    let token = access::token::make(&*cx.ids);
    let handle =
        access::token::handle(&token).ok_or_else(|| Error::internal(anyhow::anyhow!("a token is no token")))?;
    Ok((token.to_string(), handle))
}

/// An invite that can still be accepted, by its token.
///
/// # Errors
/// Those of the database.
pub async fn open(app: &App, token: &str) -> Result<Option<Invite>> {
    let Some(handle) = access::token::handle(token) else { return Ok(None) };
    let invite = sqlx::query_as!(
        Invite,
        "select id, email, role, invited_by, created_at, expires_at from auth.invite where handle = $1 and expires_at > $2",
        handle,
        app.cx.clock.now()
    );
    Ok(invite.fetch_optional(&app.cx.db).await?)
}

/// Uses an invite up for this account, in the transaction that makes it.
///
/// # Errors
/// `Conflict` with reason `INVITE_OVER` when it is not what it was.
pub async fn take(connection: &mut PgConnection, token: &str, user: &User) -> Result<()> {
    let taken = sqlx::query!(
        "delete from auth.invite where handle = $1 and email = $2 and role = $3 and expires_at > $4",
        access::token::handle(token).unwrap_or_default(),
        user.email,
        user.role,
        user.created_at
    );
    if taken.execute(connection).await?.rows_affected() == 1 { Ok(()) } else { Err(over()) }
}

/// Whoever has this address needs no invite any more.
///
/// # Errors
/// Those of the database.
pub async fn forget(connection: &mut PgConnection, email: &str) -> Result<()> {
    sqlx::query!("delete from auth.invite where email = $1", email).execute(connection).await?;
    Ok(())
}

/// The one answer for a token that is unknown, expired, replaced or used.
#[must_use]
pub fn over() -> Error {
    Error::conflict(message!(INVITE_OVER))
}
