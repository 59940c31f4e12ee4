//! `canopy delete`: a deployment with what that means for its data, or another thing.

use crate::{
    client::Client,
    done,
    failure::{Failure, Result},
    find,
    follow::Waiting,
    noun::{Noun, Reference, references},
    output::{self, Output, printable},
    place::Place,
    planned::{Consent, Planned},
};
use http::Method;
use serde_json::{Value, json};

#[derive(clap::Args)]
pub struct Options {
    /// What to delete, such as deployment/shop, team/web, task/ID
    #[arg(value_parser = references())]
    what: Reference,
    /// Forget a deployment whose cluster is gone, and tell what remains there; administrators only
    #[arg(long)]
    abandon: bool,
    #[command(flatten)]
    consent: Consent,
    #[command(flatten)]
    waiting: Waiting,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    place: Place,
}

/// Shows what goes, asks, and does it.
pub async fn run(options: Options) -> Result<()> {
    let noun = options.what.noun;
    if matches!(noun, Noun::Event | Noun::Revision) {
        return Err(Failure::usage(format!("No {} is ever deleted: it is history.", noun.word())));
    }
    if noun != Noun::Deployment && (options.abandon || options.waiting.wait) {
        return Err(Failure::usage("--abandon and --wait are for deployments."));
    }
    let client = options.place.client()?;
    let found = find::find(&client, &options.what).await?;
    match noun {
        Noun::Deployment => deployment(&client, options, &found).await,
        noun => other(&client, options, noun, &found).await,
    }
}

/// All of a site goes, so its name is asked for. What is deleted is what was shown, or it is refused.
async fn deployment(client: &Client, options: Options, site: &Value) -> Result<()> {
    let Options { abandon, consent, waiting, output, .. } = options;
    let id = find::id_of(site);
    let name = site["name"].as_str().unwrap_or_default();
    let mut query = Vec::new();
    if abandon {
        eprintln!("deployment/{} is forgotten; what is in its cluster stays there.", printable(name));
        query.push(("abandon", "true".to_owned()));
    } else {
        let planned = Planned::ask(client, &format!("/deployments/{id}/plan/delete"), &json!({})).await?;
        eprintln!("{}", planned.text(&format!("deployment/{} is deleted", printable(name))));
        query.extend(planned.hash().map(|hash| ("plan", hash.to_owned())));
    }
    consent.given(name, true).await?;
    let path = format!("/deployments/{id}");
    let answer = client.change(Method::DELETE, &path, &query, None, site["version"].as_i64()).await?;
    for line in answer["remains"].as_array().into_iter().flatten() {
        eprintln!("It remains in the cluster: {}", printable(line.as_str().unwrap_or_default()));
    }
    done::tell(client, output, &waiting, answer, ("being deleted", "deleted")).await
}

async fn other(client: &Client, options: Options, noun: Noun, found: &Value) -> Result<()> {
    let name = find::name_of(noun, found);
    eprintln!("{}/{} is deleted.", noun.word(), printable(&name));
    options.consent.given(&name, false).await?;
    let path = format!("{}/{}", noun.path(), find::id_of(found));
    let answer = client.change(Method::DELETE, &path, &[], None, None).await?;
    match options.output.format {
        output::Format::Table => output::line(&format!("{}/{} deleted", noun.word(), printable(&name))),
        output::Format::Name => output::line(&format!("{}/{}", noun.word(), printable(&name))),
        format => output::value(format, &answer),
    }
}
