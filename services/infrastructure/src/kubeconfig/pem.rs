//! Certificates and keys inside a kubeconfig: base64 of PEM in, checked DER out, and back.

use super::Reject;
use base64::{Engine, engine::general_purpose::STANDARD};
use kit::message;
use rustls::{
    pki_types::{
        CertificateDer, PrivateKeyDer,
        pem::{self, SectionKind},
    },
    sign::CertifiedKey,
};
use time::{Date, OffsetDateTime};
use x509_cert::{Certificate, der::Decode};
use zeroize::Zeroizing;

/// Certificates of one field at most. Fixed: far more than a chain has.
const CERTIFICATES: usize = 20;

/// From when until when a certificate is good.
#[derive(Debug, Clone, Copy)]
pub struct Validity {
    /// First second.
    pub from: OffsetDateTime,
    /// Last second.
    pub until: OffsetDateTime,
}

/// Reads a field that holds certificates and nothing else.
pub(super) fn certificates(field: &str, data: &str) -> Result<Vec<CertificateDer<'static>>, Reject> {
    let mut certificates = Vec::new();
    for (kind, der) in sections(field, data)? {
        if kind != SectionKind::Certificate {
            return Err(Reject::because(message!(KubeconfigCertificatesOnly, field = field)));
        }
        certificates.push(CertificateDer::from(der));
    }
    if certificates.len() > CERTIFICATES {
        return Err(Reject::because(message!(KubeconfigCertificates, field = field, most = CERTIFICATES)));
    }
    Ok(certificates)
}

/// Reads a field that holds one private key and nothing else.
pub(super) fn key(field: &str, data: &str) -> Result<PrivateKeyDer<'static>, Reject> {
    let wrong = || Reject::because(message!(KubeconfigOneKey, field = field));
    let mut sections = sections(field, data)?;
    match (sections.pop(), sections.is_empty()) {
        (Some((SectionKind::PrivateKey, der)), true) => Ok(PrivateKeyDer::Pkcs8(der.into())),
        (Some((SectionKind::RsaPrivateKey, der)), true) => Ok(PrivateKeyDer::Pkcs1(der.into())),
        (Some((SectionKind::EcPrivateKey, der)), true) => Ok(PrivateKeyDer::Sec1(der.into())),
        _ => Err(wrong()),
    }
}

/// Base64, then PEM sections; a section of another kind is refused, not skipped.
fn sections(field: &str, data: &str) -> Result<Vec<(SectionKind, Vec<u8>)>, Reject> {
    let packed: Zeroizing<String> = Zeroizing::new(data.split_ascii_whitespace().collect());
    let text = STANDARD
        .decode(packed.as_bytes())
        .map_err(|_| Reject::because(message!(KubeconfigFieldBase64, field = field)))?;
    let text = Zeroizing::new(text);
    // OpenSSL writes the curve's parameters before an EC key; they say nothing that the key does not.
    let begins = lines(&text, b"-----BEGIN ") - lines(&text, b"-----BEGIN EC PARAMETERS-----");
    let mut rest = text.as_slice();
    let mut found = Vec::new();
    while let Some(section) =
        pem::from_buf(&mut rest).map_err(|_| Reject::because(message!(KubeconfigPem, field = field)))?
    {
        found.push(section);
    }
    if found.is_empty() {
        return Err(Reject::because(message!(KubeconfigNoPem, field = field)));
    }
    if found.len() != begins {
        return Err(Reject::because(message!(KubeconfigOtherPem, field = field)));
    }
    Ok(found)
}

fn lines(text: &[u8], prefix: &[u8]) -> usize {
    text.split(|byte| *byte == b'\n').filter(|line| line.starts_with(prefix)).count()
}

/// The dates of a certificate.
pub(super) fn validity(field: &str, certificate: &CertificateDer<'_>) -> Result<Validity, Reject> {
    let unreadable = || Reject::because(message!(KubeconfigCertificate, field = field));
    let parsed = Certificate::from_der(certificate).map_err(|_| unreadable())?;
    let validity = &parsed.tbs_certificate.validity;
    let date = |time: &x509_cert::time::Time| {
        let seconds = i64::try_from(time.to_unix_duration().as_secs()).ok()?;
        OffsetDateTime::from_unix_timestamp(seconds).ok()
    };
    let from = date(&validity.not_before).ok_or_else(unreadable)?;
    let until = date(&validity.not_after).ok_or_else(unreadable)?;
    Ok(Validity { from, until })
}

/// Whether key and certificate belong together.
pub(super) fn pair(chain: &[CertificateDer<'static>], key: &PrivateKeyDer<'static>) -> Result<(), Reject> {
    CertifiedKey::from_der(chain.to_vec(), key.clone_key(), &crate::client::provider()).map(|_| ()).map_err(|error| {
        match error {
            rustls::Error::InconsistentKeys(_) => Reject::because(message!(KubeconfigKeyPair)),
            _ => Reject::because(message!(KubeconfigKeyUnusable)),
        }
    })
}

/// "2026-11-21", for sentences.
pub(super) fn day(date: Date) -> String {
    format!("{:04}-{:02}-{:02}", date.year(), u8::from(date.month()), date.day())
}

/// Base64 of PEM, as kubeconfigs hold it.
pub(super) fn write_certificates(certificates: &[CertificateDer<'static>]) -> String {
    let text: String =
        certificates.iter().map(|certificate| block("CERTIFICATE", certificate).as_str().to_owned()).collect();
    STANDARD.encode(text)
}

/// Base64 of PEM, as kubeconfigs hold it.
pub(super) fn write_key(key: &PrivateKeyDer<'static>) -> Zeroizing<String> {
    let label = match key {
        PrivateKeyDer::Pkcs1(_) => "RSA PRIVATE KEY",
        PrivateKeyDer::Sec1(_) => "EC PRIVATE KEY",
        _ => "PRIVATE KEY",
    };
    Zeroizing::new(STANDARD.encode(block(label, key.secret_der()).as_bytes()))
}

fn block(label: &str, der: &[u8]) -> Zeroizing<String> {
    let encoded = Zeroizing::new(STANDARD.encode(der));
    let mut text = Zeroizing::new(String::with_capacity(encoded.len() * 66 / 64 + 80));
    text.push_str(&format!("-----BEGIN {label}-----\n"));
    let mut rest = encoded.as_str();
    while !rest.is_empty() {
        let (line, after) = rest.split_at(rest.len().min(64));
        text.push_str(line);
        text.push('\n');
        rest = after;
    }
    text.push_str(&format!("-----END {label}-----\n"));
    text
}
