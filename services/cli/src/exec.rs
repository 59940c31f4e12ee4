//! `canopy exec`: a shell in a container of a deployment, at this terminal, or a command.

use crate::{
    failure::{Exit, Failure, Result},
    find,
    noun::{Reference, deployments},
    output::printable,
    place::Place,
    terminal::{self, Raw},
};
use futures::{SinkExt as _, StreamExt as _, stream::SplitSink, stream::SplitStream};
use kit::websocket::{Message, Socket};
use serde_json::{Value, json};
use std::{convert::Infallible, time::Duration};
use tokio::{
    signal::unix::{Signal, SignalKind, signal},
    sync::mpsc,
};

/// What is spoken over the WebSocket.
const PROTOCOL: &str = "canopy.shell.v1";
/// Bytes that are sent in one message.
const PIECE: usize = 16 * 1024;
/// A connection that says nothing for so long is lost: the server pings every 20 seconds.
const SILENCE: Duration = Duration::from_secs(65);
/// Standard error, as a message of a command without a terminal names it.
const ERRORS: u8 = 2;
/// Answers that may wait to be sent: no more output comes than has been answered.
const WAITING: usize = 64;

#[derive(clap::Args)]
pub struct Options {
    /// The deployment: its name or id, or deployment/NAME
    #[arg(value_parser = deployments())]
    deployment: Reference,
    /// Which part of the site, such as nginx or mysql [default: the application itself]
    #[arg(long)]
    service: Option<String>,
    /// Which of its pods [default: one that runs]
    #[arg(long)]
    pod: Option<String>,
    /// Which container of the pod [default: that of the service]
    #[arg(long)]
    container: Option<String>,
    /// Pass standard input on to the command
    #[arg(long, short = 'i', requires = "command")]
    stdin: bool,
    #[command(flatten)]
    place: Place,
    /// What is run instead of a shell, after `--`
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<String>,
}

/// Opens it, and ends with the exit code of the shell or the command.
pub async fn run(options: Options) -> Result<()> {
    let Options { deployment, service, pod, container, stdin, place, command } = options;
    let terminal = terminal::is_one();
    if !terminal && command.is_empty() {
        return Err(Failure::usage(
            "A shell needs a terminal: standard input and output have to be one. `canopy exec NAME -- COMMAND` needs none.",
        ));
    }
    let client = place.client()?;
    let site = find::deployment(&client, &deployment).await?;
    let (columns, rows) = terminal::size();
    let mut query = match terminal {
        true => vec![("columns", columns.to_string()), ("rows", rows.to_string())],
        false => vec![("terminal", "false".to_owned())],
    };
    let named = [("service", service), ("pod", pod), ("container", container)];
    query.extend(named.into_iter().filter_map(|(name, value)| Some((name, value?))));
    query.extend(command.into_iter().map(|word| ("command", word)));
    let path = format!("/deployments/{}/shell", find::id_of(&site));
    let socket = client.socket(&path, &query, PROTOCOL).await?;
    let resized = signal(SignalKind::window_change()).map_err(|error| Failure::failed(error.to_string()))?;
    let last = {
        // the terminal is as it was when anything is told of the end
        let _raw = terminal.then(Raw::begin).transpose()?;
        let (sink, stream) = socket.split();
        let (tell, told) = mpsc::channel(WAITING);
        let typed = if terminal || stdin { terminal::typed() } else { mpsc::channel(1).1 };
        tokio::select! {
            last = show(stream, terminal, &tell) => last?,
            lost = send(sink, told, typed, terminal.then_some(resized)) => match lost? {},
        }
    };
    ended(&last)
}

