//! YAML in and out. Reading goes through one set of options; writing is our own few lines, because a value must come
//! back as exactly the type it was under YAML 1.1 (Helm) and 1.2 (us).

use serde_json::Value;
use std::fmt::Write as _;

/// Reads one document. The error has the place but not the text, which may hold a secret.
pub(crate) fn parse(text: &str) -> Result<Value, String> {
    // `Options` cannot be built with a struct expression outside its crate in every version; the macro is its way.
    let options = serde_saphyr::options! { with_snippet: false };
    serde_saphyr::from_str_with_options::<Value>(text, options).map_err(|e| e.to_string())
}

/// Writes a value as block YAML with sorted keys and no newline at the end, like Helm's `toYaml`.
pub(crate) fn print(value: &Value) -> String {
    let mut out = String::new();
    block(value, 0, &mut out);
    out.truncate(out.trim_end().len());
    out
}

fn block(value: &Value, depth: usize, out: &mut String) {
    match value {
        Value::Object(map) if !map.is_empty() => {
            let mut keys: Vec<_> = map.keys().collect();
            keys.sort();
            for (i, key) in keys.iter().enumerate() {
                if i > 0 {
                    pad(depth, out);
                }
                out.push_str(&text(key));
                out.push(':');
                nested(&map[*key], depth, out);
            }
        }
        Value::Array(list) if !list.is_empty() => {
            for (i, item) in list.iter().enumerate() {
                if i > 0 {
                    pad(depth, out);
                }
                out.push_str("- ");
                block(item, depth + 1, out);
                end_line(out);
            }
        }
        other => {
            out.push_str(&scalar(other));
            out.push('\n');
        }
    }
}

fn nested(value: &Value, depth: usize, out: &mut String) {
    match value {
        Value::Object(map) if !map.is_empty() => {
            out.push('\n');
            pad(depth + 1, out);
            block(value, depth + 1, out);
        }
        Value::Array(list) if !list.is_empty() => {
            out.push('\n');
            pad(depth, out);
            block(value, depth, out);
        }
        other => {
            out.push(' ');
            out.push_str(&scalar(other));
            out.push('\n');
        }
    }
    end_line(out);
}

fn end_line(out: &mut String) {
    if !out.ends_with('\n') {
        out.push('\n');
    }
}

fn pad(depth: usize, out: &mut String) {
    for _ in 0..depth {
        out.push_str("  ");
    }
}

/// A key or a text without quotes where no YAML could take it for anything else, so that manifests read, and compare,
/// as Helm's do: a letter that no number has, and none of the words of YAML 1.1.
fn plain(text: &str) -> bool {
    const WORDS: [&str; 13] =
        ["y", "n", "yes", "no", "on", "off", "true", "false", "null", "inf", "nan", "infinity", "none"];
    text.starts_with(|c: char| c.is_ascii_alphanumeric())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | '/'))
        && text
            .chars()
            .any(|c| matches!(c.to_ascii_lowercase(), 'g'..='z') && !matches!(c.to_ascii_lowercase(), 'o' | 'x'))
        && !WORDS.contains(&text.to_ascii_lowercase().as_str())
}

fn text(s: &str) -> String {
    if plain(s) { s.to_string() } else { quoted(s) }
}

/// JSON's notation of a number, a word or an empty collection is YAML too.
fn scalar(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), text)
}

/// Go's `%q`: what it writes is also a YAML double-quoted string.
pub(crate) fn quoted(s: &str) -> String {
    let mut out = String::with_capacity(s.len() + 2);
    out.push('"');
    for c in s.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{7}' => out.push_str("\\a"),
            '\u{8}' => out.push_str("\\b"),
            '\u{b}' => out.push_str("\\v"),
            '\u{c}' => out.push_str("\\f"),
            c if (c as u32) < 0x80 && c.is_control() => {
                let _ = write!(out, "\\x{:02x}", c as u32);
            }
            c if c.is_control() || matches!(c, '\u{a0}' | '\u{2028}' | '\u{2029}' | '\u{feff}') => {
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// Splits a stream at lines that begin with `---`, as Helm does; documents come trimmed, empty ones are left out.
pub(crate) fn split(stream: &str) -> Vec<&str> {
    let mut documents = Vec::new();
    let mut start = 0;
    let mut at = 0;
    for line in stream.split_inclusive('\n') {
        if let Some(rest) = line.strip_prefix("---") {
            documents.push(&stream[start..at]);
            // Text on the separator's own line (`--- # comment`) belongs to the document it opens.
            start = at + line.len() - rest.len();
        }
        at += line.len();
    }
    documents.push(&stream[start..]);
    documents.into_iter().map(str::trim).filter(|d| !d.is_empty()).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test stops where something is wrong")]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_printed_reads_back_as_the_same_value() {
        for value in [
            json!({"a": {"b": [1, {"c": "x", "d": ["y", ["z"]]}, []]}, "e": {}, "on": "yes", "n": null, "f": 1.5}),
            json!([{"a": 1, "b": {"c": true}}, "1e3", "0777", "line\nbreak", "tab\t", ": #", "- x", "~", ""]),
            json!("text"),
            json!({}),
            json!([
                "10m",
                "256Mi",
                "1e5",
                "0x1f",
                "0o17",
                "0b1",
                "NaN",
                ".inf",
                "2026-11-21",
                "12:30:45",
                "Yes",
                "a.b/c-d",
                "null",
                "1_000",
                "+1"
            ]),
            json!(["é", "\u{7f}", "\\", "\"quoted\""]),
        ] {
            let text = print(&value);
            assert_eq!(parse(&text).unwrap(), value, "{text}");
        }
    }

    #[test]
    fn a_stream_is_split_where_helm_splits_it() {
        assert_eq!(
            split("---\n# Source: a\nkind: A\n---\n\n---\nkind: B\n  --- not a line start\n"),
            ["# Source: a\nkind: A", "kind: B\n  --- not a line start"]
        );
    }
}
