//! What changes, as it does: the stream of live hints that the console's screens have, too. A hint says only that something
//! is another now; the thing itself is asked for by REST.

use crate::{
    client::Client,
    failure::{Exit, Failure, Result},
};
use bytes::{Buf as _, Bytes, BytesMut};
use http::HeaderMap;
use http_body_util::BodyExt as _;
use hyper::body::Incoming;
use prost::Message as _;
use proto::live::{WatchResponse, watch_response::Frame};
use std::time::Duration;

const WATCH: &str = "/canopy.live.v1.LiveService/Watch";
/// A stream that says nothing for so long is dead: it says that it lives every 15 seconds.
const SILENCE: Duration = Duration::from_secs(45);
/// The pause after the first loss; it doubles with each.
const PAUSE: Duration = Duration::from_secs(1);
/// The longest pause; so often things are asked for while there is no stream.
const LONGEST_PAUSE: Duration = Duration::from_secs(15);
/// Largest frame, in bytes: a hint is some hundred.
const LARGEST: usize = 64 * 1024;
/// gRPC's word for somebody who is not signed in (any more).
const UNAUTHENTICATED: &str = "16";

/// What the stream says.
#[derive(Debug, PartialEq, Eq)]
pub enum Signal {
    /// Anything may have changed: the stream begins, or hints may have been missed.
    Anything,
    /// One thing has changed.
    Changed {
        /// deployment, task, event and so on.
        kind: String,
        /// Its id.
        id: String,
    },
}

/// The stream of hints, opened again whenever it is lost.
pub struct Live<'a> {
    client: &'a Client,
    open: Option<Incoming>,
    read: BytesMut,
    losses: u32,
}

impl<'a> Live<'a> {
    /// Opens nothing yet.
    pub fn of(client: &'a Client) -> Self {
        Self { client, open: None, read: BytesMut::new(), losses: 0 }
    }

    /// The next thing that has changed. While no stream can be had, anything may have every few seconds.
    ///
    /// # Errors
    /// When nobody is signed in any more.
    pub async fn next(&mut self) -> Result<Signal> {
        loop {
            let heard = if self.open.is_some() { self.frame().await } else { self.begin().await };
            match heard {
                Ok(Some(signal)) => {
                    self.losses = 0;
                    return Ok(signal);
                }
                Ok(None) => {}
                Err(failure) if failure.is(Exit::SignedOut) => return Err(failure),
                Err(_) => {
                    self.open = None;
                    tokio::time::sleep((PAUSE * 2_u32.pow(self.losses.min(4))).min(LONGEST_PAUSE)).await;
                    self.losses = self.losses.saturating_add(1);
                    return Ok(Signal::Anything);
                }
            }
        }
    }

    /// Waits until one of these has changed, or anything may have.
    ///
    /// # Errors
    /// As [`Live::next`].
    pub async fn until(&mut self, concerns: impl Fn(&str, &str) -> bool) -> Result<()> {
        loop {
            match self.next().await? {
                Signal::Anything => return Ok(()),
                Signal::Changed { kind, id } if concerns(&kind, &id) => return Ok(()),
                Signal::Changed { .. } => {}
            }
        }
    }

    async fn begin(&mut self) -> Result<Option<Signal>> {
        let answer = self.client.grpc(WATCH).await?;
        self.read.clear();
        ended(answer.headers())?;
        if !answer.status().is_success() {
            return Err(lost());
        }
        self.open = Some(answer.into_body());
        Ok(None)
    }

    /// The next frame; nothing when it says only that the stream lives.
    async fn frame(&mut self) -> Result<Option<Signal>> {
        loop {
            if let Some(frame) = split(&mut self.read)? {
                return read(&frame);
            }
            let Some(open) = &mut self.open else { return Err(lost()) };
            match tokio::time::timeout(SILENCE, open.frame()).await {
                Ok(Some(Ok(piece))) => {
                    if let Ok(bytes) = piece.into_data() {
                        self.read.extend_from_slice(&bytes);
                    }
                }
                _ => return Err(lost()),
            }
        }
    }
}

