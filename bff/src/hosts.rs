//! Under which names the console is answered. A page of a stranger can have a name of theirs lead to our address (DNS
//! rebinding) and then read what we answer; it cannot choose what its browser says the name is.

use crate::error::ApiError;
use http::{HeaderMap, Uri, header, uri::Authority};
use kit::http::LocalAddress;
use std::net::IpAddr;

/// The names.
pub struct Hosts {
    names: Vec<String>,
}

impl Hosts {
    /// Those of the settings; on loopback also the names that every machine has for itself.
    pub fn of(settings: &kit::Settings) -> Self {
        let mut names: Vec<String> = settings.hosts.iter().map(|name| plain(name.trim())).collect();
        if settings.http_listen.ip().is_loopback() {
            names.extend(["localhost", "127.0.0.1", "[::1]"].map(str::to_owned));
        }
        Self { names }
    }

    /// Refuses a request to another name, or to none or several.
    pub fn check(&self, uri: &Uri, headers: &HeaderMap, local: Option<LocalAddress>) -> Result<(), ApiError> {
        let unclear = || ApiError::malformed(kit::message!(ONE_HOST));
        let mut hosts = Vec::with_capacity(2);
        // A target with a name (HTTP/2, or through a proxy) and the header may both stand there.
        hosts.extend(uri.authority().cloned());
        let mut told = headers.get_all(header::HOST).iter();
        if let Some(host) = told.next() {
            hosts.push(Authority::try_from(host.as_bytes()).map_err(|_| unclear())?);
        }
        if hosts.is_empty() || told.next().is_some() {
            return Err(unclear());
        }
        match hosts.iter().all(|host| self.knows(&plain(host.host()), local)) {
            true => Ok(()),
            false => Err(ApiError::misdirected()),
        }
    }

    /// Refuses a request that a page of somebody else makes: browsers say whose page it is. Programs say nothing.
    pub fn check_origin(&self, headers: &HeaderMap, local: Option<LocalAddress>) -> Result<(), ApiError> {
        let mut origins = headers.get_all(header::ORIGIN).iter();
        let ours = |origin: &http::HeaderValue| {
            let uri = origin.to_str().ok().and_then(|text| text.parse::<Uri>().ok());
            let web = |uri: &Uri| matches!(uri.scheme_str(), Some("http" | "https"));
            uri.is_some_and(|uri| web(&uri) && uri.host().is_some_and(|host| self.knows(&plain(host), local)))
        };
        match origins.all(ours) {
            true => Ok(()),
            false => Err(ApiError::from(kit::Error::forbidden(kit::message!(SHELL_OTHER_ORIGIN)))),
        }
    }

    /// A name of ours, or the very address that was connected to: no name leads to it, so nobody's name does.
    fn knows(&self, host: &str, local: Option<LocalAddress>) -> bool {
        let address = || host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>().ok();
        self.names.iter().any(|name| name == host)
            || local.is_some_and(|LocalAddress(local)| address() == Some(local.ip().to_canonical()))
    }
}

fn plain(name: &str) -> String {
    name.trim_end_matches('.').to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(hosts: &Hosts, uri: &str, told: &[&str]) -> u16 {
        let headers = told.iter().map(|host| (header::HOST, host.parse().unwrap())).collect();
        let local = LocalAddress("10.0.0.5:8080".parse().unwrap());
        hosts.check(&uri.parse().unwrap(), &headers, Some(local)).map_or_else(|error| error.status.as_u16(), |()| 200)
    }

    #[test]
    fn on_loopback_it_answers_to_what_loopback_is_called_and_to_named_hosts() {
        let hosts =
            Hosts { names: ["console.example.com", "localhost", "127.0.0.1", "[::1]"].map(str::to_owned).into() };
        for host in ["localhost", "LocalHost:8080", "127.0.0.1:1", "[::1]:8080", "console.example.com.", "10.0.0.5"] {
            assert_eq!(status(&hosts, "/", &[host]), 200, "{host}");
        }
        for host in
            ["evil.example.com", "localhost.evil.example.com:8080", "127.0.0.2", "10.0.0.6", "[::2]", "a@localhost@b"]
        {
            assert_ne!(status(&hosts, "/", &[host]), 200, "{host}");
        }
        assert_eq!(status(&hosts, "/", &["rebound.example.com:8080"]), 421);
        assert_eq!(status(&hosts, "http://evil.example.com/", &["localhost"]), 421);
        assert_eq!(status(&hosts, "http://localhost/", &["evil.example.com"]), 421);
        assert_eq!(status(&hosts, "http://localhost/", &[]), 200, "HTTP/2");
    }

    #[test]
    fn a_page_of_somebody_else_is_told_by_its_origin() {
        let hosts = Hosts { names: ["console.example.com", "localhost", "[::1]"].map(str::to_owned).into() };
        let local = LocalAddress("10.0.0.5:8080".parse().unwrap());
        let allowed = |origins: &[&str]| {
            let headers = origins.iter().map(|origin| (header::ORIGIN, origin.parse().unwrap())).collect();
            hosts.check_origin(&headers, Some(local)).is_ok()
        };
        assert!(allowed(&[]), "a program");
        for origin in
            ["https://console.example.com", "http://localhost:5173", "http://[::1]:8080", "http://10.0.0.5:8080"]
        {
            assert!(allowed(&[origin]), "{origin}");
        }
        for origin in [
            "https://evil.example.com",
            "null",
            "",
            "https://localhost.evil.example.com",
            "ftp://localhost",
            "localhost",
        ] {
            assert!(!allowed(&[origin]), "{origin}");
        }
        assert!(!allowed(&["http://localhost", "https://evil.example.com"]));
    }

    #[test]
    fn a_request_names_one_host() {
        let hosts = Hosts { names: vec!["localhost".to_owned()] };
        assert_eq!(status(&hosts, "/", &[]), 400);
        assert_eq!(status(&hosts, "/", &["localhost", "localhost"]), 400);
        assert_eq!(status(&hosts, "/", &["local host"]), 400);
    }
}
