//! Waiting for the end of what was asked for, and telling how far it is on a terminal.

use crate::{
    age,
    client::Client,
    columns::cell,
    failure::{Exit, Failure, Result},
    live::Live,
    output::printable,
};
use serde_json::Value;
use std::{collections::HashMap, future::Future, io::IsTerminal as _, time::Duration};

/// `--wait` and how long.
#[derive(Clone, Debug, clap::Args)]
pub struct Waiting {
    /// Wait until its task has ended; a failed one is exit code 1
    #[arg(long)]
    pub wait: bool,
    /// How long to wait at most
    #[arg(long, value_parser = kit::config::duration, default_value = "30m", value_name = "DURATION")]
    pub timeout: Duration,
}

/// Within a time.
///
/// # Errors
/// When it is over, and those of what is waited for.
pub async fn within<T>(limit: Duration, what: &str, waiting: impl Future<Output = Result<T>>) -> Result<T> {
    tokio::time::timeout(limit, waiting).await.unwrap_or_else(|_| {
        Err(Failure::new(
            Exit::Unavailable,
            format!("{what} within {}.", age::short(limit.try_into().unwrap_or_default())),
        ))
    })
}

/// Asks as often as something may have changed until the answer is right; an outage meanwhile is borne.
///
/// # Errors
/// Those of `judge`, and whatever the API says but an outage.
pub async fn until<T>(
    client: &Client,
    path: &str,
    concerns: impl Fn(&str, &str) -> bool,
    mut judge: impl FnMut(Result<Value>) -> Result<Option<T>>,
) -> Result<T> {
    let mut live = Live::of(client);
    loop {
        live.until(&concerns).await?;
        match client.get(path, &[]).await {
            Err(failure) if failure.is(Exit::Unavailable) => {}
            answer => {
                if let Some(done) = judge(answer)? {
                    return Ok(done);
                }
            }
        }
    }
}

/// Waits for the end of a task, and tells its steps on a terminal as they come.
///
/// # Errors
/// A task that fails, with its error.
pub async fn task(client: &Client, id: &str) -> Result<Value> {
    let mut progress = Progress::new();
    let concerns = |kind: &str, of: &str| kind == "task" && of == id;
    let path = format!("/tasks/{id}");
    let ended = until(client, &path, concerns, |answer| {
        let task = match answer {
            Ok(task) => task,
            // the answer that names a task may come before the task is known
            Err(failure) if failure.is(Exit::NotFound) => return Ok(None),
            Err(failure) => return Err(failure),
        };
        progress.tell(&task);
        Ok(matches!(task["status"].as_str(), Some("complete" | "failed")).then_some(task))
    });
    let ended = ended.await?;
    if ended["status"] == "failed" {
        let what = format!("{} of {}", cell(&ended["type"]), printable(&cell(&ended["deploymentName"])));
        let why = printable(&cell(&ended["error"]));
        return Err(Failure::failed(format!("The {what} has failed: {why} (task {id})")));
    }
    Ok(ended)
}

/// Waits for a task's end and until nothing is at work on its deployment, which hears of that a moment later.
///
/// # Errors
/// As [`task`], and when the time is over.
pub async fn work(client: &Client, deployment: &str, task_id: Option<&str>, limit: Duration) -> Result<()> {
    let waiting = async {
        if let Some(task_id) = task_id {
            task(client, task_id).await?;
        }
        let concerns = |kind: &str, of: &str| kind == "deployment" && of == deployment;
        until(client, &format!("/deployments/{deployment}"), concerns, |answer| match answer {
            Ok(site) => {
                let at_work = site["currentTaskId"].as_str();
                Ok((at_work.is_none() || task_id.is_some_and(|id| at_work != Some(id))).then_some(()))
            }
            Err(failure) if failure.is(Exit::NotFound) => Ok(Some(())),
            Err(failure) => Err(failure),
        })
        .await
    };
    within(limit, "Its task has not ended", waiting).await
}

/// The steps of a task on standard error, if that is a terminal.
struct Progress {
    shown: bool,
    told: HashMap<String, (String, String)>,
}

impl Progress {
    fn new() -> Self {
        Self { shown: std::io::stderr().is_terminal(), told: HashMap::new() }
    }

    fn tell(&mut self, task: &Value) {
        if self.shown {
            for line in self.lines(task) {
                eprintln!("{line}");
            }
        }
    }

    /// What is new since the last look.
    fn lines(&mut self, task: &Value) -> Vec<String> {
        let mut lines = Vec::new();
        for step in task["steps"].as_array().into_iter().flatten() {
            let [name, status, message] = ["name", "status", "message"].map(|field| cell(&step[field]));
            let now = (status.clone(), message.clone());
            if status == "pending" || self.told.get(&name) == Some(&now) {
                continue;
            }
            self.told.insert(name, now);
            let took = match status.as_str() {
                "complete" | "failed" => age::between(age::now(), &step["startedAt"], &step["finishedAt"]),
                _ => String::new(),
            };
            let title = cell(&step["title"]);
            let said = if message.is_empty() || message == title { title } else { format!("{title}: {message}") };
            lines.push(printable(format!("  {status:<9} {took:>5}  {said}").trim_end()));
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_step_is_told_when_it_is_another_one_than_before() {
        let mut progress = Progress::new();
        let task = |status: &str, message: &str| {
            json!({"steps": [
                {"name": "apply", "title": "Apply the release", "status": status, "message": message,
                    "startedAt": "2026-11-24T10:00:00Z", "finishedAt": "2026-11-24T10:00:03Z"},
                {"name": "rollout", "title": "Wait", "status": "pending", "message": ""}]})
        };
        assert_eq!(progress.lines(&task("running", "")), ["  running          Apply the release"]);
        assert_eq!(progress.lines(&task("running", "")), Vec::<String>::new());
        assert_eq!(progress.lines(&task("running", "2 of 3")), ["  running          Apply the release: 2 of 3"]);
        assert_eq!(progress.lines(&task("complete", "")), ["  complete     3s  Apply the release"]);
    }
}
