//! What the documents say about the command line is so.

use crate::Cli;
use clap::CommandFactory as _;
use std::collections::BTreeSet;

const PAGES: [(&str, &str); 4] = [
    ("README.md", include_str!("../../../README.md")),
    ("docs/operating.md", include_str!("../../../docs/operating.md")),
    ("docs/command-line.md", include_str!("../../../docs/command-line.md")),
    ("docs/upgrading.md", include_str!("../../../docs/upgrading.md")),
];

/// The arguments of a line of a shell that runs `canopy`, up to a pipe or the like.
fn arguments(line: &str) -> Option<Vec<String>> {
    let line = line.trim().strip_prefix("source <(").and_then(|rest| rest.strip_suffix(')')).unwrap_or(line.trim());
    let (mut words, mut word, mut quoted) = (Vec::new(), String::new(), false);
    for c in line.chars() {
        match c {
            '"' => quoted = !quoted,
            ' ' if !quoted => words.push(std::mem::take(&mut word)),
            c => word.push(c),
        }
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    let assigns = |word: &String| {
        word.split_once('=').is_some_and(|(name, _)| name.bytes().all(|b| b.is_ascii_uppercase() || b == b'_'))
    };
    let end = |word: &String| ["|", ">", "<", "&&", ";", "#"].contains(&word.as_str());
    let words: Vec<String> = words.into_iter().skip_while(assigns).take_while(|word| !end(word)).collect();
    (words.first().map(String::as_str) == Some("canopy")).then_some(words)
}

#[test]
fn every_command_of_the_documents_is_one() {
    for (page, text) in PAGES {
        let commands: Vec<_> = text.lines().filter(|line| line.starts_with("    ")).filter_map(arguments).collect();
        for command in &commands {
            if let Err(error) = Cli::command().try_get_matches_from(command) {
                panic!("{page}: {command:?}: {error}");
            }
        }
        let few = ["README.md", "docs/upgrading.md"].contains(&page);
        assert!(few || commands.len() > 3, "{page}: only {commands:?}");
    }
}

#[test]
fn every_verb_of_people_is_in_its_page() {
    let (_, page) = PAGES[2];
    let told: BTreeSet<String> = page
        .lines()
        .filter(|line| line.starts_with("    "))
        .filter_map(arguments)
        .filter_map(|words| words.get(1).cloned())
        .collect();
    let account = <cli::Command as clap::Subcommand>::augment_subcommands(clap::Command::new("account"));
    for verb in account.get_subcommands() {
        assert!(told.contains(verb.get_name()), "docs/command-line.md does not show {}", verb.get_name());
    }
}

#[test]
fn the_page_tells_every_exit_code() {
    let (_, page) = PAGES[2];
    let told: BTreeSet<u8> =
        page.lines().filter_map(|line| line.strip_prefix("| ")?.split(' ').next()?.parse().ok()).collect();
    use cli::Exit::{Conflict, Failed, NotFound, SignedOut, Unavailable, Usage};
    let known = [Failed, Usage, SignedOut, NotFound, Conflict, Unavailable].map(|exit| exit as u8);
    assert_eq!(told, known.into_iter().chain([0, 130, cli::CHANGES]).collect());
}

/// A field that the API gets is one of the file, too.
#[test]
fn a_file_has_the_fields_of_the_payload() {
    let document: serde_json::Value = serde_json::from_str(&bff::document().unwrap()).unwrap();
    let mut payload = BTreeSet::new();
    properties(&document, "CreateDeployment", "", &mut payload);
    // by name in a file; what a plan makes; what was read is sent back
    for left_out in ["clusterId", "teamId", "team_id", "plan"] {
        assert!(payload.remove(left_out), "{left_out} is no field any more");
    }
    payload.retain(|name| !name.rsplit('.').next().is_some_and(|name| name.starts_with("has")));
    let mut file: BTreeSet<String> = cli::file_fields().into_iter().collect();
    for own in ["kind", "team", "cluster"] {
        assert!(file.remove(own));
    }
    assert_eq!(file, payload);
}

fn properties(document: &serde_json::Value, schema: &str, path: &str, names: &mut BTreeSet<String>) {
    for (name, property) in document["components"]["schemas"][schema]["properties"].as_object().unwrap() {
        names.insert(format!("{path}{name}"));
        let alternatives = property["oneOf"].as_array().into_iter().flatten();
        let inner = alternatives.chain([property]).find_map(|each| each["$ref"].as_str()?.rsplit('/').next());
        if let Some(inner) = inner {
            properties(document, inner, &format!("{path}{name}."), names);
        }
    }
}
