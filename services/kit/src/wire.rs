//! The bytes of a connection, with or without TLS: heads of HTTP/1 requests are checked as they come in, and it is noted
//! when the other side does not take what is written.

use crate::{
    head::{Fault, Strict},
    line::Line,
    unread,
};
use std::{
    io,
    mem::MaybeUninit,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
};
use tokio_rustls::server::TlsStream;

/// A connection's own bytes.
pub(crate) enum Stream {
    Plain(TcpStream),
    Tls(Box<TlsStream<TcpStream>>),
}

/// The body of the answer to a request that cannot be read.
pub type Malformed = fn(why: crate::Message, request_id: &str) -> String;

/// A connection as hyper reads and writes it.
pub(crate) struct Wire {
    stream: Stream,
    line: Arc<Line>,
    strict: Option<Checked>,
}

/// What an HTTP/1 connection has besides its bytes.
struct Checked {
    strict: Strict,
    /// Bytes that were checked, and how many of them were read.
    passed: Vec<u8>,
    read: usize,
    ended: bool,
    /// What is still to be written before the end.
    farewell: Option<(Vec<u8>, usize)>,
    /// Bytes to read in vain after it, once we close: a socket that is closed with unread bytes takes the answer away again.
    vain: Option<usize>,
    refusal: Refusal,
}

/// Makes the answer to a malformed request.
#[derive(Clone)]
pub(crate) struct Refusal {
    pub(crate) malformed: Malformed,
    pub(crate) ids: Arc<dyn crate::Ids>,
}

impl Refusal {
    fn of(&self, fault: Fault) -> Vec<u8> {
        let id = self.ids.uuid().to_string();
        let body = (self.malformed)(fault.message(), &id);
        format!(
            "HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\ncontent-length: {}\r\nx-request-id: {id}\r\n\
             cache-control: no-store\r\nx-content-type-options: nosniff\r\ncontent-security-policy: default-src 'none'\r\n\
             connection: close\r\n\r\n{body}",
            body.len()
        )
        .into_bytes()
    }
}

impl Wire {
    /// `refusal`: HTTP/1 is spoken, and strictly.
    pub(crate) fn new(stream: Stream, line: Arc<Line>, refusal: Option<Refusal>) -> Self {
        let strict = refusal.map(|refusal| Checked {
            strict: Strict::new(),
            passed: Vec::new(),
            read: 0,
            ended: false,
            farewell: None,
            vain: None,
            refusal,
        });
        Self { stream, line, strict }
    }
}

impl Checked {
    fn poll_read(
        &mut self,
        stream: &mut Stream,
        line: &Line,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        loop {
            let waiting = &self.passed[self.read..];
            if !waiting.is_empty() {
                let taken = waiting.len().min(buffer.remaining());
                buffer.put_slice(&waiting[..taken]);
                self.read += taken;
                if self.read == self.passed.len() {
                    self.passed.clear();
                    self.read = 0;
                }
                return Poll::Ready(Ok(()));
            }
            if self.ended {
                return Poll::Ready(Ok(()));
            }
            let mut space = [MaybeUninit::uninit(); 8 * 1024];
            let mut fresh = ReadBuf::uninit(&mut space);
            ready!(stream.poll_read(cx, &mut fresh))?;
            if fresh.filled().is_empty() {
                self.ended = true;
                continue;
            }
            if line.is_upgraded() {
                self.strict.open();
            }
            if let Err(fault) = self.strict.feed(fresh.filled(), &mut self.passed) {
                // For hyper the client has ended here: it finishes what is under way, and then closes.
                self.ended = true;
                self.farewell = fault.map(|fault| (self.refusal.of(fault), 0));
            }
            line.head(self.strict.is_within_head());
        }
    }

    fn poll_farewell(&mut self, stream: &mut Stream, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        while let Some((bytes, written)) = &mut self.farewell {
            if *written == bytes.len() {
                self.farewell = None;
                break;
            }
            match ready!(stream.poll_write(cx, &bytes[*written..]))? {
                0 => self.farewell = None,
                more => *written += more,
            }
        }
        Poll::Ready(Ok(()))
    }

    /// Whether the client may still be sending what nobody reads.
    fn is_sent_in_vain(&self) -> bool {
        self.farewell.is_some() || (!self.ended && self.strict.is_within_body())
    }

    fn poll_rest(&mut self, stream: &mut Stream, cx: &mut Context<'_>) -> Poll<()> {
        while let Some(left @ 1..) = self.vain {
            let mut space = [MaybeUninit::uninit(); 8 * 1024];
            let mut rest = ReadBuf::uninit(&mut space);
            let read = ready!(stream.poll_read(cx, &mut rest)).map(|()| rest.filled().len());
            self.vain = Some(match read {
                Ok(read) if read > 0 => left.saturating_sub(read),
                _ => 0,
            });
        }
        Poll::Ready(())
    }
}

impl Stream {
    fn poll_read(&mut self, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        match self {
            Self::Plain(stream) => Pin::new(stream).poll_read(cx, buffer),
            Self::Tls(stream) => Pin::new(stream).poll_read(cx, buffer),
        }
    }

    fn poll_write(&mut self, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        match self {
            Self::Plain(stream) => Pin::new(stream).poll_write(cx, bytes),
            Self::Tls(stream) => Pin::new(stream).poll_write(cx, bytes),
        }
    }
}

impl AsyncRead for Wire {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let Self { stream, line, strict } = self.get_mut();
        match strict {
            Some(checked) => checked.poll_read(stream, line, cx, buffer),
            None => stream.poll_read(cx, buffer),
        }
    }
}

impl Wire {
    fn noted<T>(&self, written: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        self.line.stalled(written.is_pending());
        written
    }
}

impl AsyncWrite for Wire {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = self.stream.poll_write(cx, bytes);
        self.noted(written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = match &mut self.stream {
            Stream::Plain(stream) => Pin::new(stream).poll_write_vectored(cx, slices),
            Stream::Tls(stream) => Pin::new(stream).poll_write_vectored(cx, slices),
        };
        self.noted(written)
    }

    fn is_write_vectored(&self) -> bool {
        match &self.stream {
            Stream::Plain(stream) => stream.is_write_vectored(),
            Stream::Tls(stream) => stream.is_write_vectored(),
        }
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        match &mut self.stream {
            Stream::Plain(stream) => Pin::new(stream).poll_flush(cx),
            // TLS has a buffer of its own
            Stream::Tls(stream) => {
                let flushed = Pin::new(stream).poll_flush(cx);
                self.noted(flushed)
            }
        }
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let Self { stream, strict, .. } = self.get_mut();
        if let Some(checked) = strict {
            if checked.vain.is_none() {
                checked.vain = Some(if checked.is_sent_in_vain() { unread::MOST } else { 0 });
            }
            ready!(checked.poll_farewell(stream, cx))?;
        }
        let shut = match stream {
            Stream::Plain(stream) => Pin::new(stream).poll_shutdown(cx),
            Stream::Tls(stream) => Pin::new(stream).poll_shutdown(cx),
        };
        ready!(shut)?;
        if let Some(checked) = strict {
            ready!(checked.poll_rest(stream, cx));
        }
        Poll::Ready(Ok(()))
    }
}
