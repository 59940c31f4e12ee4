//! ConfirmTwoFactor: a first code shows that the app has the secret; from then on the sign-in asks for one.

use crate::{
    App,
    attempt::{self, AttemptKind},
    facts, totp, two_factor,
};
use access::Caller;
use history::Changes;
use kit::{Error, Result, message};
use proto::auth::{ConfirmTwoFactorRequest, ConfirmTwoFactorResponse};

/// Answers with the recovery codes, which are told only here.
///
/// # Errors
/// `Forbidden` for services, `Invalid` with the field `code`, `RateLimited`, `Conflict` with reason `TWO_FACTOR_OFF` where
/// nothing was begun and `TWO_FACTOR_ON` where it is on.
pub async fn confirm_two_factor(
    app: &App,
    caller: &Caller,
    request: ConfirmTwoFactorRequest,
) -> Result<ConfirmTwoFactorResponse> {
    let me = caller.user()?;
    let attempt = attempt::admit(app, AttemptKind::Code, Some(&me.id.to_string()), "").await?;
    let now = app.cx.clock.now();
    let mut tx = app.cx.begin().await?;
    let row = sqlx::query!("select id, secret, confirmed_at from auth.two_factor where user_id = $1 for update", me.id)
        .fetch_optional(tx.conn())
        .await?
        .ok_or_else(two_factor::off)?;
    if row.confirmed_at.is_some() {
        return Err(Error::conflict(message!(TWO_FACTOR_ON)));
    }
    let secret = app.cx.keyring.open(&two_factor::place(row.id), &row.secret)?;
    let typed: String = request.code.chars().filter(|c| !c.is_whitespace()).take(100).collect();
    let step = totp::matching(&secret, &typed, now, 0)?.ok_or_else(two_factor::wrong)?;
    sqlx::query!("update auth.two_factor set confirmed_at = $2, last_step = $3 where user_id = $1", me.id, now, step)
        .execute(tx.conn())
        .await?;
    let recovery_codes = two_factor::make_codes(app, tx.conn(), me.id).await?;
    attempt.forgive(tx.conn()).await?;
    let changes = Changes::new().field("twoFactorEnabled", false, true);
    facts::record_changes(app, &mut tx, caller.origin(), message!(TwoFactorOn, user = me.name()), changes).await?;
    tx.commit().await?;
    Ok(ConfirmTwoFactorResponse { recovery_codes })
}
