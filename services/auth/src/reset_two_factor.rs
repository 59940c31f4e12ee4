//! ResetTwoFactor: an administrator takes somebody's second factor away, who has lost it.

use crate::{App, administrator, facts, two_factor};
use access::Caller;
use history::Changes;
use kit::{Error, Result, message};
use proto::auth::{ResetTwoFactorRequest, ResetTwoFactorResponse};

/// One's own is turned off in the settings, where the password and a code are asked for.
///
/// # Errors
/// `Forbidden`, `NotFound`, `Invalid` for one's own account, `Conflict` with reason `TWO_FACTOR_OFF`.
pub async fn reset_two_factor(
    app: &App,
    caller: &Caller,
    request: ResetTwoFactorRequest,
) -> Result<ResetTwoFactorResponse> {
    caller.admin()?;
    let id = kit::ids::parse_as(&request.user_id, "User")?;
    if id == caller.user()?.id {
        return Err(Error::invalid(message!(TWO_FACTOR_OWN)));
    }
    let mut tx = app.cx.begin().await?;
    let user = administrator::lock(tx.conn(), id).await?;
    if !two_factor::remove(tx.conn(), id).await? {
        return Err(two_factor::off());
    }
    let changes = Changes::new().field("twoFactorEnabled", true, false);
    let line = message!(TwoFactorReset, user = user.display_name());
    facts::record_changes(app, &mut tx, caller.origin(), line, changes).await?;
    tx.commit().await?;
    Ok(ResetTwoFactorResponse {})
}
