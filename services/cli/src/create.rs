//! `canopy create`: a deployment of a file.

use crate::{
    done,
    failure::{Exit, Failure, Result},
    follow::Waiting,
    manifest::{Manifest, Source},
    output::Output,
    place::Place,
};
use http::Method;

#[derive(clap::Args)]
pub struct Options {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    waiting: Waiting,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    place: Place,
}

/// Makes it; one that is there is a conflict.
pub async fn run(options: Options) -> Result<()> {
    let manifest = Manifest::read(&options.source)?;
    let client = options.place.client()?;
    let target = manifest.target(&client).await?;
    if let Some(site) = &target.existing {
        let name = site["name"].as_str().unwrap_or_default();
        return Err(Failure::new(
            Exit::Conflict,
            format!("There is a deployment/{name} already: canopy apply changes it."),
        ));
    }
    let answer = client.change(Method::POST, "/deployments", &[], Some(&target.body), None).await?;
    done::tell(&client, options.output, &options.waiting, answer, ("created", "running")).await
}
