//! One closed set of errors for the whole product, and the only place that builds a gRPC `Status`.
//!
//! The message (a code, its parameters and a sentence, see [`crate::message`]) is for people outside; the cause stays inside and is logged once, here, when the error leaves the process.

use crate::{Message, message, message::Params};
use std::{
    collections::{BTreeMap, HashMap},
    time::Duration,
};
use tonic::{Code, Status};
use tonic_types::{ErrorDetails, FieldViolation, StatusExt};

/// What can go wrong, by what the caller should do about it.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The object does not exist, or the caller may not know that it does.
    #[error("{0}")]
    NotFound(Message),
    /// The input is wrong.
    #[error("{message}")]
    Invalid {
        /// About all of it.
        message: Message,
        /// Field name to what is wrong with it.
        fields: BTreeMap<String, Message>,
    },
    /// The input is fine, the state of things is not; programs look at the reason, for instance `TASK_RUNNING`.
    #[error("{0}")]
    Conflict(Message),
    /// No valid identity. Outside, only the bff turns this into a 401, and only about the user's own token.
    #[error("{0}")]
    Unauthenticated(Message),
    /// Known, but not allowed.
    #[error("{0}")]
    Forbidden(Message),
    /// Too often.
    #[error("{}", message!(TOO_MANY_REQUESTS))]
    RateLimited {
        /// When to try again.
        retry_after: Duration,
    },
    /// Something needed is not there at the moment; trying again helps.
    #[error("{message}")]
    Unavailable {
        /// For people.
        message: Message,
        /// For the log.
        source: anyhow::Error,
    },
    /// The work took longer than the caller gave it.
    #[error("{0}")]
    Timeout(Message),
    /// A defect or a broken installation.
    #[error("{}", message!(INTERNAL))]
    Internal(anyhow::Error),
}

/// Result with [`Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// "`<what>` not found".
    #[must_use]
    pub fn not_found(what: &str) -> Self {
        Self::NotFound(message!(NOT_FOUND, what = what))
    }

    /// Wrong input.
    #[must_use]
    pub fn invalid(message: Message) -> Self {
        Self::Invalid { message, fields: BTreeMap::new() }
    }

    /// Input of which one field is wrong.
    #[must_use]
    pub fn invalid_field(field: &str, message: Message) -> Self {
        Self::Invalid { message: message!(VALIDATION_ERROR), fields: BTreeMap::from([(field.to_owned(), message)]) }
    }

    /// A refusal by the state of things.
    #[must_use]
    pub fn conflict(message: Message) -> Self {
        Self::Conflict(message)
    }

    /// A refusal.
    #[must_use]
    pub fn forbidden(message: Message) -> Self {
        Self::Forbidden(message)
    }

    /// An outage, with the cause for the log.
    pub fn unavailable(message: Message, cause: impl Into<anyhow::Error>) -> Self {
        Self::Unavailable { message, source: cause.into() }
    }

    /// A defect, with the cause for the log.
    pub fn internal(cause: impl Into<anyhow::Error>) -> Self {
        Self::Internal(cause.into())
    }

    /// What people are told.
    #[must_use]
    pub fn message(&self) -> Message {
        match self {
            Self::NotFound(message)
            | Self::Invalid { message, .. }
            | Self::Conflict(message)
            | Self::Unauthenticated(message)
            | Self::Forbidden(message)
            | Self::Unavailable { message, .. }
            | Self::Timeout(message) => message.clone(),
            Self::RateLimited { .. } => message!(TOO_MANY_REQUESTS),
            Self::Internal(_) => message!(INTERNAL),
        }
    }

    /// Whether this is a conflict with this reason.
    #[must_use]
    pub fn is_conflict(&self, reason: &str) -> bool {
        matches!(self, Self::Conflict(message) if message.reason() == reason)
    }

    /// The same with other texts in what people are told: what must not be read is masked.
    #[must_use]
    pub fn with_texts(self, change: &dyn Fn(&str) -> String) -> Self {
        match self {
            Self::NotFound(message) => Self::NotFound(message.with_texts(change)),
            Self::Invalid { message, fields } => Self::Invalid {
                message: message.with_texts(change),
                fields: fields.into_iter().map(|(field, message)| (field, message.with_texts(change))).collect(),
            },
            Self::Conflict(message) => Self::Conflict(message.with_texts(change)),
            Self::Unauthenticated(message) => Self::Unauthenticated(message.with_texts(change)),
            Self::Forbidden(message) => Self::Forbidden(message.with_texts(change)),
            Self::Unavailable { message, source } => Self::Unavailable { message: message.with_texts(change), source },
            Self::Timeout(message) => Self::Timeout(message.with_texts(change)),
            Self::RateLimited { .. } | Self::Internal(_) => self,
        }
    }

    /// Whether trying the same again later can help.
    #[must_use]
    pub fn is_transient(&self) -> bool {
        matches!(self, Self::Unavailable { .. } | Self::Timeout(_) | Self::RateLimited { .. })
    }
}

