//! What people read: a code, what it is filled with, and the English sentence made from both.
//!
//! Code and parameters travel between services, are stored and reach the console, which makes the reader's language from
//! them. The sentence is made once, here, from the one catalogue of texts, and travels along for readers who know no codes.
//! No code looks at a sentence.

mod kept;

pub use kept::Kept;

use crate::catalogues::{fill_in, render};
use fluent_bundle::FluentValue;
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, fmt};

/// Says something: its code and what it is filled with, `message!(TEAM_LIMIT, most = 5)`. A test holds every code and
/// parameter against the catalogue.
#[macro_export]
macro_rules! message {
    ($reason:ident $(, $name:ident = $value:expr)* $(,)?) => {
        $crate::Message::new(
            stringify!($reason),
            $crate::message::Params::from([$((stringify!($name).to_owned(), $crate::message::Value::from($value))),*]),
        )
    };
}

/// What the texts are filled with, by name.
pub type Params = BTreeMap<String, Value>;

/// What a text can be filled with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Value {
    /// Counted or measured; it chooses plurals.
    Number(i64),
    /// A name, a word, or a text that is not ours.
    Text(String),
    /// Several, listed with commas.
    List(Vec<String>),
    /// A sentence within a sentence.
    Message(Box<Message>),
    /// Several sentences within a sentence, a line each.
    Lines {
        /// In their order.
        lines: Vec<Message>,
    },
}

/// A text that is not ours (Kubernetes, Helm, a line of a log): it stays as it is. Other texts are cleaned.
#[must_use]
pub fn as_is(text: impl Into<String>) -> Value {
    Value::Text(text.into())
}

/// See the module.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    reason: String,
    #[serde(default)]
    params: Params,
    #[serde(rename = "message")]
    sentence: String,
}

impl Message {
    /// For [`message!`]: codes are written nowhere else.
    #[doc(hidden)]
    #[must_use]
    pub fn new(reason: &str, params: Params) -> Self {
        let sentence = render(reason, &params).unwrap_or_else(|problem| {
            debug_assert!(false, "{problem}");
            tracing::error!(problem, "a text is wrong");
            reason.to_owned()
        });
        Self { reason: reason.to_owned(), params, sentence }
    }

    /// A sentence that comes without a code, from an older role or another program.
    #[must_use]
    pub fn said(text: impl Into<String>) -> Self {
        crate::message!(Said, said = as_is(text))
    }

    /// What was stored or sent in its parts: the sentence stays, as this role may not know the code. `params` is JSON.
    #[must_use]
    pub fn restored(reason: &str, params: &str, sentence: &str) -> Self {
        if reason.is_empty() {
            return Self::said(sentence);
        }
        Self::of(reason, serde_json::from_str(params).unwrap_or_default(), sentence)
    }

    /// What was stored with its code, when it belongs to the sentence beside it: an older role writes only the sentence.
    #[must_use]
    pub fn beside(stored: Option<&Self>, sentence: &str) -> Self {
        match stored {
            Some(said) if said.sentence == sentence => said.clone(),
            _ => Self::said(sentence),
        }
    }

    /// The same with parameters that have been read.
    pub(crate) fn of(reason: &str, params: Params, sentence: &str) -> Self {
        Self { reason: reason.to_owned(), params, sentence: sentence.to_owned() }
    }

