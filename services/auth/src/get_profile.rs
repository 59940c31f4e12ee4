//! GetProfile: who am I.

use crate::{App, decision::Decision, user::User};
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
    let user = caller.user()?.id;
    let mut db = app.cx.read(false).await?;
    let profile = of(app, &mut db, user).await?;
    db.done();
    Ok(profile)
}

/// Account and preferences of a user.
///
/// # Errors
/// `NotFound`.
pub async fn of(app: &App, connection: &mut PgConnection, user: Uuid) -> Result<GetProfileResponse> {
    let provider = app.provider.as_ref();
    let row = sqlx::query!(
        r#"select id, email, first_name, last_name, role, status, last_login, created_at, language, timezone, theme, first_steps,
             (select idle_seconds from auth.decision) as idle_seconds,
             (select count(*) from auth.recovery_code r where r.user_id = u.id) as "recovery_codes!",
             exists (select 1 from auth.two_factor f where f.user_id = u.id and f.confirmed_at is not null) as "two_factor!",
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
        two_factor_enabled: row.two_factor,
        recovery_codes: u32::try_from(row.recovery_codes).unwrap_or(u32::MAX),
        language: row.language,
        timezone: row.timezone,
        theme: row.theme,
        first_steps: row.first_steps,
        idle_seconds: u32::try_from(row.idle_seconds.unwrap_or_else(|| Decision::default().idle_seconds))
            .unwrap_or_default(),
        has_password: row.has_password,
        provider_linked: row.linked,
        provider: provider.map(|provider| provider.name.clone()).unwrap_or_default(),
    })
}
