//! Inputs that nobody thought of: five thousand for each target, the same in each run. They are made of its corpus by chance; towards
//! code that none has reached yet `make fuzz` finds its way.

use proptest::{
    collection::vec,
    prelude::*,
    sample::{Index, select},
    test_runner::{Config, RngAlgorithm, TestRng, TestRunner},
};
use std::{fmt, fs, path::Path};

const INPUTS: u32 = 5_000;

/// What JSON and YAML are made of.
const SIGNS: &[u8] = b"{}[]\",:\\\n -.&*!|0e";

#[derive(Clone)]
struct Input(Vec<u8>);

/// As text that can be written into a file of the corpus.
impl fmt::Debug for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.escape_ascii())
    }
}

/// One change, from a place of the input on.
#[derive(Debug, Clone)]
enum Change {
    Replace(u8),
    Insert(u8),
    Remove(usize),
    Repeat(usize),
    /// What another input of the corpus has from its own place on.
    GoOnAs(Index, Index),
}

fn change() -> impl Strategy<Value = Change> {
    let byte = || prop_oneof![any::<u8>(), select(SIGNS)];
    prop_oneof![
        byte().prop_map(Change::Replace),
        byte().prop_map(Change::Insert),
        (1..40usize).prop_map(Change::Remove),
        (1..40usize).prop_map(Change::Repeat),
        any::<(Index, Index)>().prop_map(|(other, from)| Change::GoOnAs(other, from)),
    ]
}

fn made_of(corpus: &[Vec<u8>], first: Index, changes: &[(Index, Change)]) -> Input {
    let mut input = first.get(corpus).clone();
    for (place, change) in changes {
        let at = place.index(input.len() + 1);
        let until = |length: usize| (at + length).min(input.len());
        match *change {
            Change::Replace(byte) => drop(input.splice(at..until(1), [byte])),
            Change::Insert(byte) => input.insert(at, byte),
            Change::Remove(length) => drop(input.drain(at..until(length))),
            Change::Repeat(length) => drop(input.splice(at..at, input[at..until(length)].to_vec())),
            Change::GoOnAs(other, from) => {
                let other = other.get(corpus);
                input.truncate(at);
                input.extend(&other[from.index(other.len() + 1)..]);
            }
        }
    }
    Input(input)
}

fn withstands(target: &str, check: fn(&[u8])) {
    let mut files: Vec<_> = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target))
        .unwrap()
        .map(|file| file.unwrap().path())
        .collect();
    files.sort();
    let corpus: Vec<Vec<u8>> = files.iter().map(|file| fs::read(file).unwrap()).collect();
    for input in &corpus {
        check(input);
    }
    let config = Config { cases: INPUTS, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let inputs = (any::<Index>(), vec((any::<Index>(), change()), 1..4))
        .prop_map(move |(first, changes)| made_of(&corpus, first, &changes));
    let outcome = runner.run(&inputs, |input| {
        check(&input.0);
        Ok(())
    });
    assert!(outcome.is_ok(), "{target}: {}", outcome.unwrap_err());
}

#[test]
fn bodies() {
    withstands("bodies", fuzz::bodies::check);
}

#[test]
fn kubeconfig() {
    withstands("kubeconfig", fuzz::kubeconfig::check);
}

#[test]
fn record() {
    withstands("record", fuzz::record::check);
}

#[test]
fn token() {
    withstands("token", fuzz::token::check);
}

#[test]
fn values() {
    withstands("values", fuzz::values::check);
}
