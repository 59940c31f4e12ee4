//! TLS to what others run: certificates of the public authorities count, and of those that an operator names beside them.

use crate::dial::Dialer;
use anyhow::Context as _;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use rustls::{ClientConfig, RootCertStore, pki_types::CertificateDer};
use std::sync::Arc;

/// Opens the connections of an HTTP client, to addresses that are checked.
pub type Https = HttpsConnector<Dialer>;

/// How certificates are checked; `authorities` count beside the public ones.
///
/// # Errors
/// Certificates that TLS does not take.
pub fn verified(authorities: Vec<CertificateDer<'static>>) -> anyhow::Result<ClientConfig> {
    let roots = trusted(authorities)?;
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let tls = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    Ok(tls.context("TLS versions")?.with_root_certificates(roots).with_no_client_auth())
}

/// The public authorities, and these beside them.
///
/// # Errors
/// Certificates that TLS does not take.
pub fn trusted(authorities: Vec<CertificateDer<'static>>) -> anyhow::Result<RootCertStore> {
    let mut roots = RootCertStore::empty();
    roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
    for certificate in authorities {
        roots.add(certificate).context("a certificate cannot be used")?;
    }
    Ok(roots)
}

/// HTTP/1 over TLS, or without it for addresses that say http: whether they may is for the caller.
#[must_use]
pub fn https_or_http(tls: ClientConfig, dialer: Dialer) -> Https {
    HttpsConnectorBuilder::new().with_tls_config(tls).https_or_http().enable_http1().wrap_connector(dialer)
}
