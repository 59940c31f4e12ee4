//! GetSetup: whether the one-time set-up of the first admin is still open.

use crate::App;
use kit::Result;
use proto::auth::{GetSetupRequest, GetSetupResponse};
use sqlx::PgConnection;

/// Open while a set-up token is configured and nobody is admin.
///
/// # Errors
/// Those of the database.
pub async fn get_setup(app: &App, _: GetSetupRequest) -> Result<GetSetupResponse> {
    if app.setup_token.is_none() {
        return Ok(GetSetupResponse { open: false });
    }
    let mut connection = app.cx.db.acquire().await?;
    Ok(GetSetupResponse { open: !has_admin(&mut connection).await? })
}

/// Whether there is an admin, active or not.
///
/// # Errors
/// Those of the database.
pub async fn has_admin(connection: &mut PgConnection) -> Result<bool> {
    let found = sqlx::query_scalar!(r#"select exists (select 1 from auth.user where role = 'admin') as "found!""#);
    Ok(found.fetch_one(connection).await?)
}
