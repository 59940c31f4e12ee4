//! GetUserProfile: who somebody is, for those who share a team with them.

use crate::{App, belonging, user::User};
use access::Caller;
use kit::{Error, Result};
use proto::auth::{GetUserProfileRequest, GetUserProfileResponse};

/// Nobody learns of others whether they exist. Administrators see everybody, with the last log-in.
///
/// # Errors
/// `Forbidden` for services, `NotFound`, `Unavailable` when teams cannot be asked.
pub async fn get_user_profile(
    app: &App,
    caller: &Caller,
    request: GetUserProfileRequest,
) -> Result<GetUserProfileResponse> {
    let me = caller.user()?.id;
    let id = kit::ids::parse_as(&request.user_id, "User")?;
    let unknown = || Error::not_found("User");
    let mut user = User::find(app, id).await?.ok_or_else(unknown)?;
    if caller.admin().is_err() {
        if id != me && !share_a_team(app, caller, id).await? {
            return Err(unknown());
        }
        user.last_login = None;
    }
    Ok(GetUserProfileResponse { user: Some(user.into()) })
}

async fn share_a_team(app: &App, caller: &Caller, user: uuid::Uuid) -> Result<bool> {
    let own = caller.own_teams();
    if own.ids().is_empty() {
        return Ok(false);
    }
    let theirs = belonging::memberships(app, caller.origin(), user).await?;
    Ok(theirs.iter().any(|membership| own.ids().iter().any(|team| team.to_string() == membership.team_id)))
}
