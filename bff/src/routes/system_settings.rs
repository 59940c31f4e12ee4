//! `/system/settings`: what administrators decide for the whole of Canopy.

use super::{
    prelude::*,
    version::{IfMatch, RowVersioned},
};
use proto::auth as pb;

/// Whether people may make accounts for themselves.
#[derive(Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Registration {
    Open,
    Closed,
}

/// What is decided for the whole of Canopy. A change counts at once, without a restart.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SystemSettings {
    pub registration: Registration,
    /// The operator has decided it (`CANOPY_REGISTRATION`): it cannot be changed here.
    pub registration_fixed: bool,
    /// Seconds that a session lasts from its sign-in.
    #[schema(minimum = 3600, maximum = 604_800)]
    pub session_length: u32,
    /// A session that is not used for so many seconds ends; null: none does.
    #[schema(required, minimum = 300, maximum = 604_800)]
    pub session_timeout: Option<u32>,
    /// Days for which events are kept; null: as the operator has set it (`CANOPY_EVENTS_DAYS`).
    #[schema(required, minimum = 30, maximum = 36_500)]
    pub history_days: Option<u32>,
    /// Seconds between two looks of the page System at the parts of Canopy.
    #[schema(minimum = 30, maximum = 3600)]
    pub health_check_interval: u32,
    /// Grows with each change; 0 before the first one.
    pub row_version: i64,
    /// Null before the first change.
    #[schema(required)]
    #[serde(with = "time::serde::rfc3339::option")]
    pub changed_at: Option<OffsetDateTime>,
    /// Who changed them last; null before the first change.
    #[schema(required)]
    pub changed_by: Option<String>,
}

/// What is absent stays.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct UpdateSystemSettings {
    registration: Option<Registration>,
    #[schema(minimum = 3600, maximum = 604_800)]
    session_length: Option<u32>,
    /// 0: sessions that nobody uses do not end for that.
    #[schema(maximum = 604_800)]
    session_timeout: Option<u32>,
    /// 0: as the operator has set it.
    #[schema(maximum = 36_500)]
    history_days: Option<u32>,
    #[schema(minimum = 30, maximum = 3600)]
    health_check_interval: Option<u32>,
    /// The one that the change was made on: instead of `If-Match`.
    row_version: Option<i64>,
}

impl TryFrom<Option<pb::Settings>> for SystemSettings {
    type Error = kit::Error;

    fn try_from(settings: Option<pb::Settings>) -> kit::Result<Self> {
        let pb::Settings {
            registration_open,
            registration_fixed,
            session_seconds,
            idle_seconds,
            history_days,
            health_seconds,
            version,
            changed_at,
            changed_by,
        } = settings.ok_or_else(|| missing("Settings"))?;
        let some = |number: u32| (number > 0).then_some(number);
        Ok(Self {
            registration: if registration_open { Registration::Open } else { Registration::Closed },
            registration_fixed,
            session_length: session_seconds,
            session_timeout: some(idle_seconds),
            history_days: some(history_days),
            health_check_interval: health_seconds,
            row_version: version,
            changed_at: moment_or_none(changed_at),
            changed_by: text(changed_by),
        })
    }
}

/// The system settings.
#[utoipa::path(get, path = "/system/settings", tag = "health", responses((status = 200, body = Data<SystemSettings>), ReadErrors))]
pub async fn get(call: Call) -> Result<Answer<Data<SystemSettings>>> {
    let answer = call.api().settings.clone().get_settings(call.ask(pb::GetSettingsRequest {})?).await?.into_inner();
    Ok(call.data(answer.settings.try_into()?))
}

/// Changes the system settings; what is absent stays. Sessions that would last too long by a shorter length end earlier, or at once.
#[utoipa::path(put, path = "/system/settings", tag = "health", params(RowVersioned), request_body = UpdateSystemSettings,
    responses((status = 200, body = Data<SystemSettings>), ChangeErrors))]
pub async fn update(
    call: Call,
    IfMatch(version): IfMatch,
    Body(body): Body<UpdateSystemSettings>,
) -> Result<Answer<Data<SystemSettings>>> {
    let UpdateSystemSettings {
        registration,
        session_length,
        session_timeout,
        history_days,
        health_check_interval,
        row_version,
    } = body;
    let message = pb::UpdateSettingsRequest {
        registration_open: registration.map(|registration| matches!(registration, Registration::Open)),
        session_seconds: session_length,
        idle_seconds: session_timeout,
        history_days,
        health_seconds: health_check_interval,
        version: row_version.unwrap_or(version),
    };
    let answer = call.api().settings.clone().update_settings(call.ask(message)?).await?.into_inner();
    Ok(call.data(answer.settings.try_into()?))
}
