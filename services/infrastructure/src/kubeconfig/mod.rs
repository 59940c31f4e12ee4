//! Kubeconfigs: an upload is read event by event, copied field by field through an allow-list, and what is stored is the
//! text that we write ourselves. Nothing of the upload reaches the Kubernetes library.

mod document;
mod fields;
mod intake;
mod pem;
mod server;

pub use intake::Intake;
pub use pem::Validity;
pub use server::Server;

use crate::address::AddressPolicy;
use kit::{Error, Message, message, reseal::Sealed, seal::SealContext};
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use secrecy::{ExposeSecret, SecretString};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use time::OffsetDateTime;
use uuid::Uuid;
use zeroize::Zeroizing;

/// Bytes of the text at most. Fixed: a documented limit of the REST API.
pub const MAX_BYTES: usize = 256 * 1024;

/// Why a kubeconfig is not taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reject {
    /// Nothing was sent.
    Required,
    /// It is no kubeconfig: `apiVersion`, `clusters`, `contexts` or `users` is not there.
    Sections,
    /// Everything else, as a part of a sentence.
    Reason(Message),
}

impl Reject {
    /// From a reason that continues "Invalid kubeconfig: ".
    pub(crate) fn because(reason: Message) -> Self {
        Self::Reason(reason)
    }

    /// The part after "Invalid kubeconfig: ", or the whole sentence.
    #[must_use]
    pub fn reason(&self) -> Message {
        match self {
            Self::Reason(reason) => reason.clone(),
            Self::Sections => message!(KubeconfigSections),
            other => other.message(),
        }
    }

    /// The whole sentence.
    #[must_use]
    pub fn message(&self) -> Message {
        match self {
            Self::Required => message!(REQUIRED, label = message!(Label_Kubeconfig)),
            Self::Sections => message!(KUBECONFIG_INVALID, why = message!(KubeconfigSections)),
            Self::Reason(reason) => message!(KUBECONFIG_INVALID, why = reason.clone()),
        }
    }
}

impl std::fmt::Display for Reject {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.message().fmt(f)
    }
}

impl From<Reject> for Error {
    fn from(reject: Reject) -> Self {
        let message = reject.message();
        Error::Invalid { fields: BTreeMap::from([("kubeconfig".to_owned(), message.clone())]), message }
    }
}

/// `Invalid` with "Invalid kubeconfig: `<reason>`".
pub fn invalid(reason: Message) -> Error {
    Reject::because(reason).into()
}

/// The kubeconfigs of clusters.
pub const SEALED: Sealed = Sealed::column("cluster", "kubeconfig").version("kubeconfig_version");

/// Where a kubeconfig is sealed.
#[must_use]
pub fn place(cluster: Uuid, version: i64) -> SealContext<'static> {
    SEALED.place(cluster, None, version)
}

/// How the cluster is told who calls.
pub enum Credentials {
    /// A bearer token.
    Token(SecretString),
    /// TLS client certificate with its chain and key.
    Certificate {
        /// The certificate first.
        chain: Vec<CertificateDer<'static>>,
        /// Matches the certificate.
        key: PrivateKeyDer<'static>,
    },
}

/// A checked kubeconfig: one cluster, one user, nothing else. It cannot be printed.
pub struct Kubeconfig {
    /// Where the API server is.
    pub server: Server,
    /// The cluster's certificate authority; empty for the public ones.
    pub authority: Vec<CertificateDer<'static>>,
    /// Name in the server's certificate when it is not the host.
    pub tls_server_name: Option<String>,
    /// Token or certificate.
    pub credentials: Credentials,
    /// Namespace of the context.
    pub namespace: Option<String>,
    /// Until when the credentials are good, as far as they say.
    pub expires_at: Option<OffsetDateTime>,
}

impl std::fmt::Debug for Kubeconfig {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Kubeconfig([redacted])")
    }
}

impl Kubeconfig {
    /// Reads a text, an upload or what was stored, with every check there is.
    ///
    /// # Errors
    /// The first thing that is wrong. Takes milliseconds of CPU: uploads go through [`Intake`].
    pub fn read(text: &[u8], policy: &AddressPolicy, now: OffsetDateTime) -> Result<Self, Reject> {
        let text = intake::text(text)?;
        let document = document::read(text)?;
        fields::take(&document, policy, now)
    }

    /// "token" or "client certificate".
    #[must_use]
    pub fn access_type(&self) -> &'static str {
        match self.credentials {
            Credentials::Token(_) => "token",
            Credentials::Certificate { .. } => "client certificate",
        }
    }

    /// SHA-256 of the certificate authority as colon separated hex; empty for the public ones.
    #[must_use]
    pub fn ca_fingerprint(&self) -> String {
        if self.authority.is_empty() {
            return String::new();
        }
        let mut hash = Sha256::new();
        for certificate in &self.authority {
            hash.update(certificate.as_ref());
        }
        let hex: Vec<String> = hash.finalize().iter().map(|byte| format!("{byte:02X}")).collect();
        hex.join(":")
    }

    /// The text that is stored and shown: written from the checked fields alone.
    #[must_use]
    pub fn canonical(&self) -> Zeroizing<String> {
        let mut text = Zeroizing::new(String::with_capacity(8 * 1024));
        text.push_str("apiVersion: v1\nkind: Config\ncurrent-context: canopy\n");
        text.push_str("clusters:\n- name: cluster\n  cluster:\n");
        self.write_cluster(&mut text);
        text.push_str("contexts:\n- name: canopy\n  context:\n    cluster: cluster\n    user: user\n");
        if let Some(namespace) = &self.namespace {
            put(&mut text, "namespace", namespace);
        }
        text.push_str("users:\n- name: user\n  user:\n");
        match &self.credentials {
            Credentials::Token(token) => put(&mut text, "token", token.expose_secret()),
            Credentials::Certificate { chain, key } => {
                put(&mut text, "client-certificate-data", &pem::write_certificates(chain));
                put(&mut text, "client-key-data", &pem::write_key(key));
            }
        }
        text
    }

    fn write_cluster(&self, text: &mut String) {
        put(text, "server", self.server.url.as_str());
        if !self.authority.is_empty() {
            put(text, "certificate-authority-data", &pem::write_certificates(&self.authority));
        }
        if let Some(name) = &self.tls_server_name {
            put(text, "tls-server-name", name);
        }
    }
}

/// One field of the third level. A JSON string is a YAML string.
fn put(text: &mut String, key: &str, value: &str) {
    let quoted = Zeroizing::new(serde_json::Value::String(value.to_owned()).to_string());
    let _ = writeln!(text, "    {key}: {}", quoted.as_str());
}
