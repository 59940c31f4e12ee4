//! Where sites of tests are: small servers on loopback, names that lead to them, and certificates of an authority of our own.

use deployments::reach::checker::{Checker, Entrance, Site};
use futures::FutureExt as _;
use kit::{address::AddressPolicy, dial::Resolve};
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair};
use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use std::{
    collections::BTreeMap,
    io,
    net::IpAddr,
    sync::{Arc, Mutex},
    time::Duration,
};
use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _},
    net::TcpListener,
};
use tokio_rustls::TlsAcceptor;

pub const DOMAIN: &str = "shop.example.com";
/// As long as no test should have to wait for what comes.
const PATIENCE: Duration = Duration::from_secs(120);

/// What a server does once it has read the head of a request.
#[derive(Clone, Copy)]
pub enum Manner {
    /// The head of its answer, without its end.
    Says(&'static str),
    Silent,
    /// A head that does not end.
    Endless,
}

/// What was asked of the servers of a test, and which names were looked up.
#[derive(Clone, Default)]
pub struct Heard {
    pub heads: Arc<Mutex<Vec<String>>>,
    pub names: Arc<Mutex<Vec<String>>>,
}

/// The two ports of a site.
pub struct Place {
    pub heard: Heard,
    pub ports: (u16, u16),
    authority: CertifiedIssuer<'static, KeyPair>,
}

/// Who signs a certificate, for what, and how.
pub enum Signed<'a> {
    For(&'a str),
    /// The tenth day of that year.
    Until(i32),
    Expired,
    Own,
}

impl Place {
    /// Nothing listens there yet.
    pub async fn empty() -> Self {
        Self { heard: Heard::default(), ports: (free().await, free().await), authority: authority("R3") }
    }

    pub async fn http(mut self, manner: Manner) -> Self {
        self.ports.0 = serve(None, manner, &self.heard).await;
        self
    }

    pub async fn https(mut self, signed: Signed<'_>, manner: Manner) -> Self {
        let acceptor = self.acceptor(signed);
        self.ports.1 = serve(Some(acceptor), manner, &self.heard).await;
        self
    }

    fn acceptor(&self, signed: Signed<'_>) -> TlsAcceptor {
        let key = KeyPair::generate().unwrap();
        let name = if let Signed::For(name) = signed { name } else { DOMAIN };
        let mut params = CertificateParams::new(vec![name.to_owned()]).unwrap();
        params.not_after = rcgen::date_time_ymd(2150, 2, 12);
        match signed {
            Signed::Expired => params.not_after = rcgen::date_time_ymd(2020, 2, 12),
            Signed::Until(year) => params.not_after = rcgen::date_time_ymd(year, 1, 10),
            Signed::For(_) | Signed::Own => {}
        }
        let certificate = match signed {
            Signed::Own => params.self_signed(&key).unwrap(),
            _ => params.signed_by(&key, &self.authority).unwrap(),
        };
        let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(key.serialize_der()));
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = rustls::ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![certificate.der().clone()], key)
            .unwrap();
        TlsAcceptor::from(Arc::new(config))
    }

    /// Visits these ports only, and knows their authority. Every name leads to loopback.
    pub fn checker(&self) -> Checker {
        self.checker_to(|_| Ok(vec![IpAddr::from([127, 0, 0, 1])]))
    }

    /// With names of its own.
    pub fn checker_to<F>(&self, find: F) -> Checker
    where
        F: Fn(&str) -> io::Result<Vec<IpAddr>> + Send + Sync + 'static,
    {
        let names = Arc::clone(&self.heard.names);
        let resolve: Resolve = Arc::new(move |name| {
            let found = find(&name);
            names.lock().unwrap().push(name);
            std::future::ready(found).boxed()
        });
        let (http, https) = self.ports;
        let allowed = format!("127.0.0.1:{http},127.0.0.1:{https}");
        Checker {
            policy: AddressPolicy::parse("CANOPY_REACH_ALLOW", &allowed).unwrap().public(),
            resolve,
            roots: Arc::new(kit::tls::trusted(vec![self.authority.der().clone()]).unwrap()),
            ports: self.ports,
            within: PATIENCE,
        }
    }

    /// Another authority, which is not known.
    pub fn foreign(self, name: &str) -> Self {
        Self { authority: authority(name), ..self }
    }

    pub fn heads(&self) -> Vec<String> {
        self.heard.heads.lock().unwrap().clone()
    }

    pub fn names(&self) -> Vec<String> {
        self.heard.names.lock().unwrap().clone()
    }
}

pub fn site() -> Site {
    Site { domain: DOMAIN.into(), names: vec!["www.example.com".into()], entrance: Entrance::Unknown }
}

fn authority(name: &str) -> CertifiedIssuer<'static, KeyPair> {
    let mut params = CertificateParams::default();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    params.distinguished_name.push(DnType::CommonName, name);
    params.distinguished_name.push(DnType::OrganizationName, "Test Encrypt");
    CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap()
}

/// A port where nothing listens.
async fn free() -> u16 {
    TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().port()
}

#[expect(clippy::disallowed_methods, reason = "a test's server lives as long as its runtime")]
async fn serve(tls: Option<TlsAcceptor>, manner: Manner, heard: &Heard) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let heard = heard.clone();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let (tls, heard) = (tls.clone(), heard.clone());
            tokio::spawn(async move {
                match tls {
                    None => talk(stream, manner, heard).await,
                    Some(tls) => match tls.accept(stream).await {
                        Ok(stream) => talk(stream, manner, heard).await,
                        Err(error) => Err(error),
                    },
                }
            });
        }
    });
    port
}

async fn talk<S: AsyncRead + AsyncWrite + Unpin>(mut stream: S, manner: Manner, heard: Heard) -> io::Result<()> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await?);
    }
    heard.heads.lock().unwrap().push(String::from_utf8_lossy(&head).into_owned());
    match manner {
        Manner::Says(answer) => stream.write_all(format!("HTTP/1.1 {answer}\r\n\r\n").as_bytes()).await?,
        Manner::Silent => std::future::pending().await,
        Manner::Endless => {
            stream.write_all(b"HTTP/1.1 200 OK\r\n").await?;
            loop {
                stream.write_all(b"x-more: and more, and more, and more, and more\r\n").await?;
            }
        }
    }
    stream.shutdown().await
}

/// What is said, by code, with what it is filled with.
pub fn said(message: Option<&kit::Message>) -> (String, BTreeMap<String, String>) {
    let message = message.unwrap();
    let text = |value: &kit::message::Value| match value {
        kit::message::Value::Text(text) => text.clone(),
        kit::message::Value::Message(inner) => inner.reason().to_owned(),
        other => format!("{other:?}"),
    };
    (message.reason().to_owned(), message.params().iter().map(|(name, value)| (name.clone(), text(value))).collect())
}
