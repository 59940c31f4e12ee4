//! FindInvite: whom an open invite is for, for auth, which lets them make an account.

use crate::{App, invite};
use access::Caller;
use kit::Result;
use proto::teams::{FindInviteRequest, FindInviteResponse};

/// Empty for every token that is of no open invite.
///
/// # Errors
/// `Forbidden` for people.
pub async fn find_invite(app: &App, caller: &Caller, request: FindInviteRequest) -> Result<FindInviteResponse> {
    caller.peer()?;
    let mut connection = app.cx.db.acquire().await?;
    let invite = invite::open(&mut connection, &request.token, app.cx.clock.now()).await?;
    Ok(FindInviteResponse { email: invite.map(|invite| invite.email).unwrap_or_default() })
}
