//! GetSetup: what the sign-in page offers: the one-time set-up of the first admin, registration, a provider.

use crate::{App, decision::Decision, settings::Registration};
use kit::Result;
use proto::auth::{GetSetupRequest, GetSetupResponse};
use sqlx::PgConnection;

/// Open while a set-up token is configured and nobody is admin.
///
/// # Errors
/// Those of the database.
pub async fn get_setup(app: &App, _: GetSetupRequest) -> Result<GetSetupResponse> {
    let mut connection = app.cx.db.acquire().await?;
    let open = app.setup_token.is_some() && !has_admin(&mut connection).await?;
    let registration_open = registration_is_open(app, &mut connection).await?;
    let provider = app.provider.as_ref().map(|provider| provider.name.clone()).unwrap_or_default();
    Ok(GetSetupResponse { open, registration_open, mail: app.mailer.is_on(), provider })
}

/// Whether people may make accounts for themselves: as administrators decided, unless the operator says otherwise, and in
/// no case before there is an admin.
///
/// # Errors
/// Those of the database.
pub async fn registration_is_open(app: &App, connection: &mut PgConnection) -> Result<bool> {
    match app.options.registration {
        Some(Registration::Closed) => Ok(false),
        Some(Registration::Open) => has_admin(connection).await,
        None => Ok(Decision::read(connection).await?.registration_open),
    }
}

/// Whether there is an admin, active or not.
///
/// # Errors
/// Those of the database.
pub async fn has_admin(connection: &mut PgConnection) -> Result<bool> {
    let found = sqlx::query_scalar!(r#"select exists (select 1 from auth.user where role = 'admin') as "found!""#);
    Ok(found.fetch_one(connection).await?)
}
