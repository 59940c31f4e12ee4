//! Checks of typed texts that datacenters and clusters share. Lengths are counted in characters.

use kit::{Message, Problems, message, text};

/// Most characters of a name. Fixed: a documented limit of the REST API.
pub const NAME: usize = 100;
/// Most characters of an address, an endpoint, a description. Fixed, as above.
pub const TEXT: usize = 300;
/// Most domains of one object. Fixed, as above.
pub const DOMAINS: usize = 50;

/// A required one-line text, trimmed. `label` is what it is called.
pub fn required(problems: &mut Problems, field: &str, label: &Message, value: &str, max: usize) -> String {
    let value = value.trim();
    if value.is_empty() {
        problems.add(field, message!(REQUIRED, label = label.clone()));
    }
    checked(problems, field, label, value, max)
}

/// An optional one-line text, trimmed.
pub fn optional(problems: &mut Problems, field: &str, label: &Message, value: &str, max: usize) -> String {
    checked(problems, field, label, value.trim(), max)
}

fn checked(problems: &mut Problems, field: &str, label: &Message, value: &str, max: usize) -> String {
    if value.chars().count() > max {
        problems.add(field, message!(TOO_LONG, label = label.clone(), most = max));
    } else if let Some(problem) = text::name_problem(label, value) {
        problems.add(field, problem);
    }
    value.to_owned()
}

/// An address of an API server: https, a host, and nothing that could be a secret or lead elsewhere.
pub fn is_https(value: &str) -> bool {
    url::Url::parse(value).is_ok_and(|url| {
        let bare =
            url.username().is_empty() && url.password().is_none() && url.query().is_none() && url.fragment().is_none();
        url.scheme() == "https" && url.has_host() && bare
    })
}

/// Domain names: trimmed, lower case, each once.
pub fn domains(problems: &mut Problems, values: &[String]) -> Vec<String> {
    let mut domains: Vec<String> = Vec::new();
    if values.len() > DOMAINS {
        problems.add("domains", message!(TOO_MANY_DOMAINS, most = DOMAINS));
        return domains;
    }
    for value in values {
        let domain = value.trim().to_lowercase();
        if domain.is_empty() || domains.contains(&domain) {
            continue;
        }
        if !is_domain(&domain) {
            let shown = text::cut(value.trim(), 80).escape_debug().to_string();
            problems.add("domains", message!(NO_DOMAIN, domain = shown));
            continue;
        }
        domains.push(domain);
    }
    domains
}

/// Letters, digits and hyphens in labels of at most 63, two labels at least; the first may be a star.
fn is_domain(domain: &str) -> bool {
    let domain = domain.strip_prefix("*.").unwrap_or(domain);
    let label = |label: &str| {
        (1..=63).contains(&label.len())
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
    };
    let digits = domain.rsplit('.').next().is_some_and(|last| last.bytes().all(|byte| byte.is_ascii_digit()));
    domain.len() <= 253 && domain.contains('.') && !digits && domain.split('.').all(label)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_domain_names_are_domains() {
        for good in ["example.com", "*.example.com", "a-b.example.co.uk", "xn--bcher-kva.example"] {
            assert!(is_domain(good), "{good}");
        }
        for bad in ["localhost", "10.0.0.1", "-a.com", "a..com", "a_b.com", "https://a.com", "a.com:80", "*.com", ""] {
            assert!(!is_domain(bad), "{bad}");
        }
    }
}
