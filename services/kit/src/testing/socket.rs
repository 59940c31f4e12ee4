//! A WebSocket as browsers and programs open one.
#![expect(clippy::disallowed_methods, reason = "a test's connection lives as long as its runtime")]

use crate::websocket::{self, Message, Role, Socket};
use futures::{SinkExt as _, StreamExt as _};
use http::{Request, StatusCode, header};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use std::time::Duration;
use tokio::{net::TcpStream, time::timeout};

/// Longer than anything takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// An open one, which remembers what was shown.
pub struct Open {
    socket: Socket,
    /// What binary messages said so far.
    pub shown: String,
    /// Each binary message begins with its stream, which is no part of what is shown.
    pub apart: bool,
    /// The protocol that was chosen.
    pub protocol: String,
}

/// As [`open`]; nothing where the connection ends without an answer.
pub async fn try_open(address: &str, path: &str, headers: &[(&str, &str)]) -> Option<Result<Open, (u16, String)>> {
    let stream = TcpStream::connect(address).await.ok()?;
    let (mut client, connection) =
        hyper::client::conn::http1::handshake::<_, axum::body::Body>(TokioIo::new(stream)).await.ok()?;
    tokio::spawn(connection.with_upgrades());
    let key = websocket::key(&[7; 16]);
    let mut request = Request::get(path)
        .header(header::HOST, address)
        .header(header::CONNECTION, "Upgrade")
        .header(header::UPGRADE, "websocket")
        .header(header::SEC_WEBSOCKET_VERSION, "13")
        .header(header::SEC_WEBSOCKET_KEY, &key);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let request = request.body(axum::body::Body::empty()).expect("a request");
    let answer = timeout(PATIENCE, client.send_request(request)).await.expect("in time").ok()?;
    if answer.status() != StatusCode::SWITCHING_PROTOCOLS {
        let status = answer.status().as_u16();
        let body = axum::body::to_bytes(axum::body::Body::new(answer.into_body()), 1 << 20).await.expect("a body");
        return Some(Err((status, String::from_utf8_lossy(&body).into_owned())));
    }
    let text = |name: header::HeaderName| {
        answer.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned()
    };
    assert_eq!(text(header::SEC_WEBSOCKET_ACCEPT), websocket::answer(&key));
    let protocol = text(header::SEC_WEBSOCKET_PROTOCOL);
    let connection = hyper::upgrade::on(answer).await.expect("the connection");
    let (socket, shown, apart) = (websocket::over(connection, Role::Client).await, String::new(), false);
    Some(Ok(Open { socket, shown, apart, protocol }))
}

/// Opens `path` at `address` (`host:port`).
///
/// # Errors
/// Status and body, when the answer is an ordinary one.
///
/// # Panics
/// When there is no answer.
pub async fn open(address: &str, path: &str, headers: &[(&str, &str)]) -> Result<Open, (u16, String)> {
    try_open(address, path, headers).await.expect("an answer")
}

impl Open {
    /// Sends a binary message.
    ///
    /// # Panics
    /// When the connection is gone.
    pub async fn send(&mut self, bytes: &[u8]) {
        self.socket.send(Message::Binary(bytes.to_vec().into())).await.expect("sent");
    }

    /// Sends a text message.
    ///
    /// # Panics
    /// When the connection is gone.
    pub async fn say(&mut self, text: &str) {
        self.socket.send(Message::Text(text.into())).await.expect("sent");
    }

    /// Notes what is shown, and says that it was taken.
    async fn show(&mut self, bytes: &[u8]) {
        let bytes = &bytes[usize::from(self.apart)..];
        self.shown.push_str(&String::from_utf8_lossy(bytes));
        // who has said its last word takes no more
        let _ = self.socket.send(Message::Text(format!(r#"{{"taken":{}}}"#, bytes.len()).into())).await;
    }

    /// Waits for the next text message, in JSON; `None` when the connection has ended.
    ///
    /// # Panics
    /// When nothing comes for two minutes.
    pub async fn told(&mut self) -> Option<Value> {
        loop {
            match timeout(PATIENCE, self.socket.next()).await.expect("a message") {
                Some(Ok(Message::Text(text))) => return Some(serde_json::from_str(&text).expect("JSON")),
                Some(Ok(Message::Binary(bytes))) => self.show(&bytes).await,
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// Waits until `text` was shown since the last time.
    ///
    /// # Panics
    /// When something else is told instead, or the connection ends.
    pub async fn until(&mut self, text: &str) {
        while !self.shown.contains(text) {
            match timeout(PATIENCE, self.socket.next()).await.expect("a message") {
                Some(Ok(Message::Binary(bytes))) => self.show(&bytes).await,
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                other => panic!("waited for {text:?} after {:?}, and there was {other:?}", self.shown),
            }
        }
        let after = self.shown.find(text).map_or(0, |at| at + text.len());
        self.shown.drain(..after);
    }

    /// Ends it without a word.
    pub fn leave(self) {
        drop(self.socket);
    }
}
