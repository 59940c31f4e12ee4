//! Why there is no success, in words: the API's own sentences, and what the network did.

use crate::{
    client,
    failure::{Exit, Failure, Result},
    output::printable,
};
use bytes::Bytes;
use http::{Response, StatusCode, header};
use hyper::body::Incoming;
use secrecy::SecretString;
use serde_json::Value;
use std::{error::Error, fmt::Write as _, io};
use url::Url;

/// The body of a success; a refusal in its own words.
///
/// # Errors
/// Whatever the answer is that is no success.
pub async fn checked(answer: Response<Incoming>, base: &Url) -> Result<Bytes> {
    let (head, body) = answer.into_parts();
    if head.status.is_redirection() {
        let there = head.headers.get(header::LOCATION).and_then(|value| value.to_str().ok()).unwrap_or("elsewhere");
        return Err(Failure::failed(format!("{base} sends on to {}: sign in there.", printable(there))));
    }
    let bytes = client::whole(body, base).await?;
    if head.status.is_success() {
        return Ok(bytes);
    }
    match serde_json::from_slice(&bytes) {
        Ok(body) => Err(of(head.status, &body)),
        Err(_) => Err(wordless(head.status, base)),
    }
}

/// What the API said: its sentence, every field that is wrong, the code and the request's id.
pub fn of(status: StatusCode, body: &Value) -> Failure {
    let text = |value: &Value| value.as_str().map(printable).unwrap_or_default();
    let mut said = text(&body["message"]);
    let fields = body["details"]["fields"].as_object();
    for (field, problem) in fields.into_iter().flatten() {
        // the only field's sentence may be the sentence of the whole
        if text(problem) != text(&body["message"]) {
            let _ = write!(said, "\n  {}: {}", printable(field), text(problem));
        }
    }
    let _ = write!(said, " ({}, request {})", text(&body["code"]), text(&body["request_id"]));
    let mut failure = Failure::new(exit(status), said);
    failure.reason = body["details"]["reason"].as_str().map(str::to_owned);
    failure.challenge = body["details"]["challenge"].as_str().map(SecretString::from);
    failure
}

fn exit(status: StatusCode) -> Exit {
    match status.as_u16() {
        401 | 403 => Exit::SignedOut,
        404 => Exit::NotFound,
        409 => Exit::Conflict,
        408 | 429 | 502..=504 => Exit::Unavailable,
        _ => Exit::Failed,
    }
}

/// An answer that Canopy has not written: of a proxy in front of it, or of something else altogether.
fn wordless(status: StatusCode, base: &Url) -> Failure {
    Failure::new(exit(status), format!("{base} has answered {status}, and not as a Canopy does."))
}

/// An answer that is none of Canopy's.
pub fn stranger(base: &Url) -> Failure {
    Failure::failed(format!("{base} does not answer as a Canopy does."))
}

/// There is no answer.
pub fn network(base: &Url, error: &(dyn Error + 'static)) -> Failure {
    let mut why = String::new();
    let mut cause = Some(error);
    while let Some(each) = cause {
        if let Some(words) = known(each) {
            why = words;
            break;
        }
        why = each.to_string();
        cause = each.source();
    }
    Failure::new(Exit::Unavailable, format!("{base} cannot be reached: {}.", why.trim_end_matches('.')))
}

fn known(error: &(dyn Error + 'static)) -> Option<String> {
    if let Some(tls) = error.downcast_ref::<rustls::Error>() {
        return Some(certificate(tls));
    }
    let io = error.downcast_ref::<io::Error>()?;
    // what stands inside is none of its sources
    if let Some(words) = io.get_ref().and_then(|inner| known(inner)) {
        return Some(words);
    }
    Some(match io.kind() {
        io::ErrorKind::ConnectionRefused => "nothing listens there".to_owned(),
        io::ErrorKind::TimedOut => "there is no answer".to_owned(),
        io::ErrorKind::ConnectionReset | io::ErrorKind::UnexpectedEof | io::ErrorKind::BrokenPipe => {
            "the connection broke".to_owned()
        }
        // custom ones have their words inside
        _ if io.get_ref().is_some() => return None,
        _ => io.to_string(),
    })
}

fn certificate(error: &rustls::Error) -> String {
    use rustls::CertificateError as C;
    match error {
        rustls::Error::InvalidCertificate(C::UnknownIssuer) => {
            "its certificate is not of an authority that is known here; --ca names the file of yours".to_owned()
        }
        rustls::Error::InvalidCertificate(C::Expired | C::ExpiredContext { .. }) => {
            "its certificate has expired".to_owned()
        }
        rustls::Error::InvalidCertificate(C::NotValidForName | C::NotValidForNameContext { .. }) => {
            "its certificate is for another name".to_owned()
        }
        rustls::Error::InvalidMessage(_) => "it does not speak TLS: is it http://?".to_owned(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_the_network_did_is_told_in_words_however_deep_it_stands() {
        let base = Url::parse("https://canopy.example.com").unwrap();
        let issuer = rustls::Error::InvalidCertificate(rustls::CertificateError::UnknownIssuer);
        let told = |error: io::Error| network(&base, &error);
        let failure = told(io::Error::other(io::Error::new(io::ErrorKind::InvalidData, issuer)));
        assert!(
            failure.text().ends_with("--ca names the file of yours.") && failure.is(Exit::Unavailable),
            "{failure}"
        );
        let failure = told(io::Error::other(io::Error::from(io::ErrorKind::ConnectionRefused)));
        assert_eq!(failure.text(), "https://canopy.example.com/ cannot be reached: nothing listens there.");
        assert!(told(io::Error::other("odd")).text().ends_with("cannot be reached: odd."));
    }

    #[test]
    fn a_refusal_is_told_with_its_fields_code_and_request() {
        let body = json!({"message": "Please check the fields.", "code": "VALIDATION_ERROR", "request_id": "r-1",
            "details": {"fields": {"name": "Name is required.", "type": "Type is required."}, "reason": "BODY_WRONG"}});
        let failure = of(StatusCode::BAD_REQUEST, &body);
        assert_eq!(
            failure.text(),
            "Please check the fields.\n  name: Name is required.\n  type: Type is required. (VALIDATION_ERROR, request r-1)"
        );
        assert!(failure.is(Exit::Failed));
        assert_eq!(failure.reason.as_deref(), Some("BODY_WRONG"));
    }

    #[test]
    fn each_status_has_its_exit_code() {
        let codes = [400, 401, 403, 404, 409, 413, 429, 500, 502, 503, 504]
            .map(|status| of(StatusCode::from_u16(status).unwrap(), &json!({})).code());
        assert_eq!(codes, [1, 3, 3, 4, 5, 1, 6, 1, 6, 6, 6]);
    }
}
