//! `/auth/tokens`: bearer tokens for programs.

use super::prelude::*;
use proto::auth as pb;

/// What an API token may do.
#[derive(Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum TokenScope {
    /// What changes nothing and shows no credentials, as far as its owner may.
    Read,
    /// Whatever its owner may, but for what only somebody who is signed in does: sessions, tokens, the password.
    Full,
}

/// A bearer token for programs, without the token itself.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApiToken {
    pub id: String,
    pub name: String,
    pub scope: TokenScope,
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    /// Null: it does not expire.
    #[schema(required)]
    #[serde(with = "time::serde::rfc3339::option")]
    pub expires_at: Option<OffsetDateTime>,
    /// To the minute; null until it was used.
    #[schema(required)]
    #[serde(with = "time::serde::rfc3339::option")]
    pub last_used_at: Option<OffsetDateTime>,
}

impl TryFrom<pb::ApiToken> for ApiToken {
    type Error = kit::Error;

    fn try_from(token: pb::ApiToken) -> kit::Result<Self> {
        let scope = token.scope();
        let pb::ApiToken { id, name, scope: _, created_at, expires_at, last_used_at } = token;
        Ok(Self {
            id,
            name,
            scope: match scope {
                pb::TokenScope::Full => TokenScope::Full,
                pb::TokenScope::Read => TokenScope::Read,
                pb::TokenScope::Unspecified => return Err(missing("ApiToken.scope")),
            },
            created_at: moment(created_at, "ApiToken.created_at")?,
            expires_at: moment_or_none(expires_at),
            last_used_at: moment_or_none(last_used_at),
        })
    }
}

/// A token that was made just now.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreatedToken {
    pub token: ApiToken,
    /// To be sent as `Authorization: Bearer …`. It is told only here.
    #[schema(example = "canopy_3fi7rqotmcz5v2l6uyg4nhbw2dkxejpsa5m6q4tz")]
    pub secret: String,
}

/// A token to be.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreateToken {
    #[schema(required, max_length = 100)]
    name: Option<String>,
    #[schema(required)]
    scope: Option<TokenScope>,
    /// Absent: it does not expire.
    #[schema(minimum = 1, maximum = 366)]
    expires_in_days: Option<u32>,
}

/// One's own API tokens, newest first.
#[utoipa::path(get, path = "/auth/tokens", tag = "auth", responses((status = 200, body = Data<Vec<ApiToken>>), ReadErrors))]
pub async fn list(call: Call) -> Result<Answer<Data<Vec<ApiToken>>>> {
    let answer = call.api().account.clone().list_tokens(call.ask(pb::ListTokensRequest {})?).await?.into_inner();
    Ok(call.data(all(answer.tokens)?))
}

/// Makes an API token. An API token makes none.
#[utoipa::path(post, path = "/auth/tokens", tag = "auth", request_body = CreateToken,
    responses((status = 201, body = Data<CreatedToken>), ChangeErrors))]
pub async fn create(call: Call, Body(body): Body<CreateToken>) -> Result<Answer<Data<CreatedToken>>> {
    let CreateToken { name, scope, expires_in_days: days } = body;
    let scope = match scope {
        Some(TokenScope::Full) => pb::TokenScope::Full,
        Some(TokenScope::Read) => pb::TokenScope::Read,
        None => pb::TokenScope::Unspecified,
    };
    let message = pb::CreateTokenRequest { name: name.unwrap_or_default(), scope: scope.into(), days };
    let answer = call.api().account.clone().create_token(call.ask(message)?).await?.into_inner();
    let token = answer.token.ok_or_else(|| missing("ApiToken"))?.try_into()?;
    Ok(call.created(CreatedToken { token, secret: answer.secret }))
}

/// Ends one of one's own API tokens for good.
#[utoipa::path(delete, path = "/auth/tokens/{id}", tag = "auth",
    params(("id" = String, Path, description = "The token")),
    responses((status = 200, body = Data<Deleted>), ChangeErrors))]
pub async fn revoke(call: Call, ids: Ids) -> Result<Answer<Data<Deleted>>> {
    let id = ids.one("Token")?;
    let message = pb::RevokeTokenRequest { id: id.clone() };
    let pb::RevokeTokenResponse {} = call.api().account.clone().revoke_token(call.ask(message)?).await?.into_inner();
    Ok(call.data(Deleted { id }))
}