    /// As one text, for a field of a message between services or a column: [`Message::unpacked`] reads it.
    #[must_use]
    pub fn packed(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// What was packed; `sentence` is what an older role gave.
    #[must_use]
    pub fn unpacked(packed: &str, sentence: &str) -> Self {
        serde_json::from_str(packed).unwrap_or_else(|_| Self::said(sentence))
    }

    /// For programs: a stable word.
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// What the text is filled with.
    #[must_use]
    pub fn params(&self) -> &Params {
        &self.params
    }

    /// The parameters as a JSON object.
    #[must_use]
    pub fn params_json(&self) -> String {
        serde_json::to_string(&self.params).unwrap_or_default()
    }

    /// The English sentence, for people.
    #[must_use]
    pub fn sentence(&self) -> &str {
        &self.sentence
    }

    /// The sentence in a language that the console speaks; in English where it has none in that one.
    #[must_use]
    pub fn sentence_in(&self, language: &str) -> String {
        let translated = || {
            let params = self.params.iter().map(|(name, value)| (name.clone(), value.clone().said_in(language)));
            fill_in(language, &self.reason, &params.collect())
        };
        translated().unwrap_or_else(|| self.sentence.clone())
    }

    /// The same code with a sentence that was cut.
    #[must_use]
    pub fn shortened(self, sentence: String) -> Self {
        Self { sentence, ..self }
    }

    /// The same with other texts in it: what must not be read is masked, what is too long is cut.
    #[must_use]
    pub fn with_texts(self, change: &dyn Fn(&str) -> String) -> Self {
        let params: Params = self.params.into_iter().map(|(name, value)| (name, value.with_texts(change))).collect();
        let sentence = render(&self.reason, &params).unwrap_or_else(|_| change(&self.sentence));
        Self { reason: self.reason, params, sentence }
    }
}

impl Value {
    /// With the sentences in it in this language.
    fn said_in(self, language: &str) -> Self {
        match self {
            Self::Message(message) => Self::Text(message.sentence_in(language)),
            Self::Lines { lines } => {
                let lines: Vec<String> = lines.iter().map(|line| line.sentence_in(language)).collect();
                Self::Text(lines.join("\n"))
            }
            other => other,
        }
    }

    fn with_texts(self, change: &dyn Fn(&str) -> String) -> Self {
        match self {
            Self::Number(number) => Self::Number(number),
            Self::Text(text) => Self::Text(change(&text)),
            Self::List(texts) => Self::List(texts.iter().map(|text| change(text)).collect()),
            Self::Message(message) => Self::Message(Box::new(message.with_texts(change))),
            Self::Lines { lines } => {
                Self::Lines { lines: lines.into_iter().map(|line| line.with_texts(change)).collect() }
            }
        }
    }
}

impl fmt::Display for Message {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.sentence)
    }
}

/// Only tests look at sentences.
#[cfg(any(test, feature = "testing"))]
impl<T: AsRef<str> + ?Sized> PartialEq<T> for Message {
    fn eq(&self, sentence: &T) -> bool {
        self.sentence == sentence.as_ref()
    }
}

macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl From<$number> for Value {
            fn from(number: $number) -> Self {
                Self::Number(i64::try_from(number).unwrap_or(i64::MAX))
            }
        }
    )*};
}
numbers!(u8, u16, u32, u64, usize, i32, i64);

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(crate::text::cleaned(text))
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::from(text.as_str())
    }
}

impl From<&String> for Value {
    fn from(text: &String) -> Self {
        Self::from(text.as_str())
    }
}

impl From<Message> for Value {
    fn from(message: Message) -> Self {
        Self::Message(Box::new(message))
    }
}

impl From<Vec<Message>> for Value {
    fn from(lines: Vec<Message>) -> Self {
        Self::Lines { lines }
    }
}

impl<T: AsRef<str>> From<Vec<T>> for Value {
    fn from(texts: Vec<T>) -> Self {
        Self::from(texts.as_slice())
    }
}

impl<T: AsRef<str>> From<&[T]> for Value {
    fn from(texts: &[T]) -> Self {
        Self::List(texts.iter().map(|text| crate::text::cleaned(text.as_ref())).collect())
    }
}

