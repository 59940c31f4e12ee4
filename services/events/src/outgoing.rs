//! Requests to webhooks: to addresses that are allowed and to the very address that was checked, without following a redirect,
//! within a time, and reading no more of the answer than is shown.

use bytes::Bytes;
use http::{HeaderValue, Request, StatusCode, header};
use http_body_util::{BodyExt as _, Full};
use hyper::body::Incoming;
use hyper_util::{client::legacy::Client, rt::TokioExecutor};
use kit::{
    address::{AddressPolicy, Refused},
    dial::{Dialer, NotResolved, Resolve},
    tls::{self, Https},
};
use proto::events::AttemptOutcome;
use std::{error::Error as StdError, sync::Arc, time::Duration};

/// After how long without traffic a connection is probed. Fixed: none is open for longer than an attempt.
const KEEP_ALIVE: Duration = Duration::from_secs(30);
/// Bytes of an answer that are read. Fixed: its beginning says what is wrong.
const READ: usize = 1024;
/// Characters of it that are kept. Fixed: it may not fill a page.
const SHOWN: usize = 300;

type Http = Client<Https, Full<Bytes>>;

/// Sends. Cheap to clone.
#[derive(Clone)]
pub struct Outgoing {
    /// What administrators may write to; others may not write to private networks.
    pub policy: AddressPolicy,
    everywhere: Http,
    public: Http,
    within: Duration,
}

/// How a request ended.
pub struct Response {
    pub outcome: AttemptOutcome,
    pub status: Option<u16>,
    /// How the answer begins, on one line; for a failed connection what is wrong with it.
    pub text: String,
}

impl Response {
    fn without_answer(outcome: AttemptOutcome, text: &str) -> Self {
        Self { outcome, status: None, text: shown(text.as_bytes()) }
    }
}

impl Outgoing {
    /// By the operator's policy. A request as a whole may take as long as `within`.
    ///
    /// # Errors
    /// TLS that cannot be set up.
    pub fn new(policy: AddressPolicy, resolve: &Resolve, within: Duration) -> anyhow::Result<Self> {
        let tls = tls::verified(Vec::new())?;
        let client = |policy: AddressPolicy| -> Http {
            let dialer = Dialer::new(policy, Arc::clone(resolve), KEEP_ALIVE);
            Client::builder(TokioExecutor::new())
                // each attempt asks for the address anew
                .pool_max_idle_per_host(0)
                .retry_canceled_requests(false)
                .build(tls::https_or_http(tls.clone(), dialer))
        };
        Ok(Self { everywhere: client(policy.clone()), public: client(policy.public()), policy, within })
    }

    /// Posts JSON. `is_admins`: an administrator wrote the address.
    pub async fn post(&self, url: &str, is_admins: bool, headers: &[(&'static str, String)], body: String) -> Response {
        let mut request = Request::post(url)
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::USER_AGENT, HeaderValue::from_static("canopy"));
        for (name, value) in headers {
            request = request.header(*name, value);
        }
        let Ok(request) = request.body(Full::new(Bytes::from(body))) else {
            return Response::without_answer(AttemptOutcome::Unreachable, "the address cannot be used");
        };
        let client = if is_admins { &self.everywhere } else { &self.public };
        let until = tokio::time::Instant::now() + self.within;
        match tokio::time::timeout_at(until, client.request(request)).await {
            Err(_) => Response::without_answer(AttemptOutcome::Silent, ""),
            Ok(Err(error)) => failed(&error),
            Ok(Ok(answer)) => {
                let status = answer.status();
                let mut read = Vec::new();
                // what did not come in time is left out: the status says enough
                let _ = tokio::time::timeout_at(until, beginning(answer.into_body(), &mut read)).await;
                let outcome = if status.is_success() { AttemptOutcome::Taken } else { AttemptOutcome::Refused };
                Response { outcome, status: Some(status.as_u16()), text: shown(&read) }
            }
        }
    }
}

/// Whether a receiver will give the same answer for ever.
pub fn is_for_good(status: Option<u16>) -> bool {
    status == Some(StatusCode::GONE.as_u16())
}

/// The first bytes of an answer; the rest is never taken.
async fn beginning(mut body: Incoming, read: &mut Vec<u8>) {
    while read.len() < READ {
        let Some(Ok(frame)) = body.frame().await else { return };
        if let Ok(data) = frame.into_data() {
            let most = READ - read.len();
            read.extend_from_slice(&data[..data.len().min(most)]);
        }
    }
}

/// Why there was no answer.
fn failed(error: &(dyn StdError + 'static)) -> Response {
    let mut cause = Some(error);
    let mut last = error.to_string();
    while let Some(one) = cause {
        if one.is::<Refused>() {
            return Response::without_answer(AttemptOutcome::Forbidden, "");
        }
        if one.is::<NotResolved>() {
            return Response::without_answer(AttemptOutcome::Unresolved, "");
        }
        last = one.to_string();
        // an error in another's place hides the one inside
        cause = match one.downcast_ref::<std::io::Error>().and_then(std::io::Error::get_ref) {
            Some(inside) => Some(inside),
            None => one.source(),
        };
    }
    Response::without_answer(AttemptOutcome::Unreachable, &last)
}

/// One line of what others wrote, without what hides.
fn shown(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let line: String = line.chars().map(|c| if kit::text::is_hidden(c) { '\u{FFFD}' } else { c }).collect();
    kit::text::cut(&line, SHOWN)
}
