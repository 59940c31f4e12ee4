//! `OpenShell`: a shell with a terminal in a container of a deployment, or a command with or without one, over the cluster's
//! `pods/exec`. Nothing that passes is kept, or read.
//!
//! Three loops run at once: one takes what the caller says and is never held up, one writes to the cluster, one reads from
//! it. What is under way between them is bounded by what each side has said that it took, so that nobody who is slow fills
//! our memory or the connection that all callers share.

use crate::workloads::{
    Workloads, component,
    exec::{self, CLOSE, Channel, Command, RESIZE, STATUS, STDERR, STDIN, STDOUT, broke_off, framed, problem},
    progress::{Answers, Progress, told},
};
use futures::{SinkExt as _, StreamExt as _, stream::SplitSink, stream::SplitStream};
use kit::{
    Error, Result, message,
    websocket::{self, Socket},
};
use proto::infrastructure::{self as pb, open_shell_request::Message as Said, open_shell_response::Message as Told};
use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::{
    sync::{Notify, Semaphore},
    time::timeout,
};
use tonic::Streaming;

mod place;

/// Bytes under way in one direction at most, and in one message. Fixed: the contract of the call.
const WINDOW: usize = 64 * 1024;
const PIECE: usize = 16 * 1024;
/// Columns and rows of a terminal at most.
const LARGEST: u32 = 1_000;
/// Of a terminal that says nothing of itself.
const USUAL: pb::ShellSize = pb::ShellSize { columns: 80, rows: 24 };
/// How long the first message may take. Fixed: it comes with the call.
const FIRST: Duration = Duration::from_secs(10);
/// How long the end of a connection may take. Fixed: nobody waits for it.
const LAST: Duration = Duration::from_secs(1);

type Tell = Progress<pb::OpenShellResponse>;

pub(super) async fn open_shell(
    app: &Workloads,
    mut requests: Streaming<pb::OpenShellRequest>,
) -> Result<Answers<pb::OpenShellResponse>> {
    let first = timeout(FIRST, requests.message()).await.map_err(|_| nothing_named())??;
    let Some(Said::Open(target)) = first.and_then(|request| request.message) else { return Err(nothing_named()) };
    component("component", &target.component)?;
    component("container", &target.container)?;
    let space = app.space(&target.cluster_id, &target.deployment_id, &target.namespace).await?;
    let place = place::find(&space, &target).await?;
    let size = match target.size {
        None if !target.command.is_empty() => None,
        size => Some(checked(size.unwrap_or(USUAL))?),
    };
    let command = Command { words: target.command, terminal: size.is_some() };
    let channel = exec::connect(&space, &place, &command).await?;
    let opened = pb::ShellOpened { pod: place.pod, container: place.container };
    Ok(told(move |progress| Box::pin(converse(channel, command, size, opened, requests, progress))))
}

fn nothing_named() -> Error {
    Error::invalid(message!(SHELL_UNNAMED))
}

fn checked(size: pb::ShellSize) -> Result<pb::ShellSize> {
    let fits = |number: u32| (1..=LARGEST).contains(&number);
    if fits(size.columns) && fits(size.rows) {
        return Ok(size);
    }
    Err(Error::invalid_field("size", message!(SHELL_SIZE, most = LARGEST)))
}

/// Passes bytes on until one side ends it.
async fn converse(
    Channel { socket, closes }: Channel,
    command: Command,
    size: Option<pb::ShellSize>,
    opened: pb::ShellOpened,
    mut requests: Streaming<pb::OpenShellRequest>,
    progress: Tell,
) -> Result<()> {
    tell(&progress, Told::Opened(opened)).await?;
    let (mut sink, mut stream) = socket.split();
    let inbox = Inbox::default();
    if let Some(size) = size {
        inbox.resize(size);
    }
    let credit = Semaphore::new(WINDOW);
    let ended = {
        let reading = read(&mut stream, &command, &credit, &progress);
        tokio::pin!(reading);
        tokio::select! {
            biased;
            read = reading.as_mut() => read?,
            // the caller has gone, or says what it may not
            taken = take(&mut requests, &inbox, &credit) => return taken,
            // a shell that has ended takes nothing any more: its last word is on its way
            Err(error) = write(&mut sink, closes, &inbox, &progress) => match timeout(LAST, reading).await {
                Ok(read) => read?,
                Err(_) => return Err(error),
            },
        }
    };
    let farewell = sink.send(websocket::Message::Close(None));
    // the cluster may have closed already
    let _ = timeout(LAST, farewell).await;
    tell(&progress, Told::Ended(ended)).await
}

async fn tell(progress: &Tell, message: Told) -> Result<()> {
    progress.tell(pb::OpenShellResponse { message: Some(message) }).await
}

/// What the caller said and the cluster has not taken yet.
#[derive(Default)]
struct Inbox {
    waiting: Mutex<Waiting>,
    news: Notify,
}

#[derive(Default)]
struct Waiting {
    input: Vec<u8>,
    /// There is no more of it.
    ended: bool,
    /// Only the last one counts.
    size: Option<pb::ShellSize>,
}

/// What goes to the cluster next.
#[derive(Debug, PartialEq)]
enum Next {
    Size(pb::ShellSize),
    Input(Vec<u8>),
    /// After all input, once.
    End,
    Nothing,
}