/// Shows what is written in the container, until the server's last word. Without a terminal each message begins with its stream.
async fn show(mut stream: SplitStream<Socket>, terminal: bool, tell: &mpsc::Sender<String>) -> Result<Value> {
    loop {
        let frame = match tokio::time::timeout(SILENCE, stream.next()).await {
            Ok(Some(Ok(frame))) => frame,
            _ => return Err(lost()),
        };
        match frame {
            Message::Binary(bytes) => {
                let (errors, bytes) = match bytes.split_first() {
                    Some((stream, bytes)) if !terminal => (*stream == ERRORS, bytes),
                    _ => (false, &bytes[..]),
                };
                // a reader that pauses holds everything up, and that is meant
                let shown = if errors { write(std::io::stderr(), bytes) } else { write(std::io::stdout(), bytes) };
                shown.map_err(unwritten)?;
                tell.send(json!({ "taken": bytes.len() }).to_string()).await.map_err(|_| lost())?;
            }
            Message::Text(text) => {
                let frame: Value = serde_json::from_str(&text).map_err(|_| lost())?;
                match frame["kind"].as_str() {
                    Some("ended") => return Ok(frame),
                    Some("idle") => eprint!("\r\n[nothing was typed for long: closed in {} s]\r\n", frame["seconds"]),
                    _ => {}
                }
            }
            // pings are answered by the library when the next frame is asked for
            _ => {}
        }
    }
}

fn write(mut to: impl std::io::Write, bytes: &[u8]) -> std::io::Result<()> {
    to.write_all(bytes)?;
    to.flush()
}

/// A reader that has left, such as `head`, is not told of it.
fn unwritten(error: std::io::Error) -> Failure {
    match error.kind() {
        std::io::ErrorKind::BrokenPipe => Failure::quiet(0),
        _ => Failure::failed(format!("What the command writes cannot be shown: {error}")),
    }
}

/// Sends what is typed and its end, the terminal's size when it changes, and what was taken.
async fn send(
    mut sink: SplitSink<Socket, Message>,
    mut told: mpsc::Receiver<String>,
    mut typed: mpsc::Receiver<Vec<u8>>,
    mut resized: Option<Signal>,
) -> Result<Infallible> {
    let mut ended = false;
    loop {
        let size = async {
            match &mut resized {
                Some(resized) => resized.recv().await,
                None => std::future::pending().await,
            }
        };
        let messages = tokio::select! {
            biased;
            Some(text) = told.recv() => vec![Message::text(text)],
            Some(()) = size => {
                let (columns, rows) = terminal::size();
                vec![Message::text(json!({ "columns": columns, "rows": rows }).to_string())]
            }
            bytes = typed.recv(), if !ended => match bytes {
                Some(bytes) => bytes.chunks(PIECE).map(|piece| Message::binary(piece.to_vec())).collect(),
                None => {
                    ended = true;
                    vec![Message::text(json!({ "inputEnded": true }).to_string())]
                }
            },
            else => return Err(lost()),
        };
        for message in messages {
            sink.send(message).await.map_err(|_| lost())?;
        }
    }
}

/// The exit code of the shell or the command, or why there is none.
fn ended(last: &Value) -> Result<()> {
    match (last["exitCode"].as_i64(), last["error"].as_str()) {
        (Some(0), _) => Ok(()),
        (Some(code), _) => Err(Failure::quiet(u8::try_from(code).unwrap_or(u8::MAX))),
        (None, Some(error)) => Err(Failure::failed(printable(error))),
        (None, None) => Err(lost()),
    }
}

fn lost() -> Failure {
    Failure::new(Exit::Unavailable, "The connection to the shell was lost.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_ends_with_the_shells_own_code() {
        let code = |last: &Value| ended(last).err().map(|failure| (failure.code(), failure.text().to_owned()));
        assert_eq!(code(&json!({"kind": "ended", "exitCode": 0, "error": null})), None);
        assert_eq!(code(&json!({"kind": "ended", "exitCode": 130, "error": null})), Some((130, String::new())));
        let idle = json!({"kind": "ended", "exitCode": null, "error": "Nothing was typed for long."});
        assert_eq!(code(&idle), Some((1, "Nothing was typed for long.".to_owned())));
        assert_eq!(code(&json!({})).map(|(code, _)| code), Some(Exit::Unavailable as u8));
    }
}
