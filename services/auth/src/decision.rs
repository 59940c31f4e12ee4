//! What administrators decide for the whole of Canopy: one row, and its defaults before there is one.

use crate::{App, settings::Registration};
use kit::{Result, clock::stamp};
use proto::auth::Settings;
use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};

/// The row of `auth.decision`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// People may make accounts for themselves, unless the operator says otherwise.
    pub registration_open: bool,
    /// How long a session lasts from its sign-in.
    pub session_seconds: i32,
    /// A session that is not used for so long ends; 0: none does.
    pub idle_seconds: i32,
    /// For how long events are kept; 0: as the operator has set it.
    pub history_days: i32,
    /// How often the page System looks at the parts of Canopy.
    pub health_seconds: i32,
    /// Grows with each change; 0 before there is a row.
    pub version: i64,
    pub changed_at: Option<OffsetDateTime>,
    /// Name of whoever changed it last; empty: nobody since the set-up.
    pub changed_by: String,
}

impl Default for Decision {
    fn default() -> Self {
        Self {
            registration_open: false,
            session_seconds: 7 * 24 * 3600,
            idle_seconds: 0,
            history_days: 0,
            health_seconds: 30,
            version: 0,
            changed_at: None,
            changed_by: String::new(),
        }
    }
}

impl Decision {
    /// As it is now.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn read(connection: &mut PgConnection) -> Result<Self> {
        let row = sqlx::query_as!(
            Self,
            "select registration_open, session_seconds, idle_seconds, history_days, health_seconds, version, changed_at, changed_by
             from auth.decision"
        );
        Ok(row.fetch_optional(connection).await?.unwrap_or_default())
    }

    /// How long a session lasts that is opened now.
    pub fn session_length(&self) -> Duration {
        Duration::seconds(self.session_seconds.into())
    }

    /// For how long a session may stand unused; `None`: as long as it lasts.
    pub fn idle(&self) -> Option<Duration> {
        (self.idle_seconds > 0).then(|| Duration::seconds(self.idle_seconds.into()))
    }

    /// As it is told, with what the operator has decided before.
    pub fn shown(self, app: &App) -> Settings {
        let whole = |number: i32| u32::try_from(number).unwrap_or_default();
        let fixed = app.options.registration;
        Settings {
            registration_open: fixed.map_or(self.registration_open, |fixed| fixed == Registration::Open),
            registration_fixed: fixed.is_some(),
            session_seconds: whole(self.session_seconds),
            idle_seconds: whole(self.idle_seconds),
            history_days: whole(self.history_days),
            health_seconds: whole(self.health_seconds),
            version: self.version,
            changed_at: self.changed_at.map(stamp),
            changed_by: self.changed_by,
        }
    }
}
