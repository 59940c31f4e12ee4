//! ForgetPassword: another password is asked for by an address.
//!
//! A stranger must not learn which addresses have an account: every address is written down in the same way, and looked at
//! after the answer.

use crate::{App, attempt, attempt::AttemptKind};
use access::Caller;
use kit::{Error, Result, message};
use proto::auth::{ForgetPasswordRequest, ForgetPasswordResponse};

/// Counted for the address and for where it comes from.
///
/// # Errors
/// `Invalid` with the field `email` for what is no address, `RateLimited`.
pub async fn forget_password(
    app: &App,
    caller: &Caller,
    request: ForgetPasswordRequest,
) -> Result<ForgetPasswordResponse> {
    if request.email.trim().is_empty() {
        return Err(Error::invalid_field("email", message!(REQUIRED, label = message!(Label_Email))));
    }
    let email = kit::email::canonical(&request.email);
    let email = email.ok_or_else(|| Error::invalid_field("email", message!(EMAIL_INVALID)))?;
    attempt::admit(app, AttemptKind::Forget, Some(&email), &crate::address(caller, "")).await?;
    sqlx::query!(
        "insert into auth.forgotten (email, asked_at) values ($1, $2) on conflict (email) do nothing",
        email,
        app.cx.clock.now()
    )
    .execute(&app.cx.db)
    .await?;
    app.forgotten.notify_one();
    Ok(ForgetPasswordResponse {})
}
