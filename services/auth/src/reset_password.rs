//! ResetPassword: a new password for an account whose owner cannot get in any more, set by whoever has the data folder.

use crate::{App, facts, password, reset, two_factor, user::User};
use access::Caller;
use history::Changes;
use kit::{Error, Problems, Result, message};
use proto::auth::{ResetPasswordRequest, ResetPasswordResponse};
use zeroize::Zeroizing;

/// Sets the password, ends every session and API token of the account and forgets what was guessed on it.
///
/// # Errors
/// `Forbidden` for people, `NotFound` ("Account"), `Invalid` with the field `password`.
pub async fn reset_password(
    app: &App,
    caller: &Caller,
    mut request: ResetPasswordRequest,
) -> Result<ResetPasswordResponse> {
    caller.peer()?;
    let password = Zeroizing::new(std::mem::take(&mut request.password));
    let mut problems = Problems::new();
    if let Some(problem) = password::problem(&password) {
        problems.add("password", problem);
    }
    problems.done()?;
    let email = kit::email::canonical(&request.email).ok_or_else(|| Error::not_found("Account"))?;
    let hash = app.hasher.hash(&app.hasher.enter(true)?, password, &*app.cx.ids).await?;
    let mut tx = app.cx.begin().await?;
    // Locked, so that no log-in with the old password opens a session afterwards.
    let user = sqlx::query_as!(
        User,
        "select id, email, first_name, last_name, role, status, last_login, created_at from auth.user
         where email = $1 for update",
        email
    )
    .fetch_optional(tx.conn())
    .await?
    .ok_or_else(|| Error::not_found("Account"))?;
    let sessions = reset::replace(app, tx.conn(), &user, &hash).await?;
    if request.remove_two_factor && two_factor::remove(tx.conn(), user.id).await? {
        let message = message!(TwoFactorRemoved, user = user.display_name());
        facts::record(app, &mut tx, caller.origin(), message).await?;
    }
    let message = message!(PasswordReset, user = user.display_name());
    facts::record_changes(app, &mut tx, caller.origin(), message, Changes::new().secret("password")).await?;
    tx.commit().await?;
    Ok(ResetPasswordResponse { user: Some(user.into()), sessions })
}
