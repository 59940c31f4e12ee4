//! One request to one host of a site: to the very address that the policy allowed, without cookies and without its body.

use super::{Certificate, certificate};
use bytes::Bytes;
use http::{HeaderValue, Request, Response, Uri, header};
use http_body_util::Empty;
use hyper::{body::Incoming, client::conn::http1};
use hyper_util::rt::TokioIo;
use kit::{address::Refused, dial::Dialer};
use rustls::{CertificateError, RootCertStore, pki_types::ServerName};
use std::{error::Error as StdError, io, net::IpAddr, sync::Arc, time::Duration};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    time::Instant,
};
use tokio_rustls::TlsConnector;

/// Bytes of the head of an answer. Fixed: no honest one has more; of its body nothing is read.
const HEAD: usize = 64 * 1024;
/// Characters of a text of others that are kept. Fixed: it may not fill a page.
const SHOWN: usize = 200;

/// Where to.
#[derive(Clone, Debug)]
pub struct Goal {
    pub https: bool,
    pub host: String,
    pub port: u16,
    /// Path and query.
    pub path: String,
}

/// The head of an answer.
pub struct Answer {
    pub status: u16,
    /// Where it sends its visitors.
    pub location: Option<String>,
    pub took: Duration,
    /// Of HTTPS.
    pub certificate: Option<Certificate>,
}

/// Why there was none.
pub enum Failure {
    /// The policy does not allow the address.
    Forbidden(IpAddr),
    Refused,
    Silent,
    /// A certificate that browsers refuse.
    Certificate(Certificate),
    /// In other people's words.
    Other(String),
}

/// Asks, at most until then.
pub async fn visit(
    dialer: &Dialer,
    roots: &Arc<RootCertStore>,
    goal: &Goal,
    until: Instant,
) -> Result<Answer, Failure> {
    let began = Instant::now();
    let asked = tokio::time::timeout_at(until, ask(dialer, roots, goal)).await;
    let (answer, certificate) = asked.unwrap_or(Err(Failure::Silent))?;
    let location = answer.headers().get(header::LOCATION).and_then(|value| value.to_str().ok()).map(str::to_owned);
    Ok(Answer { status: answer.status().as_u16(), location, took: began.elapsed(), certificate })
}

type Heard = (Response<Incoming>, Option<Certificate>);

async fn ask(dialer: &Dialer, roots: &Arc<RootCertStore>, goal: &Goal) -> Result<Heard, Failure> {
    let scheme = if goal.https { "https" } else { "http" };
    let authority = format!("{}:{}", goal.host, goal.port);
    let uri = Uri::builder().scheme(scheme).authority(authority).path_and_query("/").build().map_err(other)?;
    let tcp = dialer.clone().dial(uri).await.map_err(|error| undialled(error.as_ref()))?.into_inner();
    if !goal.https {
        return Ok((get(tcp, goal).await?, None));
    }
    let (config, noting) = certificate::noting(roots).map_err(|error| Failure::Other(line(&error.to_string())))?;
    let name = ServerName::try_from(goal.host.clone()).map_err(other)?;
    match TlsConnector::from(Arc::new(config)).connect(name, tcp).await {
        Ok(tls) => Ok((get(tls, goal).await?, noting.certificate(&goal.host, None))),
        Err(error) => Err(match refused(&error).and_then(|why| noting.certificate(&goal.host, Some(why))) {
            Some(certificate) => Failure::Certificate(certificate),
            None => broken(&error),
        }),
    }
}

async fn get<S>(stream: S, goal: &Goal) -> Result<Response<Incoming>, Failure>
where
    S: AsyncRead + AsyncWrite + Send + Unpin,
{
    let request = Request::get(goal.path.as_str())
        .header(header::HOST, goal.host.as_str())
        .header(header::USER_AGENT, HeaderValue::from_static("Canopy"))
        .header(header::ACCEPT, HeaderValue::from_static("*/*"))
        .header(header::CONNECTION, HeaderValue::from_static("close"))
        .body(Empty::<Bytes>::new())
        .map_err(other)?;
    let (mut sender, connection) =
        http1::Builder::new().max_buf_size(HEAD).handshake(TokioIo::new(stream)).await.map_err(|e| broken(&e))?;
    // the connection works as long as the head is waited for, and ends with it
    let asking = std::pin::pin!(sender.send_request(request));
    let answered = match futures::future::select(asking, std::pin::pin!(connection)).await {
        futures::future::Either::Left((answered, _)) => answered,
        futures::future::Either::Right((_, asking)) => asking.await,
    };
    answered.map_err(|error| broken(&error))
}

/// Why there is no connection.
fn undialled(error: &(dyn StdError + Send + Sync + 'static)) -> Failure {
    match error.downcast_ref::<Refused>() {
        Some(Refused(address)) => Failure::Forbidden(*address),
        None => broken(error),
    }
}

/// What is wrong with a certificate.
fn refused(error: &io::Error) -> Option<&CertificateError> {
    match error.get_ref()?.downcast_ref::<rustls::Error>()? {
        rustls::Error::InvalidCertificate(why) => Some(why),
        _ => None,
    }
}

fn broken(error: &(dyn StdError + 'static)) -> Failure {
    let mut cause = Some(error);
    let mut last = String::new();
    while let Some(one) = cause {
        match one.downcast_ref::<io::Error>().map(io::Error::kind) {
            Some(io::ErrorKind::ConnectionRefused) => return Failure::Refused,
            Some(io::ErrorKind::TimedOut) => return Failure::Silent,
            _ => {}
        }
        last = one.to_string();
        cause = one.source();
    }
    Failure::Other(line(&last))
}

fn other(error: impl StdError) -> Failure {
    Failure::Other(line(&error.to_string()))
}

/// One line of what others wrote, without what hides.
pub fn line(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let line: String = line.chars().map(|c| if kit::text::is_hidden(c) { '\u{FFFD}' } else { c }).collect();
    kit::text::cut(&line, SHOWN)
}