/// Collects every problem of an input, so that one answer tells them all.
#[derive(Debug, Default)]
pub struct Problems(BTreeMap<String, Message>);

impl Problems {
    /// None yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Notes a problem; the first one of a field stays.
    pub fn add(&mut self, field: &str, message: Message) {
        self.0.entry(field.to_owned()).or_insert(message);
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
    pub fn done(self) -> Result<()> {
        let Self(fields) = self;
        if fields.is_empty() { Ok(()) } else { Err(Error::Invalid { message: message!(VALIDATION_ERROR), fields }) }
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
        if passing { Self::unavailable(message!(DATABASE_UNAVAILABLE), error) } else { Self::internal(error) }
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

/// Whose codes they are, in `google.rpc.ErrorInfo`.
const DOMAIN: &str = "canopy";
/// Keys of its metadata: JSON of the parameters, and of field to code and parameters.
const PARAMS: &str = "params";
const FIELDS: &str = "fields";

/// A field's code and parameters on the way; its sentence is the violation's description.
#[derive(serde::Serialize, serde::Deserialize)]
struct Coded {
    reason: String,
    params: Params,
}

impl From<Error> for Status {
    fn from(error: Error) -> Self {
        let message = error.message();
        let mut details = ErrorDetails::new();
        let mut metadata = HashMap::from([(PARAMS.to_owned(), message.params_json())]);
        let code = match &error {
            Error::NotFound(_) => Code::NotFound,
            Error::Invalid { fields, .. } => {
                for (field, message) in fields {
                    details.add_bad_request_violation(field, message.sentence());
                }
                let coded =
                    |message: &Message| Coded { reason: message.reason().to_owned(), params: message.params().clone() };
                let coded: BTreeMap<_, _> = fields.iter().map(|(field, message)| (field, coded(message))).collect();
                metadata.insert(FIELDS.to_owned(), serde_json::to_string(&coded).unwrap_or_default());
                Code::InvalidArgument
            }
            Error::Conflict(_) => Code::FailedPrecondition,
            Error::Unauthenticated(_) => Code::Unauthenticated,
            Error::Forbidden(_) => Code::PermissionDenied,
            Error::RateLimited { retry_after } => {
                details.set_retry_info(Some(*retry_after));
                Code::ResourceExhausted
            }
            Error::Unavailable { source, .. } => {
                tracing::warn!(cause = format!("{source:#}"), "{message}");
                Code::Unavailable
            }
            Error::Timeout(_) => Code::DeadlineExceeded,
            Error::Internal(cause) => {
                tracing::error!(cause = format!("{cause:#}"), "internal error");
                Code::Internal
            }
        };
        details.set_error_info(message.reason(), DOMAIN, metadata);
        Status::with_error_details(code, message.sentence(), details)
    }
}

impl From<Status> for Error {
    /// Restores the category and what is told, so that an error that crosses two services is still what it was.
    fn from(status: Status) -> Self {
        let details = status.get_error_details();
        let message = told(&status, &details);
        match status.code() {
            Code::NotFound => Self::NotFound(message),
            Code::InvalidArgument | Code::OutOfRange => Self::Invalid { message, fields: fields(&details) },
            Code::FailedPrecondition | Code::AlreadyExists | Code::Aborted => Self::Conflict(message),
            Code::Unauthenticated => Self::Unauthenticated(message),
            Code::PermissionDenied => Self::Forbidden(message),
            Code::ResourceExhausted => match details.retry_info().and_then(|info| info.retry_delay) {
                Some(retry_after) => Self::RateLimited { retry_after },
                None => Self::unavailable(message!(OVERLOADED), status),
            },
            // Only our own answers carry a sentence for people; transport errors carry the library's words.
            Code::Unavailable if is_ours(&status) => Self::unavailable(message, anyhow::anyhow!("answered by a peer")),
            Code::Unavailable | Code::Cancelled | Code::DeadlineExceeded | Code::Unknown => {
                Self::unavailable(message!(PART_AWAY), status)
            }
            // The peer answered nothing: its connection ended, whatever code the library has for how.
            _ if std::error::Error::source(&status).is_some() => Self::unavailable(message!(PART_AWAY), status),
            _ => Self::internal(status),
        }
    }
}

/// What a peer tells; an older one gives only a sentence.
fn told(status: &Status, details: &ErrorDetails) -> Message {
    let info = details.error_info().filter(|info| info.domain == DOMAIN);
    let params = info.and_then(|info| info.metadata.get(PARAMS)).map_or("", String::as_str);
    Message::restored(info.map_or("", |info| info.reason.as_str()), params, status.message())
}

fn fields(details: &ErrorDetails) -> BTreeMap<String, Message> {
    let json = details.error_info().and_then(|info| info.metadata.get(FIELDS)).map_or("", String::as_str);
    let coded: HashMap<String, Coded> = serde_json::from_str(json).unwrap_or_default();
    let violations = details.bad_request().map(|bad| bad.field_violations.as_slice()).unwrap_or_default();
    let restored = |violation: &FieldViolation| match coded.get(&violation.field) {
        Some(Coded { reason, params }) => Message::of(reason, params.clone(), &violation.description),
        None => Message::said(&violation.description),
    };
    violations.iter().map(|violation| (violation.field.clone(), restored(violation))).collect()
}

/// Every error we answer has details attached; a transport error has none.
fn is_ours(status: &Status) -> bool {
    !status.details().is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Twice, as an error that crosses two services.
    fn across(error: Error) -> Error {
        Error::from(Status::from(Error::from(Status::from(error))))
    }

    #[test]
    #[expect(clippy::disallowed_methods, reason = "statuses as others make them")]
    fn a_connection_that_ended_is_a_part_that_is_away_whatever_code_it_has() {
        // So the library says that a peer closed a connection while a request was about to go.
        let mut ended = Status::new(Code::Internal, "h2 protocol error: http2 error");
        ended.set_source(std::sync::Arc::new(std::io::Error::other(
            "connection error received: not a result of an error",
        )));
        let Error::Unavailable { message, .. } = Error::from(ended) else { panic!("another category") };
        assert_eq!(message, message!(PART_AWAY));
        let defect = Error::from(Status::new(Code::Internal, "a defect"));
        assert!(matches!(defect, Error::Internal(_)), "{defect:?}");
    }

    #[test]
    fn an_error_that_crosses_two_services_is_still_what_it_was() {
        let mut problems = Problems::new();
        problems.add("name", message!(REQUIRED, label = message!(Label_Name)));
        problems.add("name", message!(BLANK, label = message!(Label_Name)));
        problems.add("domain", message!(TEAM_LIMIT, most = 7));
        let Err(invalid) = problems.done() else { panic!("nothing was noted") };
        let Error::Invalid { fields, message } = across(invalid) else { panic!("another category") };
        assert_eq!(message, message!(VALIDATION_ERROR));
        assert_eq!(fields["name"], message!(REQUIRED, label = message!(Label_Name)));
        assert_eq!(fields["domain"], message!(TEAM_LIMIT, most = 7));
        assert_eq!(fields.len(), 2);

        let Error::NotFound(back) = across(Error::not_found("Team")) else { panic!("another category") };
        assert_eq!(back, message!(NOT_FOUND, what = "Team"));
        let Error::Conflict(back) = across(Error::conflict(message!(TEAM_LIMIT, most = 3))) else { panic!("another") };
        assert_eq!(back, message!(TEAM_LIMIT, most = 3));
        let outage = Error::unavailable(message!(DATABASE_UNAVAILABLE), anyhow::anyhow!("away"));
        let Error::Unavailable { message, .. } = across(outage) else { panic!("another category") };
        assert_eq!(message, message!(DATABASE_UNAVAILABLE));
        let back = across(Error::RateLimited { retry_after: Duration::from_secs(7) });
        assert!(matches!(&back, Error::RateLimited { retry_after } if retry_after.as_secs() == 7), "{back:?}");
    }

    #[test]
    fn a_role_that_knows_no_codes_is_understood() {
        let older = Status::with_error_details(Code::NotFound, "Team not found", ErrorDetails::new());
        assert!(matches!(Error::from(older), Error::NotFound(message) if message == "Team not found"));
        let mut details = ErrorDetails::with_error_info("TASK_RUNNING", "canopy", HashMap::<String, String>::new());
        details.add_bad_request_violation("name", "Name is required");
        let older = Status::with_error_details(Code::FailedPrecondition, "Busy.", details.clone());
        assert!(matches!(Error::from(older), Error::Conflict(m) if m.reason() == "TASK_RUNNING" && m == "Busy."));
        let older = Status::with_error_details(Code::InvalidArgument, "Validation Error", details);
        let Error::Invalid { fields, .. } = Error::from(older) else { panic!("another category") };
        assert_eq!(fields["name"], "Name is required");
    }

    #[test]
    fn a_cause_never_leaves() {
        let status = Status::from(Error::internal(anyhow::anyhow!("select secret from vault")));
        assert_eq!(status.message(), "Internal error");
        let text = format!("{status:?}");
        assert!(!text.contains("vault"), "{text}");
        let outage = Error::unavailable(message!(DATABASE_UNAVAILABLE), anyhow::anyhow!("10.0.0.7 refused"));
        assert!(!format!("{:?}", Status::from(outage)).contains("10.0.0.7"));
    }
}
