//! Certificates of servers, read again when their files have changed: whoever renews one need not restart us.

use anyhow::Context as _;
use rustls::{
    crypto::ring,
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject as _},
    server::{ClientHello, ResolvesServerCert},
    sign::CertifiedKey,
};
use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};
use tokio_rustls::TlsAcceptor;

/// How often the files are looked at, at most: when somebody connects. Fixed: a certificate is renewed days before its end.
const LOOK: Duration = Duration::from_secs(10);

/// The TLS of a server, where its two files are set. `protocols`: what is spoken over it (ALPN), the best one first.
///
/// # Errors
/// A sentence naming the file that cannot be read, or that the two do not belong together.
pub(crate) fn acceptor(
    certificate: Option<&Path>,
    key: Option<&Path>,
    protocols: &[&str],
) -> anyhow::Result<Option<TlsAcceptor>> {
    let (Some(certificate), Some(key)) = (certificate, key) else { return Ok(None) };
    let files = Files::read(certificate.to_owned(), key.to_owned(), LOOK)?;
    let mut config = rustls::ServerConfig::builder().with_no_client_auth().with_cert_resolver(Arc::new(files));
    config.alpn_protocols = protocols.iter().map(|protocol| protocol.as_bytes().to_vec()).collect();
    Ok(Some(TlsAcceptor::from(Arc::new(config))))
}

/// The two files and what was in them.
#[derive(Debug)]
struct Files {
    certificate: PathBuf,
    key: PathBuf,
    look: Duration,
    shown: Mutex<Shown>,
}

#[derive(Debug)]
struct Shown {
    certified: Arc<CertifiedKey>,
    /// The text of the certificate.
    text: Vec<u8>,
    looked: Instant,
}

impl Files {
    fn read(certificate: PathBuf, key: PathBuf, look: Duration) -> anyhow::Result<Self> {
        let text = std::fs::read(&certificate).with_context(|| format!("{} cannot be read", certificate.display()))?;
        let certified = Arc::new(certified(&text, &key)?);
        let shown = Mutex::new(Shown { certified, text, looked: Instant::now() });
        Ok(Self { certificate, key, look, shown })
    }

    /// What is shown now; a renewed certificate that cannot be used is said, and the one before it goes on.
    fn current(&self) -> Arc<CertifiedKey> {
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        if shown.looked.elapsed() >= self.look {
            shown.looked = Instant::now();
            match std::fs::read(&self.certificate) {
                Ok(text) if text == shown.text => {}
                Ok(text) => match certified(&text, &self.key) {
                    Ok(certified) => {
                        tracing::info!("the certificate was renewed");
                        (shown.certified, shown.text) = (Arc::new(certified), text);
                    }
                    Err(error) => tracing::warn!(error = format!("{error:#}"), "the certificate cannot be renewed yet"),
                },
                Err(error) => tracing::warn!(%error, "the certificate cannot be read again"),
            }
        }
        shown.certified.clone()
    }
}

impl ResolvesServerCert for Files {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(self.current())
    }
}

fn certified(text: &[u8], key: &Path) -> anyhow::Result<CertifiedKey> {
    let chain = CertificateDer::pem_slice_iter(text).collect::<Result<Vec<_>, _>>().context("the certificate")?;
    let key = PrivateKeyDer::from_pem_file(key).with_context(|| format!("{} cannot be read", key.display()))?;
    CertifiedKey::from_der(chain, key, &ring::default_provider()).context("certificate and key")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_renewed_certificate_is_shown_and_a_broken_one_is_not() {
        use crate::Ids as _;
        let folder = std::env::temp_dir().join(format!("canopy-tls-{}", crate::ids::SystemIds.uuid().simple()));
        std::fs::create_dir_all(&folder).unwrap();
        let (certificate, key) = (folder.join("tls.crt"), folder.join("tls.key"));
        let make = || {
            let made = rcgen::generate_simple_self_signed(vec!["auth".to_owned()]).unwrap();
            (made.cert.pem(), made.signing_key.serialize_pem(), made.cert.der().to_vec())
        };
        let put = |certificate_text: &str, key_text: &str| {
            std::fs::write(&key, key_text).unwrap();
            std::fs::write(&certificate, certificate_text).unwrap();
        };
        let shown = |files: &Files| files.current().cert[0].to_vec();

        let (first, first_key, first_der) = make();
        put(&first, &first_key);
        let files = Files::read(certificate.clone(), key.clone(), Duration::ZERO).unwrap();
        assert_eq!(shown(&files), first_der);
        let (second, second_key, second_der) = make();
        // a certificate without its key: the files are being changed
        put(&second, &first_key);
        assert_eq!(shown(&files), first_der);
        put(&second, &second_key);
        assert_eq!(shown(&files), second_der);
        put("nonsense", &second_key);
        assert_eq!(shown(&files), second_der);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
