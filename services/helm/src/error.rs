//! What can go wrong. The texts name files, fields and rules; they never repeat a value the user typed, since a value
//! may be a secret in the wrong field.

use std::fmt;

/// One rule that a value or a document breaks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// Where: a path of values such as `php.memoryLimitMB`, or an object such as `Deployment shop-web`.
    pub path: String,
    /// Which rule.
    pub rule: Rule,
}

/// A rule, with what it is about: the bound, the names of types, the values that are allowed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Rule {
    /// Names of JSON's types.
    Type(String),
    /// The values that are allowed.
    OneOf(String),
    /// Characters at least.
    Shortest(u64),
    /// Characters at most.
    Longest(u64),
    /// The smallest number, as the schema writes it.
    Minimum(String),
    /// The largest number, as the schema writes it.
    Maximum(String),
    /// As many entries as it has are not allowed.
    Entries,
    /// An entry is there twice.
    Twice,
    /// It is missing.
    Required,
    /// A key has a name that is not allowed.
    Key,
    /// A field that nobody knows.
    Unknown(String),
    /// What the chart says of it, or the pattern that it does not match.
    Form(String),
}

impl Rule {
    /// A stable word, by which a text in any language says the rule.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Self::Type(_) => "type",
            Self::OneOf(_) => "one-of",
            Self::Shortest(_) => "shortest",
            Self::Longest(_) => "longest",
            Self::Minimum(_) => "minimum",
            Self::Maximum(_) => "maximum",
            Self::Entries => "entries",
            Self::Twice => "twice",
            Self::Required => "required",
            Self::Key => "key",
            Self::Unknown(_) => "unknown",
            Self::Form(_) => "form",
        }
    }

    /// What the rule is about; empty where the word says all.
    #[must_use]
    pub fn about(&self) -> String {
        match self {
            Self::Shortest(bound) | Self::Longest(bound) => bound.to_string(),
            Self::Type(text)
            | Self::OneOf(text)
            | Self::Minimum(text)
            | Self::Maximum(text)
            | Self::Unknown(text)
            | Self::Form(text) => text.clone(),
            Self::Entries | Self::Twice | Self::Required | Self::Key => String::new(),
        }
    }
}

impl fmt::Display for Rule {
    /// Half a sentence: "must be at least 32".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Type(names) => write!(f, "must be of type {names}"),
            Self::OneOf(values) => write!(f, "must be one of: {values}"),
            Self::Shortest(bound) => write!(f, "must have at least {bound} characters"),
            Self::Longest(bound) => write!(f, "must have at most {bound} characters"),
            Self::Minimum(bound) => write!(f, "must be at least {bound}"),
            Self::Maximum(bound) => write!(f, "must be at most {bound}"),
            Self::Entries => f.write_str("has too few or too many entries"),
            Self::Twice => f.write_str("has an entry twice"),
            Self::Required => f.write_str("is required"),
            Self::Key => f.write_str("has a key with a name that is not allowed"),
            Self::Unknown(name) => write!(f, "has the unknown field {name:?}"),
            Self::Form(text) => f.write_str(text),
        }
    }
}

impl Violation {
    pub(crate) fn new(path: impl Into<String>, rule: Rule) -> Self {
        Self { path: path.into(), rule }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.is_empty() { write!(f, "{}", self.rule) } else { write!(f, "{}: {}", self.path, self.rule) }
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
