//! How a command ends: the numbers are a promise to scripts, and told in docs/command-line.md.

use std::fmt;

/// Result of a command and of its parts.
pub type Result<T, E = Failure> = std::result::Result<T, E>;

/// Why a command did not do what was asked for, as its exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Exit {
    /// The command line could not be read, or nobody could be asked.
    Usage = 2,
    /// It was refused, or its task failed.
    Failed = 1,
    /// Nobody is signed in, or they may not do this.
    SignedOut = 3,
    /// There is no such thing, or several of that name.
    NotFound = 4,
    /// The state of things does not allow it now.
    Conflict = 5,
    /// No answer, or not in time.
    Unavailable = 6,
}

/// What `plan --exit-code` ends with when there are changes: terraform's number, and that of `helm diff`.
pub const CHANGES: u8 = 2;

/// A command that ends otherwise than well.
#[derive(Debug)]
pub struct Failure {
    code: u8,
    text: String,
    /// Stable word of a refusal of the API, such as `TASK_RUNNING`.
    pub reason: Option<String>,
    /// What the second step of a sign-in is made with.
    pub challenge: Option<secrecy::SecretString>,
}

impl Failure {
    /// With one sentence.
    pub fn new(exit: Exit, text: impl Into<String>) -> Self {
        Self { code: exit as u8, text: text.into(), reason: None, challenge: None }
    }

    /// The command line is not right.
    pub fn usage(text: impl Into<String>) -> Self {
        Self::new(Exit::Usage, text)
    }

    /// It was refused, or did not come about.
    pub fn failed(text: impl Into<String>) -> Self {
        Self::new(Exit::Failed, text)
    }

    /// All has been said.
    pub fn quiet(code: u8) -> Self {
        Self { code, text: String::new(), reason: None, challenge: None }
    }

    /// Whether it is one of these.
    pub fn is(&self, exit: Exit) -> bool {
        self.code == exit as u8
    }

    /// What the process ends with.
    pub fn code(&self) -> u8 {
        self.code
    }

    /// The sentence; empty when all has been said.
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
