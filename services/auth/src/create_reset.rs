//! CreateReset: an administrator has a link made for somebody to choose another password.

use crate::{App, administrator, facts, language, reset};
use access::Caller;
use kit::{Error, Result, clock::stamp, message};
use proto::auth::{CreateResetRequest, CreateResetResponse};

/// By mail where mail is sent: then nobody but its receiver has the link. Otherwise it is told, to be passed on.
///
/// # Errors
/// `Forbidden`, `NotFound`, `Conflict` with reason `USER_INACTIVE`.
pub async fn create_reset(app: &App, caller: &Caller, request: CreateResetRequest) -> Result<CreateResetResponse> {
    caller.admin()?;
    let id = kit::ids::parse_as(&request.user_id, "User")?;
    let language = language::of_letter(app, Some(id), caller.origin()).await?;
    let mut tx = app.cx.begin().await?;
    let user = administrator::lock(tx.conn(), id).await?;
    if user.status != "active" {
        return Err(Error::conflict(message!(USER_INACTIVE)));
    }
    let (token, expires_at) = reset::make(app, tx.conn(), id).await?;
    let letter = reset::letter(&user.email, &language, &token, expires_at);
    let mailed = app.mailer.queue(&app.cx, &mut tx, &letter).await?;
    let way = if mailed { "mail" } else { "link" };
    facts::record(app, &mut tx, caller.origin(), message!(PasswordLinkMade, user = user.display_name(), way = way))
        .await?;
    tx.commit().await?;
    app.mailer.wake();
    let token = if mailed { String::new() } else { token };
    Ok(CreateResetResponse { mailed, token, expires_at: Some(stamp(expires_at)) })
}
