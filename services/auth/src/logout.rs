//! Logout: ends the caller's session, and with it the token, everywhere.

use crate::App;
use access::Caller;
use kit::Result;
use proto::auth::{LogoutRequest, LogoutResponse};

/// Ending a session that has ended already is no error.
///
/// # Errors
/// `Forbidden` for services.
pub async fn logout(app: &App, caller: &Caller, _: LogoutRequest) -> Result<LogoutResponse> {
    sqlx::query!(
        "update auth.session set ended_at = $2 where id = $1 and ended_at is null",
        caller.user()?.session,
        app.cx.clock.now()
    )
    .execute(&app.cx.db)
    .await?;
    Ok(LogoutResponse {})
}
