//! GetUser: one account with all that is about it, for administrators.

use crate::{App, belonging, list_sessions, list_tokens, two_factor, user::User};
use access::Caller;
use kit::{Error, Result};
use proto::auth::{GetUserRequest, GetUserResponse};

/// Sessions, tokens and teams beside the account itself.
///
/// # Errors
/// `Forbidden`, `NotFound`, `Unavailable` when teams cannot be asked.
pub async fn get_user(app: &App, caller: &Caller, request: GetUserRequest) -> Result<GetUserResponse> {
    caller.admin()?;
    let id = kit::ids::parse_as(&request.id, "User")?;
    let user = User::find(app, id).await?.ok_or_else(|| Error::not_found("User"))?;
    let teams = belonging::teams(app, caller.origin(), id).await?;
    let two_factor = two_factor::is_on(&mut *app.cx.db.acquire().await?, id).await?;
    let (sessions, tokens) = (list_sessions::of(app, id, None).await?, list_tokens::of(app, id).await?);
    Ok(GetUserResponse { user: Some(user.into()), two_factor, sessions, tokens, teams })
}
