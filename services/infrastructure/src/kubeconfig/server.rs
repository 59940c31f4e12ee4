//! The rules of the server's address.

use super::Reject;
use crate::address::AddressPolicy;
use kit::message;
use std::net::{IpAddr, Ipv4Addr};
use url::{Host, Url};

/// A checked address of an API server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Server {
    /// As the URL standard writes it, without a trailing slash.
    pub url: String,
}

impl Server {
    /// https only; no user, query or fragment; an address literal (in any notation) must be allowed.
    pub(super) fn read(text: &str, policy: &AddressPolicy) -> Result<Self, Reject> {
        let wrong = || Reject::because(message!(KubeconfigServer));
        let url = Url::parse(text.trim()).map_err(|_| wrong())?;
        let plain = url.scheme() == "https"
            && url.username().is_empty()
            && url.password().is_none()
            && url.query().is_none()
            && url.fragment().is_none();
        if !plain || text.len() > 1_000 {
            return Err(wrong());
        }
        let host = url.host().ok_or_else(wrong)?;
        let ip = match host {
            Host::Ipv4(ip) => Some(IpAddr::V4(ip)),
            Host::Ipv6(ip) => Some(IpAddr::V6(ip)),
            // The name that never asks a resolver. Others are checked when they are resolved.
            Host::Domain(name) if is_localhost(name) => Some(IpAddr::V4(Ipv4Addr::LOCALHOST)),
            Host::Domain(_) => None,
        };
        if let Some(ip) = ip {
            let name = match host {
                Host::Domain(name) => name.to_owned(),
                Host::Ipv4(ip) => ip.to_string(),
                Host::Ipv6(ip) => ip.to_string(),
            };
            let port = url.port_or_known_default().unwrap_or(443);
            policy.check(&name, port, ip).map_err(|refused| Reject::because(refused.message()))?;
        }
        Ok(Self { url: url.as_str().trim_end_matches('/').to_owned() })
    }
}

fn is_localhost(name: &str) -> bool {
    let name = name.trim_end_matches('.');
    name == "localhost" || name.ends_with(".localhost")
}
