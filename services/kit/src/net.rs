//! Network addresses: whose they are, and which of them a request really comes from.

use http::{HeaderMap, HeaderName, header};
use ipnet::IpNet;
use std::{fmt, net::IpAddr, str::FromStr};

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// What one subscriber has: an IPv4 address, or the /64 of an IPv6 address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Network(IpNet);

impl Network {
    /// The network of an address.
    #[must_use]
    pub fn of(address: IpAddr) -> Self {
        let address = address.to_canonical();
        let bits = if address.is_ipv4() { 32 } else { 64 };
        Self(IpNet::new(address, bits).map_or_else(|_| IpNet::from(address), |net| net.trunc()))
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            IpNet::V4(net) => write!(f, "{}", net.addr()),
            IpNet::V6(net) => {
                let [a, b, c, d, ..] = net.addr().segments();
                write!(f, "{a:x}:{b:x}:{c:x}:{d:x}::/64")
            }
        }
    }
}

/// An address or a network, as an operator writes it: `10.0.0.7` or `10.0.0.0/8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cidr(IpNet);

impl FromStr for Cidr {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        let net = text.parse::<IpNet>().or_else(|_| text.parse::<IpAddr>().map(IpNet::from));
        net.map(Self).map_err(|_| format!("'{text}' is neither an address nor a network such as 10.0.0.0/8"))
    }
}

/// Whether an address is a proxy's.
#[must_use]
pub fn is_trusted(proxies: &[Cidr], address: IpAddr) -> bool {
    let address = address.to_canonical();
    proxies.iter().any(|Cidr(net)| net.contains(&address))
}

/// Who sent a request that arrived from `peer`: the peer itself, or, when that is a proxy of ours, the rightmost address
/// that proxies tell of and that is none of theirs. What stands left of it was written by whoever sent the request.
#[must_use]
pub fn client(proxies: &[Cidr], peer: IpAddr, headers: &HeaderMap) -> IpAddr {
    let peer = peer.to_canonical();
    if !is_trusted(proxies, peer) {
        return peer;
    }
    let told = [hops(headers, &FORWARDED_FOR, bare), hops(headers, &header::FORWARDED, forwarded)];
    match told.map(|hops| hops.map(|hops| nearest(proxies, peer, &hops))) {
        // A proxy writes one of the two; the other may have been passed on as a stranger wrote it.
        [Some(one), Some(other)] if one != other => peer,
        [Some(client), _] | [None, Some(client)] => client,
        [None, None] => peer,
    }
}

/// The addresses of a header, as far as they can be read from the right; `None` without the header.
fn hops(headers: &HeaderMap, name: &HeaderName, read: fn(&str) -> Option<IpAddr>) -> Option<Vec<IpAddr>> {
    let lines: Vec<&str> = headers.get_all(name).iter().map(|value| value.to_str().unwrap_or("?")).collect();
    if lines.is_empty() {
        return None;
    }
    let items = lines.iter().flat_map(|line| line.split(',')).collect::<Vec<_>>();
    Some(items.into_iter().rev().map_while(read).collect())
}

/// `hops`: the nearest first.
fn nearest(proxies: &[Cidr], peer: IpAddr, hops: &[IpAddr]) -> IpAddr {
    let stranger = hops.iter().copied().find(|hop| !is_trusted(proxies, *hop));
    stranger.or_else(|| hops.last().copied()).unwrap_or(peer)
}

/// `203.0.113.7`, `203.0.113.7:4711`, `2001:db8::7`, `[2001:db8::7]:4711`.
fn bare(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let address = text.parse::<IpAddr>().ok().or_else(|| Some(text.parse::<std::net::SocketAddr>().ok()?.ip()));
    let address = address.or_else(|| text.strip_prefix('[')?.strip_suffix(']')?.parse().ok());
    Some(address?.to_canonical())
}

/// `for="[2001:db8::7]:4711";proto=https`.
fn forwarded(text: &str) -> Option<IpAddr> {
    text.split(';').find_map(|pair| {
        let (name, value) = pair.trim().split_once('=')?;
        name.eq_ignore_ascii_case("for").then(|| bare(value.trim_matches('"'))).flatten()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from(proxies: &str, peer: &str, headers: &[(&'static str, &str)]) -> String {
        let proxies: Vec<Cidr> =
            proxies.split(',').filter(|text| !text.is_empty()).map(|t| t.parse().unwrap()).collect();
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(*name, value.parse().unwrap());
        }
        client(&proxies, peer.parse().unwrap(), &map).to_string()
    }

    #[test]
    fn the_rightmost_address_that_is_no_proxy_counts() {
        let told = "1.1.1.1, 203.0.113.7, 10.0.0.2";
        assert_eq!(from("10.0.0.0/8", "10.0.0.1", &[("x-forwarded-for", told)]), "203.0.113.7");
        assert_eq!(from("10.0.0.0/8", "::ffff:10.0.0.1", &[("x-forwarded-for", told)]), "203.0.113.7");
        let lines = [("x-forwarded-for", "1.1.1.1"), ("x-forwarded-for", "203.0.113.7:80, 10.0.0.2")];
        assert_eq!(from("10.0.0.0/8", "10.0.0.1", &lines), "203.0.113.7");
        let told = "for=1.1.1.1, for=\"[2001:db8::7]:4711\";proto=https;by=10.0.0.1";
        assert_eq!(from("10.0.0.1", "10.0.0.1", &[("forwarded", told)]), "2001:db8::7");
    }

    #[test]
    fn nobody_but_a_proxy_is_believed() {
        assert_eq!(from("", "203.0.113.7", &[("x-forwarded-for", "1.1.1.1")]), "203.0.113.7");
        assert_eq!(from("10.0.0.0/8", "203.0.113.7", &[("x-forwarded-for", "10.0.0.9")]), "203.0.113.7");
        assert_eq!(from("10.0.0.0/8", "10.0.0.1", &[]), "10.0.0.1");
        // what cannot be read ends the walk: left of it anything may stand
        assert_eq!(from("10.0.0.0/8", "10.0.0.1", &[("x-forwarded-for", "1.1.1.1, unknown, 10.0.0.2")]), "10.0.0.2");
        let both = [("x-forwarded-for", "203.0.113.7"), ("forwarded", "for=1.1.1.1")];
        assert_eq!(from("10.0.0.0/8", "10.0.0.1", &both), "10.0.0.1", "one of them is a stranger's");
    }

    #[test]
    fn a_subscriber_is_one_network_however_many_addresses_they_have() {
        let network = |text: &str| Network::of(text.parse().unwrap());
        assert_eq!(network("203.0.113.7").to_string(), "203.0.113.7");
        assert_eq!(network("::ffff:203.0.113.7"), network("203.0.113.7"));
        assert_eq!(network("2001:db8:1:2:3:4:5:6"), network("2001:db8:1:2:ffff::1"));
        assert_eq!(network("2001:db8:1:2:3:4:5:6").to_string(), "2001:db8:1:2::/64");
        assert_ne!(network("2001:db8:1:2::1"), network("2001:db8:1:3::1"));
    }

    #[test]
    fn a_proxy_is_an_address_or_a_network() {
        assert!("10.0.0.0/33".parse::<Cidr>().is_err());
        assert!("proxy.example.com".parse::<Cidr>().is_err());
        assert!(is_trusted(&[" 2001:db8::/32 ".parse().unwrap()], "2001:db8::1".parse().unwrap()));
    }
}
