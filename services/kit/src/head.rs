//! HTTP/1 as strict as RFC 9112 wants it, before hyper sees a byte: what two programs could read in two ways (a bare line
//! feed, two lengths, an odd transfer coding, a folded line, two hosts) is refused, so that no proxy in front of us and we
//! ever disagree about where a request ends.

use crate::{Message, message};
use http::{HeaderName, HeaderValue, Method, Uri};

/// Longest line of a head (fixed, as the two below: browsers and our own clients stay far below).
const MAX_LINE: usize = 8 * 1024;
/// Longest head.
const MAX_HEAD: usize = 16 * 1024;
/// Most fields of a head.
const MAX_FIELDS: usize = 64;
/// Longest line of a chunk's size, with its extensions, and all trailers together.
const MAX_CHUNK_LINE: usize = 4 * 1024;
/// How an HTTP/2 connection begins; HTTP/2 has a framing of its own.
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\n";

/// What is wrong with a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    LongLine,
    LongHead,
    LineEnd,
    RequestLine,
    Field,
    Length,
    ManyFields,
    Coding,
    Host,
}

impl Fault {
    /// The same for people.
    pub(crate) fn message(self) -> Message {
        match self {
            Self::LongLine => message!(HEAD_LONG_LINE, most = MAX_LINE / 1024),
            Self::LongHead => message!(HEAD_TOO_LONG, most = MAX_HEAD / 1024),
            Self::LineEnd => message!(HEAD_LINE_END),
            Self::RequestLine => message!(HEAD_REQUEST_LINE),
            Self::Field => message!(HEAD_FIELD),
            Self::Length => message!(HEAD_LENGTH),
            Self::ManyFields => message!(HEAD_MANY_FIELDS, most = MAX_FIELDS),
            Self::Coding => message!(HEAD_CODING),
            Self::Host => message!(HEAD_HOST),
        }
    }
}

/// Follows the bytes of one connection.
pub(crate) struct Strict {
    state: State,
    /// The head read so far, or a chunk's line.
    line: Vec<u8>,
    first: bool,
}

enum State {
    Head,
    Body(u64),
    Chunk(Chunk),
    /// HTTP/2, or what follows on an answer of 101.
    Open,
}

#[derive(Clone, Copy)]
enum Chunk {
    Size,
    Data(u64),
    /// The line end after the data.
    End,
    Trailers,
}

/// How long a request's body is.
#[derive(Debug, PartialEq, Eq)]
enum Length {
    Bytes(u64),
    Chunked,
}

impl Strict {
    pub(crate) fn new() -> Self {
        Self { state: State::Head, line: Vec::new(), first: true }
    }

    /// A head has begun and is not whole.
    pub(crate) fn is_within_head(&self) -> bool {
        matches!(self.state, State::Head) && !self.line.is_empty()
    }

    /// A body has begun and not ended.
    pub(crate) fn is_within_body(&self) -> bool {
        matches!(self.state, State::Body(_) | State::Chunk(_))
    }

    /// What comes now is no HTTP/1. What has come before is: bytes that a client sends before it has the answer are read as
    /// the head that they would be without it.
    pub(crate) fn open(&mut self) {
        if matches!(self.state, State::Head) && self.line.is_empty() {
            self.state = State::Open;
        }
    }

