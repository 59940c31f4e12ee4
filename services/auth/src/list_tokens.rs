//! ListTokens: which programs have somebody's rights.

use crate::{App, api_token::Row};
use access::Caller;
use kit::Result;
use proto::auth::{ApiToken, ListTokensRequest, ListTokensResponse};
use uuid::Uuid;

/// The caller's own, newest first; those that expired less than a month ago too.
///
/// # Errors
/// `Forbidden` for services.
pub async fn list_tokens(app: &App, caller: &Caller, _: ListTokensRequest) -> Result<ListTokensResponse> {
    Ok(ListTokensResponse { tokens: of(app, caller.user()?.id).await? })
}

/// Those of a user.
///
/// # Errors
/// Those of the database.
pub async fn of(app: &App, user: Uuid) -> Result<Vec<ApiToken>> {
    let rows = sqlx::query_as!(
        Row,
        "select id, name, scope, created_at, expires_at, last_used_at from auth.token
         where user_id = $1 order by created_at desc, id desc limit 100",
        user
    )
    .fetch_all(&app.cx.db)
    .await?;
    Ok(rows.into_iter().map(ApiToken::from).collect())
}
