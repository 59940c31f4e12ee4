//! The severity of a log line, as the program that wrote it says: PHP, nginx, Apache, MySQL, Redis, JSON, logfmt.

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

/// How far into a line its severity stands.
const HEAD: usize = 200;

const ERRORS: &[&str] = &["error", "err", "fatal", "crit", "critical", "emerg", "alert", "panic"];
const WARNINGS: &[&str] = &["warn", "warning", "deprecated"];

/// Reads the severity; what doesn't say is info.
pub fn of(message: &str) -> Level {
    let head: String = message.chars().take(HEAD).collect::<String>().to_lowercase();
    let marked = |words: &[&str]| words.iter().any(|word| is_marked(&head, word));
    match () {
        () if marked(ERRORS) => Level::Error,
        () if marked(WARNINGS) => Level::Warn,
        () => Level::Info,
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
            ("2026/11/21 08:00:00 [error] 31#31: *7 connect() failed", Level::Error),
            ("[Sat Nov 21 08:00:00.1 2026] [php:error] [pid 1] PHP Fatal error:  Uncaught", Level::Error),
            ("[Sat Nov 21 08:00:00.1 2026] [core:notice] [pid 1] AH00094: Command line", Level::Info),
            ("PHP Warning:  Undefined variable $x in /var/www/html/a.php on line 3", Level::Warn),
            ("PHP Deprecated:  Function x() is deprecated", Level::Warn),
            ("2026-11-21T08:00:00.1Z 0 [Warning] [MY-010068] [Server] CA certificate", Level::Warn),
            ("2026-11-21T08:00:00.1Z 0 [ERROR] [MY-010119] [Server] Aborting", Level::Error),
            ("2026-11-21T08:00:00.1Z 0 [System] [MY-010931] [Server] ready for connections", Level::Info),
            ("{\"level\":\"error\",\"msg\":\"no tunnel\"}", Level::Error),
            ("time=2026 level=warn msg=slow", Level::Warn),
            ("Error: Cannot find module 'express'", Level::Error),
            ("10.0.0.1 - - \"GET /error HTTP/1.1\" 200 12 \"no errors found\"", Level::Info),
            ("", Level::Info),
        ];
        for (line, level) in cases {
            assert_eq!(of(line), level, "{line}");
        }
    }
}
