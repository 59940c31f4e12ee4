//! E-mail addresses: one canonical form, so that no two spellings of an address are two accounts or two counters.

/// Characters at most (fixed: RFC 5321 says 254 for the whole address, 64 before the @).
const MAX: usize = 254;
const MAX_LOCAL: usize = 64;

/// The canonical form (trimmed, lower case), or `None` when this is no address we take.
///
/// The part before the @ is plain ASCII without quotes; a domain with other letters is written in its `xn--` form.
#[must_use]
pub fn canonical(text: &str) -> Option<String> {
    let text = text.trim();
    if !text.is_ascii() || text.len() > MAX {
        return None;
    }
    let text = text.to_ascii_lowercase();
    let (local, domain) = text.split_once('@')?;
    (is_local(local) && is_domain(domain)).then_some(text)
}

fn is_local(local: &str) -> bool {
    let plain = |c: u8| c.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~.".contains(&c);
    (1..=MAX_LOCAL).contains(&local.len())
        && local.bytes().all(plain)
        && !local.starts_with('.')
        && !local.ends_with('.')
        && !local.contains("..")
}

/// At least two labels of letters, digits and hyphens; the last one is not a number (that would be an IP address).
fn is_domain(domain: &str) -> bool {
    let label = |label: &str| {
        (1..=63).contains(&label.len())
            && label.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let mut labels = domain.rsplit('.');
    let last = labels.next().unwrap_or_default();
    last.bytes().any(|c| c.is_ascii_alphabetic())
        && domain.contains('.')
        && domain.len() <= 253
        && domain.split('.').all(label)
}

#[cfg(test)]
mod tests {
    use super::canonical;

    #[test]
    fn spellings_of_one_address_are_one_address() {
        for text in ["ada@example.com", " Ada@Example.COM ", "ADA@EXAMPLE.com\n"] {
            assert_eq!(canonical(text).as_deref(), Some("ada@example.com"), "{text:?}");
        }
        assert!(canonical("o'brien+news@mail.example.co.uk").is_some());
        assert!(canonical("jo@xn--bcher-kva.example").is_some());
    }

    #[test]
    fn what_is_no_address_is_refused() {
        let long = format!("{}@example.com", "a".repeat(65));
        let endless = format!("a@{}.com", "a.".repeat(200));
        for text in [
            "",
            "ada",
            "@example.com",
            "ada@",
            "ada@localhost",
            "ada@@example.com",
            "a@b@example.com",
            "ada@example.com.",
            "ada@example..com",
            ".ada@example.com",
            "ada.@example.com",
            "a..b@example.com",
            "\"ada\"@example.com",
            "ada @example.com",
            "ada@exa mple.com",
            "ada@example.com\0",
            "ada@-example.com",
            "ada@127.0.0.1",
            "äda@example.com",
            "ada＠example.com",
            &long,
            &endless,
        ] {
            assert_eq!(canonical(text), None, "{text:?}");
        }
    }
}
