//! One closed set of errors for the whole product, and the only place that builds a gRPC `Status`.
//!
//! The message is for people outside; the cause stays inside and is logged once, here, when the error leaves the process.

use std::{collections::BTreeMap, time::Duration};
use tonic::{Code, Status};
use tonic_types::{ErrorDetails, StatusExt};

/// What can go wrong, by what the caller should do about it.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The object does not exist, or the caller may not know that it does.
    #[error("{0} not found")]
    NotFound(String),
    /// The input is wrong; `fields` maps field name to sentence.
    #[error("{message}")]
    Invalid {
        /// For people.
        message: String,
        /// Field name to sentence.
        fields: BTreeMap<String, String>,
    },
    /// The input is fine, the state of things is not; `reason` is a stable word.
    #[error("{message}")]
    Conflict {
        /// For programs, for instance `TASK_RUNNING`.
        reason: String,
        /// For people.
        message: String,
    },
    /// No valid identity. Outside, only the bff turns this into a 401, and only about the user's own token.
    #[error("{0}")]
    Unauthenticated(String),
    /// Known, but not allowed.
    #[error("{0}")]
    Forbidden(String),
    /// Too often.
    #[error("Too many requests. Please try again later")]
    RateLimited {
        /// When to try again.
        retry_after: Duration,
    },
    /// Something needed is not there at the moment; trying again helps.
    #[error("{message}")]
    Unavailable {
        /// For people.
        message: String,
        /// For the log.
        source: anyhow::Error,
    },
    /// The work took longer than the caller gave it.
    #[error("{0}")]
    Timeout(String),
    /// A defect or a broken installation.
    #[error("Internal error")]
    Internal(anyhow::Error),
}

/// Result with [`Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// "`<what>` not found".
    #[must_use]
    pub fn not_found(what: &str) -> Self {
        Self::NotFound(what.to_owned())
    }

    /// Wrong input with its fields.
    #[must_use]
    pub fn invalid<const N: usize>(message: &str, fields: [(&str, &str); N]) -> Self {
        let fields = fields.into_iter().map(|(field, text)| (field.to_owned(), text.to_owned())).collect();
        Self::Invalid { message: message.to_owned(), fields }
    }

    /// A conflict with its stable word.
    #[must_use]
    pub fn conflict(reason: &str, message: impl Into<String>) -> Self {
        Self::Conflict { reason: reason.to_owned(), message: message.into() }
    }

    /// A refusal.
    #[must_use]
    pub fn forbidden(message: impl Into<String>) -> Self {
        Self::Forbidden(message.into())
    }

    /// An outage, with the cause for the log.
    pub fn unavailable(message: impl Into<String>, cause: impl Into<anyhow::Error>) -> Self {
        Self::Unavailable { message: message.into(), source: cause.into() }
    }

    /// A defect, with the cause for the log.
    pub fn internal(cause: impl Into<anyhow::Error>) -> Self {
        Self::Internal(cause.into())
    }

    /// Whether trying the same again later can help.
    #[must_use]
    pub fn is_transient(&self) -> bool {
        matches!(self, Self::Unavailable { .. } | Self::Timeout(_) | Self::RateLimited { .. })
    }
}

/// Collects every problem of an input, so that one answer tells them all.
#[derive(Debug, Default)]
pub struct Problems(BTreeMap<String, String>);

impl Problems {
    /// None yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Notes a problem; the first one of a field stays.
    pub fn add(&mut self, field: &str, sentence: impl Into<String>) {
        self.0.entry(field.to_owned()).or_insert_with(|| sentence.into());
    }

    /// Whether nothing was noted.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Ends the checking.
    ///
    /// # Errors
    /// `Invalid` with all fields when anything was noted.
    pub fn done(self, message: &str) -> Result<()> {
        if self.0.is_empty() { Ok(()) } else { Err(Error::Invalid { message: message.to_owned(), fields: self.0 }) }
    }
}

impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Self {
        let passing = match &error {
            sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed | sqlx::Error::Io(_) | sqlx::Error::Tls(_) => true,
            sqlx::Error::Database(error) => crate::db::is_passing(error.as_ref()),
            sqlx::Error::WorkerCrashed | sqlx::Error::Protocol(_) => true,
            _ => false,
        };
        if passing {
            Self::unavailable("The database is not available at the moment. Please try again.", error)
        } else {
            Self::internal(error)
        }
    }
}

impl From<anyhow::Error> for Error {
    fn from(error: anyhow::Error) -> Self {
        match error.downcast::<Error>() {
            Ok(error) => error,
            Err(error) => Self::Internal(error),
        }
    }
}

