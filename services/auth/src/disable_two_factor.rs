//! DisableTwoFactor: the sign-in asks for the password alone again.

use crate::{
    App,
    attempt::{self, AttemptKind},
    confirm_password::confirm,
    facts, two_factor,
};
use access::Caller;
use history::Changes;
use kit::{Result, message};
use proto::auth::{DisableTwoFactorRequest, DisableTwoFactorResponse};
use zeroize::Zeroizing;

/// For whoever knows the password and has a code.
///
/// # Errors
/// `Forbidden` for services, `Invalid` with the field `currentPassword` or `code`, `RateLimited`, `Conflict` with reason
/// `TWO_FACTOR_OFF`.
pub async fn disable_two_factor(
    app: &App,
    caller: &Caller,
    mut request: DisableTwoFactorRequest,
) -> Result<DisableTwoFactorResponse> {
    let me = caller.user()?;
    let confirmed = confirm(app, me.id, Zeroizing::new(std::mem::take(&mut request.current_password))).await?;
    let attempt = attempt::admit(app, AttemptKind::Code, Some(&me.id.to_string()), "").await?;
    let mut tx = app.cx.begin().await?;
    if !two_factor::use_code(app, tx.conn(), me.id, &request.code).await? {
        return Err(two_factor::wrong());
    }
    two_factor::remove(tx.conn(), me.id).await?;
    confirmed.attempt.forgive(tx.conn()).await?;
    attempt.forgive(tx.conn()).await?;
    let changes = Changes::new().field("twoFactorEnabled", true, false);
    facts::record_changes(app, &mut tx, caller.origin(), message!(TwoFactorOff, user = me.name()), changes).await?;
    tx.commit().await?;
    Ok(DisableTwoFactorResponse {})
}
