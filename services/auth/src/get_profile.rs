//! GetProfile: who am I.

use crate::{App, decision::Decision, two_factor, user::User};
use access::Caller;
use kit::{Error, Result};
use proto::auth::{GetProfileRequest, GetProfileResponse};
use sqlx::PgConnection;
use uuid::Uuid;

/// The caller's own account and preferences.
///
/// # Errors
/// `Forbidden` for services.
pub async fn get_profile(app: &App, caller: &Caller, _: GetProfileRequest) -> Result<GetProfileResponse> {
    let mut connection = app.cx.db.acquire().await?;
    of(app, &mut connection, caller.user()?.id).await
}

/// Account and preferences of a user.
///
/// # Errors
/// `NotFound`.
pub async fn of(app: &App, connection: &mut PgConnection, user: Uuid) -> Result<GetProfileResponse> {
    let two_factor_enabled = two_factor::is_on(connection, user).await?;
    let recovery_codes = two_factor::codes_left(connection, user).await?;
    let idle = Decision::read(connection).await?.idle_seconds;
    let provider = app.provider.as_ref();
    let row = sqlx::query!(
        r#"select id, email, first_name, last_name, role, status, last_login, created_at, language, timezone, theme, first_steps,
             exists (select 1 from auth.credential c where c.user_id = u.id) as "has_password!",
             exists (select 1 from auth.identity i where i.user_id = u.id and i.issuer = $2) as "linked!"
           from auth.user u where id = $1"#,
        user,
        provider.map(|provider| provider.issuer.as_str()).unwrap_or_default()
    )
    .fetch_optional(&mut *connection)
    .await?
    .ok_or_else(|| Error::not_found("User"))?;
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
    Ok(GetProfileResponse {
        user: Some(user.into()),
        two_factor_enabled,
        recovery_codes,
        language: row.language,
        timezone: row.timezone,
        theme: row.theme,
        first_steps: row.first_steps,
        idle_seconds: u32::try_from(idle).unwrap_or_default(),
        has_password: row.has_password,
        provider_linked: row.linked,
        provider: provider.map(|provider| provider.name.clone()).unwrap_or_default(),
    })
}
