//! What a rule may be: its name, kinds, address and language, checked.

use access::Caller;
use kit::{Message, Problems, address::AddressPolicy, message};
use proto::events::{NotificationChannel, NotificationKind};
use std::net::IpAddr;
use url::{Host, Url};

use crate::{kinds, rule::Owner};

/// Characters of a name at most. Fixed: a documented limit of the REST API.
const MAX_NAME: usize = 100;
/// Characters of an address at most. Fixed: a documented limit of the REST API.
const MAX_URL: usize = 2_000;
/// The languages that the console speaks.
const LANGUAGES: [&str; 3] = ["en", "es", "fr"];
/// Characters that are shown of the end of an address, so that two of one host can be told apart.
const END: usize = 4;

/// Checks a name.
pub fn name(problems: &mut Problems, name: &str) {
    let label = message!(Label_Name);
    if name.is_empty() {
        problems.add("name", message!(REQUIRED, label = label));
    } else if name.chars().count() > MAX_NAME {
        problems.add("name", message!(TOO_LONG, label = label, most = MAX_NAME));
    } else if let Some(problem) = kit::text::name_problem(&label, name) {
        problems.add("name", problem);
    }
}

/// Checks what a rule is about, as words.
pub fn kinds(problems: &mut Problems, caller: &Caller, owner: Owner, kinds: &[NotificationKind]) -> Vec<String> {
    let overseer = owner.user().is_some() && caller.overseer().is_ok();
    let mut words: Vec<String> = kinds.iter().filter_map(|kind| kinds::word(*kind)).map(str::to_owned).collect();
    words.sort();
    words.dedup();
    if words.is_empty() {
        problems.add("kinds", message!(KINDS_REQUIRED));
    } else if kinds.iter().any(|kind| kinds::is_for_overseers(*kind)) && !overseer {
        problems.add("kinds", message!(KINDS_FOR_ADMINS));
    } else if owner.team().is_some() && kinds.iter().any(|kind| kinds::is_personal(*kind)) {
        problems.add("kinds", message!(KINDS_PERSONAL));
    }
    words
}

/// Checks whether the owner may be told of all teams.
pub fn everything(problems: &mut Problems, caller: &Caller, owner: Owner, everything: bool) {
    if everything && (owner.team().is_some() || caller.overseer().is_err()) {
        problems.add("everything", message!(EVERYTHING_FOR_ADMINS));
    }
}

/// Checks a language; empty is none.
pub fn language(problems: &mut Problems, language: &str) {
    if !language.is_empty() && !LANGUAGES.contains(&language) {
        problems.add("language", message!(LANGUAGE_UNKNOWN, known = LANGUAGES.as_slice()));
    }
}

/// Checks the address of a channel; `None` for mail, which has none.
pub fn url(
    problems: &mut Problems,
    policy: &AddressPolicy,
    caller: &Caller,
    channel: NotificationChannel,
    text: &str,
) -> Option<Url> {
    if channel == NotificationChannel::Mail {
        return None;
    }
    let policy = if caller.admin().is_ok() { policy.clone() } else { policy.public() };
    match read(text.trim(), &policy) {
        Ok(url) => Some(url),
        Err(problem) => {
            problems.add("url", problem);
            None
        }
    }
}

/// https, or http to what the operator listed; no name or password in it. A literal address must be allowed; names are checked
/// at each connection.
fn read(text: &str, policy: &AddressPolicy) -> Result<Url, Message> {
    if text.is_empty() {
        return Err(message!(REQUIRED, label = message!(Label_WebhookAddress)));
    }
    let wrong = || message!(WEBHOOK_ADDRESS_WRONG);
    let url = Url::parse(text).map_err(|_| wrong())?;
    let (Some(host), Some(port)) = (url.host(), url.port_or_known_default()) else { return Err(wrong()) };
    if text.len() > MAX_URL || !url.username().is_empty() || url.password().is_some() || url.fragment().is_some() {
        return Err(wrong());
    }
    let (name, ip) = match host {
        Host::Ipv4(ip) => (ip.to_string(), Some(IpAddr::V4(ip))),
        Host::Ipv6(ip) => (ip.to_string(), Some(IpAddr::V6(ip))),
        Host::Domain(name) => (name.to_owned(), None),
    };
    match url.scheme() {
        "https" => {}
        "http" if policy.lists(&name, port) => {}
        "http" => return Err(message!(WEBHOOK_NOT_HTTPS)),
        _ => return Err(wrong()),
    }
    if let Some(ip) = ip {
        policy.check(&name, port, ip).map_err(|_| message!(WEBHOOK_ADDRESS_REFUSED, address = ip.to_string()))?;
    }
    Ok(url)
}

/// What people see of an address: who has all of it may write there.
pub fn shown(url: &Url) -> String {
    let end: String = url.as_str().chars().rev().take(END).collect::<Vec<_>>().into_iter().rev().collect();
    let origin = url.origin().ascii_serialization();
    if url.path().len() + url.query().map_or(0, str::len) > 4 * END {
        format!("{origin}/…{end}")
    } else {
        format!("{origin}/…")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(text: &str, policy: &AddressPolicy) -> Option<String> {
        read(text, policy).err().map(|problem| problem.reason().to_owned())
    }

    #[test]
    fn an_address_is_https_and_leads_outside_unless_the_operator_listed_it() {
        let policy =
            AddressPolicy::parse("CANOPY_WEBHOOK_ALLOW", "127.0.0.1:9000,chat.lan:8065").expect("a list").public();
        for good in [
            "https://hooks.slack.com/services/T0/B0/abcdefgh",
            "https://example.com:8443/a?b=c",
            "http://127.0.0.1:9000/hook",
            "http://chat.lan:8065/hooks/x",
        ] {
            assert_eq!(problem(good, &policy), None, "{good}");
        }
        for (bad, reason) in [
            ("", "REQUIRED"),
            ("hello", "WEBHOOK_ADDRESS_WRONG"),
            ("ftp://example.com/", "WEBHOOK_ADDRESS_WRONG"),
            ("https://ada:secret@example.com/", "WEBHOOK_ADDRESS_WRONG"),
            ("https://example.com/#x", "WEBHOOK_ADDRESS_WRONG"),
            ("http://example.com/", "WEBHOOK_NOT_HTTPS"),
            ("https://127.0.0.1/", "WEBHOOK_ADDRESS_REFUSED"),
            ("https://2130706433/", "WEBHOOK_ADDRESS_REFUSED"),
            ("https://[::1]/", "WEBHOOK_ADDRESS_REFUSED"),
            ("https://10.0.0.1/", "WEBHOOK_ADDRESS_REFUSED"),
            ("https://169.254.169.254/latest/meta-data", "WEBHOOK_ADDRESS_REFUSED"),
        ] {
            assert_eq!(problem(bad, &policy).as_deref(), Some(reason), "{bad}");
        }
    }

    #[test]
    fn most_of_an_address_is_not_shown() {
        let shown = |text: &str| shown(&Url::parse(text).expect("an address"));
        assert_eq!(shown("https://hooks.slack.com/services/T0/B0/abcdefgh"), "https://hooks.slack.com/…efgh");
        assert_eq!(shown("https://example.com/x"), "https://example.com/…");
    }
}
