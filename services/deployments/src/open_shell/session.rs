//! An open shell: bytes pass both ways until one side ends it, nothing is typed for too long, or its reader may no more.

use super::{Place, Right, Sender, Upstream, size};
use crate::{App, deployment::Row, facts, owners};
use access::Caller;
use kit::{Error, Message, Result, message};
use proto::{
    deployments::{self as pb, open_shell_request::Message as Said, open_shell_response::Message as Told},
    infrastructure::{self, open_shell_request as to, open_shell_response as from},
};
use std::time::Duration;
use tokio::{
    sync::mpsc,
    time::{Instant, MissedTickBehavior, timeout},
};
use tonic::{Status, Streaming};

/// Before an end for want of input it is said that it comes. Fixed: time to come back to the keyboard.
const NOTICE: Duration = Duration::from_secs(60);
/// How long a slow reader has for the last word.
const LAST: Duration = Duration::from_secs(2);
/// Between two tries to write down that it was closed, and how often, once the role is to stop.
const AGAIN: Duration = Duration::from_secs(1);
const AT_THE_STOP: u32 = 3;

type Answer = mpsc::Sender<Result<pb::OpenShellResponse, Status>>;

pub(super) struct Session {
    app: App,
    caller: Caller,
    right: Right,
    row: Row,
    at: Place,
    upstream: Upstream,
    to_cluster: Sender,
    said: Streaming<pb::OpenShellRequest>,
    answers: Answer,
    opened: Instant,
    typed: Instant,
    /// It was said that it is about to end.
    noticed: bool,
    /// Bytes from the keyboard, and to the screen.
    bytes: (u64, u64),
}

/// What ends it.
enum End {
    /// The shell itself, the cluster, or a limit.
    Ended(pb::ShellEnded),
    /// The caller may no more, or something broke.
    Failed(Error),
    /// Nobody is there any more.
    Gone,
}

impl Session {
    pub(super) fn new(
        app: &App,
        caller: &Caller,
        right: Right,
        row: Row,
        at: Place,
        (upstream, to_cluster): (Upstream, Sender),
        (said, answers): (Streaming<pb::OpenShellRequest>, Answer),
    ) -> Self {
        let (app, caller, now) = (app.clone(), caller.clone(), Instant::now());
        let (opened, typed, noticed, bytes) = (now, now, false, (0, 0));
        Self { app, caller, right, row, at, upstream, to_cluster, said, answers, opened, typed, noticed, bytes }
    }

    /// Runs it to its end, and writes down that it ended.
    pub(super) async fn run(mut self, first: pb::ShellOpened) {
        let end = match self.answers.send(told(Told::Opened(first))).await {
            Ok(()) => self.converse().await,
            Err(_) => End::Gone,
        };
        let last = match end {
            End::Ended(ended) => Some(told(Told::Ended(ended))),
            End::Failed(error) => Some(Err(error.into())),
            End::Gone => None,
        };
        if let Some(last) = last {
            let _ = timeout(LAST, self.answers.send(last)).await;
        }
        self.note_closing().await;
    }

    async fn converse(&mut self) -> End {
        let mut tick = tokio::time::interval(self.app.options.deployments_recheck);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let stop = self.app.cx.stop.clone();
        let (to_cluster, answers) = (self.to_cluster.clone(), self.answers.clone());
        // infrastructure listens; no more when what it says last is on its way
        let (mut listens, mut heard) = (true, Instant::now());
        loop {
            let end = tokio::select! {
                _ = tick.tick() => self.look().await,
                () = stop.cancelled() => Some(ended(&message!(SHELL_STOPPING))),
                () = answers.closed() => Some(End::Gone),
                () = tokio::time::sleep_until(heard + LAST), if !listens => Some(ended(&message!(SHELL_BROKE_OFF))),
                (place, said) = next(&to_cluster, &mut self.said), if listens => match (place, said) {
                    (Ok(place), Ok(Some(pb::OpenShellRequest { message: Some(said) }))) => {
                        match forward(said) {
                            Ok((bytes, message)) => {
                                if bytes > 0 {
                                    self.bytes.0 += bytes as u64;
                                    (self.typed, self.noticed) = (Instant::now(), false);
                                }
                                place.send(message);
                                None
                            }
                            Err(error) => Some(End::Failed(error)),
                        }
                    }
                    (Err(_), _) => {
                        (listens, heard) = (false, Instant::now());
                        None
                    }
                    _ => Some(End::Gone),
                },
                (place, answer) = next(&answers, &mut self.upstream) => match (place, answer) {
                    (Ok(place), Ok(Some(infrastructure::OpenShellResponse { message: Some(answer) }))) => {
                        match backward(answer) {
                            Told::Ended(last) => Some(End::Ended(last)),
                            answer => {
                                if let Told::Output(bytes) | Told::Errors(bytes) = &answer {
                                    self.bytes.1 += bytes.len() as u64;
                                }
                                place.send(told(answer));
                                heard = Instant::now();
                                None
                            }
                        }
                    }
                    (Ok(_), Err(status)) => Some(End::Failed(owners::failure(status))),
                    (Ok(_), Ok(_)) => Some(ended(&message!(SHELL_BROKE_OFF))),
                    (Err(_), _) => Some(End::Gone),
                },
            };
            if let Some(end) = end {
                return end;
            }
        }
    }

