//! `/auth/two-factor`: a second factor by TOTP.

use super::prelude::*;
use proto::auth as pb;
use secrecy::SecretString;

/// The present password.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BeginTwoFactor {
    #[schema(required, format = Password, value_type = Option<String>)]
    current_password: Option<SecretString>,
}

/// A secret for an authenticator app.
#[derive(Serialize, ToSchema)]
pub struct TwoFactorSecret {
    /// In base32, to be typed.
    pub secret: String,
    /// The same for a QR code.
    #[schema(
        example = "otpauth://totp/Canopy:ada%40example.com?secret=…&issuer=Canopy&algorithm=SHA1&digits=6&period=30"
    )]
    pub uri: String,
}

/// A code.
#[derive(Deserialize, ToSchema)]
pub struct TwoFactorCode {
    /// Of the authenticator app, or (but for the first one) a recovery code.
    #[schema(required, value_type = Option<String>)]
    code: Option<SecretString>,
}

/// The present password and a code.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DisableTwoFactor {
    #[schema(required, format = Password, value_type = Option<String>)]
    current_password: Option<SecretString>,
    /// Of the authenticator app, or a recovery code.
    #[schema(required, value_type = Option<String>)]
    code: Option<SecretString>,
}

/// For whoever has lost the app. Each counts once.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecoveryCodes {
    /// Ten; told only here.
    #[schema(example = json!(["k3vd-7qwe-m2pa-tz5y"]))]
    pub recovery_codes: Vec<String>,
}

/// Begins with a second factor: a secret for an authenticator app. The sign-in asks for codes once one has come.
#[utoipa::path(post, path = "/auth/two-factor", tag = "auth", request_body = BeginTwoFactor,
    responses((status = 201, body = Data<TwoFactorSecret>), ChangeErrors))]
pub async fn begin(call: Call, Body(body): Body<BeginTwoFactor>) -> Result<Answer<Data<TwoFactorSecret>>> {
    let message = pb::BeginTwoFactorRequest { current_password: revealed(body.current_password) };
    let answer = call.api().account.clone().begin_two_factor(call.ask(message)?).await?.into_inner();
    Ok(call.created(TwoFactorSecret { secret: answer.secret, uri: answer.uri }))
}

/// A first code turns the second factor on.
#[utoipa::path(post, path = "/auth/two-factor/confirm", tag = "auth", request_body = TwoFactorCode,
    responses((status = 200, body = Data<RecoveryCodes>), ChangeErrors))]
pub async fn confirm(call: Call, Body(body): Body<TwoFactorCode>) -> Result<Answer<Data<RecoveryCodes>>> {
    let message = pb::ConfirmTwoFactorRequest { code: revealed(body.code) };
    let answer = call.api().account.clone().confirm_two_factor(call.ask(message)?).await?.into_inner();
    Ok(call.data(RecoveryCodes { recovery_codes: answer.recovery_codes }))
}

/// Ten other recovery codes in place of those that are left.
#[utoipa::path(post, path = "/auth/two-factor/recovery-codes", tag = "auth", request_body = TwoFactorCode,
    responses((status = 201, body = Data<RecoveryCodes>), ChangeErrors))]
pub async fn renew_codes(call: Call, Body(body): Body<TwoFactorCode>) -> Result<Answer<Data<RecoveryCodes>>> {
    let message = pb::RenewRecoveryCodesRequest { code: revealed(body.code) };
    let answer = call.api().account.clone().renew_recovery_codes(call.ask(message)?).await?.into_inner();
    Ok(call.created(RecoveryCodes { recovery_codes: answer.recovery_codes }))
}

/// Turns the second factor off, for whoever knows the password and has a code.
#[utoipa::path(delete, path = "/auth/two-factor", tag = "auth", request_body = DisableTwoFactor,
    responses((status = 200, body = Data<super::auth::Nothing>), ChangeErrors))]
pub async fn disable(call: Call, Body(body): Body<DisableTwoFactor>) -> Result<Answer<Data<super::auth::Nothing>>> {
    let DisableTwoFactor { current_password, code } = body;
    let message = pb::DisableTwoFactorRequest { current_password: revealed(current_password), code: revealed(code) };
    let pb::DisableTwoFactorResponse {} =
        call.api().account.clone().disable_two_factor(call.ask(message)?).await?.into_inner();
    Ok(call.data(super::auth::Nothing {}))
}

/// Takes somebody's second factor away, who has lost it. Not one's own.
#[utoipa::path(delete, path = "/users/{id}/two-factor", tag = "users",
    params(("id" = String, Path, description = "The user")),
    responses((status = 200, body = Data<Deleted>), ChangeErrors))]
pub async fn reset(call: Call, ids: Ids) -> Result<Answer<Data<Deleted>>> {
    let id = ids.one("User")?;
    let message = pb::ResetTwoFactorRequest { user_id: id.clone() };
    let pb::ResetTwoFactorResponse {} =
        call.api().users.clone().reset_two_factor(call.ask(message)?).await?.into_inner();
    Ok(call.data(Deleted { id }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_carries_a_password_or_a_code_can_neither_be_printed_nor_serialised() {
        crate::routes::assert_mute!(BeginTwoFactor, TwoFactorCode, DisableTwoFactor);
    }
}
