//! Whether somebody was invited: to have an account, as auth knows it, or into a team, as teams does.

use crate::{App, invite};
use kit::{Error, Origin, Result, message};
use proto::teams::FindInviteRequest;

/// An invite that is open.
pub struct Invited {
    /// The address that it is for.
    pub email: String,
    /// Of the account to be.
    pub role: String,
    /// It is auth's, and used up by the account.
    pub own: bool,
}

/// The open invite of a token.
///
/// # Errors
/// `Conflict` with reason `INVITE_OVER` for every token that is of none, `Unavailable` when teams cannot be asked.
pub async fn find(app: &App, origin: &Origin, token: &str) -> Result<Invited> {
    if let Some(found) = invite::open(app, token).await? {
        return Ok(Invited { email: found.email, role: found.role, own: true });
    }
    let request = app.cx.request("teams", origin, FindInviteRequest { token: token.to_owned() })?;
    let answer = app.teams.clone().find_invite(request).await;
    // whatever goes wrong between the services is an outage for whoever asks
    let answer = answer.map_err(|status| Error::unavailable(message!(PART_AWAY), status))?;
    match answer.into_inner().email {
        email if email.is_empty() => Err(invite::over()),
        email => Ok(Invited { email, role: "user".to_owned(), own: false }),
    }
}