    /// Each second: may they still, and has it gone on for too long?
    async fn look(&mut self) -> Option<End> {
        match self.caller.again().await {
            Ok(caller) => self.caller = caller,
            Err(error) => return Some(End::Failed(error)),
        }
        if let Err(error) = self.right.check(&self.caller, &self.row) {
            return Some(End::Failed(error));
        }
        let options = &self.app.options;
        if self.opened.elapsed() >= options.shell_longest {
            return Some(ended(&message!(SHELL_TOO_LONG, hours = options.shell_longest.as_secs() / 3_600)));
        }
        if !self.at.terminal {
            return None; // a command may work in silence
        }
        let idle = self.typed.elapsed();
        if idle >= options.shell_idle {
            return Some(ended(&message!(SHELL_IDLE)));
        }
        let left = options.shell_idle.saturating_sub(idle);
        if left <= NOTICE.min(options.shell_idle / 2) && !self.noticed {
            // who doesn't read it has no room for it either
            let seconds = u32::try_from(left.as_secs().max(1)).unwrap_or(u32::MAX);
            self.noticed = self.answers.try_send(told(Told::Idle(seconds))).is_ok();
        }
        None
    }

    /// Written until it is written: only the end of the role gives it up.
    async fn note_closing(&self) {
        let seconds = self.opened.elapsed().as_secs();
        let mut tries = 0;
        while let Err(error) = self.write_closing(seconds).await {
            if self.app.cx.stop.is_cancelled() {
                tries += 1;
            }
            if tries >= AT_THE_STOP {
                return tracing::error!(deployment = %self.row.id, %error, "that a shell was closed is not on record");
            }
            tokio::time::sleep(AGAIN).await;
        }
    }

    async fn write_closing(&self, seconds: u64) -> Result<()> {
        let mut tx = self.app.cx.begin().await?;
        let (deployment, (typed, shown)) = (&self.row.name, self.bytes);
        let Place { pod, container, program, .. } = &self.at;
        let message = match program {
            Some(program) => message!(
                CommandEnded,
                deployment = deployment,
                pod = pod,
                container = container,
                program = program,
                seconds = seconds,
                typed = typed,
                shown = shown
            ),
            None => message!(
                ShellClosed,
                deployment = deployment,
                pod = pod,
                container = container,
                seconds = seconds,
                typed = typed,
                shown = shown
            ),
        };
        let (cx, origin) = (&self.app.cx, self.caller.origin());
        facts::record(cx, &mut tx, origin, &self.row, history::Kind::Normal, message).await?;
        tx.commit().await
    }
}

/// The next message of a stream, once there is room for what comes of it.
async fn next<'a, M, A>(
    room: &'a mpsc::Sender<M>,
    stream: &mut Streaming<A>,
) -> (Result<mpsc::Permit<'a, M>, mpsc::error::SendError<()>>, Result<Option<A>, Status>) {
    match room.reserve().await {
        Ok(place) => {
            let message = stream.message().await;
            (Ok(place), message)
        }
        Err(closed) => (Err(closed), Ok(None)),
    }
}

fn told(message: Told) -> Result<pb::OpenShellResponse, Status> {
    Ok(pb::OpenShellResponse { message: Some(message) })
}

fn ended(why: &Message) -> End {
    End::Ended(pb::ShellEnded { exit_code: None, problem: why.to_string(), said: why.packed() })
}

fn ended_of(last: infrastructure::ShellEnded) -> pb::ShellEnded {
    let infrastructure::ShellEnded { exit_code, problem, said } = last;
    pb::ShellEnded { exit_code, problem, said }
}

/// What goes on to infrastructure, and how many bytes were typed.
fn forward(said: Said) -> Result<(usize, infrastructure::OpenShellRequest)> {
    let mut typed = 0;
    let message = match said {
        Said::Open(_) => return Err(Error::invalid(message!(SHELL_UNNAMED))),
        Said::Input(bytes) => {
            typed = bytes.len();
            to::Message::Input(bytes)
        }
        Said::InputEnded(ended) => to::Message::InputEnded(ended),
        Said::Size(new) => to::Message::Size(size(new)),
        Said::Taken(bytes) => to::Message::Taken(bytes),
    };
    Ok((typed, infrastructure::OpenShellRequest { message: Some(message) }))
}

fn backward(answer: from::Message) -> Told {
    match answer {
        from::Message::Opened(infrastructure::ShellOpened { pod, container }) => {
            Told::Opened(pb::ShellOpened { pod, container, ..Default::default() })
        }
        from::Message::Output(bytes) => Told::Output(bytes),
        from::Message::Errors(bytes) => Told::Errors(bytes),
        from::Message::Taken(bytes) => Told::Taken(bytes),
        from::Message::Ended(last) => Told::Ended(ended_of(last)),
    }
}