    /// Moves what may be read on from `bytes` to `passed`: heads only when they are whole and good.
    ///
    /// # Errors
    /// `Some` fault of a head, `None` in the middle of a body, where the answer belongs to the handler.
    pub(crate) fn feed(&mut self, mut bytes: &[u8], passed: &mut Vec<u8>) -> Result<(), Option<Fault>> {
        while !bytes.is_empty() {
            let used = match &mut self.state {
                State::Open => {
                    passed.extend_from_slice(bytes);
                    bytes.len()
                }
                State::Head => self.head(bytes, passed).map_err(Some)?,
                State::Body(left) => {
                    let used = usize::try_from(*left).unwrap_or(usize::MAX).min(bytes.len());
                    passed.extend_from_slice(&bytes[..used]);
                    *left -= used as u64;
                    if *left == 0 {
                        self.state = State::Head;
                    }
                    used
                }
                State::Chunk(chunk) => {
                    let (chunk, used) = step(*chunk, &mut self.line, bytes).ok_or(None)?;
                    passed.extend_from_slice(&bytes[..used]);
                    self.state = chunk.map_or(State::Head, State::Chunk);
                    used
                }
            };
            bytes = &bytes[used..];
        }
        Ok(())
    }

    /// Takes bytes up to the end of a line or of the head.
    fn head(&mut self, bytes: &[u8], passed: &mut Vec<u8>) -> Result<usize, Fault> {
        let end = bytes.iter().position(|byte| *byte == b'\n').map(|at| at + 1);
        let used = end.unwrap_or(bytes.len());
        self.line.extend_from_slice(&bytes[..used]);
        if self.first && (self.line.starts_with(PREFACE) || self.line == PREFACE[..16]) {
            passed.append(&mut self.line);
            self.state = State::Open;
            return Ok(used);
        }
        let begin = self.line[..self.line.len().saturating_sub(1)].iter().rposition(|byte| *byte == b'\n');
        if self.line.len() - begin.map_or(0, |at| at + 1) > MAX_LINE {
            return Err(Fault::LongLine);
        }
        if self.line.len() > MAX_HEAD {
            return Err(Fault::LongHead);
        }
        if end.is_none() {
            return Ok(used);
        }
        if !self.line.ends_with(b"\r\n") {
            return Err(Fault::LineEnd);
        }
        if self.line == b"\r\n" {
            // An empty line before a request is a habit of old clients.
            self.line.clear();
        } else if self.line.ends_with(b"\r\n\r\n") {
            let length = check(&self.line)?;
            passed.append(&mut self.line);
            self.first = false;
            self.state = match length {
                Length::Bytes(0) => State::Head,
                Length::Bytes(length) => State::Body(length),
                Length::Chunked => State::Chunk(Chunk::Size),
            };
        }
        Ok(used)
    }
}

/// The next state within a chunked body (`None`: it is over) and the bytes that were used; nothing for a malformed one.
fn step(chunk: Chunk, line: &mut Vec<u8>, bytes: &[u8]) -> Option<(Option<Chunk>, usize)> {
    if let Chunk::Data(left) = chunk {
        let used = usize::try_from(left).unwrap_or(usize::MAX).min(bytes.len());
        let left = left - used as u64;
        return Some((Some(if left == 0 { Chunk::End } else { Chunk::Data(left) }), used));
    }
    let end = bytes.iter().position(|byte| *byte == b'\n').map(|at| at + 1);
    let used = end.unwrap_or(bytes.len());
    line.extend_from_slice(&bytes[..used]);
    if line.len() > MAX_CHUNK_LINE {
        return None;
    }
    if end.is_none() {
        return Some((Some(chunk), used));
    }
    let text = std::mem::take(line);
    let text = text.strip_suffix(b"\r\n").filter(|text| !text.contains(&b'\r'))?;
    let next = match chunk {
        Chunk::Size => {
            let size = text.split(|byte| *byte == b';').next().unwrap_or_default();
            let digits = (1..=15).contains(&size.len()) && size.iter().all(u8::is_ascii_hexdigit);
            let size = digits.then(|| u64::from_str_radix(std::str::from_utf8(size).ok()?, 16).ok()).flatten()?;
            Some(if size == 0 { Chunk::Trailers } else { Chunk::Data(size) })
        }
        Chunk::End if text.is_empty() => Some(Chunk::Size),
        Chunk::Trailers if text.is_empty() => None,
        Chunk::Trailers => Some(Chunk::Trailers),
        Chunk::End | Chunk::Data(_) => return None,
    };
    Some((next, used))
}

