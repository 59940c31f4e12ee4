//! GetSettings: what administrators have decided for the whole of Canopy.

use crate::{App, decision::Decision};
use kit::Result;
use proto::auth::{GetSettingsRequest, GetSettingsResponse};

/// For administrators, and for events, which keeps the history for as long as it says.
///
/// # Errors
/// Those of the database.
pub async fn get_settings(app: &App, _: GetSettingsRequest) -> Result<GetSettingsResponse> {
    let decision = Decision::read(&mut *app.cx.db.acquire().await?).await?;
    Ok(GetSettingsResponse { settings: Some(decision.shown(app)) })
}
