//! The sandbox's own authority, certificate and token, kept in its folder, so that a kubeconfig stays good.

use anyhow::Context as _;
use base64::{Engine as _, engine::general_purpose::STANDARD};
use kit::{Clock, Ids};
use rcgen::{
    BasicConstraints, CertificateParams, DnType, ExtendedKeyUsagePurpose, IsCa, Issuer, KeyPair, KeyUsagePurpose,
};
use rustls::{
    ServerConfig,
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject},
};
use serde::{Deserialize, Serialize};
use std::{
    net::{IpAddr, SocketAddr},
    path::Path,
    sync::Arc,
};

/// A certificate is made anew when it ends sooner than this.
const SPARE: time::Duration = time::Duration::days(30);
const YEARS: time::Duration = time::Duration::days(3_650);

/// What the sandbox is known by.
#[derive(Clone, Serialize, Deserialize)]
pub struct Identity {
    authority: String,
    certificate: String,
    key: String,
    /// Bearer token of the one user.
    pub token: String,
    /// Unix seconds.
    ends: i64,
    addresses: Vec<IpAddr>,
    /// The port that was used last.
    pub port: u16,
}

impl std::fmt::Debug for Identity {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Identity").finish_non_exhaustive()
    }
}

impl Identity {
    /// The folder's identity, or a new one.
    ///
    /// # Errors
    /// When the folder cannot be read or written.
    pub fn of(folder: Option<&Path>, listen: IpAddr, clock: &dyn Clock, ids: &dyn Ids) -> anyhow::Result<Self> {
        let file = folder.map(|folder| folder.join("identity.json"));
        if let Some(file) = file.as_deref().filter(|file| file.exists()) {
            let text = std::fs::read(file).with_context(|| format!("read {}", file.display()))?;
            let known: Self = serde_json::from_slice(&text).with_context(|| format!("read {}", file.display()))?;
            let fresh = known.ends > (clock.now() + SPARE).unix_timestamp();
            if fresh && (listen.is_loopback() || known.addresses.contains(&listen)) {
                return Ok(known);
            }
        }
        Self::made(listen, clock, ids)
    }

    fn made(listen: IpAddr, clock: &dyn Clock, ids: &dyn Ids) -> anyhow::Result<Self> {
        let now = clock.now();
        let mut addresses: Vec<IpAddr> = vec![[127, 0, 0, 1].into(), std::net::Ipv6Addr::LOCALHOST.into()];
        if !listen.is_unspecified() && !addresses.contains(&listen) {
            addresses.push(listen);
        }
        let mut authority = CertificateParams::new(Vec::new())?;
        authority.distinguished_name.push(DnType::CommonName, "Sandbox (simulated) authority");
        authority.is_ca = IsCa::Ca(BasicConstraints::Constrained(0));
        authority.key_usages = vec![KeyUsagePurpose::KeyCertSign];
        (authority.not_before, authority.not_after) = (now - time::Duration::hours(1), now + YEARS);
        let authority_key = KeyPair::generate()?;
        let authority_certificate = authority.self_signed(&authority_key)?;
        let names: Vec<String> =
            addresses.iter().map(ToString::to_string).chain(["localhost".into(), "kubernetes".into()]).collect();
        let mut server = CertificateParams::new(names)?;
        server.distinguished_name.push(DnType::CommonName, "sandbox");
        server.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
        server.use_authority_key_identifier_extension = true;
        (server.not_before, server.not_after) = (now - time::Duration::hours(1), now + YEARS);
        let key = KeyPair::generate()?;
        // The authority's key is dropped here: nothing else will ever be signed with it.
        let certificate = server.signed_by(&key, &Issuer::from_params(&authority, &authority_key))?;
        Ok(Self {
            authority: authority_certificate.pem(),
            certificate: certificate.pem(),
            key: key.serialize_pem(),
            token: ids.token(),
            ends: (now + YEARS).unix_timestamp(),
            addresses,
            port: 0,
        })
    }

    /// Remembers the identity, for its owner only.
    ///
    /// # Errors
    /// When the folder cannot be written.
    pub fn keep(&self, folder: &Path, kubeconfig: &str) -> anyhow::Result<()> {
        crate::persist::write(&folder.join("identity.json"), &serde_json::to_vec(self)?)?;
        crate::persist::write(&folder.join(crate::KUBECONFIG), kubeconfig.as_bytes())
    }

    /// For the listener.
    ///
    /// # Errors
    /// When the stored certificate or key is damaged.
    pub fn server(&self) -> anyhow::Result<ServerConfig> {
        let chain = vec![CertificateDer::from_pem_slice(self.certificate.as_bytes())?];
        let key = PrivateKeyDer::from_pem_slice(self.key.as_bytes())?;
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let mut config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()?
            .with_no_client_auth()
            .with_single_cert(chain, key)?;
        config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
        Ok(config)
    }

    /// What clients need.
    pub fn kubeconfig(&self, address: SocketAddr) -> String {
        let ip = match address.ip() {
            ip if ip.is_unspecified() => IpAddr::from([127, 0, 0, 1]),
            ip => ip,
        };
        let server = SocketAddr::new(ip, address.port());
        let authority = STANDARD.encode(&self.authority);
        format!(
            "apiVersion: v1\nkind: Config\ncurrent-context: sandbox\nclusters:\n- name: sandbox\n  cluster:\n    server: https://{server}\n    certificate-authority-data: {authority}\n\
             users:\n- name: sandbox\n  user:\n    token: {}\ncontexts:\n- name: sandbox\n  context:\n    cluster: sandbox\n    user: sandbox\n",
            self.token
        )
    }
}
