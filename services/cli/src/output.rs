//! What commands tell on standard output: tables for people, JSON, YAML and names for programs. Never a colour.

use crate::failure::{Failure, Result};
use serde_json::Value;
use std::io::{ErrorKind, Write as _};

/// How things are told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// Aligned columns, for people
    #[default]
    Table,
    /// What the API answers
    Json,
    /// The same in YAML
    Yaml,
    /// `noun/name`, one a line
    Name,
}

/// `--output` of a command that shows things.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Output {
    /// How to tell it
    #[arg(short = 'o', long = "output", value_enum, default_value_t, value_name = "FORMAT")]
    pub format: Format,
}

/// Writes one line.
///
/// # Errors
/// A quiet one when nobody reads any more (`canopy get tasks | head`).
pub fn line(text: &str) -> Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.write_all(b"\n")).and_then(|()| out.flush()).map_err(|error| {
        match error.kind() {
            ErrorKind::BrokenPipe => Failure::quiet(0),
            _ => Failure::failed(format!("Standard output cannot be written: {error}")),
        }
    })
}

/// Writes a value as JSON or YAML.
///
/// # Errors
/// As [`line`].
pub fn value(format: Format, value: &Value) -> Result<()> {
    match format {
        Format::Yaml => line(yaml(value)?.trim_end()),
        _ => line(&format!("{value:#}")),
    }
}

/// A value as YAML.
///
/// # Errors
/// Values that YAML has no words for; JSON has none of those.
pub fn yaml(value: &Value) -> Result<String> {
    serde_saphyr::to_string(value).map_err(|error| Failure::failed(format!("It cannot be written as YAML: {error}")))
}

/// Rows below their headings, two spaces between columns; nothing follows the last one.
pub fn table(headings: &[&str], rows: &[Vec<String>]) -> String {
    let plain: Vec<Vec<String>> = rows.iter().map(|row| row.iter().map(|cell| printable(cell)).collect()).collect();
    let mut widths: Vec<usize> = headings.iter().map(|heading| heading.chars().count()).collect();
    for row in &plain {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let head = headings.iter().map(|heading| (*heading).to_owned()).collect();
    let lines = std::iter::once(&head).chain(&plain).map(|row: &Vec<String>| {
        let cells = row.iter().zip(&widths).map(|(cell, width)| {
            let gap = width.saturating_sub(cell.chars().count());
            format!("{cell}{}", " ".repeat(gap))
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// A text that does nothing to a terminal: names and messages are other people's.
pub fn printable(text: &str) -> String {
    if !text.chars().any(char::is_control) {
        return text.to_owned();
    }
    text.chars().map(|c| if c.is_control() && c != '\t' { ' ' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_what_is_in_them_and_nothing_follows_the_last() {
        let rows = [
            vec!["shop".to_owned(), "running".to_owned(), String::new()],
            vec!["café".to_owned(), "pending".to_owned(), "3m".to_owned()],
        ];
        assert_eq!(table(&["NAME", "STATUS", "AGE"], &rows), "NAME  STATUS   AGE\nshop  running\ncafé  pending  3m");
    }

    #[test]
    fn no_name_moves_the_cursor() {
        let rows = [vec!["a\u{1b}[2Jb\nc".to_owned()]];
        assert_eq!(table(&["NAME"], &rows), "NAME\na [2Jb c");
    }

    #[test]
    fn texts_that_yaml_would_take_for_something_else_stay_texts() {
        let all = serde_json::json!({"a": "yes", "b": "8.1", "c": "null", "d": [true, 1, null], "e": "a: b # c"});
        let text = yaml(&all).unwrap();
        let back: Value = serde_saphyr::from_str(&text).unwrap();
        assert_eq!(back, all, "{text}");
    }
}
