//! Why work on a task stops or pauses.

use kit::Error;

/// What ends a step other than its being done.
#[derive(Debug)]
pub enum Halt {
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
    Wait(String),
    /// Somebody else is at work on the release: trying again later can help.
    Held(String),
    /// A part of Canopy broke down over this call: worth another try or two.
    Broken,
    /// Trying again does not help; the sentence, perhaps with lines of detail, is shown to people.
    Failed(String),
}

/// Conflict word of a release that another Helm operation holds.
const LOCKED: &str = "LOCKED";
/// Conflict word for a worker whose fencing number is not the highest.
const FENCED: &str = "FENCED";

/// What a refused or unanswered call means for the task.
impl From<Error> for Halt {
    fn from(error: Error) -> Self {
        match error {
            Error::Unavailable { .. } | Error::Timeout(_) | Error::RateLimited { .. } => {
                // The advice is for a person who clicked; here it is followed without being asked.
                let sentence = error.to_string();
                Self::Wait(sentence.trim_end_matches("Please try again.").trim_end().to_owned())
            }
            Error::Conflict { reason, message } if reason == LOCKED => Self::Held(message),
            Error::Conflict { reason, .. } if reason == FENCED => Self::Lost,
            Error::Invalid { message, fields } => {
                let details: Vec<String> =
                    fields.into_iter().map(|(field, sentence)| format!("{field}: {sentence}")).collect();
                Self::Failed([&[message], details.as_slice()].concat().join("\n"))
            }
            // Between services this is an installation's fault (a key, a clock), never the task's: it passes.
            Error::Unauthenticated(_) => {
                tracing::error!("a service did not accept the identity of tasks");
                Self::Wait("A part of Canopy does not accept the others' identity.".to_owned())
            }
            Error::Internal(cause) => {
                tracing::error!(cause = format!("{cause:#}"), "a call of a task failed");
                Self::Broken
            }
            Error::NotFound(_) | Error::Conflict { .. } | Error::Forbidden(_) => Self::Failed(error.to_string()),
        }
    }
}

/// What a broken stream or a refused call means for the task.
impl From<tonic::Status> for Halt {
    fn from(status: tonic::Status) -> Self {
        Error::from(status).into()
    }
}
