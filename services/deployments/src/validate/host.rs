//! Host names.

use crate::spec::Spec;
use kit::{Message, Problems, message};
use proto::deployments::Names;

const MOST_DOMAINS: usize = 20;

/// A host name that visitors can reach: at least two labels, no address, no name of the cluster's own.
pub fn domain(field: &str, domain: &str, problems: &mut Problems) {
    if domain.is_empty() {
        problems.add(field, message!(DOMAIN_REQUIRED));
    } else if !domain.is_ascii() {
        problems.add(field, message!(DOMAIN_NOT_ASCII));
    } else if let Some(problem) = problem(domain) {
        problems.add(field, problem);
    } else if !domain.contains('.') {
        problems.add(field, message!(DOMAIN_ONE_PART));
    } else if is_internal(domain) {
        problems.add(field, message!(DOMAIN_RESERVED));
    }
}

/// Further host names, each once and without the first one.
pub fn domains(given: Option<&Names>, spec: &mut Spec, problems: &mut Problems) {
    if let Some(given) = given {
        let mut domains: Vec<String> = Vec::new();
        for name in given.names.iter().take(MOST_DOMAINS + 1).map(|name| name.trim().to_ascii_lowercase()) {
            if !domains.contains(&name) {
                domains.push(name);
            }
        }
        spec.domains = domains;
    }
    let first = spec.domain.clone();
    spec.domains.retain(|name| *name != first);
    if spec.domains.len() > MOST_DOMAINS {
        problems.add("domains", message!(TOO_MANY_FURTHER_DOMAINS, most = MOST_DOMAINS));
    }
    for name in &spec.domains {
        domain("domains", name, problems);
    }
}

/// Why this is no host name by letters, digits and hyphens.
pub fn problem(host: &str) -> Option<Message> {
    let label = |label: &str| {
        (1..=63).contains(&label.len())
            && label.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    if host.len() > 253 {
        return Some(message!(DOMAIN_TOO_LONG));
    }
    if !host.split('.').all(label) {
        return Some(message!(DOMAIN_ONLY));
    }
    // the last label of a name is never a number: this is an address
    if host.rsplit('.').next().is_some_and(|last| last.bytes().all(|b| b.is_ascii_digit())) {
        return Some(message!(DOMAIN_NOT_ADDRESS));
    }
    None
}

fn is_internal(domain: &str) -> bool {
    ["localhost", "svc", "local", "internal", "localdomain", "arpa"]
        .iter()
        .any(|word| domain.strip_suffix(word).is_some_and(|rest| rest.is_empty() || rest.ends_with('.')))
        || domain.contains(".svc.")
}
