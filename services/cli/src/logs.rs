//! `canopy logs`: what a deployment's pods write. The text is theirs: it goes into a pipe as it is, and to a terminal without
//! what would move it.

use crate::{
    client::{Client, Query},
    columns::cell,
    failure::{Exit, Failure, Result},
    find,
    noun::{Reference, deployments},
    output::{self, printable},
    place::Place,
};
use bytes::BytesMut;
use http_body_util::BodyExt as _;
use serde_json::Value;
use std::{collections::HashMap, io::IsTerminal as _, time::Duration};

/// A stream that says nothing for so long is dead: it says that it lives every 15 seconds.
const SILENCE: Duration = Duration::from_secs(45);
/// The pause before a lost stream is opened again.
const PAUSE: Duration = Duration::from_secs(1);
/// Longest line, in bytes.
const LONGEST: usize = 4 * 1024 * 1024;

#[derive(clap::Args)]
pub struct Options {
    /// The deployment: its name or id, or deployment/NAME
    #[arg(value_parser = deployments())]
    deployment: Reference,
    /// Go on with what is written from now on
    #[arg(short, long)]
    follow: bool,
    /// So many lines from the end
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=2000), value_name = "N")]
    tail: u32,
    /// Which part of the site, such as mysql or install [default: the application itself]
    #[arg(long)]
    source: Option<String>,
    /// Of the containers' run before this one
    #[arg(long)]
    previous: bool,
    /// Put pod and container before each line
    #[arg(long)]
    prefix: bool,
    /// Put the time before each line
    #[arg(long)]
    timestamps: bool,
    /// Tell each line as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    place: Place,
}

/// Tells the last lines, and with `--follow` those that come.
pub async fn run(options: Options) -> Result<()> {
    let client = options.place.client()?;
    let site = find::deployment(&client, &options.deployment).await?;
    let path = format!("/deployments/{}/logs", find::id_of(&site));
    let mut query = vec![("tail", options.tail.to_string())];
    query.extend(options.source.iter().map(|source| ("source", source.clone())));
    if options.previous {
        query.push(("previous", "true".to_owned()));
    }
    if options.follow {
        query.push(("follow", "true".to_owned()));
        return follow(&client, &path, &query, &options).await;
    }
    let answer = client.whole(&path, &query).await?;
    for line in answer["data"].as_array().into_iter().flatten() {
        output::line(&told(line, &options))?;
    }
    match answer["reachable"] == false {
        true => Err(Failure::new(Exit::Unavailable, printable(&cell(&answer["problem"])))),
        false => Ok(()),
    }
}

/// Opens the stream again when it is lost: what has been told is not told once more.
async fn follow(client: &Client, path: &str, query: &Query<'_>, options: &Options) -> Result<()> {
    let mut last = Last::default();
    let mut first = true;
    loop {
        match piece(client, path, query, options, &mut last).await {
            // the first one says what is wrong; later the server may only have been started again
            Err(failure) if first || !failure.is(Exit::Unavailable) => return Err(failure),
            // the containers' earlier run has ended, and nothing comes any more
            Ok(()) if options.previous => return Ok(()),
            _ => {}
        }
        first = false;
        tokio::time::sleep(PAUSE).await;
    }
}

/// One stream to its end.
async fn piece(client: &Client, path: &str, query: &Query<'_>, options: &Options, last: &mut Last) -> Result<()> {
    let mut body = client.stream(path, query).await?;
    let lost = || Failure::new(Exit::Unavailable, "The stream of log lines was lost.");
    let mut read = BytesMut::new();
    last.begin();
    loop {
        let frame = match tokio::time::timeout(SILENCE, body.frame()).await {
            Ok(Some(Ok(frame))) => frame,
            Ok(None) => return Ok(()),
            _ => return Err(lost()),
        };
        let Ok(bytes) = frame.into_data() else { continue };
        read.extend_from_slice(&bytes);
        while let Some(end) = read.iter().position(|byte| *byte == b'\n') {
            let line = read.split_to(end + 1);
            // an empty line says that the stream lives
            if line.len() > 1 {
                let line: Value = serde_json::from_slice(&line).map_err(|_| lost())?;
                broken(&line)?;
                if last.is_new(&line) {
                    output::line(&told(&line, options))?;
                }
            }
        }
        if read.len() > LONGEST {
            return Err(lost());
        }
    }
}

/// The last line of a stream that the server gave up.
fn broken(line: &Value) -> Result<()> {
    let Some(error) = line["error"].as_str() else { return Ok(()) };
    let exit = match line["code"].as_str() {
        Some("UNAUTHORIZED" | "FORBIDDEN") => Exit::SignedOut,
        Some("NOT_FOUND") => Exit::NotFound,
        Some("CONFLICT") => Exit::Conflict,
        Some("SERVICE_UNAVAILABLE" | "TIMEOUT_ERROR" | "RATE_LIMIT_EXCEEDED") => Exit::Unavailable,
        _ => Exit::Failed,
    };
    Err(Failure::new(exit, format!("{} ({})", printable(error), cell(&line["code"]))))
}

/// The newest line of each container that was told before the stream was lost, by its time in nanoseconds: a stream begins with
/// older ones.
#[derive(Default)]
struct Last {
    before: HashMap<String, i128>,
    newest: HashMap<String, i128>,
}

impl Last {
    fn begin(&mut self) {
        self.before.clone_from(&self.newest);
    }

    fn is_new(&mut self, line: &Value) -> bool {
        let Some(at) = crate::age::moment(&line["timestamp"]) else { return true };
        let at = at.unix_timestamp_nanos();
        let container = format!("{}/{}", cell(&line["pod"]), cell(&line["container"]));
        if self.before.get(&container).is_some_and(|before| at <= *before) {
            return false;
        }
        self.newest.insert(container, at);
        true
    }
}

fn told(line: &Value, options: &Options) -> String {
    if options.json {
        return line.to_string();
    }
    let message = cell(&line["message"]);
    let message = if std::io::stdout().is_terminal() { printable(&message) } else { message };
    let mut told = String::new();
    if options.prefix {
        told += &format!("[{}/{}] ", cell(&line["pod"]), cell(&line["container"]));
    }
    if options.timestamps {
        told += &format!("{} ", cell(&line["timestamp"]));
    }
    told + &message
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_stream_that_is_opened_again_tells_nothing_twice() {
        let line = |pod: &str, at: &str| json!({"timestamp": at, "pod": pod, "container": "web", "message": "m"});
        let mut last = Last::default();
        last.begin();
        assert!(last.is_new(&line("a", "2026-11-24T10:00:00.5Z")));
        assert!(last.is_new(&line("a", "2026-11-24T10:00:00.5Z")), "two lines of one moment are two");
        last.begin();
        assert!(!last.is_new(&line("a", "2026-11-24T10:00:00.5Z")));
        assert!(last.is_new(&line("b", "2026-11-24T10:00:00.25Z")), "each container for itself");
        assert!(last.is_new(&line("a", "2026-11-24T10:00:00.500000001Z")));
        assert!(last.is_new(&json!({"timestamp": null, "pod": "a", "container": "web", "message": "m"})));
    }
}
