//! DeleteUser: an account goes, with its sessions and everything else that is only about it.

use crate::{App, administrator, facts};
use access::Caller;
use history::Changes;
use kit::{Error, Result, message, outbox};
use proto::{
    auth::{DeleteUserRequest, DeleteUserResponse},
    teams::ForgetUserRequest,
};

/// teams is told by a command, so that teams that were owned get another owner. Tasks that were admitted go on.
///
/// # Errors
/// `Forbidden`, `NotFound`, `Invalid` for one's own account, `Conflict` with reason `LAST_ADMIN`.
pub async fn delete_user(app: &App, caller: &Caller, request: DeleteUserRequest) -> Result<DeleteUserResponse> {
    caller.admin()?;
    let me = caller.user()?.id;
    let id = kit::ids::parse_as(&request.id, "User")?;
    if id == me {
        return Err(Error::invalid(message!(OWN_ACCOUNT, what = "delete")));
    }
    let mut tx = app.cx.begin().await?;
    let user = administrator::lock(tx.conn(), id).await?;
    if administrator::is_one(&user) {
        administrator::require_another(tx.conn(), id).await?;
    }
    sqlx::query!("delete from auth.user where id = $1", id).execute(tx.conn()).await?;
    let name = user.display_name();
    let forget = ForgetUserRequest { user_id: id.to_string(), user_name: name.clone(), heir_id: me.to_string() };
    let command = outbox::Command {
        id: app.cx.ids.uuid(),
        target: "teams",
        method: "/canopy.teams.v1.TeamService/ForgetUser",
        key: id,
        origin: caller.origin(),
        message: &forget,
    };
    outbox::command(&mut tx, command).await?;
    let changes = Changes::new().field("email", &user.email, "").field("role", &user.role, "");
    facts::record_changes(app, &mut tx, caller.origin(), message!(UserDeleted, user = name), changes).await?;
    tx.commit().await?;
    Ok(DeleteUserResponse {})
}
