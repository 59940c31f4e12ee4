//! Certificates of sites: checked as browsers check them, and read also when they are refused, so that it can be said what is
//! wrong with them.

use super::Certificate;
use kit::{Message, message};
use rustls::{
    CertificateError, ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme,
    client::{
        Resumption, WebPkiServerVerifier,
        danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier},
    },
    pki_types::{CertificateDer, ServerName, UnixTime},
};
use std::sync::{Arc, OnceLock};
use x509_cert::{
    Certificate as Parsed,
    der::{Decode as _, asn1::ObjectIdentifier},
    name::Name,
};

/// Characters of a name that are kept. Fixed: it may not fill a page.
const SHOWN: usize = 100;
const COMMON_NAME: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.5.4.3");
const ORGANIZATION: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.5.4.10");

/// Checks nothing itself: it notes what was shown, and the usual verifier decides.
#[derive(Debug)]
pub struct Noting {
    usual: Arc<WebPkiServerVerifier>,
    shown: OnceLock<CertificateDer<'static>>,
}

/// TLS for one visit, and what it notes.
///
/// # Errors
/// Authorities that TLS does not take.
pub fn noting(roots: &Arc<RootCertStore>) -> anyhow::Result<(ClientConfig, Arc<Noting>)> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let usual = WebPkiServerVerifier::builder_with_provider(Arc::clone(roots), Arc::clone(&provider)).build()?;
    let noting = Arc::new(Noting { usual, shown: OnceLock::new() });
    let verifier: Arc<dyn ServerCertVerifier> = Arc::<Noting>::clone(&noting);
    let mut config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .dangerous()
        .with_custom_certificate_verifier(verifier)
        .with_no_client_auth();
    config.resumption = Resumption::disabled();
    Ok((config, noting))
}

impl Noting {
    /// The certificate, with why it was refused; `None`: none was shown.
    pub fn certificate(&self, host: &str, error: Option<&CertificateError>) -> Option<Certificate> {
        let shown = self.shown.get()?;
        let parsed = Parsed::from_der(shown).ok();
        let tbs = parsed.as_ref().map(|parsed| &parsed.tbs_certificate);
        let is_own = tbs.is_some_and(|tbs| tbs.issuer == tbs.subject);
        let seconds = |at: x509_cert::time::Time| i64::try_from(at.to_unix_duration().as_secs()).ok();
        let (not_before, not_after) = match tbs {
            Some(tbs) => (seconds(tbs.validity.not_before), seconds(tbs.validity.not_after)),
            None => (None, None),
        };
        let issuer = tbs.map(|tbs| named(&tbs.issuer)).unwrap_or_default();
        let problem = error.map(|error| problem(host, error, &issuer, is_own));
        Some(Certificate { issuer, not_before, not_after, problem, late: None })
    }
}

impl ServerCertVerifier for Noting {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        server_name: &ServerName<'_>,
        ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let _ = self.shown.set(end_entity.clone().into_owned());
        self.usual.verify_server_cert(end_entity, intermediates, server_name, ocsp_response, now)
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.usual.verify_tls12_signature(message, certificate, signed)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.usual.verify_tls13_signature(message, certificate, signed)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.usual.supported_verify_schemes()
    }
}

fn problem(host: &str, error: &CertificateError, issuer: &str, is_own: bool) -> Message {
    use CertificateError as E;
    match error {
        E::Expired | E::ExpiredContext { .. } => message!(ReachCertificateExpired, name = host),
        E::NotValidYet | E::NotValidYetContext { .. } => message!(ReachCertificateEarly, name = host),
        E::NotValidForName | E::NotValidForNameContext { .. } => message!(ReachCertificateName, name = host),
        _ if is_own => message!(ReachCertificateOwn, name = host),
        // a bad signature: an authority that only calls itself like a known one
        E::UnknownIssuer | E::BadSignature => message!(ReachCertificateIssuer, name = host, issuer = issuer),
        other => message!(ReachCertificateInvalid, name = host, said = super::visit::line(&other.to_string())),
    }
}

/// Organisation and name, which are often the same.
fn named(name: &Name) -> String {
    let of = |wanted: ObjectIdentifier| {
        let parts = name.0.iter().flat_map(|part| part.0.iter()).find(|part| part.oid == wanted);
        parts.map(|part| String::from_utf8_lossy(part.value.value()).into_owned()).filter(|text| !text.is_empty())
    };
    let text = match (of(ORGANIZATION), of(COMMON_NAME)) {
        (Some(organization), Some(name)) if !name.contains(&organization) => format!("{organization} {name}"),
        (organization, name) => name.or(organization).unwrap_or_default(),
    };
    kit::text::cut(&super::visit::line(&text), SHOWN)
}
