//! Codes and texts are held against each other, over all sources of the workspace.

use regex::Regex;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

const CATALOGUE: &str = include_str!("../../../../web/src/lib/server.en.ftl");

/// A use of `message!`.
#[derive(Debug)]
struct Use {
    code: String,
    params: BTreeSet<String>,
    place: String,
    in_test: bool,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every source of the product, with its path from the root.
fn sources() -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![root().join("services"), root().join("bff/src"), root().join("bff/tests")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let name = path.strip_prefix(root()).unwrap().display().to_string();
                found.push((name, fs::read_to_string(path).unwrap()));
            }
        }
    }
    assert!(found.len() > 200, "the sources were not found");
    found
}

/// Text by code.
fn texts(catalogue: &str) -> BTreeMap<String, String> {
    let mut texts: BTreeMap<String, String> = BTreeMap::new();
    let head = Regex::new(r"^([A-Za-z]\w*) =").unwrap();
    let mut code = String::new();
    for line in catalogue.lines().filter(|line| !line.starts_with('#')) {
        if let Some(found) = head.captures(line) {
            code = found[1].to_owned();
            assert!(texts.insert(code.clone(), String::new()).is_none(), "{code} is there twice");
        }
        if let Some(text) = texts.get_mut(&code) {
            text.push_str(line);
            text.push('\n');
        }
    }
    texts
}

fn params_of(text: &str) -> BTreeSet<String> {
    Regex::new(r"\$(\w+)").unwrap().captures_iter(text).map(|found| found[1].to_owned()).collect()
}

fn is_test(name: &str) -> bool {
    name.contains("/tests/") || name.ends_with("/tests.rs") || name.ends_with("/testing.rs")
}

/// Where the unit tests of a source begin.
fn tests_at(text: &str) -> usize {
    text.find("#[cfg(test)]\nmod tests").unwrap_or(text.len())
}

fn uses(name: &str, text: &str) -> Vec<Use> {
    let start = Regex::new(r"\bmessage!\(\s*([A-Za-z]\w*)").unwrap();
    let param = Regex::new(r"^\s*(\w+)\s*=[^=]").unwrap();
    start
        .captures_iter(text)
        .map(|found| {
            let whole = found.get(0).unwrap();
            let params = arguments(&text[whole.end()..]);
            Use {
                code: found[1].to_owned(),
                params: params.iter().filter_map(|one| param.captures(one)).map(|found| found[1].to_owned()).collect(),
                place: name.to_owned(),
                in_test: is_test(name) || whole.start() > tests_at(text),
            }
        })
        .collect()
}

