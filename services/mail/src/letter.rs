//! What letters say, in the receiver's language.

use fluent_bundle::{FluentArgs, FluentResource, concurrent::FluentBundle};
use std::sync::LazyLock;
use time::OffsetDateTime;

/// Characters of a name in a letter at most. Fixed: names of people and teams end there, too.
const MAX_NAME: usize = 100;

/// Why somebody gets a letter.
#[derive(Clone, Copy, Debug)]
pub enum Reason<'a> {
    /// They, or an administrator for them, asked for another password.
    ResetPassword,
    /// They are to have an account.
    InviteUser {
        /// Who invites.
        by: &'a str,
    },
    /// They are to join a team.
    InviteMember {
        /// Who invites.
        by: &'a str,
        /// The team's name.
        team: &'a str,
    },
    /// Somebody tries whether letters arrive.
    Test,
    /// Something happened that they want to be told of.
    Notice {
        /// What happened, in their language.
        said: &'a str,
        /// The name of the rule by which they are told.
        rule: &'a str,
    },
}

/// A letter with a link.
#[derive(Clone, Debug)]
pub struct Letter<'a> {
    /// A canonical address.
    pub to: &'a str,
    /// One that the console speaks; anything else is English.
    pub language: &'a str,
    /// What it is about.
    pub reason: Reason<'a>,
    /// Path of the link in the console, with the token behind its `#`.
    pub path: String,
    /// The link is worth nothing any more from then on, and the letter is not sent.
    pub expires_at: OffsetDateTime,
}

/// Subject and text.
pub(crate) struct Written {
    pub subject: String,
    pub text: String,
}

type Texts = FluentBundle<FluentResource>;

const CATALOGUES: [(&str, &str); 3] =
    [("en", include_str!("texts.en.ftl")), ("es", include_str!("texts.es.ftl")), ("fr", include_str!("texts.fr.ftl"))];

static TEXTS: LazyLock<Vec<(&str, Texts)>> =
    LazyLock::new(|| CATALOGUES.map(|(name, text)| (name, read(name, text))).into());

fn read(language: &str, text: &str) -> Texts {
    let resource = FluentResource::try_new(text.to_owned()).unwrap_or_else(|(rest, problems)| {
        debug_assert!(problems.is_empty(), "the catalogue cannot be read: {problems:?}");
        rest
    });
    let language = unic_langid::LanguageIdentifier::from_bytes(language.as_bytes()).unwrap_or_default();
    let mut texts = FluentBundle::new_concurrent(vec![language]);
    // plain text has no use for marks around names
    texts.set_use_isolating(false);
    texts.add_resource_overriding(resource);
    texts
}

impl Reason<'_> {
    fn word(self) -> &'static str {
        match self {
            Self::ResetPassword => "reset",
            Self::InviteUser { .. } => "user",
            Self::InviteMember { .. } => "member",
            Self::Test => "test",
            Self::Notice { .. } => "notice",
        }
    }
}

impl Letter<'_> {
    /// In the receiver's language.
    pub(crate) fn write(&self, public_url: &str) -> Written {
        let texts = TEXTS.iter().find(|(name, _)| *name == self.language).or_else(|| TEXTS.first());
        let mut args = FluentArgs::new();
        args.set("email", self.to);
        args.set("link", format!("{public_url}{}", self.path));
        // What somebody typed stays one line, and short.
        let name = |name: &str| kit::text::cut(&kit::text::cleaned(name), MAX_NAME);
        match self.reason {
            Reason::ResetPassword | Reason::Test => {}
            Reason::InviteUser { by } => args.set("by", name(by)),
            Reason::InviteMember { by, team } => {
                args.set("by", name(by));
                args.set("team", name(team));
            }
            Reason::Notice { said, rule } => {
                args.set("said", crate::attempt::shown(said));
                args.set("rule", name(rule));
            }
        }
        let fill = |part: &str| texts.map(|(_, texts)| fill(texts, &format!("{}-{part}", self.reason.word()), &args));
        Written { subject: fill("subject").unwrap_or_default(), text: fill("text").unwrap_or_default() }
    }
}

fn fill(texts: &Texts, key: &str, args: &FluentArgs<'_>) -> String {
    let Some(pattern) = texts.get_message(key).and_then(|message| message.value()) else {
        debug_assert!(false, "there is no text {key}");
        return String::new();
    };
    let mut problems = Vec::new();
    let text = texts.format_pattern(pattern, Some(args), &mut problems).into_owned();
    debug_assert!(problems.is_empty(), "{key}: {problems:?}");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const REASONS: [Reason<'static>; 5] = [
        Reason::ResetPassword,
        Reason::InviteUser { by: "Ada Lovelace" },
        Reason::InviteMember { by: "Ada Lovelace", team: "Web" },
        Reason::Test,
        Reason::Notice { said: "Deployment \"shop\" was created.", rule: "Night watch" },
    ];

    fn written(language: &str, reason: Reason<'_>) -> Written {
        let (path, expires_at) = ("/somewhere#token".to_owned(), OffsetDateTime::UNIX_EPOCH);
        Letter { to: "bob@example.com", language, reason, path, expires_at }.write("https://canopy.example.com")
    }

    #[test]
    fn every_letter_is_there_in_every_language_with_its_link_on_a_line_of_its_own() {
        for reason in REASONS {
            let mut subjects = Vec::new();
            for language in ["en", "es", "fr"] {
                let Written { subject, text } = written(language, reason);
                assert!(subject.contains("Canopy") && !subject.contains('\n'), "{subject}");
                assert!(text.lines().any(|line| line == "https://canopy.example.com/somewhere#token"), "{text}");
                assert!(!text.contains("{ $"), "{text}");
                if let Reason::InviteMember { by, team } = reason {
                    assert!(text.contains(by) && text.contains(team), "{text}");
                }
                subjects.push(subject);
            }
            subjects.dedup();
            assert_eq!(subjects.len(), 3, "{subjects:?}");
        }
    }

    #[test]
    fn a_language_that_is_none_is_english() {
        let english = written("en", Reason::ResetPassword).text;
        for language in ["", "de", "en-GB"] {
            assert_eq!(written(language, Reason::ResetPassword).text, english);
        }
    }

    #[test]
    fn a_name_cannot_write_lines_of_its_own() {
        let reason = Reason::InviteMember { by: "Eve\r\nBcc: all@example.com", team: &"x".repeat(500) };
        let Written { text, .. } = written("en", reason);
        assert!(!text.lines().any(|line| line.starts_with("Bcc")), "{text}");
        assert!(!text.contains(&"x".repeat(MAX_NAME + 1)), "{text}");
    }
}
