//! Which addresses may be connected to where somebody else says where to: the rule that keeps a kubeconfig or a webhook from
//! reaching into the machine or a cloud's metadata.
//!
//! Private networks are allowed, because clusters of one's own live there, unless the policy is for what everybody may write
//! ([`AddressPolicy::public`]). Loopback, and with it every address of this very machine, is allowed only for a `host:port`
//! that the operator listed. Link-local, metadata, unspecified and multicast addresses are never allowed.

use crate::{Message, message};
use std::{
    collections::BTreeSet,
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
    sync::Arc,
};

/// Why an address is refused. The sentence does not say whether anything listens there.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the address {0} is not allowed")]
pub struct Refused(pub IpAddr);

impl Refused {
    /// As part of a sentence.
    #[must_use]
    pub fn message(&self) -> Message {
        message!(AddressNotAllowed, address = self.0.to_string())
    }
}

/// The operator's rule, checked at import, at load and at every connection.
#[derive(Debug, Clone, Default)]
pub struct AddressPolicy {
    /// `(host, port)` that may be where others may not; hosts in lower case, IPv6 without brackets.
    listed: Arc<BTreeSet<(String, u16)>>,
    /// Private networks are allowed only for what is listed, too.
    only_public: bool,
}

impl AddressPolicy {
    /// From a setting of this name: `host:port` separated by commas, IPv6 in brackets.
    ///
    /// # Errors
    /// An entry without host or port.
    pub fn parse(setting: &str, list: &str) -> anyhow::Result<Self> {
        let mut listed = BTreeSet::new();
        for entry in list.split(',').map(str::trim).filter(|entry| !entry.is_empty()) {
            let wrong = || anyhow::anyhow!("{setting}: \"{entry}\" is not host:port");
            let (host, port) = entry.rsplit_once(':').ok_or_else(wrong)?;
            let host = host.strip_prefix('[').and_then(|h| h.strip_suffix(']')).unwrap_or(host);
            let port: u16 = port.parse().map_err(|_| wrong())?;
            if host.is_empty() || port == 0 {
                return Err(wrong());
            }
            listed.insert((host.to_lowercase(), port));
        }
        Ok(Self { listed: Arc::new(listed), only_public: false })
    }

    /// The same for what everybody may write: private networks are allowed only for what is listed.
    #[must_use]
    pub fn public(&self) -> Self {
        Self { only_public: true, ..self.clone() }
    }

    /// Whether the operator listed this very place.
    #[must_use]
    pub fn lists(&self, host: &str, port: u16) -> bool {
        self.listed.contains(&(host.to_lowercase(), port))
    }

    /// Whether `ip`, which `host` resolved to (or is), may be connected to on `port`.
    ///
    /// # Errors
    /// [`Refused`] with the address.
    pub fn check(&self, host: &str, port: u16, ip: IpAddr) -> Result<(), Refused> {
        let allowed = match kind(ip) {
            Kind::Never => false,
            Kind::Ordinary if self.is_free(ip) => true,
            Kind::Ordinary | Kind::Loopback => self.lists(host, port) || self.lists(&ip.to_string(), port),
        };
        if allowed { Ok(()) } else { Err(Refused(ip)) }
    }

    /// Whether an ordinary address needs nobody's word.
    fn is_free(&self, ip: IpAddr) -> bool {
        let is_inside = self.only_public && is_private(ip);
        !is_inside && !is_own(ip)
    }
}

/// Whether one of our interfaces has it: what listens for this machine alone often listens there too. Asked each time, for
/// interfaces come and go. When it cannot be found out the address is taken for ours.
fn is_own(ip: IpAddr) -> bool {
    let ip = ip.to_canonical();
    let Ok(mut interfaces) = nix::ifaddrs::getifaddrs() else { return true };
    interfaces.any(|interface| {
        let Some(address) = interface.address else { return false };
        let own = address.as_sockaddr_in().map(|address| IpAddr::V4(address.ip()));
        own.or_else(|| address.as_sockaddr_in6().map(|address| IpAddr::V6(address.ip()).to_canonical())) == Some(ip)
    })
}