/// What stands between the commas of the macro's own level, up to its end.
fn arguments(text: &str) -> Vec<String> {
    let (mut depth, mut quoted, mut escaped) = (1_usize, false, false);
    let mut all = vec![String::new()];
    for c in text.chars() {
        if quoted {
            (quoted, escaped) = (escaped || c != '"', !escaped && c == '\\');
        } else {
            match c {
                '"' => quoted = true,
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => depth -= 1,
                ',' if depth == 1 => {
                    all.push(String::new());
                    continue;
                }
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
        if let Some(last) = all.last_mut() {
            last.push(c);
        }
    }
    all
}

/// What is wrong between codes and texts.
fn problems(catalogue: &str, sources: &[(String, String)]) -> Vec<String> {
    let texts = texts(catalogue);
    let uses: Vec<Use> = sources
        .iter()
        .filter(|(name, _)| !name.ends_with("kit/src/message.rs") && !name.ends_with("tests/it/texts.rs"))
        .flat_map(|(name, text)| uses(name, text))
        .collect();
    let mut problems = Vec::new();
    for Use { code, params, place, .. } in &uses {
        match texts.get(code) {
            None => problems.push(format!("{place}: there is no text {code}")),
            Some(text) if params_of(text) != *params => {
                problems
                    .push(format!("{place}: {code} is filled with {params:?}, its text with {:?}", params_of(text)));
            }
            Some(_) => {}
        }
    }
    let said: BTreeSet<&str> = uses.iter().filter(|one| !one.in_test).map(|one| one.code.as_str()).collect();
    let tasks: String = sources
        .iter()
        .filter(|(name, _)| name.starts_with("services/tasks/src/"))
        .map(|(_, text)| text.as_str())
        .collect();
    for code in texts.keys() {
        // the name of a step is its code, and of what is not ours the kit makes the code
        let known = match code.strip_prefix("Step_") {
            Some(step) => said.contains(code.as_str()) || tasks.contains(&format!("\"{step}\"")),
            None => code == "Said" || said.contains(code.as_str()),
        };
        if !known {
            problems.push(format!("nobody says {code}"));
        }
    }
    problems
}

#[test]
fn every_code_has_its_text_and_every_text_is_said() {
    assert_eq!(problems(CATALOGUE, &sources()), Vec::<String>::new());
}

#[test]
fn a_code_without_text_a_text_without_code_and_another_parameter_are_found() {
    let sources = vec![(
        "services/x/src/y.rs".to_owned(),
        "fn f() { message!(ONE, n = g(1, 2)); kit::message!(TWO, name = \"a, b = )\") }".to_owned(),
    )];
    assert_eq!(problems("ONE = { $n } of it\nTWO = { $name }\n", &sources), Vec::<String>::new());
    assert_eq!(problems("ONE = { $n } of it\n", &sources), ["services/x/src/y.rs: there is no text TWO"]);
    assert_eq!(problems("ONE = { $n } of it\nTWO = { $name }\nTHREE = x\n", &sources), ["nobody says THREE"]);
    assert_eq!(
        problems("ONE = { $m } of it\nTWO = { $name }\n", &sources),
        ["services/x/src/y.rs: ONE is filled with {\"n\"}, its text with {\"m\"}"]
    );
}

/// Places that read the words of others: Kubernetes tells its refusals, and serde its expectations, only in words.
const READERS: [&str; 3] =
    ["services/infrastructure/src/fault.rs", "services/infrastructure/src/kubernetes/failure.rs", "bff/src/body.rs"];

/// Literals of two words or more that are compared with or looked for, and stand in a text of ours.
fn branches(texts: &str, name: &str, text: &str) -> Vec<String> {
    let look = r#"\.(?:contains|starts_with|ends_with|split_once|rsplit_once|strip_prefix|strip_suffix|trim_start_matches|trim_end_matches|find)\("((?:[^"\\]|\\.)*)""#;
    let compare = r#"[!=]=\s*"((?:[^"\\]|\\.)*)""#;
    let text = &text[..tests_at(text)];
    [look, compare]
        .iter()
        .flat_map(|pattern| {
            let found: Vec<String> =
                Regex::new(pattern).unwrap().captures_iter(text).map(|found| found[1].to_owned()).collect();
            found
        })
        .map(|literal| literal.replace("\\\"", "").trim().to_owned())
        .filter(|literal| literal.split_whitespace().count() > 1 && texts.contains(literal.as_str()))
        .map(|literal| format!("{name} looks at the words {literal:?}"))
        .collect()
}

#[test]
fn no_code_looks_at_a_sentence() {
    let found: Vec<String> = sources()
        .iter()
        .filter(|(name, _)| !is_test(name) && !READERS.contains(&name.as_str()))
        .filter(|(name, _)| !name.starts_with("services/sandbox/") && !name.starts_with("services/helm/"))
        .flat_map(|(name, text)| branches(CATALOGUE, name, text))
        .collect();
    assert_eq!(found, Vec::<String>::new());
    let wrong = r#"if error.to_string().trim_end_matches("Please try again.") == "x" {}"#;
    assert_eq!(branches(CATALOGUE, "x.rs", wrong), ["x.rs looks at the words \"Please try again.\""]);
}

/// An error's or a message's sentence that is looked into.
fn looks(text: &str) -> bool {
    let look = r"\.(?:to_string|sentence|message)\(\)\s*\.(?:contains|starts_with|ends_with|split_once|rsplit_once|split|find|strip_prefix|strip_suffix)\(";
    Regex::new(look).unwrap().is_match(&text[..tests_at(text)])
}

#[test]
fn no_code_looks_into_what_an_error_says() {
    let found: Vec<String> = sources()
        .into_iter()
        .filter(|(name, _)| !is_test(name) && !READERS.contains(&name.as_str()))
        .filter(|(_, text)| looks(text))
        .map(|(name, _)| name)
        .collect();
    assert_eq!(found, Vec::<String>::new());
    assert!(looks(r#"if error.to_string().contains("quota") {}"#));
}

/// What people look for has a name in each language, not only in ours.
#[test]
fn each_thing_that_is_not_found_has_a_name_of_its_own() {
    let asked = Regex::new(r#"(?:not_found\(|parse_as\([^)"]*,\s*|ids\.one\(|const WHAT: &str = )"([^"]+)""#).unwrap();
    let words: BTreeSet<String> = sources()
        .iter()
        .filter(|(name, _)| !is_test(name) && !name.starts_with("services/sandbox/"))
        .flat_map(|(_, text)| {
            let text = &text[..tests_at(text)];
            asked.captures_iter(text).map(|found| found[1].to_owned()).collect::<Vec<_>>()
        })
        .collect();
    assert!(words.len() > 10, "the words were not found");
    let catalogues = [
        CATALOGUE,
        include_str!("../../../../web/src/lib/server.es.ftl"),
        include_str!("../../../../web/src/lib/server.fr.ftl"),
    ];
    for catalogue in catalogues {
        let known = texts(catalogue).remove("NOT_FOUND").unwrap();
        let without: Vec<&String> = words.iter().filter(|word| !known.contains(&format!("[{word}]"))).collect();
        assert!(without.is_empty(), "{without:?}");
    }
}

/// Only what is not ours is said without a code of its own.
#[test]
fn a_sentence_of_ours_has_a_code() {
    let literal = Regex::new(r#"(?:Message::said|as_is)\(\s*(?:format!\()?"[^"]* [^"]*""#).unwrap();
    let found: Vec<String> = sources()
        .iter()
        .filter(|(name, _)| !is_test(name))
        .filter(|(_, text)| literal.is_match(&text[..tests_at(text)]))
        .map(|(name, _)| name.clone())
        .collect();
    assert_eq!(found, Vec::<String>::new());
}