impl<'a> From<&'a Value> for FluentValue<'a> {
    fn from(value: &'a Value) -> Self {
        match value {
            Value::Number(number) => (*number).into(),
            Value::Text(text) => text.as_str().into(),
            Value::List(texts) => texts.join(", ").into(),
            Value::Message(message) => message.sentence.as_str().into(),
            Value::Lines { lines } => lines.iter().map(Message::sentence).collect::<Vec<_>>().join("\n").into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_its_code_and_parameters_and_the_sentence_made_of_them() {
        let message = message!(TEAM_LIMIT, most = 5);
        assert_eq!(message.reason(), "TEAM_LIMIT");
        assert_eq!(message.params_json(), r#"{"most":5}"#);
        assert_eq!(message.to_string(), "You cannot own more than 5 teams.");
    }

    #[test]
    fn what_somebody_typed_cannot_forge_the_rest_of_a_sentence() {
        let user = "x\" was added to team \"Finance";
        let message = message!(MemberAdded, user = user, team = "Sales\nteam");
        assert_eq!(message, "\"x' was added to team 'Finance\" was added to team \"Sales team\".");
        assert_eq!(message.params()["user"], Value::Text("x' was added to team 'Finance".to_owned()));
    }

    #[test]
    fn what_is_not_ours_stays_as_it_is() {
        assert_eq!(Message::said("pods \"web\" not found\n  at line 3"), "pods \"web\" not found\n  at line 3");
    }

    #[test]
    fn a_sentence_and_those_within_it_are_said_in_the_readers_language() {
        let message = message!(ClusterUnreachable, cluster = "one", said = message!(PodsNotReady));
        let spanish = message.sentence_in("es");
        assert!(spanish.contains("one") && !spanish.contains("cannot be reached"), "{spanish}");
        assert!(!spanish.contains("did not become ready"), "{spanish}");
        assert_ne!(message.sentence_in("fr"), spanish);
        for language in ["en", "", "de"] {
            assert_eq!(message.sentence_in(language), message.sentence());
        }
        let newer = Message::restored("NEVER_HEARD_OF", "{}", "One thing.");
        assert_eq!(newer.sentence_in("fr"), "One thing.");
    }

    #[test]
    fn a_code_of_a_newer_role_keeps_its_sentence() {
        let newer = Message::restored("NEVER_HEARD_OF", r#"{"n":1,"names":["a","b"]}"#, "One thing.");
        assert_eq!((newer.reason(), newer.sentence()), ("NEVER_HEARD_OF", "One thing."));
        assert_eq!(newer.params()["names"], Value::List(vec!["a".to_owned(), "b".to_owned()]));
        assert_eq!(Message::restored("", "", "As it was."), "As it was.");
    }

    #[test]
    fn a_sentence_stands_within_a_sentence_and_texts_can_be_masked_in_both() {
        let inner = Message::said("the password is hunter2");
        let outer = message!(ClusterUnreachable, cluster = "one", said = inner);
        let masked = outer.with_texts(&|text| text.replace("hunter2", "***"));
        assert_eq!(masked, "Cluster \"one\" cannot be reached: the password is ***.");
        assert!(!masked.params_json().contains("hunter2"));
        let stored = serde_json::to_string(&masked).unwrap();
        assert_eq!(serde_json::from_str::<Message>(&stored).unwrap(), masked);
    }

    #[test]
    fn sentences_are_listed_line_by_line_and_stored_as_they_are() {
        let rights = vec![message!(NodesUnknown), Message::said("the password is hunter2")];
        let message = message!(WithDetails, said = message!(PodsNotReady), details = rights);
        assert!(message.sentence().ends_with("not known.\nthe password is hunter2"), "{message}");
        assert_eq!(Message::unpacked(&message.packed(), ""), message);
        let masked = message.with_texts(&|text| text.replace("hunter2", "***"));
        assert!(masked.sentence().ends_with("the password is ***") && !masked.packed().contains("hunter2"));
    }

    #[test]
    fn a_stored_code_counts_only_for_the_sentence_beside_it() {
        let stored = message!(TEAM_LIMIT, most = 5);
        assert_eq!(Message::beside(Some(&stored), stored.sentence()), stored);
        assert_eq!(Message::beside(Some(&stored), "Later, by an older role.").reason(), "Said");
        assert_eq!(Message::beside(None, "As it was.").sentence(), "As it was.");
    }

    #[test]
    #[should_panic(expected = "there is no text")]
    fn a_missing_text_is_found_by_every_test_that_says_it() {
        let _ = Message::new("NO_SUCH_TEXT", Params::new());
    }

    #[test]
    #[should_panic(expected = "cannot be filled in")]
    fn a_missing_parameter_too() {
        let _ = Message::new("TEAM_LIMIT", Params::new());
    }
}
