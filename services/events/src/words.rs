//! What a search looks through, and what it looks for.
//!
//! An event is found by the beginnings of the words of its sentence (the English one), of its code, of what the sentence is
//! filled with, and of the names of what it is about, and by the first eight characters or more of its id
//! or its request's. A name with hyphens or
//! dots is found by each of its parts and from each of them on: `shop.example.com` by `shop`, `shop.exam`, `example.c`.

use crate::event::Row;
use serde_json::Value;
use sqlx::types::Json;
use std::collections::BTreeSet;

/// Characters kept of a word. Fixed: longer ones are found by their beginning.
const LENGTH: usize = 64;
/// An id is looked for by so many of its characters at least. Fixed: the console shows no fewer, and less is a number.
const OF_ID: usize = 8;
/// What stands before an id among the words, so that no short number finds it.
const ID: char = '#';
/// Words kept of an event. Fixed: a sentence has at most two thousand characters.
const MOST: usize = 600;

/// The words of an event, each once.
pub fn of(row: &Row) -> Vec<String> {
    let mut words = BTreeSet::new();
    let names = [&row.deployment_name, &row.cluster_name, &row.team_name, &row.task_name, &row.actor_name];
    for text in [&row.reason, &row.component, &row.message, &row.namespace, &row.host].into_iter().chain(names) {
        split(text, &mut words);
    }
    if let Some(Json(params)) = &row.params
        && let Ok(params) = serde_json::from_str(params.get())
    {
        values(&params, &mut words);
    }
    let mut words: Vec<String> = words.into_iter().take(MOST).collect();
    let ids = [Some(&row.id.to_string()), row.request_id.as_ref(), Some(&row.uid)];
    let ids: BTreeSet<String> = ids.into_iter().flatten().map(|id| cut(&id.to_lowercase())).collect();
    words.extend(ids.into_iter().map(|id| format!("{ID}{id}")));
    words
}

/// What is looked for, as PostgreSQL's `tsquery`: words that begin with each of these. `None`: a text without a letter or digit.
pub fn query(search: &str) -> Option<String> {
    let search = search.to_lowercase();
    let words: Vec<String> = search.split_whitespace().map(bare).filter(|word| !word.is_empty()).map(cut).collect();
    let quoted = |word: &str| format!("'{}':*", word.replace('\\', r"\\").replace('\'', "''"));
    let either = |word: &String| match word.chars().count() {
        OF_ID.. => format!("({} | {})", quoted(word), quoted(&format!("{ID}{word}"))),
        _ => quoted(word),
    };
    (!words.is_empty()).then(|| words.iter().map(either).collect::<Vec<_>>().join(" & "))
}

/// Patterns for events that have no words yet: each must be somewhere in the text.
pub fn patterns(search: &str) -> Vec<String> {
    search.split_whitespace().map(bare).filter(|word| !word.is_empty()).map(kit::text::like).collect()
}

/// The texts in what a sentence is filled with.
fn values(params: &Value, words: &mut BTreeSet<String>) {
    match params {
        Value::String(text) => split(text, words),
        Value::Number(number) => split(&number.to_string(), words),
        Value::Array(all) => all.iter().for_each(|value| values(value, words)),
        Value::Object(all) => all.values().for_each(|value| values(value, words)),
        Value::Null | Value::Bool(_) => {}
    }
}

/// Each word, and what follows each hyphen, dot or the like inside it.
fn split(text: &str, words: &mut BTreeSet<String>) {
    for chunk in text.to_lowercase().split_whitespace() {
        let chunk = bare(chunk);
        let mut inside = false;
        for (at, c) in chunk.char_indices() {
            if c.is_alphanumeric() && !inside {
                words.insert(cut(&chunk[at..]));
            }
            inside = c.is_alphanumeric();
        }
    }
}

/// Without what is no letter or digit around it.
fn bare(chunk: &str) -> &str {
    chunk.trim_matches(|c: char| !c.is_alphanumeric())
}

fn cut(word: &str) -> String {
    word.chars().take(LENGTH).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        let mut words = BTreeSet::new();
        split(text, &mut words);
        words.into_iter().collect()
    }

    #[test]
    fn names_are_found_by_each_of_their_parts() {
        assert_eq!(
            words(r#"Deployment "My-Shop" at shop.example.com."#),
            ["at", "com", "deployment", "example.com", "my-shop", "shop", "shop.example.com"]
        );
        assert_eq!(words("GÄRTNEREI l'été -- \u{1f600}"), ["gärtnerei", "l'été", "été"]);
    }

    #[test]
    fn a_query_is_beginnings_of_words_taken_literally() {
        assert_eq!(query(" My-Sh  exam. ").as_deref(), Some("'my-sh':* & 'exam':*"));
        assert_eq!(query(r"a'b\c & d | !e").as_deref(), Some(r"'a''b\\c':* & 'd':* & 'e':*"));
        assert_eq!(query("6ffd924e-9").as_deref(), Some("('6ffd924e-9':* | '#6ffd924e-9':*)"));
        assert_eq!(query(" % _ -- "), None);
        assert_eq!(patterns("a_b %"), [r"%a\_b%"]);
    }

    #[test]
    fn nothing_is_longer_than_an_index_takes() {
        let long = "ß".repeat(5_000);
        assert!(words(&long).iter().all(|word| word.chars().count() <= LENGTH));
        assert!(query(&long).is_some_and(|query| query.chars().count() <= 2 * LENGTH + 14));
    }
}
