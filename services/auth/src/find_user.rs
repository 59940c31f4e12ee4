//! FindUser: who has this address, for services that take people by it.

use crate::{App, language, user::User};
use access::Caller;
use kit::Result;
use proto::auth::{FindUserRequest, FindUserResponse};

/// By the whole address alone, so that nobody reads through it who there is; only accounts that may be used.
///
/// # Errors
/// `Forbidden` for people.
pub async fn find_user(app: &App, caller: &Caller, request: FindUserRequest) -> Result<FindUserResponse> {
    caller.peer()?;
    let Some(email) = kit::email::canonical(&request.email) else {
        return Ok(FindUserResponse::default());
    };
    let user = sqlx::query_as!(
        User,
        "select id, email, first_name, last_name, role, status, last_login, created_at from auth.user
         where email = $1 and status = 'active'",
        email
    )
    .fetch_optional(&app.cx.db)
    .await?;
    let language = language::of_letter(app, user.as_ref().map(|user| user.id), caller.origin()).await?;
    Ok(FindUserResponse { user: user.map(Into::into), language })
}