impl Inbox {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn resize(&self, size: pb::ShellSize) {
        self.waiting().size = Some(size);
        self.news.notify_one();
    }

    fn put(&self, bytes: &[u8]) -> Result<()> {
        let mut waiting = self.waiting();
        if waiting.input.len() + bytes.len() > WINDOW {
            return Err(too_much());
        }
        waiting.input.extend_from_slice(bytes);
        self.news.notify_one();
        Ok(())
    }

    fn end(&self) {
        self.waiting().ended = true;
        self.news.notify_one();
    }

    fn next(&self) -> Next {
        let mut waiting = self.waiting();
        if let Some(size) = waiting.size.take() {
            return Next::Size(size);
        }
        let piece = waiting.input.len().min(PIECE);
        match piece {
            0 if std::mem::take(&mut waiting.ended) => Next::End,
            0 => Next::Nothing,
            _ => Next::Input(waiting.input.drain(..piece).collect()),
        }
    }
}

fn too_much() -> Error {
    Error::invalid(message!(SHELL_TOO_MUCH))
}

/// Takes what the caller says, as soon as it is said.
async fn take(requests: &mut Streaming<pb::OpenShellRequest>, inbox: &Inbox, credit: &Semaphore) -> Result<()> {
    while let Some(request) = requests.message().await? {
        match request.message {
            Some(Said::Input(bytes)) => inbox.put(&bytes)?,
            Some(Said::InputEnded(ended)) if ended => inbox.end(),
            Some(Said::InputEnded(_)) => {}
            Some(Said::Size(size)) => inbox.resize(checked(size)?),
            Some(Said::Taken(bytes)) => {
                let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
                if bytes > WINDOW.saturating_sub(credit.available_permits()) {
                    return Err(too_much());
                }
                credit.add_permits(bytes);
            }
            Some(Said::Open(_)) | None => return Err(nothing_named()),
        }
    }
    Ok(())
}

type Never = std::convert::Infallible;

/// `closes`: whether the cluster can be told that the input has ended. One that cannot leaves the command to wait for more.
async fn write(
    sink: &mut SplitSink<Socket, websocket::Message>,
    closes: bool,
    inbox: &Inbox,
    progress: &Tell,
) -> Result<Never> {
    loop {
        match inbox.next() {
            Next::Size(pb::ShellSize { columns, rows }) => {
                let size = format!("{{\"Width\":{columns},\"Height\":{rows}}}");
                sink.send(framed(RESIZE, size.as_bytes())).await.map_err(broke_off)?;
            }
            Next::Input(input) => {
                sink.send(framed(STDIN, &input)).await.map_err(broke_off)?;
                tell(progress, Told::Taken(u32::try_from(input.len()).unwrap_or(u32::MAX))).await?;
            }
            Next::End if closes => sink.send(framed(CLOSE, &[STDIN])).await.map_err(broke_off)?,
            Next::End => {}
            Next::Nothing => inbox.news.notified().await,
        }
    }
}

/// Tells what the shell writes, until it has ended.
async fn read(
    stream: &mut SplitStream<Socket>,
    command: &Command,
    credit: &Semaphore,
    progress: &Tell,
) -> Result<pb::ShellEnded> {
    let mut spoke = false;
    while let Some(frame) = stream.next().await {
        let bytes = match frame {
            Ok(websocket::Message::Binary(bytes)) => bytes,
            Ok(websocket::Message::Close(_)) => break,
            Ok(_) => continue,
            Err(error) => {
                tracing::debug!(%error, "the connection of a shell broke off");
                break;
            }
        };
        match bytes.split_first() {
            Some((&channel @ (STDOUT | STDERR), output)) => {
                for piece in output.chunks(PIECE) {
                    let permits = u32::try_from(piece.len()).map_err(Error::internal)?;
                    credit.acquire_many(permits).await.map_err(Error::internal)?.forget();
                    let apart = channel == STDERR && !command.terminal;
                    let told = if apart { Told::Errors } else { Told::Output };
                    tell(progress, told(piece.to_vec())).await?;
                    spoke = true;
                }
            }
            Some((&STATUS, status)) => return Ok(exec::ending(status, command.program(), spoke)),
            _ => {}
        }
    }
    Ok(problem(&message!(SHELL_BROKE_OFF)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_waits_is_bounded_and_of_sizes_the_last_one_counts() {
        let inbox = Inbox::default();
        inbox.put(&[b'a'; WINDOW - 1]).expect("there is room");
        assert!(inbox.put(b"ab").is_err());
        inbox.put(b"b").expect("there is room for one more");
        inbox.resize(pb::ShellSize { columns: 10, rows: 10 });
        inbox.resize(pb::ShellSize { columns: 20, rows: 10 });
        inbox.end();
        assert!(matches!(inbox.next(), Next::Size(size) if size.columns == 20));
        for _ in 0..WINDOW / PIECE {
            assert!(matches!(inbox.next(), Next::Input(piece) if piece.len() == PIECE));
        }
        assert_eq!((inbox.next(), inbox.next()), (Next::End, Next::Nothing));
    }

    #[test]
    fn a_terminal_has_a_size_that_can_be() {
        for (columns, rows, fits) in [(80, 24, true), (1, 1_000, true), (0, 24, false), (80, 1_001, false)] {
            assert_eq!(checked(pb::ShellSize { columns, rows }).is_ok(), fits, "{columns} by {rows}");
        }
    }
}