/// Whether it is of a network that the internet does not lead to: of a company, a home or a carrier, or one kept for documents
/// and tests.
fn is_private(ip: IpAddr) -> bool {
    match ip.to_canonical() {
        IpAddr::V4(ip) => is_private4(ip),
        IpAddr::V6(ip) => {
            let s = ip.segments();
            // Those that carry an IPv4 address are judged by it, as in `kind6`.
            if s[..6] == [0; 6] || s[..6] == [0x64, 0xff9b, 0, 0, 0, 0] {
                return is_private4(v4(s[6], s[7]));
            }
            if s[0] == 0x2002 {
                return is_private4(v4(s[1], s[2]));
            }
            // what is global is 2000::/3, without its documents
            s[0] & 0xe000 != 0x2000 || (s[0] == 0x2001 && s[1] == 0x0db8)
        }
    }
}

fn is_private4(ip: Ipv4Addr) -> bool {
    let [a, b, c, _] = ip.octets();
    let shared = a == 100 && b & 0xc0 == 64;
    let benchmarks = a == 198 && b & 0xfe == 18;
    ip.is_private() || shared || benchmarks || ip.is_documentation() || (a, b, c) == (192, 88, 99)
}

#[derive(Debug, PartialEq, Eq)]
enum Kind {
    Ordinary,
    Loopback,
    Never,
}

fn kind(ip: IpAddr) -> Kind {
    match ip.to_canonical() {
        IpAddr::V4(ip) => kind4(ip),
        IpAddr::V6(ip) => kind6(ip),
    }
}

fn kind4(ip: Ipv4Addr) -> Kind {
    let [a, b, c, _] = ip.octets();
    if ip.is_loopback() {
        return Kind::Loopback;
    }
    // 0/8 is "this host"; 192.0.0/24 and the two single addresses answer with metadata in some clouds
    let never = a == 0
        || ip.is_link_local()
        || (a, b, c) == (192, 0, 0)
        || ip == Ipv4Addr::new(100, 100, 100, 200)
        || ip == Ipv4Addr::new(168, 63, 129, 16)
        || a >= 224;
    if never { Kind::Never } else { Kind::Ordinary }
}

fn kind6(ip: Ipv6Addr) -> Kind {
    if ip.is_loopback() {
        return Kind::Loopback;
    }
    let s = ip.segments();
    // Addresses that carry an IPv4 address are judged by it: IPv4-compatible, NAT64 and 6to4.
    if s[..6] == [0; 6] || s[..6] == [0x64, 0xff9b, 0, 0, 0, 0] {
        return embedded(s[6], s[7]);
    }
    if s[0] == 0x2002 {
        return embedded(s[1], s[2]);
    }
    let teredo = s[0] == 0x2001 && s[1] == 0;
    let local_nat64 = s[0] == 0x64 && s[1] == 0xff9b;
    let link_local = s[0] & 0xffc0 == 0xfe80;
    let metadata = s[0] == 0xfd00 && s[1] == 0x0ec2;
    if teredo || local_nat64 || link_local || metadata || ip.is_multicast() { Kind::Never } else { Kind::Ordinary }
}

/// An embedded loopback address is never what anyone means.
fn embedded(high: u16, low: u16) -> Kind {
    match kind4(v4(high, low)) {
        Kind::Ordinary => Kind::Ordinary,
        Kind::Loopback | Kind::Never => Kind::Never,
    }
}

