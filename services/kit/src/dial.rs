//! Opens connections to where somebody else says: resolves by itself, checks each address at each connection, and connects to the very
//! address it checked, so that a name that changes between check and use gains nothing.

use crate::{Message, address::AddressPolicy, message};
use futures::future::BoxFuture;
use http::Uri;
use hyper_util::rt::TokioIo;
use std::{
    io,
    net::{IpAddr, SocketAddr},
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};
use tokio::net::TcpStream;
use tower::BoxError;

/// Finds the addresses of a name; the system's outside tests, a table inside.
pub type Resolve = Arc<dyn Fn(String) -> BoxFuture<'static, io::Result<Vec<IpAddr>>> + Send + Sync>;

/// The operating system's resolver. That a name has no address is told ([`io::ErrorKind::NotFound`]) from that no server answered.
#[must_use]
pub fn system_resolver() -> Resolve {
    Arc::new(|name| {
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await.map_err(told)?;
            Ok(found.map(|address| address.ip()).collect())
        })
    })
}

/// What the systems' resolvers say of a name without an address: glibc, musl and macOS. They have no other way to say it.
const NO_ADDRESS: [&str; 5] = [
    "Name or service not known",
    "No address associated with hostname",
    "Name does not resolve",
    "Name has no usable address",
    "nodename nor servname provided",
];

fn told(error: io::Error) -> io::Error {
    let text = error.to_string();
    match NO_ADDRESS.iter().any(|said| text.contains(said)) {
        true => io::Error::new(io::ErrorKind::NotFound, error),
        false => error,
    }
}

/// The connector of a client, for instance of a cluster's. IP literals take the same way as names.
#[derive(Clone)]
pub struct Dialer {
    policy: AddressPolicy,
    resolve: Resolve,
    keep_alive: Duration,
}

impl Dialer {
    /// With the operator's policy. A connection without traffic is probed after `keep_alive`, then every third of that.
    #[must_use]
    pub fn new(policy: AddressPolicy, resolve: Resolve, keep_alive: Duration) -> Self {
        Self { policy, resolve, keep_alive }
    }

    /// A connection to the host of an address, on its port or that of its scheme.
    ///
    /// # Errors
    /// [`Refused`](crate::address::Refused) by the policy, [`NotResolved`], and those of the connection.
    pub async fn dial(self, uri: Uri) -> Result<TokioIo<TcpStream>, BoxError> {
        let host = uri.host().ok_or("the address has no host")?;
        let host = host.strip_prefix('[').and_then(|h| h.strip_suffix(']')).unwrap_or(host).to_owned();
        let usual = if uri.scheme_str() == Some("http") { 80 } else { 443 };
        let port = uri.port_u16().unwrap_or(usual);
        let addresses = match host.parse::<IpAddr>() {
            Ok(ip) => vec![ip],
            Err(_) => (self.resolve)(host.clone()).await.map_err(|_| NotResolved(host.clone()))?,
        };
        // One forbidden address among several refuses them all: an honest name has none.
        for ip in &addresses {
            self.policy.check(&host, port, *ip)?;
        }
        let mut last: BoxError = NotResolved(host).into();
        for ip in addresses {
            match TcpStream::connect(SocketAddr::new(ip, port)).await {
                Ok(stream) => return prepare(stream, self.keep_alive).map_err(Into::into),
                Err(error) => last = error.into(),
            }
        }
        Err(last)
    }
}

/// The name has no address (or its servers did not answer).
#[derive(Debug, thiserror::Error)]
#[error("the name {0} cannot be resolved")]
pub struct NotResolved(String);

impl NotResolved {
    /// As part of a sentence.
    #[must_use]
    pub fn message(&self) -> Message {
        message!(NameNotResolved, name = &self.0)
    }
}

/// Keep-alive ends a long watch whose other side is gone without a word.
fn prepare(stream: TcpStream, keep_alive: Duration) -> io::Result<TokioIo<TcpStream>> {
    stream.set_nodelay(true)?;
    let keepalive =
        socket2::TcpKeepalive::new().with_time(keep_alive).with_interval((keep_alive / 3).max(Duration::from_secs(1)));
    socket2::SockRef::from(&stream).set_tcp_keepalive(&keepalive)?;
    Ok(TokioIo::new(stream))
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
    fn a_name_without_an_address_is_told_from_servers_that_do_not_answer() {
        let of = |text: &str| told(io::Error::other(format!("failed to lookup address information: {text}"))).kind();
        assert_eq!(of("Name or service not known"), io::ErrorKind::NotFound);
        assert_eq!(of("No address associated with hostname"), io::ErrorKind::NotFound);
        assert_eq!(of("Temporary failure in name resolution"), io::ErrorKind::Other);
    }
}
