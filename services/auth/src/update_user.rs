//! UpdateUser: an administrator changes somebody's name, role or status.

use crate::{
    App, administrator, api_token, facts, session,
    user::{self, User},
};
use access::Caller;
use history::Changes;
use kit::{Error, Message, Problems, Result, message};
use proto::auth::{UpdateUserRequest, UpdateUserResponse, UserStatus};

/// Role and status count everywhere within about a second. Whoever is deactivated is signed out for good.
///
/// # Errors
/// `Forbidden`, `NotFound`, `Invalid` with fields and for deactivating oneself, `Conflict` with reason `LAST_ADMIN`.
pub async fn update_user(app: &App, caller: &Caller, request: UpdateUserRequest) -> Result<UpdateUserResponse> {
    caller.admin()?;
    let id = kit::ids::parse_as(&request.id, "User")?;
    let mut problems = Problems::new();
    user::check_names(&mut problems, request.first_name(), request.last_name());
    problems.done()?;
    let mut tx = app.cx.begin().await?;
    let before = administrator::lock(tx.conn(), id).await?;
    let after = changed(&before, &request);
    if after.status == "inactive" && id == caller.user()?.id {
        return Err(Error::invalid(message!(OWN_ACCOUNT, what = "deactivate")));
    }
    if administrator::is_one(&before) && !administrator::is_one(&after) {
        administrator::require_another(tx.conn(), id).await?;
    }
    sqlx::query!(
        "update auth.user set first_name = $2, last_name = $3, role = $4, status = $5 where id = $1",
        id,
        after.first_name,
        after.last_name,
        after.role,
        after.status
    )
    .execute(tx.conn())
    .await?;
    if after.status == "inactive" {
        session::end_all(app, tx.conn(), id, None).await?;
        api_token::revoke_all(tx.conn(), id).await?;
    }
    for (line, changes) in lines(&before, &after) {
        facts::record_changes(app, &mut tx, caller.origin(), line, changes).await?;
    }
    tx.commit().await?;
    Ok(UpdateUserResponse { user: Some(after.into()) })
}

/// The account as it is to be.
fn changed(before: &User, request: &UpdateUserRequest) -> User {
    let name = |new: &Option<String>, old: &str| new.as_deref().map_or_else(|| old.to_owned(), |n| n.trim().to_owned());
    let role = user::role_word(request.role()).unwrap_or(&before.role);
    let status = match request.status() {
        UserStatus::Active => "active",
        UserStatus::Inactive => "inactive",
        UserStatus::Unspecified => &before.status,
    };
    User {
        first_name: name(&request.first_name, &before.first_name),
        last_name: name(&request.last_name, &before.last_name),
        role: role.to_owned(),
        status: status.to_owned(),
        ..before.clone()
    }
}

/// What the history says of it.
fn lines(before: &User, after: &User) -> Vec<(Message, Changes)> {
    let (was, is) = (before.display_name(), after.display_name());
    let mut lines = Vec::new();
    if was != is {
        let changes = Changes::new().field("firstName", &before.first_name, &after.first_name).field(
            "lastName",
            &before.last_name,
            &after.last_name,
        );
        lines.push((message!(UserRenamed, user = was, name = &is), changes));
    }
    if before.role != after.role {
        let message = message!(UserRoleChanged, user = &is, before = &before.role, after = &after.role);
        lines.push((message, Changes::new().field("role", &before.role, &after.role)));
    }
    if before.status != after.status {
        let changes = Changes::new().field("status", &before.status, &after.status);
        lines.push((message!(UserStatusChanged, user = &is, status = &after.status), changes));
    }
    lines
}
