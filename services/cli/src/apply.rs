//! `canopy apply`: a file as it is, whatever there was before. What is done is the plan that was shown, or it is refused.

use crate::{
    done,
    failure::Result,
    follow::Waiting,
    manifest::{Manifest, Source, Target},
    output::Output,
    place::Place,
    plan,
    planned::{Consent, Planned},
};
use http::Method;
use serde_json::json;

#[derive(clap::Args)]
pub struct Options {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    consent: Consent,
    /// Why, for the list of revisions
    #[arg(long)]
    reason: Option<String>,
    #[command(flatten)]
    waiting: Waiting,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    place: Place,
}

/// Shows the plan, asks, and does it.
pub async fn run(options: Options) -> Result<()> {
    let Options { source, consent, reason, waiting, output, place } = options;
    let manifest = Manifest::read(&source)?;
    let client = place.client()?;
    let Target { existing, mut body } = manifest.target(&client).await?;
    let planned = Planned::of_file(&client, existing.as_ref(), &body).await?;
    if let Some(site) = existing.as_ref().filter(|_| planned.changes_nothing()) {
        return done::unchanged(&client, output, &waiting, site).await;
    }
    eprintln!("{}", planned.text(&plan::title(existing.as_ref(), &body, &planned)));
    planned.possible()?;
    consent.given(&plan::name(existing.as_ref(), &body), planned.destroys()).await?;
    if let Some(hash) = planned.hash() {
        body["plan"] = json!(hash);
    }
    match existing {
        None => {
            let answer = client.change(Method::POST, "/deployments", &[], Some(&body), None).await?;
            done::tell(&client, output, &waiting, answer, ("created", "running")).await
        }
        Some(site) => {
            body["reason"] = json!(reason);
            let path = format!("/deployments/{}", site["id"].as_str().unwrap_or_default());
            let version = site["version"].as_i64();
            let answer = client.change(Method::PUT, &path, &[], Some(&body), version).await?;
            done::tell(&client, output, &waiting, answer, ("changing", "changed")).await
        }
    }
}
