//! The severity of a log line, as the API names it.

use kit::severity::Severity;
use serde::Serialize;
use utoipa::ToSchema;

/// Severity of a log line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    Info,
    Warn,
    Error,
}

/// Reads the severity; what doesn't say is info.
pub fn of(message: &str) -> Level {
    match Severity::of(message) {
        Severity::Info => Level::Info,
        Severity::Warn => Level::Warn,
        Severity::Error => Level::Error,
    }
}