fn v4(high: u16, low: u16) -> Ipv4Addr {
    let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
    Ipv4Addr::new(a, b, c, d)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(policy: &AddressPolicy, host: &str, port: u16, ip: &str) -> bool {
        policy.check(host, port, ip.parse().expect("an address")).is_ok()
    }

    #[test]
    fn private_and_public_addresses_are_allowed() {
        let policy = AddressPolicy::default();
        for ip in ["10.0.0.1", "192.168.1.20", "172.16.3.4", "100.64.0.1", "8.8.8.8", "fd12::1", "2a01:4f8::1"] {
            assert!(check(&policy, "cluster", 6443, ip), "{ip}");
        }
    }

    #[test]
    fn where_everybody_may_write_the_address_private_networks_are_only_what_is_listed() {
        let policy = AddressPolicy::parse("CANOPY_X", "10.0.0.9:8065,chat.lan:443").expect("a list").public();
        for ip in ["8.8.8.8", "2a01:4f8::1", "64:ff9b::808:808"] {
            assert!(check(&policy, "hook", 443, ip), "{ip}");
        }
        for ip in [
            "10.0.0.1",
            "192.168.1.20",
            "172.16.3.4",
            "100.64.0.1",
            "198.18.0.1",
            "192.0.2.1",
            "fd12::1",
            "fec0::1",
            "2001:db8::1",
            "::ffff:10.0.0.1",
            "64:ff9b::a00:1",
            "2002:a00:1::1",
            "127.0.0.1",
            "169.254.169.254",
        ] {
            assert!(!check(&policy, "hook", 443, ip), "{ip}");
        }
        assert!(check(&policy, "10.0.0.9", 8065, "10.0.0.9") && check(&policy, "Chat.lan", 443, "192.168.0.7"));
        assert!(!check(&policy, "10.0.0.9", 443, "10.0.0.9") && policy.lists("chat.lan", 443));
    }

    #[test]
    fn metadata_link_local_unspecified_and_multicast_addresses_are_never_allowed() {
        let policy = AddressPolicy::parse("CANOPY_X", "169.254.169.254:80,0.0.0.0:6443,[::]:6443").expect("a list");
        for ip in [
            "169.254.169.254",
            "169.254.1.1",
            "0.0.0.0",
            "0.1.2.3",
            "224.0.0.1",
            "255.255.255.255",
            "240.0.0.1",
            "100.100.100.200",
            "168.63.129.16",
            "192.0.0.192",
            "fe80::1",
            "ff02::1",
            "::",
            "fd00:ec2::254",
            "::ffff:169.254.169.254",
            "64:ff9b::a9fe:a9fe",
            "2002:a9fe:a9fe::1",
            "::a9fe:a9fe",
            "64:ff9b:1::1",
        ] {
            assert!(!check(&policy, ip, 6443, ip), "{ip}");
            assert!(!check(&policy, ip, 80, ip), "{ip}");
        }
    }

    #[test]
    fn loopback_is_allowed_only_for_the_listed_host_and_port() {
        let policy = AddressPolicy::parse("CANOPY_X", "127.0.0.1:6443, [::1]:7443,sandbox.local:8443").expect("a list");
        assert!(check(&policy, "127.0.0.1", 6443, "127.0.0.1"));
        assert!(check(&policy, "localhost", 6443, "127.0.0.1"));
        assert!(check(&policy, "::1", 7443, "::1"));
        assert!(check(&policy, "Sandbox.local", 8443, "127.0.0.1"));
        for (host, port, ip) in [
            ("127.0.0.1", 5432, "127.0.0.1"),
            ("localhost", 7443, "127.0.0.1"),
            ("127.0.0.2", 6443, "127.0.0.2"),
            ("other.local", 8443, "127.0.0.1"),
            ("::ffff:127.0.0.1", 5432, "::ffff:127.0.0.1"),
            ("64:ff9b::7f00:1", 6443, "64:ff9b::7f00:1"),
        ] {
            assert!(!check(&policy, host, port, ip), "{host} {port} {ip}");
        }
        assert!(!check(&AddressPolicy::default(), "127.0.0.1", 6443, "127.0.0.1"));
    }

    #[test]
    fn an_address_of_this_machine_is_as_good_as_loopback() {
        // Which address we would be seen with from outside; nothing is sent. A machine without a network has none.
        let socket = std::net::UdpSocket::bind("0.0.0.0:0").expect("a socket");
        let Ok(own) = socket.connect("198.51.100.1:9").and_then(|()| socket.local_addr()) else { return };
        let own = own.ip().to_string();
        assert!(!check(&AddressPolicy::default(), &own, 6443, &own), "{own}");
        let listed = AddressPolicy::parse("CANOPY_X", &format!("{own}:6443")).expect("a list");
        assert!(check(&listed, &own, 6443, &own));
        assert!(!check(&listed, &own, 5432, &own));
    }

    #[test]
    fn a_list_that_is_not_host_and_port_is_refused() {
        for list in ["localhost", "127.0.0.1:0", ":6443", "a:b", "127.0.0.0/8"] {
            assert!(AddressPolicy::parse("CANOPY_X", list).is_err(), "{list}");
        }
    }
}
