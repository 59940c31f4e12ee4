//! How auth talks to the provider: over TLS, without redirects, proxies or retries, within limits of time and size, and
//! only to addresses that a provider may have.

use super::settings::is_loopback;
use anyhow::Context as _;
use bytes::Bytes;
use futures::future::BoxFuture;
use http_body_util::{BodyExt as _, Full, Limited};
use hyper_util::{
    client::legacy::Client,
    rt::{TokioExecutor, TokioTimer},
};
use kit::{
    address::AddressPolicy,
    dial::{Dialer, system_resolver},
    tls::{self, Https},
};
use openidconnect::{AsyncHttpClient, HttpRequest, HttpResponse};
use rustls::pki_types::CertificateDer;
use std::time::Duration;
use url::Url;

/// After how long without traffic a connection is probed. Fixed: idle ones are closed after as long.
const KEEP_ALIVE: Duration = Duration::from_secs(30);
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
    client: Client<Https, Full<Bytes>>,
    loopback: bool,
    timeout: Duration,
}

impl Http {
    /// For this issuer; `authority` vouches for it beside the public ones.
    ///
    /// # Errors
    /// Certificates that TLS does not take.
    pub fn new(issuer: &Url, authority: Vec<CertificateDer<'static>>, timeout: Duration) -> anyhow::Result<Self> {
        let tls = tls::verified(authority).context("CANOPY_OIDC_CA")?;
        let loopback = is_loopback(issuer);
        let dialer = Dialer::new(policy(issuer)?, system_resolver(), KEEP_ALIVE);
        let connector = tls::https_or_http(tls, dialer);
        let client = Client::builder(TokioExecutor::new())
            .pool_timer(TokioTimer::new())
            .pool_idle_timeout(KEEP_ALIVE)
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

/// Companies run their provider in their own network, so private addresses are fine. On this very machine it is only where the
/// operator has put the issuer; link-local addresses, where clouds have their metadata, never.
fn policy(issuer: &Url) -> anyhow::Result<AddressPolicy> {
    let (host, port) = (issuer.host_str().unwrap_or_default(), issuer.port_or_known_default().unwrap_or_default());
    AddressPolicy::parse("CANOPY_OIDC_ISSUER", &format!("{host}:{port}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_provider_is_on_this_machine_only_where_its_issuer_is_and_never_where_clouds_have_their_metadata() {
        let policy = |issuer: &str| policy(&Url::parse(issuer).unwrap()).unwrap();
        let company = policy("https://id.example.com");
        let may = |host: &str, port, ip: &str| company.check(host, port, ip.parse().unwrap()).is_ok();
        for ip in ["10.0.0.7", "192.168.1.1", "203.0.113.9", "2a01:4f8::1", "fd12::1"] {
            assert!(may("keys.example.com", 443, ip), "{ip}");
        }
        for ip in ["127.0.0.1", "::1", "::ffff:127.0.0.1"] {
            assert!(!may("keys.example.com", 443, ip) && !may("id.example.com", 5432, ip), "{ip}");
        }
        for ip in
            ["169.254.169.254", "::ffff:169.254.169.254", "fe80::1", "fd00:ec2::254", "100.100.100.200", "0.0.0.0"]
        {
            assert!(!may("id.example.com", 443, ip), "{ip}");
        }
        for (issuer, host) in [("http://127.0.0.1:5556/dex", "127.0.0.1"), ("http://[::1]:5556/dex", "::1")] {
            let local = policy(issuer);
            let ip = host.parse().unwrap();
            assert!(local.check(host, 5556, ip).is_ok() && local.check(host, 5432, ip).is_err(), "{issuer}");
        }
    }
}
