//! ChangePassword: another password, for whoever is signed in and knows the present one.

use crate::{
    App,
    confirm_password::{self, confirm},
    facts, password, reset, session,
};
use access::Caller;
use history::Changes;
use kit::{Problems, Result, message};
use proto::auth::{ChangePasswordRequest, ChangePasswordResponse};
use zeroize::Zeroizing;

/// The caller's other sessions end; the one that calls stays.
///
/// # Errors
/// `Forbidden` for services, `Invalid` with the fields `currentPassword` and `newPassword`, `RateLimited`.
pub async fn change_password(
    app: &App,
    caller: &Caller,
    mut request: ChangePasswordRequest,
) -> Result<ChangePasswordResponse> {
    let current = Zeroizing::new(std::mem::take(&mut request.current_password));
    let new = Zeroizing::new(std::mem::take(&mut request.new_password));
    let me = caller.user()?;
    let mut problems = Problems::new();
    if current.is_empty() {
        problems.add("currentPassword", message!(REQUIRED, label = message!(Label_CurrentPassword)));
    }
    if let Some(problem) = password::problem(&new) {
        problems.add("newPassword", problem);
    }
    problems.done()?;
    let confirmed = confirm(app, me.id, current).await?;
    let hash = app.hasher.hash(&confirmed.place, new, &*app.cx.ids).await?;
    let mut tx = app.cx.begin().await?;
    // Only while the password is the one that was looked at.
    let changed = sqlx::query!(
        "update auth.credential set password_hash = $3, changed_at = $4 where user_id = $1 and password_hash = $2",
        me.id,
        confirmed.hash,
        hash,
        app.cx.clock.now()
    )
    .execute(tx.conn())
    .await?
    .rows_affected();
    if changed == 0 {
        return Err(confirm_password::wrong());
    }
    reset::forget(tx.conn(), me.id).await?;
    let sessions = session::end_all(app, tx.conn(), me.id, Some(me.session)).await?;
    confirmed.attempt.forgive(tx.conn()).await?;
    let line = message!(PasswordChanged, user = me.name());
    facts::record_changes(app, &mut tx, caller.origin(), line, Changes::new().secret("password")).await?;
    tx.commit().await?;
    Ok(ChangePasswordResponse { sessions })
}
