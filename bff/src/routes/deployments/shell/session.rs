//! An open shell between the browser and deployments: each side waits for the other when it is slow, and nobody else does.

use super::{Code, Frame, LARGEST, Said, Sender, Spoken, Told, Upstream, coded, pb};
use crate::{
    caller::Call,
    error::{ApiError, Outcome},
};
use futures::{SinkExt as _, StreamExt as _, stream::SplitSink, stream::SplitStream};
use kit::{
    http::Held,
    message,
    websocket::{self, CloseCode, CloseFrame, Message, Socket},
};
use std::{
    collections::VecDeque,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::{
    sync::{Notify, Semaphore},
    time::{MissedTickBehavior, interval, sleep, timeout},
};

/// Bytes under way in one direction at most, and in one message. Fixed: the contract with deployments.
const WINDOW: usize = 64 * 1024;
const PIECE: usize = 16 * 1024;
/// Fixed: proxies close silent connections, and a browser that is gone does not answer.
const PING: Duration = Duration::from_secs(20);
const SILENCE: Duration = Duration::from_secs(60);
/// The streams of a command, as a binary message names them.
const OUTPUT: u8 = 1;
const ERRORS: u8 = 2;
/// How long the last words may take.
const LAST: Duration = Duration::from_secs(5);

pub(super) struct Session {
    pub(super) call: Call,
    /// Nothing where there is no listener.
    pub(super) held: Option<Held>,
    /// Standard error is told apart: each binary message begins with its stream.
    pub(super) apart: bool,
    pub(super) upstream: Upstream,
    pub(super) sender: Sender,
}

type Sink = SplitSink<Socket, Message>;

impl Session {
    /// Runs it to its end.
    pub(super) async fn run(self, socket: Socket, opened: pb::ShellOpened) {
        let Self { call, held, apart, mut upstream, sender } = self;
        let (mut sink, mut stream) = socket.split();
        let (outbox, credit) = (Outbox::new(apart), Semaphore::new(WINDOW));
        let pb::ShellOpened { pod, container, idle_seconds, most_seconds } = opened;
        outbox.tell(&Frame::Opened { pod, container, idle_seconds, most_seconds });
        let reading = async {
            let last = listen(&mut upstream, &outbox, &credit, &call).await;
            outbox.end(&last);
            sleep(LAST).await;
        };
        let hearing = async {
            if let Some(last) = hear(&mut stream, &credit, &sender).await {
                outbox.end(&last);
                sleep(LAST).await;
            }
        };
        let stopping = async {
            call.app().cx.stop.cancelled().await;
            outbox.end(&ended(&message!(SHELL_STOPPING)));
            sleep(LAST).await;
        };
        let given_up = async {
            match &held {
                Some(held) => held.given_up().await,
                None => std::future::pending().await,
            }
        };
        let written = tokio::select! {
            written = write(&mut sink, &outbox) => written,
            () = reading => return,
            () = hearing => return,
            () = stopping => return,
            () = given_up => return,
        };
        match written {
            // a connection that is closed with something unread takes the last word away again
            Ok(()) => drop(timeout(LAST, async { while let Some(Ok(_)) = stream.next().await {} }).await),
            Err(error) => tracing::debug!(%error, "the connection of a shell broke off"),
        }
    }
}

/// What goes to the browser and has not gone yet.
struct Outbox {
    apart: bool,
    waiting: Mutex<Waiting>,
    news: Notify,
}

#[derive(Default)]
struct Waiting {
    texts: VecDeque<String>,
    /// With its stream; neighbours of the same stream are one.
    pieces: VecDeque<(u8, Vec<u8>)>,
    /// Bytes of all of them.
    bytes: usize,
    /// After everything else.
    last: Option<String>,
}

/// The next thing to write.
enum Next {
    Text(String),
    Bytes(Vec<u8>),
    Last(String),
    Nothing,
}

impl Outbox {
    fn new(apart: bool) -> Self {
        Self { apart, waiting: Mutex::default(), news: Notify::new() }
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell(&self, frame: &Frame) {
        self.waiting().texts.push_back(text(frame));
        self.news.notify_one();
    }

    /// The first end counts.
    fn end(&self, frame: &Frame) {
        self.waiting().last.get_or_insert_with(|| text(frame));
        self.news.notify_one();
    }

    /// False: more than may be under way.
    fn put(&self, stream: u8, bytes: &[u8]) -> bool {
        let mut waiting = self.waiting();
        let fits = waiting.bytes + bytes.len() <= WINDOW;
        if fits {
            waiting.bytes += bytes.len();
            match waiting.pieces.back_mut() {
                Some((of, piece)) if *of == stream => piece.extend_from_slice(bytes),
                _ => waiting.pieces.push_back((stream, bytes.to_vec())),
            }
            self.news.notify_one();
        }
        fits
    }

    fn next(&self) -> Next {
        let mut waiting = self.waiting();
        if let Some(text) = waiting.texts.pop_front() {
            return Next::Text(text);
        }
        if let Some((stream, piece)) = waiting.pieces.front_mut() {
            let length = piece.len().min(PIECE);
            let head = self.apart.then_some(*stream);
            let bytes = head.into_iter().chain(piece.drain(..length)).collect();
            if piece.is_empty() {
                waiting.pieces.pop_front();
            }
            waiting.bytes -= length;
            return Next::Bytes(bytes);
        }
        waiting.last.clone().map_or(Next::Nothing, Next::Last)
    }
}

fn text(frame: &Frame) -> String {
    serde_json::to_string(frame).unwrap_or_default()
}

/// Writes what there is, with a ping now and then, until the last word is written.
async fn write(sink: &mut Sink, outbox: &Outbox) -> Result<(), websocket::Error> {
    let mut pings = interval(PING);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    pings.reset();
    loop {
        match outbox.next() {
            Next::Text(text) => sink.send(Message::Text(text.into())).await?,
            Next::Bytes(bytes) => sink.send(Message::Binary(bytes.into())).await?,
            Next::Last(text) => {
                sink.send(Message::Text(text.into())).await?;
                let close = CloseFrame { code: CloseCode::Normal, reason: "".into() };
                return sink.send(Message::Close(Some(close))).await;
            }
            Next::Nothing => tokio::select! {
                () = outbox.news.notified() => {}
                _ = pings.tick() => sink.send(Message::Ping(Vec::new().into())).await?,
            },
        }
    }
}

/// Takes what deployments says, as soon as it is said: the last word.
async fn listen(upstream: &mut Upstream, outbox: &Outbox, credit: &Semaphore, call: &Call) -> Frame {
    loop {
        let answer = match upstream.message().await {
            Ok(Some(answer)) => answer.message,
            Ok(None) => return ended(&message!(SHELL_BROKE_OFF)),
            Err(status) => return failed(&settled(kit::Error::from(status).into(), call).await),
        };
        match answer {
            Some(Told::Output(bytes)) if outbox.put(OUTPUT, &bytes) => {}
            Some(Told::Errors(bytes)) if outbox.put(ERRORS, &bytes) => {}
            Some(Told::Taken(bytes)) => {
                let room = WINDOW.saturating_sub(credit.available_permits());
                credit.add_permits(usize::try_from(bytes).unwrap_or(usize::MAX).min(room));
            }
            Some(Told::Idle(seconds)) => outbox.tell(&Frame::Idle { seconds }),
            Some(Told::Ended(pb::ShellEnded { exit_code, problem, said })) => {
                let (reason, params) = coded(&said);
                let error = (!problem.is_empty()).then_some(problem);
                return Frame::Ended { exit_code, error, reason, params, code: None };
            }
            Some(Told::Output(_) | Told::Errors(_) | Told::Opened(_)) | None => return failed(&ApiError::outage()),
        }
    }
}

/// Hears the browser: the last word where there is one to say, nothing when it has gone.
async fn hear(stream: &mut SplitStream<Socket>, credit: &Semaphore, sender: &Sender) -> Option<Frame> {
    loop {
        let frame = match timeout(SILENCE, stream.next()).await {
            Ok(Some(Ok(frame))) => frame,
            Ok(Some(Err(websocket::Error::Capacity(_)))) => return Some(ended(&message!(SHELL_TOO_MUCH))),
            Ok(Some(Err(_)) | None) => return None,
            Err(_) => return Some(ended(&message!(SHELL_SILENT))),
        };
        let said = match frame {
            Message::Binary(bytes) => {
                for piece in bytes.chunks(PIECE) {
                    // until the shell has taken what was typed before, nothing more is read from the browser
                    credit.acquire_many(u32::try_from(piece.len()).ok()?).await.ok()?.forget();
                    if sender.send(request(Said::Input(piece.to_vec()))).await.is_err() {
                        return gone().await;
                    }
                }
                continue;
            }
            Message::Text(text) => match serde_json::from_str(&text) {
                Ok(Spoken::Size { columns, rows }) if fits(columns) && fits(rows) => {
                    Said::Size(pb::ShellSize { columns, rows })
                }
                Ok(Spoken::Taken { taken }) => Said::Taken(taken),
                Ok(Spoken::InputEnded { input_ended }) => Said::InputEnded(input_ended),
                _ => return Some(ended(&message!(SHELL_UNREADABLE))),
            },
            Message::Close(_) => return None,
            _ => continue,
        };
        if sender.send(request(said)).await.is_err() {
            return gone().await;
        }
    }
}

fn fits(number: u32) -> bool {
    (1..=LARGEST).contains(&number)
}

/// Deployments listens no more: what it says last comes the other way.
async fn gone() -> Option<Frame> {
    std::future::pending().await
}

fn request(said: Said) -> pb::OpenShellRequest {
    pb::OpenShellRequest { message: Some(said) }
}

fn ended(why: &kit::Message) -> Frame {
    let (reason, params) = coded(&why.packed());
    Frame::Ended { exit_code: None, error: Some(why.to_string()), reason, params, code: None }
}

fn failed(error: &ApiError) -> Frame {
    let (reason, params) = coded(&error.message.packed());
    let code: Option<Code> = Some(error.code);
    Frame::Ended { exit_code: None, error: Some(error.message.to_string()), reason, params, code }
}

/// A doubted identity: the session is over, or the services are at odds.
async fn settled(error: ApiError, call: &Call) -> ApiError {
    if error.outcome != Outcome::Doubted {
        return error;
    }
    match call.afresh().await {
        Err(ended) => ended,
        Ok(()) => ApiError::outage(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_waits_for_the_browser_is_bounded_and_the_last_word_comes_last() {
        let outbox = Outbox::new(false);
        assert!(outbox.put(OUTPUT, &[b'a'; WINDOW]));
        assert!(!outbox.put(ERRORS, b"b"));
        outbox.end(&Frame::Idle { seconds: 1 });
        outbox.end(&Frame::Idle { seconds: 2 });
        for _ in 0..WINDOW / PIECE {
            assert!(matches!(outbox.next(), Next::Bytes(bytes) if bytes.len() == PIECE));
        }
        assert!(matches!(outbox.next(), Next::Last(text) if text == r#"{"kind":"idle","seconds":1}"#));
    }

    #[test]
    fn streams_that_are_told_apart_keep_their_order() {
        let outbox = Outbox::new(true);
        for (stream, bytes) in [(OUTPUT, "a"), (OUTPUT, "b"), (ERRORS, "c"), (OUTPUT, "d")] {
            assert!(outbox.put(stream, bytes.as_bytes()));
        }
        for expected in [&b"\x01ab"[..], b"\x02c", b"\x01d"] {
            assert!(matches!(outbox.next(), Next::Bytes(bytes) if bytes == expected));
        }
        assert!(matches!(outbox.next(), Next::Nothing));
    }
}
