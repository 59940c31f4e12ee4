//! `canopy plan`: what a file would change. Nothing is changed.

use crate::{
    failure::{CHANGES, Failure, Result},
    manifest::{Manifest, Source, Target},
    output::{self, Format, Output},
    place::Place,
    planned::Planned,
};
use serde_json::Value;

#[derive(clap::Args)]
pub struct Options {
    #[command(flatten)]
    source: Source,
    /// End with 2 when there are changes, as terraform and helm diff do
    #[arg(long)]
    exit_code: bool,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    place: Place,
}

/// Asks and tells.
pub async fn run(options: Options) -> Result<()> {
    let manifest = Manifest::read(&options.source)?;
    let client = options.place.client()?;
    let Target { existing, body } = manifest.target(&client).await?;
    let planned = Planned::of_file(&client, existing.as_ref(), &body).await?;
    if planned.changes_nothing() && options.output.format == Format::Table {
        return output::line(&format!("deployment/{} unchanged", name(existing.as_ref(), &body)));
    }
    planned.tell(options.output.format, &title(existing.as_ref(), &body, &planned))?;
    planned.possible()?;
    match options.exit_code && !planned.changes_nothing() {
        true => Err(Failure::quiet(CHANGES)),
        false => Ok(()),
    }
}

/// What a deployment is called.
pub fn name(existing: Option<&Value>, body: &Value) -> String {
    let name = existing.map_or(&body["name"], |site| &site["name"]);
    output::printable(name.as_str().unwrap_or_default())
}

/// The first line of a plan.
pub fn title(existing: Option<&Value>, body: &Value, planned: &Planned) -> String {
    let name = name(existing, body);
    match (existing, planned.plan["revision"].as_i64()) {
        (None, _) => format!("deployment/{name} is created"),
        (Some(_), Some(revision)) => format!("deployment/{name} is changed, as revision {revision}"),
        (Some(_), None) => format!("deployment/{name} is changed"),
    }
}
