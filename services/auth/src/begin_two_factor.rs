//! BeginTwoFactor: a secret for an authenticator app. The sign-in asks for nothing more before a first code has come.

use crate::{App, confirm_password::confirm, totp, two_factor};
use access::Caller;
use kit::{Error, Result, message};
use proto::auth::{BeginTwoFactorRequest, BeginTwoFactorResponse};
use zeroize::Zeroizing;

/// Begun again, there is another secret.
///
/// # Errors
/// `Forbidden` for services, `Invalid` with the field `currentPassword`, `RateLimited`, `Conflict` with reason
/// `TWO_FACTOR_ON`.
pub async fn begin_two_factor(
    app: &App,
    caller: &Caller,
    mut request: BeginTwoFactorRequest,
) -> Result<BeginTwoFactorResponse> {
    let me = caller.user()?;
    let confirmed = confirm(app, me.id, Zeroizing::new(std::mem::take(&mut request.current_password))).await?;
    let secret = Zeroizing::new(app.cx.ids.bytes(totp::SECRET));
    let enrolment = app.cx.ids.uuid();
    let sealed = app.cx.keyring.seal(&two_factor::place(enrolment), &secret);
    let mut tx = app.cx.begin().await?;
    confirmed.attempt.forgive(tx.conn()).await?;
    let begun = sqlx::query!(
        "insert into auth.two_factor (user_id, id, secret, created_at, last_step) values ($1, $2, $3, $4, 0)
         on conflict (user_id) do update
           set id = excluded.id, secret = excluded.secret, created_at = excluded.created_at, last_step = 0
           where auth.two_factor.confirmed_at is null",
        me.id,
        enrolment,
        sealed,
        app.cx.clock.now()
    )
    .execute(tx.conn())
    .await?
    .rows_affected();
    if begun == 0 {
        return Err(Error::conflict(message!(TWO_FACTOR_ON)));
    }
    tx.commit().await?;
    let secret = access::token::base32(&secret).to_uppercase();
    Ok(BeginTwoFactorResponse { uri: totp::uri(&secret, &me.email), secret })
}
