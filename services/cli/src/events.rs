//! `canopy events`: what has happened, the oldest first, and with `--follow` what happens.

use crate::{
    age,
    client::{Client, Query},
    columns::{about, cell},
    failure::{Exit, Result},
    find,
    live::Live,
    noun::{Noun, Reference, deployments},
    output::{self, printable},
    place::Place,
};
use serde_json::Value;
use std::{collections::HashMap, time::Duration};
use time::format_description::well_known::Rfc3339;

/// What comes within such a moment is asked for together.
const GATHER: Duration = Duration::from_millis(100);
/// The most events that are asked for at once while following.
const MOST: usize = 1_000;
/// Events on a page of the first look for new ones.
const PAGE: usize = 50;

#[derive(clap::Args)]
pub struct Options {
    /// Only those of this deployment: its name or id, or deployment/NAME
    #[arg(value_parser = deployments())]
    deployment: Option<Reference>,
    /// Go on with what happens from now on
    #[arg(short, long)]
    follow: bool,
    /// Only those of this team
    #[arg(long, value_name = "NAME")]
    team: Option<String>,
    /// Only those of this cluster
    #[arg(long, value_name = "NAME")]
    cluster: Option<String>,
    /// Normal, Warning or Error
    #[arg(long, value_parser = ["Normal", "Warning", "Error"])]
    r#type: Option<String>,
    /// So many of those that have happened
    #[arg(long, default_value_t = 20, value_parser = kit::config::number(1_usize..=1_000), value_name = "N")]
    tail: usize,
    /// Tell each event as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    place: Place,
}

/// Tells the last ones, and with `--follow` those that come.
pub async fn run(options: Options) -> Result<()> {
    let client = options.place.client()?;
    let mut query = Vec::new();
    if let Some(deployment) = &options.deployment {
        query.push(("deployment", find::id_of(&find::deployment(&client, deployment).await?)));
    }
    for (noun, name) in [(Noun::Team, &options.team), (Noun::Cluster, &options.cluster)] {
        if let Some(name) = name {
            query.push((noun.word(), find::id(&client, noun, name).await?));
        }
    }
    query.extend(options.r#type.iter().map(|kind| ("type", kind.clone())));
    let mut seen = Seen::default();
    let (newest, _) = client.list("/events", &query, options.tail).await?;
    tell(&mut seen, newest, options.json)?;
    if !options.follow {
        return Ok(());
    }
    let mut live = Live::of(&client);
    loop {
        live.until(|kind, _| kind == "event").await?;
        tokio::time::sleep(GATHER).await;
        match fresh(&client, &query, &seen).await {
            Ok(events) => tell(&mut seen, events, options.json)?,
            // the next change, or the next attempt of the stream, brings them
            Err(failure) if failure.is(Exit::Unavailable) => {}
            Err(failure) => return Err(failure),
        }
    }
}

/// The newest events, back to one that was told.
async fn fresh(client: &Client, query: &Query<'_>, seen: &Seen) -> Result<Vec<Value>> {
    let mut most = PAGE;
    loop {
        let (events, more) = client.list("/events", query, most).await?;
        let reached = seen.0.is_empty() || events.iter().any(|event| seen.0.contains_key(&find::id_of(event)));
        if reached || !more || most >= MOST {
            return Ok(events);
        }
        most = MOST;
    }
}

/// Events that were told, each with how often it had happened then.
#[derive(Default)]
struct Seen(HashMap<String, i64>);

impl Seen {
    /// Something new, or something that has happened once more.
    fn is_new(&mut self, event: &Value) -> bool {
        let count = event["count"].as_i64().unwrap_or(1);
        self.0.insert(find::id_of(event), count).is_none_or(|before| before < count)
    }
}

/// The oldest first, as they happened.
fn tell(seen: &mut Seen, newest_first: Vec<Value>, json: bool) -> Result<()> {
    for event in newest_first.iter().rev() {
        if seen.is_new(event) {
            output::line(&if json { event.to_string() } else { line(event) })?;
        }
    }
    Ok(())
}

fn line(event: &Value) -> String {
    let at = age::moment(&event["last_seen"]).and_then(|at| at.replace_nanosecond(0).ok()?.format(&Rfc3339).ok());
    let by = event["actor"]["name"].as_str().map(|name| format!(" (by {name})")).unwrap_or_default();
    let [kind, reason, message] = ["type", "reason", "message"].map(|field| cell(&event[field]));
    let about = about(event);
    let about = if about.is_empty() { about } else { format!("{about}  ") };
    printable(&format!("{}  {kind:<7}  {reason}  {about}{message}{by}", at.unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_event_is_told_once_and_again_when_it_happens_again() {
        let mut seen = Seen::default();
        let event = |count: i64| json!({"id": "e", "count": count});
        assert!(seen.is_new(&event(1)) && !seen.is_new(&event(1)));
        assert!(seen.is_new(&event(2)) && !seen.is_new(&event(2)));
    }

    #[test]
    fn a_line_says_when_what_about_what_and_by_whom() {
        let event = json!({"last_seen": "2026-11-24T10:00:00.123Z", "type": "Normal", "reason": "RestartRequested",
            "message": "Restart of shop", "deployment": {"id": "1", "name": "shop"}, "actor": {"id": "2", "name": "Ada"}});
        assert_eq!(
            line(&event),
            "2026-11-24T10:00:00Z  Normal   RestartRequested  deployment/shop  Restart of shop (by Ada)"
        );
    }
}
