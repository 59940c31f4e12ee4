//! `/users/invites`: who is invited to have an account.

use super::{prelude::*, users::Role};
use proto::auth as pb;

/// Somebody who is invited to have an account.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UserInvite {
    pub id: String,
    pub email: String,
    /// Of the account to be.
    pub role: Role,
    /// The name of whoever invited.
    pub invited_by: String,
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    /// Its link is worth nothing any more from then on.
    #[serde(with = "time::serde::rfc3339")]
    pub expires_at: OffsetDateTime,
}

impl TryFrom<pb::UserInvite> for UserInvite {
    type Error = kit::Error;

    fn try_from(invite: pb::UserInvite) -> kit::Result<Self> {
        let role = invite.role().try_into()?;
        let pb::UserInvite { id, email, role: _, created_at, expires_at, invited_by } = invite;
        let (created_at, expires_at) =
            (moment(created_at, "UserInvite.created_at")?, moment(expires_at, "UserInvite.expires_at")?);
        Ok(Self { id, email, role, invited_by, created_at, expires_at })
    }
}

/// An invitation with the token of its link, which is told only here.
#[derive(Serialize, ToSchema)]
pub struct MadeUserInvite {
    pub invite: UserInvite,
    /// It goes to its receiver by mail, too.
    pub mailed: bool,
    /// To be passed on: `/register#<token>/<e-mail address>` of the console. It works once.
    pub token: String,
}

fn made(invite: Option<pb::UserInvite>, token: String, mailed: bool) -> kit::Result<MadeUserInvite> {
    Ok(MadeUserInvite { invite: invite.ok_or_else(|| missing("UserInvite"))?.try_into()?, mailed, token })
}

/// Whom to invite.
#[derive(Deserialize, ToSchema)]
pub struct CreateUserInvite {
    #[schema(required, max_length = 254)]
    email: Option<String>,
    /// Of the account to be; user when absent.
    role: Option<Role>,
}

/// Who is invited to have an account, newest first; expired invitations too.
#[utoipa::path(get, path = "/users/invites", tag = "users",
    responses((status = 200, body = Data<Vec<UserInvite>>), ReadErrors))]
pub async fn list(call: Call) -> Result<Answer<Data<Vec<UserInvite>>>> {
    let request = call.ask(pb::ListUserInvitesRequest {})?;
    let answer = call.api().users.clone().list_user_invites(request).await?.into_inner();
    Ok(call.data(all(answer.invites)?))
}

/// Invites somebody by their e-mail address to have an account with a role. The link goes to them by mail where mail is sent, and is told to be passed on.
#[utoipa::path(post, path = "/users/invites", tag = "users", request_body = CreateUserInvite,
    responses((status = 201, body = Data<MadeUserInvite>), ChangeErrors))]
pub async fn create(call: Call, Body(body): Body<CreateUserInvite>) -> Result<Answer<Data<MadeUserInvite>>> {
    let role = body.role.map_or(pb::Role::Unspecified, pb::Role::from);
    let message = pb::CreateUserInviteRequest { email: body.email.unwrap_or_default(), role: role.into() };
    let answer = call.api().users.clone().create_user_invite(call.ask(message)?).await?.into_inner();
    let pb::CreateUserInviteResponse { invite, token, mailed } = answer;
    Ok(call.created(made(invite, token, mailed)?))
}

/// Another link for the same invitation, good for its full time; the one before is dead.
#[utoipa::path(post, path = "/users/invites/{id}/resend", tag = "users",
    params(("id" = String, Path, description = "The invitation")),
    responses((status = 200, body = Data<MadeUserInvite>), ChangeErrors))]
pub async fn resend(call: Call, ids: Ids) -> Result<Answer<Data<MadeUserInvite>>> {
    let message = pb::ResendUserInviteRequest { id: ids.one("Invite")? };
    let answer = call.api().users.clone().resend_user_invite(call.ask(message)?).await?.into_inner();
    let pb::ResendUserInviteResponse { invite, token, mailed } = answer;
    Ok(call.data(made(invite, token, mailed)?))
}

/// Takes an invitation back: its link is dead.
#[utoipa::path(delete, path = "/users/invites/{id}", tag = "users",
    params(("id" = String, Path, description = "The invitation")),
    responses((status = 200, body = Data<Deleted>), ChangeErrors))]
pub async fn cancel(call: Call, ids: Ids) -> Result<Answer<Data<Deleted>>> {
    let id = ids.one("Invite")?;
    let message = pb::CancelUserInviteRequest { id: id.clone() };
    let request = call.ask(message)?;
    let pb::CancelUserInviteResponse {} = call.api().users.clone().cancel_user_invite(request).await?.into_inner();
    Ok(call.data(Deleted { id }))
}
