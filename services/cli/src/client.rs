//! The REST API as commands use it.

use crate::{
    failure::{Exit, Failure, Result},
    refusal,
};
use bytes::Bytes;
use http::{HeaderName, HeaderValue, Method, Request, Response, StatusCode, header};
use http_body_util::{BodyExt as _, Full, Limited};
use hyper::body::Incoming;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::{
    client::legacy::{Client as Http, connect::HttpConnector},
    rt::{TokioExecutor, TokioTimer},
};
use kit::{
    Ids as _,
    websocket::{self, Role, Socket},
};
use rustls::pki_types::{CertificateDer, pem::PemObject as _};
use secrecy::{ExposeSecret as _, SecretString};
use serde_json::Value;
use std::{path::Path, time::Duration};
use url::Url;

/// How long a connection may take.
const CONNECT: Duration = Duration::from_secs(10);
/// How long an answer may take: the API itself gives up a change after 15 seconds.
const ANSWER: Duration = Duration::from_secs(30);
/// Largest answer, in bytes: a page of 1,000 deployments is a few MiB.
const LARGEST: usize = 64 * 1024 * 1024;
/// Things on a page of a list that is asked for without a limit.
pub const PAGE: usize = 1_000;
/// Things on a page at most where a limit is named.
const NAMED_PAGE: usize = 100;
/// How long a connection may rest and be used again: the server closes it after 75 seconds.
const REST: Duration = Duration::from_secs(60);

/// Parameters of a request.
pub type Query<'a> = [(&'a str, String)];

/// A Canopy, and who asks it.
pub struct Client {
    http: Http<HttpsConnector<HttpConnector>, Full<Bytes>>,
    base: Url,
    authorization: Option<HeaderValue>,
}

/// The address of a Canopy, as it is kept: without a path.
///
/// # Errors
/// What is no such address.
pub fn address(text: &str) -> Result<Url> {
    let with_scheme = if text.contains("://") { text.to_owned() } else { format!("https://{text}") };
    let wrong = || Failure::usage(format!("{text} is not an address such as https://canopy.example.com"));
    let mut url = Url::parse(&with_scheme).map_err(|_| wrong())?;
    let plain = matches!(url.path(), "" | "/" | "/api" | "/api/") && url.query().is_none() && url.fragment().is_none();
    if !plain || !matches!(url.scheme(), "http" | "https") || url.host_str().is_none() {
        return Err(wrong());
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(Failure::usage("An address holds no name and no password: canopy login asks for them."));
    }
    url.set_path("/");
    Ok(url)
}

