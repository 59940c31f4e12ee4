//! RedeemReset: another password for whoever has the token of a link.

use crate::{App, attempt, attempt::AttemptKind, facts, password, reset, user::User};
use access::Caller;
use history::Changes;
use kit::{Problems, Result, message};
use proto::auth::{RedeemResetRequest, RedeemResetResponse};
use uuid::Uuid;
use zeroize::Zeroizing;

/// Works once. Every session and API token of the account ends; a second factor stays.
///
/// # Errors
/// `Invalid` with the field `password`, `Conflict` with reason `RESET_OVER` for every token that is of no link, `RateLimited`,
/// `Unavailable` in a crowd.
pub async fn redeem_reset(app: &App, caller: &Caller, mut request: RedeemResetRequest) -> Result<RedeemResetResponse> {
    let password = Zeroizing::new(std::mem::take(&mut request.password));
    let token = Zeroizing::new(std::mem::take(&mut request.token));
    let mut problems = Problems::new();
    if let Some(problem) = password::problem(&password) {
        problems.add("password", problem);
    }
    problems.done()?;
    let attempt = attempt::admit(app, AttemptKind::Reset, None, &crate::address(caller, "")).await?;
    let handle = access::token::handle(&token).unwrap_or_default();
    find(app, handle).await?;
    let hash = app.hasher.hash(&app.hasher.enter(true)?, password, &*app.cx.ids).await?;
    let mut tx = app.cx.begin().await?;
    // Locked, so that no log-in with the old password opens a session afterwards, and one use of the link wins.
    let user = sqlx::query_as!(
        User,
        "select u.id, u.email, u.first_name, u.last_name, u.role, u.status, u.last_login, u.created_at
         from auth.user u join auth.reset r on r.user_id = u.id
         where r.handle = $1 and r.expires_at > $2 and u.status = 'active' for update",
        handle,
        app.cx.clock.now()
    )
    .fetch_optional(tx.conn())
    .await?
    .ok_or_else(reset::over)?;
    reset::replace(app, tx.conn(), &user, &hash).await?;
    attempt.forgive(tx.conn()).await?;
    let message = message!(PasswordChosen, user = user.display_name());
    let origin = user.origin(caller.origin());
    facts::record_changes(app, &mut tx, &origin, message, Changes::new().secret("password")).await?;
    tx.commit().await?;
    Ok(RedeemResetResponse {})
}

/// Before the hash, which is dear; asked again in the transaction.
async fn find(app: &App, handle: Uuid) -> Result<()> {
    let found = sqlx::query_scalar!(
        r#"select exists (select 1 from auth.reset where handle = $1 and expires_at > $2) as "found!""#,
        handle,
        app.cx.clock.now()
    );
    if found.fetch_one(&app.cx.db).await? { Ok(()) } else { Err(reset::over()) }
}
