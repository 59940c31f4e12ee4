//! One attempt to hand a letter to the SMTP server, and what it answered.

use crate::{queue::Sealed, settings::Post};
use kit::{Context, Error, Result};
use lettre::{
    AsyncTransport as _, Message,
    message::header::{ContentType, HeaderName, HeaderValue},
};
use proto::mail::Outcome;
use std::{error::Error as _, ops::RangeInclusive};
use uuid::Uuid;

/// Answers that are about this letter and its receiver, and will be the same tomorrow.
const REFUSED: RangeInclusive<u16> = 550..=559;
/// Characters of an answer that are kept. Fixed: what servers say is shorter, and may not fill a page.
const MAX_TEXT: usize = 500;

/// How an attempt ended.
pub(crate) struct Answer {
    pub outcome: Outcome,
    /// It would be refused again.
    pub for_good: bool,
    /// In the words of the server or of the connection, on one line; empty for what was not answered.
    pub text: String,
}

impl Answer {
    pub fn is_taken(&self) -> bool {
        self.outcome == Outcome::Taken
    }

    /// The server did not answer in time.
    pub fn silent() -> Self {
        Self { outcome: Outcome::Silent, for_good: false, text: String::new() }
    }

    /// A letter that could not be made, and never can be.
    pub fn unwritten() -> Self {
        Self { outcome: Outcome::Refused, for_good: true, text: String::new() }
    }

    fn of(error: &lettre::transport::smtp::Error) -> Self {
        let Some(code) = error.status() else {
            return if error.is_timeout() {
                Self::silent()
            } else {
                Self { outcome: Outcome::Unreachable, for_good: false, text: shown(&error.to_string()) }
            };
        };
        let said = error.source().map(ToString::to_string).unwrap_or_default();
        let for_good = REFUSED.contains(&u16::from(code));
        Self { outcome: Outcome::Refused, for_good, text: shown(&format!("{code} {said}")) }
    }
}

/// One line of what others wrote, without what hides.
pub(crate) fn shown(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let line: String = line.chars().map(|c| if kit::text::is_hidden(c) { '\u{FFFD}' } else { c }).collect();
    kit::text::cut(&line, MAX_TEXT)
}

/// The message of a letter. The same each time, so that one that comes twice is known as one.
///
/// # Errors
/// `Internal` when the receiver's address is none.
pub(crate) fn compose(cx: &Context, post: &Post, id: Uuid, letter: Sealed) -> Result<Message> {
    let Sealed { to, subject, text } = letter;
    let id = format!("<{id}@{}>", post.from.email.domain());
    Message::builder()
        .from(post.from.clone())
        .to(to.parse().map_err(Error::internal)?)
        .subject(subject)
        .date(cx.clock.now().into())
        .message_id(Some(id))
        .header(ContentType::TEXT_PLAIN)
        // no automatic answers, please (RFC 3834)
        .raw_header(HeaderValue::new(HeaderName::new_from_ascii_str("Auto-Submitted"), "auto-generated".to_owned()))
        .body(text)
        .map_err(Error::internal)
}

/// Hands it over.
pub(crate) async fn hand(post: &Post, message: Message) -> Answer {
    match post.transport.send(message).await {
        Ok(response) => {
            let said = response.message().collect::<Vec<_>>().join(" ");
            let text = shown(&format!("{} {said}", response.code()));
            Answer { outcome: Outcome::Taken, for_good: false, text }
        }
        Err(error) => Answer::of(&error),
    }
}