/// A frame of gRPC-web: a byte of flags, the length, the message.
struct Piece {
    is_trailer: bool,
    message: Bytes,
}

fn split(read: &mut BytesMut) -> Result<Option<Piece>> {
    let Some(head) = read.first_chunk::<5>() else { return Ok(None) };
    let [flags, length @ ..] = *head;
    let length = u32::from_be_bytes(length) as usize;
    if length > LARGEST {
        return Err(lost());
    }
    if read.len() < 5 + length {
        return Ok(None);
    }
    read.advance(5);
    Ok(Some(Piece { is_trailer: flags & 0x80 != 0, message: read.split_to(length).freeze() }))
}

fn read(Piece { is_trailer, message }: &Piece) -> Result<Option<Signal>> {
    if *is_trailer {
        let text = String::from_utf8_lossy(message);
        let status = text.lines().find_map(|line| line.strip_prefix("grpc-status:")).unwrap_or_default().trim();
        return Err(if status == UNAUTHENTICATED { signed_out() } else { lost() });
    }
    let answer = WatchResponse::decode(message.clone()).map_err(|_| lost())?;
    Ok(answer.frame.map(|frame| match frame {
        Frame::Ready(_) => Signal::Anything,
        Frame::Hint(hint) => Signal::Changed { kind: hint.kind, id: hint.id },
    }))
}

/// A stream that was refused says so in its head.
fn ended(headers: &HeaderMap) -> Result<()> {
    match headers.get("grpc-status").and_then(|status| status.to_str().ok()) {
        None => Ok(()),
        Some(UNAUTHENTICATED) => Err(signed_out()),
        Some(_) => Err(lost()),
    }
}

fn signed_out() -> Failure {
    Failure::new(Exit::SignedOut, "Your session has ended: canopy login begins another.")
}

/// It is opened again; nobody reads this.
fn lost() -> Failure {
    Failure::new(Exit::Unavailable, "The stream of changes was lost.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proto::live::{Hint, Ready};

    fn framed(flags: u8, message: &[u8]) -> Vec<u8> {
        let length = u32::try_from(message.len()).unwrap().to_be_bytes();
        [&[flags], &length[..], message].concat()
    }

    #[test]
    fn frames_are_read_wherever_they_are_cut() {
        let hint = Hint { kind: "task".into(), id: "t".into(), version: 3 };
        let bytes = [
            framed(0, &WatchResponse { frame: Some(Frame::Ready(Ready {})) }.encode_to_vec()),
            framed(0, &WatchResponse { frame: None }.encode_to_vec()),
            framed(0, &WatchResponse { frame: Some(Frame::Hint(hint)) }.encode_to_vec()),
        ]
        .concat();
        for size in 1..=bytes.len() {
            let (mut buffer, mut heard) = (BytesMut::new(), Vec::new());
            for chunk in bytes.chunks(size) {
                buffer.extend_from_slice(chunk);
                while let Some(piece) = split(&mut buffer).unwrap() {
                    heard.extend(super::read(&piece).unwrap());
                }
            }
            let changed = Signal::Changed { kind: "task".into(), id: "t".into() };
            assert_eq!(heard, [Signal::Anything, changed], "in pieces of {size}");
        }
    }

    #[test]
    fn the_end_of_a_session_is_told_from_the_end_of_a_stream() {
        let end = |text: &str| {
            let mut buffer = BytesMut::from(&framed(0x80, text.as_bytes())[..]);
            super::read(&split(&mut buffer).unwrap().unwrap()).unwrap_err()
        };
        assert!(end("grpc-status:16\r\ngrpc-message:over\r\n").is(Exit::SignedOut));
        assert!(end("grpc-status: 0\r\n").is(Exit::Unavailable));
        assert!(split(&mut BytesMut::from(&[0, 255, 255, 255, 255][..])).is_err(), "no hint is that large");
    }
}
