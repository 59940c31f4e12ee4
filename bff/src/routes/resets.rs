//! Links to choose another password: asked for by whoever has forgotten theirs, made by administrators, redeemed.

use super::{auth::Nothing, prelude::*};
use proto::auth as pb;
use secrecy::SecretString;

/// Whose password is forgotten.
#[derive(Deserialize, ToSchema)]
pub struct ForgotPassword {
    #[schema(required, max_length = 254)]
    email: Option<String>,
}

/// Another password, for whoever has a link.
#[derive(Deserialize, ToSchema)]
pub struct ResetPassword {
    /// What stands behind the `#` of the link.
    #[schema(required, value_type = Option<String>)]
    token: Option<SecretString>,
    #[schema(required, min_length = 8, max_length = 128, format = Password, value_type = Option<String>)]
    password: Option<SecretString>,
}

/// A link to choose another password.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasswordLink {
    /// It goes to its owner by mail; then nobody else is told the token.
    pub mailed: bool,
    /// To be passed on: `/reset-password#<token>` of the console. It works once. Null when it was mailed.
    #[schema(required)]
    pub token: Option<String>,
    #[serde(with = "time::serde::rfc3339")]
    pub expires_at: OffsetDateTime,
}

/// Asks for a link to choose another password, which goes to the address by mail if it has an account. The answer is the same for every address.
#[utoipa::path(post, path = "/auth/forgot-password", tag = "auth", request_body = ForgotPassword,
    responses((status = 200, body = Data<Nothing>), PublicErrors))]
pub async fn forgot_password(call: Call, Body(body): Body<ForgotPassword>) -> Result<Answer<Data<Nothing>>> {
    let message = pb::ForgetPasswordRequest { email: body.email.unwrap_or_default() };
    let pb::ForgetPasswordResponse {} = call.api().auth.clone().forget_password(call.ask(message)?).await?.into_inner();
    Ok(call.data(Nothing {}))
}

/// Another password for whoever has the link, which works once. All sessions and API tokens of the account end.
#[utoipa::path(post, path = "/auth/reset-password", tag = "auth", request_body = ResetPassword,
    responses((status = 200, body = Data<Nothing>), PublicErrors))]
pub async fn reset_password(call: Call, Body(body): Body<ResetPassword>) -> Result<Answer<Data<Nothing>>> {
    let ResetPassword { token, password } = body;
    let message = pb::RedeemResetRequest { token: revealed(token), password: revealed(password) };
    let pb::RedeemResetResponse {} = call.api().auth.clone().redeem_reset(call.ask(message)?).await?.into_inner();
    Ok(call.data(Nothing {}))
}

/// Makes a link to choose another password for somebody: it goes to them by mail, or is told where no mail is sent.
#[utoipa::path(post, path = "/users/{id}/reset-password", tag = "users",
    params(("id" = String, Path, description = "The user")),
    responses((status = 201, body = Data<PasswordLink>), ChangeErrors))]
pub async fn create(call: Call, ids: Ids) -> Result<Answer<Data<PasswordLink>>> {
    let message = pb::CreateResetRequest { user_id: ids.one("User")? };
    let answer = call.api().users.clone().create_reset(call.ask(message)?).await?.into_inner();
    let pb::CreateResetResponse { mailed, token, expires_at } = answer;
    let expires_at = moment(expires_at, "CreateResetResponse.expires_at")?;
    Ok(call.created(PasswordLink { mailed, token: Some(token).filter(|token| !token.is_empty()), expires_at }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_carries_a_password_can_neither_be_printed_nor_serialised() {
        crate::routes::assert_mute!(ResetPassword);
    }
}
