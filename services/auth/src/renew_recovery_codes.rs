//! RenewRecoveryCodes: ten others in place of those that are left.

use crate::{
    App,
    attempt::{self, AttemptKind},
    facts, two_factor,
};
use access::Caller;
use kit::{Result, message};
use proto::auth::{RenewRecoveryCodesRequest, RenewRecoveryCodesResponse};

/// For whoever has a code.
///
/// # Errors
/// `Forbidden` for services, `Invalid` with the field `code`, `RateLimited`, `Conflict` with reason `TWO_FACTOR_OFF`.
pub async fn renew_recovery_codes(
    app: &App,
    caller: &Caller,
    request: RenewRecoveryCodesRequest,
) -> Result<RenewRecoveryCodesResponse> {
    let me = caller.user()?;
    let attempt = attempt::admit(app, AttemptKind::Code, Some(&me.id.to_string()), "").await?;
    let mut tx = app.cx.begin().await?;
    if !two_factor::use_code(app, tx.conn(), me.id, &request.code).await? {
        return Err(two_factor::wrong());
    }
    let recovery_codes = two_factor::make_codes(app, tx.conn(), me.id).await?;
    attempt.forgive(tx.conn()).await?;
    facts::record(app, &mut tx, caller.origin(), message!(RecoveryCodesMade, user = me.name())).await?;
    tx.commit().await?;
    Ok(RenewRecoveryCodesResponse { recovery_codes })
}
