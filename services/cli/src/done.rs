//! What becomes of a change that was asked for: told at once, or when its task has ended.

use crate::{
    client::Client,
    columns::cell,
    failure::{Exit, Failure, Result},
    follow::{self, Waiting},
    output::{self, Format, Output, printable},
};
use serde_json::Value;

/// Tells of a change of a deployment. `doing`: what is done with it from now on; `done`: what was, once it has been waited for.
///
/// # Errors
/// When its task fails, or the time is over.
pub async fn tell(
    client: &Client,
    output: Output,
    waiting: &Waiting,
    answer: Value,
    (doing, done): (&str, &str),
) -> Result<()> {
    let (id, name) = (cell(&answer["id"]), printable(&cell(&answer["name"])));
    let task = answer["taskId"].as_str();
    if !waiting.wait {
        return match output.format {
            Format::Table => match task {
                Some(task) => output::line(&format!("deployment/{name} {doing} (task {task})")),
                None => output::line(&format!("deployment/{name} {done}")),
            },
            Format::Name => output::line(&format!("deployment/{name}")),
            format => output::value(format, &answer),
        };
    }
    follow::work(client, &id, task, waiting.timeout).await?;
    let shown = match client.get(&format!("/deployments/{id}"), &[]).await {
        Ok(site) => Some(site),
        Err(failure) if failure.is(Exit::NotFound) => None,
        Err(failure) => return Err(failure),
    };
    match (output.format, shown) {
        (Format::Table, _) => output::line(&format!("deployment/{name} {done}")),
        (Format::Name, _) | (_, None) => output::line(&format!("deployment/{name}")),
        (format, Some(site)) => output::value(format, &site),
    }
}

/// Tells that a file says what is already so. Where a task is at work, or the last change did not come about, that is told, too.
///
/// # Errors
/// As [`tell`].
pub async fn unchanged(client: &Client, output: Output, waiting: &Waiting, site: &Value) -> Result<()> {
    let (id, name) = (cell(&site["id"]), printable(&cell(&site["name"])));
    if waiting.wait
        && let Some(task) = site["currentTaskId"].as_str()
    {
        follow::work(client, &id, Some(task), waiting.timeout).await?;
    }
    let failed = site["currentTaskId"].is_null() && site["effectiveRevision"] != site["revision"];
    if failed {
        let said = format!(
            "deployment/{name} is as the file says, but that did not come about: canopy retry deployment/{name}"
        );
        return Err(Failure::failed(said));
    }
    match output.format {
        Format::Table => output::line(&format!("deployment/{name} unchanged")),
        Format::Name => output::line(&format!("deployment/{name}")),
        format => output::value(format, site),
    }
}
