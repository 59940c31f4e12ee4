//! What can go wrong. The texts name files, fields and rules; they never repeat a value the user typed, since a value
//! may be a secret in the wrong field.

use std::fmt;

/// One rule that a value or a document breaks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// Where: a path of values such as `php.memoryLimitMB`, or an object such as `Deployment shop-web`.
    pub path: String,
    /// Which rule, as half a sentence: "must be at least 32".
    pub message: String,
}

impl Violation {
    pub(crate) fn new(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self { path: path.into(), message: message.into() }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.is_empty() { f.write_str(&self.message) } else { write!(f, "{}: {}", self.path, self.message) }
    }
}

fn listed(violations: &[Violation]) -> String {
    violations.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

/// Why a chart could not be loaded or rendered, or a manifest or record not be read.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The chart itself is wrong: a file is missing, a template does not parse, a function is unknown.
    #[error("chart: {0}")]
    Chart(String),
    /// The values break the chart's schema; nothing was rendered.
    #[error("values: {}", listed(.0))]
    Values(Vec<Violation>),
    /// A template stopped, by `fail`, `required` or a wrong type. `reason` is the sentence of the template.
    #[error("template {file}: {reason}")]
    Template {
        /// The template's name, `wordpress/templates/web.yaml`.
        file: String,
        /// What the template said.
        reason: String,
    },
    /// A rendered or stored document is no YAML object with a kind.
    #[error("manifest {file}: {reason}")]
    Manifest {
        /// The source of the document, or its position.
        file: String,
        /// Why it cannot be read.
        reason: String,
    },
    /// Rendered documents that must not be applied (see [`crate::checked`]).
    #[error("refused: {}", listed(.0))]
    Refused(Vec<Violation>),
    /// A release record that cannot be read or written.
    #[error("release record: {0}")]
    Record(String),
    /// A step that the state of the release does not allow; the sentence is Helm's where Helm has one.
    #[error("{0}")]
    State(String),
}
