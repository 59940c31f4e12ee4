//! LookupUsers: names and addresses of users, for services that show people.

use crate::{App, check_sessions::ids, user::User};
use kit::Result;
use proto::auth::{LookupUsersRequest, LookupUsersResponse};

/// Unknown ids are left out; users that are not active are not.
///
/// # Errors
/// `Invalid` for too many ids.
pub async fn lookup_users(app: &App, request: LookupUsersRequest) -> Result<LookupUsersResponse> {
    let ids = ids(&request.ids, "ids")?;
    let users = sqlx::query_as!(
        User,
        "select id, email, first_name, last_name, role, status, last_login, created_at from auth.user where id = any($1)",
        &ids
    )
    .fetch_all(&app.cx.db)
    .await?;
    Ok(LookupUsersResponse { users: users.into_iter().map(Into::into).collect() })
}