/// Reads a whole head, each of whose lines ends with CRLF.
fn check(head: &[u8]) -> Result<Length, Fault> {
    use Fault::{Field, Length as Unclear, RequestLine};
    let mut lines = head.strip_suffix(b"\r\n\r\n").unwrap_or(head).split(|byte| *byte == b'\n');
    let line = lines.next().unwrap_or_default();
    let line = std::str::from_utf8(line.strip_suffix(b"\r").unwrap_or(line)).map_err(|_| RequestLine)?;
    let mut parts = line.split(' ');
    let (Some(method), Some(target), Some(version), None) = (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return Err(RequestLine);
    };
    let modern = match version {
        "HTTP/1.1" => true,
        "HTTP/1.0" => false,
        _ => return Err(RequestLine),
    };
    if Method::from_bytes(method.as_bytes()).is_err() || target.parse::<Uri>().is_err() {
        return Err(RequestLine);
    }
    let (mut hosts, mut length, mut coded) = (0, None, false);
    for (count, line) in lines.enumerate() {
        if count >= MAX_FIELDS {
            return Err(Fault::ManyFields);
        }
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let colon = line.iter().position(|byte| *byte == b':').ok_or(Field)?;
        let name = HeaderName::from_bytes(&line[..colon]).map_err(|_| Field)?;
        let value = line[colon + 1..].trim_ascii();
        HeaderValue::from_bytes(value).map_err(|_| Field)?;
        match name {
            http::header::HOST => hosts += 1,
            http::header::CONTENT_LENGTH => {
                let digits = (1..=18).contains(&value.len()) && value.iter().all(u8::is_ascii_digit);
                let number = digits.then(|| std::str::from_utf8(value).ok()?.parse::<u64>().ok()).flatten();
                if length.replace(number.ok_or(Unclear)?).is_some() {
                    return Err(Unclear);
                }
            }
            http::header::TRANSFER_ENCODING => {
                if coded || !modern || !value.eq_ignore_ascii_case(b"chunked") {
                    return Err(Fault::Coding);
                }
                coded = true;
            }
            _ => {}
        }
    }
    if hosts > 1 || (modern && hosts == 0) {
        return Err(Fault::Host);
    }
    match (length, coded) {
        (Some(_), true) => Err(Unclear),
        (_, true) => Ok(Length::Chunked),
        (length, false) => Ok(Length::Bytes(length.unwrap_or(0))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Byte by byte, in pieces and at once: the answer is the same.
    fn read(bytes: &[u8]) -> Result<Vec<u8>, Option<Fault>> {
        let of = |piece: usize| {
            let (mut strict, mut passed) = (Strict::new(), Vec::new());
            bytes.chunks(piece).try_for_each(|bytes| strict.feed(bytes, &mut passed)).map(|()| passed)
        };
        let [one, some, all] = [of(1), of(7), of(bytes.len().max(1))];
        assert_eq!(one, all);
        assert_eq!(some, all);
        all
    }

    fn whole(bytes: &str) -> bool {
        read(bytes.as_bytes()).is_ok_and(|passed| passed == bytes.as_bytes())
    }

    #[test]
    fn what_is_clear_passes_unchanged() {
        let get = "GET /api/teams?a=b HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\n\r\n";
        assert!(whole(get));
        assert!(whole(&get.repeat(3)));
        assert!(whole("GET / HTTP/1.0\r\n\r\n"));
        let post = "POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\n\r\na\nb\nc";
        assert!(whole(&format!("{post}{get}")), "a body may hold anything");
        let chunked =
            "POST / HTTP/1.1\r\nhost: a\r\nTransfer-Encoding: Chunked\r\n\r\n3;x=y\r\na\nb\r\n0\r\nt: u\r\n\r\n";
        assert!(whole(&format!("{chunked}{get}")));
        assert_eq!(read(format!("\r\n{get}").as_bytes()), Ok(get.as_bytes().to_vec()));
        let http2 = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\n\0";
        assert!(whole(http2));
    }

    #[test]
    fn nothing_of_a_head_is_passed_before_it_is_whole() {
        let (mut strict, mut passed) = (Strict::new(), Vec::new());
        strict.feed(b"GET / HTTP/1.1\r\nhost: a\r\n", &mut passed).unwrap();
        assert!(passed.is_empty() && strict.is_within_head());
        strict.feed(b"\r\n", &mut passed).unwrap();
        assert!(!passed.is_empty() && !strict.is_within_head());
    }

    #[test]
    fn what_two_programs_could_read_in_two_ways_is_refused() {
        let long = "a".repeat(8 * 1024);
        let many = "a: b\r\n".repeat(65);
        for (line, fields) in [
            ("GET / HTTP/1.1", "host: a\nx: y\r\n"),
            ("GET / HTTP/1.1", "host: a\r\nx: y\r\n z\r\n"),
            ("GET / HTTP/1.1", "host : a\r\n"),
            ("GET / HTTP/1.1", "host: a\rb\r\n"),
            ("GET / HTTP/1.1", "host: a\r\nx: \0\r\n"),
            ("GET / HTTP/1.1", ""),
            ("GET / HTTP/1.1", "host: a\r\nHost: a\r\n"),
            ("GET / HTTP/1.1", "host: a\r\nnonsense\r\n"),
            ("GET  / HTTP/1.1", "host: a\r\n"),
            ("GET / HTTP/1.1 ", "host: a\r\n"),
            ("GET / HTTP/2.0", "host: a\r\n"),
            ("GET /", "host: a\r\n"),
            ("G@T / HTTP/1.1", "host: a\r\n"),
            ("GET /<> HTTP/1.1", "host: a\r\n"),
            ("POST / HTTP/1.1", "host: a\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n"),
            ("POST / HTTP/1.1", "host: a\r\ncontent-length: 1\r\ncontent-length: 1\r\n"),
            ("POST / HTTP/1.1", "host: a\r\ncontent-length: +1\r\n"),
            ("POST / HTTP/1.1", "host: a\r\ncontent-length: 1, 1\r\n"),
            ("POST / HTTP/1.1", "host: a\r\ntransfer-encoding: gzip, chunked\r\n"),
            ("POST / HTTP/1.1", "host: a\r\ntransfer-encoding: chunked, identity\r\n"),
            ("POST / HTTP/1.1", "host: a\r\ntransfer-encoding: chunked\r\ntransfer-encoding: chunked\r\n"),
            ("POST / HTTP/1.0", "host: a\r\ntransfer-encoding: chunked\r\n"),
            ("GET / HTTP/1.1", &format!("host: a\r\nx: {long}\r\n")),
            ("GET / HTTP/1.1", &format!("host: a\r\n{many}")),
            (&format!("GET /{long} HTTP/1.1"), "host: a\r\n"),
        ] {
            let refused = read(format!("{line}\r\n{fields}\r\n").as_bytes());
            assert!(matches!(refused, Err(Some(_))), "{line:.40} {fields:.80}");
        }
        let fields = format!("x: {}\r\n", "a".repeat(7 * 1024)).repeat(3);
        assert!(read(format!("GET / HTTP/1.1\r\nhost: a\r\n{fields}\r\n").as_bytes()).is_err());
    }

    #[test]
    fn a_chunked_body_that_is_not_clear_ends_there() {
        let head = "POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n";
        for body in
            ["3\nabc\r\n", "3\r\nabcd\r\n", "-3\r\nabc\r\n", "\r\n", " 3\r\n", "0x3\r\nabc", "fffffffffffffffff\r\n"]
        {
            assert_eq!(read(format!("{head}{body}").as_bytes()), Err(None), "{body:?}");
        }
    }
}
