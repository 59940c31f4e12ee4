//! `canopy wait`: until something is as it should be. It hears of changes and does not ask again and again.

use crate::{
    columns::cell,
    failure::{Exit, Failure, Result},
    find, follow,
    nearest::nearest,
    noun::{Noun, Reference, references},
    output::{self, printable},
    place::Place,
};
use serde_json::Value;
use std::time::Duration;

#[derive(clap::Args)]
pub struct Options {
    /// What to wait for, such as deployment/shop or task/ID
    #[arg(value_parser = references())]
    what: Reference,
    /// A deployment is running, stopped, failed, idle (no task is at work on it) or deleted; a task has ended, is complete or
    /// failed; a cluster is operational, unreachable or in maintenance
    #[arg(long = "for", value_name = "STATE")]
    state: String,
    /// How long to wait at most
    #[arg(long, value_parser = kit::config::duration, default_value = "10m", value_name = "DURATION")]
    timeout: Duration,
    #[command(flatten)]
    place: Place,
}

/// Waits. What cannot come any more without somebody doing something is not waited for.
pub async fn run(options: Options) -> Result<()> {
    let Options { what, state, timeout, place } = options;
    let noun = what.noun;
    let state = if state == "delete" { "deleted".to_owned() } else { state };
    known(noun, &state)?;
    let client = place.client()?;
    let name = format!("{}/{}", noun.word(), printable(&what.name));
    let found = match find::find(&client, &what).await {
        Err(failure) if failure.is(Exit::NotFound) && state == "deleted" => {
            return output::line(&format!("{name} {state}"));
        }
        found => found?,
    };
    let id = find::id_of(&found);
    let concerns = |kind: &str, of: &str| kind == noun.word() && of == id;
    let path = format!("{}/{id}", noun.path());
    let waiting = follow::until(&client, &path, concerns, |answer| match answer {
        Ok(thing) => judge(noun, &state, &name, &thing),
        Err(failure) if failure.is(Exit::NotFound) && state == "deleted" => Ok(Some(())),
        Err(failure) => Err(failure),
    });
    follow::within(timeout, &format!("{name} is not {state}"), waiting).await?;
    output::line(&format!("{name} {state}"))
}

fn known(noun: Noun, state: &str) -> Result<()> {
    let states: &[&str] = match noun {
        Noun::Deployment => &["running", "stopped", "failed", "idle", "deleted"],
        Noun::Task => &["ended", "complete", "failed"],
        Noun::Cluster => &["operational", "unreachable", "maintenance", "deleted"],
        _ => return Err(Failure::usage(format!("Nothing is waited for of a {}.", noun.word()))),
    };
    if states.contains(&state) {
        return Ok(());
    }
    let guess =
        nearest(state, states.iter().copied()).map(|guess| format!(": do you mean {guess}?")).unwrap_or_default();
    let said = format!("{} of {} can be waited for, not {state}{guess}", states.join(", "), noun.plural());
    Err(Failure::usage(said))
}

/// Whether it is so; an error when it will not be.
fn judge(noun: Noun, state: &str, name: &str, thing: &Value) -> Result<Option<()>> {
    let status = cell(&thing["status"]);
    let over = |why: &Value| Failure::failed(format!("{name} is {status}, not {state}: {}", printable(&cell(why))));
    match noun {
        Noun::Task => match (status.as_str(), state) {
            ("complete" | "failed", "ended") => Ok(Some(())),
            (status, state) if status == state => Ok(Some(())),
            ("complete" | "failed", _) => Err(over(&thing["error"])),
            _ => Ok(None),
        },
        Noun::Deployment => {
            let at_work = !thing["currentTaskId"].is_null() || thing["deleting"] == true;
            match state {
                "deleted" => Ok(None),
                _ if at_work => Ok(None),
                "idle" => Ok(Some(())),
                state if status == state => Ok(Some(())),
                _ if status == "failed" => Err(over(&thing["errorLog"])),
                _ => Ok(None),
            }
        }
        _ => Ok((status == state).then_some(())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn judged(noun: Noun, state: &str, thing: Value) -> &'static str {
        match judge(noun, state, "it", &thing) {
            Ok(Some(())) => "so",
            Ok(None) => "not yet",
            Err(_) => "never",
        }
    }

    #[test]
    fn what_cannot_come_any_more_is_not_waited_for() {
        let site = |status: &str, task: Value| json!({"status": status, "currentTaskId": task, "deleting": false, "errorLog": "why"});
        let deployment = |state, status, task| judged(Noun::Deployment, state, site(status, task));
        assert_eq!(deployment("running", "pending", json!("t")), "not yet");
        assert_eq!(deployment("running", "running", json!("t")), "not yet", "a task is still at work on it");
        assert_eq!(deployment("running", "running", Value::Null), "so");
        assert_eq!(deployment("running", "failed", Value::Null), "never");
        assert_eq!(deployment("failed", "failed", Value::Null), "so");
        assert_eq!(deployment("running", "stopped", Value::Null), "not yet", "somebody may start it");
        assert_eq!(deployment("idle", "failed", Value::Null), "so");
        assert_eq!(deployment("deleted", "running", Value::Null), "not yet");
        let task = |state, status: &str| judged(Noun::Task, state, json!({"status": status, "error": "why"}));
        assert_eq!(task("complete", "running"), "not yet");
        assert_eq!(task("complete", "failed"), "never");
        assert_eq!(task("ended", "failed"), "so");
    }

    #[test]
    fn a_state_that_nothing_has_is_a_slip() {
        assert!(known(Noun::Deployment, "runing").unwrap_err().text().ends_with("do you mean running?"));
        assert!(known(Noun::Team, "running").is_err());
        assert!(known(Noun::Cluster, "operational").is_ok());
    }
}
