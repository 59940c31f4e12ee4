//! LookupUsers: names, addresses and languages of users, for services that show people or write to them.

use crate::{App, check_sessions::ids, user::User};
use kit::Result;
use proto::auth::{LookupUsersRequest, LookupUsersResponse};

/// Unknown ids are left out; users that are not active are not.
///
/// # Errors
/// `Invalid` for too many ids.
pub async fn lookup_users(app: &App, request: LookupUsersRequest) -> Result<LookupUsersResponse> {
    let ids = ids(&request.ids, "ids")?;
    let mut db = app.cx.read(false).await?;
    let found = sqlx::query!(
        "select id, email, first_name, last_name, role, status, last_login, created_at, language
         from auth.user where id = any($1)",
        &ids
    )
    .fetch_all(&mut *db)
    .await?;
    db.done();
    let mut answer = LookupUsersResponse::default();
    for row in found {
        if !row.language.is_empty() {
            answer.languages.insert(row.id.to_string(), row.language);
        }
        let user = User {
            id: row.id,
            email: row.email,
            first_name: row.first_name,
            last_name: row.last_name,
            role: row.role,
            status: row.status,
            last_login: row.last_login,
            created_at: row.created_at,
        };
        answer.users.push(user.into());
    }
    Ok(answer)
}
