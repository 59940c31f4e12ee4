//! `canopy describe`: everything about one thing, for people. Programs take `canopy get -o json`.

use crate::{
    age,
    client::Client,
    columns::{self, cell},
    failure::Result,
    find,
    noun::{Noun, Reference, references},
    output::{self, printable},
    place::Place,
};
use serde_json::Value;

/// Events of it that are told.
const EVENTS: usize = 10;

#[derive(clap::Args)]
pub struct Options {
    /// The thing, such as deployment/shop, task/ID, cluster/prod
    #[arg(value_parser = references())]
    what: Reference,
    #[command(flatten)]
    place: Place,
}

/// Asks for it and what belongs to it.
pub async fn run(options: Options) -> Result<()> {
    let client = options.place.client()?;
    let noun = options.what.noun;
    let found = find::find(&client, &options.what).await?;
    let mut lines = match noun {
        Noun::Deployment => deployment(&found),
        Noun::Task => task(&found),
        _ => plain(&found),
    };
    if let Some(parameter) = [Noun::Deployment, Noun::Cluster, Noun::Team].contains(&noun).then(|| noun.word()) {
        lines.extend(events(&client, parameter, &find::id_of(&found)).await?);
    }
    output::line(&lines.join("\n"))
}

async fn events(client: &Client, parameter: &'static str, id: &str) -> Result<Vec<String>> {
    let (events, _) = client.list("/events", &[(parameter, id.to_owned())], EVENTS).await?;
    if events.is_empty() {
        return Ok(Vec::new());
    }
    let table = columns::table(Noun::Event, &events);
    Ok(["Events:".to_owned()].into_iter().chain(table.lines().map(|line| format!("  {line}"))).collect())
}

fn line(name: &str, value: impl AsRef<str>) -> Option<String> {
    let value = printable(value.as_ref());
    (!value.is_empty()).then(|| format!("{:<14}{value}", format!("{name}:")))
}

fn deployment(site: &Value) -> Vec<String> {
    let now = age::now();
    let all = |value: &Value| value.as_array().into_iter().flatten().map(cell).collect::<Vec<_>>().join(", ");
    let services = site["services"].as_object().into_iter().flatten().filter(|(_, on)| **on == true);
    let resources = ["cpu", "memory", "storage"].map(|what| cell(&site["resources"][what]));
    let change = &site["lastChange"];
    let by = change["actor"]["name"].as_str().unwrap_or("Canopy");
    let revision = match &site["effectiveRevision"] {
        Value::Null => format!("{} (none is in effect)", site["revision"]),
        effective if *effective == site["revision"] => effective.to_string(),
        effective => format!("{} ({effective} is in effect)", site["revision"]),
    };
    let reached = &site["reachability"];
    [
        line("Name", cell(&site["name"])),
        line("Id", cell(&site["id"])),
        line("Description", cell(&site["description"])),
        line("Status", columns::status(site)),
        line("Error", cell(&site["errorLog"])),
        line("Type", cell(&site["type"])),
        line("Team", cell(&site["teamName"])),
        line("Cluster", cell(&site["clusterName"])),
        line("Release", format!("{} in the namespace {}", cell(&site["releaseName"]), cell(&site["namespace"]))),
        line("Revision", revision),
        line("Last change", format!("{} by {by}, {} ago", cell(&site["operation"]), age::since(now, &change["at"]))),
        line("Domain", cell(&site["baseParameters"]["domain"])),
        line("Also", all(&site["domains"])),
        line("Reached", cell(&reached["state"])),
        line("Services", services.map(|(name, _)| name.clone()).collect::<Vec<_>>().join(", ")),
        line("Variables", all(&site["env"])),
        line("Replicas", cell(&site["replicas"])),
        line("Asks for", resources.join(" ").trim()),
        line("Source", source(&site["source"])),
        line(
            "Drift",
            if site["drift"].is_null() { "" } else { "the cluster shows something else: the console tells what" },
        ),
        line("Task", cell(&site["currentTaskId"])),
        line("Created", format!("{} ago", age::since(now, &site["createdAt"]))),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn source(source: &Value) -> String {
    let git = &source["git"];
    match (source["image"].as_str(), git["url"].as_str()) {
        (Some(image), _) => image.to_owned(),
        (None, Some(url)) => format!("{url} {}", cell(&git["ref"])).trim_end().to_owned(),
        _ => String::new(),
    }
}

fn task(task: &Value) -> Vec<String> {
    let now = age::now();
    let took = age::between(now, &task["startedAt"], &task["finishedAt"]);
    let head = [
        line("Id", cell(&task["id"])),
        line("Type", cell(&task["type"])),
        line("Status", cell(&task["status"])),
        line("Error", cell(&task["error"])),
        line("Deployment", cell(&task["deploymentName"])),
        line("Team", cell(&task["teamName"])),
        line("Cluster", cell(&task["clusterName"])),
        line("Revision", cell(&task["revision"])),
        line("Asked by", cell(&task["actor"]["name"])),
        line("Asked", format!("{} ago", age::since(now, &task["createdAt"]))),
        line("Took", took),
    ];
    let mut lines: Vec<String> = head.into_iter().flatten().collect();
    let steps = task["steps"].as_array().into_iter().flatten().map(|step| {
        let took = age::between(now, &step["startedAt"], &step["finishedAt"]);
        vec![cell(&step["title"]), cell(&step["status"]), took, cell(&step["message"])]
    });
    let steps = output::table(&["STEP", "STATUS", "TOOK", "MESSAGE"], &steps.collect::<Vec<_>>());
    lines.push("Steps:".to_owned());
    lines.extend(steps.lines().map(|line| format!("  {line}")));
    let log = task["logs"].as_array().into_iter().flatten();
    let log: Vec<String> = log
        .map(|line| {
            printable(&format!("  {}  {}  {}", cell(&line["timestamp"]), cell(&line["step"]), cell(&line["message"])))
        })
        .collect();
    if !log.is_empty() {
        lines.push("Log:".to_owned());
        lines.extend(log);
    }
    lines
}

/// Field by field, by the API's names; lists and objects below their names.
fn plain(thing: &Value) -> Vec<String> {
    let mut lines = Vec::new();
    for (name, value) in thing.as_object().into_iter().flatten() {
        match value {
            Value::Array(items) if !items.is_empty() => {
                lines.push(format!("{name}:"));
                lines.extend(items.iter().map(|item| format!("  {}", printable(&short(item)))));
            }
            Value::Array(_) => {}
            Value::Object(fields) if fields.is_empty() => {}
            value => lines.extend(line(name, short(value))),
        }
    }
    lines
}

/// A value on one line: the values of an object in their order.
fn short(value: &Value) -> String {
    match value {
        Value::Object(fields) => {
            let all = fields.iter().filter(|(_, value)| !value.is_null());
            all.map(|(name, value)| format!("{name} {}", short(value))).collect::<Vec<_>>().join(", ")
        }
        Value::Array(items) => items.iter().map(short).collect::<Vec<_>>().join(", "),
        value => cell(value),
    }
}
