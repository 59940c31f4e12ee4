//! What leaves infrastructure as text (error sentences, log lines, progress) goes through a mask: the values of the
//! namespace's Secrets and whatever looks like a token are replaced.

use std::collections::BTreeSet;

const STARS: &str = "***";
/// Fixed: shorter values would take ordinary words out of every text.
const SHORTEST: usize = 4;
/// Fixed: below this length a value counts only as a whole word: `3000` or `demo` must not tear other words apart.
const WORD: usize = 8;
/// Fixed: a namespace with more has its longest values masked.
const MOST_VALUES: usize = 2_000;
/// Keys whose values are names that sentences need ("Image wordpress:6 could not be pulled"), and are no secrets.
const NAMES: [&str; 8] = ["user", "username", "database", "dbname", "host", "port", "adminuser", "name"];

/// Secret values to take out of texts. Its `Debug` says only how many.
#[derive(Clone, Default)]
pub struct Mask {
    values: Vec<String>,
}

impl std::fmt::Debug for Mask {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Mask({} values)", self.values.len())
    }
}

impl Mask {
    /// A mask for the given (key, value) pairs; what looks like a token is masked by every mask.
    #[must_use]
    pub fn of<'a>(pairs: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> Self {
        let mut values = BTreeSet::new();
        for (key, value) in pairs {
            let Ok(text) = std::str::from_utf8(value) else { continue };
            if is_name(key) {
                continue;
            }
            // A secret of several lines shows up line by line in a log.
            for line in text.lines().map(str::trim).chain([text.trim()]) {
                if line.len() < SHORTEST {
                    continue;
                }
                values.insert(line.to_owned());
                values.insert(base64(line));
                let quoted = serde_json::Value::from(line).to_string();
                values.insert(quoted[1..quoted.len() - 1].to_owned());
                values.insert(percent(line));
            }
        }
        let mut values: Vec<String> = values.into_iter().collect();
        values.sort_by_key(|value| std::cmp::Reverse(value.len()));
        values.truncate(MOST_VALUES);
        Self { values }
    }

    /// The same mask with more values.
    #[must_use]
    pub fn with(mut self, other: Self) -> Self {
        self.values.extend(other.values);
        self.values.sort_by_key(|value| std::cmp::Reverse(value.len()));
        self.values.dedup();
        self
    }

    /// As [`Mask::text`], each line by itself.
    #[must_use]
    pub fn lines(&self, text: &str) -> String {
        text.lines().map(|line| self.text(line)).collect::<Vec<_>>().join("\n")
    }

    /// The text without secrets.
    #[must_use]
    pub fn text(&self, text: &str) -> String {
        let mut out = text.to_owned();
        for value in &self.values {
            if out.contains(value.as_str()) {
                out = if value.len() >= WORD { out.replace(value.as_str(), STARS) } else { replace_words(&out, value) };
            }
        }
        without_tokens(&out)
    }

    /// The error with its sentences masked; the inside cause too, since it is logged.
    #[must_use]
    pub fn error(&self, error: kit::Error) -> kit::Error {
        use kit::Error as E;
        match error.with_texts(&|text| self.text(text)) {
            E::Unavailable { message, source } => {
                E::Unavailable { message, source: anyhow::anyhow!(self.text(&format!("{source:#}"))) }
            }
            E::Internal(cause) => E::Internal(anyhow::anyhow!(self.text(&format!("{cause:#}")))),
            other => other,
        }
    }
}

fn is_name(key: &str) -> bool {
    let key: String = key.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    NAMES.contains(&key.as_str()) || key.ends_with("username") || key.ends_with("dbname") || key.ends_with("dbuser")
}

fn base64(text: &str) -> String {
    use ::base64::{Engine as _, engine::general_purpose::STANDARD_NO_PAD};
    STANDARD_NO_PAD.encode(text)
}

