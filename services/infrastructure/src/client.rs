//! The strict client of one cluster. It is built from our own checked [`Kubeconfig`] alone: no configuration type of the
//! library is ever made, so there is nothing that could run a program, read a file, follow a redirect, use a proxy of the
//! environment or send a request twice.

use crate::{
    Options,
    bounded::{Bounded, Bounds},
    dial::Dialer,
    kubeconfig::{Credentials, Kubeconfig},
    watch::WATCH_SECONDS,
    watches_apart::WatchesApart,
};
use anyhow::Context as _;
use http::{HeaderValue, Request};
use hyper_util::{
    client::legacy::{self, Builder},
    rt::{TokioExecutor, TokioTimer},
};
use kube::client::{Body, middleware::BaseUriLayer};
use rustls::{ClientConfig, RootCertStore, crypto::CryptoProvider, pki_types::ServerName};
use secrecy::ExposeSecret;
use std::{sync::Arc, time::Duration};
use tower::{ServiceBuilder, ServiceExt, timeout::Timeout};

/// What a cluster may send on a watch before it is read, bytes; four times that on all of them.
const WINDOW: u32 = 256 * 1024;

/// Builds the client. Opens no connection.
///
/// # Errors
/// Certificates that TLS does not take. Must be called within a tokio runtime.
pub fn client(config: &Kubeconfig, dialer: Dialer, options: &Options) -> anyhow::Result<kube::Client> {
    let tls = tls(config)?;
    let name = config.tls_server_name.as_ref().map(|name| ServerName::try_from(name.clone()));
    let name = name.transpose().context("tls-server-name")?;
    let https = || {
        let https = hyper_rustls::HttpsConnectorBuilder::new().with_tls_config(tls.clone()).https_only();
        match name.clone() {
            Some(name) => https.with_server_name_resolver(hyper_rustls::FixedServerNameResolver::new(name)),
            None => https,
        }
    };
    // The limit lies around connection and handshake: a server that accepts and stays silent is given up as well.
    let within = |https| Timeout::new(https, options.cluster_connect).map_future(Box::pin);
    let calls = pool(options).build::<_, Body>(within(https().enable_http1().wrap_connector(dialer.clone())));
    let watches = pool(options)
        // longer than a watch: the next one finds the connection still there
        .pool_idle_timeout(Duration::from_secs(2 * u64::from(WATCH_SECONDS)))
        // one that stands still is noticed: nothing else would close it, and each new watch would be sent there again
        .http2_keep_alive_interval(options.cluster_keep_alive)
        .http2_keep_alive_timeout(options.cluster_read)
        .http2_initial_stream_window_size(WINDOW)
        .http2_initial_connection_window_size(4 * WINDOW)
        .build::<_, Body>(within(https().enable_http1().enable_http2().wrap_connector(dialer)));
    let http = WatchesApart { calls, watches };
    let authorization = match &config.credentials {
        Credentials::Token(token) => {
            let mut value = HeaderValue::from_str(&format!("Bearer {}", token.expose_secret()))
                .map_err(|_| anyhow::anyhow!("the token has characters that no header may have"))?;
            value.set_sensitive(true);
            Some(value)
        }
        Credentials::Certificate { .. } => None,
    };
    let base = config.server.url.as_str().parse().context("server address")?;
    let service = ServiceBuilder::new()
        .layer(BaseUriLayer::new(base))
        .map_request(move |mut request: Request<Body>| {
            let headers = request.headers_mut();
            headers.insert(http::header::USER_AGENT, HeaderValue::from_static("canopy"));
            if let Some(value) = &authorization {
                headers.insert(http::header::AUTHORIZATION, value.clone());
            }
            request
        })
        .service(Bounded::new(http, Bounds { silence: options.cluster_read, size: options.cluster_answer }));
    let namespace = config.namespace.clone().unwrap_or_else(|| "default".to_owned());
    Ok(kube::Client::new(service, namespace))
}

fn pool(options: &Options) -> Builder {
    let mut builder = legacy::Client::builder(TokioExecutor::new());
    builder
        .timer(TokioTimer::new())
        .pool_timer(TokioTimer::new())
        .pool_idle_timeout(options.cluster_idle)
        // A request of which nothing was written yet, because the server had closed the kept connection, goes out on a new one.
        .retry_canceled_requests(true);
    builder
}

