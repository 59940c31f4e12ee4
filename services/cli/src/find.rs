//! From a name to the thing. A name that several have is nobody's: their ids are told.

use crate::{
    client::Client,
    failure::{Exit, Failure, Result},
    noun::{Noun, Reference},
    output::printable,
};
use serde_json::Value;
use uuid::Uuid;

/// The thing itself.
///
/// # Errors
/// There is none, or there are several.
pub async fn find(client: &Client, reference: &Reference) -> Result<Value> {
    let Reference { noun, name } = reference;
    if is_id(name)
        && let Some(found) = by_id(client, *noun, name).await?
    {
        return Ok(found);
    }
    let found = match noun {
        Noun::Task | Noun::Event => Vec::new(),
        Noun::Revision => {
            return Err(Failure::usage("A revision is a deployment's: canopy get revisions --deployment NAME"));
        }
        noun => client.list(&noun.path(), &search(*noun, name), usize::MAX).await?.0,
    };
    one(*noun, name, found)
}

/// The deployment of a reference, as the API shows it.
///
/// # Errors
/// As [`find`].
pub async fn deployment(client: &Client, reference: &Reference) -> Result<Value> {
    find(client, reference).await
}

/// The id of a thing that is named.
///
/// # Errors
/// As [`find`].
pub async fn id(client: &Client, noun: Noun, name: &str) -> Result<String> {
    Ok(id_of(&find(client, &Reference { noun, name: name.to_owned() }).await?))
}

/// The id of a thing.
pub fn id_of(thing: &Value) -> String {
    thing["id"].as_str().unwrap_or_default().to_owned()
}

/// What a thing is called: the name that [`find`] finds it by.
pub fn name_of(noun: Noun, thing: &Value) -> String {
    let field = match noun {
        Noun::User => "email",
        Noun::Task | Noun::Event => "id",
        Noun::Revision => return thing["number"].to_string(),
        _ => "name",
    };
    thing[field].as_str().unwrap_or_default().to_owned()
}

/// Whether it is written as an id is.
pub fn is_id(text: &str) -> bool {
    Uuid::try_parse(text).is_ok_and(|id| id.hyphenated().to_string() == text)
}

/// Only deployments can be many, so only they are looked for by the API: teams, clusters and the like are looked through.
fn search(noun: Noun, name: &str) -> Vec<(&'static str, String)> {
    match noun {
        Noun::Deployment => vec![("search", name.chars().take(100).collect())],
        _ => Vec::new(),
    }
}

async fn by_id(client: &Client, noun: Noun, id: &str) -> Result<Option<Value>> {
    let path = match noun {
        Noun::Datacenter => {
            let all = client.list(&noun.path(), &[], usize::MAX).await?.0;
            return Ok(all.into_iter().find(|each| each["id"] == id));
        }
        Noun::Revision => return Ok(None),
        noun => format!("{}/{id}", noun.path()),
    };
    client.get(&path, &[]).await.map(Some)
}

fn one(noun: Noun, name: &str, all: Vec<Value>) -> Result<Value> {
    let mut found: Vec<Value> = all.into_iter().filter(|each| name_of(noun, each) == name).collect();
    match (found.pop(), found.len()) {
        (Some(one), 0) => Ok(one),
        (None, _) => Err(Failure::new(Exit::NotFound, format!("There is no {} {}.", noun.word(), printable(name)))),
        (Some(last), _) => {
            found.push(last);
            let lines = found.iter().map(|each| {
                let (team, cluster) = (&each["teamName"], &each["clusterName"]);
                let place = [("team", team), ("cluster", cluster)]
                    .map(|(what, name)| name.as_str().map(|name| format!(", {what} {}", printable(name))));
                format!("\n  {}/{}{}", noun.word(), id_of(each), place.into_iter().flatten().collect::<String>())
            });
            let lines: String = lines.collect();
            let said = format!("Several have the name {}; name one by its id:{lines}", printable(name));
            Err(Failure::new(Exit::NotFound, said))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_name_that_several_have_is_nobodys() {
        let all = || {
            vec![
                json!({"id": "1", "name": "shop", "teamName": "Web", "clusterName": "prod"}),
                json!({"id": "2", "name": "shop", "teamName": "Ops", "clusterName": "prod"}),
                json!({"id": "3", "name": "shop-2", "teamName": "Ops", "clusterName": "prod"}),
            ]
        };
        let failure = one(Noun::Deployment, "shop", all()).unwrap_err();
        assert!(failure.is(Exit::NotFound));
        assert!(failure.text().contains("\n  deployment/1, team Web, cluster prod\n  deployment/2"), "{failure}");
        assert!(!failure.text().contains("deployment/3"));
        assert_eq!(id_of(&one(Noun::Deployment, "shop-2", all()).unwrap()), "3");
        assert!(one(Noun::Deployment, "sho", all()).unwrap_err().is(Exit::NotFound));
    }
}
