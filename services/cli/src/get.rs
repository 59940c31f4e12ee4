//! `canopy get`: lists, or single things by name.

use crate::{
    client::Client,
    columns,
    failure::{Failure, Result},
    find,
    noun::{Noun, Reference, What, whats},
    output::{self, Format, Output},
    place::Place,
};
use serde_json::Value;
use std::collections::HashMap;

/// Events that are listed when nobody says how many; of everything else all are.
const EVENTS: usize = 100;

#[derive(clap::Args)]
pub struct Options {
    /// What to list, or one thing: deployments, deployment/shop
    #[arg(value_parser = whats())]
    what: What,
    /// Names or ids of single things
    names: Vec<String>,
    /// Only those of this team
    #[arg(long, value_name = "NAME")]
    team: Option<String>,
    /// Only those on this cluster
    #[arg(long, value_name = "NAME")]
    cluster: Option<String>,
    /// Only those of this deployment
    #[arg(long, value_name = "NAME")]
    deployment: Option<String>,
    /// Only those in this state
    #[arg(long)]
    status: Option<String>,
    /// Only those whose name holds this
    #[arg(long, value_name = "TEXT")]
    search: Option<String>,
    /// So many at most [default: all; 100 events]
    #[arg(long, value_parser = kit::config::number(1_usize..=1_000_000), value_name = "N")]
    limit: Option<usize>,
    /// Teams or events of everybody; administrators only
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    place: Place,
}

/// Lists, or shows.
pub async fn run(options: Options) -> Result<()> {
    let noun = options.what.noun;
    let client = options.place.client()?;
    let named: Vec<String> = options.what.name.iter().chain(&options.names).cloned().collect();
    if !named.is_empty() {
        return single(&client, &options, &named).await;
    }
    let (path, query) = asked(&client, &options).await?;
    let most = options.limit.unwrap_or(if noun == Noun::Event { EVENTS } else { usize::MAX });
    let (things, more) = client.list(&path, &query, most).await?;
    if more {
        eprintln!("There are more than these {}: --limit says how many to list.", things.len());
    }
    tell(noun, options.output.format, things, true)
}

async fn single(client: &Client, options: &Options, names: &[String]) -> Result<()> {
    let noun = options.what.noun;
    let mut things = Vec::new();
    for name in names {
        things.push(match noun {
            Noun::Revision => revision(client, options.deployment.as_deref(), name).await?,
            noun => find::find(client, &Reference { noun, name: name.clone() }).await?,
        });
    }
    tell(noun, options.output.format, things, names.len() > 1)
}

async fn revision(client: &Client, deployment: Option<&str>, number: &str) -> Result<Value> {
    let path = revisions(client, deployment).await?;
    let (all, _) = client.list(&path, &[], usize::MAX).await?;
    let found = all.into_iter().find(|each| each["number"].as_i64() == number.parse().ok());
    found.ok_or_else(|| Failure::new(crate::Exit::NotFound, format!("There is no revision {number}.")))
}

/// Where the revisions of a deployment are.
async fn revisions(client: &Client, deployment: Option<&str>) -> Result<String> {
    let name = deployment.ok_or_else(|| Failure::usage("Revisions are a deployment's: name it with --deployment."))?;
    Ok(format!("/deployments/{}/revisions", find::id(client, Noun::Deployment, name).await?))
}

/// Which list, and what of it.
async fn asked(client: &Client, options: &Options) -> Result<(String, Vec<(&'static str, String)>)> {
    let Options { what: What { noun, .. }, team, cluster, deployment, status, search, all, .. } = options;
    let given = [
        ("--team", team.is_some()),
        ("--cluster", cluster.is_some()),
        ("--deployment", deployment.is_some()),
        ("--status", status.is_some()),
        ("--search", search.is_some()),
        ("--all", *all),
    ];
    let known: &[&str] = match noun {
        Noun::Deployment => &["--team", "--cluster", "--status", "--search"],
        Noun::Task => &["--deployment", "--status", "--search"],
        Noun::Event => &["--team", "--cluster", "--deployment", "--search", "--all"],
        Noun::Revision => &["--deployment"],
        Noun::Team => &["--search", "--all"],
        Noun::User => &["--status", "--search"],
        Noun::Cluster | Noun::Datacenter => &["--search"],
    };
    if let Some((option, _)) = given.iter().find(|(option, given)| *given && !known.contains(option)) {
        return Err(Failure::usage(format!("{} are not chosen by {option}.", noun.plural())));
    }
    if *noun == Noun::Revision {
        return Ok((revisions(client, deployment.as_deref()).await?, Vec::new()));
    }
    let path = match (noun, all) {
        (Noun::Team, true) => "/teams/all".to_owned(),
        (Noun::Event, true) => "/admin/events".to_owned(),
        (noun, _) => noun.path(),
    };
    let of_events = *noun == Noun::Event;
    let mut query = Vec::new();
    for (place, name, parameter) in [
        (Noun::Team, team, if of_events { "team" } else { "teamId" }),
        (Noun::Cluster, cluster, if of_events { "cluster" } else { "clusterId" }),
        (Noun::Deployment, deployment, if of_events { "deployment" } else { "deploymentId" }),
    ] {
        if let Some(name) = name {
            query.push((parameter, find::id(client, place, name).await?));
        }
    }
    query.extend(status.iter().map(|status| ("status", status.clone())));
    query.extend(search.iter().map(|search| ("search", search.clone())));
    Ok((path, query))
}

fn tell(noun: Noun, format: Format, mut things: Vec<Value>, is_list: bool) -> Result<()> {
    match format {
        Format::Table if things.is_empty() => {
            eprintln!("There are no {}.", noun.plural());
            Ok(())
        }
        Format::Table => output::line(&columns::table(noun, &things)),
        Format::Name => names(noun, &things).iter().try_for_each(|name| output::line(name)),
        format if is_list => output::value(format, &Value::Array(things)),
        format => output::value(format, &things.pop().unwrap_or_default()),
    }
}

/// `noun/name`, by which each is found again: by its id where the name is not its alone.
fn names(noun: Noun, things: &[Value]) -> Vec<String> {
    let mut count: HashMap<String, usize> = HashMap::new();
    for thing in things {
        *count.entry(find::name_of(noun, thing)).or_default() += 1;
    }
    let name = |thing: &Value| {
        let name = find::name_of(noun, thing);
        let alone = count.get(&name) == Some(&1);
        format!("{}/{}", noun.word(), if alone { output::printable(&name) } else { find::id_of(thing) })
    };
    things.iter().map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn names_lead_back_to_their_things() {
        let site = |id: &str, name: &str| json!({"id": id, "name": name});
        let things = [site("1", "shop"), site("2", "blog"), site("3", "shop")];
        assert_eq!(names(Noun::Deployment, &things), ["deployment/1", "deployment/blog", "deployment/3"]);
    }
}
