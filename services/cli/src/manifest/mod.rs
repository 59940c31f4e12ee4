//! A deployment as a file that can live in Git: the fields of the API's payload, cluster and team by name, secrets by where
//! they are.

mod fields;
mod problems;

pub use fields::names;

use crate::{
    client::Client,
    failure::{Exit, Failure, Result},
    find,
    noun::Noun,
};
use problems::{Problems, without_masks};
use serde_json::{Map, Value, json};
use std::{
    fs,
    io::Read as _,
    path::{Path, PathBuf},
};

/// Largest file, in bytes; the API takes 64 KiB.
const LARGEST: u64 = 256 * 1024;

/// The file.
#[derive(Clone, Debug, clap::Args)]
pub struct Source {
    /// YAML or JSON file of the deployment; - for standard input
    #[arg(short, long, value_name = "FILE")]
    pub file: PathBuf,
    /// Leave all secrets of an existing deployment as they are, and look for none
    #[arg(long)]
    pub keep_secrets: bool,
}

/// A deployment as it is to be. It holds secrets and cannot be printed.
pub struct Manifest {
    name: String,
    team: Option<String>,
    cluster: Option<String>,
    payload: Map<String, Value>,
    keeps_secrets: bool,
}

/// A file that has met its Canopy.
pub struct Target {
    /// The deployment as it is; none: it is to be made.
    pub existing: Option<Value>,
    /// The body of a creation or a change.
    pub body: Value,
}

impl Manifest {
    /// Reads a file.
    ///
    /// # Errors
    /// Everything that is wrong with it, in one answer; none of its secrets.
    pub fn read(source: &Source) -> Result<Self> {
        let (text, folder) = content(&source.file)?;
        Self::parse(&text, &folder, source.keep_secrets)
            .map_err(|why| Failure::failed(format!("{} is not right:\n  {why}", source.file.display())))
    }

    fn parse(text: &str, folder: &Path, keep_secrets: bool) -> Result<Self, String> {
        let options = serde_saphyr::options! { with_snippet: false };
        let read: Value = serde_saphyr::from_str_with_options(text, options).map_err(|error| error.to_string())?;
        let Value::Object(object) = read else {
            return Err("it must be one object with the deployment's fields".to_owned());
        };
        let mut problems = Problems::none_yet(folder, keep_secrets);
        let mut payload = fields::check(object, fields::DEPLOYMENT, "", &mut problems);
        let mut take = |field: &str| payload.remove(field).and_then(|value| value.as_str().map(str::to_owned));
        if take("kind").is_some_and(|kind| kind != "deployment") {
            problems.add("kind", "only a deployment is described by a file");
        }
        let (name, team, cluster) = (take("name"), take("team"), take("cluster"));
        if name.as_deref().is_none_or(|name| name.trim().is_empty()) {
            problems.add("name", "is missing");
        }
        problems.done()?;
        without_masks(&mut payload);
        let name = name.unwrap_or_default().trim().to_owned();
        Ok(Self { name, team, cluster, payload, keeps_secrets: keep_secrets })
    }

    /// Asks for the ids of its team and cluster, and for the deployment of its name in that team.
    ///
    /// # Errors
    /// There is no such team or cluster; several deployments have its name, and no team is named.
    pub async fn target(&self, client: &Client) -> Result<Target> {
        let team = match &self.team {
            Some(name) => Some(find::id(client, Noun::Team, name).await?),
            None => None,
        };
        let cluster = match &self.cluster {
            Some(name) => Some(find::id(client, Noun::Cluster, name).await?),
            None => None,
        };
        let existing = self.existing(client, team.as_deref()).await?;
        if existing.is_none() && self.keeps_secrets {
            let said = format!("There is no deployment {} whose secrets could be kept.", self.name);
            return Err(Failure::new(Exit::NotFound, said));
        }
        let mut body = Value::Object(self.payload.clone());
        body["name"] = json!(self.name);
        if let Some(team) = team {
            body["teamId"] = json!(team);
        }
        if let Some(cluster) = cluster {
            body["clusterId"] = json!(cluster);
        }
        Ok(Target { existing, body })
    }

    async fn existing(&self, client: &Client, team: Option<&str>) -> Result<Option<Value>> {
        let mut query = vec![("search", self.name.chars().take(100).collect())];
        query.extend(team.map(|team| ("teamId", team.to_owned())));
        let (all, _) = client.list("/deployments", &query, usize::MAX).await?;
        // names differ in more than upper and lower case within a team
        let same =
            |site: &Value| site["name"].as_str().is_some_and(|name| name.to_lowercase() == self.name.to_lowercase());
        let mut found: Vec<Value> = all.into_iter().filter(same).collect();
        match found.len() {
            0 | 1 => Ok(found.pop()),
            _ => Err(Failure::new(
                Exit::NotFound,
                format!("Several teams have a deployment {}: name its team.", self.name),
            )),
        }
    }
}

/// The file's text, and the folder that paths in it begin at.
fn content(file: &Path) -> Result<(String, PathBuf)> {
    let failed = |why: String| Failure::failed(format!("{} cannot be read: {why}", file.display()));
    let mut text = String::new();
    let (read, folder) = match file.to_str() {
        Some("-") => (std::io::stdin().lock().take(LARGEST + 1).read_to_string(&mut text), PathBuf::from(".")),
        _ => {
            let open = fs::File::open(file).map_err(|error| failed(error.to_string()))?;
            let folder = file.parent().map(Path::to_owned).unwrap_or_default();
            (open.take(LARGEST + 1).read_to_string(&mut text), folder)
        }
    };
    let read = read.map_err(|error| failed(error.to_string()))?;
    if read as u64 > LARGEST {
        return Err(failed(format!("it is larger than {} KiB", LARGEST / 1024)));
    }
    Ok((text, folder))
}

#[cfg(test)]
mod tests;
