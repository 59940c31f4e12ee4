//! The things there are, in the words of the API, and how one of them is named: `deployment/shop`.

use crate::nearest::nearest;
use clap::{
    Arg, Command,
    builder::{PossibleValue, StringValueParser, TypedValueParser},
    error::{Error, ErrorKind},
};
use std::ffi::OsStr;

/// A kind of thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Noun {
    Deployment,
    Team,
    Cluster,
    Datacenter,
    Task,
    Event,
    Revision,
    User,
}

impl Noun {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Deployment,
        Self::Team,
        Self::Cluster,
        Self::Datacenter,
        Self::Task,
        Self::Event,
        Self::Revision,
        Self::User,
    ];

    /// Its one word, as live hints have it, too.
    pub fn word(self) -> &'static str {
        match self {
            Self::Deployment => "deployment",
            Self::Team => "team",
            Self::Cluster => "cluster",
            Self::Datacenter => "datacenter",
            Self::Task => "task",
            Self::Event => "event",
            Self::Revision => "revision",
            Self::User => "user",
        }
    }

    /// Several of it.
    pub fn plural(self) -> &'static str {
        match self {
            Self::Deployment => "deployments",
            Self::Team => "teams",
            Self::Cluster => "clusters",
            Self::Datacenter => "datacenters",
            Self::Task => "tasks",
            Self::Event => "events",
            Self::Revision => "revisions",
            Self::User => "users",
        }
    }

    /// The noun of a word, one or several.
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|noun| noun.word() == word || noun.plural() == word)
    }

    /// Where the API has them; revisions are a deployment's.
    pub fn path(self) -> String {
        format!("/{}", self.plural())
    }
}

/// One thing, by its name or its id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    pub noun: Noun,
    pub name: String,
}

/// Things of a kind, all or one of them: `deployments`, `deployment/shop`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct What {
    pub noun: Noun,
    pub name: Option<String>,
}

fn what(text: &str) -> Result<What, String> {
    let (word, name) = text.split_once('/').map_or((text, None), |(word, name)| (word, Some(name)));
    let Some(noun) = Noun::of(word) else {
        let words = Noun::ALL.map(Noun::plural);
        let guess = nearest(word, words.into_iter().chain(Noun::ALL.map(Noun::word)));
        let guess = guess.map(|guess| format!(": do you mean {guess}?")).unwrap_or_default();
        return Err(format!("'{word}' is none of {}{guess}", words.join(", ")));
    };
    match name {
        Some("") => Err(format!("'{text}' names no {}", noun.word())),
        name => Ok(What { noun, name: name.map(str::to_owned) }),
    }
}

/// `deployment/shop`; a name alone is a deployment's.
fn deployment(text: &str) -> Result<Reference, String> {
    match text.split_once('/') {
        Some((word, name)) if Noun::of(word) == Some(Noun::Deployment) => named(Noun::Deployment, name),
        Some((word, _)) if Noun::of(word).is_some() => Err(format!("'{text}' is no deployment")),
        _ => named(Noun::Deployment, text),
    }
}

/// `noun/name`.
fn reference(text: &str) -> Result<Reference, String> {
    let What { noun, name } = what(text)?;
    named(noun, &name.ok_or_else(|| format!("'{text}' names no {0}: {0}/NAME", noun.word()))?)
}

fn named(noun: Noun, name: &str) -> Result<Reference, String> {
    if name.is_empty() {
        return Err(format!("no {} is named", noun.word()));
    }
    Ok(Reference { noun, name: name.to_owned() })
}

const PLURALS: [&str; 8] = ["deployments", "teams", "clusters", "datacenters", "tasks", "events", "revisions", "users"];
const BEGINNINGS: [&str; 6] = ["deployment/", "team/", "cluster/", "datacenter/", "task/", "user/"];

/// Reads an argument; what it may begin with is known to completions.
#[derive(Clone)]
pub struct Words<T> {
    read: fn(&str) -> Result<T, String>,
    words: &'static [&'static str],
}

/// Of `get`.
pub fn whats() -> Words<What> {
    Words { read: what, words: &PLURALS }
}

/// Of verbs for any thing.
pub fn references() -> Words<Reference> {
    Words { read: reference, words: &BEGINNINGS }
}

/// Of verbs for deployments.
pub fn deployments() -> Words<Reference> {
    Words { read: deployment, words: &["deployment/"] }
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Words<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<T, Error> {
        let text = StringValueParser::new().parse_ref(command, arg, value)?;
        (self.read)(&text).map_err(|why| Error::raw(ErrorKind::ValueValidation, format!("{why}\n")).with_cmd(command))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.words.iter().map(PossibleValue::new)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thing_is_named_by_its_noun_and_its_name() {
        assert_eq!(what("deployments"), Ok(What { noun: Noun::Deployment, name: None }));
        assert_eq!(what("task/1"), Ok(What { noun: Noun::Task, name: Some("1".into()) }));
        assert_eq!(reference("team/Web sites").map(|r| r.name), Ok("Web sites".into()));
        assert!(reference("team").is_err() && reference("team/").is_err());
        assert_eq!(what("deploymnet").unwrap_err().split(": ").last(), Some("do you mean deployment?"));
        for text in ["shop", "deployment/shop", "deployments/shop"] {
            assert_eq!(deployment(text), Ok(Reference { noun: Noun::Deployment, name: "shop".into() }));
        }
        assert_eq!(deployment("a/b").map(|r| r.name), Ok("a/b".into()), "a name may have any character");
        assert!(deployment("team/web").is_err() && deployment("").is_err());
    }
}
