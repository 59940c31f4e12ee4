//! The severity of a log line, as the program that wrote it says: PHP, nginx, Apache, MySQL, Redis, JSON, logfmt.

/// Severity of a log line, the least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Also whatever says nothing of it.
    Info,
    /// Something may be wrong.
    Warn,
    /// Something is wrong.
    Error,
}

/// How far into a line its severity stands.
const HEAD: usize = 200;

const ERRORS: &[&str] = &["error", "err", "fatal", "crit", "critical", "emerg", "alert", "panic"];
const WARNINGS: &[&str] = &["warn", "warning", "deprecated"];

impl Severity {
    /// Reads the severity; what doesn't say is info.
    #[must_use]
    pub fn of(message: &str) -> Self {
        let head: String = message.chars().take(HEAD).collect::<String>().to_lowercase();
        let marked = |words: &[&str]| words.iter().any(|word| is_marked(&head, word));
        match () {
            () if marked(ERRORS) => Self::Error,
            () if marked(WARNINGS) => Self::Warn,
            () => Self::Info,
        }
    }

    /// By its name in lower case.
    #[must_use]
    pub fn named(word: &str) -> Option<Self> {
        match word {
            "info" => Some(Self::Info),
            "warn" => Some(Self::Warn),
            "error" => Some(Self::Error),
            _ => None,
        }
    }
}

/// A word counts as severity in the places where programs write it, not wherever it occurs in a sentence.
fn is_marked(head: &str, word: &str) -> bool {
    let bracketed = [format!("[{word}]"), format!(":{word}]")].iter().any(|mark| head.contains(mark));
    let keyed = [format!("level={word}"), format!("level\":\"{word}\""), format!("level\": \"{word}\"")]
        .iter()
        .any(|mark| head.contains(mark));
    let leading = head.trim_start().strip_prefix(word).is_some_and(|rest| rest.starts_with(':'));
    let php = ["", "fatal ", "parse ", "core ", "recoverable fatal "]
        .iter()
        .any(|kind| head.contains(&format!("php {kind}{word}:")));
    bracketed || keyed || leading || php
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn severities_are_read_where_programs_write_them() {
        let cases = [
            ("2026/11/21 08:00:00 [error] 31#31: *7 connect() failed", Severity::Error),
            ("[Sat Nov 21 08:00:00.1 2026] [php:error] [pid 1] PHP Fatal error:  Uncaught", Severity::Error),
            ("[Sat Nov 21 08:00:00.1 2026] [core:notice] [pid 1] AH00094: Command line", Severity::Info),
            ("PHP Warning:  Undefined variable $x in /var/www/html/a.php on line 3", Severity::Warn),
            ("PHP Deprecated:  Function x() is deprecated", Severity::Warn),
            ("2026-11-21T08:00:00.1Z 0 [Warning] [MY-010068] [Server] CA certificate", Severity::Warn),
            ("2026-11-21T08:00:00.1Z 0 [ERROR] [MY-010119] [Server] Aborting", Severity::Error),
            ("2026-11-21T08:00:00.1Z 0 [System] [MY-010931] [Server] ready for connections", Severity::Info),
            ("{\"level\":\"error\",\"msg\":\"no tunnel\"}", Severity::Error),
            ("time=2026 level=warn msg=slow", Severity::Warn),
            ("Error: Cannot find module 'express'", Severity::Error),
            ("10.0.0.1 - - \"GET /error HTTP/1.1\" 200 12 \"no errors found\"", Severity::Info),
            ("", Severity::Info),
        ];
        for (line, level) in cases {
            assert_eq!(Severity::of(line), level, "{line}");
        }
    }
}
