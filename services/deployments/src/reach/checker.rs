//! A visit to a site as a browser would make it: its name, its address, HTTPS before HTTP, and as far as it sends its visitors
//! to names of its own.

use super::{
    Certificate, Found, State,
    visit::{Answer, Failure, Goal, line, visit},
};
use kit::{
    Message,
    address::AddressPolicy,
    dial::{Dialer, Resolve},
    message,
};
use rustls::RootCertStore;
use std::{io, net::IpAddr, sync::Arc, time::Duration};
use tokio::time::Instant;
use url::Url;

/// How often visitors are sent on. Fixed: browsers give up later, people earlier.
const HOPS: usize = 5;
/// Addresses that are kept. Fixed: more say nothing.
const ADDRESSES: usize = 8;
/// After how long without traffic a connection is probed. Fixed: none is open for longer than a visit.
const KEEP_ALIVE: Duration = Duration::from_secs(30);

/// Visits sites. Cheap to clone.
#[derive(Clone)]
pub struct Checker {
    /// Where visits may go.
    pub policy: AddressPolicy,
    /// Finds addresses.
    pub resolve: Resolve,
    /// Whose certificates count.
    pub roots: Arc<RootCertStore>,
    /// The ports of HTTP and of HTTPS.
    pub ports: (u16, u16),
    /// How long a visit may take as a whole.
    pub within: Duration,
}

/// What is visited.
#[derive(Clone, Debug)]
pub struct Site {
    /// Its main domain.
    pub domain: String,
    /// Further names of its own.
    pub names: Vec<String>,
    /// What its records have to point to.
    pub entrance: Entrance,
}

/// Where visitors enter the cluster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entrance {
    /// Its Ingress has this address, or this name.
    At(String),
    /// It does not say.
    Unknown,
    /// Through a Cloudflare tunnel.
    Tunnel,
}

impl Checker {
    /// Visits a site. What is wrong with it is what is found.
    pub async fn check(&self, site: &Site) -> Found {
        let until = Instant::now() + self.within;
        let addresses = match self.addresses(site, Instant::now() + self.within / 3).await {
            Ok(addresses) => addresses,
            Err(found) => return found,
        };
        let mut found = match self.forbidden(&site.domain, &addresses) {
            Some(address) => forbidden(&site.domain, address),
            None => self.walk(site, &addresses, until).await,
        };
        found.addresses = addresses.iter().take(ADDRESSES).map(IpAddr::to_string).collect();
        found
    }

    async fn addresses(&self, site: &Site, until: Instant) -> Result<Vec<IpAddr>, Found> {
        let name = site.domain.clone();
        match tokio::time::timeout_at(until, (self.resolve)(name)).await {
            Ok(Ok(addresses)) if !addresses.is_empty() => Ok(addresses),
            Ok(Ok(_)) => Err(no_record(site)),
            Ok(Err(error)) if error.kind() == io::ErrorKind::NotFound => Err(no_record(site)),
            Ok(Err(_)) | Err(_) => {
                let said = message!(ReachUnresolved, name = &site.domain);
                Err(Found::of(State::Unresolved, &site.domain, Some(said)))
            }
        }
    }

    /// The address that may not be contacted, on neither port.
    fn forbidden(&self, host: &str, addresses: &[IpAddr]) -> Option<IpAddr> {
        let on =
            |port| addresses.iter().find_map(|ip| self.policy.check(host, port, *ip).err()).map(|refused| refused.0);
        on(self.ports.0).and(on(self.ports.1))
    }

    async fn walk(&self, site: &Site, addresses: &[IpAddr], until: Instant) -> Found {
        let walk = Walk { checker: self, site, dialer: self.dialer(&site.domain, addresses.to_vec()), until };
        let (first, https) = match walk.first().await {
            Ok(first) => first,
            Err((failure, certificate)) => {
                let certificate = match &failure {
                    Failure::Certificate(shown) => Some(shown.clone()),
                    _ => certificate,
                };
                return Found { https: Some(false), certificate, ..failed(&site.domain, failure, self.within) };
            }
        };
        let certificate = match &https {
            Https::Valid(certificate) => certificate.clone(),
            Https::Refused(certificate) => Some(certificate.clone()),
            Https::Absent => None,
        };
        let is_https = matches!(https, Https::Valid(_));
        Found { https: Some(is_https), certificate, ..walk.on(first, &https).await }
    }

    /// The name of the site is looked up once, so that all of a visit goes to the same addresses; the policy is asked at each
    /// connection all the same.
    fn dialer(&self, domain: &str, addresses: Vec<IpAddr>) -> Dialer {
        let (domain, resolve) = (domain.to_owned(), Arc::clone(&self.resolve));
        let known: Resolve =
            Arc::new(
                move |name| {
                    if name == domain { Box::pin(std::future::ready(Ok(addresses.clone()))) } else { resolve(name) }
                },
            );
        Dialer::new(self.policy.clone(), known, KEEP_ALIVE)
    }
}

/// What the domain itself does with HTTPS.
enum Https {
    Valid(Option<Certificate>),
    Refused(Certificate),
    Absent,
}

struct Walk<'a> {
    checker: &'a Checker,
    site: &'a Site,
    dialer: Dialer,
    until: Instant,
}

