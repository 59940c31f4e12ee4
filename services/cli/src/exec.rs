//! `canopy exec`: a shell in a container of a deployment, at this terminal.

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
use std::{convert::Infallible, io::Write as _, time::Duration};
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
    #[command(flatten)]
    place: Place,
}

/// Opens it, and ends with the shell's own exit code.
pub async fn run(options: Options) -> Result<()> {
    let Options { deployment, service, pod, container, place } = options;
    if !terminal::is_one() {
        return Err(Failure::usage("canopy exec is for a terminal: standard input and output have to be one."));
    }
    let client = place.client()?;
    let site = find::deployment(&client, &deployment).await?;
    let (columns, rows) = terminal::size();
    let mut query = vec![("columns", columns.to_string()), ("rows", rows.to_string())];
    let named = [("service", service), ("pod", pod), ("container", container)];
    query.extend(named.into_iter().filter_map(|(name, value)| Some((name, value?))));
    let path = format!("/deployments/{}/shell", find::id_of(&site));
    let socket = client.socket(&path, &query, PROTOCOL).await?;
    let resized = signal(SignalKind::window_change()).map_err(|error| Failure::failed(error.to_string()))?;
    let last = {
        // the terminal is as it was when anything is told of the end
        let _raw = Raw::begin()?;
        let (sink, stream) = socket.split();
        let (tell, told) = mpsc::channel(WAITING);
        tokio::select! {
            last = show(stream, &tell) => last?,
            lost = send(sink, told, terminal::typed(), resized) => match lost? {},
        }
    };
    ended(&last)
}

/// Shows what the shell writes, until the server's last word.
async fn show(mut stream: SplitStream<Socket>, tell: &mpsc::Sender<String>) -> Result<Value> {
    let mut out = std::io::stdout();
    loop {
        let frame = match tokio::time::timeout(SILENCE, stream.next()).await {
            Ok(Some(Ok(frame))) => frame,
            _ => return Err(lost()),
        };
        match frame {
            Message::Binary(bytes) => {
                // a terminal that is paused holds everything up, and that is meant
                let shown = out.write_all(&bytes).and_then(|()| out.flush());
                shown.map_err(|error| Failure::failed(format!("The terminal cannot be written to: {error}")))?;
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

/// Sends what is typed, the terminal's size when it changes, and what was taken.
async fn send(
    mut sink: SplitSink<Socket, Message>,
    mut told: mpsc::Receiver<String>,
    mut typed: mpsc::Receiver<Vec<u8>>,
    mut resized: Signal,
) -> Result<Infallible> {
    loop {
        let messages = tokio::select! {
            biased;
            Some(text) = told.recv() => vec![Message::text(text)],
            Some(()) = resized.recv() => {
                let (columns, rows) = terminal::size();
                vec![Message::text(json!({ "columns": columns, "rows": rows }).to_string())]
            }
            Some(bytes) = typed.recv() => bytes.chunks(PIECE).map(|piece| Message::binary(piece.to_vec())).collect(),
            else => return Err(lost()),
        };
        for message in messages {
            sink.send(message).await.map_err(|_| lost())?;
        }
    }
}

/// The shell's own exit code, or why there is none.
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