/// Whether what is sent there stays on this machine or is encrypted.
pub fn is_private(url: &Url) -> bool {
    let local = match url.host() {
        Some(url::Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(url::Host::Ipv4(address)) => address.is_loopback(),
        Some(url::Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    };
    url.scheme() == "https" || local
}

impl Client {
    /// Opens no connection. `ca`: a file with the certificates of an authority that counts beside the public ones.
    ///
    /// # Errors
    /// A file that cannot be read, or holds none; a token that no header takes.
    pub fn new(base: Url, token: Option<&SecretString>, ca: Option<&Path>) -> Result<Self> {
        let authorities = ca.map(authorities).transpose()?.unwrap_or_default();
        let tls = kit::tls::verified(authorities).map_err(|error| Failure::failed(format!("TLS: {error:#}")))?;
        let mut connector = HttpConnector::new();
        connector.enforce_http(false);
        connector.set_connect_timeout(Some(CONNECT));
        connector.set_keepalive(Some(Duration::from_secs(60)));
        connector.set_nodelay(true);
        let connector =
            HttpsConnectorBuilder::new().with_tls_config(tls).https_or_http().enable_http1().wrap_connector(connector);
        let http =
            Http::builder(TokioExecutor::new()).pool_timer(TokioTimer::new()).pool_idle_timeout(REST).build(connector);
        let bearer = |token: &SecretString| {
            let value = HeaderValue::try_from(format!("Bearer {}", token.expose_secret()));
            let mut value = value.map_err(|_| Failure::usage("The token has characters that no token has."))?;
            value.set_sensitive(true);
            Ok::<_, Failure>(value)
        };
        Ok(Self { http, base, authorization: token.map(bearer).transpose()? })
    }

    /// `data` of what a GET answers.
    ///
    /// # Errors
    /// Whatever the API says; no answer.
    pub async fn get(&self, path: &str, query: &Query<'_>) -> Result<Value> {
        Ok(data(self.asked(Method::GET, path, query, None, &[]).await?))
    }

    /// The whole of what a GET answers, where there is something beside `data`.
    ///
    /// # Errors
    /// As [`Client::get`].
    pub async fn whole(&self, path: &str, query: &Query<'_>) -> Result<Value> {
        self.asked(Method::GET, path, query, None, &[]).await
    }

    /// A list up to so many things, `usize::MAX` for all of it, and whether there are more.
    ///
    /// # Errors
    /// As [`Client::get`].
    pub async fn list(&self, path: &str, query: &Query<'_>, most: usize) -> Result<(Vec<Value>, bool)> {
        let size = if most < PAGE { most.min(NAMED_PAGE) } else { PAGE };
        let mut all = Vec::new();
        for page in 1.. {
            let mut query = query.to_vec();
            query.push(("page", page.to_string()));
            if size < PAGE {
                query.push(("limit", size.to_string()));
            }
            let mut answer = self.asked(Method::GET, path, &query, None, &[]).await?;
            let more = answer["pagination"]["more"].as_bool().unwrap_or(false);
            match items(answer["data"].take()) {
                items if items.is_empty() => return Ok((all, false)),
                items => all.extend(items),
            }
            if all.len() >= most || !more {
                let more = more || all.len() > most;
                all.truncate(most);
                return Ok((all, more));
            }
        }
        Ok((all, false))
    }

    /// `data` of what a change answers. It has a key of its own, so that it is done once whatever becomes of the answer.
    /// `version`: of the thing as it was seen; a newer one is a conflict.
    ///
    /// # Errors
    /// As [`Client::get`].
    pub async fn change(
        &self,
        method: Method,
        path: &str,
        query: &Query<'_>,
        body: Option<&Value>,
        version: Option<i64>,
    ) -> Result<Value> {
        let key = kit::ids::SystemIds.uuid().to_string();
        let mut headers = vec![(HeaderName::from_static("idempotency-key"), key)];
        headers.extend(version.map(|version| (header::IF_MATCH, format!("\"{version}\""))));
        Ok(data(self.asked(method, path, query, body, &headers).await?))
    }

    /// `data` of what a POST answers that changes nothing, or is no change of a thing.
    ///
    /// # Errors
    /// As [`Client::get`].
    pub async fn post(&self, path: &str, body: &Value) -> Result<Value> {
        Ok(data(self.asked(Method::POST, path, &[], Some(body), &[]).await?))
    }

    /// The whole answer.
    async fn asked(
        &self,
        method: Method,
        path: &str,
        query: &Query<'_>,
        body: Option<&Value>,
        headers: &[(HeaderName, String)],
    ) -> Result<Value> {
        let exchange = async {
            let answer = self.sent(method, path, query, body, headers).await?;
            refusal::checked(answer, &self.base).await
        };
        let bytes = tokio::time::timeout(ANSWER, exchange).await.map_err(|_| self.silent())??;
        serde_json::from_slice(&bytes).map_err(|_| refusal::stranger(&self.base))
    }

    /// The beginning of an answer that comes in pieces.
    ///
    /// # Errors
    /// As [`Client::get`].
    pub async fn stream(&self, path: &str, query: &Query<'_>) -> Result<Incoming> {
        let begin = async {
            let answer = self.sent(Method::GET, path, query, None, &[]).await?;
            if answer.status() == StatusCode::OK {
                return Ok(answer.into_body());
            }
            refusal::checked(answer, &self.base).await.and(Err(refusal::stranger(&self.base)))
        };
        tokio::time::timeout(ANSWER, begin).await.map_err(|_| self.silent())?
    }

    /// A call of gRPC-web with an empty message: its answer as it comes.
    ///
    /// # Errors
    /// As [`Client::get`].
    pub async fn grpc(&self, method: &str) -> Result<Response<Incoming>> {
        let request = self.request(Method::POST, method, &[])?;
        let request = request
            .header(header::CONTENT_TYPE, "application/grpc-web+proto")
            .header(header::ACCEPT, "application/grpc-web+proto")
            .header("x-grpc-web", "1")
            // not compressed, and no bytes
            .body(Full::new(Bytes::from_static(&[0; 5])))
            .map_err(|error| Failure::failed(error.to_string()))?;
        let answer = tokio::time::timeout(ANSWER, self.http.request(request)).await.map_err(|_| self.silent())?;
        answer.map_err(|error| refusal::network(&self.base, &error))
    }

    /// A connection that speaks frames from here on.
    ///
    /// # Errors
    /// As [`Client::get`].
    pub async fn socket(&self, path: &str, query: &Query<'_>, protocol: &'static str) -> Result<Socket> {
        let key = websocket::key(kit::ids::SystemIds.uuid().as_bytes());
        let request = self
            .request(Method::GET, &format!("/api{path}"), query)?
            .header(header::CONNECTION, "Upgrade")
            .header(header::UPGRADE, "websocket")
            .header(header::SEC_WEBSOCKET_VERSION, "13")
            .header(header::SEC_WEBSOCKET_KEY, &key)
            .header(header::SEC_WEBSOCKET_PROTOCOL, protocol)
            .body(Full::new(Bytes::new()))
            .map_err(|error| Failure::failed(error.to_string()))?;
        let open = async {
            let answer = self.http.request(request).await.map_err(|error| refusal::network(&self.base, &error))?;
            if answer.status() != StatusCode::SWITCHING_PROTOCOLS {
                return refusal::checked(answer, &self.base).await.and(Err(refusal::stranger(&self.base)));
            }
            let accepted = answer.headers().get(header::SEC_WEBSOCKET_ACCEPT);
            if accepted.is_none_or(|value| *value != websocket::answer(&key)) {
                return Err(refusal::stranger(&self.base));
            }
            let connection = hyper::upgrade::on(answer).await.map_err(|error| refusal::network(&self.base, &error))?;
            Ok(websocket::over(connection, Role::Client).await)
        };
        tokio::time::timeout(ANSWER, open).await.map_err(|_| self.silent())?
    }

    async fn sent(
        &self,
        method: Method,
        path: &str,
        query: &Query<'_>,
        body: Option<&Value>,
        headers: &[(HeaderName, String)],
    ) -> Result<Response<Incoming>> {
        let mut request = self.request(method, &format!("/api{path}"), query)?.header(header::ACCEPT, "*/*");
        for (name, value) in headers {
            request = request.header(name, value);
        }
        let bytes = match body {
            Some(body) => {
                request = request.header(header::CONTENT_TYPE, "application/json");
                Bytes::from(body.to_string())
            }
            None => Bytes::new(),
        };
        let request = request.body(Full::new(bytes)).map_err(|error| Failure::failed(error.to_string()))?;
        self.http.request(request).await.map_err(|error| refusal::network(&self.base, &error))
    }

    fn request(&self, method: Method, path: &str, query: &Query<'_>) -> Result<http::request::Builder> {
        let mut url = self.base.clone();
        url.set_path(path);
        if !query.is_empty() {
            url.query_pairs_mut().extend_pairs(query);
        }
        let agent = concat!("canopy/", env!("CARGO_PKG_VERSION"), " (command line)");
        let request = Request::builder().method(method).uri(url.as_str()).header(header::USER_AGENT, agent);
        Ok(match &self.authorization {
            Some(authorization) => request.header(header::AUTHORIZATION, authorization),
            None => request,
        })
    }

    fn silent(&self) -> Failure {
        Failure::new(Exit::Unavailable, format!("{} has not answered within {} seconds.", self.base, ANSWER.as_secs()))
    }
}

/// The whole body, if it is not larger than any answer.
///
/// # Errors
/// One that breaks off.
pub async fn whole(body: Incoming, base: &Url) -> Result<Bytes> {
    match Limited::new(body, LARGEST).collect().await {
        Ok(read) => Ok(read.to_bytes()),
        Err(error) => Err(refusal::network(base, error.as_ref())),
    }
}

/// The things of a page: the list itself, or the one list of an object (that of users is such).
fn items(data: Value) -> Vec<Value> {
    match data {
        Value::Array(items) => items,
        Value::Object(fields) => {
            fields.into_iter().find_map(|(_, value)| value.as_array().cloned()).unwrap_or_default()
        }
        _ => Vec::new(),
    }
}

fn data(mut answer: Value) -> Value {
    answer["data"].take()
}

/// The certificates of a PEM file.
fn authorities(path: &Path) -> Result<Vec<CertificateDer<'static>>> {
    let what = |why: &str| Failure::usage(format!("The certificates in {} cannot be used: {why}.", path.display()));
    let pem = std::fs::read(path).map_err(|error| what(&error.to_string()))?;
    let all: Vec<_> =
        CertificateDer::pem_slice_iter(&pem).collect::<Result<_, _>>().map_err(|_| what("this is no PEM"))?;
    if all.is_empty() { Err(what("there are none in it")) } else { Ok(all) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_host_and_nothing_else() {
        for (text, kept) in [
            ("https://canopy.example.com", "https://canopy.example.com/"),
            ("canopy.example.com:8443", "https://canopy.example.com:8443/"),
            ("http://127.0.0.1:8080/api/", "http://127.0.0.1:8080/"),
        ] {
            assert_eq!(address(text).unwrap().as_str(), kept);
        }
        for wrong in ["", "ftp://a", "https://a/b", "https://a/?q", "https://me:secret@a", "https://"] {
            let failure = address(wrong).unwrap_err();
            assert!(failure.is(Exit::Usage) && !failure.text().contains("secret@"), "{wrong}: {failure}");
        }
    }

    #[test]
    fn a_password_goes_unencrypted_to_this_machine_only() {
        let private = |text| is_private(&address(text).unwrap());
        assert!(private("https://a.example.com") && private("http://localhost:1") && private("http://[::1]:80"));
        assert!(!private("http://10.0.0.1") && !private("http://localhost.example.com"));
    }
}
