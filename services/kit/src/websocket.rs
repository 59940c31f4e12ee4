//! WebSockets over connections that hyper hands over: the handshake of both sides, and frames of a bounded size.
//!
//! The listener knows of such a connection (`line.rs`): it counts as one, is dropped when the client does not take what is
//! written, and is waited for in the drain, as long as [`crate::http::Held`] is kept.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use http::{HeaderMap, HeaderName, HeaderValue, Method, Response, StatusCode, header, request};
pub use hyper::upgrade::OnUpgrade;
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use sha1::{Digest as _, Sha1};
pub use tokio_tungstenite::tungstenite::{
    Error, Message, Utf8Bytes,
    protocol::{CloseFrame, Role, frame::coding::CloseCode},
};
use tokio_tungstenite::{WebSocketStream, tungstenite::protocol::WebSocketConfig};

/// A WebSocket over an upgraded connection.
pub type Socket = WebSocketStream<TokioIo<Upgraded>>;

/// The largest message that is taken, bytes. Fixed: whoever has more to say says it in pieces.
pub const MESSAGE: usize = 64 * 1024;
/// Bytes that are gathered before they are written, and that may wait then. Fixed: a piece of a conversation.
const WRITES: (usize, usize) = (16 * 1024, 256 * 1024);

/// RFC 6455, section 1.3.
const MAGIC: &str = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

/// Whether a request asks for a WebSocket at all.
#[must_use]
pub fn is_wanted(headers: &HeaderMap) -> bool {
    headers.get(header::UPGRADE).is_some_and(|value| value.as_bytes().eq_ignore_ascii_case(b"websocket"))
}

/// The value for `Sec-WebSocket-Accept`, when the request is a whole handshake of version 13 over HTTP/1.1.
#[must_use]
pub fn accept(head: &request::Parts) -> Option<HeaderValue> {
    let one = |name: HeaderName| {
        let mut values = head.headers.get_all(name).iter();
        values.next().filter(|_| values.next().is_none())
    };
    let upgrades = words(&head.headers, header::CONNECTION).any(|word| word.eq_ignore_ascii_case("upgrade"));
    let version = one(header::SEC_WEBSOCKET_VERSION).is_some_and(|value| value == "13");
    let key = one(header::SEC_WEBSOCKET_KEY)?;
    let nonce = STANDARD.decode(key.as_bytes()).is_ok_and(|bytes| bytes.len() == 16);
    let right = head.method == Method::GET && head.version == http::Version::HTTP_11 && is_wanted(&head.headers);
    if !(right && upgrades && version && nonce) {
        return None;
    }
    HeaderValue::from_str(&answer(key.to_str().ok()?)).ok()
}

/// The answer after which the connection speaks frames.
pub fn switch<B>(accept: HeaderValue, protocol: Option<&'static str>, body: B) -> Response<B> {
    let mut response = Response::new(body);
    *response.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
    let headers = response.headers_mut();
    headers.insert(header::CONNECTION, HeaderValue::from_static("Upgrade"));
    headers.insert(header::UPGRADE, HeaderValue::from_static("websocket"));
    headers.insert(header::SEC_WEBSOCKET_ACCEPT, accept);
    if let Some(protocol) = protocol {
        headers.insert(header::SEC_WEBSOCKET_PROTOCOL, HeaderValue::from_static(protocol));
    }
    response
}

/// The words of a header that is a list, in all its lines.
pub fn words(headers: &HeaderMap, name: HeaderName) -> impl Iterator<Item = &str> {
    let values = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).map(str::trim).filter(|word| !word.is_empty())
}

/// What the other side answers to a key.
#[must_use]
pub fn answer(key: &str) -> String {
    STANDARD.encode(Sha1::new().chain_update(key).chain_update(MAGIC).finalize())
}

/// A client's key, made of 16 random bytes.
#[must_use]
pub fn key(random: &[u8]) -> String {
    STANDARD.encode(random)
}

/// The frames of a connection that was handed over.
pub async fn over(connection: Upgraded, role: Role) -> Socket {
    let config = WebSocketConfig::default()
        .max_message_size(Some(MESSAGE))
        .max_frame_size(Some(MESSAGE))
        .read_buffer_size(16 * 1024)
        .write_buffer_size(WRITES.0)
        .max_write_buffer_size(WRITES.1);
    WebSocketStream::from_raw_socket(TokioIo::new(connection), role, Some(config)).await
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(change: impl FnOnce(&mut request::Parts)) -> request::Parts {
        let request = http::Request::get("/")
            .header("connection", "keep-alive, Upgrade")
            .header("upgrade", "WebSocket")
            .header("sec-websocket-version", "13")
            .header("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ==");
        let mut head = request.body(()).expect("a request").into_parts().0;
        change(&mut head);
        head
    }

    #[test]
    fn a_handshake_is_answered_as_the_standard_says() {
        assert_eq!(accept(&head(|_| {})).expect("accepted"), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    }

    #[test]
    fn what_is_no_whole_handshake_is_none() {
        type Change = fn(&mut request::Parts);
        let changes: [Change; 7] = [
            |head| head.method = Method::POST,
            |head| head.version = http::Version::HTTP_2,
            |head| drop(head.headers.remove("upgrade")),
            |head| drop(head.headers.insert("connection", HeaderValue::from_static("close"))),
            |head| drop(head.headers.insert("sec-websocket-version", HeaderValue::from_static("8"))),
            |head| drop(head.headers.insert("sec-websocket-key", HeaderValue::from_static("c2hvcnQ="))),
            |head| {
                head.headers.append("sec-websocket-key", HeaderValue::from_static("dGhlIHNhbXBsZSBub25jZQ=="));
            },
        ];
        for (number, change) in changes.into_iter().enumerate() {
            assert!(accept(&head(change)).is_none(), "change {number}");
        }
    }
}
