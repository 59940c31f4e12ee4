//! Whether somebody was invited into a team, as teams knows it.

use crate::App;
use kit::{Error, Origin, Result, message};
use proto::teams::FindInviteRequest;

/// The address that an open invite is for.
///
/// # Errors
/// `Conflict` with reason `INVITE_OVER` for every token that is of none, `Unavailable` when teams cannot be asked.
pub async fn address(app: &App, origin: &Origin, token: &str) -> Result<String> {
    let request = app.cx.request("teams", origin, FindInviteRequest { token: token.to_owned() })?;
    let answer = app.teams.clone().find_invite(request).await;
    // whatever goes wrong between the services is an outage for whoever asks
    let answer = answer.map_err(|status| Error::unavailable(message!(PART_AWAY), status))?;
    match answer.into_inner().email {
        email if email.is_empty() => Err(Error::conflict(message!(INVITE_OVER))),
        email => Ok(email),
    }
}