/// TLS 1.2 or newer, always verified: by the kubeconfig's authority, or by the public ones.
fn tls(config: &Kubeconfig) -> anyhow::Result<ClientConfig> {
    let mut roots = RootCertStore::empty();
    if config.authority.is_empty() {
        roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
    }
    for certificate in &config.authority {
        roots.add(certificate.clone()).context("certificate authority")?;
    }
    let builder = ClientConfig::builder_with_provider(provider())
        .with_safe_default_protocol_versions()
        .context("TLS versions")?
        .with_root_certificates(roots);
    match &config.credentials {
        Credentials::Token(_) => Ok(builder.with_no_client_auth()),
        Credentials::Certificate { chain, key } => {
            builder.with_client_auth_cert(chain.clone(), key.clone_key()).context("client certificate")
        }
    }
}

/// The one crypto backend of the product, named here so that no process-wide default is needed.
pub(crate) fn provider() -> Arc<CryptoProvider> {
    Arc::new(rustls::crypto::ring::default_provider())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::defaults;
    use base64::Engine as _;
    use kit::{address::AddressPolicy, dial::system_resolver};
    use rustls::{ServerConfig, ServerConnection, StreamOwned, pki_types::PrivateKeyDer};
    use std::{
        io::{Read as _, Write as _},
        net::{TcpListener, TcpStream},
        sync::mpsc::{Receiver, Sender, channel},
    };
    use time::OffsetDateTime;

    const ANSWER: &[u8] = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}";

    /// Answers two requests on its first connection and closes it when told to, then one on its second.
    fn serve(listener: &TcpListener, tls: &Arc<ServerConfig>, close: &Receiver<()>, closed: &Sender<()>) {
        for requests in [2, 1] {
            let (stream, _) = listener.accept().expect("a connection");
            let session = ServerConnection::new(Arc::clone(tls)).expect("a session");
            let mut stream = StreamOwned::new(session, stream);
            for _ in 0..requests {
                answer(&mut stream);
            }
            close.recv().expect("the word to close");
            drop(stream);
            closed.send(()).expect("somebody who waits for it");
        }
    }

    fn answer(stream: &mut StreamOwned<ServerConnection, TcpStream>) {
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte).expect("a request");
            head.extend(byte);
        }
        stream.write_all(ANSWER).expect("the answer is taken");
        stream.flush().expect("the answer is taken");
    }

    /// A certificate as PEM that vouches for itself, and what a server on loopback needs.
    fn certificate() -> (String, Arc<ServerConfig>) {
        let made = rcgen::generate_simple_self_signed(vec!["127.0.0.1".to_owned()]).expect("a certificate");
        let key = PrivateKeyDer::try_from(made.signing_key.serialize_der()).expect("a key");
        let config = ServerConfig::builder_with_provider(provider())
            .with_safe_default_protocol_versions()
            .expect("versions")
            .with_no_client_auth()
            .with_single_cert(vec![made.cert.der().clone()], key)
            .expect("a server certificate");
        (made.cert.pem(), Arc::new(config))
    }

    #[tokio::test]
    async fn a_request_that_finds_its_connection_closed_is_sent_on_a_new_one() {
        let (authority, tls) = certificate();
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address").to_string();
        let ((close, told), (done, closed)) = (channel(), channel());
        let server = std::thread::spawn(move || serve(&listener, &tls, &told, &done));

        let policy = AddressPolicy::parse("CANOPY_CLUSTER_ALLOW", &address).expect("an address");
        let authority = base64::engine::general_purpose::STANDARD.encode(authority);
        let text = format!(
            "apiVersion: v1\nkind: Config\nclusters:\n- name: c\n  cluster:\n    server: https://{address}\n    \
             certificate-authority-data: {authority}\ncontexts:\n- name: x\n  context: {{cluster: c, user: u}}\n\
             current-context: x\nusers:\n- name: u\n  user:\n    token: a-token\n"
        );
        let now = OffsetDateTime::from_unix_timestamp(1_800_000_000).expect("a time");
        let config = Kubeconfig::read(text.as_bytes(), &policy, now).expect("a kubeconfig");
        let dialer = Dialer::new(policy, system_resolver(), Duration::from_secs(30));
        let client = client(&config, dialer, &defaults()).expect("a client");
        let ask = async || {
            let answer = client.request_text(Request::get("/version").body(Vec::new()).expect("a request")).await;
            // its connection goes back to the pool
            for _ in 0..20 {
                tokio::task::yield_now().await;
            }
            answer.expect("an answer")
        };

        // The second one has the connection of the first, or the server would wait for it in vain.
        assert_eq!([ask().await, ask().await], ["{}", "{}"]);
        // The thread of this client waits meanwhile: it does not hear that its connection is closed.
        close.send(()).expect("a server");
        closed.recv().expect("a closed connection");
        assert_eq!(ask().await, "{}");
        close.send(()).expect("a server");
        server.join().expect("a server that was content");
    }
}
