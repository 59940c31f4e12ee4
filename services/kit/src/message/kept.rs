//! Messages in columns that lists read.

use super::{Message, Params};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::{borrow::Cow, sync::LazyLock};

/// A message in a column that a list reads. One that cannot be read, because a newer version wrote it, is as if it were not
/// there: the sentence beside it is shown, and the list with all its other rows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kept(Option<Message>);

impl From<Message> for Kept {
    fn from(message: Message) -> Self {
        Self(Some(message))
    }
}

impl<'de> Deserialize<'de> for Kept {
    fn deserialize<D: serde::Deserializer<'de>>(column: D) -> Result<Self, D::Error> {
        let value = serde_json::Value::deserialize(column)?;
        Ok(Self(serde_json::from_value(value).ok()))
    }
}

static NOTHING: LazyLock<String> = LazyLock::new(|| Message::said("").packed());

impl Message {
    /// As [`Message::beside`], of a row of a list.
    #[must_use]
    pub fn beside_kept(kept: Option<&Kept>, sentence: &str) -> Self {
        Self::beside(kept.and_then(|kept| kept.0.as_ref()), sentence)
    }

    /// [`Message::packed`] of what was stored as text, when it belongs to the sentence beside it, else of that sentence alone. It is
    /// passed on as it was stored, without being made anew.
    #[must_use]
    pub fn packed_beside(stored: Option<&str>, sentence: &str) -> String {
        #[derive(Deserialize)]
        struct Stored<'a> {
            #[serde(borrow, rename = "reason")]
            _reason: Cow<'a, str>,
            #[serde(borrow)]
            params: Option<&'a RawValue>,
            #[serde(borrow, rename = "message")]
            sentence: Cow<'a, str>,
        }
        let belongs = |text: &&str| {
            let stored: Result<Stored<'_>, _> = serde_json::from_str(text);
            stored.is_ok_and(|Stored { params, sentence: own, .. }| {
                let readable =
                    |params: &RawValue| params.get() == "{}" || serde_json::from_str::<Params>(params.get()).is_ok();
                own == sentence && params.is_none_or(readable)
            })
        };
        match stored.filter(belongs) {
            Some(text) => text.to_owned(),
            // what has not begun says nothing
            None if sentence.is_empty() => NOTHING.clone(),
            None => Self::said(sentence).packed(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kept_message_that_a_newer_version_wrote_leaves_the_sentence_beside_it() {
        let said = crate::message!(NoAnswerInTime);
        let kept: Kept = serde_json::from_str(&said.packed()).unwrap();
        assert_eq!(Message::beside_kept(Some(&kept), said.sentence()), said);
        let newer: Kept = serde_json::from_str(r#"{"reason": {"of": "tomorrow"}, "message": 7}"#).unwrap();
        assert_eq!(newer, Kept::default());
        assert_eq!(Message::beside_kept(Some(&newer), "Something."), Message::said("Something."));
    }

    #[test]
    fn what_was_stored_as_text_is_passed_on_as_it_is_or_gives_way_to_the_sentence_beside_it() {
        let said = crate::message!(TEAM_LIMIT, most = 5);
        let stored = said.packed();
        assert_eq!(Message::packed_beside(Some(&stored), said.sentence()), stored);
        let alone = Message::said("Something.").packed();
        let newer = r#"{"reason": "NEW", "params": {"at": {"of": "tomorrow"}}, "message": "Something."}"#;
        for stored in [None, Some(stored.as_str()), Some("nonsense"), Some(newer), Some(r#"{"message": 7}"#)] {
            assert_eq!(Message::packed_beside(stored, "Something."), alone, "{stored:?}");
        }
        let plain = r#"{"reason": "NoAnswerInTime", "params": {}, "message": "Something \u0022new\u0022."}"#;
        assert_eq!(Message::packed_beside(Some(plain), "Something \"new\"."), plain);
    }
}
