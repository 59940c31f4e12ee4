//! How auth talks to the provider: over TLS, without redirects, proxies or retries, within limits of time and size, and
//! only to addresses that a provider may have.

use super::settings::is_loopback;
use anyhow::Context as _;
use bytes::Bytes;
use futures::future::BoxFuture;
use http::Uri;
use http_body_util::{BodyExt as _, Full, Limited};
use hyper_rustls::HttpsConnector;
use hyper_util::{
    client::legacy::Client,
    rt::{TokioExecutor, TokioIo, TokioTimer},
};
use openidconnect::{AsyncHttpClient, HttpRequest, HttpResponse};
use rustls::{ClientConfig, RootCertStore, pki_types::CertificateDer};
use std::{
    io,
    net::{IpAddr, SocketAddr},
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};
use tokio::net::TcpStream;
use tower::BoxError;
use url::Url;

/// Bytes of one answer. Fixed: keys and tokens are far smaller.
const LARGEST: usize = 1 << 20;

/// Why there is no answer. Says nothing of what was sent.
#[derive(Debug, thiserror::Error)]
pub enum HttpError {
    /// Not there, or not to be talked to.
    #[error("the provider cannot be reached: {0}")]
    Unreachable(String),
    /// Longer than the limit.
    #[error("the provider did not answer in time")]
    Silent,
    /// The provider named an address that is neither https nor on loopback beside an issuer on loopback.
    #[error("the provider named an address that is not https")]
    Insecure,
    /// What came is too long or broke off.
    #[error("the provider's answer cannot be read")]
    Unreadable,
}

/// The client of one provider.
pub struct Http {
    client: Client<HttpsConnector<Dialer>, Full<Bytes>>,
    loopback: bool,
    timeout: Duration,
}

impl Http {
    /// For this issuer; `authority` vouches for it beside the public ones.
    ///
    /// # Errors
    /// Certificates that TLS does not take.
    pub fn new(issuer: &Url, authority: Vec<CertificateDer<'static>>, timeout: Duration) -> anyhow::Result<Self> {
        let mut roots = RootCertStore::empty();
        roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
        for certificate in authority {
            roots.add(certificate).context("CANOPY_OIDC_CA: a certificate cannot be used")?;
        }
        let tls = ClientConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
            .with_safe_default_protocol_versions()
            .context("TLS versions")?
            .with_root_certificates(roots)
            .with_no_client_auth();
        let loopback = is_loopback(issuer);
        let connector = hyper_rustls::HttpsConnectorBuilder::new()
            .with_tls_config(tls)
            .https_or_http()
            .enable_http1()
            .wrap_connector(Dialer { loopback });
        let client = Client::builder(TokioExecutor::new())
            .pool_timer(TokioTimer::new())
            .pool_idle_timeout(Duration::from_secs(30))
            .retry_canceled_requests(false)
            .build(connector);
        Ok(Self { client, loopback, timeout })
    }

    /// Whether this address may be asked, or a browser be sent there: https, or http where the issuer itself is on loopback.
    #[must_use]
    pub fn is_fitting(&self, url: &Url) -> bool {
        url.scheme() == "https" || (url.scheme() == "http" && self.loopback && is_loopback(url))
    }

    async fn ask(&self, request: HttpRequest) -> Result<HttpResponse, HttpError> {
        let url = Url::parse(&request.uri().to_string()).map_err(|_| HttpError::Insecure)?;
        if !self.is_fitting(&url) {
            return Err(HttpError::Insecure);
        }
        let exchange = async {
            let answer = self.client.request(request.map(|body| Full::new(Bytes::from(body)))).await;
            // what hyper says of a connection has no header and no body in it
            let (head, body) = answer.map_err(|error| HttpError::Unreachable(causes(&error)))?.into_parts();
            let body = Limited::new(body, LARGEST).collect().await.map_err(|_| HttpError::Unreadable)?;
            Ok(http::Response::from_parts(head, body.to_bytes().to_vec()))
        };
        tokio::time::timeout(self.timeout, exchange).await.map_err(|_| HttpError::Silent)?
    }
}

