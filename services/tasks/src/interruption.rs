//! Why work on a task stops or pauses.

use kit::{Error, Message, message, message::as_is};

/// What ends a step other than its being done.
#[derive(Debug)]
pub enum Interruption {
    /// Another worker has the task, or may have it: nothing more may be written.
    Lost,
    /// The task was put back into the queue; somebody takes it up later where it stands.
    Parked,
    /// Somebody asked for it to end.
    Cancelled {
        /// Name for "Cancelled by …".
        by: String,
    },
    /// The cluster, or a part of Canopy, does not answer: trying again later can help.
    Wait(Message),
    /// Somebody else is at work on the release: trying again later can help.
    Held(Message),
    /// A part of Canopy broke down over this call: worth another try or two.
    Broken,
    /// Trying again does not help; the sentence, perhaps with lines of detail, is shown to people.
    Failed(Message),
}

/// Conflict word of a release that another Helm operation holds.
const LOCKED: &str = "LOCKED";
/// Conflict word for a worker whose fencing number is not the highest.
const FENCED: &str = "FENCED";

/// What a refused or unanswered call means for the task.
impl From<Error> for Interruption {
    fn from(error: Error) -> Self {
        match error {
            Error::Unavailable { .. } | Error::Timeout(_) | Error::RateLimited { .. } => {
                Self::Wait(without_advice(error.message()))
            }
            Error::Conflict(message) if message.reason() == LOCKED => Self::Held(message),
            Error::Conflict(message) if message.reason() == FENCED => Self::Lost,
            Error::Invalid { message, fields } if fields.is_empty() => Self::Failed(message),
            Error::Invalid { message, fields } => {
                let details: Vec<String> =
                    fields.into_iter().map(|(field, message)| format!("{field}: {message}")).collect();
                Self::Failed(message!(WithDetails, said = message, details = as_is(details.join("\n"))))
            }
            // Between services this is an installation's fault (a key, a clock), never the task's: it passes.
            Error::Unauthenticated(_) => {
                tracing::error!("a service did not accept the identity of tasks");
                Self::Wait(message!(IdentityRefused))
            }
            Error::Internal(cause) => {
                tracing::error!(cause = format!("{cause:#}"), "a call of a task failed");
                Self::Broken
            }
            Error::NotFound(_) | Error::Conflict(_) | Error::Forbidden(_) => Self::Failed(error.message()),
        }
    }
}

/// What a broken stream or a refused call means for the task.
impl From<tonic::Status> for Interruption {
    fn from(status: tonic::Status) -> Self {
        Error::from(status).into()
    }
}

/// The advice to try again is for a person who clicked; here it is followed without being asked.
fn without_advice(message: Message) -> Message {
    match message.reason() {
        "PART_AWAY" => message!(PartAway),
        "DATABASE_UNAVAILABLE" => message!(DatabaseAway),
        "OVERLOADED" => message!(ServiceOverloaded),
        _ => message,
    }
}