impl Walk<'_> {
    async fn get(&self, https: bool, host: &str, path: String, until: Instant) -> Result<Answer, Failure> {
        let (plain, tls) = self.checker.ports;
        let goal = Goal { https, host: host.to_owned(), port: if https { tls } else { plain }, path };
        visit(&self.dialer, &self.checker.roots, &goal, until).await
    }

    /// The answer of the domain, by HTTPS if it has that; with why there is none, the certificate that was shown.
    async fn first(&self) -> Result<((Answer, Url), Https), (Failure, Option<Certificate>)> {
        let domain = &self.site.domain;
        let at = |scheme: &str| {
            let url = Url::parse(&format!("{scheme}://{domain}/"));
            url.map_err(|error| (Failure::Other(line(&error.to_string())), None))
        };
        let half = Instant::now() + self.until.duration_since(Instant::now()) / 2;
        let secure = match self.get(true, domain, "/".to_owned(), half).await {
            Ok(answer) => {
                let certificate = answer.certificate.clone();
                return Ok(((answer, at("https")?), Https::Valid(certificate)));
            }
            Err(failure) => failure,
        };
        match self.get(false, domain, "/".to_owned(), self.until).await {
            Ok(answer) => {
                let https = match secure {
                    Failure::Certificate(certificate) => Https::Refused(certificate),
                    _ => Https::Absent,
                };
                Ok(((answer, at("http")?), https))
            }
            Err(plain) => Err(match (secure, plain) {
                // what says most: a certificate, then that something is there and keeps silent
                (Failure::Certificate(certificate), _) => (Failure::Certificate(certificate), None),
                (secure, Failure::Refused | Failure::Forbidden(_)) => (secure, None),
                (_, plain) => (plain, None),
            }),
        }
    }

    /// Goes where visitors are sent, as long as that is the site.
    async fn on(&self, (mut answer, mut at): (Answer, Url), https: &Https) -> Found {
        let domain = &self.site.domain;
        for _ in 0..HOPS {
            let Some(next) = sent_to(&answer, &at) else { return self.ended(&answer, None) };
            let host = next.host_str().unwrap_or_default().to_owned();
            if !self.is_own(&next) {
                return self.ended(&answer, Some(line(&host)));
            }
            let secure = next.scheme() == "https";
            if secure && host == *domain {
                match https {
                    Https::Valid(_) => {}
                    Https::Refused(Certificate { problem, .. }) => {
                        let said = problem.clone().map(|said| message!(ReachCertificate, said = said));
                        return Found { status: Some(answer.status), ..Found::of(State::Certificate, domain, said) };
                    }
                    Https::Absent => {
                        let said = Some(message!(ReachNoHttps, name = domain));
                        return Found { status: Some(answer.status), ..Found::of(State::Unreachable, domain, said) };
                    }
                }
            }
            let path = next.query().map_or_else(|| next.path().to_owned(), |query| format!("{}?{query}", next.path()));
            match self.get(secure, &host, path, self.until).await {
                Ok(next_answer) => (answer, at) = (next_answer, next),
                Err(failure) => return Found { domain: domain.clone(), ..failed(&host, failure, self.checker.within) },
            }
        }
        let said = message!(ReachCircle, name = domain);
        Found { status: Some(answer.status), ..Found::of(State::Failing, domain, Some(said)) }
    }

    fn is_own(&self, next: &Url) -> bool {
        let Some(host) = next.host_str() else { return false };
        let named = host == self.site.domain || self.site.names.iter().any(|name| name == host);
        named && next.port().is_none() && matches!(next.scheme(), "http" | "https")
    }

    fn ended(&self, answer: &Answer, redirect: Option<String>) -> Found {
        let domain = &self.site.domain;
        let found = match answer.status {
            status @ 500.. => {
                let said = message!(ReachFailing, name = domain, status = status.to_string());
                Found::of(State::Failing, domain, Some(said))
            }
            _ => Found::of(State::Reachable, domain, None),
        };
        let milliseconds = u32::try_from(answer.took.as_millis()).ok();
        Found { status: Some(answer.status), milliseconds, redirect, ..found }
    }
}

/// Where an answer sends its visitors; `None`: nowhere.
fn sent_to(answer: &Answer, at: &Url) -> Option<Url> {
    let location = answer.location.as_deref().filter(|_| matches!(answer.status, 301 | 302 | 303 | 307 | 308))?;
    at.join(location).ok()
}

fn no_record(site: &Site) -> Found {
    let (kind, target) = match &site.entrance {
        Entrance::At(target) if target.parse::<IpAddr>().is_ok() => ("address", target.as_str()),
        Entrance::At(target) => ("name", target.as_str()),
        Entrance::Unknown => ("unknown", ""),
        Entrance::Tunnel => ("tunnel", ""),
    };
    let said = message!(ReachNoRecord, name = &site.domain, kind = kind, target = target);
    Found { https: Some(false), ..Found::of(State::NoRecord, &site.domain, Some(said)) }
}

fn forbidden(host: &str, address: IpAddr) -> Found {
    let said = message!(ReachForbidden, name = host, address = address.to_string());
    Found::of(State::Forbidden, host, Some(said))
}

fn failed(host: &str, failure: Failure, within: Duration) -> Found {
    let (state, said): (State, Message) = match failure {
        Failure::Forbidden(address) => return forbidden(host, address),
        Failure::Refused => (State::Refused, message!(ReachRefused, name = host)),
        Failure::Silent => (State::Silent, message!(ReachSilent, name = host, seconds = within.as_secs().max(1))),
        Failure::Certificate(certificate) => {
            let said = certificate.problem.unwrap_or_else(|| message!(ReachRefused, name = host));
            (State::Certificate, message!(ReachCertificate, said = said))
        }
        Failure::Other(said) => (State::Unreachable, message!(ReachBroken, name = host, said = said)),
    };
    Found::of(state, host, Some(said))
}