impl<'c> AsyncHttpClient<'c> for Http {
    type Error = HttpError;
    type Future = BoxFuture<'c, Result<HttpResponse, HttpError>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        Box::pin(self.ask(request))
    }
}

/// An error with what it came from, on one line.
pub fn causes(error: &(dyn std::error::Error + 'static)) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        text = format!("{text}: {cause}");
        source = cause.source();
    }
    text
}

/// Resolves by itself and connects to the very address it has checked, so that a name that changes in between gains nothing.
#[derive(Clone)]
struct Dialer {
    /// The issuer is on loopback, so its endpoints may be.
    loopback: bool,
}

impl Dialer {
    async fn dial(self, uri: Uri) -> Result<TokioIo<TcpStream>, BoxError> {
        let host = uri.host().ok_or("the address has no host")?;
        let host = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
        let port = uri.port_u16().unwrap_or(if uri.scheme_str() == Some("http") { 80 } else { 443 });
        let found: Vec<SocketAddr> = tokio::net::lookup_host((host, port)).await?.collect();
        // One forbidden address among several refuses them all: an honest name has none.
        if found.iter().any(|address| !may_be(address.ip(), self.loopback)) {
            return Err("its address is not one that a provider may have".into());
        }
        let mut last: BoxError = io::Error::other("the name has no address").into();
        for address in found {
            match TcpStream::connect(address).await {
                Ok(stream) => {
                    stream.set_nodelay(true)?;
                    return Ok(TokioIo::new(stream));
                }
                Err(error) => last = error.into(),
            }
        }
        Err(last)
    }
}

/// Companies run their provider in their own network, so private addresses are fine. What is this machine's own only where
/// the operator has put the issuer there; link-local addresses, where clouds have their metadata, never.
fn may_be(ip: IpAddr, loopback: bool) -> bool {
    match ip.to_canonical() {
        ip if ip.is_loopback() => loopback,
        IpAddr::V4(ip) => {
            let [a, b, c, _] = ip.octets();
            let metadata = ip.octets() == [100, 100, 100, 200] || ip.octets() == [168, 63, 129, 16];
            !(a == 0 || a >= 224 || ip.is_link_local() || (a, b, c) == (192, 0, 0) || metadata)
        }
        IpAddr::V6(ip) => {
            let s = ip.segments();
            let metadata = s[0] == 0xfd00 && s[1] == 0x0ec2;
            // what carries an IPv4 address in it may carry any
            let carries = s[0] == 0x2002 || s[..2] == [0x64, 0xff9b] || s[..2] == [0x2001, 0] || s[..6] == [0; 6];
            !(ip.is_unspecified() || ip.is_multicast() || s[0] & 0xffc0 == 0xfe80 || metadata || carries)
        }
    }
}

impl tower::Service<Uri> for Dialer {
    type Response = TokioIo<TcpStream>;
    type Error = BoxError;
    type Future = BoxFuture<'static, Result<Self::Response, BoxError>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, uri: Uri) -> Self::Future {
        Box::pin(self.clone().dial(uri))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_provider_is_never_where_clouds_have_their_metadata_and_on_loopback_only_beside_its_issuer() {
        let may = |ip: &str, loopback| may_be(ip.parse().unwrap(), loopback);
        for ip in ["10.0.0.7", "192.168.1.1", "203.0.113.9", "2a01:4f8::1", "fd12::1"] {
            assert!(may(ip, false), "{ip}");
        }
        for ip in ["127.0.0.1", "::1", "::ffff:127.0.0.1"] {
            assert!(!may(ip, false) && may(ip, true), "{ip}");
        }
        for ip in [
            "169.254.169.254",
            "::ffff:169.254.169.254",
            "fe80::1",
            "fd00:ec2::254",
            "100.100.100.200",
            "0.0.0.0",
            "::",
            "224.0.0.1",
            "ff02::1",
            "64:ff9b::a9fe:a9fe",
            "2002:a9fe:a9fe::1",
        ] {
            assert!(!may(ip, true), "{ip}");
        }
    }
}
