//! The present password, asked for anew before what a stranger at an open console must not do.

use crate::{
    App,
    attempt::{self, Attempt, AttemptKind},
    password::HashPermit,
};
use kit::{Error, Result, message};
use uuid::Uuid;
use zeroize::Zeroizing;

/// The password was right.
pub struct Confirmed {
    /// Counts as a bad one until it is forgiven.
    pub attempt: Attempt,
    /// The place among those who hash, for a hash that follows.
    pub place: HashPermit,
    /// The hash that it was compared with.
    pub hash: String,
}

/// Guesses are counted for the account alone, apart from log-ins.
///
/// # Errors
/// `Invalid` with the field `currentPassword`, `RateLimited`, `Unavailable` in a crowd.
pub async fn confirm(app: &App, user: Uuid, current: Zeroizing<String>) -> Result<Confirmed> {
    if current.is_empty() {
        let label = message!(Label_CurrentPassword);
        return Err(Error::invalid_field("currentPassword", message!(REQUIRED, label = label)));
    }
    let attempt = attempt::admit(app, AttemptKind::Password, Some(&user.to_string()), "").await?;
    let place = match app.hasher.enter(true) {
        Ok(place) => place,
        Err(crowded) => {
            attempt.take_back(app).await?;
            return Err(crowded);
        }
    };
    let stored = sqlx::query_scalar!("select password_hash from auth.credential where user_id = $1", user)
        .fetch_optional(&app.cx.db)
        .await?;
    let right = app.hasher.verify(&place, current, stored.as_deref()).await?;
    match stored.filter(|_| right) {
        Some(hash) => Ok(Confirmed { attempt, place, hash }),
        None => Err(wrong()),
    }
}

/// It is another one.
#[must_use]
pub fn wrong() -> Error {
    Error::invalid_field("currentPassword", message!(PASSWORD_WRONG))
}
