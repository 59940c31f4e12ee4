//! What an error of a cluster means to the caller, in one place: kube's error in, kit's error and the breaker's verdict
//! out. The cluster's own words appear only as the message of its Status, cleaned and cut.

use crate::bounded::Limit;
use kit::{Error, Message, message, message::as_is};
use std::error::Error as StdError;

/// What the breaker learns from an error.
#[derive(Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The cluster answered; the connection is fine.
    Answered,
    /// No connection, no answer in time, or 5xx.
    Failed(Message),
    /// 401: every further call would be refused too.
    Refused,
}

/// Most characters of a cluster's words in a sentence of ours. Fixed: it is read on a screen.
const WORDS: usize = 500;

/// Judges an error without naming what was tried.
#[must_use]
pub fn verdict(error: &kube::Error) -> Verdict {
    match error {
        kube::Error::Api(status) => match status.code {
            401 => Verdict::Refused,
            // 503 and the like mean the API server; 507 and 501 are answers
            500 | 502 | 503 | 504 => Verdict::Failed(message!(ApiServerAnswered, code = status.code)),
            _ => Verdict::Answered,
        },
        kube::Error::Service(_) | kube::Error::HyperError(_) | kube::Error::ReadEvents(_) => {
            Verdict::Failed(reason(error))
        }
        _ => Verdict::Answered,
    }
}

/// Marks the cause of an outage that is the cluster's, not Canopy's.
#[derive(Debug)]
struct OfCluster;

impl std::fmt::Display for OfCluster {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the cluster's own fault")
    }
}

/// The cause of an outage that is the cluster's.
pub fn of_cluster(cause: impl Into<anyhow::Error>) -> anyhow::Error {
    cause.into().context(OfCluster)
}

/// Whether the cluster is to blame, in words of our own: it cannot be reached or does not answer. Everything else of Canopy
/// works.
#[must_use]
pub fn is_of_cluster(error: &Error) -> bool {
    match error {
        Error::Timeout(_) => true,
        Error::Unavailable { source, .. } => source.is::<OfCluster>(),
        _ => false,
    }
}

/// The error of a call, with a sentence for people: `what` is the thing tried by Kubernetes' verb and resource, for instance `apply Deployment web`.
#[must_use]
pub fn sentence(cluster: &str, what: &str, error: kube::Error) -> Error {
    let kube::Error::Api(status) = &error else {
        return match verdict(&error) {
            Verdict::Failed(reason) => Error::unavailable(
                message!(CLUSTER_UNREACHABLE, cluster = cluster, said = reason),
                of_cluster(without_body(error)),
            ),
            _ => Error::unavailable(
                message!(CLUSTER_UNREADABLE, cluster = cluster, what = what),
                of_cluster(without_body(error)),
            ),
        };
    };
    let words = clean(&status.message, WORDS);
    match status.code {
        401 => Error::unavailable(
            message!(CLUSTER_UNREACHABLE, cluster = cluster, said = message!(CredentialsRefused)),
            of_cluster(error),
        ),
        403 => Error::forbidden(forbidden(cluster, what, &words)),
        404 => Error::NotFound(message!(NOT_FOUND, what = as_is(missing(what, status.details.as_ref())))),
        409 => Error::conflict(message!(KUBE_CONFLICT, cluster = cluster, said = as_is(words))),
        400 | 422 => {
            Error::invalid(message!(CLUSTER_REFUSED_INPUT, cluster = cluster, what = what, said = as_is(words)))
        }
        429 => Error::unavailable(message!(CLUSTER_OVERLOADED, cluster = cluster, what = what), of_cluster(error)),
        _ => Error::unavailable(
            message!(CLUSTER_ANSWERED, cluster = cluster, code = status.code, said = as_is(words)),
            error,
        ),
    }
}

/// "deployments.apps \"web\"", from the Status where it says so.
fn missing(what: &str, details: Option<&kube::core::response::StatusDetails>) -> String {
    match details {
        Some(details) if !details.kind.is_empty() && !details.name.is_empty() => {
            format!("{} \"{}\"", clean(&details.kind, 100), clean(&details.name, 100))
        }
        _ => what.to_owned(),
    }
}

/// The API server says: `… cannot create resource "deployments" in API group "apps" in the namespace "x"`.
fn forbidden(cluster: &str, what: &str, words: &str) -> Message {
    let parsed = (|| {
        let (_, rest) = words.split_once(" cannot ")?;
        let (verb, rest) = rest.split_once(" resource \"")?;
        let (resource, rest) = rest.split_once('"')?;
        let group = between(rest, "in API group \"", "\"").filter(|group| !group.is_empty());
        let (place, namespace) = match between(rest, "in the namespace \"", "\"") {
            Some(namespace) => ("namespace", namespace),
            None if rest.contains("at the cluster scope") => ("cluster", ""),
            None => ("unknown", ""),
        };
        let group = group.map(|group| format!(".{group}")).unwrap_or_default();
        let resource = format!("{resource}{group}");
        Some(message!(
            CREDENTIALS_LACK_RIGHT,
            cluster = cluster,
            verb = verb,
            resource = resource,
            place = place,
            namespace = namespace
        ))
    })();
    parsed.unwrap_or_else(|| message!(CLUSTER_REFUSED, cluster = cluster, what = what, said = as_is(words)))
}

fn between<'a>(text: &'a str, from: &str, to: &str) -> Option<&'a str> {
    text.split_once(from)?.1.split_once(to).map(|(inner, _)| inner)
}

