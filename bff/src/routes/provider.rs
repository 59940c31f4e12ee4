//! `/auth/provider`: signing in with an OpenID Connect provider.

use super::{
    auth::{Nothing, Session},
    prelude::*,
};
use crate::error::ApiError;
use proto::auth as pb;
use secrecy::SecretString;

/// Where the browser goes, and what it keeps meanwhile.
#[derive(Serialize, ToSchema)]
pub struct ProviderTrip {
    /// Of the provider; it sends the browser back to `/login/callback` of the console.
    pub url: String,
    /// To be shown when the browser is back, within ten minutes.
    pub ticket: String,
}

/// The provider, as far as one's own account is concerned.
#[derive(Serialize, ToSchema)]
pub struct OwnProvider {
    #[schema(example = "Example ID")]
    pub name: String,
    /// Whether one's identity there opens this account.
    pub linked: bool,
}

/// What the browser came back with.
#[derive(Deserialize, ToSchema)]
pub struct ProviderReturn {
    /// As it stands in the address.
    #[schema(required, value_type = Option<String>)]
    state: Option<SecretString>,
    /// As it stands in the address.
    #[schema(required, value_type = Option<String>)]
    code: Option<SecretString>,
    /// As the browser has kept it.
    #[schema(required, value_type = Option<String>)]
    ticket: Option<SecretString>,
}

/// The present password.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProviderLink {
    #[schema(required, format = Password, value_type = Option<String>)]
    current_password: Option<SecretString>,
}

/// Begins a sign-in with the provider.
#[utoipa::path(post, path = "/auth/provider", tag = "auth", responses((status = 200, body = Data<ProviderTrip>), PublicErrors))]
pub async fn begin(call: Call) -> Result<Answer<Data<ProviderTrip>>> {
    let message = pb::BeginProviderSignInRequest {};
    let answer = call.api().provider.clone().begin_provider_sign_in(call.ask(message)?).await?.into_inner();
    let pb::BeginProviderSignInResponse { url, ticket } = answer;
    Ok(call.data(ProviderTrip { url, ticket }))
}

/// Opens a session of 7 days for whoever the provider vouches for.
#[utoipa::path(post, path = "/auth/provider/finish", tag = "auth", request_body = ProviderReturn,
    responses((status = 200, body = Data<Session>), (status = 401, description = "SECOND_FACTOR_REQUIRED: log in with `details.challenge` and a code", body = crate::error::Failure), (status = 403, description = "FORBIDDEN: they have no account here, or may not use it", body = crate::error::Failure), PublicErrors))]
pub async fn finish(call: Call, Body(body): Body<ProviderReturn>) -> Result<Answer<Data<Session>>> {
    let ProviderReturn { state, code, ticket } = body;
    let message = pb::FinishProviderSignInRequest {
        state: revealed(state),
        code: revealed(code),
        ticket: revealed(ticket),
        address: call.address(),
        user_agent: call.user_agent(),
    };
    let answer = call.api().provider.clone().finish_provider_sign_in(call.ask(message)?).await?.into_inner();
    let pb::FinishProviderSignInResponse { signed_in, challenge } = answer;
    if !challenge.is_empty() {
        return Err(ApiError::second_factor(challenge));
    }
    Ok(call.data(signed_in.try_into()?))
}

/// Begins to connect one's own account with the provider.
#[utoipa::path(post, path = "/auth/provider/link", tag = "auth", request_body = ProviderLink,
    responses((status = 200, body = Data<ProviderTrip>), ChangeErrors))]
pub async fn begin_link(call: Call, Body(body): Body<ProviderLink>) -> Result<Answer<Data<ProviderTrip>>> {
    let message = pb::BeginProviderLinkRequest { current_password: revealed(body.current_password) };
    let answer = call.api().provider.clone().begin_provider_link(call.ask(message)?).await?.into_inner();
    let pb::BeginProviderLinkResponse { url, ticket } = answer;
    Ok(call.data(ProviderTrip { url, ticket }))
}

/// From now on whoever signs in with that identity at the provider signs in to one's own account.
#[utoipa::path(post, path = "/auth/provider/link/finish", tag = "auth", request_body = ProviderReturn,
    responses((status = 200, body = Data<Nothing>), ChangeErrors))]
pub async fn finish_link(call: Call, Body(body): Body<ProviderReturn>) -> Result<Answer<Data<Nothing>>> {
    let ProviderReturn { state, code, ticket } = body;
    let message =
        pb::FinishProviderLinkRequest { state: revealed(state), code: revealed(code), ticket: revealed(ticket) };
    let pb::FinishProviderLinkResponse {} =
        call.api().provider.clone().finish_provider_link(call.ask(message)?).await?.into_inner();
    Ok(call.data(Nothing {}))
}

/// Disconnects one's own account from the provider, for whoever knows the password.
#[utoipa::path(delete, path = "/auth/provider/link", tag = "auth", request_body = ProviderLink,
    responses((status = 200, body = Data<Nothing>), ChangeErrors))]
pub async fn remove_link(call: Call, Body(body): Body<ProviderLink>) -> Result<Answer<Data<Nothing>>> {
    let message = pb::RemoveProviderLinkRequest { current_password: revealed(body.current_password) };
    let pb::RemoveProviderLinkResponse {} =
        call.api().provider.clone().remove_provider_link(call.ask(message)?).await?.into_inner();
    Ok(call.data(Nothing {}))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_carries_a_password_a_code_or_a_ticket_can_neither_be_printed_nor_serialised() {
        crate::routes::assert_mute!(ProviderReturn, ProviderLink);
    }
}