fn percent(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

/// Replaces `value` where it stands as a word of its own.
fn replace_words(text: &str, value: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let mut before: Option<char> = None;
    while let Some(at) = rest.find(value) {
        let (head, tail) = (&rest[..at], &rest[at + value.len()..]);
        let left = head.chars().next_back().or(before);
        let free = |side: Option<char>| side.is_none_or(|c| !c.is_alphanumeric());
        out.push_str(head);
        if free(left) && free(tail.chars().next()) {
            out.push_str(STARS);
        } else {
            out.push_str(value);
        }
        before = value.chars().next_back();
        rest = tail;
    }
    out.push_str(rest);
    out
}

/// Masks `Bearer …`, JSON web tokens and the password of an address (`scheme://user:password@host`).
fn without_tokens(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut bearer = false;
    for (i, word) in text.split(' ').enumerate() {
        if i > 0 {
            out.push(' ');
        }
        if bearer && word.len() >= SHORTEST {
            out.push_str(STARS);
        } else {
            out.push_str(&without_password(&without_jwt(word)));
        }
        bearer = word.trim_start_matches(['"', '\'', '=', ':', '(']).eq_ignore_ascii_case("bearer");
    }
    out
}

fn without_jwt(word: &str) -> String {
    let part = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    let mut out = String::new();
    let mut rest = word;
    while let Some(at) = rest.find("eyJ") {
        let end = rest[at..].find(|c| !part(c)).map_or(rest.len(), |n| at + n);
        let token = &rest[at..end];
        out.push_str(&rest[..at]);
        out.push_str(if token.len() >= 30 && token.contains('.') { STARS } else { token });
        rest = &rest[end..];
    }
    out.push_str(rest);
    out
}

fn without_password(word: &str) -> String {
    let Some((scheme, rest)) = word.split_once("://") else { return word.to_owned() };
    let authority = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let Some(at) = rest[..authority].rfind('@') else { return word.to_owned() };
    match rest[..at].split_once(':') {
        Some((user, _)) => format!("{scheme}://{user}:{STARS}{}", &rest[at..]),
        None => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::Message;

    fn mask() -> Mask {
        Mask::of([
            ("password", b"corr3ct \"horse\"".as_slice()),
            ("root-password", b"s3cr3t-root-pass"),
            ("pin", b"4711"),
            ("x", b"abc"),
            ("username", b"wordpress"),
            ("key.pem", b"-----BEGIN KEY-----\nMIIabcdefghij\n-----END KEY-----"),
        ])
    }

    #[test]
    fn a_secret_is_masked_as_it_is_quoted_encoded_and_escaped() {
        let mask = mask();
        assert_eq!(mask.text("login s3cr3t-root-pass failed"), "login *** failed");
        assert_eq!(mask.text(r#"say corr3ct "horse" now"#), "say *** now");
        assert_eq!(mask.text(r#"{"p":"corr3ct \"horse\""}"#), r#"{"p":"***"}"#);
        assert_eq!(mask.text("czNjcjN0LXJvb3QtcGFzcw=="), "***==");
        assert_eq!(mask.text("p=corr3ct%20%22horse%22&x"), "p=***&x");
        assert_eq!(mask.text("MIIabcdefghij"), "***");
    }

    #[test]
    fn a_short_secret_is_masked_as_a_word_only_and_a_user_name_never() {
        let mask = mask();
        assert_eq!(mask.text("pin 4711, not 47110 or a4711; 4711"), "pin ***, not 47110 or a4711; ***");
        assert_eq!(mask.text("image wordpress:6 abc"), "image wordpress:6 abc");
    }

    #[test]
    fn what_looks_like_a_token_is_masked_without_knowing_it() {
        let mask = Mask::default();
        assert_eq!(mask.text("Authorization: Bearer abcdef.123 sent"), "Authorization: Bearer *** sent");
        let jwt = format!("t=eyJ{}.eyJ{}.sig;", "a".repeat(20), "b".repeat(20));
        assert_eq!(mask.text(&jwt), "t=***;");
        assert_eq!(mask.text("mysql://shop:pa:ss@db:3306/x"), "mysql://shop:***@db:3306/x");
        assert_eq!(mask.text("https://example.com/@me"), "https://example.com/@me");
        assert_eq!(mask.text("eyJhbGci is short"), "eyJhbGci is short");
    }

    #[test]
    fn an_error_leaves_masked_in_every_part() {
        let mask = mask();
        let error = mask.error(kit::Error::unavailable(
            Message::said("no s3cr3t-root-pass"),
            anyhow::anyhow!("in s3cr3t-root-pass"),
        ));
        let kit::Error::Unavailable { message, source } = error else { panic!("another category") };
        assert_eq!((message.sentence(), source.to_string().as_str()), ("no ***", "in ***"));
        let kit::Error::Invalid { fields, .. } =
            mask.error(kit::Error::invalid_field("data", Message::said("value s3cr3t-root-pass is wrong")))
        else {
            panic!()
        };
        assert_eq!(fields["data"], "value *** is wrong");
    }
}