impl From<Error> for Status {
    fn from(error: Error) -> Self {
        let message = error.to_string();
        let (code, details) = match &error {
            Error::NotFound(_) => (Code::NotFound, ErrorDetails::new()),
            Error::Invalid { fields, .. } => {
                let mut details = ErrorDetails::new();
                for (field, sentence) in fields {
                    details.add_bad_request_violation(field, sentence);
                }
                (Code::InvalidArgument, details)
            }
            Error::Conflict { reason, .. } => {
                (Code::FailedPrecondition, ErrorDetails::with_error_info(reason, "canopy", [] as [(String, String); 0]))
            }
            Error::Unauthenticated(_) => (Code::Unauthenticated, ErrorDetails::new()),
            Error::Forbidden(_) => (Code::PermissionDenied, ErrorDetails::new()),
            Error::RateLimited { retry_after } => {
                (Code::ResourceExhausted, ErrorDetails::with_retry_info(Some(*retry_after)))
            }
            Error::Unavailable { source, .. } => {
                tracing::warn!(cause = format!("{source:#}"), "{message}");
                (Code::Unavailable, ErrorDetails::new())
            }
            Error::Timeout(_) => (Code::DeadlineExceeded, ErrorDetails::new()),
            Error::Internal(cause) => {
                tracing::error!(cause = format!("{cause:#}"), "internal error");
                (Code::Internal, ErrorDetails::new())
            }
        };
        Status::with_error_details(code, message, details)
    }
}

impl From<Status> for Error {
    /// Restores the category, so that an error that crosses two services is still what it was.
    fn from(status: Status) -> Self {
        let message = status.message().to_owned();
        let details = status.get_error_details();
        match status.code() {
            Code::NotFound => Self::NotFound(message.strip_suffix(" not found").unwrap_or(&message).to_owned()),
            Code::InvalidArgument | Code::OutOfRange => Self::Invalid {
                message,
                fields: details.bad_request().map_or_else(BTreeMap::new, |bad| {
                    bad.field_violations.iter().map(|v| (v.field.clone(), v.description.clone())).collect()
                }),
            },
            Code::FailedPrecondition | Code::AlreadyExists | Code::Aborted => Self::Conflict {
                reason: details.error_info().map_or_else(|| "CONFLICT".to_owned(), |info| info.reason.clone()),
                message,
            },
            Code::Unauthenticated => Self::Unauthenticated(message),
            Code::PermissionDenied => Self::Forbidden(message),
            Code::ResourceExhausted => match details.retry_info().and_then(|info| info.retry_delay) {
                Some(retry_after) => Self::RateLimited { retry_after },
                None => Self::unavailable("The service is overloaded. Please try again.", status),
            },
            // Only our own answers carry a sentence for people; transport errors carry the library's words.
            Code::Unavailable if is_ours(&status) => Self::unavailable(message, anyhow::anyhow!("answered by a peer")),
            Code::Unavailable | Code::Cancelled | Code::DeadlineExceeded | Code::Unknown => {
                Self::unavailable("A part of Canopy does not answer at the moment. Please try again.", status)
            }
            _ => Self::internal(status),
        }
    }
}

/// Every error we answer has details attached; a transport error has none.
fn is_ours(status: &Status) -> bool {
    !status.details().is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_that_crosses_a_service_is_still_what_it_was() {
        let mut problems = Problems::new();
        problems.add("name", "Deployment name is required");
        problems.add("name", "second thoughts");
        problems.add("domain", "Domain name is required");
        let Err(invalid) = problems.done("Validation Error") else { panic!("nothing was noted") };
        let Error::Invalid { fields, message } = Error::from(Status::from(invalid)) else { panic!("another category") };
        assert_eq!(message, "Validation Error");
        assert_eq!(fields["name"], "Deployment name is required");
        assert_eq!(fields.len(), 2);

        let back = Error::from(Status::from(Error::not_found("Team")));
        assert!(matches!(&back, Error::NotFound(what) if what == "Team"), "{back:?}");
        let back = Error::from(Status::from(Error::conflict("TASK_RUNNING", "busy")));
        assert!(matches!(&back, Error::Conflict { reason, .. } if reason == "TASK_RUNNING"), "{back:?}");
        let back = Error::from(Status::from(Error::RateLimited { retry_after: Duration::from_secs(7) }));
        assert!(matches!(&back, Error::RateLimited { retry_after } if retry_after.as_secs() == 7), "{back:?}");
    }

    #[test]
    fn a_cause_never_leaves() {
        let status = Status::from(Error::internal(anyhow::anyhow!("select secret from vault")));
        assert_eq!(status.message(), "Internal error");
        let text = format!("{status:?}");
        assert!(!text.contains("vault"), "{text}");
        let status = Status::from(Error::unavailable("Try again.", anyhow::anyhow!("10.0.0.7 refused")));
        assert!(!format!("{status:?}").contains("10.0.0.7"));
    }
}