/// One short reason for a connection that did not come about. A closed port, a silent one and one that speaks no TLS read
/// alike, so that nobody scans a network with kubeconfigs.
#[must_use]
pub fn reason(error: &(dyn StdError + 'static)) -> Message {
    let mut next = Some(error);
    while let Some(cause) = next {
        if let Some(limit) = cause.downcast_ref::<Limit>() {
            return limit.message();
        }
        if let Some(refused) = cause.downcast_ref::<crate::address::Refused>() {
            return refused.message();
        }
        if let Some(name) = cause.downcast_ref::<crate::dial::NotResolved>() {
            return name.message();
        }
        if let Some(tls) = tls(cause) {
            return tls;
        }
        next = inner(cause);
    }
    message!(NoConnection)
}

/// `io::Error` hides what it wraps from `source`, so it is opened here.
fn inner<'a>(cause: &'a (dyn StdError + 'static)) -> Option<&'a (dyn StdError + 'static)> {
    match cause.downcast_ref::<std::io::Error>().and_then(std::io::Error::get_ref) {
        Some(wrapped) => Some(wrapped),
        None => cause.source(),
    }
}

fn tls(cause: &(dyn StdError + 'static)) -> Option<Message> {
    let error = cause.downcast_ref::<rustls::Error>()?;
    Some(match error {
        // An authority of the same name but another key shows as a bad signature.
        rustls::Error::InvalidCertificate(
            rustls::CertificateError::UnknownIssuer | rustls::CertificateError::BadSignature,
        ) => message!(CertificateOfOther),
        rustls::Error::InvalidCertificate(
            rustls::CertificateError::NotValidForName | rustls::CertificateError::NotValidForNameContext { .. },
        ) => message!(CertificateOtherName),
        rustls::Error::InvalidCertificate(
            rustls::CertificateError::Expired | rustls::CertificateError::ExpiredContext { .. },
        ) => message!(CertificateExpired),
        rustls::Error::InvalidCertificate(_) => message!(CertificateInvalid),
        // bad_certificate, unknown_ca, certificate_required …: the other side refuses ours
        rustls::Error::AlertReceived(_) => message!(CredentialsRefused),
        _ => message!(NoConnection),
    })
}

/// The cause for the log, without what a decoding error quotes of the answer.
fn without_body(error: kube::Error) -> anyhow::Error {
    match error {
        kube::Error::SerdeError(error) => {
            anyhow::anyhow!("undecodable answer at line {} column {}", error.line(), error.column())
        }
        kube::Error::FromUtf8(_) => anyhow::anyhow!("the answer is not UTF-8"),
        other => other.into(),
    }
}

/// A cluster's text made fit for a sentence: no control characters, no credentials, not long.
#[must_use]
pub fn clean(text: &str, max: usize) -> String {
    let words: Vec<&str> = text
        .split(|c: char| c.is_control() || c.is_whitespace())
        .filter(|word| !word.is_empty())
        .map(|word| if looks_secret(word) { "[hidden]" } else { word })
        .collect();
    let visible: String = words.join(" ").chars().filter(|c| !kit::text::is_hidden(*c)).collect();
    kit::text::cut(&visible, max)
}

/// JWTs and PEM content; a name is never that long without a dot or a dash in between.
fn looks_secret(word: &str) -> bool {
    word.contains("eyJ") || word.contains("-----BEGIN") || word.contains("PRIVATE KEY")
}

#[cfg(test)]
mod tests {
    use super::*;
    use kube::core::Status;

    fn api(code: u16, message: &str) -> kube::Error {
        kube::Error::Api(Status::failure(message, "Reason").with_code(code).boxed())
    }

    #[test]
    fn a_refusal_names_the_verb_and_the_resource() {
        let error = sentence(
            "prod",
            "apply Deployment web",
            api(
                403,
                "deployments.apps \"web\" is forbidden: User \"u\" cannot patch resource \"deployments\" in API group \"apps\" in the namespace \"shop-1\"",
            ),
        );
        assert_eq!(
            error.to_string(),
            "Cluster \"prod\": the credentials may not patch deployments.apps in the namespace shop-1."
        );
        assert!(matches!(error, Error::Forbidden(_)));
        let error = sentence(
            "prod",
            "list nodes",
            api(
                403,
                "nodes is forbidden: User \"u\" cannot list resource \"nodes\" in API group \"\" at the cluster scope",
            ),
        );
        assert_eq!(error.to_string(), "Cluster \"prod\": the credentials may not list nodes in the whole cluster.");
    }

    #[test]
    fn each_answer_has_its_category() {
        assert!(matches!(sentence("c", "w", api(404, "x")), Error::NotFound(_)));
        assert!(matches!(sentence("c", "w", api(409, "x")), Error::Conflict(m) if m.reason() == "KUBE_CONFLICT"));
        assert!(matches!(sentence("c", "w", api(422, "x")), Error::Invalid { .. }));
        for code in [401, 429, 500, 503, 504] {
            let error = sentence("c", "w", api(code, "x"));
            assert!(matches!(error, Error::Unavailable { .. }), "{code}");
            // what may hold words of the cluster goes on to be masked
            assert_eq!(is_of_cluster(&error), code < 500, "{code}");
        }
        assert_eq!(verdict(&api(401, "x")), Verdict::Refused);
        assert_eq!(verdict(&api(403, "x")), Verdict::Answered);
        assert_eq!(verdict(&api(429, "x")), Verdict::Answered);
        assert!(matches!(verdict(&api(503, "x")), Verdict::Failed(_)));
    }

    #[test]
    fn the_words_of_a_cluster_are_cut_and_carry_no_credentials() {
        let error =
            sentence("c", "w", api(422, &format!("bad\u{1b}[31m value\n eyJhbGciOi.e30.x {}", "a".repeat(10_000))));
        let text = error.to_string();
        assert!(!text.contains("eyJ") && !text.contains('\u{1b}') && !text.contains('\n'), "{text}");
        assert!(text.chars().count() < 600);
    }
}
